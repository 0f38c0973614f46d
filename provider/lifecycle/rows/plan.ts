/**
 * The plan of a resource made of rows: steps from what is live to what the arguments list, and obstacles that forbid it. Pure.
 *
 * Each pass takes the remaining entries and the rows that the passes before it left, and adds steps or obstacles:
 *
 * 1. `keepUnchanged`: an entry that the state has unchanged keeps its row.
 * 2. `useChangeableRows`: a remaining entry gets a row of its meaning that the plan may change.
 * 3. `useOtherRows`: an entry that meets any other row of its meaning adopts that, or forbids the plan.
 * 4. `refusePlaces`: a row in the place of an entry, such as another CNAME of its name, forbids a resource with one row.
 * 5. `changeOthersOfKey`: each remaining entry changes a remaining row of its key, or is created; the remaining rows are deleted.
 * 6. `addConflicts`: a live row that stays forbids a row that can't exist together with it.
 */
import { groupBy, memoize } from "../../dns/index.ts";
import { type Entries, type Listed, pairUnchanged, type Scope } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { conflictsOf, inPlace, isExactly, type Matching, meant, pairRows, satisfies } from "./match.ts";
import { type Delete, isRenamed, type Keep, type LiveRow, type Obstacle, type Plan, type Step } from "./steps.ts";

/** Everything that a plan depends on. */
export interface View<Row extends AnyRow> extends Matching<Row> {
  readonly scope: Scope<Row>;
  readonly wanted: Entries<Row>;
  /** Entries of the state, or of the last run's arguments, whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /**
   * Does the state tell which rows with an ID are the resource's? Not in a check, which has the inputs of the last run: without a
   * refresh, they have no IDs.
   */
  readonly hasIds: boolean;
  /** Live rows of stored entries. */
  readonly found: ReadonlyMap<Listed<Row>, Row>;
  /**
   * May the plan change this row, which the resource never listed? In a check always; in an update only if the check of its run
   * planned it, or a refresh found it.
   */
  mayChange(row: Row): boolean;
  /** Did the check of this run plan to adopt the row, because the one row of the resource is gone and this one is as wanted? */
  isSuccessor(row: Row): boolean;
}

/** Memoized, since an observation plans, too: of one view there is one plan, whatever other resources claim meanwhile. */
export const planOf: <Row extends AnyRow>(view: View<Row>) => Plan<Row> = memoize((view) => new Planner(view).plan());

/**
 * Live rows in the scope of a set or an authoritative zone; none for other resources. A row that the provider can't read is left
 * out, so that it stays.
 */
export function rowsOf<Row extends AnyRow>({ kind, rows, scope }: Pick<View<Row>, "kind" | "rows" | "scope">): Row[] {
  if (scope.extent === "own") return [];
  const all = scope.extent === "key" ? rows.withKey(scope.key) : rows.rows;
  return all.filter((row) => kind.unreadable(row) === undefined);
}

class Planner<Row extends AnyRow> {
  readonly #view: View<Row>;
  /** Does the resource own only rows that it lists or listed? */
  readonly #isOwn: boolean;
  readonly #storedOf: ReadonlyMap<Row, Listed<Row>>;
  /** The live rows of a set's name and type, or of an authoritative zone, that belong to no other resource. */
  readonly #inScope: ReadonlySet<Row>;
  readonly #steps: Step<Row>[] = [];
  readonly #obstacles: Obstacle<Row>[] = [];
  /** Entries that have neither a step nor an obstacle yet. */
  readonly #remaining = new Set<Listed<Row>>();
  /** Rows without a step that the plan may change or delete. */
  #changeable = new Set<Row>();
  /** Rows that have a step, or of which an entry met an obstacle. */
  readonly #taken = new Set<Row>();

  constructor(view: View<Row>) {
    this.#view = view;
    this.#isOwn = view.scope.extent === "own";
    this.#storedOf = new Map([...view.found].map(([entry, row]) => [row, entry]));
    this.#inScope = new Set(rowsOf(view).filter((row) => !view.scope.ignores(row) && !view.isOthers(row)));
  }

