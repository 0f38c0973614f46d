/**
 * Checks of everything that one program declares: of each record, of all records together, and of what a domain has
 * only one of. The program's process loads this only once it has declared something.
 */
import { isLoopback } from "../api/index.ts";

export { readList } from "../api/index.ts";

import {
  checkRecord,
  checks,
  checkZone,
  type Finding,
  fullName,
  ifValid,
  normaliseDomain,
  ownerName,
  recordFromArgs,
  type WantedRecord,
} from "../dns/index.ts";
import { ruleOf } from "./arguments.ts";
import { dnsRecordOf } from "./dnsRecord.ts";
import { recordsOfSet } from "./dnsRecordSet.ts";
import { listsAll, recordsIn } from "./zone/records.ts";

/** A resource that the program declared, with its arguments as they turned out. */
export interface Declaration {
  type: string;
  args: Record<string, unknown>;
  /** Names of the arguments that are secret: what a check says of them names the rule, not the value. */
  secretNames?: readonly string[] | undefined;
}

/** A finding, and the declarations it speaks of, by their place in the list. */
export interface ProgramFinding extends Finding {
  declarations: number[];
  /** The record it is about, such as `www A`. */
  subject?: string;
}

/** Types of which a domain has one. */
const single = [
  "DomainLock",
  "Nameservers",
  "DomainContacts",
  "DomainSettings",
  "Dnssec",
  "DomainRegistration",
  "DomainTransfer",
];

