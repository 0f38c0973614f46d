/** The report for a terminal, as Markdown, and as annotations of GitHub Actions. */
import { withCode } from "../../provider/api/errors.ts";
import { groupBy } from "../../provider/dns/index.ts";
import { hostOf } from "../import/candidates.ts";
import { slug } from "../import/names.ts";
import { counted, oneLine, reportWidth, shellWord } from "../output.ts";
import { paragraph, table as tableOf } from "../table.ts";
import type { Report, Unmanaged } from "./report.ts";

const longest = 120;

/** A value as it is printed: strings as they are, other values as JSON, `-` for no value. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return "-";
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "-");
  if (text === "") return '""';
  return oneLine(text.length > longest ? `${text.slice(0, longest)}...` : text);
}

/** A property that differs. A row that is gone has no property. */
interface Change {
  type: string;
  name: string;
  property?: string;
  mark?: string;
  values: string[];
}

const changesOf = ({ drift }: Report): Change[] =>
  drift.flatMap(({ type, name, kind, changes }): Change[] => {
    const resource = { type, name: oneLine(name) };
    if (kind === "gone") return [{ ...resource, values: [] }];
    return changes.map(({ path, declared, live, ignored }) => ({
      ...resource,
      property: oneLine(path),
      ...(ignored && { mark: " (ignored by up)" }),
      values: [shown(declared), shown(live)],
    }));
  });

const unmanagedRows = ({ unmanaged }: Report) =>
  unmanaged.map(({ domain, kind, name, type, content }) => [domain, kind, name, type, content].map(shown));

const listsOf = ({ errors, waiting, notes }: Report) => [
  { title: "Could not be compared", word: "error", items: errors.map(failureText) },
  { title: "Waiting for approval", word: "waiting", items: waiting },
  { title: "Notes", word: "note", items: notes },
];

/** The message, with the names of the first resources concerned. */
function failureText({ message, code, resources }: Report["errors"][number]): string {
  const named = resources.slice(0, 3).map(oneLine).join(", ");
  const more = resources.length > 3 ? ` and ${resources.length - 3} more` : "";
  return `${named}${more}${named === "" ? "" : ": "}${withCode(message, code)}`;
}

export function headline({ stack, project, resources, drift, errors, unmanaged, waiting }: Report): string {
  const changed = drift.filter(({ kind }) => kind === "changed").length;
  const failed = errors.reduce((sum, { resources: names }) => sum + Math.max(1, names.length), 0);
  const count = (number: number, what: string) => (number > 0 ? [`${number} ${what}`] : []);
  const parts = [
    ...count(changed, "changed"),
    ...count(drift.length - changed, "gone"),
    ...count(failed, "not readable"),
    ...(drift.length + failed === 0 ? ["no drift"] : []),
    ...count(waiting.length, "waiting"),
    ...count(unmanaged.length, "unmanaged"),
  ];
  const where = stack === undefined ? "" : oneLine(`${stack}${project === undefined ? "" : ` of ${project}`}: `);
  return `${where}${counted(resources, "resource")}, ${parts.join(", ")}.`;
}

/** @param isPlugin the stack's resources are the plugin's, which Pulumi imports in every language */
export function table(report: Report, isPlugin: boolean): string {
  const changes = changesOf(report).map(({ type, name, property = "(gone)", mark = "", values }) => [
    `${type} ${name}`,
    `${property}${mark}`,
    ...values,
  ]);
  const lines = (head: string[], rows: string[][]) => (rows.length === 0 ? [] : tableOf([head, ...rows]));
  const [errors = [], waiting = [], notes = []] = listsOf(report).map(({ word, items }) =>
    items.map((item) => paragraph(`${word}: ${oneLine(item)}`, 2)),
  );
  const findings = [
    lines(["RESOURCE", "PROPERTY", "DECLARED", "LIVE"], changes),
    remedyLines(report),
    lines(["UNMANAGED", "KIND", "NAME", "TYPE", "CONTENT"], unmanagedRows(report)),
    takeover(report.unmanaged, isPlugin),
    errors,
    waiting,
  ].filter((section) => section.length > 0);
  const head = [paragraph(headline(report))];
  // Without a finding, the report is as short as it can be.
  const sections = findings.length === 0 ? [[...head, ...notes]] : [head, ...findings, notes];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join("\n"))
    .join("\n\n")}\n`;
}

/** Resources or rows that the commands below a table name. */
const maxTargets = 20;
const limited = ({ length }: readonly unknown[]) =>
  length > maxTargets ? ` (the first ${maxTargets}; afterwards, drift shows the others)` : "";

/** Says for each resource what to type. Commands are to be copied, so each is at the end of a line of its own. */
function remedyLines({ drift }: Report): string[] {
  if (drift.length === 0) return [];
  const shownOnes = drift.slice(0, maxTargets);
  const edits = drift.every(({ repair }) => repair.startsWith("pulumi up ")) ? "" : ", after the edits";
  return [
    paragraph(`To repair or keep it${limited(drift)}. Without --target, \`pulumi up --refresh\` repairs all${edits}:`),
    ...shownOnes.flatMap(({ type, name, kind, repair, keep }) => [
      oneLine(`  ${type} ${name}  ${kind}`),
      ...steps("repair: ", repair),
      ...steps("keep:   ", keep),
    ]),
  ];
}

