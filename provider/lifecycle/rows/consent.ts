/** The limits of a plan: how many rows a run may change or delete without an argument that consents to more. Pure. */
import type { Scope } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import type { Plan, Step, Write } from "./plan.ts";
import { isUnlisted } from "./plan.ts";

/** Percentage of the existing rows that may change without consent, in a zone of at least `smallest` rows. */
export const maxPercent = 30;
const smallest = 10;

/** Numbers of creates, changes and deletes. */
export function countsOf<Row extends AnyRow>({ steps }: Pick<Plan<Row>, "steps">) {
  const count = (kind: Step<Row>["kind"]) => steps.filter((step) => step.kind === kind).length;
  return { create: count("create"), change: count("update"), delete: count("delete") };
}

/** The limits that a plan exceeds. A set owns all rows of its name and type, so it has no limit of changes. */
export function excessOf<Row extends AnyRow>(
  plan: Plan<Row>,
  scope: Scope<Row>,
): { isMany: boolean; isForeign: boolean; unlisted: readonly Exclude<Write<Row>, { kind: "create" }>[] } {
  const { maxChanges, maxUnlistedDeletes = 0, extent } = scope;
  const { change, delete: deletes } = countsOf(plan);
  const changes = change + deletes;
  const isWithinDefault = plan.base < smallest || changes * 100 <= plan.base * maxPercent;
  const isWithin = maxChanges === undefined ? isWithinDefault : changes <= maxChanges;
  const unlisted = plan.steps.filter(isUnlisted);
  return { isMany: extent !== "key" && !isWithin, isForeign: unlisted.length > maxUnlistedDeletes, unlisted };
}
