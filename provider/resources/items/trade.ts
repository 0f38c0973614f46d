/**
 * How resources of one program trade items: one takes over what another gives up, instead of making it a second time,
 * and what stands in the way and is due to go gives way. Only what the program had when the run began is ever traded.
 */
import type { Items } from "../../api/items.ts";
import { isSame, type Wish } from "./adoption.ts";
import type { DomainItems } from "./items.ts";
import type { Item } from "./kind.ts";
import { scopeIn, siblingOf } from "./sibling.ts";

/** The row of a sibling that the wanted item can be: the sibling gives it up, and nobody but the one who asks wants it. */
function offered<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, { row: wanted, own }: Wish<Row>) {
  if (of.run.siblings.isEmpty) return undefined;
  const place = of.kind.place(wanted);
  const isGiven = (row: Row) => (siblingOf(of, row)?.wanted ?? Number.POSITIVE_INFINITY) <= 1;
  const rows = [of.kind.meaning(wanted), ...(place === undefined ? [] : [place])]
    .flatMap((key) => items.withKey(key))
    .filter((row) => !isSame(row, own) && isGiven(row) && !of.claims.isKept(row));
  const row = of.closest(rows, wanted);
  if (row === undefined || row.id !== undefined) return row;
  // A list may have no ids: then the sibling's state knows it.
  const [id, ...others] = siblingOf(of, row)?.ids ?? [];
  return id === undefined || others.length > 0 ? row : { ...row, id };
}

/** The same, with patience for a list that lags behind the last write of it. */
export async function findOffered<Row extends Item>(of: DomainItems<Row>, wish: Wish<Row>): Promise<Row | undefined> {
  const items = await of.read();
  const row = offered(of, items, wish);
  const sibling = row === undefined ? siblingOf(of, wish.row) : undefined;
  if (sibling === undefined || sibling.wanted > 1) return row;
  const isSettled = (id: string) => {
    const shown = items.withId(id);
    return of.list.wasRemoved(id) || (shown !== undefined && of.claims.isKept(shown));
  };
  if (sibling.ids.some(isSettled)) return undefined;
  const isShown = (shown: Items<Row>) => offered(of, shown, wish) !== undefined;
  return offered(of, await of.observe(sibling, isShown), wish);
}

/** Is the row that a resource leaves to stay, because a sibling wants it or still is it? */
export function staysForOthers<Row extends Item>(of: DomainItems<Row>, stored: Row, wanted: Row): boolean {
  const sibling = siblingOf(of, stored);
  if (sibling === undefined) return false;
  const place = of.kind.place(stored);
  const isInPlace = place !== undefined && place === of.kind.place(wanted);
  return sibling.wanted > (isInPlace ? 1 : 0) || (sibling.owners > 1 && sibling.otherwise !== "free");
}

/** Has a sibling taken it over in a run that failed? Then its state speaks of it, and the program wants it to. */
export function isSharedAndWanted<Row extends Item>(of: DomainItems<Row>, stored: Row): boolean {
  const sibling = siblingOf(of, stored);
  return sibling !== undefined && sibling.owners > 1 && sibling.wanted > 0;
}

/** Takes away what cannot stand beside the wanted item, as far as it is the program's own and wanted by nobody. */
export async function clearWay<Row extends Item>(
  of: DomainItems<Row>,
  wanted: Row,
  keep: readonly (Row | undefined)[],
): Promise<void> {
  if (of.run.siblings.isEmpty) return;
  for (const row of of.rivals(await of.read(), wanted)) {
    if (row.id === undefined || keep.some((kept) => isSame(row, kept))) continue;
    const sibling = siblingOf(of, row);
    const isDue = sibling !== undefined && sibling.wanted === 0 && sibling.otherwise !== "doubtful";
    if (isDue && !of.claims.isKept(row)) await of.remove(row, row.id);
  }
}

/**
 * Runs what writes some items alone among all that work on them, on their places, or on what the first of them may push
 * aside.
 */
export async function inTurn<T, Row extends Item>(
  of: DomainItems<Row>,
  [wanted, ...others]: readonly [wanted: Row, ...others: Row[]],
  work: () => Promise<T>,
): Promise<T> {
  const rivals = of.run.siblings.isEmpty ? [] : of.rivals(await of.read(), wanted);
  const rows = [wanted, ...others, ...rivals.filter((row) => siblingOf(of, row) !== undefined)];
  return of.run.inTurn(turnsOf(of, rows), work);
}

/** Names under which only one at a time works on an item. */
export function turnsOf<Row extends Item>(of: DomainItems<Row>, rows: readonly Row[]): string[] {
  const keys = rows.flatMap((row) => [of.kind.meaning(row), of.kind.place(row) ?? of.kind.meaning(row)]);
  return [...new Set(keys)].map((key) => `${scopeIn(of)} ${key}`);
}
