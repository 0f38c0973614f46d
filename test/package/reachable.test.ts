/** Every operation of the table can be reached from a program, and the lists that say so are true. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endpointNames } from "../../provider/api/endpoints/table.ts";
import { hasSource } from "../../provider/api/index.ts";
import { functions } from "../../provider/lookups/index.ts";
import { resources } from "../../provider/resources/index.ts";

const root = join(__dirname, "..", "..");

/** Operations that the code of these folders calls by their methods. */
function calledIn(...folders: string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, "provider", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(root, "provider", folder, file)),
  );
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  // `api.records.create(`, or `records.create(` with `const { records } = api`.
  const names = endpointNames.filter((name) => new RegExp(`\\b${name.replace(".", "\\s*\\.\\s*")}[(,]`).test(text));
  return names.sort();
}

const ofResources = [...new Set(Object.values(resources).flatMap(({ endpoints }) => endpoints))].sort();
const ofLookups = [...new Set(Object.values(functions).flatMap(({ endpoints = [] }) => endpoints))].sort();

it("every operation of the table is reachable from a resource or a lookup", () => {
  const reachable = new Set([...ofResources, ...ofLookups]);
  // An operation with a better source is called only if the contract names it.
  expect(endpointNames.filter((name) => !reachable.has(name) && !hasSource(name))).toEqual([]);
});

it("every write is reachable from a resource: lookups only read", () => {
  const reads = /\.(list|get|check|pricing|search|appraise)$/;
  expect(ofLookups.filter((name) => !reads.test(name))).toEqual([]);
  expect(endpointNames.filter((name) => !reads.test(name) && !ofResources.includes(name))).toEqual([]);
});

it("what the resources say they call is what their code calls", () => {
  expect(ofResources).toEqual(calledIn("lifecycle", "resources"));
});
