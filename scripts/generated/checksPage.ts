import type { CheckInfo } from "../../provider/dns/checks/record.ts";
import { checks } from "../../provider/dns/checks/zone.ts";
import { recordTypeNames } from "../../provider/dns/registry.ts";

interface Line {
  ids: string[];
  /** Of one record: its types. Of zones: the first type in the description. */
  types: readonly string[];
  set: CheckInfo["set"];
  /** With `TYPE` in place of the first type. */
  form: string;
}

const firstType = /\b[A-Z]{2,5}\b/;

/** Checks that differ only in their type share a line. */
function linesOf(infos: readonly CheckInfo[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { id, types: given, set, description } of infos) {
    const types = given === "zone" ? (firstType.exec(description) ?? []) : given;
    const form = given === "zone" ? description.replace(firstType, "TYPE") : description;
    const known = lines.get(form) ?? { ids: [], types: [], set, form };
    lines.set(form, { ...known, ids: [...known.ids, id], types: [...known.types, ...types] });
  }
  return [...lines.values()];
}

/** Warnings have a star. The source is in the message. */
const shown = ({ ids, types, set, form }: Line) => {
  const names = ids.map((id) => `\`${id}\``).join(", ");
  return `- ${names}${set === "strict" ? "" : "*"}: ${form.replace("TYPE", types.join(", "))}`;
};

const completeOnly = " In complete zones only.";
const isForComplete = ({ description }: CheckInfo) => description.endsWith(completeOnly);
const ofZones = checks.filter(({ types }) => types === "zone");

/** Checks of one record, by the types that they are for. */
function groups(): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const line of linesOf(checks.filter(({ types }) => types !== "zone"))) {
    const title = line.types.length === recordTypeNames.length ? "All types" : line.types.join(", ");
    found.set(title, [...(found.get(title) ?? []), shown(line)]);
  }
  return [...found];
}

/**
 * The page `docs/reference/checks.md`, in Markdown: every check.
 * @param conflictChecks descriptions by ID of the checks between the resources of a program
 */
export function checksPage(conflictChecks: Readonly<Record<string, string>>): string {
  return [
    "## One record",
    "",
    ...groups().flatMap(([title, lines]) => [`### ${title}`, "", ...lines, ""]),
    "## All records of a domain",
    "",
    "These compare the records of a resource with each other. A new or changed record is also compared with live records that",
    "the resource doesn't declare (except by `ttl-mixed`): such a finding warns, and names the live record.",
    "",
    ...linesOf(ofZones.filter((info) => !isForComplete(info))).map(shown),
    "",
    "## Complete zones",
    "",
    "Only `DnsZone` in the mode `authoritative` and `pulumi-registrar zone check` know all records.",
    "",
    ...linesOf(ofZones.filter(isForComplete)).map((line) => shown(line).replace(completeOnly, "")),
    "",
    "## All resources of a program",
    "",
    "The second of two conflicting declarations fails, and names the first.",
    "",
    ...Object.entries(conflictChecks).map(([id, description]) => `- \`${id}\`: ${description}`),
    "",
  ].join("\n");
}
