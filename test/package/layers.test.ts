import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

/** Which folders a folder may import from; its own files always. docs/maintainers/design.md, "Layout". */
const lifecycle = [
  ...["provider/lifecycle/orders", "provider/lifecycle/records", "provider/lifecycle/rows", "provider/lifecycle"],
  ...["provider/api", "provider/dns"],
];
const belowFronts = ["provider/imports", "provider/resources", ...lifecycle];
const arrows: Record<string, string[]> = {
  "provider/dns": [],
  "provider/api": ["provider/dns"],
  "provider/lifecycle": ["provider/api", "provider/dns"],
  "provider/lifecycle/rows": ["provider/lifecycle", "provider/api", "provider/dns"],
  "provider/lifecycle/records": ["provider/lifecycle/rows", "provider/lifecycle", "provider/api", "provider/dns"],
  "provider/lifecycle/orders": ["provider/lifecycle", "provider/api", "provider/dns"],
  "provider/resources": lifecycle,
  "provider/imports": ["provider/resources", ...lifecycle],
  "provider/lookups": ["provider/api", "provider/dns"],
  "provider/fronts/shared": belowFronts,
  "provider/fronts/dynamic": ["provider/fronts/shared", "provider/lookups", ...belowFronts],
  "provider/fronts/plugin": ["provider/fronts/shared", "provider/lookups", ...belowFronts],
  "provider/components": ["provider/fronts/dynamic", "provider/fronts/shared", "provider/dns"],
  // The entries of the package.
  provider: ["provider/components", "provider/fronts/dynamic", "provider/lookups", ...belowFronts],
  cli: [
    ...["provider", "provider/fronts/shared", "provider/lookups", ...belowFronts],
    ...["testing/sandbox", "testing/engine", "testing/shared", "testing"],
  ],
  "testing/shared": [],
  "testing/sandbox": ["provider/api", "provider/dns", "testing/shared"],
  "testing/engine": ["testing/shared"],
  testing: ["testing/sandbox", "testing/engine", "testing/shared"],
};

const layers = Object.keys(arrows).sort((a, b) => b.length - a.length);
const layerOf = (file: string) => layers.find((layer) => file.startsWith(`${layer}/`));

interface Import {
  from: string;
  to: string;
  specifier: string;
}

const files = ["provider", "cli", "testing"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
    .map((file) => join(folder, file)),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
/** Type-only imports are among them. */
const imports = [...texts].flatMap(([file, text]): Import[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName: specifier }) => {
    const to = specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : specifier;
    return { from: file, to, specifier };
  }),
);

it("looks at every folder", () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(new Set(files.map(layerOf))).not.toContain(undefined);
});

it("arrows between folders go one way", () => {
  const wrong = imports.filter(({ from, to, specifier }) => {
    if (!specifier.startsWith(".") || to === "package.json") return false;
    const [here, there] = [layerOf(from), layerOf(to)];
    return here !== there && !(here !== undefined && there !== undefined && arrows[here]?.includes(there));
  });
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it("the sandbox shares only the table of endpoints, its shapes and the record types with the provider", () => {
  const shared = imports.filter(({ from, to }) => layerOf(from) === "testing/sandbox" && to.startsWith("provider/"));
  expect(new Set(shared.map(({ to }) => to))).toEqual(
    new Set(["provider/api/endpoints/table.ts", "provider/api/endpoints/shapes.ts", "provider/dns/registry.ts"]),
  );
});

it("dns is pure: no I/O", () => {
  const allowed = ["zod", "node:crypto", "node:net", "node:module", "node:util", "tr46", "fastest-levenshtein"];
  const taken = imports.filter(({ from }) => layerOf(from) === "provider/dns").map(({ specifier }) => specifier);
  expect(taken.filter((each) => !each.startsWith(".") && !allowed.includes(each))).toEqual([]);
});

it("only provider/fronts, provider/components and the types of the small engine know the SDK of Pulumi", () => {
  const knowing = imports.filter(({ specifier }) => specifier.startsWith("@pulumi/"));
  expect(new Set(knowing.map(({ from }) => layerOf(from)))).toEqual(
    new Set(["provider/components", "provider/fronts/dynamic", "provider/fronts/plugin", "testing/engine"]),
  );
  const below = ["provider/lookups", ...belowFronts];
  const named = [...texts].filter(([file, text]) => below.includes(layerOf(file) ?? "") && /PULUMI_/.test(text));
  // All runs of a user share a folder of Pulumi's.
  expect(named.map(([file]) => file)).toEqual(["provider/lifecycle/ledger.ts"]);
});
