/**
 * The plan of a resource made of rows: steps from what is live to what the arguments list, and obstacles to it. It makes no call;
 * beside the view, it depends on the claims of this moment. Rows are:
 *
 * - own: that of a stored entry, unless another resource has adopted it.
 * - of others: any other.
 *
 * Entries of unchanged keys keep their rows, which aren't looked up. For all others, each pass gives some entries and rows a
 * step, and the next pass sees only those without one:
 *
 * | pass | example |
 * |---|---|
 * | 1. equal rows: own ones, then rows of others (`equalSteps`) | keep `www A 192.0.2.1`; adopt it; change its TTL |
 * | 2. other own rows of an entry's key, then unlisted ones (`changeByKey`) | change `www A 192.0.2.1` into `192.0.2.2` |
 * | 3. entries without a row | create |
 * | 4. own rows without an entry, and unlisted ones | delete |
 *
 * Unlisted rows are those of others that `maxUnlistedDeletes` covers: in the scope of a set or an authoritative zone, all; for
 * any other resource, those in the place of its entries (a CNAME). Without that consent, they stay, or forbid the plan.
 */
import { groupBy, partition } from "../../dns/index.ts";
import { type Entries, type RowEntry, rowsOf } from "./entry.ts";
import type { AnyRow, RowMeaning } from "./kind.ts";
import { areNamedAlike, conflictsOf, inPlace, isMeant, meaningsOf, pairRows, rowsMeaning, satisfies } from "./match.ts";
import type { Delete, Keep, LiveRow, Obstacle, Planned, Step, Update, View, Write } from "./step.ts";

export function planOf<Row extends AnyRow>(view: View<Row>): Planned<Row> {
  const { kind, scope, found } = view;
  const equal = equalSteps(view);
  const used = rowsIn(equal.steps);
  const others = othersIn(view, used);
  const isCovered = others.length <= (scope.maxUnlistedDeletes ?? 0);
  const isGivenUp = givenUpIn(view);
  const own = view.stored.flatMap((stored): LiveRow<Row>[] => {
    const row = found.get(stored);
    const isUnused = row !== undefined && !used.has(row) && !scope.ignores(row);
    return isUnused && isReplanned(view, stored) && !isGivenUp(row, stored) ? [{ row, stored }] : [];
  });
  const unlisted = isCovered ? others.map((row): LiveRow<Row> => ({ row, isUnlisted: true })) : [];
  const writes = [...equal.steps, ...changeByKey(kind, equal.left, [...own, ...unlisted], scope.keyOf)];
  const kept = writes.filter((step) => step.kind === "keep" || step.kind === "adopt");
  const changes = writes.filter((step) => step.kind !== "keep" && step.kind !== "adopt");
  const stay = isCovered ? [] : others;
  const obstacles = [
    ...notAdoptable(view, equal.steps),
    ...notCovered(view, equal.left, stay),
    ...conflictsIn(view, changes),
  ];
  const base = scope.ownsAll ? rowsOf(kind, view.rows, scope).length : view.stored.length;
  const plan = { kept, writes: changes, obstacles, unlisted: scope.ownsAll ? stay : [], base };
  return { view, plan };
}

/** The row that is live after a write, or that it deletes. */
export const targetOf = <Row extends AnyRow>(step: Write<Row>): Row =>
  step.kind === "delete" ? step.row : step.want.row;

/** Does a write give its row another name or type? */
export const isRenamed = <Row extends AnyRow>(kind: RowMeaning<Row>, step: Write<Row>): step is Update<Row> =>
  step.kind === "update" && !areNamedAlike(kind, step.row, step.want.row);

const rowsIn = <Row extends AnyRow>(steps: readonly Step<Row>[]): ReadonlySet<Row | undefined> =>
  new Set(steps.flatMap((step) => (step.kind === "create" ? [] : [step.row])));

const isReplanned = <Row extends AnyRow>({ changedKeys }: View<Row>, { key }: RowEntry<Row>) => changedKeys.has(key);

/** Has another resource of the program claimed an own row, or does it declare the row's live data? */
function givenUpIn<Row extends AnyRow>({ kind, wanted, isOthers, isDeclared }: View<Row>) {
  const meanings = meaningsOf(kind, wanted);
  return (row: Row, stored: RowEntry<Row>): boolean => {
    const live = kind.interpret(row, stored.row);
    return isOthers(row) || (!meanings.has(kind.keys(live).meaning) && isDeclared(live));
  };
}

/** Keeps unchanged entries, and gives others equal rows. `left` are the entries without one. */
function equalSteps<Row extends AnyRow>(view: View<Row>): { steps: Step<Row>[]; left: Entries<Row> } {
  const { kind, scope, found } = view;
  const keep = ({ want, stored }: View<Row>["same"][number]): Keep<Row> => {
    return { kind: "keep", want, stored, row: found.get(stored) };
  };
  // A resource that doesn't own all rows makes no unchanged row again: only a refresh finds it missing.
  const [planned, unseen] = partition(
    view.same,
    ({ want, stored }) => isReplanned(view, want) && (scope.ownsAll || found.has(stored)),
  );
  const entryOf = new Map([...found].map(([entry, row]) => [row, entry]));
  const wants = [...view.changed, ...planned.map(({ want }) => want)];
  const unseenRows = new Set(unseen.map(({ stored }) => found.get(stored)));
  const candidates = ({ row: want }: RowEntry<Row>) => {
    const equal = rowsMeaning(view, want).filter((row) => !unseenRows.has(row));
    const [own, others] = partition(equal, (row) => entryOf.has(row) && !view.isOthers(row));
    // A row that another resource claims is the last choice: that one gives it up, since two can't declare it.
    return [...own, ...partition(others, (row) => !view.isOthers(row)).flat()];
  };
  const pairs = pairRows(kind, wants, candidates);
  const stepOf = ([want, row]: [RowEntry<Row>, Row]): Step<Row> => {
    const stored = view.isOthers(row) ? undefined : entryOf.get(row);
    if (!satisfies(kind, row, want.row, stored)) return { kind: "update", want, row, stored };
    return stored === undefined ? { kind: "adopt", want, row } : { kind: "keep", want, row, stored };
  };
  return { steps: [...unseen.map(keep), ...[...pairs].map(stepOf)], left: wants.filter((want) => !pairs.has(want)) };
}

