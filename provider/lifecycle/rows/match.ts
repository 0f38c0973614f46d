/**
 * Matches stored and wanted rows to live rows. Pure.
 *
 * A stored row matches the live row with its ID, if both have the same name and type, or the same data. Otherwise it matches the live
 * row of equal meaning that no other resource owns. A live row that has only the ID in common was edited by hand.
 */
import type { Rows } from "../list.ts";
import { type AnyRow, type Entries, isExactly, isMeant, type Listed, type RowKind, sharesTarget } from "./kind.ts";

/** A list, and the resources of this run that own its rows. */
export interface Matching<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly rows: Rows<Row>;
  /** Does another resource own the row? @param wanted tells how to interpret the row */
  isOthers(row: Row, wanted?: Row): boolean;
  /** Does another resource own exactly this row: by its ID, if it has one? */
  isOthersListed(row: Row): boolean;
}

type Listing<Row extends AnyRow> = Pick<Matching<Row>, "kind" | "rows">;
/** The part of a stored entry that identifies its row. */
type Stored<Row extends AnyRow> = Pick<Listed<Row>, "row" | "recordId">;

/** Every live row with the meaning of the wanted row, in the list's order. */
export const meant = <Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row) =>
  rows.withKey(kind.keys(wanted).meaning);

/** Live rows in the `place` of the wanted row, such as a CNAME; none for a row without a `place`. */
export function inPlace<Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row): readonly Row[] {
  const { place } = kind.keys(wanted);
  return place === undefined ? [] : rows.withKey(place);
}

/** Live rows that can't exist together with the wanted row, including those in its place. */
export function conflictsOf<Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row): Row[] {
  const excluded = new Set(kind.keys(wanted).excludes.flatMap((key) => rows.withKey(key)));
  return [...excluded].filter((row) => !isMeant(kind, row, wanted));
}

/** Of rows with the same meaning: the row that is equal in all data, else the first. */
export function closest<Row extends AnyRow>(kind: RowKind<Row>, rows: readonly Row[], wanted: Row): Row | undefined {
  return rows.length < 2 ? rows[0] : (rows.find((row) => isExactly(kind, row, wanted)) ?? rows[0]);
}

/** Is the live row with the stored ID still like the stored row: in name and type, or in its data? */
function isPlausible<Row extends AnyRow>(kind: RowKind<Row>, row: Row, stored: Row): boolean {
  const [found, known] = [kind.keys(row), kind.keys(stored)];
  return found.owner === known.owner || sharesTarget(found, known);
}

/** Matches stored rows to live ones: first by ID, then by meaning. The provider must be able to read the rows with these IDs. */
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

/** Adds rows to the result of {@link matchStored} that only the ID identifies: all values except the type were edited by hand. */
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

/** Two live rows, either of which could be the stored row. */
export interface Doubt<Row extends AnyRow> {
  /** The row that has the stored ID. */
  readonly now: Row;
  /** Another row that has the stored data. */
  readonly instead?: Row | undefined;
}

/**
 * Returns the rows in doubt if the matched row must not be written before a refresh has shown it:
 * - the stored ID belongs to another row now, and a row with another ID has the stored data; or
 * - the matched row has another meaning now, and none of its stored values.
 * @param row the live row that was matched
 * @param isGoal does a row have the data that this run wants? A killed run may have written it
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
