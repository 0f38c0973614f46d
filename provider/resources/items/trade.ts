/**
 * How resources of one program trade items: one takes over what another gives up, instead of making it a second time,
 * and what stands in the way and is due to go gives way. Only what the program had when the run began is ever traded.
 */
import type { Items } from "../../api/items.ts";
import { domainOf } from "../arguments.ts";
import { fingerprintIn, type SiblingRow, type Siblings, scopeOf } from "../siblings.ts";
import { isSame, type Wish } from "./adoption.ts";
import type { DomainItems } from "./items.ts";
import type { DeclaredKind, Item, ItemArgs } from "./kind.ts";
import type { ItemState } from "./state.ts";

const scopeIn = <Row extends Item>({ kind, domain }: DomainItems<Row>) => scopeOf(kind.group, domain);

/** What the program says of a row that one of its resources was when the run began. */
function siblingOf<Row extends Item>(of: DomainItems<Row>, row: Row): SiblingRow | undefined {
  const { siblings } = of.run;
  if (siblings.isEmpty) return undefined;
  const scope = scopeIn(of);
  for (const key of of.kind.keys(row)) {
    const sibling = siblings.withFingerprint(fingerprintIn(scope, key));
    if (sibling !== undefined) return sibling;
  }
  return siblings.withId(scope, row.id);
}

/** Was one of the program's resources this row when the run began, or was it left for one? */
export function isProgramsOwn<Row extends Item>(of: DomainItems<Row>, row: Row): boolean {
  return siblingOf(of, row) !== undefined || of.run.siblings.isHandedOver(scopeIn(of), row.id);
}

/** Nobody but the one who asks wants to be this row. */
function isGiven<Row extends Item>(of: DomainItems<Row>, row: Row, wanted: Row): boolean {
  const sibling = siblingOf(of, row);
  if (sibling !== undefined) return sibling.wanted <= 1;
  const isMeant = of.kind.keys(row).includes(of.kind.meaning(wanted));
  return isMeant && of.run.siblings.isHandedOver(scopeIn(of), row.id);
}

/** The row of a sibling that the wanted item can be: it gives it up in this run, or did in one that was interrupted. */
function offered<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, { row: wanted, own }: Wish<Row>) {
  if (of.run.siblings.isEmpty) return undefined;
  const place = of.kind.place(wanted);
  const rows = [of.kind.meaning(wanted), ...(place === undefined ? [] : [place])]
    .flatMap((key) => items.withKey(key))
    .filter((row) => !isSame(row, own) && isGiven(of, row, wanted) && !of.claims.isKept(row));
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
  for (const row of rivalsOf(of, await of.read(), wanted)) {
    if (row.id === undefined || keep.some((kept) => isSame(row, kept))) continue;
    const sibling = siblingOf(of, row);
    const isDue = sibling !== undefined && sibling.wanted === 0 && sibling.otherwise !== "doubtful";
    if (isDue && !of.claims.isKept(row)) await of.remove(row, row.id);
  }
}

/**
 * What is to be remembered of the rows that a resource left to siblings: those that are there and nobody has yet. One
 * that an interrupted run left and nobody wants any more is removed.
 */
export async function settleHandedOver<Row extends Item>(
  of: DomainItems<Row>,
  stored: Row,
  handedOver: readonly string[] = [],
): Promise<string[]> {
  if (handedOver.length === 0) return [];
  const { kind, run } = of;
  const scope = scopeIn(of);
  const items = await of.read();
  const remembered: string[] = [];
  for (const id of handedOver) {
    const row = items.withId(id);
    if (row === undefined || kind.unreadable(row) !== undefined || of.claims.isKept(row)) continue;
    const isWanted = kind.keys(row).some((key) => run.siblings.isWanted(fingerprintIn(scope, key)));
    const isLost = run.siblings.isHandedOver(scope, id) && !isWanted && siblingOf(of, row) === undefined;
    if (isLost && kind.plausible(row, stored)) await of.remove(row, id);
    else remembered.push(id);
  }
  return remembered;
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
  const rivals = of.run.siblings.isEmpty ? [] : rivalsOf(of, await of.read(), wanted);
  const rows = [wanted, ...others, ...rivals.filter((row) => siblingOf(of, row) !== undefined)];
  return of.run.inTurn(turnsOf(of, rows), work);
}

/** Names under which only one at a time works on an item. */
export function turnsOf<Row extends Item>(of: DomainItems<Row>, rows: readonly Row[]): string[] {
  const keys = rows.flatMap((row) => [of.kind.meaning(row), of.kind.place(row) ?? of.kind.meaning(row)]);
  return [...new Set(keys)].map((key) => `${scopeIn(of)} ${key}`);
}

export function rivalsOf<Row extends Item>({ kind }: DomainItems<Row>, items: Items<Row>, wanted: Row): Row[] {
  const rows = new Set(kind.rivals(wanted).flatMap((key) => items.withKey(key)));
  return [...rows].filter((row) => !kind.keys(row).includes(kind.meaning(wanted)));
}

/** Did an interrupted run leave rows of this resource to others, who do not have them yet? */
export function isOwed<Row extends Item, Args extends ItemArgs>(
  { group }: DeclaredKind<Row, Args>,
  { args, handedOver = [] }: ItemState<Args>,
  siblings: Siblings,
): boolean {
  if (args.domain === undefined) return false;
  const scope = scopeOf(group, domainOf(args));
  return handedOver.some((left) => siblings.isHandedOver(scope, left));
}
