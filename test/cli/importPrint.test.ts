import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { fingerprint, slug, uniqueNames } from "../../cli/import/names.ts";
import { printCall, printYaml } from "../../cli/import/print.ts";
import { holds } from "../dns/arbitraries.ts";
import * as fc from "../support/fastCheck.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(..."ünïcödé 日本語 한국 🙂 a-z"), maxLength: 150 }),
  fc.string({ unit: fc.constantFrom('"', "'", "\\", "\n", "\u2028", "\ufeff", "ü", "x") }),
);
const key = fc.constantFrom("content", "comment", "value", "ttl", "www A", "_dmarc TXT", "target", "x");
const leaf = fc.oneof(text, fc.integer(), fc.boolean());
const record = fc.dictionary(key, leaf, { maxKeys: 5 });
const args = fc.dictionary(
  key,
  fc.oneof(
    leaf,
    fc.array(text, { maxLength: 5 }),
    fc.array(record, { maxLength: 4 }),
    record,
    fc.dictionary(key, record),
  ),
  { maxKeys: 6 },
);

it("a printed call makes the arguments that it was printed from", () => {
  const constants = { domain: "example.com" };
  holds(
    fc.property(fc.string(), args, (name, given) => {
      const seen: unknown[] = [];
      class Seen {
        constructor(...all: unknown[]) {
          seen.push(...all);
        }
      }
      const source = printCall("Seen", name, { domain: "example.com", ...given }, constants);
      runInNewContext(source, { Seen, ...constants });
      expect(JSON.parse(JSON.stringify(seen))).toEqual([name, JSON.parse(JSON.stringify({ ...constants, ...given }))]);
    }),
    100,
  );
});

it("printed YAML means the same, and a dollar isn't an expression", () => {
  const yaml: { load(text: string): unknown } = createRequire(require.resolve("@pulumi/pulumi"))("js-yaml");
  const nasty = "a: b,end:,yes,No,null,0x10,1e3,- a,# a,a #b,~,*x,&x,!x,%x,2001-01-01".split(",").concat("", " a");
  const dollars = fc.string({ unit: fc.constantFrom("$", "{", "}", "a", ".", " "), maxLength: 24 });
  const given = fc.oneof(
    args,
    fc.dictionary(fc.oneof(fc.constantFrom(...nasty), dollars), fc.oneof(fc.constantFrom(...nasty), dollars)),
  );
  holds(
    fc.property(fc.constantFrom("r", ...nasty), given, (name, properties) => {
      const printed = printYaml({ [name]: { properties } }, "  ");
      // As the YAML host reads texts, from left to right.
      const read = JSON.stringify(yaml.load(`resources:\n${printed}`)).replace(/\$\$|\$\{/g, (found) =>
        found === "$$" ? "$" : "<an expression>",
      );
      expect(JSON.parse(read)).toEqual({
        resources: { [name]: { properties: JSON.parse(JSON.stringify(properties)) } },
      });
    }),
    300,
  );
});

it("names are unique, readable, and the same each time", () => {
  expect(slug("*.Dev_x.example.com")).toBe("wildcard-dev-x-example-com");
  const items = ["a-b", "a-b", "c"].map((name, index) => ({ name, fingerprint: fingerprint(index) }));
  const named = uniqueNames(items).map(({ name }) => name);
  expect(named).toEqual([expect.stringMatching(/^a-b-[0-9a-f]{8}$/), expect.stringMatching(/^a-b-[0-9a-f]{8}$/), "c"]);
  expect(new Set(named).size).toBe(3);
  expect(uniqueNames([...items].reverse()).map(({ name }) => name)).toEqual([...named].reverse());
});
