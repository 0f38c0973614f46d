/**
 * Declarations of one run: what its resources declare, and what cannot be declared twice or together. Checks run one by one: the first
 * declaration stands, and the second one is refused. Each is looked up by keys, so that a program of any size takes linear time.
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

/** The resource that declares something. */
export interface Declarer {
  /** The same for each check of the resource in a run, and for no other resource. */
  readonly identity: string;
  readonly type: string;
  /** Its name in the program. */
  readonly name: string;
}

/** A declaration that cannot stand with an earlier one. */
export interface Conflict {
  /** ID of the check. */
  readonly check: ConflictCheck;
  readonly reason: string;
  readonly property?: string;
  readonly other: Declarer;
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

/** Checks of all resources of a run, for the page of checks. */
export const conflictChecks = {
  "declared-once": `A domain has one of each: ${single.map((type) => `\`${type}\``).join(", ")}.`,
  "forward-source-once": "A host of a domain has one `UrlForward`.",
  "zone-authoritative-alone": "No other resource has records that an authoritative `DnsZone` of the domain owns.",
  "record-set-alone": "No other resource has records of the name and type of a `DnsRecordSet`.",
  "record-once": "No two resources declare the same record.",
  "name-conflict": "No two resources declare conflicting records, such as a CNAME and an A of one name.",
  "policy-once": "No two resources declare an SPF or DMARC policy of one name.",
} as const;
export type ConflictCheck = keyof typeof conflictChecks;

/** Something that a declaration is, under a key, and keys of what cannot be declared beside it. */
interface Fact {
  readonly is: string;
  readonly excludes: readonly string[];
  readonly check: ConflictCheck;
  /** What is wrong, after the name of the other resource. */
  readonly problem: string;
  readonly property?: string;
}

/** The authoritative zone of a domain, and which names and types it owns. */
interface Zone {
  readonly by: Declarer;
  owns(name: string, type: string): boolean;
}

interface Declared {
  readonly by: Declarer;
  readonly args: Properties;
  /** Records are read where another resource of the domain declares some, too: a zone may have thousands. */
  records?: readonly WantedRecord[];
  facts: readonly Fact[];
}

export class Declarations {
  readonly #domains = new Map<string, DomainDeclarations>();

  /**
   * Declares a resource, unless that conflicts with an earlier declaration.
   * @param args those whose values are known
   * @param ignored IDs of checks that are switched off
   */
  declare(by: Declarer, args: Properties, ignored: readonly string[] = []): Conflict[] {
    const domain = domainIn(args);
    if (domain === undefined) return [];
    const known = this.#domains.get(domain) ?? new DomainDeclarations(domain);
    this.#domains.set(domain, known);
    return known.declare(by, args, ignored);
  }

  /** Arguments of what a domain has one of, if the program declared it before. */
  argsOf(type: string, domain: string): Properties | undefined {
    return this.#domains.get(domainIn({ domain }) ?? "")?.argsOf(type);
  }
}

class DomainDeclarations {
  readonly #domain: string;
  readonly #declared = new Map<string, Declared>();
  /** Declared resources by what they are. */
  readonly #byKey = new Map<string, Set<Declared>>();
  readonly #zones = new Map<string, Zone>();
  /** Resources with records, and those of them whose records nobody has had to read so far. */
  readonly #owners = new Set<string>();
  readonly #unread = new Map<string, Declared>();

  constructor(domain: string) {
    this.#domain = domain;
  }

  argsOf(type: string): Properties | undefined {
    return [...(this.#byKey.get(type) ?? [])][0]?.args;
  }

  declare(by: Declarer, args: Properties, ignored: readonly string[]): Conflict[] {
    this.#forget(by);
    const declared: Declared = { by, args, facts: factsOf(by.type, args, this.#domain) };
    const hasRecords = recordTypes.includes(by.type);
    if (hasRecords && this.#owners.size > 0) {
      for (const each of this.#unread.values()) this.#read(each);
      this.#unread.clear();
      declared.records = recordsOf(by.type, args, this.#domain);
      declared.facts = declared.records.flatMap((record) => factsOfRecord(by.type, record));
    }
    const found = [...this.#conflicts(declared), ...this.#zoneConflicts(declared)];
    const conflicts = found.filter(({ check }) => !ignored.includes(check));
    if (conflicts.length > 0) return conflicts;
    if (hasRecords) this.#owners.add(by.identity);
    if (hasRecords && declared.records === undefined) this.#unread.set(by.identity, declared);
    if (isAuthoritative(by.type, args)) {
      const ignores = ignoresOf(args, this.#domain);
      this.#zones.set(by.identity, { by, owns: (name, type) => !ignores(name, type) });
    }
    this.#declared.set(by.identity, declared);
    this.#index(declared);
    return [];
  }

  #index(declared: Declared): void {
    for (const { is } of declared.facts) {
      const same = this.#byKey.get(is);
      if (same === undefined) this.#byKey.set(is, new Set([declared]));
      else same.add(declared);
    }
  }

  /** A resource is checked again, for a replacement or with other arguments. */
  #forget({ identity }: Declarer): void {
    const before = this.#declared.get(identity);
    if (before === undefined) return;
    for (const { is } of before.facts) this.#byKey.get(is)?.delete(before);
    this.#declared.delete(identity);
    this.#zones.delete(identity);
    this.#owners.delete(identity);
    this.#unread.delete(identity);
  }

  #read(declared: Declared): void {
    declared.records = recordsOf(declared.by.type, declared.args, this.#domain);
    declared.facts = declared.records.flatMap((record) => factsOfRecord(declared.by.type, record));
    this.#index(declared);
  }

  #conflicts({ by, facts }: Declared): Conflict[] {
    const found = new Map<string, Conflict>();
    for (const { excludes, check, problem, property } of facts) {
      for (const key of excludes) {
        const [other] = this.#byKey.get(key) ?? [];
        if (other === undefined || other.by.identity === by.identity) continue;
        const reason = `the ${other.by.type} \`${other.by.name}\` ${problem}`;
        found.set(reason, { check, reason, ...(property !== undefined && { property }), other: other.by });
      }
    }
    return [...found.values()];
  }

  /** Records that an authoritative zone owns, beside it: each would delete or change what the other declares. */
  #zoneConflicts({ by, args, records = [] }: Declared): Conflict[] {
    const own = isAuthoritative(by.type, args) ? ignoresOf(args, this.#domain) : undefined;
    const owners = own
      ? [...this.#declared.values()].flatMap(({ by: other, records: theirs = [] }) =>
          theirs.some(({ name, data }) => !own(name, data.type)) ? [other] : [],
        )
      : [...this.#zones.values()].flatMap((zone) =>
          records.some(({ name, data }) => zone.owns(name, data.type)) ? [zone.by] : [],
        );
    return owners.slice(0, 1).map((other) => ({
      check: "zone-authoritative-alone",
      reason: own
        ? `an authoritative zone would delete the records of the ${other.type} \`${other.name}\`: list them here, name them in \`ignore\`, or make the zone additive`
        : `the DnsZone \`${other.name}\` is authoritative and would delete these records: list them there, name them in its \`ignore\`, or make the zone additive`,
      other,
    }));
  }
}