/** The checks of all resources of a program, for the page of checks; all but `lock-last`, which is the plugin's, are strict. */
export const programChecks = [
  {
    id: "declared-once",
    description: `For one domain, each of these is declared once: ${single.map((type) => `\`${type}\``).join(", ")}.`,
  },
  {
    id: "forward-source-once",
    description: "A host of a domain has one `UrlForward`.",
  },
  {
    id: "lock-last",
    description:
      "A warning of the plugin: a `DomainLock` depends on the records, zones and forwards of its domain, so that it refuses before they are deleted. The TypeScript classes see to that. Only `registrar:ignoreChecks` switches it off.",
  },
  {
    id: "zone-authoritative-alone",
    description: "An authoritative `DnsZone` has no other resource with records of its domain beside it.",
  },
  {
    id: "record-set-alone",
    description: "A `DnsRecordSet` has no other resource with records of its name and type beside it.",
  },
] as const;

type ProgramCheck = (typeof programChecks)[number]["id"];
const strict = (check: ProgramCheck) => ({ check, set: "strict" as const });

/** Is it about an address for examples, and the registrar one on this machine, which is tried with those? */
export function isOfExample({ check, reason }: Finding, baseUrl: string | undefined): boolean {
  const isHere = baseUrl !== undefined && URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
  return isHere && /^a+-reserved$/.test(check) && reason.includes("for documentation");
}

/** A declaration of a domain that can be read, and its place in the list. */
interface Placed extends Declaration {
  index: number;
  domain: string;
}

/** A record that a declaration makes. */
interface Entry {
  index: number;
  record: WantedRecord;
}

/**
 * Everything worth saying of what was declared so far, in time linear in its number. What one record by itself has
 * wrong in the strict sense is left to the provider's own check, which refuses it.
 */
export function checkDeclarations(declarations: readonly Declaration[]): ProgramFinding[] {
  const placed = declarations.flatMap((declaration, index): Placed[] => {
    const domain = domainOf(declaration.args);
    return domain === undefined ? [] : [{ ...declaration, index, domain }];
  });
  const zones = new Map<string, Entry[]>();
  const found = [...declaredTwice(placed), ...placed.flatMap((each) => adviceOf(each, zones))];
  const whole = new Map<string, Placed>();
  for (const each of placed) if (isWhole(each) && !whole.has(each.domain)) whole.set(each.domain, each);
  const all = [
    ...found,
    ...placed.flatMap((each) => besideWhole(each, whole.get(each.domain))),
    ...besideSets(placed, zones),
    ...[...zones].flatMap(([domain, entries]) => zoneFindings(domain, entries, whole.get(domain), declarations)),
  ];
  return all.map((finding) => discreet(finding, declarations));
}

/** What a domain, or a host of it, has only one of. */
function declaredTwice(placed: readonly Placed[]): ProgramFinding[] {
  const known = new Map<string, number>();
  return placed.flatMap(({ type, args, index, domain }): ProgramFinding[] => {
    const isForward = type === "UrlForward";
    const subject = isForward ? sourceIn(args, domain) : single.includes(type) ? domain : undefined;
    const key = `${type} ${subject}`;
    const other = known.get(key);
    if (subject === undefined) return [];
    if (other === undefined) {
      known.set(key, index);
      return [];
    }
    const check = strict(isForward ? "forward-source-once" : "declared-once");
    const reason = `${subject} has a ${type} already: declare it once`;
    return [{ ...check, ...(isForward && { property: "source" }), reason, declarations: [other, index] }];
  });
}

/** What is usual for each record of a declaration, beyond what is right. @param zones gets those that are right */
function adviceOf({ type, args, index, domain }: Placed, zones: Map<string, Entry[]>): ProgramFinding[] {
  const single = type === "DnsRecord" ? dnsRecordOf(args) : undefined;
  const listed = type === "DnsZone" ? args["records"] : type === "DnsRecordSet" ? recordsOfSet(args) : undefined;
  const records = single === undefined ? recordsIn(listed, domain) : [{ args: single, key: undefined }];
  const zone = zones.get(domain) ?? [];
  if (records.length > 0) zones.set(domain, zone);
  return records.flatMap(({ args: record, key }) => {
    const findings = checkRecord(record.type, record, domain);
    // What is refused by itself is not compared with others.
    if (!findings.some(({ set }) => set === "strict")) zone.push({ index, record: recordFromArgs(record, domain) });
    const advice = findings.filter(({ set }) => set === "best-practice");
    return advice.map((finding) => ({
      ...finding,
      declarations: [index],
      ...(key !== undefined && { subject: key, reason: `${key}: ${finding.reason}` }),
    }));
  });
}

const isWhole = ({ type, args }: Placed) => type === "DnsZone" && args["mode"] === "authoritative";

/** An authoritative zone beside another resource with records of its domain: each would delete what the other makes. */
function besideWhole({ type, domain, index }: Placed, owner: Placed | undefined): ProgramFinding[] {
  if (owner === undefined || owner.index === index || !["DnsRecord", "DnsRecordSet", "DnsZone"].includes(type))
    return [];
  const reason = `the DnsZone of ${domain} is authoritative, so that it would delete the records of this ${type}: list them there, or make the zone additive`;
  return [{ ...strict("zone-authoritative-alone"), reason, declarations: [owner.index, index] }];
}

/** A set beside another resource with records of its name and type: it owns all of them. */
function besideSets(placed: readonly Placed[], zones: ReadonlyMap<string, readonly Entry[]>): ProgramFinding[] {
  const isSet = new Set(placed.flatMap(({ type, index }) => (type === "DnsRecordSet" ? [index] : [])));
  return [...zones].flatMap(([domain, entries]) => {
    const owners = new Map<string, number>();
    const keyOf = ({ record: { name, data } }: Entry) => `${name} ${data.type}`;
    for (const entry of entries)
      if (isSet.has(entry.index) && !owners.has(keyOf(entry))) owners.set(keyOf(entry), entry.index);
    const found = new Map<string, ProgramFinding>();
    for (const entry of owners.size > 0 ? entries : []) {
      const [key, { index }] = [keyOf(entry), entry];
      const owner = owners.get(key);
      if (owner === undefined || owner === index) continue;
      const reason = `a DnsRecordSet owns all records ${key} of ${domain}: list their values there, and nowhere else`;
      found.set(`${index} ${key}`, { ...strict("record-set-alone"), reason, declarations: [owner, index] });
    }
    return [...found.values()];
  });
}

/** What the records of a domain have wrong together. */
function zoneFindings(
  domain: string,
  entries: readonly Entry[],
  owner: Placed | undefined,
  declarations: readonly Declaration[],
): ProgramFinding[] {
  const records = entries.map(({ record }) => record);
  const found = checkZone(records, domain, { complete: listsAll(owner?.args ?? {}) });
  return found.flatMap(({ records: about, ...finding }): ProgramFinding[] => {
    const places = new Set(about.flatMap((place) => entries[place]?.index ?? []));
    // What one zone or set has wrong by itself in the strict sense is refused by the provider's own check.
    const isRefused = places.size === 1 && declarations[[...places][0] ?? -1]?.type !== "DnsRecord";
    if (finding.set === "strict" && isRefused) return [];
    return [{ ...finding, declarations: places.size === 0 ? [owner?.index ?? 0] : [...places] }];
  });
}

/** Without the values of secret arguments. */
function discreet(finding: ProgramFinding, declarations: readonly Declaration[]): ProgramFinding {
  const secret = new Set(finding.declarations.flatMap((place) => declarations[place]?.secretNames ?? []));
  const { property, check } = finding;
  const isQuoting = secret.has("records") || (property === undefined ? secret.size > 0 : secret.has(property));
  return isQuoting && checks.some(({ id }) => id === check) ? { ...finding, reason: ruleOf(check) } : finding;
}

const domainOf = ({ domain }: Record<string, unknown>) => ifValid(() => normaliseDomain(String(domain)));

/** The host that a forward is of; nothing where that is no name. */
const sourceIn = ({ source }: Record<string, unknown>, domain: string) =>
  ifValid(() => fullName(ownerName(String(source), domain), domain));
