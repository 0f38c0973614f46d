// Declares BENCH_RECORDS A records as BENCH_SUBJECT does it. With BENCH_CHANGED the seventh has another TTL.
const { DnsRecord, DnsRecordSet, DnsZone, UrlForward } = require("pulumi-registrar");
const { Idle } = require("./idle.js");
const { NaiveRecord } = require("./naive.js");

const domain = "example.com";
const count = Number(process.env.BENCH_RECORDS);
const isChanged = process.env.BENCH_CHANGED === "1";
const records = Array.from({ length: count }, (_, index) => ({
  name: `host${index}`,
  type: "A",
  content: `198.51.${index >> 8}.${index & 255}`,
  ttl: isChanged && index === 7 ? 600 : 300,
}));

const each = (Resource) => () => {
  for (const record of records) new Resource(record.name, { domain, ...record });
};
const sets = () => {
  for (const { content, ...record } of records) new DnsRecordSet(record.name, { domain, ...record, values: [content] });
};
const forwards = () => {
  for (const [index, { name }] of records.entries())
    new UrlForward(name, { domain, source: name, destination: `https://example.net/${isChanged && index === 7}` });
};
const zone = (mode) => () => {
  const lists = Object.fromEntries(records.map(({ name, content }) => [`${name} A`, [content]]));
  new DnsZone("zone", { domain, mode, records: lists, ttl: 300, ttls: isChanged ? { "host7 A": 600 } : {} });
};
const subjects = {
  idle: each(Idle),
  naive: each(NaiveRecord),
  record: each(DnsRecord),
  set: sets,
  forward: forwards,
  plugin: () => each(require("pulumi-registrar/plugin").DnsRecord)(),
  "idle-one": () => new Idle("one", { domain, ttl: isChanged ? 600 : 300 }),
  "zone-additive": zone("additive"),
  "zone-authoritative": zone("authoritative"),
};
subjects[process.env.BENCH_SUBJECT]();
