/**
 * Which live row is which stored or wanted one. Pure.
 *
 * A stored row is the row with its ID, if that row has the same owner or the same data; else the row of equal meaning that no
 * other resource owns. A row with the stored ID that shares nothing else with the stored row was edited by hand.
 */
import type { Rows } from "../list.ts";
import { type AnyRow, type Entries, isExactly, isMeant, type Listed, type RowKind, sharesTarget } from "./kind.ts";

/** A list, and the resources of this run that own its rows. */
export interface Matching<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  /** The live rows. */
  readonly rows: Rows<Row>;
  /** Does another resource own the row? @param wanted tells how to interpret the row */
  isOthers(row: Row, wanted?: Row): boolean;
  /** Does another resource own exactly this row: by its ID, if it has one? */
  isOthersListed(row: Row): boolean;
  /** Is it a row of a set that is replaced in this run? */
  isReleased(row: Row): boolean;
}

type Listing<Row extends AnyRow> = Pick<Matching<Row>, "kind" | "rows">;
/** The part of a stored entry that tells which row it is. */
type Stored<Row extends AnyRow> = Pick<Listed<Row>, "row" | "recordId">;

/** Every live row that means what the wanted one does, in the list's order. */
export const meant = <Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row) =>
  rows.withKey(kind.keys(wanted).meaning);

/** Every row in the place of the wanted one, where only one row can be. */
export function inPlace<Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row): readonly Row[] {
  const { place } = kind.keys(wanted);
  return place === undefined ? [] : rows.withKey(place);
}

/** Rows that can't exist together with the wanted one, those in its own place included. */
export function conflictsOf<Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row): Row[] {
  const excluded = new Set(kind.keys(wanted).excludes.flatMap((key) => rows.withKey(key)));
  return [...excluded].filter((row) => !isMeant(kind, row, wanted));
}

/** Of rows with one meaning the one that is equal in everything, else the first. */
export function closest<Row extends AnyRow>(kind: RowKind<Row>, rows: readonly Row[], wanted: Row): Row | undefined {
  return rows.length < 2 ? rows[0] : (rows.find((row) => isExactly(kind, row, wanted)) ?? rows[0]);
}

/** Can the row with the stored ID be the stored row? */
function isPlausible<Row extends AnyRow>(kind: RowKind<Row>, row: Row, stored: Row): boolean {
  const [found, known] = [kind.keys(row), kind.keys(stored)];
  return found.owner === known.owner || sharesTarget(found, known);
}

/** Matches stored rows to live ones: first all IDs, then meanings. The rows with these IDs must be readable. */
export function matchStored<Row extends AnyRow>(matching: Matching<Row>, stored: Entries<Row>) {
  const { kind, rows, isOthers } = matching;
  const found = new Map<Listed<Row>, Row>();
  for (const entry of stored) {
    const row = rows.withId(entry.recordId);
    if (row !== undefined && isPlausible(kind, row, entry.row)) found.set(entry, row);
  }
  const taken = new Set(found.values());
  for (const entry of stored) {
    if (found.has(entry)) continue;
    const free = meant(matching, entry.row).filter((row) => !taken.has(row) && !isOthers(row, entry.row));
    const row = closest(kind, free, entry.row);
    if (row === undefined) continue;
    found.set(entry, row);
    taken.add(row);
  }
  return found;
}

/** The rows found by {@link matchStored}, and those that only their ID tells: all values were edited by hand, except the type. */
export function withEdited<Row extends AnyRow>(
  matching: Matching<Row>,
  stored: Entries<Row>,
  found: ReadonlyMap<Listed<Row>, Row>,
): Map<Listed<Row>, Row> {
  const { kind, rows, isOthers } = matching;
  const taken = new Set(found.values());
  const all = new Map(found);
  for (const entry of stored) {
    const row = found.has(entry) ? undefined : rows.withId(entry.recordId);
    if (row === undefined || taken.has(row) || isOthers(row)) continue;
    if (kind.keys(row).type === kind.keys(entry.row).type) all.set(entry, row);
  }
  return all;
}

/** Rows that leave it open which of them is the stored one. */
export interface Doubt<Row extends AnyRow> {
  /** The row that has the stored ID. */
  readonly now: Row;
  /** Another row that is what was stored. */
  readonly instead?: Row | undefined;
}

/**
 * A row that must not be written before a refresh has shown it:
 * - the stored ID belongs to another row now, and a row with another ID is what was stored; or
 * - the row means something else now, and none of its values is as it was stored.
 * @param row the live row that was matched
 * @param isGoal is the row what this run wants? A run that was killed may have changed it
 */
export function doubtOf<Row extends AnyRow>(
  matching: Matching<Row>,
  row: Row | undefined,
  { row: stored, recordId }: Stored<Row>,
  isGoal: (row: Row) => boolean = () => false,
): Doubt<Row> | undefined {
  const { kind, rows, isOthers } = matching;
  if (row === undefined) return undefined;
  const now = rows.withId(recordId);
  if (now !== undefined && now !== row && !isGoal(now)) return { now, instead: row };
  if (isMeant(kind, row, stored) || isGoal(row)) return undefined;
  const instead = meant(matching, stored).find((other) => isExactly(kind, other, stored) && !isOthers(other, stored));
  return instead === undefined && isPlausible(kind, row, stored) ? undefined : { now: row, instead };
}

/** Did another resource adopt the stored row, so that this resource has none? */
export function isAdopted<Row extends AnyRow>(matching: Matching<Row>, { row: stored }: Stored<Row>): boolean {
  const { kind, isOthers } = matching;
  return meant(matching, stored).some((row) => isExactly(kind, row, stored) && isOthers(row, stored));
}
