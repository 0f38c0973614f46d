/** The consent that a plan of several rows needs: limits of changes, and of rows that the resource never listed. Pure. */
import type { Scope } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import type { Delete, Plan, Step, Update } from "./step.ts";

/** Does a step change or delete a row that the resource never listed, and has no consent to adopt? */
const isUnlisted = <Row extends AnyRow>(step: Step<Row>): step is Update<Row> | Delete<Row> =>
  (step.kind === "delete" || step.kind === "update") && step.consent === "none";

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
  readonly unlisted: readonly (Update<Row> | Delete<Row>)[];
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
