/**
 * The rows of one program: those that its resources held when the run began, and those that they want. From both
 * follows who takes which row from whom. It runs in the program's process, which alone sees all resources.
 */
import { domainOf } from "./arguments.ts";
import { managedArgs, type Properties } from "./definition.ts";
import { recordKind } from "./dnsRecord.ts";
import type { Item, ItemKind } from "./items/kind.ts";
import { handedOverIn, type SiblingFacts, type SiblingRow, scopeOf, signOf } from "./siblings.ts";
import { forwardKind } from "./urlForward.ts";

/** A resource of the program, as the program's process sees it. */
export interface DeclaredItem {
  /** `DnsRecord` or `UrlForward`. */
  type: string;
  /** Its name, and those that it had before (`aliases`). */
  names: readonly string[];
  /** As soon as they are known. */
  args?: Properties;
  /** Some of its arguments are not what the program says (`ignoreChanges`). */
  isPinned?: boolean;
}

/** A resource of the state, with its outputs as the definitions know them. */
export interface StoredItem {
  urn: string;
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
  met: string[];
  /** Under these it stands itself. */
  listed: readonly string[];
}

interface Held extends Spot {
  type: string;
  name: string;
  recordId: string | undefined;
  writtenAt: string | undefined;
  handedOver: string[];
}

/** The part of a resource's name in a URN. */
const nameIn = (urn: string) => urn.split("::").slice(3).join("::");

export class ProgramRows {
  readonly #held = new Map<string, Held[]>();
  readonly #heldBy = new Map<string, Held[]>();
  readonly #heldIn = new Map<string, Held[]>();
  readonly #lost = new Map<string, string[]>();
  readonly #declared = new Map<string, DeclaredItem>();
  readonly #spots = new Map<DeclaredItem, Spot>();
  readonly #wants = new Map<string, Set<DeclaredItem>>();

  /** @param state the resources as they were when the run began */
  constructor(state: readonly StoredItem[]) {
    for (const { urn, type, outputs } of state) {
      const spot = spotOf(type, managedArgs(outputs));
      if (spot !== undefined) this.#hold({ ...spot, type, name: nameIn(urn), ...noted(outputs) });
    }
  }

