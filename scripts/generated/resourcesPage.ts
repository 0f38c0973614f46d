/** Prints the reference page of the resources. */
import type { Resource } from "../../provider/resources/definition.ts";
import { argumentSets, outputsOf, type Property } from "./schema.ts";

export function resourcesPage(resources: Record<string, Resource>): string {
  const parts = Object.values(resources).map(resourceText);
  return `<!-- Generated from the resource definitions by \`npm run generate\`. Do not edit. -->

# Resources

For people who write programs: every argument and output of every resource, and what each does on create, drift and delete.

An optional argument that is left out is left alone at the registrar, never reset. Values are compared by what they
mean: case, trailing dots, internationalised and ASCII spelling, IPv6 form and TXT quoting are no drift.

${parts.join("\n")}`;
}

function resourceText(resource: Resource): string {
  const { type, summary, meaning } = resource;
  const sets = argumentSets(resource);
  const names = [...new Set(sets.flatMap(({ properties }) => properties.map(({ name }) => name)))];
  const rows = names.map((name) => {
    const holders = sets.filter(({ properties }) => properties.some((property) => property.name === name));
    const found = holders.flatMap(({ properties }) => properties.filter((property) => property.name === name));
    const needed = found.filter(({ required }) => required).length;
    const types = escaped([...new Set(found.map((property) => property.type))].join(" | ")).replaceAll(
      /pulumi\.Unwrap<(\w+)>/g,
      "$1",
    );
    const of = holders.map(({ properties }) => properties.find(({ literal }) => literal)?.type.replaceAll('"', ""));
    const where = holders.length === sets.length ? "" : ` (${of.join(", ")})`;
    const required = needed === found.length ? "yes" : needed === 0 ? "no" : "for some types";
    const text = describe(found, of);
    return `| \`${name}\`${where} | ${types} | ${required} | ${escaped(text)} |`;
  });
  const outputRows = outputsOf(resource).map(({ name, type: shown, description }) => {
    const text = shown === "Record<string, unknown>" ? "object" : shown.replaceAll("|", "\\|");
    return `| \`${name}\` | ${text} | ${description} |`;
  });
  return `## ${type}

${summary}

| | |
|---|---|
| create | ${meaning.create} |
| drift | ${meaning.drift} |
| delete | ${meaning.delete} |

| argument | type | required | |
|---|---|---|---|
${rows.join("\n")}

| output | type | |
|---|---|---|
${outputRows.join("\n")}
`;
}

const escaped = (text: string) => text.replaceAll(/(?<!\\)\|/g, "\\|");

/** What an argument means; where that depends on the type, for each type. */
function describe(found: readonly Property[], of: readonly (string | undefined)[]): string {
  if (found.every(({ literal }) => literal))
    return "The record type, as a plain literal. A change replaces the record.";
  const byText = new Map<string, (string | undefined)[]>();
  found.forEach(({ description }, place) => {
    byText.set(description, [...(byText.get(description) ?? []), of[place]]);
  });
  if (byText.size === 1) return found[0]?.description ?? "";
  return [...byText].map(([text, types]) => `**${types.join(", ")}**: ${text}`).join(" ");
}
