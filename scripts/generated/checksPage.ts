import type { CheckInfo } from "../../provider/dns/checks/check.ts";
import { checks } from "../../provider/dns/checks/zone.ts";
import { recordTypeNames } from "../../provider/dns/registry.ts";

function cell(text: string): string {
  return text.replace(/\|/g, "\\|").replace(/\n/g, " ");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [row(head), `|${head.map(() => " --- ").join("|")}|`, ...rows.map(row)];
}

function typesOf({ types }: CheckInfo): string {
  return types.length === recordTypeNames.length ? "all" : [...types].join(", ");
}

/**
 * The page `docs/reference/checks.md`, in Markdown: every check.
 * @param conflictChecks descriptions by ID of the checks between the resources of a program
 */
export function renderChecksPage(conflictChecks: Readonly<Record<string, string>>): string {
  const source = ({ reference }: CheckInfo) => reference.replaceAll(/ section (?=\d)/g, " §");
  const ofRecords = checks.filter(({ types }) => types !== "zone");
  const ofZones = checks.filter(({ types }) => types === "zone");
  /** Warnings are the exception that is marked. */
  const id = ({ id, set }: CheckInfo) => `\`${id}\`${set === "strict" ? "" : "*"}`;
  return [
    "# Checks",
    "",
    "<!-- Generated from provider/dns. Do not edit by hand. -->",
    "",
    "The package checks every record before it sends anything. A finding of the set `strict` is an error: the registrar would refuse the",
    "record, or the record would not do what it says. A finding of the set `best-practice`, marked `*` below, is a warning. Each finding names",
    "its check by id. To switch a check off, put the id into `ignoreChecks` of the resource, or into",
    "[`registrar:ignoreChecks`](configuration.md#checks-switched-off) for the whole stack.",
    "",
    "Types and ranges of arguments are not checks: they are always enforced, and unknown arguments are refused by name.",
    "",
    "## One record",
    "",
    ...table(
      ["id", "types", "rule", "source"],
      ofRecords.map((info) => [id(info), typesOf(info), info.description, source(info)]),
    ),
    "",
    "## All records of a domain",
    "",
    ...table(
      ["id", "rule", "source"],
      ofZones.map((info) => [id(info), info.description, source(info)]),
    ),
    "",
    "## All resources of a program",
    "",
    "All of these are `strict`. The second of two declarations that conflict fails, and names the first.",
    "",
    ...table(
      ["id", "rule"],
      Object.entries(conflictChecks).map(([id, description]) => [`\`${id}\``, description]),
    ),
    "",
  ].join("\n");
}
