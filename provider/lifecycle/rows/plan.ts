/**
 * The plan of a resource made of rows: steps from what is live to what the arguments list, and obstacles to it. It makes no call;
 * beside the view, it depends on the claims of this moment. Rows are:
 *
 * - own: that of a stored entry, unless another resource has adopted it.
 * - foreign: any other. It is claimed if it is another resource's, or else unclaimed.
 *
 * Each pass gives some entries and rows a step, and the next pass sees only those without one:
 *
 * | pass | one row, additive zone (`planOfListed`) | set, authoritative zone (`planOfScope`) |
 * |---|---|---|
 * | 1. unchanged entries | keep their rows, as wanted or not (`ownRowsIn`) | keep their rows that are live as wanted |
 * | 2. rows of an entry's meaning | those of dropped and edited entries (`reuseFreed`) | own, then unclaimed (`reuseInScope`) |
 * | 3. foreign rows of its meaning, or (one row) in its place | adopt, update, or an obstacle (`meetForeign`) | - |
 * | 4. all others, by key (`changeByKey`) | update, create, delete | update, create, delete |
 * | 5. live rows that exclude a new one (`conflictsIn`) | an obstacle | an obstacle |
 */
import { groupBy, partition } from "../../dns/index.ts";
import { type Entries, ownsAll, type RowEntry, rowsOf } from "./entry.ts";
import type { AnyRow, RowMeaning } from "./kind.ts";
import {
  areNamedAlike,
  conflictsOf,
  inPlace,
  isAnother,
  isExactly,
  isMeant,
  isOneMeant,
  pairOff,
  pairRows,
  rowsMeaning,
  satisfies,
} from "./match.ts";
import type { Delete, Keep, LiveRow, Obstacle, Plan, Planned, Step, Update, View, Write } from "./step.ts";

export function planOf<Row extends AnyRow>(view: View<Row>): Planned<Row> {
  const { steps, obstacles, base } = ownsAll(view.scope) ? planOfScope(view) : planOfListed(view);
  const kept = steps.filter((step) => step.kind === "keep" || step.kind === "adopt");
  const writes = steps.filter((step) => step.kind !== "keep" && step.kind !== "adopt");
  return { view, plan: { kept, writes, obstacles: [...obstacles, ...conflictsIn(view, writes)], base } };
}

/** A plan before its last pass. */
type Draft<Row extends AnyRow> = Pick<Plan<Row>, "obstacles" | "base"> & { readonly steps: readonly Step<Row>[] };

/** The row that is live after a write, or that it deletes. */
export const targetOf = <Row extends AnyRow>(step: Write<Row>): Row =>
  step.kind === "delete" ? step.row : step.want.row;

/** Does a write give its row another name or type? */
export const isRenamed = <Row extends AnyRow>(kind: RowMeaning<Row>, step: Write<Row>): step is Update<Row> =>
  step.kind === "update" && !areNamedAlike(kind, step.row, step.want.row);

const rowsIn = <Row extends AnyRow>(steps: readonly Step<Row>[]): ReadonlySet<Row | undefined> =>
  new Set(steps.flatMap((step) => (step.kind === "create" ? [] : [step.row])));

/** The plan of one row or an additive zone, which owns only the rows that it lists or listed. */
function planOfListed<Row extends AnyRow>(view: View<Row>): Draft<Row> {
  // 1.
  const own = ownRowsIn(view);
  const unchanged = own.same.map((pair): Keep<Row> => ({ kind: "keep", ...pair }));
  // 2.
  const { reused, left } = reuseFreed(view, own);
  // 3.
  const met = meetForeign(view, left, own.isForeign);
  // 4. All entries of a resource with one row have the same key, so that a renamed one changes its former row.
  const steps = [...unchanged, ...reused, ...met.steps];
  const used = rowsIn(steps);
  const unused = [...own.freed].filter(([row]) => !used.has(row) && !view.scope.ignores(row));
  const lives = unused.map(([row, stored]): LiveRow<Row> => ({ row, stored, consent: "given" }));
  const writes = changeByKey(met.left, lives, ({ stored }) => stored?.key);
  return { steps: [...steps, ...writes], obstacles: met.obstacles, base: view.stored.length };
}

