/**
 * Declarations of one run: finds resources that can't be declared twice or together. The engine checks resources one by one;
 * the second of two conflicting declarations is refused. The facts of declarations are indexed, so that time grows linearly
 * with the program. All provider processes of an operation share their declarations.
 */
import * as z from "zod";
import {
  checks,
  excludedBy,
  fullName,
  ifValid,
  isDmarc,
  isSpf,
  nearest,
  normaliseDomain,
  ownerName,
  recordFromArgs,
  showText,
  type WantedRecord,
} from "../../dns/index.ts";
import { pick } from "../../lifecycle/arguments.ts";
import type { Properties } from "../../lifecycle/definition.ts";
import { Ledger, leave } from "../../lifecycle/ledger.ts";
import { dnsRecordOf, recordKind } from "../../lifecycle/records/kind.ts";
import { ignoresOf, recordsIn } from "../../lifecycle/records/lists.ts";
import { readSetState, recordsOfSet } from "../../lifecycle/records/zone.ts";
import type { IsDeclared } from "../../lifecycle/run.ts";
import { forwardKind } from "../../resources/urlForward.ts";
import { typeIn } from "./state.ts";

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
  readonly property?: string | undefined;
  readonly other: Declarer;
}

/** Descriptions by check ID, for the page of checks, which lists the types after the colon. */
export const conflictChecks = {
  "declared-once": "A domain has at most one of each:",
  "forward-source-once": "A host of a domain has at most one `UrlForward`.",
  "zone-authoritative-alone": "No other resource has records that an authoritative `DnsZone` of the domain owns.",
  "record-set-alone": "No other resource has records of the name and type of a `DnsRecordSet`.",
  "record-once": "No two resources declare the same record.",
  "name-conflict": "No two resources declare conflicting records, such as a CNAME and an A of one name.",
  "policy-once": "No two resources declare an SPF or DMARC policy of one name.",
} as const;
export type ConflictCheck = keyof typeof conflictChecks;

/** Warnings about IDs in `skipChecks` that aren't those of a check. */
export function unknownChecks(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const known: readonly string[] = [...checks().map(({ id }) => id), ...Object.keys(conflictChecks)];
  return ids
    .filter((id) => !known.includes(id))
    .map((id) => `skipChecks: ${showText(id)} isn't the ID of a check${nearest(id, known)}, and has no effect.`);
}

/** A part of a declaration, such as `record www A 192.0.2.1`, and the facts that no other resource may have then. */
interface Fact {
  readonly is: string;
  readonly excludes?: readonly string[];
  readonly check: ConflictCheck;
  /** Follows the name of the other resource in a message. */
  readonly problem: string;
  readonly property?: string;
}

/** A declaration of another process. */
const line = z.object({
  by: z.object({ identity: z.string(), type: z.string(), name: z.string() }),
  /** Its facts: as digests, if another process wrote them. */
  facts: z.array(z.string()),
  /** Arguments that the checks of other resources read. */
  args: z.record(z.string(), z.unknown()),
  /** Owner names and types of its records. */
  sets: z.array(z.tuple([z.string(), z.string()])),
});

interface Declared extends z.output<typeof line> {
  /** The process that checked it, and its identity. */
  readonly owner: string;
}

interface How {
  /** Does a domain have only one resource of the type? */
  readonly isSingle?: boolean;
  /** IDs of checks that are switched off. */
  readonly ignored?: readonly string[];
  /** Names of secret arguments, which other processes don't get. */
  readonly secrets?: readonly string[];
}

const readByOthers = ["nameservers", "ignoreRecords"];
/** Arguments that hold names of records. */
const namesOfRecords = ["name", "service", "protocol", "records"];

const [declaresRecords, isAuthoritative] = ["declares records", "is authoritative"];

export class Declarations {
  readonly #ledger: Ledger;
  readonly #byOwner = new Map<string, Declared>();
  readonly #byFact = new Map<string, Set<Declared>>();

