/** Which items of one kind in one domain the resources of a run have claimed, as one of them sees it. */
import type { Claims } from "../claims.ts";
import type { ItemList, Items } from "./list.ts";
import { exactKeyOf, type Item, type ItemKind, isExactly } from "./table.ts";

export class ItemClaims<Row extends Item> {
  readonly #kind: ItemKind<Row>;
  readonly #scope: string;
  readonly #claims: Claims;
  readonly #owner: string | undefined;

  /** @param owner Pulumi id of the resource that asks; a new one has none yet */
  constructor(kind: ItemKind<Row>, domain: string, claims: Claims, owner: string | undefined) {
    this.#kind = kind;
    this.#scope = `${kind.group} ${domain} `;
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
    return this.#keys(row, wanted).some((key) => this.#claims.othersOf(key, this.#owner).length > 0);
  }

  /** Has another resource claimed just this row: by its id, where it has one? */
  isOthersListed(row: Row): boolean {
    return this.#claims.othersOf(this.#listedKey(row), this.#owner).length > 0;
  }

  isClaimedById(id: string): boolean {
    return this.#claims.othersOf(this.#scope + id, undefined).length > 0;
  }

  /** Can it be what this resource has just made: no other's, and not a row that this one was before? */
  isNew(row: Row, wanted: Row): boolean {
    const wasThere = row.id === undefined ? !isExactly(this.#kind, row, wanted) : this.isClaimedById(row.id);
    return !wasThere && !this.isOthers(row, wanted);
  }

  /** Has another resource of this run got it, or does it keep it? */
  isKept(row: Row): boolean {
    const keepers = this.#keys(row).flatMap((key) => this.#claims.othersOf(key, this.#owner));
    return keepers.some((other) => !this.#claims.isMoving(other));
  }

  /** Does a reading of the list lack what a resource of this run is? One that was removed in this run is not lacking. */
  isAnyMissing(items: Items<Row>, list: ItemList<Row>): boolean {
    const shown = new Map<string, boolean>();
    for (const [key, owner] of this.#claims.under(this.#scope)) {
      const name = key.slice(this.#scope.length);
      const isShown = items.withId(name) !== undefined || list.wasRemoved(name) || items.withKey(name).length > 0;
      shown.set(owner, isShown || shown.get(owner) === true);
    }
    return [...shown.values()].includes(false);
  }

  #exactKey(row: Row, wanted?: Row): string {
    return this.#scope + exactKeyOf(this.#kind, row, wanted);
  }

  #listedKey(row: Row, wanted?: Row): string {
    return row.id === undefined ? this.#exactKey(row, wanted) : this.#scope + row.id;
  }

  #keys(row: Row, wanted?: Row): string[] {
    return [this.#listedKey(row, wanted), this.#exactKey(row, wanted)];
  }
}