/** The entries of a resource that owns only the rows which it lists or listed, and the live rows of its former entries. */
interface OwnRows<Row extends AnyRow> extends Pick<View<Row>, "same" | "changed"> {
  /** By row, the dropped or edited entry that had it. A changed entry may reuse the row, unless another resource adopted it. */
  readonly freed: ReadonlyMap<Row, RowEntry<Row>>;
  /** Is it foreign, or given up for another resource? */
  isForeign(row: Row): boolean;
}

function ownRowsIn<Row extends AnyRow>(view: View<Row>): OwnRows<Row> {
  const { kind, found } = view;
  const meanings = new Set(view.changed.map(({ row }) => kind.keys(row).meaning));
  // A person edited the row of an unchanged entry into that of a changed one: both count as changed, and change other rows.
  const [edited, same] = partition(view.same, ({ want, stored }) => {
    const row = found.get(stored);
    if (row === undefined || isMeant(kind, row, want.row)) return false;
    return kind.keys(row).meanings.some((key) => meanings.has(key));
  });
  const kept = new Set(same.map(({ stored }) => found.get(stored)));
  const freed = new Map<Row, RowEntry<Row>>();
  for (const stored of [...view.dropped, ...edited.map((pair) => pair.stored)]) {
    const row = found.get(stored);
    if (row !== undefined && !kept.has(row) && !view.isOthersById(row)) freed.set(row, stored);
  }
  const isForeign = (row: Row) => !kept.has(row) && !freed.has(row);
  return { same, changed: [...view.changed, ...edited.map(({ want }) => want)], freed, isForeign };
}

/**
 * Gives changed entries freed rows of their meaning, but not one whose equal rows are all foreign. Example: beside the freed
 * `10 mail` and a foreign `20 mail`, the entry `20 mail` adopts the second: if it changed the first, there would be two.
 */
function reuseFreed<Row extends AnyRow>(view: View<Row>, { changed, freed, isForeign }: OwnRows<Row>) {
  const rowsFor = (want: Row) => {
    const meant = rowsMeaning(view, want);
    const equal = meant.filter((row) => isExactly(view.kind, row, want));
    const areForeign = equal.length > 0 && equal.every(isForeign);
    return areForeign ? [] : meant.filter((row) => freed.has(row));
  };
  return reuseMeant(view, changed, rowsFor, (row) => ({ row, stored: freed.get(row), consent: "given" }));
}

/** The step of an entry that meets foreign rows, or the obstacle to it; neither if it meets none. */
type Meeting<Row extends AnyRow> = { readonly step?: Step<Row>; readonly obstacle?: Obstacle<Row> };

/** Steps and obstacles of entries that meet foreign rows. `left` are the entries that meet none. */
function meetForeign<Row extends AnyRow>(view: View<Row>, wants: Entries<Row>, isForeign: (row: Row) => boolean) {
  const { kind, scope } = view;
  const unclaimedFor = ({ row: want }: RowEntry<Row>) =>
    rowsMeaning(view, want).filter((row) => isForeign(row) && !view.isOthers(row, want));
  const pairs = pairRows(kind, wants, unclaimedFor);
  const taken = new Set(pairs.values());
  // Rows as wanted need no consent.
  const differing = [...pairs].flatMap(([want, row]) => (satisfies(kind, row, want.row) ? [] : [row]));
  const guesses = possiblyOwn(view, differing, view.dropped);
  const meet = (want: RowEntry<Row>): Meeting<Row> => {
    const row = pairs.get(want);
    if (row === undefined) return meetClaimed(view, want.row, (each) => isForeign(each) && !taken.has(each));
    if (scope.extent === "one") return meetAsOne(view, want, row, unclaimedFor(want));
    const guess = guesses.has(row) ? "guess" : "none";
    return meetInZone(kind, want, { row, consent: scope.adopt ? "given" : guess });
  };
  const met = wants.map((want) => ({ want, ...meet(want) }));
  return {
    steps: met.flatMap(({ step }) => step ?? []),
    obstacles: met.flatMap(({ obstacle }) => obstacle ?? []),
    left: met.flatMap(({ want, step, obstacle }) => (step || obstacle ? [] : [want])),
  };
}