  plan(): Plan<Row> {
    const { kind, scope, stored } = this.#view;
    this.#keepUnchanged();
    this.#useChangeableRows();
    if (this.#isOwn) this.#useOtherRows();
    if (scope.isOne) this.#refusePlaces();
    this.#changeOthersOfKey();
    const steps = withoutKept(this.#steps);
    this.#addConflicts(steps);
    const base = this.#isOwn ? stored.length : [...this.#inScope].filter((row) => !kind.isOfService(row)).length;
    return { steps, obstacles: this.#obstacles, base };
  }

  /** The changeable rows are those of dropped entries, or all in the scope. */
  #keepUnchanged(): void {
    const { wanted, stored, found } = this.#view;
    const { same, changed, dropped } = pairUnchanged(wanted, stored);
    for (const want of changed) this.#remaining.add(want);
    for (const pair of same) {
      const row = found.get(pair.stored);
      const step = this.#isOwn ? { kind: "keep" as const, ...pair } : this.#keepIfLive(pair, row);
      if (step === undefined) this.#remaining.add(pair.want);
      else this.#steps.push(step);
      if (step !== undefined && row !== undefined) this.#taken.add(row);
    }
    const rows = this.#isOwn ? dropped.flatMap((entry) => found.get(entry) ?? []) : [...this.#inScope];
    this.#changeable = new Set(rows.filter((row) => !this.#taken.has(row)));
  }

  /**
   * A set or an authoritative zone keeps the row of an unchanged entry if that is live as wanted. Other resources look up no
   * row.
   */
  #keepIfLive(pair: { want: Listed<Row>; stored: Listed<Row> }, row: Row | undefined): Keep<Row> | undefined {
    if (row === undefined || this.#taken.has(row) || !this.#inScope.has(row)) return undefined;
    return satisfies(this.#view.kind, row, pair.want.row, pair.stored) ? { kind: "keep", ...pair, row } : undefined;
  }

  /** May the plan change the row, and has no other resource adopted it in this run? */
  readonly #isFree = (row: Row): boolean => this.#changeable.has(row) && !this.#view.isOthersById(row);

  /** A remaining entry gets a row of its meaning that the plan may change: a stored row before one that was never listed. */
  #useChangeableRows(): void {
    const { kind } = this.#view;
    const candidates = ({ row: want }: Listed<Row>) => {
      const [free, others] = partition(meant(this.#view, want), this.#isFree);
      // A row with new data doesn't become equal to another row: the next pass meets that.
      const isEqual = (row: Row) => !this.#taken.has(row) && isExactly(kind, row, want);
      if (this.#isOwn && others.some(isEqual) && !free.some(isEqual)) return [];
      const [stored, unlisted] = partition(free, (row) => this.#storedOf.has(row));
      return [...stored, ...unlisted];
    };
    for (const [want, row] of pairRows(kind, [...this.#remaining], candidates)) this.#use(want, row);
  }

  /** A remaining entry meets a row of its meaning that the resource doesn't own. */
  #useOtherRows(): void {
    const { kind, isOthers } = this.#view;
    const untaken = ({ row: want }: Listed<Row>) =>
      meant(this.#view, want).filter((row) => !this.#taken.has(row) && !this.#isFree(row));
    const free = (want: Listed<Row>) => untaken(want).filter((row) => !isOthers(row, want.row));
    const pairs = pairRows(kind, [...this.#remaining], free);
    for (const want of this.#remaining) {
      const row = pairs.get(want);
      if (row === undefined) this.#meetRowsOfOthers(want, untaken(want));
      else this.#meetFreeRow(want, row, free(want));
    }
  }

  /** A second row of this meaning may be created only if it differs, such as in the priority of an MX. */
  #meetRowsOfOthers(want: Listed<Row>, rows: readonly Row[]): void {
    const { kind } = this.#view;
    const twin = rows.find((row) => isExactly(kind, row, want.row) || satisfies(kind, row, want.row));
    if (twin !== undefined) this.#refuse("others", want, [twin]);
  }

  #meetFreeRow(want: Listed<Row>, row: Row, rows: readonly Row[]): void {
    const { scope, isSuccessor } = this.#view;
    if (scope.isOne && scope.adopt && rows.length > 1 && !isSuccessor(row)) this.#refuse("several", want, rows);
    else this.#use(want, row);
  }

  /** Takes the row out of the later passes, also if the entry is created beside it. */
  #use(want: Listed<Row>, row: Row): void {
    const step = this.#stepFor(want, row);
    if (step === "exists") this.#refuse("exists", want, [row]);
    else this.#add(step);
    this.#taken.add(row);
    this.#changeable.delete(row);
  }

  /**
   * The step for a remaining entry and a live row of its meaning, or the obstacle that the row is.
   *
   * | resource | row | as wanted | otherwise |
   * |---|---|---|---|
   * | any | its own: stored, a successor, or with `adopt` | keep | update |
   * | set, authoritative zone | equal but for TTL and comment | keep | update |
   * | set, authoritative zone | of another priority | - | update if the check planned it, else create |
   * | additive zone | any other | keep | exists |
   * | one row, in a check | of another priority | - | create: the row may belong to another resource |
   * | one row, in an update | of another priority | - | create if a check planned it for another resource, else exists |
   * | one row | any other | exists | exists |
   */
  #stepFor(want: Listed<Row>, row: Row): Exclude<Step<Row>, Delete<Row>> | "exists" {
    const { kind, scope, mayChange, isSuccessor } = this.#view;
    const stored = this.#storedOf.get(row);
    const isItsOwn = stored !== undefined || scope.adopt || isSuccessor(row);
    if (satisfies(kind, row, want.row, stored) && (isItsOwn || !scope.isOne))
      return { kind: "keep", want, row, stored };
    if (isItsOwn) return { kind: "update", want, row, stored, isConsented: true };
    const isEqual = isExactly(kind, row, want.row);
    if (!this.#isOwn)
      return isEqual || mayChange(row) ? { kind: "update", want, row, isConsented: isEqual } : { kind: "create", want };
    // A row of another priority may be another resource's: a check can't tell, and that resource's check has planned it.
    const mayBeOthers = scope.isOne && !isEqual && mayChange(row);
    return mayBeOthers ? { kind: "create", want } : "exists";
  }

  #add(step: Exclude<Step<Row>, Delete<Row>>): void {
    this.#steps.push(step);
    this.#remaining.delete(step.want);
  }

  #refuse(kind: Obstacle<Row>["kind"], want: Listed<Row>, rows: readonly Row[]): void {
    this.#obstacles.push({ kind, want: want.row, rows });
    this.#remaining.delete(want);
  }

  #refusePlaces(): void {
    const { isOthers } = this.#view;
    for (const want of this.#remaining) {
      const [row] = inPlace(this.#view, want.row).filter((each) => !this.#changeable.has(each));
      if (row !== undefined) this.#refuse(isOthers(row) ? "others" : "in place", want, [row]);
    }
  }

  #changeOthersOfKey(): void {
    const { kind, isOthersById } = this.#view;
    // A row that another resource owns isn't changed to an entry. Its delete is dropped when the plan is applied.
    const [theirs, free] = partition(this.#liveRows(), ({ row }) => isOthersById(row));
    // All entries of a resource with one row have the same key, so that a renamed one changes its former row.
    const freeBy = groupBy(free, ({ row, stored }) => (this.#isOwn ? (stored?.key ?? "") : kind.title(row)));
    for (const want of this.#remaining) {
      const former = freeBy.get(want.key)?.shift();
      this.#steps.push(former === undefined ? { kind: "create", want } : { kind: "update", want, ...former });
    }
    for (const each of [...[...freeBy.values()].flat(), ...theirs]) this.#steps.push({ kind: "delete", ...each });
  }

  /** The changeable rows that the resource owns, or that the check planned to change. */
  #liveRows(): LiveRow<Row>[] {
    const { kind, scope, mayChange } = this.#view;
    const mayGo = (row: Row) => (this.#storedOf.has(row) || !kind.isOfService(row)) && !scope.ignores(row);
    const rows = [...this.#changeable].filter(mayGo);
    const owned = this.#ownedOf(rows);
    return rows
      .filter((row) => owned.has(row) || mayChange(row))
      .map((row) => {
        const stored = this.#storedOf.get(row);
        return { row, isConsented: owned.has(row), isGuess: stored === undefined && owned.has(row), stored };
      });
  }

  /**
   * Of some rows, those that the resource owns. A row that was edited by hand is found by its ID. Without IDs, as many unknown
   * rows of a key count as edited, and so as owned, as stored entries of the key are missing.
   */
  #ownedOf(rows: readonly Row[]): ReadonlySet<Row> {
    if (this.#isOwn) return new Set(rows);
    const { kind, stored, found, hasIds } = this.#view;
    const missing = groupBy(
      stored.filter((entry) => !found.has(entry)),
      ({ key }) => key,
    );
    const owned = new Set(rows.filter((row) => this.#storedOf.has(row)));
    for (const row of rows) {
      if (owned.has(row) || (hasIds && row.id !== undefined)) continue;
      if (missing.get(kind.title(row))?.pop() !== undefined) owned.add(row);
    }
    return owned;
  }

  #addConflicts(steps: readonly Step<Row>[]): void {
    const { kind, scope, found } = this.#view;
    // A set's own rows never conflict with its new ones, and the rows of a replaced set are deleted before the new ones are
    // created.
    const leaving = new Set(scope.extent === "key" ? found.values() : []);
    for (const step of steps) if (step.kind === "delete" || isRenamed(kind, step)) leaving.add(step.row);
    const reported = new Set<Row>();
    for (const step of steps) {
      if (step.kind !== "create" && !isRenamed(kind, step)) continue;
      const want = step.want.row;
      for (const row of conflictsOf(this.#view, want)) {
        if (leaving.has(row) || reported.has(row)) continue;
        reported.add(row);
        this.#obstacles.push({ kind: "conflict", want, rows: [row] });
      }
    }
  }
}

/** The values for which a test holds, and the others. */
function partition<T>(values: readonly T[], holds: (value: T) => boolean): [T[], T[]] {
  return [values.filter(holds), values.filter((value) => !holds(value))];
}

/** Drops deletes of an ID that another step keeps or changes. A list that contradicts itself may show an ID twice. */
function withoutKept<Row extends AnyRow>(steps: readonly Step<Row>[]): Step<Row>[] {
  const used = steps.flatMap((step) => (step.kind === "keep" || step.kind === "update" ? (step.row?.id ?? []) : []));
  const ids = new Set(used);
  return steps.filter((step) => step.kind !== "delete" || step.row.id === undefined || !ids.has(step.row.id));
}
