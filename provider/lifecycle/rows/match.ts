/**
 * Compares rows, finds them in a list, and matches stored entries to them, all pure; and the claims on rows. Two rows may agree
 * in:
 *
 * 1. name and type: `areNamedAlike`;
 * 2. also the target: they have one meaning (`isMeant`, `rowsMeaning`);
 * 3. also what tells rows of one meaning apart (`RowKeys.exact`), such as the priority of an MX: `isExactly`.
 *
 * A row `satisfies` a wanted one if it has its meaning, and the given values that aren't part of it: TTL, comment, priority. So a
 * row of another TTL is exactly the wanted one, but doesn't satisfy it.
 * The wanted row also tells how to interpret one that can be read in two ways, such as a TXT with quotation marks.
 */

import { createHash, randomUUID } from "node:crypto";
import type { Claims } from "../claims.ts";
import type { RowList, Rows } from "../list.ts";
import type { AnyRow, RowKind, RowMeaning } from "./kind.ts";

/** A row as a resource last wrote it, and what the state remembers of it. */
interface Remembered<Row extends AnyRow> {
  readonly row: Row;
  readonly id?: string | undefined;
  /** The TTL that the registrar stored instead of the row's. `null`: it hasn't shown the TTL since it was written. */
  readonly granted?: { readonly ttl: number | null } | undefined;
  /** After an update of unknown outcome: the former name and type, which the row may still have. */
  readonly renamedFrom?: string | undefined;
}

/** The memory of a row whose TTL the registrar hasn't shown since it was written: it may have granted any. */
export const anyTtl = { ttl: null } as const;

/** Are two rows equal in meaning, and in all data that tells rows of one meaning apart? */
export const isExactly = <Row extends AnyRow>(kind: RowMeaning<Row>, row: Row, wanted: Row): boolean =>
  kind.keys(kind.interpret(row, wanted)).exact === kind.keys(wanted).exact;

/** Do two rows have the same name and type? */
export const areNamedAlike = <Row extends AnyRow>(kind: RowMeaning<Row>, a: Row, b: Row): boolean =>
  kind.keys(a).nameAndType === kind.keys(b).nameAndType;

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
    if (value === undefined || now === value || (value === "" && now === undefined)) return true;
    return written[name] === value && (now === undefined || (name === "ttl" && isGranted(live, last)));
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
export function grantedIn<Row extends AnyRow>(last: Remembered<Row>, live: Row): Remembered<Row>["granted"] {
  const { ttl } = live;
  if (ttl === undefined) return last.granted;
  if (last.row.ttl === undefined || ttl === last.row.ttl) return undefined;
  return isGranted(live, last) ? { ttl } : undefined;
}

/** A list, and the resources of this run that own its rows. */
export interface Matching<Row extends AnyRow> {
  readonly kind: RowMeaning<Row>;
  readonly rows: Rows<Row>;
  /** Has another resource claimed the row's ID or data? @param wanted tells how to interpret the row */
  isOthers(row: Row, wanted?: Row): boolean;
  /** Has another resource claimed its ID, or, of a row without one, its data? */
  isOthersById(row: Row): boolean;
}

type Listing<Row extends AnyRow> = Pick<Matching<Row>, "kind" | "rows">;

/** Every live row with the meaning of the wanted row, in the list's order. */
export const rowsMeaning = <Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row) =>
  rows.withKey(kind.keys(wanted).meaning);

/** Live rows in the place of the wanted row, such as a CNAME of its name; none if several rows can have its name and type. */
export function inPlace<Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row): readonly Row[] {
  const { isSingle, nameAndType } = kind.keys(wanted);
  return isSingle ? rows.withKey(nameAndType) : [];
}