/** An entry without an unclaimed row of its meaning meets another resource's row, or one in its place (a CNAME). */
function meetClaimed<Row extends AnyRow>(view: View<Row>, want: Row, isLeft: (row: Row) => boolean): Meeting<Row> {
  const { kind, scope, isOthers } = view;
  // It is claimed, as `pairRows` gave away all others. A second row may be created only if it differs, such as in its priority.
  const twin = rowsMeaning(view, want).find((row) => isLeft(row) && isExactly(kind, row, want));
  if (twin !== undefined) return { obstacle: { kind: "others", want, rows: [twin] } };
  const rival = scope.extent === "one" ? inPlace(view, want).find(isLeft) : undefined;
  if (rival === undefined) return {};
  return { obstacle: { kind: isOthers(rival) ? "others" : "in place", want, rows: [rival] } };
}

/** An additive zone adopts an unclaimed row that is as wanted, and updates another one with consent. */
function meetInZone<Row extends AnyRow>(kind: RowMeaning<Row>, want: RowEntry<Row>, live: LiveRow<Row>): Meeting<Row> {
  const step = reuse(kind, want, live);
  const isRefused = step.kind === "update" && step.consent === "none";
  return isRefused ? { obstacle: { kind: "exists", want: want.row, rows: [live.row] } } : { step };
}

/**
 * A resource with one row meets unclaimed `rows` of its meaning. Of these, `row` is the first that is exactly the wanted one, or
 * else the first of all. The first case decides. A check warns of 3, and the update may find 4:
 *
 * | | case | without `adopt` | with `adopt` |
 * |---|---|---|---|
 * | 1 | in an update: `row` is as wanted, a check noted it as a successor, and the own row is gone | adopt | adopt |
 * | 2 | it is the only one, or the only one that is exactly the wanted one | - | adopt, update |
 * | 3 | all have another priority (two MX of one host), which in an update the list must show: they stay | none met | none met |
 * | 4 | any other, such as two that differ in TTL | exists | several |
 */
function meetAsOne<Row extends AnyRow>(
  view: View<Row>,
  want: RowEntry<Row>,
  row: Row,
  rows: readonly Row[],
): Meeting<Row> {
  const { kind, scope, found } = view;
  const step = reuse(kind, want, { row, consent: "given" });
  // 1. The first half of a replacement may have deleted the own row.
  if (step.kind === "adopt" && found.size === 0 && view.isSuccessor(row)) return { step };
  // 2.
  if (scope.adopt && isOneMeant(kind, want.row, rows)) return { step };
  // 3.
  if (!isExactly(kind, row, want.row) && (view.isCheck || rows.every((each) => isAnother(kind, each, want.row))))
    return {};
  // 4.
  const [obstacle, met] = scope.adopt ? (["several", rows] as const) : (["exists", [row]] as const);
  return { obstacle: { kind: obstacle, want: want.row, rows: met } };
}

