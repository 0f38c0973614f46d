/** Prints the reference page of the resources. */
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { exampleOf, shownExample } from "./examples.ts";
import { inputsOf } from "./pluginSchema.ts";
import { argumentSets, outputsOf, type Property } from "./schema.ts";

export function resourcesPage(resources: Record<string, Resource>): string {
  const explained = repeated(resources);
  const parts = Object.entries(resources).map(([handler, resource]) => resourceText(handler, resource, explained));
  const rows = Object.values(resources).map((resource) => {
    const cells = Object.values(whatHappens(resource)).map(mainRule);
    return `| [${resource.type}](#${resource.type.toLowerCase()}) | ${cells.join(" | ")} |`;
  });
  return `<!-- Generated from the resource definitions by \`npm run generate\`. Do not edit. -->

# Resources

Arguments, outputs, import IDs and behaviour of every resource, in every language. [Safety and money](../background/safety.md) has the rules for all.

- Arguments in **bold** are required. Types other than \`string\` are shown. A change updates the resource in place, unless the argument says otherwise.
- **\`domain\`** is required by all resources but \`Contact\`: a name such as \`example.com\`; it may be internationalised. Another domain replaces a record, set, zone or forward, and is an error for all others.
- \`ignoreChecks\` (\`string[]\`) of records, sets, zones and forwards names [checks](checks.md) to switch off.
- Examples in Python, YAML and Go use the [plugin](../guides/plugin.md). Those in Go go into the function of \`pulumi.Run\`.

## Import

Import commands need the plugin. For programs with the TypeScript classes, [\`pulumi-registrar import\`](command-line.md#import) writes the program and an import file. An import never writes to the registrar. If several rows have the ID, the error lists the IDs to use. Never import one row under two names: removing either deletes the row.

## What a run does

The table has the main rules. The section of each resource adds details.

- **Create**: the first \`up\`. A preview [looks at the registrar](configuration.md#when-a-preview-needs-a-token), and fails where \`up\` would.
- **Rename**: another name in the program, without \`aliases\`. With the old name in \`aliases\`, no call is made.
- **Delete**: \`pulumi destroy\`, or an \`up\` after you removed the resource. A locked domain keeps only what its \`DomainLock\` [depends on](../guides/domain-life.md#if-the-domain-is-still-locked).
- **Drift**: the differences that \`pulumi refresh\` reports and the next \`up\` repairs.

| resource | create | change | rename | delete | drift |
|---|---|---|---|---|---|
${rows.join("\n")}

${parts.join("\n")}`;
}

interface WhatHappens {
  create: string;
  change: string;
  rename: string;
  delete: string;
  drift: string;
}

function whatHappens({ type, meaning }: Resource): WhatHappens {
  const { create, delete: removal, drift } = meaning;
  return { create, ...changes(type), delete: removal, drift };
}

/** The first sentence. */
const mainRule = (text: string) => text.split(/\. (?=[A-Z])/)[0] ?? "";

/** Effects of a change in the program, and of another name without an alias. */
function changes(type: string): { change: string; rename: string } {
  switch (type) {
    case "DnsRecord":
    case "UrlForward": {
      const replaces = type === "DnsRecord" ? "; another `type` replaces it" : "";
      return {
        change: `in place${replaces}. Fails in the preview if the new row exists, even if another resource of the program still has it`,
        rename: "fails in the preview without `adopt`",
      };
    }
    case "DnsRecordSet":
      return {
        change: "one write for each record that differs; another `name` or `type` replaces it",
        rename: "adopts the records",
      };
    case "DnsZone":
      return { change: "one write for each record that differs", rename: "adopts the records" };
    case "Contact":
      return { change: "in place", rename: "adopts the handle if its fields are equal" };
    default:
      return { change: "in place", rename: "makes no change" };
  }
}

/** The ID in the import command, and further forms of it. */
function importText(type: string, part: string | undefined): string {
  const command = (name: string, id: string) => `\`pulumi import registrar:index:${type} ${name} ${id}\``;
  switch (type) {
    case "DnsRecord":
      return `${command("www", "example.com/www/CNAME")}. If several records share name and type, add the value (\`example.com/@/MX/10 mail.example.net\`), or use the registrar's ID (\`example.com/ID\`).`;
    case "DnsRecordSet":
      return `${command("www", "example.com/www/A")}`;
    case "DnsZone":
      return `${command("zone", "example.com")} imports all records of the domain.`;
    case "UrlForward":
      return `${command("shop", "example.com/shop/FORWARD")}, or the registrar's ID (\`example.com/ID\`).`;
    case "Contact":
      return `${command("owner", "HANDLE")}`;
    default:
      return `${command(part ?? "", `example.com/${part}`)}${type === "DomainLock" ? ", while the domain is locked." : ""}`;
  }
}

/** Arguments that are explained once for all resources. */
const common = ["domain", "ignoreChecks"];

