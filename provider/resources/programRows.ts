/**
 * The rows of one program: those that its resources were when the run began, and those that they want. From both
 * follows who takes which row from whom. It runs in the program's process, which alone sees all resources.
 */
import { ifValid } from "../dns/index.ts";
import { domainOf } from "./arguments.ts";
import { type PeerFacts, type PeerRow, peerKey, scopeOf } from "./claims.ts";
import { managedArgs, type Properties } from "./definition.ts";
import { recordKind } from "./dnsRecord.ts";
import { readMemory } from "./items/lifeCycle.ts";
import type { Item, ItemKind, RowKeys } from "./items/table.ts";
import { forwardKind } from "./urlForward.ts";

/** A resource of the program, as the program's process sees it. */
export interface DeclaredItem {
  /** `DnsRecord` or `UrlForward`. */
  type: string;
  /** Its identity, and those that it had before (`aliases`): the parents' types, its own, and its name. */
  identities: readonly string[];
  /** Some of its arguments are not what the program says (`ignoreChanges`). */
  isPinned?: boolean;
}

/** A resource of the state, with its outputs as the definitions know them. */
export interface StoredItem {
  identity: string;
  type: string;
  outputs: Properties;
}

/** Where a row stands. */
interface Spot {
  scope: string;
  keys: RowKeys;
  /** The meaning, and the place that only one row can have. */
  own: readonly string[];
  /** Under which a state has the registrar's id. */
  idName: string;
}

interface Owned extends Spot {
  identity: string;
  recordId: string | undefined;
  writtenAt: string | undefined;
}

/** Values by key, of which several may share one. */
class Groups<T> extends Map<string, Set<T>> {
  add(key: string, value: T): void {
    this.set(key, this.of(key).add(value));
  }

  of(key: string): Set<T> {
    return this.get(key) ?? new Set();
  }
}

export class ProgramRows {
  readonly #owned = new Groups<Owned>();
  readonly #wanting = new Groups<DeclaredItem>();
  readonly #ownedBy = new Groups<Owned>();
  readonly #declared = new Map<string, DeclaredItem>();
  readonly #spots = new Map<DeclaredItem, Spot>();

  /** @param state the resources as they were when the run began */
  constructor(state: readonly StoredItem[]) {
    for (const { identity, type, outputs } of state) {
      const spot = spotOf(type, managedArgs(outputs));
      if (spot === undefined) continue;
      const { recordId, writtenAt } = readMemory(spot.idName, outputs);
      const owned = { ...spot, identity, recordId, writtenAt };
      for (const key of spot.keys.listed) this.#owned.add(`${spot.scope} ${key}`, owned);
      this.#ownedBy.add(identity, owned);
    }
  }

  /** The program declares a resource; its arguments may come later. */
  declare(declared: DeclaredItem): void {
    for (const identity of declared.identities) this.#declared.set(identity, declared);
  }

  /** The arguments of a declared resource are known. */
  resolve(declared: DeclaredItem, args: Properties): void {
    const spot = spotOf(declared.type, args);
    if (spot === undefined) return;
    this.#spots.set(declared, spot);
    const former = declared.isPinned ? this.#formerOf(declared) : [];
    // Where the engine keeps former arguments, the former row is kept with them.
    for (const { scope, own } of former.length > 0 ? former : [spot])
      for (const key of own) this.#wanting.add(`${scope} ${key}`, declared);
  }

  /**
   * What the provider must know of the others when it handles this resource; most often nothing.
   * @param isPreview what the resource itself was is sent as well: to be made anew, it is checked without what it was
   */
  factsFor(declared: DeclaredItem, isPreview: boolean): PeerFacts | undefined {
    const spot = this.#spots.get(declared);
    if (spot === undefined) return undefined;
    const { scope, keys } = spot;
    const met = [...spot.own, ...keys.excludes].flatMap((key) => [...this.#owned.of(`${scope} ${key}`)]);
    const former = this.#formerOf(declared).filter((owned) => owned.scope === scope);
    const rows = new Map<string, PeerRow>();
    for (const { keys } of new Set([...met, ...former])) {
      const owners = [...this.#owned.of(`${scope} ${keys.meaning}`)].filter(
        (each) => each.keys.meaning === keys.meaning,
      );
      const wanting = new Set(spotKeys(keys).flatMap((key) => [...this.#wanting.of(`${scope} ${key}`)]));
      const isMine =
        owners.every(({ identity }) => declared.identities.includes(identity)) &&
        [...wanting].every((each) => each === declared);
      if (isMine && !isPreview) continue;
      const key = peerKey(scope, keys.meaning);
      rows.set(key, { key, wanted: wanting.size, ...this.#stateOf(owners) });
    }
    return rows.size === 0 ? undefined : { scope, rows: [...rows.values()] };
  }

  /** What the state says of a row, and whether an owner may still want it. */
  #stateOf(owners: readonly Owned[]): Pick<PeerRow, "ids" | "owners" | "isDoubtful" | "writtenAt"> {
    const declared = owners.flatMap(({ identity }) => this.#declared.get(identity) ?? []);
    const writtenAt = owners.flatMap((owner) => owner.writtenAt ?? []).sort();
    return {
      ids: owners.flatMap(({ recordId }) => recordId ?? []),
      owners: owners.length,
      isDoubtful: declared.some((owner) => !this.#spots.has(owner)),
      ...(writtenAt.length > 0 && { writtenAt: writtenAt.at(-1) }),
    };
  }

  #formerOf({ identities }: DeclaredItem): Owned[] {
    return identities.flatMap((identity) => [...this.#ownedBy.of(identity)]);
  }
}

const spotKeys = ({ meaning, place }: RowKeys): string[] => (place === undefined ? [meaning] : [meaning, place]);

/** Where the item stands that arguments describe; arguments that describe none stand nowhere. */
function spotOf(type: string, args: Properties): Spot | undefined {
  if (type === "DnsRecord") return spotIn(recordKind, args);
  return type === "UrlForward" ? spotIn(forwardKind, args) : undefined;
}

function spotIn<Row extends Item>(kind: ItemKind<Row>, bag: Properties): Spot | undefined {
  // The provider's own check says what is wrong with them.
  return ifValid(() => {
    const args = kind.read(bag);
    if (args.domain === undefined) return undefined;
    const keys = kind.keys(kind.wanted(args));
    return { scope: scopeOf(kind.group, domainOf(args)), keys, own: spotKeys(keys), idName: kind.idName };
  });
}
