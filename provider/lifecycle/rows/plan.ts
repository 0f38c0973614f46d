/**
 * The plan of a resource made of rows: steps from what is live to what the arguments list, and findings that forbid it. Pure.
 *
 * Each pass takes the entries and rows that the passes before it left, and adds steps or findings:
 *
 * 1. `keepUnchanged`: an entry that the state has unchanged keeps its row.
 * 2. `useSameMeaning`: every other entry gets a live row of the same meaning, if there is one.
 * 3. `refusePlaces`: a row in the place of an entry, such as another CNAME of its name, forbids a resource with one row.
 * 4. `changeSameKey`: each remaining entry changes a remaining row of its key, or is created; the remaining rows are deleted.
 * 5. `findConflicts`: a live row that stays forbids a row that can't exist together with it.
 */
import { groupBy } from "../../dns/index.ts";
import { memoize } from "../define.ts";
import { pairUnchanged } from "./change.ts";
import type { Entries, Listed } from "./entry.ts";
import { type AnyRow, isExactly, satisfies } from "./kind.ts";
import { closest, conflictsOf, inPlace, type Matching, meant } from "./match.ts";
import type { Scope } from "./scope.ts";

/** A live row. */
interface Known<Row extends AnyRow> {
  readonly row: Row;
  readonly stored?: Listed<Row> | undefined;
  /** Did the resource list the row before, or does an argument consent to adopt it? */
  readonly isOwned: boolean;
}
/** Nothing to write: the row is as wanted, or was not looked up. */
interface Keep<Row extends AnyRow> extends Partial<Pick<Known<Row>, "row" | "stored">> {
  readonly kind: "keep";
  readonly want: Listed<Row>;
}
interface Create<Row extends AnyRow> {
  readonly kind: "create";
  readonly want: Listed<Row>;
}
/** Writes every given argument. All other arguments keep their live values. */
interface Update<Row extends AnyRow> extends Known<Row> {
  readonly kind: "update";
  readonly want: Listed<Row>;
}
interface Delete<Row extends AnyRow> extends Known<Row> {
  readonly kind: "delete";
}
export type Write<Row extends AnyRow> = Create<Row> | Update<Row> | Delete<Row>;
export type Step<Row extends AnyRow> = Keep<Row> | Write<Row>;

export const isWrite = <Row extends AnyRow>(step: Step<Row>): step is Write<Row> => step.kind !== "keep";
export const targetOf = <Row extends AnyRow>(step: Step<Row>): Row =>
  step.kind === "delete" ? step.row : step.want.row;

/** A row that exists and forbids the plan. */
export interface Finding<Row extends AnyRow> {
  /**
   * - `exists`: it has the meaning of an entry, and no argument consents to adopt it.
   * - `several`: more than one such row exists.
   * - `others`: such a row belongs to another resource of the program.
   * - `in place`: it has the name and type of an entry, of which only one row can exist.
   * - `conflict`: it cannot exist together with an entry (a CNAME and an A of one name).
   */
  readonly kind: "exists" | "several" | "others" | "in place" | "conflict";
  readonly want: Row;
  readonly rows: readonly Row[];
}

export interface Plan<Row extends AnyRow> {
  readonly steps: readonly Step<Row>[];
  readonly findings: readonly Finding<Row>[];
  /** Number of existing rows of the resource. The default limit of changes is a percentage of this number. */
  readonly base: number;
}

/** Everything that a plan depends on. */
export interface View<Row extends AnyRow> extends Matching<Row> {
  readonly scope: Scope<Row>;
  readonly wanted: Entries<Row>;
  /** Entries of the state, or of the last run's arguments, whose rows the resource owns. */
  readonly stored: Entries<Row>;
  /** Do the stored entries have the registrar's IDs? The arguments of a check have none. */
  readonly hasIds: boolean;
  /** Live rows of stored entries. */
  readonly found: ReadonlyMap<Listed<Row>, Row>;
  /** May the plan change this row, which the resource never listed? In an update, only if the check of its run planned it. */
  isPlanned(row: Row): boolean;
  /** May a resource with one row adopt this row without consent, because its own row is gone and this one is as wanted? */
  isSuccessor(row: Row): boolean;
}

/** Memoized, since an observation plans, too. */
export const planOf: <Row extends AnyRow>(view: View<Row>) => Plan<Row> = memoize((view) => new Planner(view).plan());

/**
 * Live rows in the scope of a set or an authoritative zone; none for other resources. A row that the provider can't read is left
 * out, so that it stays.
 */
export function rowsOf<Row extends AnyRow>({ kind, rows, scope }: Pick<View<Row>, "kind" | "rows" | "scope">): Row[] {
  if (scope.extent === "own") return [];
  const all = scope.key === undefined ? rows.rows : rows.withKey(scope.key);
  return all.filter((row) => kind.unreadable(row) === undefined);
}

