/**
 * Declarations of one run: finds resources that can't be declared twice or together. The engine checks resources one by one; the second
 * of two conflicting declarations is refused. The facts of declarations are indexed, so that time grows linearly with the program.
 */
import {
  excludedBy,
  fullName,
  ifValid,
  isDmarc,
  isSpf,
  normaliseDomain,
  ownerName,
  printData,
  recordFromArgs,
  type WantedRecord,
} from "../../dns/index.ts";
import type { Properties } from "../../lifecycle/definition.ts";
import { ignoresOf } from "../../lifecycle/records/ignore.ts";
import { dnsRecordOf } from "../../lifecycle/records/kind.ts";
import { recordsIn } from "../../lifecycle/records/map.ts";
import { readSetState, recordsOfSet } from "../../lifecycle/records/set.ts";

export interface Declarer {
  /** Unique in a run, and the same for each check of the resource. */
  readonly identity: string;
  readonly type: string;
  /** Its name in the program. */
  readonly name: string;
}

/** A conflict with an earlier declaration. */
export interface Conflict {
  readonly check: ConflictCheck;
  readonly reason: string;
  readonly property?: string;
  readonly other: Declarer;
}

/** Types that a domain has once. */
const single = [
  "DomainLock",
  "Nameservers",
  "DomainContacts",
  "DomainSettings",
  "Dnssec",
  "DomainRegistration",
  "DomainTransfer",
];

/** Descriptions by check ID, for the page of checks. */
export const conflictChecks = {
  "declared-once": `A domain has at most one of each: ${single.map((type) => `\`${type}\``).join(", ")}.`,
  "forward-source-once": "A host of a domain has at most one `UrlForward`.",
  "zone-authoritative-alone": "No other resource has records that an authoritative `DnsZone` of the domain owns.",
  "record-set-alone": "No other resource has records of the name and type of a `DnsRecordSet`.",
  "record-once": "No two resources declare the same record.",
  "name-conflict": "No two resources declare conflicting records, such as a CNAME and an A of one name.",
  "policy-once": "No two resources declare an SPF or DMARC policy of one name.",
} as const;
export type ConflictCheck = keyof typeof conflictChecks;

/** A part of a declaration, such as `record www A 192.0.2.1`, and the facts that no other resource may have then. */
interface Fact {
  readonly is: string;
  readonly excludes: readonly string[];
  readonly check: ConflictCheck;
  /** Follows the name of the other resource in a message. */
  readonly problem: string;
  readonly property?: string;
}

interface Declared {
  readonly by: Declarer;
  readonly args: Properties;
  readonly records: readonly WantedRecord[];
  readonly facts: readonly Fact[];
  /** For an authoritative zone: does it own records of this name and type? */
  readonly owns?: (name: string, type: string) => boolean;
}

export class Declarations {
  readonly #domains = new Map<string, DomainDeclarations>();

  /**
   * Declares a resource, unless it conflicts with an earlier declaration. Returns the conflicts.
   * @param args arguments whose values are known
   * @param ignored IDs of checks that are switched off
   */
  declare(by: Declarer, args: Properties, ignored: readonly string[] = []): Conflict[] {
    const domain = domainIn(args);
    if (domain === undefined) return [];
    const known = this.#domains.get(domain) ?? new DomainDeclarations(domain);
    this.#domains.set(domain, known);
    return known.declare(by, args, ignored);
  }

  /** Arguments of a resource that a domain has once, if the program declared it. @param type one of `single` */
  argsOf(type: string, domain: string): Properties | undefined {
    return this.#domains.get(domainIn({ domain }) ?? "")?.argsOf(type);
  }
}

class DomainDeclarations {
  readonly #domain: string;
  readonly #declared = new Map<string, Declared>();
  readonly #byFact = new Map<string, Set<Declared>>();
  readonly #zones = new Set<Declared>();

  constructor(domain: string) {
    this.#domain = domain;
  }

  argsOf(type: string): Properties | undefined {
    return [...(this.#byFact.get(type) ?? [])][0]?.args;
  }

  declare(by: Declarer, args: Properties, ignored: readonly string[]): Conflict[] {
    this.#forget(by);
    const records = recordsOf(by.type, args, this.#domain);
    const facts = [...factsOf(by.type, args, this.#domain), ...records.flatMap((each) => factsOfRecord(by.type, each))];
    const isAuthoritative = by.type === "DnsZone" && args["mode"] === "authoritative";
    const ignores = isAuthoritative ? ignoresOf(args, this.#domain) : undefined;
    const owns = ignores && ((name: string, type: string) => !ignores(name, type));
    const declared: Declared = { by, args, records, facts, ...(owns && { owns }) };
    const found = [...this.#conflicts(declared), ...this.#zoneConflicts(declared)];
    const conflicts = found.filter(({ check }) => !ignored.includes(check));
    if (conflicts.length > 0) return conflicts;
    if (isAuthoritative) this.#zones.add(declared);
    this.#declared.set(by.identity, declared);
    for (const { is } of facts) this.#byFact.set(is, (this.#byFact.get(is) ?? new Set()).add(declared));
    return [];
  }

  /** Removes an earlier declaration of the same resource: the engine checks a resource again to replace it. */
  #forget({ identity }: Declarer): void {
    const before = this.#declared.get(identity);
    if (before === undefined) return;
    for (const { is } of before.facts) this.#byFact.get(is)?.delete(before);
    this.#declared.delete(identity);
    this.#zones.delete(before);
  }

  #conflicts({ by, facts }: Declared): Conflict[] {
    const found = new Map<string, Conflict>();
    for (const { excludes, check, problem, property } of facts) {
      for (const fact of excludes) {
        const [other] = this.#byFact.get(fact) ?? [];
        if (other === undefined || other.by.identity === by.identity) continue;
        const reason = `the ${other.by.type} \`${other.by.name}\` ${problem}`;
        found.set(reason, { check, reason, ...(property !== undefined && { property }), other: other.by });
      }
    }
    return [...found.values()];
  }

  /** The conflict of an authoritative zone with a resource that declares records in it: each would delete the other's records. */
  #zoneConflicts(declared: Declared): Conflict[] {
    const ownsAny = ({ owns }: Declared, { records }: Declared) =>
      owns !== undefined && records.some(({ name, data }) => owns(name, data.type));
    const other = declared.owns
      ? [...this.#declared.values()].find((each) => ownsAny(declared, each))
      : [...this.#zones].find((zone) => ownsAny(zone, declared));
    if (other === undefined) return [];
    const { type, name } = other.by;
    const reason = declared.owns
      ? `an authoritative zone would delete the records of the ${type} \`${name}\`: list them here, name them in ` +
        "`ignore`, or make the zone additive"
      : `the DnsZone \`${name}\` is authoritative and would delete these records: list them there, name them in ` +
        "its `ignore`, or make the zone additive";
    return [{ check: "zone-authoritative-alone", reason, other: other.by }];
  }
}

