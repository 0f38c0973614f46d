/**
 * Matches stored and wanted rows to live rows. Pure.
 *
 * A stored row matches the live row with its ID, if both have the same name and type. Otherwise it matches the live row of equal
 * meaning that no other resource owns. Otherwise it is missing: a row of another name or type that has its ID is another row.
 */
import type { Rows } from "../list.ts";
import type { Entries, Listed } from "./entry.ts";
import { type AnyRow, isExactly, isMeant, type RowKind } from "./kind.ts";

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

/** Matches stored rows to live ones: first by ID, then by meaning. The provider must be able to read the rows with these IDs. */
export function matchStored<Row extends AnyRow>(matching: Matching<Row>, stored: Entries<Row>) {
  const { kind, rows, isOthers } = matching;
  const found = new Map<Listed<Row>, Row>();
  for (const entry of stored) {
    const row = rows.withId(entry.id);
    if (row !== undefined && kind.keys(row).owner === kind.keys(entry.row).owner) found.set(entry, row);
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
