/**
 * Checks of everything that one program declares: of each record, of all records together, and of what a domain has
 * only one of. The program's process loads this only once it has declared something.
 */
import { readList } from "../api/configuration.ts";
import { checkRecord, checkZone, type Finding, normaliseDomain, recordFromArgs } from "../dns/index.ts";
import { dnsRecordOf } from "./dnsRecord.ts";

/** A resource that the program declared, with its arguments as they turned out. */
export interface Declaration {
  type: string;
  args: Record<string, unknown>;
}

/** A finding, and the declarations it speaks of, by their place in the list. */
export interface ProgramFinding extends Finding {
  declarations: number[];
}

/** Types of which a domain has one. */
const single = ["DomainLock", "Nameservers"];

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
  const alone = new Map<string, number>();
  declarations.forEach(({ type, args }, index) => {
    const domain = domainOf(args);
    if (domain === undefined) return;
    if (single.includes(type)) {
      const other = alone.get(`${type} ${domain}`);
      if (other === undefined) alone.set(`${type} ${domain}`, index);
      else findings.push(twice(type, domain, [other, index]));
    }
    const parsed = type === "DnsRecord" ? dnsRecordOf(args) : undefined;
    if (parsed === undefined) return;
    const found = checkRecord(parsed.type, parsed, domain);
    findings.push(
      ...found.filter(({ set }) => set === "best-practice").map((finding) => ({ ...finding, declarations: [index] })),
    );
    // What is refused by itself is not compared with others.
    if (found.some(({ set }) => set === "strict")) return;
    const zone = zones.get(domain);
    const entry = { index, record: recordFromArgs(parsed, domain) };
    if (zone === undefined) zones.set(domain, [entry]);
    else zone.push(entry);
  });
  for (const [domain, entries] of zones) {
    const found = checkZone(
      entries.map(({ record }) => record),
      domain,
    );
    for (const { records, ...finding } of found) {
      findings.push({ ...finding, declarations: records.flatMap((place) => entries[place]?.index ?? []) });
    }
  }
  return findings;
}

function domainOf({ domain }: Record<string, unknown>): string | undefined {
  try {
    return normaliseDomain(String(domain));
  } catch {
    return undefined;
  }
}

function twice(type: string, domain: string, declarations: number[]): ProgramFinding {
  const reason = `${domain} has a ${type} already: declare it once`;
  return { check: "declared-once", set: "strict", property: "domain", reason, declarations };
}
