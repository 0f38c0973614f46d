import type { CheckInfo } from "../../provider/dns/checks/check.ts";
import { checks } from "../../provider/dns/checks/zone.ts";
import { recordTypeNames } from "../../provider/dns/registry.ts";

/** Warnings have a star. The source is in the message. */
const line = ({ id, set, description }: CheckInfo) => `- \`${id}\`${set === "strict" ? "" : "*"}: ${description}`;

const completeOnly = " In complete zones only.";
const isForComplete = ({ description }: CheckInfo) => description.endsWith(completeOnly);
const ofZones = checks.filter(({ types }) => types === "zone");

/** Checks of one record, by the types that they are for. */
function groups(): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const info of checks) {
    if (info.types === "zone") continue;
    const title = info.types.length === recordTypeNames.length ? "All types" : info.types.join(", ");
    found.set(title, [...(found.get(title) ?? []), line(info)]);
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
    ...ofZones.filter((info) => !isForComplete(info)).map(line),
    "",
    "## Complete zones",
    "",
    "Only `DnsZone` in the mode `authoritative` and `pulumi-registrar zone check` know all records.",
    "",
    ...ofZones.filter(isForComplete).map((info) => line(info).replace(completeOnly, "")),
    "",
    "## All resources of a program",
    "",
    "The second of two conflicting declarations fails, and names the first.",
    "",
    ...Object.entries(conflictChecks).map(([id, description]) => `- \`${id}\`: ${description}`),
    "",
  ].join("\n");
}
