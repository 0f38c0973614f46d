import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { fingerprint, slug, uniqueNames } from "../../cli/import/names.ts";
import { printCall, printYaml } from "../../cli/import/print.ts";
import { type PlannedResource, writeProgram } from "../../cli/import/program.ts";
import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";

const root = join(__dirname, "..", "..");

/** Arguments at every width around the limit, in every place a text can stand. */
const edges: PlannedResource[] = ["content", "comment", "value", "tag", "name", "ttl"].flatMap((key) =>
  Array.from({ length: 90 }, (_, width) => ({
    name: `edge-${key}-${width}`,
    class: "DnsRecord",
    args: { domain: "example.com", [key]: "x".repeat(width + 40), ttl: 300 },
    group: `${key} ${Math.floor(width / 30)}`,
    ...(width % 10 === 0 && { comment: "on its own" }),
  })),
);

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

it("means what it was given, whatever stands in it", async () => {
  const constants = { domain: "example.com" };
  await fc.assert(
    fc.asyncProperty(fc.string(), args, async (name, given) => {
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
    { numRuns: runs(100) },
  );
});

it("means the same as YAML, where a dollar is no value of another resource", async () => {
  const yaml: { load(text: string): unknown } = createRequire(require.resolve("@pulumi/pulumi"))("js-yaml");
  const nasty = [
    "a: b",
    "end:",
    "yes",
    "No",
    "null",
    "0x10",
    "1e3",
    "- a",
    "# a",
    "a #b",
    "~",
    "",
    " a",
    "*x",
    "&x",
    "!x",
    "%x",
    "2001-01-01",
  ];
  const dollars = fc.string({ unit: fc.constantFrom("$", "{", "}", "a", ".", " "), maxLength: 24 });
  const given = fc.oneof(
    args,
    fc.dictionary(fc.oneof(fc.constantFrom(...nasty), dollars), fc.oneof(fc.constantFrom(...nasty), dollars)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("r", ...nasty), given, async (name, properties) => {
      const printed = printYaml({ [name]: { properties } }, "  ");
      // As the YAML host reads texts, from left to right.
      const read = JSON.stringify(yaml.load(`resources:\n${printed}`)).replace(/\$\$|\$\{/g, (found) =>
        found === "$$" ? "$" : "<an expression>",
      );
      expect(JSON.parse(read)).toEqual({
        resources: { [name]: { properties: JSON.parse(JSON.stringify(properties)) } },
      });
    }),
    { numRuns: runs(300) },
  );
});

it("a formatter finds nothing to change", () => {
  const folder = mkdtempSync(join(tmpdir(), "registrar-test-"));
  try {
    const random = fc.sample(args, { numRuns: runs(150), seed: 7 });
    const files = writeProgram(
      {
        project: "printed",
        description: 'All that can be printed, "quoted"',
        domains: [
          { domain: "example.com", resources: edges, remarks: ["A remark."] },
          {
            domain: "example.org",
            resources: random.map((each, index) => ({ name: `r${index}`, class: "DnsZone", args: each })),
          },
          {
            domain: "example.net",
            resources: [
              "DnsRecord",
              "DnsZone",
              "DomainContacts",
              "DomainLock",
              "DomainSettings",
              "Nameservers",
            ].flatMap((name) => [name, `${name}AndMore`].map((each) => ({ name: each, class: each, args: {} }))),
          },
          { domain: "bare.example", resources: [] },
        ],
      },
      "^0.1.0",
    );
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
    const style = [
      "--indent-style=space",
      "--line-width=120",
      "--colors=off",
      "--max-diagnostics=3",
      "--files-max-size=20000000",
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, [biome, "format", ...style, "."], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toMatch(/Checked 7 files/);
    expect(status === 0 ? "" : `${stdout}${stderr}`).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("names are unique, readable, and the same each time", () => {
  expect(slug("*.Dev_x.example.com")).toBe("wildcard-dev-x-example-com");
  const items = ["a-b", "a-b", "c"].map((name, index) => ({ name, fingerprint: fingerprint(index) }));
  const named = uniqueNames(items).map(({ name }) => name);
  expect(named).toEqual([expect.stringMatching(/^a-b-[0-9a-f]{8}$/), expect.stringMatching(/^a-b-[0-9a-f]{8}$/), "c"]);
  expect(new Set(named).size).toBe(3);
  expect(uniqueNames([...items].reverse()).map(({ name }) => name)).toEqual([...named].reverse());
});
