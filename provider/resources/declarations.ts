/**
 * Checks of everything that one program declares: of each record, of all records together, and of what a domain has
 * only one of. The program's process loads this only once it has declared something.
 */
import { isLoopback, readList } from "../api/index.ts";
import {
  checkRecord,
  checks,
  checkZone,
  type Finding,
  fullName,
  normaliseDomain,
  ownerName,
  recordFromArgs,
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

/** Ids that a configuration setting switches off. */
export function ignoredChecks(setting: string | undefined): string[] {
  return readList("registrar:ignoreChecks", setting);
}

/**
 * Everything worth saying of what was declared so far, in time linear in its number. What one record by itself has
 * wrong in the strict sense is left to the provider's own check, which refuses it.
 */
export function checkDeclarations(declarations: readonly Declaration[]): ProgramFinding[] {
  const findings: ProgramFinding[] = [];
  const zones = new Map<string, { index: number; record: ReturnType<typeof recordFromArgs> }[]>();
  const sets = new Map<string, number>();
  const add = (domain: string, index: number, records: readonly ReturnType<typeof recordFromArgs>[]) => {
    const zone = zones.get(domain) ?? [];
    zones.set(domain, zone);
    for (const record of records) zone.push({ index, record });
  };
  const alone = new Map<string, number>();
  declarations.forEach(({ type, args }, index) => {
    const domain = domainOf(args);
    if (domain === undefined) return;
    if (single.includes(type)) {
      const other = alone.get(`${type} ${domain}`);
      if (other === undefined) alone.set(`${type} ${domain}`, index);
      else findings.push(twice(type, domain, [other, index]));
    }
    if (type === "UrlForward") {
      const source = sourceIn(args, domain);
      const other = alone.get(`${type} ${source}`);
      if (source === undefined || other === undefined) alone.set(`${type} ${source}`, index);
      else findings.push(forwardedTwice(source, [other, index]));
    }
    if (type === "DnsZone" || type === "DnsRecordSet") {
      const declared = recordsIn(type === "DnsZone" ? args["records"] : recordsOfSet(args), domain);
      for (const { args: record, key } of declared) {
        if (type === "DnsRecordSet" && !sets.has(`${domain} ${key}`)) sets.set(`${domain} ${key}`, index);
        for (const found of advice(record, domain, index))
          findings.push({ ...found, subject: key, reason: `${key}: ${found.reason}` });
      }
      add(
        domain,
        index,
        declared.map(({ row }) => row),
      );
    }
    const parsed = type === "DnsRecord" ? dnsRecordOf(args) : undefined;
    if (parsed === undefined) return;
    for (const found of advice(parsed, domain, index)) findings.push(found);
    const found = checkRecord(parsed.type, parsed, domain);
    // What is refused by itself is not compared with others.
    if (found.some(({ set }) => set === "strict")) return;
    add(domain, index, [recordFromArgs(parsed, domain)]);
  });
  const owners = wholeZones(declarations);
  for (const finding of beside(declarations, owners)) findings.push(finding);
  for (const [domain, entries] of zones) {
    for (const finding of besideSets(entries, domain, sets)) findings.push(finding);
    const found = checkZone(
      entries.map(({ record }) => record),
      domain,
      { complete: listsAll(declarations[owners.get(domain) ?? -1]?.args ?? {}) },
    );
    for (const { records, ...finding } of found) {
      const places = new Set(records.flatMap((place) => entries[place]?.index ?? []));
      // What one zone or set has wrong by itself in the strict sense is refused by the provider's own check.
      const isRefused = places.size === 1 && declarations[[...places][0] ?? -1]?.type !== "DnsRecord";
      if (finding.set === "strict" && isRefused) continue;
      const all = places.size === 0 ? [owners.get(domain) ?? 0] : places;
      findings.push({ ...finding, declarations: [...all] });
    }
  }
  return findings.map((finding) => discreet(finding, declarations));
}

/** Without the values of secret arguments. */
function discreet(finding: ProgramFinding, declarations: readonly Declaration[]): ProgramFinding {
  const secret = new Set(finding.declarations.flatMap((place) => declarations[place]?.secretNames ?? []));
  const { property, check } = finding;
  const isQuoting = secret.has("records") || (property === undefined ? secret.size > 0 : secret.has(property));
  return isQuoting && checks.some(({ id }) => id === check) ? { ...finding, reason: ruleOf(check) } : finding;
}

/** What is usual for one record, beyond what is right. */
function advice(record: Parameters<typeof recordFromArgs>[0], domain: string, index: number): ProgramFinding[] {
  return checkRecord(record.type, record, domain)
    .filter(({ set }) => set === "best-practice")
    .map((finding) => ({ ...finding, declarations: [index] }));
}

/** The authoritative zones: domain to place in the list. */
function wholeZones(declarations: readonly Declaration[]): Map<string, number> {
  const owners = new Map<string, number>();
  declarations.forEach(({ type, args }, index) => {
    const { mode } = args;
    const domain = type === "DnsZone" && mode === "authoritative" ? domainOf(args) : undefined;
    if (domain !== undefined && !owners.has(domain)) owners.set(domain, index);
  });
  return owners;
}

/** An authoritative zone beside another resource with records of its domain: each would delete what the other makes. */
function beside(declarations: readonly Declaration[], owners: ReadonlyMap<string, number>): ProgramFinding[] {
  if (owners.size === 0) return [];
  return declarations.flatMap(({ type, args }, index): ProgramFinding[] => {
    if (type !== "DnsRecord" && type !== "DnsRecordSet" && type !== "DnsZone") return [];
    const domain = domainOf(args);
    const owner = domain === undefined ? undefined : owners.get(domain);
    if (owner === undefined || owner === index) return [];
    const reason = `the DnsZone of ${domain} is authoritative, so that it would delete the records of this ${type}: list them there, or make the zone additive`;
    return [{ ...strict("zone-authoritative-alone"), reason, declarations: [owner, index] }];
  });
}

/** A set beside another resource with records of its name and type: it owns all of them. */
function besideSets(
  entries: readonly { index: number; record: ReturnType<typeof recordFromArgs> }[],
  domain: string,
  sets: ReadonlyMap<string, number>,
): ProgramFinding[] {
  const found = new Map<string, ProgramFinding>();
  for (const { index, record } of entries) {
    const key = `${record.name} ${record.data.type}`;
    const owner = sets.get(`${domain} ${key}`);
    if (owner === undefined || owner === index) continue;
    const reason = `a DnsRecordSet owns all records ${key} of ${domain}: list their values there, and nowhere else`;
    found.set(`${index} ${key}`, { ...strict("record-set-alone"), reason, declarations: [owner, index] });
  }
  return [...found.values()];
}

function domainOf({ domain }: Record<string, unknown>): string | undefined {
  try {
    return normaliseDomain(String(domain));
  } catch {
    return undefined;
  }
}

/** The host that a forward is of; nothing where that is no name. */
function sourceIn({ source }: Record<string, unknown>, domain: string): string | undefined {
  try {
    return fullName(ownerName(String(source), domain), domain);
  } catch {
    return undefined;
  }
}

function forwardedTwice(source: string, declarations: number[]): ProgramFinding {
  const reason = `${source} has a UrlForward already: declare it once`;
  return { ...strict("forward-source-once"), property: "source", reason, declarations };
}

function twice(type: string, domain: string, declarations: number[]): ProgramFinding {
  const reason = `${domain} has a ${type} already: declare it once`;
  return { ...strict("declared-once"), reason, declarations };
}
