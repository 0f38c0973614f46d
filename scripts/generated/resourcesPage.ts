/** Prints the reference page of the resources. */
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { exampleOf, shownExample } from "./examples.ts";
import { inputsOf } from "./pluginSchema.ts";
import { argumentSets, outputsOf, type Property } from "./schema.ts";

export function resourcesPage(resources: Record<string, Resource>): string {
  const parts = Object.entries(resources).map(([handler, resource]) =>
    resourceText(handler, resource, repeated(resources)),
  );
  const rows = Object.values(resources)
    .map(({ type, meaning }) => {
      const { change, rename } = inProgram(type);
      return `| [${type}](#${type.toLowerCase()}) | ${[meaning.create, change, rename, meaning.delete, meaning.drift].join(" | ")} |`;
    })
    .join("\n");
  return `<!-- Generated from the resource definitions by \`npm run generate\`. Do not edit. -->

# Resources

What every resource does, takes and gives, in every language. [Safety](../background/safety.md) has the rules for all of them. Only TypeScript and JavaScript programs
can do without the [plugin](../guides/plugin.md), which the other examples use.

- Arguments in **bold** are required.
- A change of an argument updates the resource in place, unless its text says that it replaces the resource.
- **\`domain\`** (\`string\`), which all but \`Contact\` require, is a fully qualified domain name, such as \`example.com\`; it may be internationalised. Another domain replaces a
  record, set, zone or forward, and is refused for all others.
- \`ignoreChecks\` (\`string[]\`) of records, sets, zones and forwards names the [checks](checks.md) to switch off for this resource.

## What a run does

- **Create** is what the first \`up\` does. A preview reads the registrar, and fails where \`up\` would: [when it looks](configuration.md#when-a-preview-needs-a-token).
- **Rename** is another name for the resource in the program. With the old name in its option \`aliases\`, no call is made; the table says what happens without that.
- **Delete** is to remove the resource from the program, or to run \`pulumi destroy\`. A domain that is locked keeps only what its \`DomainLock\`
  [waits for](../guides/domain-life.md#if-the-domain-is-still-locked).
- **Drift** is what \`pulumi refresh\` reports, and the next \`up\` repairs.

| resource | create | change | rename | delete | drift |
|---|---|---|---|---|---|
${rows}

${parts.join("\n")}`;
}

const items = ["DnsRecord", "UrlForward"];
const zones = ["DnsRecordSet", "DnsZone"];

/** What a run does where the program changes a resource, or its name without an alias. */
function inProgram(type: string): { change: string; rename: string } {
  if (items.includes(type)) {
    return {
      change: `in place${type === "DnsRecord" ? "; another `type` replaces it" : ""}. Fails in the preview if the new value exists already, also where another resource of the program has it so far`,
      rename: "fails in the preview, because it exists already, unless `adopt` is set",
    };
  }
  if (zones.includes(type)) {
    return {
      change: `one write for each record that differs${type === "DnsRecordSet" ? "; another `name` or `type` replaces it" : ""}`,
      rename: "takes the records over, without a write",
    };
  }
  if (type === "Contact") return { change: "in place", rename: "takes the handle over if its fields are equal" };
  return { change: "in place; another `domain` is refused", rename: "changes nothing at the registrar" };
}

/** Arguments that are explained once for all resources. */
const common = ["domain", "ignoreChecks"];

/** Outputs that a resource before has, too: by their lines, the type that explains them. */
function repeated(resources: Record<string, Resource>): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const resource of Object.values(resources)) {
    for (const line of outputLines(resource)) if (!first.has(line)) first.set(line, resource.type);
  }
  return first;
}

const outputLines = (resource: Resource) =>
  outputsOf(resource).map(({ name, type, description }) => memberLine(`\`${name}\``, type, description));

