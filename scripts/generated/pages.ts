/** The generated parts of the reference pages, each from the definitions that the package itself uses. */

import type { Argument, Command } from "commander";
import { exitCodes } from "../../cli/exitCode.ts";
import { type Endpoint, type Evidence, endpoints } from "../../provider/api/endpoints/table.ts";
import type { CheckInfo } from "../../provider/dns/checks/record.ts";
import { checks } from "../../provider/dns/checks/zone.ts";
import { groupBy } from "../../provider/dns/index.ts";
import { recordTypeNames } from "../../provider/dns/registry.ts";
import type { Resource } from "../../provider/lifecycle/definition.ts";
import type { FunctionName } from "../../provider/lookups/index.ts";
import { resources } from "../../provider/resources/index.ts";
import { decisionIn, orderCases } from "../../test/lifecycle/orderCases.ts";
import { functionSchemas } from "./lookupSchema.ts";
import { capital, membersOf, propertiesOf } from "./schema.ts";

const firstType = /\b[A-Z]{2,5}\b/;

/**
 * A line for each check, with its types. Checks that differ only in their type share a line; for a check of zones, that is the first type
 * in its description. Warnings have a star. The source is in the message.
 */
function checkLines(infos: readonly CheckInfo[]): { types: string; line: string }[] {
  const ofZone = ({ types }: CheckInfo) => types === "zone";
  const formOf = (info: CheckInfo) => (ofZone(info) ? info.description.replace(firstType, "TYPE") : info.description);
  const typesOf = (info: CheckInfo) => (info.types === "zone" ? (firstType.exec(info.description) ?? []) : info.types);
  return [...groupBy(infos, formOf)].map(([form, same]) => {
    const types = same.flatMap((info) => [...typesOf(info)]);
    const names = same.map(({ id }) => `\`${id}\``).join(", ");
    const star = same[0]?.set === "strict" ? "" : "*";
    const title = types.length === recordTypeNames.length ? "All types" : types.join(", ");
    return { types: title, line: `- ${names}${star}: ${form.replace("TYPE", types.join(", "))}` };
  });
}

const completeOnly = " In complete zones only.";
const isForComplete = ({ description }: CheckInfo) => description.endsWith(completeOnly);
const ofZones = checks().filter(({ types }) => types === "zone");
const ofRecords = groupBy(checkLines(checks().filter(({ types }) => types !== "zone")), ({ types }) => types);

/**
 * The page `docs/reference/checks.md`, in Markdown: every check.
 * @param conflictChecks descriptions by ID of the checks between the resources of a program
 */
export function checksPage(conflictChecks: Readonly<Record<string, string>>): string {
  const linesOf = (lines: readonly { line: string }[]) => lines.map(({ line }) => `${line}\n`).join("");
  const single = Object.values(resources).flatMap(({ type, part }: Resource) => (part ? [`\`${type}\``] : []));
  const ofProgram = Object.entries(conflictChecks).map(([id, text]) => ({ line: `- \`${id}\`: ${text}` }));
  const ofComplete = checkLines(ofZones.filter(isForComplete));
  return `## One record

${[...ofRecords].map(([title, same]) => `### ${title}\n\n${linesOf(same)}\n`).join("")}## All records of a domain

These compare the records of a resource with each other. A new or changed record is also compared with live records that
the resource doesn't declare (except by \`ttl-mixed\`): such a finding warns, and names the live record.

${linesOf(checkLines(ofZones.filter((info) => !isForComplete(info))))}
## Complete zones

Only \`DnsZone\` in the mode \`authoritative\` and \`pulumi-registrar zone check\` know all records.

${linesOf(ofComplete).replaceAll(completeOnly, "")}
## All resources of a program

The second of two conflicting declarations fails, and names the first.

${linesOf(ofProgram).replace(/:$/m, `: ${single.join(", ")}.`)}`;
}

/** The page `docs/reference/command-line.md`, in Markdown. */
export function commandLinePage(program: Command): string {
  const explained: Explained = new Map();
  const sections = leaves(program).flatMap(({ command, path }) => section(command, path, explained));
  const codes = Object.values(exitCodes).map(({ code, meaning }) => `- ${code}: ${meaning}`);
  return [...sections, "## Exit codes", "", ...codes, ""].join("\n");
}

const leaves = (command: Command, path: readonly string[] = []): { command: Command; path: string }[] =>
  command.commands.length === 0
    ? [{ command, path: path.join(" ") }]
    : command.commands.flatMap((inner) => leaves(inner, [...path, inner.name()]));

