/**
 * Declarations of one run: finds resources that can't be declared twice or together. The engine checks resources one by one; the second
 * of two conflicting declarations is refused. The facts of declarations are indexed, so that time grows linearly with the program. All
 * provider processes of an operation share their declarations.
 */
import * as z from "zod";
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
import { type Properties, pick } from "../../lifecycle/definition.ts";
import { Ledger, leave } from "../../lifecycle/ledger.ts";
import { ignoresOf } from "../../lifecycle/records/ignore.ts";
import { dnsRecordOf } from "../../lifecycle/records/kind.ts";
import { recordsIn } from "../../lifecycle/records/map.ts";
import { readSetState, recordsOfSet } from "../../lifecycle/records/set.ts";
import type { IsDeclared } from "../../lifecycle/run.ts";

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
  /** The process that checked it, and its identity. */
  readonly owner: string;
  /** If another process declared it: those arguments that the checks of other resources read. */
  readonly args: Properties;
  /** Keys of its facts. */
  readonly facts: readonly string[];
  /** Owner names and types of its records. */
  readonly sets: readonly (readonly [name: string, type: string])[];
  /** Patterns of an authoritative zone. */
  readonly ignoreRecords?: readonly unknown[] | undefined;
  /** Arguments of the last run, if this process declared it. */
  readonly former?: Properties | undefined;
}

/** A declaration of another process. */
const line = z.object({
  /** Key of the domain. */
  domain: z.string(),
  by: z.object({ identity: z.string(), type: z.string(), name: z.string() }),
  facts: z.array(z.string()),
  args: z.record(z.string(), z.unknown()),
  sets: z.array(z.tuple([z.string(), z.string()])),
  ignoreRecords: z.array(z.unknown()).optional(),
});

interface How {
  /** IDs of checks that are switched off. */
  readonly ignored?: readonly string[];
  /** Arguments of the last run. */
  readonly former?: Properties | undefined;
  /** Is an argument secret? Then other processes get no name of a record. */
  readonly isSecret?: boolean;
}

/** Arguments that the checks of other resources read. */
const readByOthers = ["nameservers"];

export class Declarations {
  readonly #ledger: Ledger;
  readonly #domains = new Map<string, DomainDeclarations>();

  constructor(ledger = new Ledger()) {
    this.#ledger = ledger;
    ledger.on("declare", line, ({ domain, ...declared }, writer) => {
      this.#of(domain).add({ ...declared, owner: `${writer} ${declared.by.identity}` });
    });
    ledger.on("withdraw", z.string(), (identity, writer) => this.#forget((owner) => owner === `${writer} ${identity}`));
    ledger.on(leave, z.null(), (_, writer) => this.#forget((owner) => owner.startsWith(`${writer} `)));
  }

  /**
   * Declares a resource, unless it conflicts with an earlier declaration. Returns the conflicts.
   * @param args arguments whose values are known
   * @param ignored IDs of checks that are switched off
   */
  declare(by: Declarer, args: Properties, { ignored = [], former, isSecret = false }: How = {}): Conflict[] {
    const domain = domainIn(args);
    if (domain === undefined) return [];
    const known = this.#of(this.#ledger.key(domain));
    const records = recordsOf(by.type, args, domain);
    const facts = [...factsOf(by.type, args, domain), ...records.flatMap((each) => factsOfRecord(by.type, each))];
    const { mode, ignoreRecords } = args;
    const declared: Declared = {
      by,
      args,
      former,
      owner: ` ${by.identity}`,
      facts: facts.map(({ is }) => this.#ledger.key(is)),
      sets: records.map(({ name, data }) => [name, data.type] as const),
      ignoreRecords:
        by.type !== "DnsZone" || mode !== "authoritative"
          ? undefined
          : Array.isArray(ignoreRecords)
            ? ignoreRecords
            : [],
    };
    this.#ledger.write("declare", () => ({
      domain: this.#ledger.key(domain),
      by,
      facts: declared.facts,
      ...(isSecret
        ? { args: {}, sets: [] }
        : { ...pick({ ...declared }, ["sets", "ignoreRecords"]), args: pick(args, readByOthers) }),
    }));
    known.forget(declared.owner);
    const found = [
      ...known.conflicts(declared, facts, (fact) => this.#ledger.key(fact)),
      ...known.zoneConflicts(declared, domain),
    ];
    const conflicts = found.filter(({ check }) => !ignored.includes(check));
    if (conflicts.length === 0) known.add(declared);
    else this.#ledger.write("withdraw", () => by.identity);
    return conflicts;
  }

  /** Arguments of a resource that a domain has once, if the program declared it. @param type one of `single` */
  argsOf(type: string, domain: string): Properties | undefined {
    return this.#with(type, domain)[0]?.args;
  }

  readonly isDeclared: IsDeclared = (domain, row, isDelete) =>
    this.#with(row, domain).some(({ by, owner, former }) => {
      const isNew = former === undefined || !rowsOf(by.type, former, domain).includes(row);
      return !owner.startsWith(" ") || (isNew && !isDelete);
    });

  #with(fact: string, domain: string): readonly Declared[] {
    this.#ledger.read();
    const known = this.#domains.get(this.#ledger.key(domainIn({ domain }) ?? ""));
    return known?.with(this.#ledger.key(fact)) ?? [];
  }

  #of(domain: string): DomainDeclarations {
    const known = this.#domains.get(domain) ?? new DomainDeclarations();
    this.#domains.set(domain, known);
    return known;
  }

  #forget(isIt: (owner: string) => boolean): void {
    for (const known of this.#domains.values())
      for (const owner of known.owners()) if (isIt(owner)) known.forget(owner);
  }
}

