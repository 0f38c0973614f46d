/**
 * A program with every type of record at registrars whose rows have another form, and whose requests are the specification's: with the
 * contract file that `doctor` writes in one round.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dialectNames } from "../../testing/sandbox/index.ts";
import { examine } from "../cli/run.ts";
import { newFolder } from "../support/folder.ts";
import { profileOf } from "../support/formats.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, domain, forward, record, set, sip, zone } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";
import { unchanged } from "../support/story.ts";

const registrar = withRegistrar();
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
  round: set("round", "A", round, { ttl: 3600 }),
  zone: zone({ "api A": ["192.0.2.20"], "api TXT": ["hello world"] }, { ttl: 3600 }),
  go: forward("go", "https://example.org/"),
});
const first = programWith("192.0.2.1", 10, ["192.0.2.10", "192.0.2.11", "192.0.2.12"]);
const last = programWith("192.0.2.2", 20, ["192.0.2.10", "192.0.2.11", "192.0.2.13"]);

type RecordType = ReturnType<typeof registrar.sandbox.records>[number]["type"];
const live = () =>
  registrar.sandbox
    .records(domain)
    .map(({ id: _, ...row }) => JSON.stringify(row))
    .sort();

/** Rows that a person made, of every type, on more than one page. */
function fillByHand({ dashboard }: typeof registrar.sandbox): void {
  const add = (type: RecordType, name: string, data: object) =>
    dashboard.addRecord("example.org", { type, name, ttl: 7200, ...data });
  for (let n = 1; n <= 19; n += 1) add("A", `host${n}`, { content: `192.0.2.${100 + n}` });
  add("AAAA", "", { content: "2001:db8::9" });
  add("CNAME", "shop", { content: "shops.example.net" });
  add("MX", "", { content: "mx1.example.net", priority: 10 });
  add("MX", "", { content: "mx2.example.net", priority: 20 });
  add("TXT", "", { content: "v=spf1 include:example.net -all" });
  add("NS", "lab", { content: "ns1.example.net" });
  add("SRV", "", { ...sip, service: "_imaps", target: "imap.example.net" });
  add("CAA", "", { flags: 0, tag: "issue", value: "pki.goog" });
  add("PTR", "9", { content: "host9.example.net" });
  dashboard.addForward("example.org", { source: "go", destination: "https://example.net/go" });
}

const setProfile = (name: string) => registrar.sandbox.setProfile(profileOf(name));

/** Runs doctor once, and again with the file that it wrote. */
async function doctorsContract() {
  const file = join(newFolder(), "contract.json");
  const first = await examine("example.org", "--write-contract", file);
  if (existsSync(file)) process.env["REGISTRAR_CONTRACT_FILE"] = file;
  const again = await examine("example.org");
  return { first, again, file: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {} };
}

const reasons: Readonly<Record<string, RegExp>> = {
  ...{ gandi: /in rrset_values, .* can't read sets/, "gandi-rows": /can't read sets/ },
  ...{ godaddy: /rows of this API have no IDs/, "godaddy-rows": /rows of this API have no IDs/ },
  powerdns: /in records, .* can't read sets/,
};
const refused = Object.keys(reasons);
/** Each service in its own envelope, and in the specification's; in `npm test` one of six in the latter. */
const working = dialectNames
  .flatMap((name, at) => [name, ...(isSoak || at % 6 === 0 ? [`${name}-rows`] : [])])
  .concat("own-keys", "timeweb")
  .filter((name) => !refused.includes(name));

it.each(refused)("%s is refused before the first write, and doctor says why, and writes no file", async (profile) => {
  setProfile(profile);
  fillByHand(registrar.sandbox);
  const { first: report, file } = await doctorsContract();
  expect(report.of("records.list")).toMatchObject({
    verdict: "unusable",
    note: expect.stringMatching(reasons[profile] ?? ""),
  });
  expect([report.broken.includes("records.list"), file["records.list"]]).toEqual([true, undefined]);
  const { errors } = await new HandlerStack().up(first);
  expect(Object.keys(errors).filter((name) => name !== "go")).toHaveLength(12);
  expect(registrar.writes().filter((call) => call.includes("records"))).toEqual([]);
});

it.each(working)("%s runs the program with the file that doctor wrote in one round", async (profile) => {
  const { sandbox } = registrar;
  setProfile(profile);
  fillByHand(sandbox);
  for (const [name, content] of [
    ["legacy", "192.0.2.90"],
    ["old", "192.0.2.91"],
  ] as const)
    sandbox.dashboard.addRecord(domain, { type: "A", name, content, ttl: 3600 });
  const foreign = live();
  const { again, file } = await doctorsContract();
  expect([again.code, again.contract, again.broken]).toEqual([0, undefined, []]);
  // Readings alone.
  const keys = new Set(Object.values(file).flatMap((line) => Object.keys(Object(line))));
  expect(["fields", "success", "complete", "container", "paging"]).toEqual(expect.arrayContaining([...keys]));
  const stack = new HandlerStack();
  expect((await stack.up(first, { skipPreview: true })).errors).toEqual({});
  expect(live()).toHaveLength(foreign.length + 15);
  registrar.writes();
  expect((await stack.up(first, { skipPreview: true })).errors).toEqual({});
  expect(await stack.refresh()).toEqual(unchanged);
  expect(registrar.writes()).toEqual([]);
  expect((await stack.up(last, { skipPreview: true })).errors).toEqual({});
  const wanted = live();
  const idOf = (type: string, name: string) =>
    sandbox.records(domain).find((row) => row.type === type && row.name === name)?.id ?? 0;
  sandbox.dashboard.editRecord(domain, idOf("A", "www"), { content: "203.0.113.1" });
  sandbox.dashboard.editRecord(domain, idOf("MX", ""), { priority: 77 });
  sandbox.dashboard.editRecord(domain, idOf("TXT", ""), { ttl: 7200 });
  sandbox.dashboard.editRecord(domain, idOf("SRV", ""), { port: 1 });
  sandbox.dashboard.deleteRecord(domain, idOf("CNAME", "blog"));
  const seen = await stack.refresh();
  expect([Object.keys(seen.drift).sort(), [...seen.gone].sort(), seen.errors]).toEqual([
    ["mail", "sip", "spf", "www"],
    ["blog"],
    {},
  ]);
  expect((await stack.up(last, { skipPreview: true })).errors).toEqual({});
  expect(live()).toEqual(wanted);
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(foreign);
  expect(sandbox.forwards(domain)).toEqual([]);
});
