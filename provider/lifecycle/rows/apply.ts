/** Applies a plan: its steps as writes, in an order that leaves no name empty for longer than needed. */
import pMap from "p-map";
import { maxAtOnce } from "../../api/index.ts";
import { groupBy } from "../../dns/index.ts";
import type { AnyRow, Shown } from "./kind.ts";
import { satisfies } from "./match.ts";
import { type Create, type Delete, isWrite, type Plan, type Step, targetOf, type Update, type Write } from "./step.ts";
import type { RowWriter } from "./write.ts";

/** Number of failures after which no further step begins, since all steps probably fail for one cause. */
const maxFailures = 5;
/** Number of writes after which progress is logged. */
const progressEvery = 100;

/** A step that was carried out. */
export interface Done<Row extends AnyRow> {
  readonly step: Step<Row>;
  /** The row after the step; `undefined` after a delete, or if the row of a kept entry was not looked up. */
  readonly shown: Shown | undefined;
  readonly effect: "none" | "created" | "changed" | "deleted";
}

export interface Outcome<Row extends AnyRow> {
  readonly done: readonly Done<Row>[];
  readonly failed: readonly { readonly step: Step<Row>; readonly error: unknown }[];
  readonly untried: readonly Step<Row>[];
}

/** @param isOwnerDeleted is a resource with one row deleted, which a replacement may declare again? */
export async function applyPlan<Row extends AnyRow>(
  { steps }: Pick<Plan<Row>, "steps">,
  at: RowWriter<Row>,
  isOwnerDeleted: boolean,
): Promise<Outcome<Row>> {
  const done: Done<Row>[] = [];
  const failed: { step: Step<Row>; error: unknown }[] = [];
  for (const step of steps) {
    if (isWrite(step)) continue;
    if (step.row !== undefined) at.claims.claim(step.want.row, step.row.id);
    done.push({ step, shown: step.row, effect: "none" });
  }
  const { first, last } = inOrder(steps, at);
  const total = [...first, ...last].flat().length;
  let written = 0;
  const applyAll = async (chain: readonly Write<Row>[]) => {
    for (const step of chain) {
      if (failed.length >= maxFailures) return;
      try {
        const write = step.kind === "delete" ? deleteRow(step, at, isOwnerDeleted) : writeRow(step, at);
        done.push({ step, ...(await write) });
        written += 1;
        if (written % progressEvery === 0 && total > progressEvery)
          at.run.progress(`${written} of ${total} records written: ${at.domain}`);
      } catch (error) {
        failed.push({ step, error });
        return;
      }
    }
  };
  await pMap(first, applyAll, { concurrency: maxAtOnce });
  // After a failure, the deletes of `last` aren't sent: the failed create may be the replacement of a row to delete.
  if (failed.length === 0) await pMap(last, applyAll, { concurrency: maxAtOnce });
  const tried = new Set([...done, ...failed].map(({ step }) => step));
  return { done, failed, untried: steps.filter((step) => !tried.has(step)) };
}

/**
 * Splits steps into chains. Chains run in parallel, the steps of a chain one after another.
 *
 * 1. Creates and updates, each a chain of its own.
 * 2. Deletes, once all creates and updates have succeeded.
 *
 * Exception: if a name has creates, deletes and a step of a single row (a CNAME), its steps are one chain, deletes first.
 */
function inOrder<Row extends AnyRow>(steps: readonly Step<Row>[], { kind }: RowWriter<Row>) {
  const writes = steps.filter(isWrite);
  const nameOf = (step: Write<Row>) => kind.keys(targetOf(step)).name;
  const namesWith = (is: (step: Write<Row>) => boolean) => new Set(writes.filter(is).map(nameOf));
  const withCreate = namesWith((step) => step.kind === "create");
  const withDelete = namesWith((step) => step.kind === "delete");
  const withSingle = namesWith((step) => kind.keys(targetOf(step)).isSingle);
  const isChained = (step: Write<Row>) =>
    [withCreate, withDelete, withSingle].every((names) => names.has(nameOf(step)));
  const deletes = writes.filter((step) => step.kind === "delete");
  const others = writes.filter((step) => step.kind !== "delete");
  const chains = groupBy([...deletes, ...others].filter(isChained), nameOf);
  const alone = (all: readonly Write<Row>[]) => all.filter((step) => !isChained(step)).map((step) => [step]);
  return { first: [...chains.values(), ...alone(others)], last: alone(deletes) };
}

/** Deletes a row, unless another resource of the program owns it. */
async function deleteRow<Row extends AnyRow>(
  { row, stored }: Delete<Row>,
  at: RowWriter<Row>,
  isOwnerDeleted: boolean,
): Promise<Omit<Done<Row>, "step">> {
  // Asked directly before the delete: another process may have adopted the row.
  at.run.claims.read();
  const isDeclared = (own: Row) => at.run.isDeclared(at.domain, at.kind.factOf(own), isOwnerDeleted);
  const isKept =
    at.claims.isOthersById(row) || at.claims.isSpared(row) || (stored !== undefined && isDeclared(stored.row));
  if (isKept) at.run.log(`Rows of ${at.domain} that other resources of this program own or declare are not deleted.`);
  else await at.remove(row, stored);
  for (const each of [row, stored?.row ?? row]) at.claims.release(each);
  return { shown: undefined, effect: isKept ? "none" : "deleted" };
}

/** Creates or changes a row, and claims it. */
async function writeRow<Row extends AnyRow>(
  step: Create<Row> | Update<Row>,
  at: RowWriter<Row>,
): Promise<Omit<Done<Row>, "step">> {
  const { want } = step;
  const shown = await (step.kind === "create" ? at.make(want.row) : changeRow(step, at));
  // Its former data may be that of another resource's new row.
  if (step.kind === "update") at.claims.releaseData(step.row, step.stored?.row);
  at.claims.claim(want.row, shown.id);
  if (step.kind === "create") return { shown, effect: "created" };
  return { shown, effect: shown === step.row ? "none" : "changed" };
}

/** Sends the program's values of all given arguments, and live values otherwise, unless the row is as wanted already. */
async function changeRow<Row extends AnyRow>({ row, want, stored }: Update<Row>, at: RowWriter<Row>): Promise<Shown> {
  const wanted = want.over(row);
  return satisfies(at.kind, row, wanted) ? row : at.change(row, wanted, stored);
}