function resourceText(handler: string, resource: Resource, explained: ReadonlyMap<string, string>): string {
  const { type, summary } = resource;
  const sets = argumentSets(resource);
  const names = [...new Set(sets.flatMap(({ properties }) => properties.map(({ name }) => name)))];
  const holders = (name: string) =>
    sets.flatMap(({ properties }) => properties.filter((property) => property.name === name));
  const isShared = (name: string) => {
    const found = holders(name);
    if (found.every(({ literal }) => literal)) return true;
    return found.length === sets.length && new Set(found.map(({ description }) => description)).size === 1;
  };
  const shared = names.filter((name) => isShared(name) && !common.includes(name));
  const members = shared.flatMap((name) => {
    const [first] = holders(name);
    return first === undefined ? [] : [argumentLine(first, [...new Set(holders(name).map(({ type }) => type))])];
  });
  const data = sets.flatMap(({ properties }) => {
    const literal = properties.find(({ literal }) => literal)?.type.replaceAll('"', "") ?? "";
    return properties
      .filter(({ name }) => !isShared(name))
      .map(
        (property) =>
          `| ${literal} | ${argumentName(property)} | ${short(property.description).replaceAll("|", "\\|")} |`,
      );
  });
  const table =
    data.length === 0
      ? ""
      : `\nThe data, by type. Hosts are complete; a dot at their end has no meaning.\n\n| type | argument | meaning |\n|---|---|---|\n${data.join("\n")}\n`;
  const taken = members.length + data.length === 0 ? "" : `\nArguments:\n\n${members.join("\n")}\n${table}`;
  return `## ${type}

${summary}

${examplesText(handler, resource)}${taken}${outputsText(resource, explained)}`;
}

function outputsText(resource: Resource, explained: ReadonlyMap<string, string>): string {
  const lines = outputLines(resource);
  if (lines.length === 0) return "";
  const other = lines.map((line) => explained.get(line)).find((type) => type !== resource.type);
  const shared = lines.filter((line) => explained.get(line) === other);
  if (shared.length < 2) return `\nOutputs:\n\n${lines.join("\n")}\n`;
  const names = shared.flatMap((line) => /^- (`\w+`)/.exec(line)?.[1] ?? []);
  const own = lines.filter((line) => !shared.includes(line));
  return `\nOutputs:\n\n${own.join("\n")}\n\nAs ${other} has them: ${names.join(", ")}.\n`;
}

const argumentName = ({ name, required }: Property) => (required ? `**\`${name}\`**` : `\`${name}\``);

function argumentLine(property: Property, types: readonly string[]): string {
  if (!property.literal) return memberLine(argumentName(property), types.join(" | "), property.description);
  const literals = types.map((type) => type.replaceAll('"', "")).join(", ");
  return `- ${argumentName(property)}: the record type, as a plain literal: ${literals}. A change replaces the record.`;
}

const memberLine = (name: string, type: string, description: string) =>
  `- ${name} (\`${shortType(type)}\`): ${short(description)}`;

/** The types of the schema, by the names that programs know. */
function shortType(type: string): string {
  const plain = type.replaceAll(/pulumi\.Unwrap<(\w+)>/g, "$1");
  return plain
    .replace(/\(?\w+Record(?: \| \w+Record)+\)?/, "ZoneRecord")
    .replace(/^Record<string, unknown>$/, "object");
}

/** What is said once for all arguments is left out. */
const short = (description: string) =>
  description
    .replaceAll(" Updates in place.", "")
    .replace("; a trailing dot is optional and has no meaning", "")
    .replaceAll(/ section (?=\d)/g, " §")
    .trim();

/** TypeScript at once, the other languages folded. */
function examplesText(handler: string, resource: Resource): string {
  const shown = shownExample(exampleOf(handler), resource.type, inputsOf(resource));
  const blocks = shown.map(({ language, code }) => `\`\`\`${language}\n${code}\`\`\`\n`);
  const [first = "", ...others] = blocks;
  const titles = shown.slice(1).map(({ title }) => title);
  return `${first}\n<details>\n<summary>${titles.join(", ")}</summary>\n\n${others.join("\n")}\n</details>\n`;
}
