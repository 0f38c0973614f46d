/**
 * Compares rows, finds them in a list, and matches stored entries to them. Two rows may agree in:
 *
 * 1. name and type: `areNamedAlike`;
 * 2. also the data, such as the priority and host of an MX: they have one meaning (`isMeant`, `rowsMeaning`).
 *
 * A row `satisfies` a wanted one if it has its meaning, and the given values that aren't part of it, such as the TTL.
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
  identity: (row) => (isReadable(row) ? keysOf(row).meaning : opaqueKey(row)),
  keys(row) {
    if (!isReadable(row)) return [opaqueKey(row)];
    const { meanings, setKey } = keysOf(row);
    return [...meanings, setKey];
  },
  isOpaque: (row) => !isReadable(row),
});

/** Do two rows have the same name and type? */
export const areNamedAlike = <Row extends AnyRow>(kind: RowMeaning<Row>, a: Row, b: Row): boolean =>
  kind.keys(a).setKey === kind.keys(b).setKey;

/** The meanings of entries, for look-ups. */
export const meaningsOf = <Row extends AnyRow>(kind: RowMeaning<Row>, entries: readonly { readonly row: Row }[]) =>
  new Set(entries.map(({ row }) => kind.keys(row).meaning));

/** Does a row, in any interpretation, have the meaning of the wanted row? */
export const isMeant = <Row extends AnyRow>(kind: RowMeaning<Row>, row: Row, wanted: Row): boolean =>
  kind.keys(row).meanings.includes(kind.keys(wanted).meaning);

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

/** A list, and what this run knows of the owners of its rows. */
export interface Matching<Row extends AnyRow> {
  readonly kind: RowMeaning<Row>;
  readonly rows: Rows<Row>;
  /** Has another resource of this run claimed the row? */
  isOthers(row: Row): boolean;
  /** Does a resource of this run declare the row? */
  isDeclared(row: Row): boolean;
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

/** Live rows that can't exist together with the wanted row. */
export function conflictsOf<Row extends AnyRow>({ kind, rows }: ListOf<Row>, wanted: Row): Row[] {
  const excluded = new Set(kind.keys(wanted).excludes.flatMap((key) => rows.withKey(key)));
  return [...excluded].filter((row) => !areNamedAlike(kind, row, wanted));
}

/**
 * Finds the live rows of stored entries:
 *
 * 1. The row with the entry's ID, if both have the same name and type, or it has the former one: a person may have edited the
 *    data. It stays the entry's even if another resource has claimed it: only the plan can tell if this one gives it up.
 * 2. A row of its meaning that no other resource owns.
 * 3. If only one row can have the name and type (a CNAME, a forward), that row. A plan that drops the entry doesn't take it: a
 *    person may have deleted the entry's row, and made that one.
 *
 * The row of any other entry is missing, or has another name or type now, which is in doubt (`RowReader.requireProof`).
 *
 * @param wanted of a plan; default: as stored
 */
export function matchStored<Row extends AnyRow, Entry extends Remembered<Row>>(
  { kind, rows, isOthers }: Pick<Matching<Row>, "kind" | "rows" | "isOthers">,
  stored: readonly Entry[],
  wanted: readonly { readonly row: Row }[] = stored,
): Map<Entry, Row> {
  const withIdOf = ({ id, row: last, renamedFrom }: Entry) => {
    const row = rows.withId(id);
    const isIt = row && (areNamedAlike(kind, row, last) || kind.keys(row).setKey === renamedFrom);
    return isIt ? [row] : [];
  };
  const found = pairRows(
    kind,
    stored.filter(({ id }) => id !== undefined),
    withIdOf,
  );
  const find = (rowsFor: (entry: Entry) => readonly Row[]) => {
    const taken = new Set(found.values());
    const mayBe = (row: Row) => !taken.has(row) && !isOthers(row);
    const missing = stored.filter((entry) => !found.has(entry));
    for (const [entry, row] of pairRows(kind, missing, (entry) => rowsFor(entry).filter(mayBe))) found.set(entry, row);
  };
  if (found.size < stored.length) find((entry) => rowsMeaning({ kind, rows }, entry.row));
  if (found.size === stored.length) return found;
  const places = new Set(wanted.map(({ row }) => kind.keys(row).setKey));
  find(({ row }) => (places.has(kind.keys(row).setKey) ? inPlace({ kind, rows }, row) : []));
  return found;
}

/** Does the list lack the row of an entry? */
export const lacksAny = <Row extends AnyRow>(
  matching: Pick<Matching<Row>, "kind" | "rows" | "isOthers">,
  stored: readonly Remembered<Row>[],
): boolean => matchStored(matching, stored).size < stored.length;

/**
 * Gives each entry a row that no other entry gets: first one that equals it as listed, else any. Example: of the TXT rows `"x"`
 * and `"\"x\""`, the entry `"x"` with its quotation marks gets the second, though the first may mean it, too.
 * @param rowsFor those that may be the entry's, the best first
 */
export function pairRows<Row extends AnyRow, Entry extends { readonly row: Row }>(
  kind: RowMeaning<Row>,
  entries: readonly Entry[],
  rowsFor: (entry: Entry) => readonly Row[],
): Map<Entry, Row> {
  const pairs = new Map<Entry, Row>();
  const taken = new Set<Row>();
  const isAsListed = (entry: Entry, row: Row) => kind.keys(row).meaning === kind.keys(entry.row).meaning;
  for (const fits of [isAsListed, () => true]) {
    for (const entry of entries) {
      const row = pairs.has(entry) ? undefined : rowsFor(entry).find((each) => !taken.has(each) && fits(entry, each));
      if (row === undefined) continue;
      pairs.set(entry, row);
      taken.add(row);
    }
  }
  return pairs;
}
