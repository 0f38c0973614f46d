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
export function renderChecksPage(conflictChecks: Readonly<Record<string, string>>): string {
  return [
    "# Checks",
    "",
    "<!-- Generated from provider/dns. Do not edit by hand. -->",
    "",
    "The provider checks every record before it sends anything. A finding is an error; with `*`, it is a warning. Each message ends with",
    "the ID and the source of its check, such as `[cname-apex, RFC 1034 section 3.6.2]`. To switch a check off, name the ID in `ignoreChecks` of the resource, or in",
    "[`registrar:ignoreChecks`](configuration.md#checks-switched-off) for the stack. Types and ranges of arguments are always enforced.",
    "",
    "## One record",
    "",
    ...groups().flatMap(([title, lines]) => [`### ${title}`, "", ...lines, ""]),
    "## All records of a domain",
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