/** Entries whose existing rows the resource adopts without a write. */
export const adoptedIn = <Row extends AnyRow>({ steps }: Pick<Plan<Row>, "steps">): Listed<Row>[] =>
  steps.flatMap((step) =>
    step.kind === "keep" && step.row !== undefined && step.stored === undefined ? [step.want] : [],
  );

/** Updates and deletes of rows that the resource never listed, and has no consent to adopt. */
export const unlistedSteps = <Row extends AnyRow>({ steps }: Pick<Plan<Row>, "steps">) =>
  steps.filter(
    (step): step is Update<Row> | Delete<Row> => (step.kind === "delete" || step.kind === "update") && !step.isOwned,
  );

class Planner<Row extends AnyRow> {
  readonly #view: View<Row>;
  /** Does the resource own only rows that it lists or listed? */
  readonly #isOwn: boolean;
  readonly #storedOf: ReadonlyMap<Row, Listed<Row>>;
  /** Live rows of a set or zone that belong to no other resource. */
  readonly #live: readonly Row[];
  readonly #steps: Step<Row>[] = [];
  readonly #findings: Finding<Row>[] = [];
  /** Entries that have no step yet. */
  #wanted: Entries<Row> = [];
  /** Rows without a step that the plan may change or delete: those of changed and dropped entries, or all of a set or zone. */
  #rows = new Set<Row>();
  /** Rows that have a step. */
  readonly #taken = new Set<Row>();

  constructor(view: View<Row>) {
    this.#view = view;
    this.#isOwn = view.scope.extent === "own";
    this.#storedOf = new Map([...view.found].map(([entry, row]) => [row, entry]));
    this.#live = rowsOf(view).filter((row) => !view.scope.ignores(row) && !view.isOthers(row));
  }

