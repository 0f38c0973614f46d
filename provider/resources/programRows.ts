/**
 * The rows of one program: those that its resources were when the run began, and those that they want. From both
 * follows who takes which row from whom. It runs in the program's process, which alone sees all resources.
 */
import { domainOf } from "./arguments.ts";
import { managedArgs, type Properties } from "./definition.ts";
import { recordKind } from "./dnsRecord.ts";
import { readMemory } from "./items/lifeCycle.ts";
import type { DeclaredKind, Item, ItemArgs } from "./items/table.ts";
import { fingerprintIn, type SiblingFacts, type SiblingRow, scopeOf } from "./siblings.ts";
import { forwardKind } from "./urlForward.ts";

/** A resource of the program, as the program's process sees it. */
export interface DeclaredItem {
  /** `DnsRecord` or `UrlForward`. */
  type: string;
  /** Its identity, and those that it had before (`aliases`): the parents' types, its own, and its name. */
  identities: readonly string[];
  /** As soon as they are known. */
  args?: Properties;
  /** Some of its arguments are not what the program says (`ignoreChanges`). */
  isPinned?: boolean;
}

/** A resource of the state, with its outputs as the definitions know them. */
export interface StoredItem {
  identity: string;
  type: string;
  outputs: Properties;
}

/** Where a row stands: its scope, all keys to find it by, and those by which somebody wants just it. */
interface Spot {
  scope: string;
  meaning: string;
  /** The meaning, and the place that only one row can have. */
  own: string[];
  /** Under these stand all that it could meet. */
  met: readonly string[];
  /** Under these it stands itself. */
  listed: readonly string[];
}

interface Owned extends Spot {
  identity: string;
  recordId: string | undefined;
  writtenAt: string | undefined;
}

export class ProgramRows {
  readonly #owned = new Map<string, Owned[]>();
  readonly #ownedBy = new Map<string, Owned[]>();
  readonly #declared = new Map<string, DeclaredItem>();
  readonly #spots = new Map<DeclaredItem, Spot>();
  readonly #wants = new Map<string, Set<DeclaredItem>>();

  /** @param state the resources as they were when the run began */
  constructor(state: readonly StoredItem[]) {
    for (const { identity, type, outputs } of state) {
      const spot = spotOf(type, managedArgs(outputs));
      const { recordId, writtenAt } = readMemory(outputs);
      if (spot !== undefined) this.#own({ ...spot, identity, recordId, writtenAt });
    }
  }

  /** The program declares a resource; its arguments may come later. */
  declare(declared: DeclaredItem): void {
    for (const identity of declared.identities) this.#declared.set(identity, declared);
  }

  /** The arguments of a declared resource are known. */
  resolve(declared: DeclaredItem): void {
    const spot = spotOf(declared.type, declared.args ?? {});
    if (spot === undefined) return;
    this.#spots.set(declared, spot);
    const former = declared.isPinned ? this.#formerOf(declared) : [];
    // Where the engine keeps former arguments, the former row is kept with them.
    for (const kept of former.length > 0 ? former : [spot]) this.#want(declared, kept);
  }

  /**
   * What the provider must know of the others when it handles this resource; most often nothing.
   * @param isPreview what the resource itself was is told as well: to be made anew, it is checked without what it was
   */
  factsFor(declared: DeclaredItem, isPreview: boolean): SiblingFacts | undefined {
    const spot = this.#spots.get(declared);
    if (spot === undefined) return undefined;
    const { scope } = spot;
    const isOwn = ({ identity }: Owned) => declared.identities.includes(identity);
    const met = [...spot.own, ...spot.met].flatMap((key) => this.#owned.get(`${scope} ${key}`) ?? []);
    const former = this.#formerOf(declared).filter((owned) => owned.scope === scope && owned.meaning !== spot.meaning);
    const rows = new Map<string, SiblingRow>();
    for (const owned of [...met, ...former]) {
      const row = this.#rowOf(owned);
      const isContested = isOwn(owned) ? row.wanted > 0 || row.owners > 1 : true;
      const isMine = isOwn(owned) && row.owners === 1 && spot.own.some((key) => owned.own.includes(key));
      if (isPreview || (isContested && !isMine)) rows.set(row.fingerprint, row);
    }
    return rows.size === 0 ? undefined : { scope, rows: [...rows.values()] };
  }

  #own(owned: Owned): void {
    for (const key of owned.listed) push(this.#owned, `${owned.scope} ${key}`, owned);
    push(this.#ownedBy, owned.identity, owned);
  }

  #want(declared: DeclaredItem, spot: Spot): void {
    for (const key of spot.own) {
      const wanting = this.#wants.get(`${spot.scope} ${key}`);
      if (wanting === undefined) this.#wants.set(`${spot.scope} ${key}`, new Set([declared]));
      else wanting.add(declared);
    }
  }

  #formerOf({ identities }: DeclaredItem): Owned[] {
    return identities.flatMap((identity) => this.#ownedBy.get(identity) ?? []);
  }

  #wanting(spot: Spot): Set<DeclaredItem> {
    return new Set(spot.own.flatMap((key) => [...(this.#wants.get(`${spot.scope} ${key}`) ?? [])]));
  }

  #rowOf(owned: Owned): SiblingRow {
    const owners = (this.#owned.get(`${owned.scope} ${owned.meaning}`) ?? []).filter(
      ({ meaning }) => meaning === owned.meaning,
    );
    const declared = owners.map(({ identity }) => this.#declared.get(identity));
    const isDoubtful = declared.some((owner) => owner !== undefined && !this.#spots.has(owner));
    const writtenAt = owners
      .flatMap((owner) => owner.writtenAt ?? [])
      .sort()
      .at(-1);
    return {
      fingerprint: fingerprintIn(owned.scope, owned.meaning),
      ids: owners.flatMap(({ recordId }) => recordId ?? []),
      owners: owners.length,
      wanted: this.#wanting(owned).size,
      otherwise: isDoubtful ? "doubtful" : declared.includes(undefined) ? "leaving" : "free",
      ...(writtenAt !== undefined && { writtenAt }),
    };
  }
}

/** Where the item stands that arguments describe; arguments that describe none stand nowhere. */
function spotOf(type: string, args: Properties): Spot | undefined {
  if (type === "DnsRecord") return spotIn(recordKind, args);
  return type === "UrlForward" ? spotIn(forwardKind, args) : undefined;
}

function spotIn<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  bag: Properties,
): Spot | undefined {
  try {
    const args = kind.read(bag);
    if (args.domain === undefined) return undefined;
    const row = kind.wanted(args);
    const { meaning, place, excludes, listed } = kind.keys(row);
    return {
      scope: scopeOf(kind.group, domainOf(args)),
      meaning,
      own: place === undefined ? [meaning] : [meaning, place],
      met: excludes,
      listed,
    };
  } catch {
    // The provider's own check says what is wrong with them.
    return undefined;
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
