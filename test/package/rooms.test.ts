import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

/** Which rooms a room may import from; its own files always. docs/design.md, "The house". */
const arrows: Record<string, string[]> = {
  "provider/dns": [],
  "provider/api": ["provider/dns"],
  "provider/resources": ["provider/api", "provider/dns"],
  "provider/lookups": ["provider/api", "provider/dns"],
  "provider/pulumi": ["provider/lookups", "provider/resources", "provider/api", "provider/dns"],
  // The entries of the package.
  provider: ["provider/pulumi", "provider/lookups", "provider/resources"],
  cli: [
    "provider",
    "provider/pulumi",
    "provider/resources",
    "provider/lookups",
    "provider/api",
    "provider/dns",
    "testing/sandbox",
    "testing/engine",
    "testing",
  ],
  "testing/files": [],
  "testing/sandbox": ["provider/api", "testing/files"],
  "testing/engine": ["testing/files"],
  testing: ["testing/sandbox", "testing/engine"],
};

const rooms = Object.keys(arrows).sort((a, b) => b.length - a.length);
const roomOf = (file: string) => rooms.find((room) => file.startsWith(`${room}/`));

interface Import {
  from: string;
  to: string;
  specifier: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName: specifier }) => {
    const to = specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : specifier;
    return { from: file, to, specifier };
  });
}

const files = ["provider", "cli", "testing"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file)),
);
const imports = files.flatMap(importsOf);

it("looks at every room", () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(new Set(files.map(roomOf))).not.toContain(undefined);
});

it("arrows between rooms go one way", () => {
  const wrong = imports.filter(({ from, to, specifier }) => {
    if (!specifier.startsWith(".") || to === "package.json") return false;
    const [here, there] = [roomOf(from), roomOf(to)];
    return here !== there && !(here !== undefined && there !== undefined && arrows[here]?.includes(there));
  });
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it("the sandbox shares only the operation table and its shapes with the provider", () => {
  const shared = imports.filter(({ from, to }) => roomOf(from) === "testing/sandbox" && to.startsWith("provider/"));
  expect(new Set(shared.map(({ to }) => to))).toEqual(new Set(["provider/api/endpoints.ts", "provider/api/shapes.ts"]));
});

it("dns is pure: no I/O", () => {
  const outside = imports.filter(
    ({ from, specifier }) => roomOf(from) === "provider/dns" && !specifier.startsWith("."),
  );
  const allowed = ["zod", "node:net", "node:module", "node:util", "tr46"];
  expect(
    outside
      .filter(({ specifier }) => !allowed.includes(specifier))
      .map(({ from, specifier }) => `${from} -> ${specifier}`),
  ).toEqual([]);
});

it("only the pulumi room knows Pulumi", () => {
  const knowing = imports.filter(({ specifier }) => specifier.startsWith("@pulumi/"));
  expect(new Set(knowing.map(({ from }) => roomOf(from)))).toEqual(new Set(["provider/pulumi"]));
});
