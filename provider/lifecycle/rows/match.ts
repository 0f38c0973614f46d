/** Finds rows in a list, and matches entries to them. Pure. */
import type { Rows } from "../list.ts";
import type { Entries, Listed } from "./entry.ts";
import { type AnyRow, areNamedAlike, isExactly, isMeant, type RowKind } from "./kind.ts";

/** A list, and the resources of this run that own its rows. */
export interface Matching<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly rows: Rows<Row>;
  /** Does another resource own the row? @param wanted tells how to interpret the row */
  isOthers(row: Row, wanted?: Row): boolean;
  /** Does another resource own exactly this row: by its ID, if it has one? */
  isOthersById(row: Row): boolean;
}

type Listing<Row extends AnyRow> = Pick<Matching<Row>, "kind" | "rows">;

/** Every live row with the meaning of the wanted row, in the list's order. */
export const meant = <Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row) =>
  rows.withKey(kind.keys(wanted).meaning);

/** Live rows in the place of the wanted row, such as a CNAME of its name; none if several rows can have its name and type. */
export function inPlace<Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row): readonly Row[] {
  const { isSingle, nameAndType } = kind.keys(wanted);
  return isSingle ? rows.withKey(nameAndType) : [];
}

/** Live rows that can't exist together with the wanted row, including those in its place. */
export function conflictsOf<Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row): Row[] {
  const excluded = new Set(kind.keys(wanted).excludes.flatMap((key) => rows.withKey(key)));
  return [...excluded].filter((row) => !isMeant(kind, row, wanted));
}

/**
 * Gives each entry a candidate that no other entry gets: first those that are equal in all data, then any. Example: of the rows
 * `10 mail` and `20 mail`, the entry `20 mail` gets the second, and the entry `30 mail` the first.
 * @param candidates live rows, or other entries, of the entry's meaning, the best first
 * @param rowOf the row of a candidate
 */
export function pairByMeaning<Row extends AnyRow, Candidate>(
  kind: RowKind<Row>,
  entries: Entries<Row>,
  candidates: (entry: Listed<Row>) => readonly Candidate[],
  rowOf: (candidate: Candidate) => Row,
): Map<Listed<Row>, Candidate> {
  const pairs = new Map<Listed<Row>, Candidate>();
  const taken = new Set<Candidate>();
  const pair = (entry: Listed<Row>, fits: (candidate: Candidate) => boolean) => {
    const candidate = candidates(entry).find((each) => !taken.has(each) && fits(each));
    if (candidate === undefined) return;
    pairs.set(entry, candidate);
    taken.add(candidate);
  };
  for (const entry of entries) pair(entry, (candidate) => isExactly(kind, rowOf(candidate), entry.row));
  for (const entry of entries) if (!pairs.has(entry)) pair(entry, () => true);
  return pairs;
}

/** `pairByMeaning` with live rows. */
export const pairRows = <Row extends AnyRow>(
  kind: RowKind<Row>,
  entries: Entries<Row>,
  candidates: (entry: Listed<Row>) => readonly Row[],
): Map<Listed<Row>, Row> => pairByMeaning(kind, entries, candidates, (row) => row);

/**
 * Finds the live rows of stored entries. An entry has the row with its ID, if both have the same name and type. Otherwise it
 * has a row of its meaning that no other resource owns. Otherwise its row is missing: a row of another name or type that has
 * its ID is another row. A row with its ID may also be claimed by another resource: the plan decides.
 */
export function matchStored<Row extends AnyRow>(matching: Matching<Row>, stored: Entries<Row>): Map<Listed<Row>, Row> {
  const { kind, rows, isOthers } = matching;
  const byId = new Map<Listed<Row>, Row>();
  for (const entry of stored) {
    const row = rows.withId(entry.id);
    if (row !== undefined && areNamedAlike(kind, row, entry.row)) byId.set(entry, row);
  }
  const taken = new Set(byId.values());
  const others = stored.filter((entry) => !byId.has(entry));
  const byMeaning = pairRows(kind, others, ({ row: wanted }) =>
    meant(matching, wanted).filter((row) => !taken.has(row) && !isOthers(row, wanted)),
  );
  return new Map([...byId, ...byMeaning]);
}