/** By its line, the first resource that has an output. */
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
  const { type, summary, part } = resource;
  const happens = Object.entries(whatHappens(resource))
    .filter(([, text]) => mainRule(text) !== text)
    .map(([event, text]) => `- **${capital(event)}**: ${capital(text.slice(mainRule(text).length + 2))}.`);
  return `## ${type}

${summary}

${examplesText(handler, resource)}${argumentsText(resource)}${outputsText(resource, explained)}
### Import

${importText(type, part)}

### What happens

${happens.length === 0 ? "See the [table](#what-a-run-does)." : happens.join("\n")}
`;
}

function argumentsText(resource: Resource): string {
  const sets = argumentSets(resource);
  const names = [...new Set(sets.flatMap(({ properties }) => properties.map(({ name }) => name)))];
  const holders = (name: string) =>
    sets.flatMap(({ properties }) => properties.filter((property) => property.name === name));
  const isShared = (name: string) => {
    const found = holders(name);
    if (found.every(({ literal }) => literal)) return true;
    return found.length === sets.length && new Set(found.map(({ description }) => description)).size === 1;
  };
  const members = names
    .filter((name) => isShared(name) && !common.includes(name))
    .flatMap((name) => {
      const [first] = holders(name);
      return first === undefined ? [] : [argumentLine(first, [...new Set(holders(name).map(({ type }) => type))])];
    });
  const data = sets.flatMap(({ properties }) => {
    const literal = properties.find(({ literal }) => literal)?.type.replaceAll('"', "") ?? "";
    const own = properties
      .filter(({ name }) => !isShared(name))
      .map((property) => `${argumentName(property)}: ${short(property.description)}`);
    return own.length === 0
      ? []
      : [own.length === 1 ? `- ${literal} ${own[0]}` : `- ${literal}\n  - ${own.join("\n  - ")}`];
  });
  const byType = data.length === 0 ? [] : ["", "Data by type; host names are complete:", "", ...data];
  if (members.length + data.length === 0) return "";
  return `\nArguments:\n\n${[...members, ...byType].join("\n")}\n`;
}

function outputsText(resource: Resource, explained: ReadonlyMap<string, string>): string {
  const lines = outputLines(resource);
  if (lines.length === 0) return "";
  const other = lines.map((line) => explained.get(line)).find((type) => type !== resource.type);
  const shared = lines.filter((line) => explained.get(line) === other);
  if (other === undefined) return `\nOutputs:\n\n${lines.join("\n")}\n`;
  const names = shared.flatMap((line) => /^- (`\w+`)/.exec(line)?.[1] ?? []);
  const own = lines.filter((line) => !shared.includes(line));
  const line = `As in ${other}: ${names.join(", ")}.`;
  return `\nOutputs:\n\n${own.length === 0 ? line : `${own.join("\n")}\n\n${line}`}\n`;
}

const argumentName = ({ name, required }: Property) => (required ? `**\`${name}\`**` : `\`${name}\``);

function argumentLine(property: Property, types: readonly string[]): string {
  if (!property.literal) return memberLine(argumentName(property), types.join(" | "), property.description);
  const literals = types.map((type) => type.replaceAll('"', "")).join(", ");
  return `- ${argumentName(property)}: ${literals}. A change replaces the record.`;
}

const memberLine = (name: string, type: string, description: string) =>
  `- ${name}${shortType(type) === "string" ? "" : ` (\`${shortType(type)}\`)`}: ${short(description)}`;

/** The types of the schema, by the names that programs know. */
function shortType(type: string): string {
  const plain = type.replaceAll(/pulumi\.Unwrap<(\w+)>/g, "$1");
  return plain
    .replace(/\(?\w+Record(?: \| \w+Record)+\)?/, "ZoneRecord")
    .replace(/^(?:Record<string, unknown>|\{ .* \})$/, "object")
    .replace(/^"\w+"(?: \| "\w+")+$/, "string");
}

/** Without the sentence that the page states once for all arguments. */
const short = (description: string) =>
  description
    .replaceAll(" Updates in place.", "")
    .replace("; a trailing dot is optional and has no meaning", "")
    .replaceAll(/ section (?=\d)/g, " §")
    .trim();

/** TypeScript in view, the other languages folded. */
function examplesText(handler: string, resource: Resource): string {
  const shown = shownExample(exampleOf(handler), resource.type, inputsOf(resource));
  const blocks = shown.map(
    ({ language, code }) => `\`\`\`${language}\n${language === "go" ? goBody(code) : code}\`\`\`\n`,
  );
  const [first = "", ...others] = blocks;
  const titles = shown.slice(1).map(({ title }) => title);
  return `${first}\n<details>\n<summary>${titles.join(", ")}</summary>\n\n${others.join("\n")}\n</details>\n`;
}

/** The lines of a program in Go that declare the resource. */
function goBody(code: string): string {
  const [, body = ""] = /pulumi\.Run\(.*\n([\s\S]*)\t\treturn err\n/.exec(code) ?? [];
  return body.replaceAll(/^\t\t/gm, "");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
