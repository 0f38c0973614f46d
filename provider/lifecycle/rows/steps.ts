/** A plan as data: its steps, the obstacles that forbid it, and the consent that it needs. Pure. */
import type { Listed, Scope } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { areNamedAlike } from "./match.ts";

/** A live row, and the stored entry of which it is the row. */
export interface LiveRow<Row extends AnyRow> {
  readonly row: Row;
  readonly stored?: Listed<Row> | undefined;
  /**
   * May the plan change the row without `maxUnlistedDeletes`: the resource listed it, `adopt` covers it, or its data is as
   * wanted?
   */
  readonly isConsented: boolean;
  /** Is it taken for a stored row that was edited by hand, which a check can't know without IDs? */
  readonly isGuess?: boolean;
}
/** Nothing to write: the row is as wanted, or was not looked up. */
export interface Keep<Row extends AnyRow> extends Partial<Pick<LiveRow<Row>, "row" | "stored">> {
  readonly kind: "keep";
  readonly want: Listed<Row>;
}
export interface Create<Row extends AnyRow> {
  readonly kind: "create";
  readonly want: Listed<Row>;
}
/** Writes every given argument. All other arguments keep their live values. */
export interface Update<Row extends AnyRow> extends LiveRow<Row> {
  readonly kind: "update";
  readonly want: Listed<Row>;
}
export interface Delete<Row extends AnyRow> extends LiveRow<Row> {
  readonly kind: "delete";
}
export type Write<Row extends AnyRow> = Create<Row> | Update<Row> | Delete<Row>;
export type Step<Row extends AnyRow> = Keep<Row> | Write<Row>;

export const isWrite = <Row extends AnyRow>(step: Step<Row>): step is Write<Row> => step.kind !== "keep";
export const targetOf = <Row extends AnyRow>(step: Step<Row>): Row =>
  step.kind === "delete" ? step.row : step.want.row;

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
  readonly steps: readonly Step<Row>[];
  readonly obstacles: readonly Obstacle<Row>[];
  /** Number of existing rows of the resource. The default limit of changes is a percentage of this number. */
  readonly base: number;
}

/** Does a step adopt an existing row without a write? */
export const isAdoption = <Row extends AnyRow>(step: Step<Row>): step is Keep<Row> & { readonly row: Row } =>
  step.kind === "keep" && step.row !== undefined && step.stored === undefined;

/** Does a step change or delete a row that the resource never listed, and has no consent to adopt? */
export const isUnlisted = <Row extends AnyRow>(step: Step<Row>): step is Update<Row> | Delete<Row> =>
  (step.kind === "delete" || step.kind === "update") && !step.isConsented;

/** Does a step give its row another name or type? */
export const isRenamed = <Row extends AnyRow>(kind: RowKind<Row>, step: Step<Row>): step is Update<Row> =>
  step.kind === "update" && !areNamedAlike(kind, step.row, step.want.row);

/** Percentage of the existing rows that may change without consent, in a zone of at least `smallest` rows. */
export const maxPercent = 30;
const smallest = 10;

/** Numbers of creates, changes and deletes. */
export function countsOf<Row extends AnyRow>({ steps }: Pick<Plan<Row>, "steps">) {
  const count = (kind: Step<Row>["kind"]) => steps.filter((step) => step.kind === kind).length;
  return { create: count("create"), change: count("update"), delete: count("delete") };
}

/** The limits that a plan exceeds: of changes (`isMany`), and of rows that the resource never listed (`isForeign`). */
interface Excess<Row extends AnyRow> {
  readonly isMany: boolean;
  readonly isForeign: boolean;
  readonly unlisted: readonly Exclude<Write<Row>, { kind: "create" }>[];
}

/** A set owns all rows of its name and type, so it has no limit of changes. */
export function excessOf<Row extends AnyRow>(plan: Plan<Row>, scope: Scope<Row>): Excess<Row> {
  const { maxChanges, maxUnlistedDeletes = 0, extent } = scope;
  const { change, delete: deletes } = countsOf(plan);
  const changes = change + deletes;
  const isWithinDefault = plan.base < smallest || changes * 100 <= plan.base * maxPercent;
  const isWithin = maxChanges === undefined ? isWithinDefault : changes <= maxChanges;
  const unlisted = plan.steps.filter(isUnlisted);
  return { isMany: extent !== "key" && !isWithin, isForeign: unlisted.length > maxUnlistedDeletes, unlisted };
}

/** May the plan of several rows be applied, as the arguments consent? */
export function isAllowed<Row extends AnyRow>(plan: Plan<Row>, scope: Scope<Row>): boolean {
  const { isMany, isForeign } = excessOf(plan, scope);
  return plan.obstacles.length === 0 && !isMany && !isForeign;
}
