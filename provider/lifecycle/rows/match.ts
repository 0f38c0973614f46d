/**
 * Compares rows, finds them in a list, and matches stored entries to them. Two rows may agree in:
 *
 * 1. name and type: `areNamedAlike`;
 * 2. also the target: they have one meaning (`isMeant`, `rowsMeaning`);
 * 3. also what tells rows of one meaning apart (`RowKeys.exact`), such as the priority of an MX: `isExactly`.
 *
 * A row `satisfies` a wanted one if it has its meaning, and the given values that aren't part of it: TTL, comment, priority. So a
 * row of another TTL is exactly the wanted one, but doesn't satisfy it.
 * The wanted row also tells how to interpret one that can be read in two ways, such as a TXT with quotation marks.
 */
import type { RowIndex, Rows } from "../list.ts";
import type { AnyRow, RowKeys, RowMeaning } from "./kind.ts";
import type { RowMemory } from "./memory.ts";

/** A row as a resource last wrote it, and what the state remembers of it. */
interface Remembered<Row extends AnyRow> extends Readonly<Pick<RowMemory, "id" | "granted" | "renamedFrom">> {
  readonly row: Row;
}

/** The memory of a row whose TTL the registrar hasn't shown since it was written: it may have granted any. */
export const anyTtl = { ttl: null } as const;

/** The index of a kind. A row that can't be read has one key. */
export const rowIndex = <Row extends AnyRow>(
  keysOf: (row: Row) => RowKeys,
  isReadable: (row: Row) => boolean,
  opaqueKey: (row: Row) => string,
): RowIndex<Row> => ({
  id: ({ id }) => id,
  identity: (row) => (isReadable(row) ? keysOf(row).exact : opaqueKey(row)),
  keys(row) {
    if (!isReadable(row)) return [opaqueKey(row)];
    const { exact, meanings, setKey } = keysOf(row);
    return [...new Set([exact, ...meanings, setKey])];
  },
  isOpaque: (row) => !isReadable(row),
});

/** Are two rows equal in meaning, and in all data that tells rows of one meaning apart? */
export const isExactly = <Row extends AnyRow>(kind: RowMeaning<Row>, row: Row, wanted: Row): boolean =>
  kind.keys(kind.interpret(row, wanted)).exact === kind.keys(wanted).exact;

/** Do two rows have the same name and type? */
export const areNamedAlike = <Row extends AnyRow>(kind: RowMeaning<Row>, a: Row, b: Row): boolean =>
  kind.keys(a).setKey === kind.keys(b).setKey;

/** Does a row, in any interpretation, have the meaning of the wanted row? */
export const isMeant = <Row extends AnyRow>(kind: RowMeaning<Row>, row: Row, wanted: Row): boolean =>
  kind.keys(row).meanings.includes(kind.keys(wanted).meaning);

/** Does a row have the wanted one's meaning, and show another priority? A list may not show it. */
export function isAnother<Row extends AnyRow>(kind: RowMeaning<Row>, row: Row, wanted: Row): boolean {
  const { priority } = kind.secondary(row);
  return isMeant(kind, row, wanted) && priority !== undefined && priority !== kind.secondary(wanted)["priority"];
}

/** Does `adopt` mean one of these rows of the wanted one's meaning: the only one, or the only one that is exactly as wanted? */
export const isOneMeant = <Row extends AnyRow>(kind: RowMeaning<Row>, want: Row, rows: readonly Row[]): boolean =>
  rows.length === 1 || rows.filter((row) => isExactly(kind, row, want)).length === 1;

/**
 * Is a live row as wanted, so that no write is needed? Each given value must be:
 *
 * - the live one; or
 * - the one that was last written, if the registrar shows none now, or, of a TTL, shows the one that it granted.
 */
export function satisfies<Row extends AnyRow>(
  kind: RowMeaning<Row>,
  live: Row,
  wanted: Row,
  last?: Remembered<Row>,
): boolean {
  if (!isMeant(kind, live, wanted)) return false;
  const shown = kind.secondary(live);
  const written = last === undefined ? {} : kind.secondary(last.row);
  return Object.entries(kind.secondary(wanted)).every(([name, value]) => {
    const now = shown[name];
    // An empty comment is none.
    const isLive = value === undefined || now === value || (value === "" && now === undefined);
    const isHidden = now === undefined || (name === "ttl" && isGranted(live, last));
    return isLive || (isHidden && written[name] === value);
  });
}

/** Is the live TTL the one that the registrar granted in place of the program's? */
const isGranted = <Row extends AnyRow>({ ttl }: Row, last?: Pick<Remembered<Row>, "granted">): boolean =>
  last?.granted !== undefined && (last.granted.ttl === null || last.granted.ttl === ttl);

/**
 * The memory of the TTL that the registrar granted in place of an entry's, after a reading of its row:
 *
 * | the list shows | memory |
 * |---|---|
 * | no TTL | as before |
 * | the TTL that the program asked for, or it asked for none | none |
 * | the granted TTL, or any TTL after a write that showed none | this TTL |
 * | another TTL, which a person has set | none |
 */
export function grantedIn<Row extends AnyRow>(live: Row, last: Remembered<Row>): Remembered<Row>["granted"] {
  const { ttl } = live;
  if (ttl === undefined) return last.granted;
  if (last.row.ttl === undefined || ttl === last.row.ttl) return undefined;
  return isGranted(live, last) ? { ttl } : undefined;
}