/** By a line of a page, the section that has it. */
export type Explained = Map<string, string>;

/** The lines that no section has yet, and the names in the other lines, by the section that has these. */
export function notExplained(lines: readonly string[], section: string, explained: Explained) {
  const own = lines.filter((line) => !explained.has(line));
  const known = lines.filter((line) => explained.has(line));
  for (const line of own) explained.set(line, section);
  const others = groupBy(known, (line) => explained.get(line) ?? section);
  const nameIn = (line: string) => line.slice(2, /: | \(/.exec(line)?.index);
  return { own, others: [...others].map(([first, same]) => [first, same.map(nameIn).join(", ")] as const) };
}

function section(command: Command, path: string, explained: Explained): string[] {
  const help = command.createHelp();
  const lines = [
    ...command.registeredArguments.map((argument) => [argumentForm(argument), help.argumentDescription(argument)]),
    ...command.options.filter(({ hidden }) => !hidden).map((option) => [option.flags, help.optionDescription(option)]),
  ].map(([form, description]) => `- \`${form}\`: ${description}`);
  const { own, others } = notExplained(lines, path, explained);
  const named = others.map(([first, forms]) => `- ${forms}: as for [${first}](#${first.replaceAll(" ", "-")})`);
  const description = command.description().replace(/ It never writes(?: to the registrar)?\./, "");
  return [`## ${path}`, "", description, "", ...own, ...named, ""];
}

function argumentForm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** API calls of the lookups that make more than one. */
const calls: Partial<Record<FunctionName, string>> = {
  checkAvailability: "one for each name, and one more for each that is taken",
  getDnsRecords: "the pages of the zone",
  getDomains: "the pages of the list",
};

export const functionsList = (): string =>
  functionSchemas()
    .map(({ name, summary, args, root }) => {
      const [object = {}] = membersOf(args, root);
      const names = propertiesOf(object).map((argument) => `${argument.name}${argument.isRequired ? "" : "?"}`);
      return `- \`${name}({ ${names.join(", ")} })\`: ${summary}${calls[name] ? ` Calls: ${calls[name]}.` : ""}`;
    })
    .join("\n");

const decisions: Readonly<Record<ReturnType<typeof decisionIn>["action"], string>> = {
  order: "orders it",
  nothing: "orders nothing",
  adopt: "adopts what the account shows, and orders nothing",
  look: "reads the account, then decides",
  verify: "stops until you have verified the order in the dashboard",
  refuse: "stops, and says why",
  "mark as left": "sets `leftAccount`, says so once, and orders nothing",
};

/** The page `docs/maintainers/orders.md`, in Markdown. */
export function ordersPage(): string {
  const sections = (["registration", "renewal", "transfer"] as const).map((kind) => {
    const cases = orderCases(kind).map(({ when, situation }) => ({ when, action: decisionIn(situation).action }));
    const lines = Object.entries(decisions).flatMap(([outcome, said]) => {
      const found = cases.flatMap(({ when, action }) => (action === outcome ? [`- ${when}\n`] : []));
      return found.length === 0 ? [] : [`A run **${said}** if:\n\n${found.join("")}`];
    });
    return `## ${capital(kind)}\n\n${lines.join("\n")}`;
  });
  return sections.join("\n");
}

const headings: readonly (readonly [Evidence, string])[] = [
  ["spec shows it", "Shown in the specification (`spec`)"],
  ["spec names it", "Only named in the specification"],
  ["ref shows it", "Shown on public pages of a live service (`ref`)"],
  ["ref names it", "Only named on those pages"],
  ["assumed", "Assumed, in the usual form"],
];

function sourceLine([name, { method, path, evidence, assumed, fallback }]: [string, Endpoint]): string {
  const parts = evidence === "assumed" ? [] : assumed;
  const guessed =
    parts.length === 0 ? "" : `; ${parts.length > 3 ? "all" : parts.join(", ").replace("answer", "response")} assumed`;
  const instead = fallback.replace("the registrar's dashboard", "the dashboard");
  return `- \`${name}\`: \`${method} ${path}\`${guessed}.${instead === "the dashboard" ? "" : ` Instead: ${instead}.`}`;
}

export function verifiedPage(): string {
  const rows: [string, Endpoint][] = Object.entries(endpoints);
  const groups = headings.map(([evidence, heading]) => {
    const lines = rows.filter(([, row]) => row.evidence === evidence).map(sourceLine);
    return `## ${heading}\n\n${lines.join("\n")}\n`;
  });
  return groups.join("\n");
}
