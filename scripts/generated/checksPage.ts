import type { CheckInfo } from "../../provider/dns/checks/check.ts";
import { recordTypeNames } from "../../provider/dns/registry.ts";
import { checks } from "../../provider/dns/zone.ts";

/** A rule of another tool that has no counterpart here. */
interface LeftOut {
  tool: string;
  rule: string;
  why: string;
}

/** The rules of octoDNS and DNSControl for these types that were looked at and not taken. */
const leftOut: readonly LeftOut[] = [
  { tool: "octoDNS", rule: "name-rfc: `@` is refused", why: "Here `@` is how the apex is written." },
  {
    tool: "octoDNS",
    rule: "ttl-rfc: a TTL is required",
    why: "Without a TTL, the registrar chooses one. The range is in the schema.",
  },
  {
    tool: "octoDNS",
    rule: "target-value-best-practice, mx-, srv-value-best-practice, DNSControl checkTarget: targets end in a dot",
    why: "Targets are always complete here, so the dot has no effect; `target-complete` refuses the one ambiguous form.",
  },
  {
    tool: "octoDNS",
    rule: "chunked-value-rfc: `;` must be escaped, and text is ASCII",
    why: "This is octoDNS's own notation. Here, text is taken literally, in UTF-8; `txt-escaped-semicolon` warns about that notation.",
  },
  {
    tool: "octoDNS",
    rule: "caa-value-best-practice, caa-best-practices: `issue` needs `issuewild` beside it",
    why: "According to RFC 8659 section 4.3, `issue` then also applies to wildcards; most correct zones would get a warning.",
  },
  {
    tool: "octoDNS",
    rule: "caa-best-practices with `presence: required`",
    why: "Off by default in octoDNS as well; a zone without CAA records is a valid choice.",
  },
  {
    tool: "octoDNS",
    rule: "mail: at least two MX records",
    why: "One MX name usually stands for many servers, and the rule's exceptions are a list of providers that becomes outdated.",
  },
  {
    tool: "octoDNS",
    rule: "mail: a domain with SPF needs MX records",
    why: "A domain may send mail without receiving any.",
  },
  {
    tool: "octoDNS",
    rule: "SpfDnsLookupProcessor: follows included policies",
    why: "Checks make no DNS lookups. `spf-lookups` counts the terms that the policy itself names.",
  },
  { tool: "octoDNS", rule: "healthcheck, geo, dynamic", why: "Features that the registrar does not have." },
  {
    tool: "octoDNS",
    rule: "spf-record-type, alias-root, dname-coexistence, the ALIAS part of cname-coexistence, and rules of other types",
    why: "The registrar has none of these record types.",
  },
  {
    tool: "octoDNS",
    rule: "ip-value-rfc, mx-value, srv-value, caa-value: missing or wrong-typed values",
    why: "The schema of the arguments reports this, with the range.",
  },
  {
    tool: "DNSControl",
    rule: "a label ends with a dot",
    why: "A trailing dot makes a name fully qualified here; `name-outside-domain` checks it.",
  },
  {
    tool: "DNSControl",
    rule: "CAA tags outside the registry are errors",
    why: "`caa-tag-known` only warns, because the registry grows.",
  },
  {
    tool: "DNSControl",
    rule: "PtrNameMagic: addresses as names of PTR records",
    why: "Names are written literally; reverse zones are rare at a registrar.",
  },
  { tool: "DNSControl", rule: "`sql-` labels may hold underscores", why: "A custom of the tool's authors." },
  {
    tool: "DNSControl",
    rule: "SPF flattening, import transforms, R53 weights, AutoDNSSEC, capabilities",
    why: "Features of that tool or of other providers.",
  },
  {
    tool: "DNSControl",
    rule: "provider audits (rejectif): TXT with backslashes, quotes, semicolons, empty strings; MX or SRV null targets; CAA with blanks",
    why: "They list what individual providers cannot store. This registrar's limits are not published; if it refuses a record, its error says so.",
  },
];

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
  return types === "zone" ? "zone" : types.length === recordTypeNames.length ? "all" : types.join(", ");
}

/**
 * The page `docs/reference/checks.md`, in Markdown: every check, and the rules of other tools that were left out with the reason.
 * @param programChecks checks of all resources of a program, which are not about DNS alone
 */
export function renderChecksPage(programChecks: readonly { id: string; description: string }[]): string {
  const rows = (some: readonly CheckInfo[]): string[][] =>
    some.map((info) => [`\`${info.id}\``, info.set, typesOf(info), info.description, info.reference, info.also]);
  const head = ["id", "set", "types", "rule", "source", "also in"];
  return [
    "# Checks",
    "",
    "For people who got a finding of a check, or want to switch one off.",
    "",
    "<!-- Generated from provider/dns. Do not edit by hand. -->",
    "",
    "The package checks every record before it sends anything. A finding of the set `strict` is an error: the registrar would refuse the",
    "record, or the record would not do what it says. A finding of the set `best-practice` is a warning. Each finding names its check by",
    "the id in these tables. To switch a check off, put its id into `ignoreChecks` of the resource, or into",
    "[`registrar:ignoreChecks`](configuration.md#checks-switched-off) for the whole stack.",
    "",
    "Before these checks, the schema checks the types, ranges and spelling of the arguments: `ttl` 0 to 2147483647 seconds (RFC 2181",
    "section 8), `priority`, `weight` and `port` 0 to 65535, `flags` 0 to 255, `tag` 1 to 255 letters and digits. Unknown arguments",
    "are refused by name.",
    "",
    "## One record",
    "",
    ...table(head, rows(checks.filter(({ types }) => types !== "zone"))),
    "",
    "## All records of a domain",
    "",
    "`cname-apex` applies here as well.",
    "",
    ...table(head, rows(checks.filter(({ types }) => types === "zone"))),
    "",
    "## All resources of a program",
    "",
    "All of these but `lock-last` are `strict`.",
    "",
    ...table(
      ["id", "rule"],
      programChecks.map(({ id, description }) => [`\`${id}\``, description]),
    ),
    "",
    "## Rules of other tools that are left out, and why",
    "",
    "The record and zone validators of octoDNS and the normalisation rules of DNSControl for these types were compared one by one with",
    "the checks above. This table lists the rules that have no counterpart here:",
    "",
    ...table(
      ["tool", "rule", "why it is left out"],
      leftOut.map(({ tool, rule, why }) => [tool, rule, why]),
    ),
    "",
  ].join("\n");
}