/** Live rows that can't exist together with the wanted row. Those in the place of a record are among them. */
export function conflictsOf<Row extends AnyRow>({ kind, rows }: Listing<Row>, wanted: Row): Row[] {
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
export function matchStored<Row extends AnyRow, Stored extends Remembered<Row>>(
  matching: Matching<Row>,
  stored: readonly Stored[],
): Map<Stored, Row> {
  const { kind, rows, isOthers } = matching;
  const isAsStored = (entry: Stored, row: Row) => isExactly(kind, row, entry.row);
  const withIdOf = ({ id, row: last, renamedFrom }: Stored) => {
    const row = rows.withId(id);
    const isIt = row && (areNamedAlike(kind, row, last) || kind.keys(row).nameAndType === renamedFrom);
    return isIt ? [row] : [];
  };
  const withId = stored.filter(({ id }) => id !== undefined);
  const byId = pairOff(withId, withIdOf, isAsStored);
  const taken = new Set(byId.values());
  const mayBe = (row: Row, { id, row: last }: Stored) =>
    !taken.has(row) && !isOthers(row, last) && (id === undefined || row.id === undefined || isExactly(kind, row, last));
  const byMeaning = pairOff(
    stored.filter((entry) => !byId.has(entry)),
    (entry) => rowsMeaning(matching, entry.row).filter((row) => mayBe(row, entry)),
    isAsStored,
  );
  return new Map([...byId, ...byMeaning]);
}

/**
 * Gives each entry a candidate that no other entry gets: first an equal one, then any. Example: of the rows `10 mail` and
 * `20 mail`, the entry `20 mail` gets the second, and the entry `30 mail` the first.
 * @param candidatesFor those that may be the entry's, the best first
 */
export function pairOff<Entry, Candidate>(
  entries: readonly Entry[],
  candidatesFor: (entry: Entry) => readonly Candidate[],
  isEqual: (entry: Entry, candidate: Candidate) => boolean,
): Map<Entry, Candidate> {
  const pairs = new Map<Entry, Candidate>();
  const taken = new Set<Candidate>();
  const pair = (entry: Entry, fits: typeof isEqual) => {
    const candidate = candidatesFor(entry).find((each) => !taken.has(each) && fits(entry, each));
    if (candidate === undefined) return;
    pairs.set(entry, candidate);
    taken.add(candidate);
  };
  for (const entry of entries) pair(entry, isEqual);
  for (const entry of entries) if (!pairs.has(entry)) pair(entry, () => true);
  return pairs;
}

/** A generated ID of a resource. @param seed makes the same ID each time; default: a random one */
export function newId(domain: string, seed: string = randomUUID()): string {
  return `${domain}/${createHash("sha256").update(seed).digest("hex").slice(0, 13)}`;
}

/**
 * The reason why a check notes a row for the updates of this run (`RowClaims.plan`):
 *
 * - `step`: its plan adopts, changes or deletes the row.
 * - `successor`: the row is as one resource wants its only row, which a complete list lacks.
 */
export type PlannedAs = "step" | "successor";

/**
 * The claims of one resource on rows of one list.
 *
 * | question | keys that are asked | whose claims count |
 * |---|---|---|
 * | `isOthers` | the ID and the data | other resources' |
 * | `isOthersById` | the ID; the data of a row without one | other resources' |
 * | `isClaimedById` | the ID | all resources', this one's too |
 * | `isPlanned` | the ID and the data, both | plans of all checks of the run |
 *
 * @param owner Pulumi ID of the resource
 */
export function rowClaims<Row extends AnyRow>(kind: RowKind<Row>, domain: string, claims: Claims, owner: string) {
  const list = `${kind.group} ${domain} `;
  const dataKey = (row: Row, wanted?: Row) => list + kind.keys(wanted ? kind.interpret(row, wanted) : row).exact;
  const idOrDataKey = (row: Row, wanted?: Row) => (row.id === undefined ? dataKey(row, wanted) : list + row.id);
  const keysOf = (row: Row, wanted?: Row) => [idOrDataKey(row, wanted), dataKey(row, wanted)];
  const isOthersKey = (key: string) => claims.othersOf(key, owner).length > 0;
  const isClaimedById = (id: string) => claims.othersOf(list + id, undefined).length > 0;
  const isOthers = (row: Row, wanted?: Row) => keysOf(row, wanted).some(isOthersKey);
  return {
    isOthers,
    isOthersById: (row: Row) => isOthersKey(idOrDataKey(row)),
    isClaimedById,

    /** Notes a row in a check, as it is now. An update changes or adopts some rows only then (`Foreign`). */
    plan: (row: Row, as: PlannedAs) => claims.planned.add([as, ...keysOf(row)].join()),
    isPlanned: (row: Row, as: PlannedAs) => claims.planned.has([as, ...keysOf(row)].join()),

    /** Keeps a row from the deletes of this run. */
    spare: (row: Row) => claims.spare(keysOf(row)),
    isSpared: (row: Row) => claims.isSpared(keysOf(row)),

    /** Can this resource have just created the row? Not if it differs, or if any resource owned it before. */
    isNew: (row: Row, wanted: Row): boolean =>
      isExactly(kind, row, wanted) && !(row.id !== undefined && isClaimedById(row.id)) && !isOthers(row, wanted),

    /**
     * Claims a row by its ID and by its data: after a write it may have another ID, or none.
     * @param id default: the row's own. A copy of a row with another ID has no memoized keys
     */
    claim(row: Row, id = row.id, isStored = false): void {
      const data = dataKey(row);
      claims.claim([id === undefined ? data : list + id, data], owner, isStored);
    },

    release: (row: Row) => claims.release(keysOf(row), owner),

    /** Releases the data of an updated row. A stale list may still show it under its ID, which stays claimed. */
    releaseData(...rows: readonly (Row | undefined)[]): void {
      for (const row of rows) if (row !== undefined) claims.release([dataKey(row)], owner);
    },

    /** Does a reading of the list lack a row that a state lists? A row removed in this run isn't lacking. */
    isAnyMissing(rows: Rows<Row>, shared: RowList<Row>): boolean {
      const isShown = (key: string) => {
        const idOrData = key.slice(list.length);
        return rows.shows(idOrData) || shared.wasRemoved(idOrData) || rows.withKey(idOrData).length > 0;
      };
      return claims.stored(list).some((keys) => !keys.some(isShown));
    },
  };
}

export type RowClaims<Row extends AnyRow> = ReturnType<typeof rowClaims<Row>>;