/** The plan of a set or an authoritative zone, which owns all rows in its scope except those of other resources. */
function planOfScope<Row extends AnyRow>(view: View<Row>): Draft<Row> {
  const { kind, scope, found, same, changed } = view;
  const rows = rowsOf(kind, view.rows, scope).filter((row) => !view.isOthers(row));
  const entryOf = new Map([...found].map(([entry, row]) => [row, entry]));
  const unusedAfter = (steps: readonly Step<Row>[]) => {
    const used = rowsIn(steps);
    return rows.filter((row) => !used.has(row));
  };
  // 1.
  const inScope = new Set(rows);
  const keeps = same.map(({ want, stored }): Keep<Row> => ({ kind: "keep", want, row: found.get(stored), stored }));
  const isAsWanted = ({ want, row, stored }: Keep<Row>) =>
    row !== undefined && inScope.has(row) && satisfies(kind, row, want.row, stored);
  const [unchanged, toRestore] = partition(keeps, isAsWanted);
  // 2.
  const remaining = [...changed, ...toRestore.map(({ want }) => want)];
  const { reused, left } = reuseInScope(view, remaining, unusedAfter(unchanged), entryOf);
  // 4.
  const steps = [...unchanged, ...reused];
  const changeable = changeableRows(view, unusedAfter(steps), entryOf);
  const writes = changeByKey(left, changeable, ({ row }) => kind.entryKey(row));
  const base = rows.filter((row) => !kind.isOfService(row)).length;
  return { steps: [...steps, ...writes], obstacles: [], base };
}

/** The stored entries of own rows. All other rows in a scope are unclaimed. */
type EntryOf<Row extends AnyRow> = ReadonlyMap<Row, RowEntry<Row>>;

/** Gives entries rows of their meaning, of these `rows`: own ones first, then unclaimed ones that the plan may change. */
function reuseInScope<Row extends AnyRow>(
  view: View<Row>,
  wants: Entries<Row>,
  rows: readonly Row[],
  entryOf: EntryOf<Row>,
) {
  const { kind, scope } = view;
  const available = new Set(rows);
  const consentTo = (row: Row, want: Row) =>
    entryOf.has(row) || scope.adopt || isExactly(kind, row, want) ? "given" : "none";
  const rowsFor = (want: Row) => {
    const mayTake = (row: Row) => available.has(row) && (consentTo(row, want) === "given" || view.mayChange(row));
    return partition(rowsMeaning(view, want).filter(mayTake), (row) => entryOf.has(row)).flat();
  };
  const liveFor = (row: Row, want: Row) => ({ row, stored: entryOf.get(row), consent: consentTo(row, want) }) as const;
  return reuseMeant(view, wants, rowsFor, liveFor);
}

/** Of the rows in a scope that no entry means, those that the plan may change or delete. */
function changeableRows<Row extends AnyRow>(view: View<Row>, rows: readonly Row[], entryOf: EntryOf<Row>) {
  const [own, unclaimed] = partition(rows, (row) => entryOf.has(row));
  const changeable = unclaimed.filter((row) => !view.kind.isOfService(row) && view.mayChange(row));
  const guesses = possiblyOwn(view, changeable, view.stored, true);
  return [
    ...own.map((row): LiveRow<Row> => ({ row, stored: entryOf.get(row), consent: "given" })),
    ...changeable.map((row): LiveRow<Row> => ({ row, consent: guesses.has(row) ? "guess" : "none" })),
  ];
}

/** Steps of entries that get a row of their meaning, each another one. `left` are the entries without one. */
function reuseMeant<Row extends AnyRow>(
  { kind }: View<Row>,
  wants: Entries<Row>,
  rowsFor: (want: Row) => readonly Row[],
  liveFor: (row: Row, want: Row) => LiveRow<Row>,
) {
  const pairs = pairRows(kind, wants, ({ row }) => rowsFor(row));
  return {
    reused: [...pairs].map(([want, row]) => reuse(kind, want, liveFor(row, want.row))),
    left: wants.filter((want) => !pairs.has(want)),
  };
}

/** The step that makes a live row the wanted one. */
function reuse<Row extends AnyRow>(kind: RowMeaning<Row>, want: RowEntry<Row>, live: LiveRow<Row>): Step<Row> {
  const { row, stored } = live;
  if (!satisfies(kind, row, want.row, stored)) return { kind: "update", want, ...live };
  return stored === undefined ? { kind: "adopt", want, row } : { kind: "keep", want, row, stored };
}

