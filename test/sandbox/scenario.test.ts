/** A program with every type of record, under each dialect, with the contract file that `doctor` writes in one round. */
import { useContract } from "../support/contract.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, forward, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const domain = "example.com";
const key = `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A".repeat(12)}`;

const programWith = (www: string, priority: number, round: readonly string[]): Program => ({
  www: a("www", www, { ttl: 3600 }),
  six: record("AAAA", "www", { content: "2001:db8::1", ttl: 3600 }),
  blog: record("CNAME", "blog", { content: "target.example.net", ttl: 3600 }),
  mail: record("MX", "@", { content: "mail.example.net", priority, ttl: 3600 }),
  spf: record("TXT", "@", { content: "v=spf1 -all", ttl: 3600 }),
  dkim: record("TXT", "k1._domainkey", { content: key, ttl: 3600 }),
  sub: record("NS", "sub", { content: "ns1.example.net", ttl: 3600 }),
  sip: record("SRV", "_sip._tcp", { priority: 1, weight: 2, port: 5060, target: "sip.example.net", ttl: 3600 }),
  caa: record("CAA", "@", { flags: 0, tag: "issue", value: "letsencrypt.org", ttl: 3600 }),
  ptr: record("PTR", "1", { content: "host.example.net", ttl: 3600 }),
  round: { handler: "dnsRecordSet", args: { domain, name: "round", type: "A", ttl: 3600, values: round } },
  zone: {
    handler: "dnsZone",
    args: { domain, ttl: 3600, records: { "api A": ["192.0.2.20"], "api TXT": ["hello world"] } },
  },
  go: forward("go", "https://example.org/"),
});
const first = programWith("192.0.2.1", 10, ["192.0.2.10", "192.0.2.11", "192.0.2.12"]);
const last = programWith("192.0.2.2", 20, ["192.0.2.10", "192.0.2.11", "192.0.2.13"]);

const live = () =>
  registrar.sandbox.records(domain).map(({ id: _, ...row }) => JSON.stringify(row)).sort();

const own: Record<string, object> = {
  cloudflare: {
    records: {
      container: "result",
      fields: {
        SRV: { priority: "data.priority", weight: "data.weight", port: "data.port", target: "data.target" },
        CAA: { flags: "data.flags", tag: "data.tag", value: "data.value" },
      },
      srv: "named",
    },
    forwards: { container: "result" },
  },
  digitalocean: {
    records: {
      container: "domain_records",
      success: null,
      fields: { content: "data", target: "data", value: "data" },
      srv: "named",
    },
    forwards: { container: "domain_records", success: null },
  },
  dnsimple: { records: { success: null, srv: "split", caa: "content" }, forwards: { success: null } },
  hetzner: {
    records: { success: null, fields: { content: "value" }, srv: "content", caa: "content", mx: "content" },
    forwards: { container: "records", success: null },
  },
  ionos: {
    records: { success: null, fields: { priority: "prio" }, srv: "split", caa: "content", complete: true },
    forwards: { container: "records", success: null, complete: true },
  },
  "name.com": {
    records: {
      success: null,
      fields: { content: "answer", name: "host" },
      srv: "split",
      caa: "content",
      apex: "absent",
    },
    forwards: { container: "records", success: null },
  },
  netlify: {
    records: {
      success: null,
      fields: { name: "hostname", content: "value", target: "value", flags: "flag" },
      srv: "named",
      complete: true,
    },
    forwards: { success: null, complete: true },
  },
  njalla: {
    records: {
      container: "result.records",
      success: null,
      fields: { priority: "prio", SRV: { target: "content" } },
      srv: "named",
      caa: "content",
      complete: true,
    },
    forwards: { container: "result.records", success: null, complete: true },
  },
  porkbun: {
    records: {
      success: { status: "SUCCESS" },
      fields: { priority: "prio", comment: "notes" },
      srv: "split",
      caa: "content",
      complete: true,
    },
    forwards: { container: "records", success: { status: "SUCCESS" }, complete: true },
  },
  vercel: {
    records: { success: null, fields: { content: "value", priority: "mxPriority" }, srv: "content", caa: "content", paging: null },
    forwards: { container: "records", success: null, paging: null },
  },
};

it.each(Object.keys(own))("%s", async (profile) => {
  const { sandbox } = registrar;
  sandbox.setProfile(profile);
  for (const [name, content] of [["legacy", "192.0.2.90"], ["old", "192.0.2.91"]] as const)
    sandbox.dashboard.addRecord(domain, { type: "A", name, content, ttl: 3600 });
  const foreign = live();
  useContract(own[profile] ?? {});
  const stack = new HandlerStack(quick);
  expect((await stack.up(first)).errors).toEqual({});
  expect(live()).toHaveLength(foreign.length + 15);
  registrar.writes();
  expect((await stack.up(first)).errors).toEqual({});
  expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
  expect(registrar.writes()).toEqual([]);
  expect((await stack.up(last)).errors).toEqual({});
  const wanted = live();
  const idOf = (type: string, name: string) =>
    sandbox.records(domain).find((row) => row.type === type && row.name === name)?.id ?? 0;
  sandbox.dashboard.editRecord(domain, idOf("A", "www"), { content: "203.0.113.1" });
  sandbox.dashboard.editRecord(domain, idOf("MX", ""), { priority: 77 });
  sandbox.dashboard.editRecord(domain, idOf("TXT", ""), { ttl: 7200 });
  sandbox.dashboard.editRecord(domain, idOf("SRV", ""), { port: 1 });
  sandbox.dashboard.deleteRecord(domain, idOf("CNAME", "blog"));
  const seen = await stack.refresh();
  expect([Object.keys(seen.drift).sort(), seen.gone, seen.errors]).toEqual([["mail", "sip", "spf", "www"], ["blog"], {}]);
  expect((await stack.up(last)).errors).toEqual({});
  expect(live()).toEqual(wanted);
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(foreign);
  expect(sandbox.forwards(domain)).toEqual([]);
});
