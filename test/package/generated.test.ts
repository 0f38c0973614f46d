import { readFileSync } from "node:fs";
import { join } from "node:path";
import { recordTypeNames } from "../../provider/dns/index.ts";
import { helpers } from "../../provider/lookups/helpers.ts";
import { lookupRows } from "../../provider/lookups/rows.ts";
import { generatedFiles } from "../../scripts/generated.ts";

const root = join(__dirname, "..", "..");

it.each(Object.entries(generatedFiles()))("%s is what `npm run generate` writes", (path, text) => {
  expect(readFileSync(join(root, path), "utf8")).toBe(text);
});

it("the plugin's functions are the lookups, a zone takes every record type, and a description of some types names them", () => {
  const schema = JSON.parse(readFileSync(join(root, "provider/fronts/plugin/schema.generated.json"), "utf8"));
  const functions = Object.keys(schema.functions).map((token) => token.replace("registrar:index:", ""));
  expect(functions.sort()).toEqual([...Object.keys(lookupRows), ...Object.keys(helpers)].sort());
  const classes = readFileSync(join(root, "provider/fronts/dynamic/classes.generated.ts"), "utf8");
  const [, union = ""] = /^export type DnsRecordData = (.*);$/m.exec(classes) ?? [];
  expect(union.split(" | ")).toEqual(recordTypeNames.map((type) => `${type}Record`));
  const [, hover = ""] =
    /^export class DnsRecord<[\s\S]*?\/\*\* (.*) \*\/\n {2}declare readonly content:/m.exec(classes) ?? [];
  for (const text of [hover, schema.resources["registrar:index:DnsRecord"].properties.content.description]) {
    expect(text).toMatch(/^A: IPv4 .* AAAA: IPv6 .* MX: .* TXT: /);
  }
});