/** Each entry changes a row of its key, or is created. All other rows are deleted. */
function changeByKey<Row extends AnyRow>(
  wants: Entries<Row>,
  lives: readonly LiveRow<Row>[],
  keyOf: (live: LiveRow<Row>) => string | undefined,
): Write<Row>[] {
  const livesBy = groupBy(lives, keyOf);
  const writes = wants.map((want): Write<Row> => {
    const live = livesBy.get(want.key)?.shift();
    return live === undefined ? { kind: "create", want } : { kind: "update", want, ...live };
  });
  const unused = [...livesBy.values()].flat();
  return [...writes, ...unused.map((live): Delete<Row> => ({ kind: "delete", ...live }))];
}

/**
 * Guesses: rows that count as those of missing entries of their name and type, one for each, since a person or a failed run may
 * have changed them. Example: the state has `www A` with the values 1 and 2, and the list 1, 8 and 9: one of 8 and 9 counts as 2.
 * In a check, a row with an ID may be that of an entry whose ID only the state has. An update knows the IDs.
 *
 * | asked of | a guess |
 * |---|---|
 * | foreign rows of a wanted meaning (`meetForeign`) | needs no `adopt` |
 * | rows in a scope that no entry means (`changeableRows`) | needs no `maxUnlistedDeletes` |
 * | rows that exclude a new one (`conflictsIn`) | doesn't: the update finds it by its ID, and deletes or renames it |
 *
 * @param mayLackIds do rows without an ID count, in an update, too? In a scope, nothing tells edited own rows from others
 */
function possiblyOwn<Row extends AnyRow>(
  { kind, found, isCheck }: View<Row>,
  rows: readonly Row[],
  entries: Entries<Row>,
  mayLackIds = false,
): ReadonlySet<Row> {
  const setKey = (row: Row) => kind.keys(row).setKey;
  const missing = entries.filter((entry) => !found.has(entry));
  const missingBy = groupBy(missing, ({ row }) => setKey(row));
  const mayBeIts = (row: Row, { id }: RowEntry<Row>) =>
    row.id === undefined ? mayLackIds : isCheck && id === undefined;
  const entriesFor = (row: Row) => (missingBy.get(setKey(row)) ?? []).filter((entry) => mayBeIts(row, entry));
  return new Set(pairOff(rows, entriesFor).keys());
}

/** Live rows that stay, and can't exist together with a row that a step creates or renames: each row once. */
function conflictsIn<Row extends AnyRow>(view: View<Row>, writes: readonly Write<Row>[]): Obstacle<Row>[] {
  const leaving = leavingIn(view, writes);
  const conflicts = new Map<Row, Obstacle<Row>>();
  for (const step of writes) {
    if (step.kind !== "create" && !isRenamed(view.kind, step)) continue;
    const want = step.want.row;
    for (const row of conflictsOf(view, want))
      if (!leaving.has(row) && !conflicts.has(row)) conflicts.set(row, { kind: "conflict", want, rows: [row] });
  }
  const mayLeave = possiblyOwn(view, [...conflicts.keys()], view.dropped);
  return [...conflicts].flatMap(([row, conflict]) => (mayLeave.has(row) ? [] : [conflict]));
}

/** Rows that are deleted or renamed before a row is created. Those of a replaced set have no step: its own delete comes first. */
function leavingIn<Row extends AnyRow>({ kind, scope, found }: View<Row>, writes: readonly Write<Row>[]): Set<Row> {
  const isReplaced = (row: Row) => scope.extent === "key" && kind.keys(row).setKey !== scope.setKey;
  const leaving = new Set([...found.values()].filter(isReplaced));
  for (const step of writes) if (step.kind === "delete" || isRenamed(kind, step)) leaving.add(step.row);
  return leaving;
}