const domainIn = ({ domain }: Properties) => ifValid(() => normaliseDomain(String(domain)));

/** Facts of a resource, without the facts of its records. */
function factsOf(type: string, args: Properties, domain: string): Fact[] {
  if (single.includes(type))
    return [once(type, "declared-once", `already declares this for ${domain}: declare it once`)];
  if (type !== "UrlForward" || args["source"] === undefined) return [];
  const source = ifValid(() => fullName(ownerName(String(args["source"]), domain), domain));
  if (source === undefined) return [];
  const problem = `already forwards ${source}: declare it once`;
  return [{ ...once(`forward ${source}`, "forward-source-once", problem), property: "source" }];
}

const once = (is: string, check: ConflictCheck, problem: string): Fact => ({ is, excludes: [is], check, problem });

function recordsOf(type: string, args: Properties, domain: string): readonly WantedRecord[] {
  if (type === "DnsZone") return recordsIn(args["records"], domain).map(({ row }) => row);
  if (type === "DnsRecordSet") return recordsOfSet(readSetState(args)).map(({ row }) => row);
  const record = type === "DnsRecord" ? dnsRecordOf(args) : undefined;
  return record === undefined ? [] : [recordFromArgs(record, domain)];
}

/** @param owner type of the resource that declares the record */
function factsOfRecord(owner: string, { name, data }: WantedRecord): Fact[] {
  const key = `${name} ${data.type}`;
  const isSet = owner === "DnsRecordSet";
  const facts: Fact[] = [
    once(`record ${key} ${printData(data)}`, "record-once", "already declares the same record: keep one of the two"),
    {
      is: `at ${key}`,
      excludes: excludedBy[data.type].map((type) => `at ${name} ${type}`),
      check: "name-conflict",
      problem: `declares another record of the same name, which excludes this ${data.type}: keep one of the two`,
    },
    {
      is: isSet ? `set ${key}` : `row ${key}`,
      excludes: isSet ? [`set ${key}`, `row ${key}`] : [`set ${key}`],
      check: "record-set-alone",
      problem: isSet
        ? "declares records of the same name and type, which this set owns: list their values only here"
        : "owns all records of this name and type: list the value only there",
    },
  ];
  if (data.type !== "TXT") return facts;
  const kind = isSpf(data.content) ? "SPF" : isDmarc(data.content) ? "DMARC" : undefined;
  if (kind === undefined) return facts;
  const problem = `declares another ${kind} policy of this name, so receivers would use neither: keep one`;
  return [...facts, once(`${kind} ${name}`, "policy-once", problem)];
}
