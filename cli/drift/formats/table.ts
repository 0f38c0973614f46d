/** The report for a terminal. */
import { withCode } from "../../../provider/api/errors.ts";
import { slug } from "../../import/names.ts";
import { shellWord } from "../../output.ts";
import { paragraph, table as tableOf } from "../../table.ts";
import type { Report, Unmanaged } from "../report.ts";
import { counted, oneLine, shown } from "./text.ts";

/** One line that says it all. */
export function headline({ stack, project, resources, drift, errors, unmanaged, waiting }: Report): string {
  const changed = drift.filter(({ kind }) => kind === "changed").length;
  const gone = drift.length - changed;
  const failed = errors.reduce((sum, { resources: names }) => sum + Math.max(1, names.length), 0);
  const parts = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(failed > 0 ? [`${failed} not readable`] : []),
    ...(drift.length === 0 && failed === 0 ? ["no drift"] : []),
    ...(waiting.length > 0 ? [`${waiting.length} waiting`] : []),
    ...(unmanaged.length > 0 ? [`${unmanaged.length} unmanaged`] : []),
  ];
  const where = stack === undefined ? "" : oneLine(`${stack}${project === undefined ? "" : ` of ${project}`}: `);
  return `${where}${counted(resources, "resource")}, ${parts.join(", ")}.`;
}

/**
 * @param width columns of the terminal; `undefined`: lines of any length
 * @param isPlugin the stack's resources are the plugin's, which Pulumi imports in every language
 */
export function table(report: Report, width?: number, isPlugin = false): string {
  const changes = report.drift.flatMap(({ type, name, kind, changes: differing }) => {
    const label = oneLine(`${type} ${name}`);
    if (kind === "gone") return [[label, "(gone)", "", ""]];
    return differing.map(({ path, declared, live, ignored }) => [
      label,
      oneLine(ignored ? `${path} (ignored by up)` : path),
      shown(declared),
      shown(live),
    ]);
  });
  const unmanaged = report.unmanaged.map((item) => [
    item.domain,
    item.kind,
    shown(item.name),
    shown(item.type),
    shown(item.content),
  ]);
  const sections = [
    [paragraph(headline(report), { width })],
    lines(["RESOURCE", "PROPERTY", "DECLARED", "LIVE"], changes, width),
    lines(["UNMANAGED", "KIND", "NAME", "TYPE", "CONTENT"], unmanaged, width),
    takeover(report.unmanaged, isPlugin),
    report.errors
      .map(({ message, code, resources }) => `error: ${concerned(resources)}${withCode(oneLine(message), code)}`)
      .map((text) => paragraph(text, { width, indent: 2 })),
    report.waiting.map((text) => paragraph(`waiting: ${oneLine(text)}`, { width, indent: 2 })),
    report.notes.map((note) => paragraph(`note: ${oneLine(note)}`, { width, indent: 2 })),
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join("\n"))
    .join("\n\n")}\n`;
}

/** Items that one command takes over. */
const maxTargets = 20;

/** What takes over what is in no program. */
function takeover(unmanaged: readonly Unmanaged[], isPlugin: boolean): string[] {
  if (unmanaged.length === 0) return [];
  const targets = unmanaged.slice(0, maxTargets).map(({ kind, domain, name, type, id }) => {
    const key = [domain, name, kind === "forward" ? "FORWARD" : type, id].filter(Boolean).join("/");
    return { key, word: shellWord(oneLine(key)), class: kind === "forward" ? "UrlForward" : "DnsRecord" };
  });
  const rest = unmanaged.length > maxTargets ? ` (the first ${maxTargets}; afterwards, drift shows the others)` : "";
  const heading = `To take them over${rest}, in the project's folder`;
  if (!isPlugin) return [`${heading}:`, `  npx registrar import ${targets.map(({ word }) => word).join(" ")} --into .`];
  return [
    `${heading}; each command prints what to add to the program:`,
    ...targets.map((each) => `  pulumi import registrar:index:${each.class} ${slug(each.key)} ${each.word}`),
  ];
}

/** Whom a failure concerns: the first few by name. */
export function concerned(resources: readonly string[]): string {
  if (resources.length === 0) return "";
  const named = resources.slice(0, 3).map(oneLine).join(", ");
  return resources.length > 3 ? `${named} and ${resources.length - 3} more: ` : `${named}: `;
}

export const unmanagedText = ({ kind, domain, name, type, content }: Unmanaged): string =>
  kind === "forward"
    ? `forward ${name === "@" ? domain : `${name}.${domain}`} -> ${shown(content)}`
    : `${name === "@" ? domain : `${name}.${domain}`} ${type ?? ""} ${shown(content)}`;

function lines(head: string[], rows: string[][], width: number | undefined): string[] {
  return rows.length === 0 ? [] : tableOf([head, ...rows], { width });
}