  plan(): Plan<Row> {
    const { kind, stored } = this.#view;
    this.#keepUnchanged();
    this.#useSameMeaning();
    if (this.#view.scope.isOne) this.#refusePlaces();
    this.#changeSameKey();
    const steps = withoutKept(this.#steps);
    this.#findConflicts(steps);
    const base = this.#isOwn ? stored.length : this.#live.filter((row) => !kind.isOfService(row)).length;
    return { steps, findings: this.#findings, base };
  }

  /** In a set or an authoritative zone, the row of an unchanged entry must also be live as wanted. Others look up no row. */
  #keepUnchanged(): void {
    const { kind, wanted, stored, found } = this.#view;
    const { same, changed, dropped } = pairUnchanged(wanted, stored);
    const live = new Set(this.#live);
    const open = [...changed];
    for (const pair of same) {
      const row = found.get(pair.stored);
      const isFit = row && live.has(row) && !this.#taken.has(row) && satisfies(kind, row, pair.want.row, pair.stored);
      if (this.#isOwn) this.#steps.push({ kind: "keep", ...pair });
      else if (isFit) this.#steps.push({ kind: "keep", ...pair, row });
      else open.push(pair.want);
      if (row !== undefined && (this.#isOwn || isFit)) this.#taken.add(row);
    }
    this.#wanted = open;
    const mine = this.#isOwn ? dropped.flatMap((entry) => found.get(entry) ?? []) : this.#live;
    this.#rows = new Set(mine.filter((row) => !this.#taken.has(row)));
  }

  #useSameMeaning(): void {
    this.#wanted = this.#wanted.filter((want) => {
      const next = this.#forMeaning(want);
      if (next === undefined) return true;
      if ("rows" in next) this.#findings.push(next);
      else this.#steps.push(next);
      return false;
    });
    for (const row of this.#taken) this.#rows.delete(row);
  }

  #forMeaning(entry: Listed<Row>): Step<Row> | Finding<Row> | undefined {
    const { kind, scope, isOthers } = this.#view;
    const want = entry.row;
    const all = meant(this.#view, want)
      .filter((row) => !this.#taken.has(row))
      .sort((a, b) => Number(this.#storedOf.has(b)) - Number(this.#storedOf.has(a)));
    const near = all.filter((row) => this.#rows.has(row));
    const isNear = near.length > 0 || !this.#isOwn;
    const free = isNear ? near : all.filter((row) => !isOthers(row, want));
    const row = closest(kind, free, want);
    if (row === undefined) {
      // A second row of this meaning may be created only if it differs, such as in the priority of an MX.
      const isTwin = (other: Row) => isExactly(kind, other, want) || satisfies(kind, other, want);
      const theirs = this.#isOwn ? all.find(isTwin) : undefined;
      return theirs && { kind: "others", want, rows: [theirs] };
    }
    this.#taken.add(row);
    const isSeveral = scope.isOne && !isNear && free.length > 1 && scope.adopt;
    return isSeveral ? { kind: "several", want, rows: free } : this.#stepFor(entry, row);
  }

  /** The step, or the finding, for a live row that has the meaning of an entry. */
  #stepFor(want: Listed<Row>, row: Row): Step<Row> | Finding<Row> {
    const { kind, scope, hasIds, isSuccessor } = this.#view;
    const stored = this.#storedOf.get(row);
    const isRefused = stored === undefined && this.#isOwn && !scope.adopt && !(scope.isOne && isSuccessor(row));
    const isFit = satisfies(kind, row, want.row, stored);
    if (isFit && !(isRefused && scope.isOne)) return { kind: "keep", want, row, stored };
    // The resource owns the row, or `adopt` consents to change it.
    if (!isRefused) return { kind: "update", want, row, stored, isOwned: true };
    // A check doesn't know yet if another resource owns a row that differs in its priority: the update decides.
    const mayDiffer = scope.isOne && !hasIds && !isExactly(kind, row, want.row);
    return mayDiffer ? { kind: "create", want } : { kind: "exists", want: want.row, rows: [row] };
  }

  #refusePlaces(): void {
    const { isOthers } = this.#view;
    this.#wanted = this.#wanted.filter(({ row: want }) => {
      const [row] = inPlace(this.#view, want).filter((each) => !this.#rows.has(each));
      if (row === undefined) return true;
      this.#findings.push({ kind: isOthers(row) ? "others" : "in place", want, rows: [row] });
      return false;
    });
  }

  #changeSameKey(): void {
    const { kind, scope, isOthersListed, isPlanned } = this.#view;
    const isOwned = this.#ownership();
    const free = [...this.#rows]
      .filter((row) => (this.#storedOf.has(row) || !kind.isOfService(row)) && !scope.ignores(row))
      .map((row) => ({ row, isOwned: isOwned(row), stored: this.#storedOf.get(row) }))
      .filter((each) => each.isOwned || isPlanned(each.row));
    // A row that another resource owns isn't changed to an entry. Its delete is dropped when the plan is applied.
    const theirs = free.filter(({ row }) => isOthersListed(row));
    const mine = free.filter(({ row }) => !isOthersListed(row));
    const rowsBy = groupBy(mine, ({ row, stored }) => (this.#isOwn && stored?.key) || kind.title(row));
    for (const want of this.#wanted) {
      const known = rowsBy.get(want.key)?.shift();
      this.#steps.push(known === undefined ? { kind: "create", want } : { kind: "update", want, ...known });
    }
    for (const known of [...[...rowsBy.values()].flat(), ...theirs]) this.#steps.push({ kind: "delete", ...known });
  }

  /**
   * Returns a test: does the resource own a live row? The test counts: call it once for each row to change or delete. A row that
   * was edited by hand is recognised by its ID. Without IDs, as many unknown rows count as edited, and so as owned, as stored
   * entries are missing.
   */
  #ownership(): (row: Row) => boolean {
    const { kind, stored, found, hasIds } = this.#view;
    const withoutId = new Set([...this.#rows].flatMap((row) => (row.id === undefined ? [kind.title(row)] : [])));
    const missing = groupBy(
      stored.filter((entry) => !found.has(entry)),
      ({ key }) => key,
    );
    return (row) => {
      if (this.#isOwn || this.#storedOf.has(row)) return true;
      const key = kind.title(row);
      return !(hasIds && !withoutId.has(key)) && missing.get(key)?.pop() !== undefined;
    };
  }

  #findConflicts(steps: readonly Step<Row>[]): void {
    const { kind, scope, found } = this.#view;
    const ownerOf = (row: Row) => kind.keys(row).owner;
    const isRenamed = (step: Step<Row>): step is Update<Row> =>
      step.kind === "update" && ownerOf(step.row) !== ownerOf(step.want.row);
    // The stored rows of a replaced set have another key. They are deleted before the new ones are created.
    const known = new Set(scope.extent === "key" ? found.values() : []);
    for (const step of steps) if (step.kind === "delete" || isRenamed(step)) known.add(step.row);
    for (const step of steps) {
      if (step.kind !== "create" && !isRenamed(step)) continue;
      const want = step.want.row;
      const conflicts = conflictsOf(this.#view, want).filter((row) => !known.has(row));
      for (const row of conflicts) {
        known.add(row);
        this.#findings.push({ kind: "conflict", want, rows: [row] });
      }
    }
  }
}

/** Drops deletes of an ID that another step keeps or changes: two rows may have the same ID. */
function withoutKept<Row extends AnyRow>(steps: readonly Step<Row>[]): Step<Row>[] {
  const kept = new Set(steps.map((step) => (step.kind === "keep" || step.kind === "update" ? step.row?.id : "")));
  return steps.filter((step) => step.kind !== "delete" || step.row.id === undefined || !kept.has(step.row.id));
}
