/**
 * How rows are reassigned between resources of one program: one takes over what another releases, instead of making it a
 * second time, and what stands in the way and is due to go gives way. Only what the program had when the run began is ever
 * reassigned.
 */
import { fingerprintIn, type SiblingRow, scopeOf } from "../siblings.ts";
import { type DomainItems, isSame } from "./items.ts";
import type { Items } from "./list.ts";
import type { Item } from "./table.ts";

const scopeIn = <Row extends Item>({ kind, domain }: DomainItems<Row>) => scopeOf(kind.group, domain);

/** What a resource is to be, and is so far. */
interface Wish<Row extends Item> {
  row: Row;
  own?: Row | undefined;
}

/** What the program says of a row that one of its resources was when the run began. */
function siblingOf<Row extends Item>(of: DomainItems<Row>, row: Row): SiblingRow | undefined {
  const { siblings } = of.run;
  if (siblings.isEmpty) return undefined;
  const scope = scopeIn(of);
  for (const key of of.kind.keys(row).listed) {
    const sibling = siblings.withFingerprint(fingerprintIn(scope, key));
    if (sibling !== undefined) return sibling;
  }
  return siblings.withId(scope, row.id);
}

/** Was one of the program's resources this row when the run began? */
export function isProgramsOwn<Row extends Item>(of: DomainItems<Row>, row: Row): boolean {
  return siblingOf(of, row) !== undefined;
}

/** Is it a row of the program that another resource wants, beside the one that asks? */
export function isWantedByOthers<Row extends Item>(of: DomainItems<Row>, row: Row): boolean {
  return (siblingOf(of, row)?.wanted ?? 0) > 1;
}

/** The row of a sibling that the wanted item can be: the sibling gives it up, and nobody but the one who asks wants it. */
function offered<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, { row: wanted, own }: Wish<Row>) {
  if (of.run.siblings.isEmpty) return undefined;
  const isGiven = (row: Row) => (siblingOf(of, row)?.wanted ?? Number.POSITIVE_INFINITY) <= 1;
  const rows = [...of.meant(items, wanted), ...of.inPlace(items, wanted)].filter(
    (row) => !isSame(row, own) && isGiven(row) && !of.claims.isKept(row),
  );
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
  const { place } = of.kind.keys(stored);
  const isInPlace = place !== undefined && place === of.kind.keys(wanted).place;
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

/** Runs what writes some items alone, also among those that work on what the first of them may push aside. */
export async function inTurn<T, Row extends Item>(
  of: DomainItems<Row>,
  rows: readonly [wanted: Row, ...others: Row[]],
  work: () => Promise<T>,
): Promise<T> {
  const rivals = of.run.siblings.isEmpty ? [] : of.rivals(await of.read(), rows[0]);
  return of.inTurn([...rows, ...rivals.filter((row) => siblingOf(of, row) !== undefined)], work);
}