  constructor(ledger = new Ledger()) {
    this.#ledger = ledger;
    ledger.on("declare", line, (declared, writer) =>
      this.#add({ ...declared, owner: `${writer} ${declared.by.identity}` }),
    );
    ledger.on("withdraw", z.string(), (identity, writer) => this.#forget(`${writer} ${identity}`));
    ledger.on(leave, z.null(), (_, writer) => {
      for (const owner of [...this.#byOwner.keys()]) if (owner.startsWith(`${writer} `)) this.#forget(owner);
    });
  }

  /** Declares a resource, unless it conflicts with an earlier one. @param args with known values @returns the conflicts */
  declare(by: Declarer, args: Properties, { isSingle, ignored = [], secrets = [] }: How = {}): Conflict[] {
    const domain = domainIn(args);
    if (domain === undefined) return [];
    const records = recordsOf(by.type, args, domain);
    const problem = `already declares this for ${domain}: declare it once`;
    const facts = [
      ...(isSingle ? [once(by.type, "declared-once", problem)] : []),
      ...factsOf(by.type, args, domain),
      ...records.flatMap((each) => factsOfRecord(by.type, each)),
    ];
    const isZone = args["mode"] === "authoritative";
    const kinds = isZone ? [declaresRecords, isAuthoritative] : [declaresRecords];
    const declared: Declared = {
      ...{ by, args, owner: ` ${by.identity}` },
      facts: [...kinds, ...facts.map(({ is }) => is)].map((is) => `${domain} ${is}`),
      sets: records.map(({ name, data }) => [name, data.type]),
    };
    this.#ledger.write("declare", () =>
      shared({ ...declared, facts: declared.facts.map((fact) => this.#ledger.key(fact)) }, secrets),
    );
    this.#forget(declared.owner);
    const conflicts = [
      ...this.#conflicts(declared, facts, domain),
      ...this.#zoneConflicts(declared, isZone, domain),
    ].filter(({ check }) => !ignored.includes(check));
    if (conflicts.length === 0) this.#add(declared);
    else this.#ledger.write("withdraw", () => by.identity);
    return conflicts;
  }

  /** Arguments of a resource that a domain has once, if the program declared it. */
  argsOf(type: string, domain: string): Properties | undefined {
    return this.#now(type, domain)[0]?.args;
  }

  readonly isDeclared: IsDeclared = (domain, fact) => this.#now(fact, domain).length > 0;

  /** The declarations with a fact. Other processes write the fact as a digest. */
  *#with(fact: string, domain: string): Iterable<Declared> {
    const key = `${domain} ${fact}`;
    yield* this.#byFact.get(key) ?? [];
    if (this.#ledger.isShared) yield* this.#byFact.get(this.#ledger.key(key)) ?? [];
  }

  /** The same, for a domain in any spelling, with the lines that other processes wrote since. */
  #now(fact: string, domain: string): readonly Declared[] {
    this.#ledger.read();
    return [...this.#with(fact, domainIn({ domain }) ?? "")];
  }

  #add(declared: Declared): void {
    this.#forget(declared.owner);
    this.#byOwner.set(declared.owner, declared);
    for (const fact of declared.facts) this.#byFact.set(fact, (this.#byFact.get(fact) ?? new Set()).add(declared));
  }

  /** Removes an earlier declaration of the same resource: the engine checks a resource again to replace it. */
  #forget(owner: string): void {
    const before = this.#byOwner.get(owner);
    for (const fact of before?.facts ?? []) if (before !== undefined) this.#byFact.get(fact)?.delete(before);
    this.#byOwner.delete(owner);
  }

  #conflicts({ owner }: Declared, facts: readonly Fact[], domain: string): Conflict[] {
    const found = new Map<string, Conflict>();
    for (const { is, excludes = [is], check, problem, property } of facts) {
      for (const fact of excludes) {
        const [other] = this.#with(fact, domain);
        if (other === undefined || other.owner === owner) continue;
        const reason = `the ${typeIn(other.by.identity, other.by.type)} \`${other.by.name}\` ${problem}`;
        // Two equal records may conflict, too: that says nothing more.
        const isSaid = check === "name-conflict" && found.has(`record-once ${other.owner}`);
        if (!isSaid) found.set(`${check} ${other.owner}`, { check, reason, property, other: other.by });
      }
    }
    return [...found.values()];
  }

  /** The conflict of an authoritative zone with a resource that declares records in it: each would delete the other's records. */
  #zoneConflicts(declared: Declared, isZone: boolean, domain: string): Conflict[] {
    const ownsAny = ({ args }: Declared, others: readonly Declared[]) => {
      const ignores = ignoresOf(args, domain);
      return others.find(({ sets }) => sets.some(([name, type]) => !ignores(name, type)));
    };
    const deleted = isZone ? ownsAny(declared, [...this.#with(declaresRecords, domain)]) : undefined;
    const other = deleted ?? [...this.#with(isAuthoritative, domain)].find((zone) => ownsAny(zone, [declared]));
    if (other === undefined) return [];
    const { identity, name } = other.by;
    const type = typeIn(identity, other.by.type);
    const reason = deleted
      ? `an authoritative zone would delete the records of the ${type} \`${name}\`: list them here, name them in ` +
        "`ignoreRecords`, or make the zone additive"
      : `the ${type} \`${name}\` is authoritative and would delete these records: list them there, name them in ` +
        "its `ignoreRecords`, or make the zone additive";
    return [{ check: "zone-authoritative-alone", reason, other: other.by }];
  }
}

/** The line that other processes get: digests, and arguments that aren't secret. */
function shared({ by, facts, args, sets }: Declared, secrets: readonly string[]): z.output<typeof line> {
  const isSecret = (name: string) => secrets.includes(name);
  const open = readByOthers.filter((name) => !isSecret(name));
  return {
    ...{ by, facts },
    // A zone with secret patterns may leave any record alone.
    args: { ...pick(args, open), ...(isSecret("ignoreRecords") && { ignoreRecords: ["*"] }) },
    sets: namesOfRecords.some(isSecret) ? [] : sets,
  };
}

const domainIn = ({ domain }: Properties) => ifValid(() => normaliseDomain(String(domain)));

/** The facts of a forward, if its source is known and valid. */
function factsOf(type: string, args: Properties, domain: string): Fact[] {
  if (type !== "UrlForward" || args["source"] === undefined) return [];
  const source = ifValid(() => ownerName(String(args["source"]), domain));
  if (source === undefined) return [];
  const problem = `already forwards ${fullName(source, domain)}: declare it once`;
  const facts: Fact[] = [{ ...once(`forward ${source}`, "forward-source-once", problem), property: "source" }];
  const { destination } = args;
  return typeof destination === "string"
    ? [
        ...facts,
        { is: forwardKind.factOf({ source, destination }), excludes: [], check: "forward-source-once", problem },
      ]
    : facts;
}

const once = (is: string, check: ConflictCheck, problem: string): Fact => ({ is, check, problem });

function recordsOf(type: string, args: Properties, domain: string): readonly WantedRecord[] {
  if (type === "DnsZone") return recordsIn(args, domain).map(({ row }) => row);
  if (type === "DnsRecordSet") return recordsOfSet(readSetState(args)).map(({ row }) => row);
  const record = type === "DnsRecord" ? dnsRecordOf(args) : undefined;
  return record === undefined ? [] : [recordFromArgs(record, domain)];
}

/** @param owner type of the resource that declares the record */
function factsOfRecord(owner: string, record: WantedRecord): Fact[] {
  const { name, data } = record;
  const key = `${name} ${data.type}`;
  const isSet = owner === "DnsRecordSet";
  const facts: Fact[] = [
    once(recordKind.factOf(record), "record-once", "declares the same record: declare it once"),
    {
      is: `at ${key}`,
      excludes: excludedBy(data.type).map((type) => `at ${name} ${type}`),
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
