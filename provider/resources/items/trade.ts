/**
 * How resources of one program trade items: one takes over what another gives up, instead of making it a second time,
 * and what stands in the way and is due to go gives way. Only what the program held when the run began is ever traded.
 */
import type { Items } from "../../api/items.ts";
import type { Properties } from "../definition.ts";
import type { Run } from "../run.ts";
import { handedOverIn, type SiblingRow, scopeOf, signOf } from "../siblings.ts";
import { itemClaims } from "./claims.ts";
import type { Item, ItemKind } from "./kind.ts";
import { lagsUntil } from "./search.ts";
import { itemWrites } from "./writes.ts";

/** Who trades: a resource that exists already has an id. */
export interface Trader {
  domain: string;
  owner: string | undefined;
  run: Run;
}

/** The same row, perhaps of another reading of the list. */
export const isSame = <Row extends Item>(row: Row, other: Row | undefined): boolean =>
  row === other || (row.id !== undefined && row.id === other?.id);

export function itemTrade<Row extends Item>(kind: ItemKind<Row>) {
  const { itemKeys } = itemClaims(kind);
  const { call, removeLive } = itemWrites(kind);
  const scopeIn = (domain: string) => scopeOf(kind.group, domain);

  /** What the program says of a row that one of its resources held when the run began. */
  function knownOf(row: Row, { domain, run }: Trader): SiblingRow | undefined {
    const { siblings } = run;
    if (siblings.isEmpty) return undefined;
    const scope = scopeIn(domain);
    for (const key of kind.keys(row)) {
      const known = siblings.withSign(signOf(scope, key));
      if (known !== undefined) return known;
    }
    return siblings.withId(scope, row.id);
  }

  /** Has another resource of this run got the row, or does it keep it? */
  function isKept(row: Row, { domain, owner, run }: Trader): boolean {
    return itemKeys(domain, row).some((key) => run.claims.isKeptByOther(key, owner));
  }

  /** Nobody but the one who asks wants to be this row. */
  function isGiven(row: Row, wanted: Row, trader: Trader): boolean {
    const known = knownOf(row, trader);
    if (known !== undefined) return known.wanted <= 1;
    const isMeant = kind.keys(row).includes(kind.meaning(wanted));
    return isMeant && trader.run.siblings.isHandedOver(scopeIn(trader.domain), row.id);
  }

  /** The row of a sibling that the wanted item can be: it gives it up in this run, or did in one that was interrupted. */
  function offered(items: Items<Row>, wanted: Row, trader: Trader, own?: Row): Row | undefined {
    if (trader.run.siblings.isEmpty) return undefined;
    const place = kind.place(wanted);
    const meant = items.withKey(kind.meaning(wanted));
    const rows = [...meant, ...(place === undefined ? [] : items.withKey(place))].filter(
      (row) => !isSame(row, own) && isGiven(row, wanted, trader) && !isKept(row, trader),
    );
    const row = rows.find((candidate) => kind.exact(candidate) === kind.exact(wanted)) ?? rows[0];
    return row && identified(row, trader);
  }

  /** A list may have no ids: then the sibling's state knows it. */
  function identified(row: Row, trader: Trader): Row {
    const [id, ...others] = row.id === undefined ? (knownOf(row, trader)?.ids ?? []) : [];
    return id === undefined || others.length > 0 ? row : { ...row, id };
  }

  /** The same, with patience for a list that lags behind the last write of it. */
  async function findOffered(items: Items<Row>, wanted: Row, trader: Trader, own?: Row): Promise<Row | undefined> {
    const { domain, run } = trader;
    const row = offered(items, wanted, trader, own);
    const known = row === undefined ? knownOf(wanted, trader) : undefined;
    const until = lagsUntil(known?.writtenAt, run);
    if (known === undefined || until === undefined) return row;
    const list = kind.list(run, domain);
    const isSettled = (id: string) => {
      const shown = items.withId(id);
      return list.wasRemoved(id) || (shown !== undefined && isKept(shown, trader));
    };
    if (known.wanted > 1 || known.ids.some(isSettled)) return undefined;
    const { found } = await call(run, domain, () =>
      run.lookFor(list, (shown) => offered(shown, wanted, trader, own), until),
    );
    return found;
  }

  /** Is the row that a resource leaves to stay, because a sibling wants it or still holds it? */
  function staysForOthers(stored: Row, wanted: Row, trader: Trader): boolean {
    const known = knownOf(stored, trader);
    if (known === undefined) return false;
    const place = kind.place(stored);
    const isInPlace = place !== undefined && place === kind.place(wanted);
    return known.wanted > (isInPlace ? 1 : 0) || (known.owners > 1 && known.otherwise !== "free");
  }

  /** Has a sibling taken it over in a run that failed? Then its state speaks of it, and the program wants it to. */
  function isSharedAndWanted(stored: Row, trader: Trader): boolean {
    const known = knownOf(stored, trader);
    return known !== undefined && known.owners > 1 && known.wanted > 0;
  }

  /** Takes away what cannot stand beside the wanted item, as far as it is the program's own and wanted by nobody. */
  async function clearWay(
    items: Items<Row>,
    wanted: Row,
    keep: readonly (Row | undefined)[],
    trader: Trader,
  ): Promise<void> {
    if (trader.run.siblings.isEmpty) return;
    for (const row of rivalsOf(items, wanted)) {
      if (row.id === undefined || keep.some((kept) => isSame(row, kept))) continue;
      const known = knownOf(row, trader);
      const isDue = known !== undefined && known.wanted === 0 && known.otherwise !== "doubtful";
      if (isDue && !isKept(row, trader)) await removeLive(row, row.id, trader.domain, trader.run);
    }
  }

  /**
   * What is to be remembered of the rows that a resource left for siblings: those that are there and nobody holds yet. One
   * that an interrupted run left and nobody wants any more is removed.
   */
  async function settleHandedOver(
    state: Properties,
    stored: Row,
    items: Items<Row>,
    trader: Trader,
  ): Promise<string[]> {
    const { domain, run } = trader;
    const scope = scopeIn(domain);
    const remembered: string[] = [];
    for (const id of handedOverIn(state)) {
      const row = items.withId(id);
      if (row === undefined || kind.unreadable(row) !== undefined || isKept(row, trader)) continue;
      const isWanted = kind.keys(row).some((key) => run.siblings.isWanted(signOf(scope, key)));
      const isLost = run.siblings.isHandedOver(scope, id) && !isWanted && knownOf(row, trader) === undefined;
      if (isLost && kind.plausible(row, stored)) await removeLive(row, id, domain, run);
      else remembered.push(id);
    }
    return remembered;
  }

  /** Names under which only one at a time works on an item. */
  function turns(domain: string, rows: readonly Row[]): string[] {
    const keys = rows.flatMap((row) => [kind.meaning(row), kind.place(row) ?? kind.meaning(row)]);
    return [...new Set(keys)].map((key) => `${scopeIn(domain)} ${key}`);
  }

  /** Runs what makes the wanted item alone among all that work on it, on what it was, or on what it may push aside. */
  async function inTurn<T>(
    wanted: Row,
    stored: Row | undefined,
    { domain, run }: Trader,
    work: () => Promise<T>,
  ): Promise<T> {
    const rows = stored === undefined ? [wanted] : [wanted, stored];
    if (!run.siblings.isEmpty) {
      const items = await call(run, domain, () => kind.list(run, domain).read());
      for (const rival of rivalsOf(items, wanted).filter((row) => knownOf(row, { domain, owner: undefined, run })))
        rows.push(rival);
    }
    return run.inTurn(turns(domain, rows), work);
  }

  const rivalsOf = (items: Items<Row>, wanted: Row) =>
    [...new Set(kind.rivals(wanted).flatMap((key) => items.withKey(key)))].filter(
      (row) => !kind.keys(row).includes(kind.meaning(wanted)),
    );

  return { isKept, findOffered, isSharedAndWanted, staysForOthers, clearWay, settleHandedOver, inTurn, turns };
}
