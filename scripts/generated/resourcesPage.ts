/** Prints the reference page of the resources. */
import type { Resource } from "../../provider/resources/definition.ts";
import { exampleOf, shownExample } from "./examples.ts";
import { inputsOf } from "./pluginSchema.ts";
import { argumentSets, outputsOf, type Property } from "./schema.ts";

export function resourcesPage(resources: Record<string, Resource>): string {
  const parts = Object.entries(resources).map(([handler, resource]) =>
    resourceText(handler, resource, repeated(resources)),
  );
  const rows = Object.values(resources).map(({ type, meaning }) => {
    const { change, rename } = changes[type] ?? missing(type);
    return `| [${type}](#${type.toLowerCase()}) | ${meaning.create} | ${change} | ${rename} | ${meaning.delete} | ${meaning.drift} |`;
  });
  return `<!-- Generated from the resource definitions by \`npm run generate\`. Do not edit. -->

# Resources

What every resource does, takes and gives. [Safety](../background/safety.md) has the rules for all of them. Languages other than TypeScript and JavaScript need the
[plugin](../guides/plugin.md).

- Arguments in **bold** are required.
- A change of an argument updates the resource in place, unless its text says that it replaces the resource.
- **\`domain\`** (\`string\`), which all but \`Contact\` require, is a fully qualified domain name, such as \`example.com\`; it may be internationalised. Another domain replaces a
  record, set, zone or forward, and is refused for all others.
- \`ignoreChecks\` (\`string[]\`) of records, sets, zones and forwards names the [checks](checks.md) to switch off for this resource.

## What each resource does

The same in every language. **Rename** is another name in the program, or another parent, without \`aliases\`. With \`aliases\`, the resource stays what it is, without a call.
**Delete** is a resource that the program no longer declares, or \`pulumi destroy\`: a \`DomainLock\` protects only what it
[depends on](../guides/remove-a-domain.md#what-happens-if-the-domain-is-still-locked). **Drift** is what \`pulumi refresh\` reports and the next \`pulumi up\` repairs.

| resource | create | change | rename | delete | drift |
|---|---|---|---|---|---|
${rows.join("\n")}

${parts.join("\n")}`;
}

const released = "the old resource goes without a call";
const existing = `fails in the preview, because the item exists; with \`adopt\`, takes it over, and ${released}`;
const records = "writes the records that differ, one call each";
const sameRecords = `takes over the records; ${released}`;
const setting = { change: "writes what differs", rename: `reads the domain and writes nothing; ${released}` };
const order = {
  change: "updates in place; orders only what [Money](../background/money.md) says",
  rename: `takes over the domain and orders nothing; ${released}`,
};

/** What a change and a rename do, by type. */
const changes: Record<string, { change: string; rename: string }> = {
  DnsRecord: { change: "updates the record in place; another `type` replaces it", rename: existing },
  DnsRecordSet: { change: `${records}; another \`name\` or \`type\` replaces the set`, rename: sameRecords },
  DnsZone: { change: records, rename: sameRecords },
  UrlForward: { change: "updates the forward in place", rename: existing },
  Contact: { change: "updates the handle in place", rename: `takes over the handle; ${released}` },
  DomainLock: setting,
  Nameservers: setting,
  DomainContacts: setting,
  DomainSettings: setting,
  Dnssec: setting,
  DomainRegistration: order,
  DomainTransfer: order,
};

function missing(type: string): never {
  throw new Error(`the table of resources has no row for ${type}: add it to \`changes\``);
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