const recordTypes = ["DnsRecord", "DnsRecordSet", "DnsZone"];

const isAuthoritative = (type: string, { mode }: Properties) => type === "DnsZone" && mode === "authoritative";

const domainIn = ({ domain }: Properties) => ifValid(() => normaliseDomain(String(domain)));

/** What a resource is beside its records. */
function factsOf(type: string, args: Properties, domain: string): Fact[] {
  if (single.includes(type))
    return [once(type, "declared-once", `declares this for ${domain} already: declare it once`)];
  if (type !== "UrlForward") return [];
  const source = ifValid(() => fullName(ownerName(String(args["source"]), domain), domain));
  if (args["source"] === undefined || source === undefined) return [];
  return [
    {
      ...once(`forward ${source}`, "forward-source-once", `forwards ${source} already: declare it once`),
      property: "source",
    },
  ];
}

const once = (key: string, check: ConflictCheck, problem: string): Fact => ({
  is: key,
  excludes: [key],
  check,
  problem,
});

function recordsOf(type: string, args: Properties, domain: string): readonly WantedRecord[] {
  if (type === "DnsRecord") {
    const record = dnsRecordOf(args);
    return record === undefined ? [] : [recordFromArgs(record, domain)];
  }
  const records = type === "DnsZone" ? recordsIn(args["records"], domain) : recordsOfSet(readSetState(args));
  return records.map(({ row }) => row);
}

/** What a record is, and what it excludes. @param owner type of the resource that declares it */
function factsOfRecord(owner: string, { name, data }: WantedRecord): Fact[] {
  const key = `${name} ${data.type}`;
  const isSet = owner === "DnsRecordSet";
  const facts: Fact[] = [
    once(`record ${key} ${printData(data)}`, "record-once", "declares the same record already: keep one of them"),
    {
      is: `at ${key}`,
      excludes: excludedBy[data.type].map((type) => `at ${name} ${type}`),
      check: "name-conflict",
      problem: `declares another record of the same name, which excludes this ${data.type}: keep one of them`,
    },
    isSet
      ? {
          is: `set ${key}`,
          excludes: [`set ${key}`, `row ${key}`],
          check: "record-set-alone",
          problem:
            "declares records of the same name and type, which this set owns: list their values here, and nowhere else",
        }
      : {
          is: `row ${key}`,
          excludes: [`set ${key}`],
          check: "record-set-alone",
          problem: "owns all records of this name and type: list the value there, and nowhere else",
        },
  ];
  const kind =
    data.type !== "TXT" ? undefined : isSpf(data.content) ? "SPF" : isDmarc(data.content) ? "DMARC" : undefined;
  if (kind !== undefined)
    facts.push(
      once(
        `${kind} ${name}`,
        "policy-once",
        `declares another ${kind} policy of this name, and receivers then use none: keep one`,
      ),
    );
  return facts;
}
