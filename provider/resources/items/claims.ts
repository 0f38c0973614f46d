/** Which items of one kind in one domain the resources of a run have claimed, as one of them sees it. */
import type { ItemList, Items } from "../../api/items.ts";
import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { DeclaredTwiceError } from "../errors.ts";
import type { DeclaredKind, Item, ItemArgs, ItemKind } from "./kind.ts";
import type { ItemState } from "./state.ts";

/** Are they the same in everything that can exist only once? */
export function isExactly<Row extends Item>(kind: ItemKind<Row>, row: Row, wanted: Row): boolean {
  return kind.exact(row, wanted) === kind.exact(wanted);
}

export class ItemClaims<Row extends Item> {
  readonly #kind: ItemKind<Row>;
  readonly #domain: string;
  readonly #claims: Claims;
  readonly #owner: string | undefined;

  /** @param owner Pulumi id of the resource that asks; a new one has none yet */
  constructor(kind: ItemKind<Row>, domain: string, claims: Claims, owner: string | undefined) {
    this.#kind = kind;
    this.#domain = domain;
    this.#claims = claims;
    this.#owner = owner;
  }

  /** Claims an item that this resource is. It may have another id after a write, or none: what it is counts, too. */
  claim(row: Row, owner = this.#owner): void {
    if (owner !== undefined) for (const key of this.#keys(row)) this.#claims.claim(key, owner);
  }

  /** Claims it by its id alone, where it has one: edited by hand, it may say what another resource is. */
  claimListed(row: Row, wanted?: Row): void {
    if (this.#owner !== undefined) this.#claims.claim(this.#listedKey(row, wanted), this.#owner);
  }

  release(row: Row): void {
    if (this.#owner !== undefined) for (const key of this.#keys(row)) this.#claims.release(key, this.#owner);
  }

  /** Has another resource claimed it? */
  isOthers(row: Row, wanted?: Row): boolean {
    return this.#isClaimed(row, wanted, this.#owner);
  }

  /** Has another resource claimed just this row: by its id, where it has one? */
  isOthersListed(row: Row): boolean {
    return this.#claims.isClaimedByOther(this.#listedKey(row), this.#owner);
  }

  isClaimedById(id: string): boolean {
    return this.#claims.isClaimedByOther(this.#key(id), undefined);
  }

  /** Is another resource this item, or about to be, while this one wants to be something like it? */
  isTaken(row: Row, wanted: Row): boolean {
    return this.#isClaimed(row, wanted, this.#owner) || this.#isReservedBeside(row, wanted);
  }

  /** Can it be what this resource has just made: no other's, and not a row that this one was before? */
  isNew(row: Row, wanted: Row): boolean {
    const wasThere = row.id === undefined ? !isExactly(this.#kind, row, wanted) : this.isClaimedById(row.id);
    return !wasThere && !this.isTaken(row, wanted);
  }

  /** Has another resource of this run got it, or does it keep it? */
  isKept(row: Row): boolean {
    return this.#keys(row).some((key) => this.#claims.isKeptByOther(key, this.#owner));
  }

  /** Is a create of it under way? */
  isReserved(row: Row, wanted?: Row): boolean {
    return this.#claims.isReserved(this.#exactKey(row, wanted));
  }

  /** Runs a create, so that no other one of the same item begins meanwhile. @throws DeclaredTwiceError */
  async reserving<T>(wanted: Row, work: () => Promise<T>): Promise<T> {
    const key = this.#exactKey(wanted);
    if (!this.#claims.reserve(key))
      throw new DeclaredTwiceError(this.#kind.describe(wanted, this.#domain), this.#kind.group === "records");
    try {
      return await work();
    } finally {
      this.#claims.unreserve(key);
    }
  }

  /** Does a reading of the list lack what a resource of this run is? One that was removed in this run is not lacking. */
  isAnyMissing(items: Items<Row>, list: ItemList<Row>): boolean {
    const scope = this.#key("");
    const shown = new Map<string, boolean>();
    for (const [key, owner] of this.#claims.under(scope)) {
      const name = key.slice(scope.length);
      const isShown = items.withId(name) !== undefined || list.wasRemoved(name) || items.withKey(name).length > 0;
      shown.set(owner, isShown || shown.get(owner) === true);
    }
    return [...shown.values()].includes(false);
  }

  #isReservedBeside(row: Row, wanted: Row): boolean {
    return !isExactly(this.#kind, row, wanted) && this.isReserved(row, wanted);
  }

  #isClaimed(row: Row, wanted: Row | undefined, owner: string | undefined): boolean {
    return this.#keys(row, wanted).some((key) => this.#claims.isClaimedByOther(key, owner));
  }

  #key(name: string): string {
    return `${this.#kind.group} ${this.#domain} ${name}`;
  }

  #exactKey(row: Row, wanted?: Row): string {
    return this.#key(this.#kind.exact(row, wanted));
  }

  #listedKey(row: Row, wanted?: Row): string {
    return row.id === undefined ? this.#exactKey(row, wanted) : this.#key(row.id);
  }

  #keys(row: Row, wanted?: Row): string[] {
    return [this.#listedKey(row, wanted), this.#exactKey(row, wanted)];
  }
}

/** Tells the run that this resource is alive and owns its item, and whether it is to become another one. */
export function claimStored<Row extends Item, Args extends ItemArgs>(
  kind: DeclaredKind<Row, Args>,
  id: string,
  { args, recordId }: ItemState<Args>,
  claims: Claims,
  wanted: Partial<Args> = args,
): void {
  // This runs inside a diff, which never fails: a state that says nothing of its item owns none.
  if (args.domain === undefined) return;
  const stored = kind.wanted(args);
  new ItemClaims(kind, domainOf(args), claims, id).claim({ ...stored, id: recordId });
  try {
    if (kind.meaning(stored) !== kind.meaning(kind.wanted(wanted))) claims.moves(id);
  } catch {
    // In a preview not everything is known: then nobody asks.
  }
}