/** A remedy as lines: the edit, and the command after it. A command that is wider than the terminal goes on after a backslash. */
const steps = (title: string, remedy: string) =>
  remedy.split(/(?<=; then) (?=pulumi up )/).flatMap((part, at) => {
    const width = reportWidth();
    const line = `    ${at === 0 ? title : " ".repeat(title.length)}${oneLine(part)}`;
    if (width === undefined || line.length <= width) return line;
    return part.startsWith("pulumi up ")
      ? line.replace(/ (?=--target )/, ` \\\n${" ".repeat(14)}`).split("\n")
      : paragraph(line, 12).split("\n");
  });

/** The commands that import unmanaged rows: several records of a name and type as a set. */
function takeover(unmanaged: readonly Unmanaged[], isPlugin: boolean): string[] {
  if (unmanaged.length === 0) return [];
  const all = unmanaged.map(({ kind, domain, name, type, id, inSet }) => {
    const isForward = kind === "forward";
    const key = [domain, name, isForward ? "FORWARD" : type, !inSet && id].filter(Boolean).join("/");
    const single = isForward ? "UrlForward" : "DnsRecord";
    return { key, word: shellWord(oneLine(key)), class: inSet ? "DnsRecordSet" : single };
  });
  const once = [...groupBy(all, ({ key }) => key).values()].flatMap((same) => same.slice(0, 1));
  const targets = once.slice(0, maxTargets);
  const heading = `To manage them${limited(once)}, in the project's folder`;
  if (!isPlugin)
    return [`${heading}:`, `  npx pulumi-registrar import ${targets.map(({ word }) => word).join(" ")} --into .`];
  return [
    `${heading}; each command prints what to add to the program:`,
    ...targets.map((each) => `  pulumi import registrar:index:${each.class} ${slug(each.key)} ${each.word}`),
  ];
}

/** A job summary holds 1 MiB. Further rows are only counted. */
const maxRows = 2000;

/** GitHub-flavoured Markdown: for a job summary, a comment, an issue. */
export function markdown(report: Report): string {
  const changes = changesOf(report).map(({ type, name, property, mark = "", values: [declared, live] }) => [
    `${type} ${code(name)}`,
    property === undefined ? "gone" : `${code(property)}${mark}`,
    code(declared),
    code(live),
  ]);
  const unmanaged = unmanagedRows(report).map((cells) => cells.map(code));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const tableLines = (head: string[], rows: string[][]) => {
    const more = rows.length > maxRows ? ["", `... and ${rows.length - maxRows} more`] : [];
    const all = [head, head.map(() => "---"), ...rows.slice(0, maxRows)].map(line);
    return rows.length === 0 ? [] : [...all, ...more];
  };
  const sections = {
    "Differs from the program": tableLines(["Resource", "Property", "Declared", "Live"], changes),
    "To repair or keep it": report.drift.slice(0, maxTargets).map(remedyItem),
    Unmanaged: tableLines(["Domain", "Kind", "Name", "Type", "Content"], unmanaged),
    ...Object.fromEntries(
      listsOf(report).map(({ title, items }) => [title, items.map((item) => `- ${escaped(oneLine(item))}`)]),
    ),
  };
  const parts = Object.entries(sections)
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [`### ${title}`, "", ...lines].join("\n"));
  return `${["## Drift of registrar resources", escaped(headline(report)), ...parts].join("\n\n")}\n`;
}

const remedyItem = ({ type, name, repair, keep }: Report["drift"][number]) =>
  `- ${type} ${code(oneLine(name))}: to repair it, ${code(oneLine(repair))}; to keep it, ${code(oneLine(keep))}`;

/** A code span in a table's cell: nothing in it is Markdown, whatever it holds. */
function code(text = ""): string {
  if (text === "") return "";
  const longestRun = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = "`".repeat(longestRun + 1);
  const space = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${fence}${space}${text.replaceAll("|", "\\|")}${space}${fence}`;
}

/** Prose from elsewhere: no markup, no mentions, no links of its own. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>|~#@]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** GitHub shows ten annotations of a kind for each step. */
const maxAnnotations = 10;

/** Workflow commands, and the headline. */
export function annotations(report: Report): string {
  const changed = report.drift.map((resource) => {
    const rows = changesOf({ ...report, drift: [resource] });
    const text = rows.map(({ property, values }) =>
      property ? `${property}: ${values.join(" -> ")}` : "the row is gone",
    );
    return { title: `Drift: ${resource.type} ${resource.name}`, message: text.join("\n") };
  });
  const [failed = [], waiting = []] = listsOf(report).map(({ title, items }) =>
    items.map((message) => ({ title, message })),
  );
  const unmanaged = report.unmanaged.map(({ kind, domain, name, type = "", content }) => {
    const host = hostOf(name, domain);
    const message = kind === "forward" ? `forward ${host} -> ${shown(content)}` : `${host} ${type} ${shown(content)}`;
    return { title: "Unmanaged", message };
  });
  return [
    ...commands("error", failed),
    ...commands("warning", changed),
    ...commands("notice", [...unmanaged, ...waiting]),
    headline(report),
    "",
  ].join("\n");
}

function commands(level: string, all: readonly { title: string; message: string }[]): string[] {
  const rest = all.length > maxAnnotations ? all.slice(maxAnnotations - 1) : [];
  const first = all.slice(0, all.length - rest.length);
  if (rest.length > 0) first.push({ title: `${rest.length} more`, message: "The job summary lists all of them." });
  return first.map(({ title, message }) => `::${level} title=${property(title)}::${data(message)}`);
}

/** Encoded, so that no value ends the command or begins another. */
const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