  /** The program declares a resource; its arguments may come later. */
  declare(declared: DeclaredItem): void {
    for (const name of declared.names) this.#declared.set(`${declared.type} ${name}`, declared);
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

  /** What the provider must know of the others when it handles this resource; most often nothing. */
  factsFor(declared: DeclaredItem): SiblingFacts | undefined {
    const spot = this.#spots.get(declared);
    if (spot === undefined) return undefined;
    const { scope } = spot;
    const isOwn = ({ type, name }: Held) => type === declared.type && declared.names.includes(name);
    const met = [...spot.own, ...spot.met].flatMap((key) => this.#held.get(`${scope} ${key}`) ?? []);
    const former = this.#formerOf(declared).filter((held) => held.scope === scope && held.meaning !== spot.meaning);
    const rows = new Map<string, SiblingRow>();
    for (const held of [...met, ...former]) {
      const row = this.#rowOf(held);
      const isContested = isOwn(held) ? row.wanted > 0 || row.owners > 1 : true;
      const isMine = isOwn(held) && row.owners === 1 && spot.own.some((key) => held.own.includes(key));
      if (isContested && !isMine) rows.set(row.sign, row);
    }
    const handedOver = this.#leftIn(scope);
    if (rows.size === 0 && handedOver.length === 0) return undefined;
    const leaves = handedOver.length > 0 && this.#formerOf(declared).some((held) => held.handedOver.length > 0);
    return { scope, rows: [...rows.values()], handedOver, wanted: leaves ? this.#unheldIn(scope) : [] };
  }

  #hold(held: Held): void {
    for (const key of held.listed) push(this.#held, `${held.scope} ${key}`, held);
    push(this.#heldBy, `${held.type} ${held.name}`, held);
    push(this.#heldIn, held.scope, held);
  }

  #want(declared: DeclaredItem, spot: Spot): void {
    for (const key of spot.own) {
      const wanting = this.#wants.get(`${spot.scope} ${key}`);
      if (wanting === undefined) this.#wants.set(`${spot.scope} ${key}`, new Set([declared]));
      else wanting.add(declared);
    }
  }

  #formerOf({ type, names }: DeclaredItem): Held[] {
    return names.flatMap((name) => this.#heldBy.get(`${type} ${name}`) ?? []);
  }

  #wanting(spot: Spot): Set<DeclaredItem> {
    return new Set(spot.own.flatMap((key) => [...(this.#wants.get(`${spot.scope} ${key}`) ?? [])]));
  }

  #rowOf(held: Held): SiblingRow {
    const owners = (this.#held.get(`${held.scope} ${held.meaning}`) ?? []).filter(
      ({ meaning }) => meaning === held.meaning,
    );
    const declared = owners.map(({ type, name }) => this.#declared.get(`${type} ${name}`));
    const isDoubtful = declared.some((owner) => owner !== undefined && !this.#spots.has(owner));
    const writtenAt = owners
      .flatMap((owner) => owner.writtenAt ?? [])
      .sort()
      .at(-1);
    return {
      sign: signOf(held.scope, held.meaning),
      ids: owners.flatMap(({ recordId }) => recordId ?? []),
      owners: owners.length,
      wanted: this.#wanting(held).size,
      otherwise: isDoubtful ? "doubtful" : declared.includes(undefined) ? "leaving" : "free",
      ...(writtenAt !== undefined && { writtenAt }),
    };
  }

  /**
   * Ids that were left for a sibling and are in nobody's state. They count only while something is to be done, since a
   * row may have got another id since; what was carried out whole leaves nothing of this to be looked at.
   */
  #leftIn(scope: string): string[] {
    const held = this.#heldIn.get(scope) ?? [];
    const lost = this.#lost.get(scope) ?? lostAmong(held);
    this.#lost.set(scope, lost);
    return lost.length > 0 && this.#isUnfinished(scope, held) ? lost : [];
  }

  #isUnfinished(scope: string, held: readonly Held[]): boolean {
    const isKept = (row: Held) => {
      const declared = this.#declared.get(`${row.type} ${row.name}`);
      return declared !== undefined && this.#spots.get(declared)?.meaning === row.meaning;
    };
    const isNew = ([declared, spot]: [DeclaredItem, Spot]) =>
      spot.scope === scope && !this.#formerOf(declared).some(({ meaning }) => meaning === spot.meaning);
    return !held.every(isKept) || [...this.#spots].some(isNew);
  }

  /** Signs of what is wanted in a scope, and held by nobody. */
  #unheldIn(scope: string): string[] {
    return [...this.#spots.values()]
      .filter((spot) => spot.scope === scope && !this.#held.has(`${scope} ${spot.meaning}`))
      .flatMap(({ own }) => own.map((key) => signOf(scope, key)));
  }
}

/** Ids that were left for a sibling, and that no state has. */
function lostAmong(held: readonly Held[]): string[] {
  const known = new Set(held.flatMap(({ recordId }) => recordId ?? []));
  return [...new Set(held.flatMap(({ handedOver }) => handedOver))].filter((id) => !known.has(id));
}

function noted(outputs: Properties): Pick<Held, "recordId" | "writtenAt" | "handedOver"> {
  const text = (key: string) => (typeof outputs[key] === "string" ? outputs[key] : undefined);
  return { recordId: text("recordId"), writtenAt: text("writtenAt"), handedOver: handedOverIn(outputs) };
}

/** Where the item stands that arguments describe; arguments that describe none stand nowhere. */
function spotOf(type: string, args: Properties): Spot | undefined {
  if (args["domain"] === undefined) return undefined;
  if (type === "DnsRecord") return spotIn(recordKind, args);
  return type === "UrlForward" ? spotIn(forwardKind, args) : undefined;
}

function spotIn<Row extends Item>(kind: ItemKind<Row>, args: Properties): Spot | undefined {
  try {
    const row = kind.wanted(args);
    const meaning = kind.meaning(row);
    const place = kind.place(row);
    return {
      scope: scopeOf(kind.group, domainOf(args)),
      meaning,
      own: place === undefined ? [meaning] : [meaning, place],
      met: kind.rivals(row),
      listed: kind.keys(row),
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
