/** Claims on the rows of one kind in one domain, as one resource of a run sees them. */
import type { Claims } from "../claims.ts";
import type { RowList, Rows } from "../list.ts";
import { type AnyRow, exactKeyOf, isExactly, type RowKind } from "./kind.ts";

export class RowClaims<Row extends AnyRow> {
  readonly #kind: RowKind<Row>;
  readonly #scope: string;
  readonly #claims: Claims;
  readonly #owner: string | undefined;

  /** @param owner Pulumi ID of the resource; a new one has none yet */
  constructor(kind: RowKind<Row>, domain: string, claims: Claims, owner: string | undefined) {
    this.#kind = kind;
    this.#scope = `${kind.group} ${domain} `;
    this.#claims = claims;
    this.#owner = owner;
  }

  /** Claims a row of this resource, by its ID and by its data: after a write it may have another ID, or none. */
  claim(row: Row): void {
    if (this.#owner !== undefined) for (const key of this.#keys(row)) this.#claims.claim(key, this.#owner);
  }

  /** Claims a row by its ID alone, if it has one: edited by hand, it may have the data of another resource's row. */
  claimListed(row: Row, wanted?: Row): void {
    if (this.#owner !== undefined) this.#claims.claim(this.#listedKey(row, wanted), this.#owner);
  }

  release(row: Row): void {
    if (this.#owner !== undefined) for (const key of this.#keys(row)) this.#claims.release(key, this.#owner);
  }

  /** Did another resource claim the row, by its ID or its data? */
  isOthers(row: Row, wanted?: Row): boolean {
    return this.#keys(row, wanted).some((key) => this.#claims.othersOf(key, this.#owner).length > 0);
  }

  /** Did another resource claim exactly this row: by its ID, if it has one? */
  isOthersListed(row: Row): boolean {
    return this.#claims.othersOf(this.#listedKey(row), this.#owner).length > 0;
  }

  isClaimedById(id: string): boolean {
    return this.#claims.othersOf(this.#scope + id, undefined).length > 0;
  }

  /** Can this resource have just created the row? No, if a resource owned it before, this one included. */
  isNew(row: Row, wanted: Row): boolean {
    const wasThere = row.id === undefined ? !isExactly(this.#kind, row, wanted) : this.isClaimedById(row.id);
    return !wasThere && !this.isOthers(row, wanted);
  }

  /** Does a reading of the list lack a row that a resource of this run owns? A row removed in this run isn't lacking. */
  isAnyMissing(rows: Rows<Row>, list: RowList<Row>): boolean {
    const shown = new Map<string, boolean>();
    for (const [key, owner] of this.#claims.under(this.#scope)) {
      const name = key.slice(this.#scope.length);
      const isShown = rows.withId(name) !== undefined || list.wasRemoved(name) || rows.withKey(name).length > 0;
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
