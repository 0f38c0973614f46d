/** The file of a `doctor` run makes nothing worse, whatever the format, however few rows a zone has, and whatever the file had before. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, parseContract, recordRows } from "../../provider/api/index.ts";
import { isOpaque, printData } from "../../provider/dns/index.ts";
import { dialectNames } from "../../testing/sandbox/index.ts";
import * as fc from "../support/fastCheck.ts";
import { newFolder } from "../support/folder.ts";
import { ownFormats, profileOf } from "../support/formats.ts";
import { withRegistrar } from "../support/registrar.ts";
import { isSoak, runs } from "../support/soak.ts";
import { examine } from "./run.ts";

const registrar = withRegistrar();
const domain = "example.com";
const formats = [...dialectNames.flatMap((name) => [name, `${name}-rows`]), ...Object.keys(ownFormats)];

/** Records, as the sandbox holds them and as `lineOf` prints them. */
const records = {
  "@ A": [{ type: "A", name: "", content: "192.0.2.1" }, "@ A 192.0.2.1"],
  "www A": [{ type: "A", name: "www", content: "192.0.2.2" }, "www A 192.0.2.2"],
  MX: [{ type: "MX", name: "", content: "mail.example.net", priority: 10 }, "@ MX 10 mail.example.net."],
  SPF: [{ type: "TXT", name: "", content: "v=spf1 -all" }, '@ TXT "v=spf1 -all"'],
  CNAME: [{ type: "CNAME", name: "shop", content: "shops.example.net" }, "shop CNAME shops.example.net."],
  NS: [{ type: "NS", name: "lab", content: "ns1.example.net" }, "lab NS ns1.example.net."],
  AAAA: [{ type: "AAAA", name: "www", content: "2001:db8::1" }, "www AAAA 2001:db8::1"],
} as const;
type Key = keyof typeof records;
const keys = Object.keys(records).filter((key): key is Key => key in records);

/** The records that the package reads. A priority that it doesn't read is left out. @param contract `undefined`: without a file */
async function readUnder(contract: unknown): Promise<string[]> {
  const { url, token } = registrar.sandbox;
  const api = createClient({ baseUrl: url, token, contract: parseContract(contract ?? {}, "contract.json") });
  const listing = await api.records.list({ domain }).catch(() => undefined);
  const rows = listing === undefined ? [] : recordRows(listing, domain).rows;
  return rows.flatMap((row) => (isOpaque(row) ? [] : `${row.name} ${row.data.type} ${printData(row.data)}`));
}
const withoutPriority = (line: string) => line.replace(/ MX (?:\d+ )?/, " MX ");

/** Lines of a person, none of which makes a list of a zone unreadable: names and words of fields that no record here has. */
const personal = [
  { "records.list": { fields: { comment: "remark" } } },
  { "records.list": { fields: { SRV: { weight: "heft" }, MX: { comment: "remark" } } } },
  { "records.list": { values: { type: { PTR: "pointer" } } } },
  { records: { fields: { comment: "remark", SRV: { port: "gate" } } } },
  { "records.list": { paging: null } },
  { "records.list": { complete: true } },
  { "records.update": null },
  { "records.create": { fields: { type: "kind" }, txt: "quoted" } },
  { "forwards.list": null },
  { "forwards.list": { fields: { type: "kind" } } },
  { forwards: { fields: { type: "kind" } } },
  { contacts: { fields: { zip: "postcode" } } },
  { "domains.renew": null, "tlds.pricing": { ignore: ["tax"] } },
  { serviceNameservers: ["ns1.atom.com", "ns2.atom.com"] },
] as const;
type Lines = (typeof personal)[number];

async function expectNoWorse(format: string, zone: readonly Key[], had: readonly Lines[]): Promise<void> {
  const { sandbox } = registrar;
  sandbox.reset();
  sandbox.setProfile(profileOf(format));
  for (const key of zone) sandbox.dashboard.addRecord(domain, { ttl: 3600, ...records[key][0] });
  sandbox.dashboard.addForward(domain, { source: "go", destination: "https://x.example/" });
  const [old, file] = [join(newFolder(), "old.json"), join(newFolder(), "contract.json")];
  const existing = Object.assign({}, ...had);
  writeFileSync(old, JSON.stringify(existing));
  process.env["REGISTRAR_CONTRACT_FILE"] = old;
  const report = await examine(domain, "--write-contract", file);
  delete process.env["REGISTRAR_CONTRACT_FILE"];
  const contract = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  // No line is lost, and what the file says doesn't exist isn't proposed.
  expect(contract ?? existing).toMatchObject(existing);
  const { verdict, line } = report.of("records.list");
  expect(line === undefined).toBe(verdict !== "corrected");
  if (line === undefined) return;
  const [before, now] = [await readUnder(existing), await readUnder(contract)];
  const live = [...zone.map((key) => records[key][1]), "@ NS ns1.atom.com.", "@ NS ns2.atom.com."];
  // Each row is read as it is, and none is lost.
  expect(now.filter((each) => !live.map(withoutPriority).includes(withoutPriority(each)))).toEqual([]);
  expect(before.map(withoutPriority).filter((each) => !now.map(withoutPriority).includes(each))).toEqual([]);
  expect(now.map(withoutPriority).sort()).toEqual(live.map(withoutPriority).sort());
  // With the file, nothing is left to correct.
  process.env["REGISTRAR_CONTRACT_FILE"] = file;
  const again = await examine(domain);
  delete process.env["REGISTRAR_CONTRACT_FILE"];
  expect([again.of("records.list").verdict, again.contract]).toEqual(["works", undefined]);
}

const sparse: [title: string, zone: Key[]][] = [
  ["one A", ["@ A"]],
  ["an MX", ["MX"]],
  ["MX, SPF and a CNAME", ["MX", "SPF", "CNAME"]],
  ["no record", []],
];
/** In `npm test`, each format has one of these zones, and any zone by chance. */
const tried = sparse.map(([title, zone], n) => {
  return { title, zone, some: formats.filter((_, at) => isSoak || at % sparse.length === n) };
});
it.each(tried)("no file of doctor misreads a zone of $title", async ({ zone, some }) => {
  for (const format of some) {
    try {
      await expectNoWorse(format, zone, []);
    } catch (error) {
      throw new Error(`${format}: ${error instanceof Error ? error.message : error}`);
    }
  }
});

it("no file of doctor misreads any zone in any format, loses a line of the file in use, or proposes what it says doesn't exist", async () => {
  const zones = fc.uniqueArray(fc.constantFrom(...keys));
  const existing = fc.uniqueArray(fc.constantFrom(...personal), { maxLength: 4 });
  await fc.assert(fc.asyncProperty(fc.constantFrom(...formats), zones, existing, expectNoWorse), {
    numRuns: runs(20, 2000),
  });
});
