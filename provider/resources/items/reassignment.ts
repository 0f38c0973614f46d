/**
 * How rows are reassigned between resources of one program: one takes over what another releases, instead of making it a
 * second time, and what stands in the way and is due to go gives way. Only what the program had when the run began is ever
 * reassigned.
 */
import { type PeerRow, scopeOf } from "../claims.ts";
import { type DomainItems, isSame } from "./items.ts";
import type { Items } from "./list.ts";
import type { Item } from "./table.ts";

/** What a resource is to be, and is so far. */
export interface Wanted<Row extends Item> {
  row: Row;
  own?: Row | undefined;
}

/** What the program says of a row that one of its resources was when the run began. */
const peerOf = <Row extends Item>({ kind, domain, run }: DomainItems<Row>, row: Row): PeerRow | undefined =>
  run.peers.isEmpty ? undefined : run.peers.find(scopeOf(kind.group, domain), kind.keys(row).listed, row.id);

/** Was one of the program's resources this row when the run began? */
export function isProgramsOwn<Row extends Item>(of: DomainItems<Row>, row: Row): boolean {
  return peerOf(of, row) !== undefined;
}

/** Is it a row of the program that another resource wants, beside the one that asks? */
export function isWantedByOthers<Row extends Item>(of: DomainItems<Row>, row: Row): boolean {
  return (peerOf(of, row)?.wanted ?? 0) > 1;
}

/** The row of a peer that the wanted item can be: the peer gives it up, and nobody but the one who asks wants it. */
function released<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, { row: wanted, own }: Wanted<Row>) {
  if (of.run.peers.isEmpty) return undefined;
  const isGiven = (row: Row) => (peerOf(of, row)?.wanted ?? Number.POSITIVE_INFINITY) <= 1;
  const rows = [...of.meant(items, wanted), ...of.inPlace(items, wanted)].filter(
    (row) => !isSame(row, own) && isGiven(row) && !of.claims.isKept(row),
  );
  const row = of.closest(rows, wanted);
  if (row === undefined || row.id !== undefined) return row;
  // A list may have no ids: then the peer's state knows it.
  const [id, ...others] = peerOf(of, row)?.ids ?? [];
  return id === undefined || others.length > 0 ? row : { ...row, id };
}

/** The same, with patience for a list that lags behind the last write of it. */
export async function findReleased<Row extends Item>(
  of: DomainItems<Row>,
  wish: Wanted<Row>,
): Promise<Row | undefined> {
  const items = await of.read();
  const row = released(of, items, wish);
  const peer = row === undefined ? peerOf(of, wish.row) : undefined;
  if (peer === undefined || peer.wanted > 1) return row;
  const isSettled = (id: string) => {
    const shown = items.withId(id);
    return of.list.wasRemoved(id) || (shown !== undefined && of.claims.isKept(shown));
  };
  if (peer.ids.some(isSettled)) return undefined;
  const isShown = (shown: Items<Row>) => released(of, shown, wish) !== undefined;
  return released(of, await of.observe(peer, isShown), wish);
}

/** Is the row that a resource leaves to stay, because a peer wants it or still is it? */
export function staysForOthers<Row extends Item>(of: DomainItems<Row>, stored: Row, wanted: Row): boolean {
  const peer = peerOf(of, stored);
  if (peer === undefined) return false;
  const { place } = of.kind.keys(stored);
  const isInPlace = place !== undefined && place === of.kind.keys(wanted).place;
  return (peer.owners > 1 && peer.isDoubtful) || peer.wanted > (isInPlace ? 1 : 0);
}

/** Has another resource taken it over in a run that failed? Then two states speak of it, and the program wants it to be. */
export function isSharedAndWanted<Row extends Item>(of: DomainItems<Row>, stored: Row): boolean {
  const { owners, wanted } = peerOf(of, stored) ?? { owners: 0, wanted: 0 };
  return owners > 1 && wanted > 0;
}

/** Takes away what cannot stand beside the wanted item, as far as it is the program's own and wanted by nobody. */
export async function clearWay<Row extends Item>(
  of: DomainItems<Row>,
  wanted: Row,
  keep: readonly (Row | undefined)[],
): Promise<void> {
  if (of.run.peers.isEmpty) return;
  for (const row of of.rivals(await of.read(), wanted)) {
    if (row.id === undefined || keep.some((kept) => isSame(row, kept))) continue;
    const peer = peerOf(of, row);
    if (peer?.wanted === 0 && !peer.isDoubtful && !of.claims.isKept(row)) await of.remove(row, row.id);
  }
}

/** Runs what writes some items alone, also among those that work on what the first of them may push aside. */
export async function inTurn<T, Row extends Item>(
  of: DomainItems<Row>,
  rows: readonly [wanted: Row, ...others: Row[]],
  work: () => Promise<T>,
): Promise<T> {
  const rivals = of.run.peers.isEmpty ? [] : of.rivals(await of.read(), rows[0]);
  return of.inTurn([...rows, ...rivals.filter((row) => peerOf(of, row) !== undefined)], work);
}
