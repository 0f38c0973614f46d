/** Prints the reference page of the resources. */
import type { Resource } from "../../provider/lifecycle/definition.ts";
import { shownExample } from "./examples.ts";
import { type Explained, notExplained } from "./pages.ts";
import { inputsOf } from "./pluginSchema.ts";
import {
  argumentsOf,
  capital,
  kindOf,
  outputsOf,
  outputType,
  plainType,
  propertiesOf,
  type SharedProperty,
  sharedProperties,
} from "./schema.ts";

export function resourcesPage(resources: Record<string, Resource>): string {
  const explained: Explained = new Map();
  const parts = Object.entries(resources).map(([handler, resource]) => resourceText(handler, resource, explained));
  const rows = Object.values(resources).map((resource) => {
    const cells = Object.values(whatHappens(resource)).map(mainRule);
    return `| [${resource.type}](#${resource.type.toLowerCase()}) | ${cells.join(" | ")} |`;
  });
  return `| resource | create | delete | drift |
|---|---|---|---|
${rows.join("\n")}

${parts.join("\n")}`;
}

/** Texts of the table by its columns. */
const whatHappens = ({ meaning: { create, delete: removal, drift } }: Resource) => ({ create, delete: removal, drift });

/** The first sentence. */
const mainRule = (text: string) => text.split(/\. (?=[A-Z])/)[0] ?? "";

/** IDs of imports. Other resources have the ID `example.com/PART`. */
const importForms: Readonly<Record<string, string>> = {
  DnsRecord:
    "`example.com/www/CNAME`. If several records share name and type, add the value (`example.com/@/MX/10 mail.example.net`), " +
    "or use the registrar's ID (`example.com/ID`).",
  DnsRecordSet: "`example.com/www/A`",
  DnsZone: "`example.com` imports all records of the domain.",
  UrlForward: "`example.com/shop/FORWARD`, or the registrar's ID (`example.com/ID`).",
  Contact: "`HANDLE`",
  DomainLock: "`example.com/lock`, while the domain is locked.",
};

/** Arguments that are explained once for all resources. */
const common = ["domain", "skipChecks"];

function resourceText(handler: string, resource: Resource, explained: Explained): string {
  const { type, summary, part } = resource;
  const happens = Object.entries(whatHappens(resource))
    .filter(([, text]) => mainRule(text) !== text)
    .map(([event, text]) => `- **${capital(event)}**: ${capital(text.slice(mainRule(text).length + 2))}.`);
  return `## ${type}

${summary}

${examplesText(handler, resource)}${argumentsText(resource)}${outputsText(resource, explained)}
**Import ID**: ${importForms[type] ?? `\`example.com/${part}\``}
${happens.length === 0 ? "" : `\n**What happens**\n\n${happens.join("\n")}\n`}`;
}

function argumentsText(resource: Resource): string {
  const members = argumentsOf(resource);
  const all = sharedProperties(members).filter(({ name }) => !common.includes(name));
  const isShared = ({ isKind, isSame, isEverywhere }: SharedProperty) => isKind || (isSame && isEverywhere);
  const lines = all.filter(isShared).map(argumentLine);
  const own = all.filter((property) => !isShared(property)).map(({ name }) => name);
  const data = members.flatMap((member) => {
    const properties = propertiesOf(member).filter(({ name }) => own.includes(name));
    const texts = properties.map((each) => `${argumentName(each)}: ${short(each.schema.description)}`);
    if (texts.length < 2) return texts.map((text) => `- ${kindOf(member)} ${text}`);
    return [`- ${kindOf(member)}\n  - ${texts.join("\n  - ")}`];
  });
  const byType = data.length === 0 ? [] : ["", "Data by type; host names are complete:", "", ...data];
  if (lines.length + data.length === 0) return "";
  return `\nArguments:\n\n${[...lines, ...byType].join("\n")}\n`;
}

function outputsText(resource: Resource, explained: Explained): string {
  const outputs = propertiesOf(outputsOf(resource)).map(({ name, schema }) =>
    memberLine(`\`${name}\``, outputType(schema), schema.description),
  );
  const { own, others } = notExplained(outputs, resource.type, explained);
  const lines = [own.join("\n"), ...others.map(([first, names]) => `As in ${first}: ${names}.`)];
  const text = lines.filter((line) => line !== "").join("\n\n");
  return text === "" ? "" : `\nOutputs:\n\n${text}\n`;
}

const argumentName = ({ name, isRequired }: Pick<SharedProperty, "name" | "isRequired">) =>
  isRequired ? `**\`${name}\`**` : `\`${name}\``;

function argumentLine(property: SharedProperty): string {
  const { schemas, kinds, isKind, description } = property;
  if (isKind) return `- ${argumentName(property)}: ${kinds.join(", ")}. A change replaces the record.`;
  return memberLine(
    argumentName(property),
    [...new Set(schemas.map((schema) => plainType(schema)))].join(" | "),
    description,
  );
}

const memberLine = (name: string, type: string, description?: string) =>
  `- ${name}${shortType(type) === "string" ? "" : ` (\`${shortType(type)}\`)`}: ${short(description)}`;

/** The types of the schema, by the names that programs know. */
function shortType(type: string): string {
  const plain = type.replaceAll(/pulumi\.Unwrap<(\w+)>/g, "$1");
  return plain
    .replace(/\(?\w+Record(?: \| \w+Record)+\)?/, "DnsRecordData")
    .replace(/^(?:Record<string, unknown>|\{ .* \})$/, "object")
    .replace(/^"\w+"(?: \| "\w+")+$/, "string");
}

/** Without sentences that the page states once for all arguments, and without the sources, which the schema has. */
const short = (description = "") =>
  description
    .replaceAll(/ Updates in place\.| Default: (?:not changed|none|the registrar's)\.|, in the account's currency/g, "")
    .replace("; a trailing dot is optional and has no meaning", "")
    .replace(/ Used only when .* declare (\w+)\. You can .* at any time\./, " Later: $1.")
    .replace(/ Specification, [^.]*\./, "")
    .replace(/ False to fail if (?:it exists|they differ)\./, "")
    .replace(/(?: |, )(?:RFC (?!3339)\d+(?: section [\d.]+)?(?:, (?=RFC))?)+\.$/, "")
    .trim();

function examplesText(handler: string, resource: Resource): string {
  return `\`\`\`ts\n${shownExample(handler, resource.type, inputsOf(resource)).ts}\`\`\`\n`;
}
