/**
 * The view on which a plan rests, and plans as data: steps, obstacles to them, and the rows of others that stay. `planOf` makes
 * them, `applyPlan` carries them out.
 */
import type { RowEntry, Scope, Transition } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import type { Matching } from "./match.ts";

/** Everything that a plan depends on. */
export interface View<Row extends AnyRow> extends Matching<Row>, Transition<Row> {
  /** Live rows of stored entries; in an update, also rows that are assumed under stored IDs (`assumedRow`). */
  readonly found: ReadonlyMap<RowEntry<Row>, Row>;
  /** May the plan adopt an equal row that the state lacks? The setting `adopt`. */
  readonly mayAdopt: boolean;
}

/** A live row, and the stored entry of which it is the row; a row of others has none. */
export interface LiveRow<Row extends AnyRow> {
  readonly row: Row;
  readonly stored?: RowEntry<Row> | undefined;
  /** Is it a row of others that `maxUnlistedDeletes` covers? */
  readonly isUnlisted?: boolean;
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

/** Live rows that forbid the plan. */
export interface Obstacle<Row extends AnyRow> {
  /**
   * - `exists`: it equals an entry, and the setting `adopt` is false.
   * - `in place`: it has the name and type of an entry, of which only one row can exist.
   * - `conflict`: it cannot exist together with an entry (a CNAME and an A of one name).
   * - `unlisted`: rows of others in a scope that is new to the resource, or more than `maxUnlistedDeletes` covers.
   */
  readonly kind: "exists" | "in place" | "conflict" | "unlisted";
  /** The entry's row; none for `unlisted`. */
  readonly want?: Row;
  readonly rows: readonly Row[];
}

export interface Plan<Row extends AnyRow> {
  readonly kept: readonly Kept<Row>[];
  readonly writes: readonly Write<Row>[];
  readonly obstacles: readonly Obstacle<Row>[];
  /** Rows of others in the scope of a set or an authoritative zone, which stay. `undefined` if no list was read. */
  readonly unlisted?: readonly Row[];
  /** Number of existing rows of the resource. The default limit of changes is a percentage of this number. */
  readonly base: number;
}

/** A view, and its plan: other resources may claim rows later. */
export interface Planned<Row extends AnyRow> {
  readonly view: View<Row>;
  readonly plan: Plan<Row>;
}

/** The steps that adopt rows, as they are or with another TTL, comment or kind of redirect. */
export const adoptionsIn = <Row extends AnyRow>({
  kept,
  writes,
}: Pick<Plan<Row>, "kept" | "writes">): (Adopt<Row> | Update<Row>)[] =>
  [...kept, ...writes].flatMap((step) =>
    step.kind === "adopt" || (step.kind === "update" && step.stored === undefined && !step.isUnlisted) ? [step] : [],
  );

/** Percentage of the existing rows that may change without consent, in a zone of at least `smallest` rows. */
export const maxPercent = 30;
const smallest = 10;

/** Numbers of creates, changes and deletes. */
export function countsOf<Row extends AnyRow>({ writes }: Pick<Plan<Row>, "writes">) {
  const count = (kind: Write<Row>["kind"]) => writes.filter((step) => step.kind === kind).length;
  return { create: count("create"), change: count("update"), delete: count("delete") };
}

/** Does a plan change or delete more rows than the arguments allow? Only zones have a limit. */
export function isOverChanges<Row extends AnyRow>(plan: Plan<Row>, { maxChanges, extent }: Scope<Row>): boolean {
  const { change, delete: deletes } = countsOf(plan);
  const changes = change + deletes;
  if (maxChanges !== undefined) return extent === "zone" && changes > maxChanges;
  return extent === "zone" && plan.base >= smallest && changes * 100 > plan.base * maxPercent;
}

/** May a plan be applied, as the arguments consent? */
export const isAllowed = <Row extends AnyRow>(plan: Plan<Row>, scope: Scope<Row>): boolean =>
  plan.obstacles.length === 0 && !isOverChanges(plan, scope);
