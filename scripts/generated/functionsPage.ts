/** Prints the list of lookups on their reference page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { helpers, isHelper } from "../../provider/lookups/helpers.ts";
import { isLookup, type LookupName, rowOf } from "../../provider/lookups/rows.ts";

const schemaFile = join(__dirname, "..", "..", "provider", "fronts", "plugin", "schema.generated.json");

/** API calls of the lookups that make more than one. */
const calls: Partial<Record<LookupName, string>> = {
  checkAvailability: "one for each name, and one more for each that is taken",
  getDnsRecords: "the pages of the zone",
  getDomains: "the pages of the list",
};

interface Spec {
  inputs: { properties: Record<string, unknown>; required?: string[] };
}

const textOf = (name: LookupName) => `${rowOf(name).summary}${calls[name] ? ` Calls: ${calls[name]}.` : ""}`;

export function functionsList(): string {
  const { functions }: { functions: Record<string, Spec> } = JSON.parse(readFileSync(schemaFile, "utf8"));
  const lines = Object.entries(functions).flatMap(([token, { inputs }]) => {
    const name = token.replace("registrar:index:", "");
    if (!isLookup(name) && !isHelper(name)) return [];
    const args = Object.keys(inputs.properties).map((arg) => `${arg}${inputs.required?.includes(arg) ? "" : "?"}`);
    return [`- \`${name}({ ${args.join(", ")} })\`: ${isHelper(name) ? helpers[name].summary : textOf(name)}`];
  });
  return lines.join("\n");
}
