/**
 * Which live row is which stored or wanted one. Pure.
 *
 * A stored row is the row with its ID, if that row has the same owner or the same data; else the row of equal meaning that no
 * other resource owns. A row with the stored ID that shares nothing else with the stored row was edited by hand.
 */
import type { Rows } from "../list.ts";
import { type AnyRow, isExactly, isMeant, isSame, type Listed, type RowKind, sharesTarget } from "./kind.ts";

/** What matching needs to know of a run. */
export interface Matching<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  /** The live rows. */
  readonly rows: Rows<Row>;
  /** Does another resource own the row? @param wanted tells how to interpret the row */
  isOthers(row: Row, wanted?: Row): boolean;
}

/** A stored row: only these parts of its entry count. */
export type Stored<Row extends AnyRow> = Pick<Listed<Row>, "row" | "recordId">;

const isReadable = <Row extends AnyRow>(kind: RowKind<Row>, row: Row) => kind.unreadable(row) === undefined;

/** Every live row that means what the wanted one does, in the list's order. */
export const meant = <Row extends AnyRow>({ kind, rows }: Pick<Matching<Row>, "kind" | "rows">, wanted: Row) =>
  rows.withKey(kind.keys(wanted).meaning);

/** Every row in the place of the wanted one, where only one row can be. */
export function inPlace<Row extends AnyRow>({ kind, rows }: Pick<Matching<Row>, "kind" | "rows">, wanted: Row) {
  const { place } = kind.keys(wanted);
  return place === undefined ? [] : rows.withKey(place);
}

/** Rows that conflict with the wanted one, without those in its own place. */
export function conflictsOf<Row extends AnyRow>(at: Pick<Matching<Row>, "kind" | "rows">, wanted: Row): Row[] {
  const taken = inPlace(at, wanted);
  const conflicting = new Set(at.kind.keys(wanted).excludes.flatMap((key) => at.rows.withKey(key)));
  return [...conflicting].filter((row) => !isMeant(at.kind, row, wanted) && !taken.includes(row));
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

/** Matches stored rows to live ones: first all IDs, then meanings. */
export function matchStored<Row extends AnyRow, Known extends Stored<Row>>(
  matching: Matching<Row>,
  stored: readonly Known[],
): Map<Known, Row> {
  const { kind, rows, isOthers } = matching;
  const found = new Map<Known, Row>();
  for (const known of stored) {
    const row = rows.withId(known.recordId);
    if (row !== undefined && isReadable(kind, row) && isPlausible(kind, row, known.row)) found.set(known, row);
  }
  const taken = new Set(found.values());
  for (const known of stored) {
    if (found.has(known)) continue;
    const free = meant(matching, known.row).filter((row) => !taken.has(row) && !isOthers(row, known.row));
    const row = closest(kind, free, known.row);
    if (row === undefined) continue;
    found.set(known, row);
    taken.add(row);
  }
  return found;
}

/** The row with the stored ID, whatever was edited in it, unless another resource owns it. */
export function matchEdited<Row extends AnyRow>(
  { kind, rows, isOthers }: Matching<Row>,
  { row: stored, recordId }: Stored<Row>,
): Row | undefined {
  const row = rows.withId(recordId);
  if (row === undefined || !isReadable(kind, row) || isOthers(row)) return undefined;
  return kind.keys(row).type === kind.keys(stored).type ? row : undefined;
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
 * @param wanted goals of this run: a row that is one already was changed by a run that was killed
 */
export function doubtOf<Row extends AnyRow>(
  matching: Matching<Row>,
  row: Row | undefined,
  { row: stored, recordId }: Stored<Row>,
  wanted: readonly Pick<Listed<Row>, "row">[] = [],
): Doubt<Row> | undefined {
  const { kind, rows, isOthers } = matching;
  if (row === undefined) return undefined;
  const isGoal = (each: Row) => wanted.some((want) => isMeant(kind, each, want.row));
  const atId = rows.withId(recordId);
  if (atId !== undefined && !isSame(atId, row) && !(isReadable(kind, atId) && isGoal(atId)))
    return { now: atId, instead: row };
  if (isMeant(kind, row, stored) || isGoal(row)) return undefined;
  const isStored = (other: Row) => isExactly(kind, other, stored) && !isOthers(other, stored);
  const instead = meant(matching, stored).find(isStored);
  return instead === undefined && isPlausible(kind, row, stored) ? undefined : { now: row, instead };
}

/** Did another resource adopt the stored row, so that this resource has none? */
export function isAdopted<Row extends AnyRow>(matching: Matching<Row>, stored: Stored<Row>): boolean {
  const { kind, isOthers } = matching;
  return meant(matching, stored.row).some((row) => isExactly(kind, row, stored.row) && isOthers(row, stored.row));
}