/** Rows of others in the scope of a set or an authoritative zone; for any other resource, those in the place of an entry. */
function othersIn<Row extends AnyRow>(view: View<Row>, used: ReadonlySet<Row | undefined>): Row[] {
  const { kind, scope, found } = view;
  const own = new Set(found.values());
  const isOfOthers = (row: Row) => !used.has(row) && !own.has(row) && !view.isOthers(row);
  const inScope = scope.ownsAll
    ? rowsOf(kind, view.rows, scope)
    : [...new Set(view.changed.flatMap(({ row }) => inPlace(view, row)))];
  return inScope.filter(isOfOthers);
}

/** Each entry changes a row of its key, one with the same target first, or is created. All other rows are deleted. */
function changeByKey<Row extends AnyRow>(
  kind: RowMeaning<Row>,
  wants: Entries<Row>,
  lives: readonly LiveRow<Row>[],
  keyOf: (row: Row) => string,
): Write<Row>[] {
  const unused = new Set(lives);
  const rowFor = new Map<RowEntry<Row>, LiveRow<Row>>();
  const takeBy = (nameOf: (key: string, row: Row) => string) => {
    const livesBy = groupBy([...unused], (live) => nameOf(live.stored?.key ?? keyOf(live.row), live.row));
    for (const want of wants) {
      const live = rowFor.has(want) ? undefined : livesBy.get(nameOf(want.key, want.row))?.shift();
      if (live === undefined) continue;
      rowFor.set(want, live);
      unused.delete(live);
    }
  };
  takeBy((key, row) => `${key} ${kind.keys(row).target}`);
  takeBy((key) => key);
  const writes = wants.map((want): Write<Row> => {
    const live = rowFor.get(want);
    return live === undefined ? { kind: "create", want } : { kind: "update", want, ...live };
  });
  return [...writes, ...[...unused].map((live): Delete<Row> => ({ kind: "delete", ...live }))];
}

/** With the setting `adopt: false`, an equal row that the state lacks forbids the plan, unless it may be an own row, edited. */
function notAdoptable<Row extends AnyRow>(
  { mayAdopt, stored, found }: View<Row>,
  steps: readonly Step<Row>[],
): Obstacle<Row>[] {
  if (mayAdopt) return [];
  const missing = new Set(stored.filter((entry) => !found.has(entry)).map(({ key }) => key));
  return steps.flatMap((step): Obstacle<Row>[] => {
    if (step.kind !== "adopt" && step.kind !== "update") return [];
    const isOwn = step.stored !== undefined || missing.has(step.want.key);
    return isOwn ? [] : [{ kind: "exists", want: step.want.row, rows: [step.row] }];
  });
}

/** The obstacles of rows of others that `maxUnlistedDeletes` doesn't cover. */
function notCovered<Row extends AnyRow>(view: View<Row>, left: Entries<Row>, stay: readonly Row[]): Obstacle<Row>[] {
  const { scope, isNew } = view;
  const staying = new Set(stay);
  if (stay.length === 0) return [];
  if (scope.ownsAll && (isNew || (scope.maxUnlistedDeletes ?? 0) > 0)) return [{ kind: "unlisted", rows: stay }];
  return left.flatMap(({ row: want }): Obstacle<Row>[] => {
    const rows = inPlace(view, want).filter((row) => staying.has(row));
    return rows.length === 0 ? [] : [{ kind: "in place", want, rows }];
  });
}

/** Live rows that stay, and can't exist together with a row that a step creates or renames: each row once. */
function conflictsIn<Row extends AnyRow>(view: View<Row>, writes: readonly Write<Row>[]): Obstacle<Row>[] {
  const { kind, found, dropped } = view;
  const leaving = leavingIn(view, writes);
  // A check doesn't know IDs: a row of a dropped entry's name and type may be that entry's, edited by hand.
  const edited = dropped.filter((entry) => entry.id === undefined && !found.has(entry));
  const mayLeave = (row: Row) => leaving.has(row) || edited.some((entry) => areNamedAlike(kind, row, entry.row));
  const conflicts = new Map<Row, Obstacle<Row>>();
  for (const step of writes) {
    if (step.kind !== "create" && !isRenamed(kind, step)) continue;
    const want = step.want.row;
    for (const row of conflictsOf(view, want))
      if (!isMeant(kind, row, want) && !mayLeave(row) && !conflicts.has(row))
        conflicts.set(row, { kind: "conflict", want, rows: [row] });
  }
  return [...conflicts.values()];
}

/** Rows that are deleted or renamed before a row is created. Those of a replaced set have no step: its own delete comes first. */
function leavingIn<Row extends AnyRow>({ kind, scope, found }: View<Row>, writes: readonly Write<Row>[]): Set<Row> {
  const isReplaced = (row: Row) => scope.extent === "set" && kind.keys(row).setKey !== scope.setKey;
  const leaving = new Set([...found.values()].filter(isReplaced));
  for (const step of writes) if (step.kind === "delete" || isRenamed(kind, step)) leaving.add(step.row);
  return leaving;
}
