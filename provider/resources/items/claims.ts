/** Under which keys an operation knows who holds an item, and who may touch it. */
import type { Items } from "../../api/items.ts";
import type { Run } from "../run.ts";
import type { Item, ItemKind } from "./kind.ts";

export type ItemClaims<Row extends Item> = ReturnType<typeof itemClaims<Row>>;

export function itemClaims<Row extends Item>(kind: ItemKind<Row>) {
  const idKey = (domain: string, id: string) => `${kind.group} ${domain} ${id}`;
  const exactKey = (domain: string, row: Row) => `${kind.group} ${domain} ${kind.exact(row)}`;
  const itemKey = (domain: string, row: Row) => (row.id === undefined ? exactKey(domain, row) : idKey(domain, row.id));
  /** An item may have another id after a write, or none in the answer: then it is known by what it is. */
  const itemKeys = (domain: string, row: Row) => [itemKey(domain, row), exactKey(domain, row)];

  /** Is this item held by another resource, or about to be made by one? */
  function isOthers(row: Row, owner: string | undefined, domain: string, { claims }: Run, own?: Row): boolean {
    if (itemKeys(domain, row).some((key) => claims.isClaimedByOther(key, owner))) return true;
    const key = exactKey(domain, row);
    return own !== undefined && key !== exactKey(domain, own) && claims.isReserved(key);
  }

  const isClaimedById = (row: Row, domain: string, { claims }: Run) =>
    row.id !== undefined && claims.isClaimedByOther(idKey(domain, row.id), undefined);

  function claimWritten(row: Row, owner: string, domain: string, { claims }: Run): void {
    for (const key of itemKeys(domain, row)) claims.claim(key, owner);
  }

  /** Does a list lack what a resource of this run is? One that was removed in this run is not lacking. */
  function hidesAny(items: Items<Row>, domain: string, run: Run): boolean {
    const list = kind.list(run, domain);
    const scope = `${kind.group} ${domain} `;
    const shown = new Map<string, boolean>();
    for (const [key, owner] of run.claims.under(scope)) {
      const name = key.slice(scope.length);
      const isShown = items.withId(name) !== undefined || list.wasRemoved(name) || items.withKey(name).length > 0;
      shown.set(owner, isShown || shown.get(owner) === true);
    }
    return [...shown.values()].includes(false);
  }

  return { exactKey, itemKey, itemKeys, isOthers, isClaimedById, claimWritten, hidesAny };
}