class DomainDeclarations {
  readonly #declared = new Map<string, Declared>();
  readonly #byFact = new Map<string, Set<Declared>>();
  readonly #zones = new Set<Declared>();

  owners(): string[] {
    return [...this.#declared.keys()];
  }

  with(fact: string): readonly Declared[] {
    return [...(this.#byFact.get(fact) ?? [])];
  }

  add(declared: Declared): void {
    this.forget(declared.owner);
    if (declared.ignoreRecords !== undefined) this.#zones.add(declared);
    this.#declared.set(declared.owner, declared);
    for (const fact of declared.facts) this.#byFact.set(fact, (this.#byFact.get(fact) ?? new Set()).add(declared));
  }

  /** Removes an earlier declaration of the same resource: the engine checks a resource again to replace it. */
  forget(owner: string): void {
    const before = this.#declared.get(owner);
    if (before === undefined) return;
    for (const fact of before.facts) this.#byFact.get(fact)?.delete(before);
    this.#declared.delete(owner);
    this.#zones.delete(before);
  }

  conflicts({ owner }: Declared, facts: readonly Fact[], keyOf: (fact: string) => string): Conflict[] {
    const found = new Map<string, Conflict>();
    for (const { excludes, check, problem, property } of facts) {
      for (const fact of excludes) {
        const [other] = this.#byFact.get(keyOf(fact)) ?? [];
        if (other === undefined || other.owner === owner) continue;
        const reason = `the ${other.by.type} \`${other.by.name}\` ${problem}`;
        found.set(reason, { check, reason, ...(property !== undefined && { property }), other: other.by });
      }
    }
    return [...found.values()];
  }

  /** The conflict of an authoritative zone with a resource that declares records in it: each would delete the other's records. */
  zoneConflicts(declared: Declared, domain: string): Conflict[] {
    const ownsAny = (zone: Declared, { sets }: Declared, ignores = ignoresOf(zone, domain)) =>
      sets.some(([name, type]) => !ignores(name, type));
    const ignores = ignoresOf(declared, domain);
    const other = declared.ignoreRecords
      ? [...this.#declared.values()].find((each) => ownsAny(declared, each, ignores))
      : [...this.#zones].find((zone) => ownsAny(zone, declared));
    if (other === undefined) return [];
    const { type, name } = other.by;
    const reason = declared.ignoreRecords
      ? `an authoritative zone would delete the records of the ${type} \`${name}\`: list them here, name them in ` +
        "`ignoreRecords`, or make the zone additive"
      : `the DnsZone \`${name}\` is authoritative and would delete these records: list them there, name them in ` +
        "its `ignoreRecords`, or make the zone additive";
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
  if (type === "DnsZone") return recordsIn(args, domain).map(({ row }) => row);
  if (type === "DnsRecordSet") return recordsOfSet(readSetState(args)).map(({ row }) => row);
  const record = type === "DnsRecord" ? dnsRecordOf(args) : undefined;
  return record === undefined ? [] : [recordFromArgs(record, domain)];
}

const factOf = ({ name, data }: WantedRecord) => `records ${name} ${data.type} ${printData(data)}`;

/** Facts of all records, as `IsDeclared` takes them. */
const rowsOf = (type: string, args: Properties, domain: string) => recordsOf(type, args, domain).map(factOf);

/** @param owner type of the resource that declares the record */
function factsOfRecord(owner: string, record: WantedRecord): Fact[] {
  const { name, data } = record;
  const key = `${name} ${data.type}`;
  const isSet = owner === "DnsRecordSet";
  const facts: Fact[] = [
    once(factOf(record), "record-once", "already declares the same record: keep one of the two"),
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