/** A list, and the resources of this run that own its rows. */
export interface Matching<Row extends AnyRow> {
  readonly kind: RowMeaning<Row>;
  readonly rows: Rows<Row>;
  /**
   * Has another resource claimed the row's ID or data? Asked before a row becomes the resource's own.
   * @param wanted tells how to interpret the row; default: as listed
   */
  isOthers(row: Row, wanted?: Row): boolean;
  /**
   * Has another resource claimed its ID, or, of a row without one, its data? Asked of an own row before it is changed or deleted:
   * that another resource has an equal row, with another ID, doesn't keep it.
   */
  isOthersById(row: Row): boolean;
}

type ListOf<Row extends AnyRow> = Pick<Matching<Row>, "kind" | "rows">;

/** Every live row with the meaning of the wanted row, in the list's order. */
export const rowsMeaning = <Row extends AnyRow>({ kind, rows }: ListOf<Row>, wanted: Row) =>
  rows.withKey(kind.keys(wanted).meaning);

/** Live rows in the place of the wanted row, such as a CNAME of its name; none if several rows can have its name and type. */
export function inPlace<Row extends AnyRow>({ kind, rows }: ListOf<Row>, wanted: Row): readonly Row[] {
  const { isSingle, setKey } = kind.keys(wanted);
  return isSingle ? rows.withKey(setKey) : [];
}

/** Live rows that can't exist together with the wanted row. Those in the place of a record are among them. */
export function conflictsOf<Row extends AnyRow>({ kind, rows }: ListOf<Row>, wanted: Row): Row[] {
  const excluded = new Set(kind.keys(wanted).excludes.flatMap((key) => rows.withKey(key)));
  return [...excluded].filter((row) => !isMeant(kind, row, wanted));
}

/**
 * Finds the live rows of stored entries:
 *
 * 1. The row with the entry's ID, if both have the same name and type, or it has the former one: else it is another row. It
 *    stays the entry's even if another resource has claimed it: only the plan can tell if this one gives it up.
 *    Of two entries with one ID, the one that equals the row gets it.
 * 2. A row of its meaning that no other resource owns. If entry and row have IDs, the rows must also be equal (`isExactly`):
 *    `20 mail` isn't `10 mail`.
 *
 * The row of any other entry is missing.
 */
export function matchStored<Row extends AnyRow, Entry extends Remembered<Row>>(
  matching: Matching<Row>,
  stored: readonly Entry[],
): Map<Entry, Row> {
  const { kind, rows, isOthers } = matching;
  const withIdOf = ({ id, row: last, renamedFrom }: Entry) => {
    const row = rows.withId(id);
    const isIt = row && (areNamedAlike(kind, row, last) || kind.keys(row).setKey === renamedFrom);
    return isIt ? [row] : [];
  };
  const withId = stored.filter(({ id }) => id !== undefined);
  const byId = pairRows(kind, withId, withIdOf);
  const taken = new Set(byId.values());
  const haveIds = (row: Row, { id }: Entry) => id !== undefined && row.id !== undefined;
  const mayBe = (row: Row, entry: Entry) =>
    !taken.has(row) && !isOthers(row, entry.row) && (!haveIds(row, entry) || isExactly(kind, row, entry.row));
  const byMeaning = pairRows(
    kind,
    stored.filter((entry) => !byId.has(entry)),
    (entry) => rowsMeaning(matching, entry.row).filter((row) => mayBe(row, entry)),
  );
  return new Map([...byId, ...byMeaning]);
}

/** Does the list lack the row of an entry? */
export const lacksAny = <Row extends AnyRow>(matching: Matching<Row>, stored: readonly Remembered<Row>[]): boolean =>
  matchStored(matching, stored).size < stored.length;

/**
 * Pairs entries with rows that are exactly theirs: as listed, or else in another interpretation. Example: of the TXT rows `"x"`
 * and `"\"x\""`, the entry `"x"` with its quotation marks gets the second, though the first may mean it, too.
 * @param rowsFor as for `pairOff`
 */
export const pairRows = <Row extends AnyRow, Entry extends { readonly row: Row }>(
  kind: RowMeaning<Row>,
  entries: readonly Entry[],
  rowsFor: (entry: Entry) => readonly Row[],
): Map<Entry, Row> =>
  pairOff(
    entries,
    rowsFor,
    (entry, row) => kind.keys(row).exact === kind.keys(entry.row).exact,
    (entry, row) => isExactly(kind, row, entry.row),
  );

/**
 * Gives each entry a candidate that no other entry gets: first one that is equal, by the closest sense first, then any. Example:
 * of the rows `10 mail` and `20 mail`, the entry `20 mail` gets the second, and the entry `30 mail` the first.
 * @param candidatesFor those that may be the entry's, the best first
 */
export function pairOff<Entry, Candidate>(
  entries: readonly Entry[],
  candidatesFor: (entry: Entry) => readonly Candidate[],
  ...senses: readonly ((entry: Entry, candidate: Candidate) => boolean)[]
): Map<Entry, Candidate> {
  const pairs = new Map<Entry, Candidate>();
  const taken = new Set<Candidate>();
  const pair = (entry: Entry, fits: (entry: Entry, candidate: Candidate) => boolean) => {
    const candidate = candidatesFor(entry).find((each) => !taken.has(each) && fits(entry, each));
    if (candidate === undefined) return;
    pairs.set(entry, candidate);
    taken.add(candidate);
  };
  for (const fits of [...senses, () => true]) for (const entry of entries) if (!pairs.has(entry)) pair(entry, fits);
  return pairs;
}
