/**
 * The view on which a plan rests, and plans as data: steps, obstacles to them, and the consent that they need. `planOf` makes
 * them, `applyPlan` carries them out.
 */
import type { RowEntry, Scope, Transition } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import type { Matching } from "./match.ts";

/** Everything that a plan depends on. */
export interface View<Row extends AnyRow> extends Matching<Row>, Transition<Row> {
  /**
   * Live rows of stored entries; in an update, also rows that are assumed under stored IDs (`assumedRow`). In the check of a set
   * that replaces another, these are that set's rows, outside the scope.
   */
  readonly found: ReadonlyMap<RowEntry<Row>, Row>;
  /** In an update: does the state show the row, or has a check of this run noted it? */
  mayChange(row: Row): boolean;
  /** In an update: has a check of this run noted it as the successor of a resource's only row? */
  isSuccessor(row: Row): boolean;
  /** Is it that of a check, whose stored entries are the inputs of the last run, often without the IDs that the state has? */
  readonly isCheck: boolean;
}

const no = () => false;
/** A check only plans, so it may change any row. It ignores claims: an owner may change or delete its row before the update. */
export const inCheck = { isOthers: no, isOthersById: no, isSuccessor: no, mayChange: () => true, isCheck: true };

/** A live row, and the stored entry of which it is the row. */
export interface LiveRow<Row extends AnyRow> {
  readonly row: Row;
  readonly stored?: RowEntry<Row> | undefined;
  /**
   * `given`: the resource listed the row, `adopt` covers it, or its data is as wanted. `guess`: it counts as a stored row that
   * was edited by hand or by a failed run, which isn't known without IDs. `none`: to change it needs `maxUnlistedDeletes`; in an
   * additive zone, it is an obstacle without `adopt`.
   */
  readonly consent: "given" | "guess" | "none";
}

/** Nothing to write: the resource's own row is as wanted, or its entry is unchanged, and the row was not looked up. */
export interface Keep<Row extends AnyRow> {
  readonly kind: "keep";
  readonly want: RowEntry<Row>;
  readonly stored: RowEntry<Row>;
  readonly row?: Row | undefined;
}

/** Nothing to write: an existing row is as wanted, and becomes the resource's own. */
export interface Adopt<Row extends AnyRow> {
  readonly kind: "adopt";
  readonly want: RowEntry<Row>;
  readonly row: Row;
  readonly stored?: undefined;
}

export interface Create<Row extends AnyRow> {
  readonly kind: "create";
  readonly want: RowEntry<Row>;
  readonly stored?: undefined;
}

/** Writes every given argument. All other arguments keep their live values. */
export interface Update<Row extends AnyRow> extends LiveRow<Row> {
  readonly kind: "update";
  readonly want: RowEntry<Row>;
}

export interface Delete<Row extends AnyRow> extends LiveRow<Row> {
  readonly kind: "delete";
}

export type Kept<Row extends AnyRow> = Keep<Row> | Adopt<Row>;
export type Write<Row extends AnyRow> = Create<Row> | Update<Row> | Delete<Row>;
/** `stored` is the stored entry whose row the step keeps, changes or deletes. */
export type Step<Row extends AnyRow> = Kept<Row> | Write<Row>;

/**
 * The reason why a check notes a row for the updates of this run (`RowClaims.notePlanned`):
 *
 * - `step`: its plan adopts, changes or deletes the row, which isn't a single resource's own.
 * - `successor`: the row is as one resource wants its only row, which a complete list doesn't show as it was.
 */
export type PlannedAs = "step" | "successor";

/** A row that exists and forbids the plan. */
export interface Obstacle<Row extends AnyRow> {
  /**
   * - `exists`: it has the meaning of an entry, and no argument consents to adopt it.
   * - `several`: more than one such row exists, and `adopt` would choose.
   * - `others`: such a row belongs to another resource of the program.
   * - `in place`: it has the name and type of an entry, of which only one row can exist.
   * - `conflict`: it cannot exist together with an entry (a CNAME and an A of one name).
   */
  readonly kind: "exists" | "several" | "others" | "in place" | "conflict";
  readonly want: Row;
  readonly rows: readonly Row[];
}

export interface Plan<Row extends AnyRow> {
  readonly kept: readonly Kept<Row>[];
  readonly writes: readonly Write<Row>[];
  readonly obstacles: readonly Obstacle<Row>[];
  /** Number of existing rows of the resource. The default limit of changes is a percentage of this number. */
  readonly base: number;
}

/** A view, and its plan: other resources may claim rows later. */
export interface Planned<Row extends AnyRow> {
  readonly view: View<Row>;
  readonly plan: Plan<Row>;
}

/** Does a step change or delete a row that the resource never listed, and has no consent to adopt? */
const lacksConsent = <Row extends AnyRow>(step: Write<Row>): boolean =>
  step.kind !== "create" && step.consent === "none";

/** Percentage of the existing rows that may change without consent, in a zone of at least `smallest` rows. */
export const maxPercent = 30;
const smallest = 10;

/** Numbers of creates, changes and deletes. */
export function countsOf<Row extends AnyRow>({ writes }: Pick<Plan<Row>, "writes">) {
  const count = (kind: Write<Row>["kind"]) => writes.filter((step) => step.kind === kind).length;
  return { create: count("create"), change: count("update"), delete: count("delete") };
}

/**
 * The limits that a plan exceeds. A set owns all rows of its name and type, so it has no limit of changes.
 * @returns `unlisted`: the steps that change or delete rows which the resource never listed, if they are too many; else none
 */
export function excessOf<Row extends AnyRow>(plan: Plan<Row>, scope: Scope<Row>) {
  const { maxChanges, maxUnlistedDeletes = 0, extent } = scope;
  const { change, delete: deletes } = countsOf(plan);
  const changes = change + deletes;
  const isWithinDefault = plan.base < smallest || changes * 100 <= plan.base * maxPercent;
  const isWithin = maxChanges === undefined ? isWithinDefault : changes <= maxChanges;
  const unlisted = plan.writes.filter(lacksConsent);
  return {
    isOverChanges: extent !== "key" && !isWithin,
    unlisted: unlisted.length > maxUnlistedDeletes ? unlisted : [],
  };
}

/** May the plan of several rows be applied, as the arguments consent? */
export function isAllowed<Row extends AnyRow>(plan: Plan<Row>, scope: Scope<Row>): boolean {
  const { isOverChanges, unlisted } = excessOf(plan, scope);
  return plan.obstacles.length === 0 && !isOverChanges && unlisted.length === 0;
}
