/** Prints the reference page of the resources. */
import type { Resource } from "../../provider/resources/definition.ts";
import { exampleOf, shownExample } from "./examples.ts";
import { inputsOf } from "./pluginSchema.ts";
import { argumentSets, outputsOf, type Property } from "./schema.ts";

export function resourcesPage(resources: Record<string, Resource>): string {
  const parts = Object.entries(resources).map(([handler, resource]) => resourceText(handler, resource));
  const contents = Object.values(resources)
    .map(({ type, summary }) => `- [${type}](#${type.toLowerCase()}): ${summary}`)
    .join("\n");
  const deletions = Object.values(resources)
    .map(({ type, meaning }) => `| [${type}](#${type.toLowerCase()}) | ${meaning.delete} |`)
    .join("\n");
  return `<!-- Generated from the resource definitions by \`npm run generate\`. Do not edit. -->

# Resources

For people who write programs: every argument and output of every resource, and what each does on create, drift and delete.

${contents}

The examples in other languages than TypeScript use the [plugin](../guides/plugin.md).

Each section begins with a table of three rows: what the resource does when it is created, what counts as drift, and what happens when
it is deleted. The tables of its arguments and outputs follow. "Updates in place" means that a change of the argument does not replace
the resource.

These rules apply to all resources:

- **Optional arguments.** An optional argument that you leave out is left alone at the registrar, never reset.
- **Meaning.** Values are compared by what they mean. Case, trailing dots, internationalised and ASCII spelling, IPv6 form, TXT quoting
  and the order of lists are not drift. The spelling in your program stays in the state.
- **Existing items.** Nothing that the program does not own is overwritten. If the item to create already exists, \`up\` fails and names the
  ways out: \`adopt: true\` takes over the item, and \`aliases\` is for a resource that you only renamed in the program.
- **Deleted items.** An item counts as gone only if it is missing from a [list that was read completely](../background/lists.md). A failed read is
  an error, never a missing record.
- **Lost responses.** If the response to a create is lost, the provider looks for the item before it sends anything again.
- **Checks.** Invalid input fails in the preview, and the error names the property and the remedy. Records are also
  [checked](checks.md) as a zone: a CNAME beside other records, two SPF policies, and so on.

## What deleting does

What happens when you remove a resource from the program, or run \`pulumi destroy\`:

| resource | deleting it |
|---|---|
${deletions}

${parts.join("\n")}`;
}

function resourceText(handler: string, resource: Resource): string {
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

${examplesText(handler, resource)}
| argument | type | required | |
|---|---|---|---|
${rows.join("\n")}

| output | type | |
|---|---|---|
${outputRows.join("\n")}
`;
}

/** TypeScript at once, the other languages folded. */
function examplesText(handler: string, resource: Resource): string {
  const shown = shownExample(exampleOf(handler), resource.type, inputsOf(resource), "pulumi-registrar");
  const blocks = shown.map(({ language, code }) => `\`\`\`${language}\n${code}\`\`\`\n`);
  const [first = "", ...others] = blocks;
  const titles = shown.slice(1).map(({ title }) => title);
  return `${first}\n<details>\n<summary>${titles.join(", ")}</summary>\n\n${others.join("\n")}\n</details>\n`;
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
