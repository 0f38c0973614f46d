/**
 * The last two steps of the pipe. `applyPlan` carries out a plan: its steps as writes, in an order that leaves no name empty for
 * longer than needed. `store` makes the state from the outcome.
 */
import pMap from "p-map";
import { maxAtOnce, RegistrarError } from "../../api/index.ts";
import { groupBy } from "../../dns/index.ts";
import { type Made, PartialFailure } from "../definition.ts";
import { ForeignNameserversError, isUnknown, UnknownOutcomeError } from "../errors.ts";
import { releaseUnserved } from "../preconditions.ts";
import { type Bag, type Entries, type Entry, ownsAll, type RowsSpec } from "./entry.ts";
import type { AnyRow, RowKind, Shown } from "./kind.ts";
import { anyTtl, isExactly, isMeant, satisfies } from "./match.ts";
import { isRenamed, targetOf } from "./plan.ts";
import type { RowReader } from "./read.ts";
import type { Create, Delete, Plan, Step, Update, Write } from "./step.ts";
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
  readonly failed: readonly { readonly step: Write<Row>; readonly error: unknown }[];
  readonly untried: readonly Write<Row>[];
}

/** @param isOwnerDeleted is a resource with one row deleted, which a replacement may declare again? */
export async function applyPlan<Row extends AnyRow>(
  { kept, writes }: Pick<Plan<Row>, "kept" | "writes">,
  at: RowWriter<Row>,
  isOwnerDeleted: boolean,
): Promise<Outcome<Row>> {
  const done: Done<Row>[] = [];
  const failed: { step: Write<Row>; error: unknown }[] = [];
  for (const step of kept) {
    if (step.row !== undefined) at.claims.claim(step.want.row, step.row.id);
    done.push({ step, shown: step.row, effect: "none" });
  }
  const { first, last } = inOrder(writes, at);
  let written = 0;
  const applyAll = async (chain: readonly Write<Row>[]) => {
    for (const step of chain) {
      if (failed.length >= maxFailures) return;
      try {
        const write = step.kind === "delete" ? deleteRow(step, at, isOwnerDeleted) : writeRow(step, at);
        done.push({ step, ...(await write) });
        written += 1;
        if (written % progressEvery === 0 && writes.length > progressEvery)
          at.run.progress(`${written} of ${writes.length} records written: ${at.domain}`);
      } catch (error) {
        failed.push({ step, error });
        return;
      }
    }
  };
  await pMap(first, applyAll, { concurrency: maxAtOnce });
  // After a failure, the deletes of `last` aren't sent: the failed create may be the replacement of a row to delete.
  if (failed.length === 0) await pMap(last, applyAll, { concurrency: maxAtOnce });
  const tried = new Set<Step<Row>>([...done, ...failed].map(({ step }) => step));
  return { done, failed, untried: writes.filter((step) => !tried.has(step)) };
}

/**
 * Splits steps into chains. Chains run in parallel, the steps of a chain one after another.
 *
 * 1. Creates and updates, each a chain of its own.
 * 2. Deletes, once all creates and updates have succeeded.
 *
 * Exception: if a name has creates, deletes and a step of a single row (a CNAME), its steps are one chain, deletes first.
 */
function inOrder<Row extends AnyRow>(writes: readonly Write<Row>[], { kind }: RowWriter<Row>) {
  const keysOf = (step: Write<Row>) => kind.keys(targetOf(step));
  const nameOf = (step: Write<Row>) => keysOf(step).name;
  const namesWith = (is: (step: Write<Row>) => boolean) => new Set(writes.filter(is).map(nameOf));
  const withCreate = namesWith((step) => step.kind === "create");
  const withDelete = namesWith((step) => step.kind === "delete");
  const withSingle = namesWith((step) => keysOf(step).isSingle);
  const isChained = (step: Write<Row>) =>
    [withCreate, withDelete, withSingle].every((names) => names.has(nameOf(step)));
  const deletes = writes.filter((step) => step.kind === "delete");
  const others = writes.filter((step) => step.kind !== "delete");
  const chains = groupBy([...deletes, ...others].filter(isChained), nameOf);
  const alone = (all: readonly Write<Row>[]) => all.filter((step) => !isChained(step)).map((step) => [step]);
  return { first: [...chains.values(), ...alone(others)], last: alone(deletes) };
}

/** Deletes a row, unless another resource of the program owns or declares it, or it is spared. */
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

/**
 * Creates or changes a row, and claims it. A change sends the program's values of all given arguments, and live values otherwise;
 * nothing if the row is as wanted already, such as one that is assumed under its stored ID.
 */
async function writeRow<Row extends AnyRow>(
  step: Create<Row> | Update<Row>,
  at: RowWriter<Row>,
): Promise<Omit<Done<Row>, "step">> {
  const { want } = step;
  if (step.kind === "create") {
    const shown = await at.make(want.row);
    at.claims.claim(want.row, shown.id);
    return { shown, effect: "created" };
  }
  const { row, stored } = step;
  const wanted = want.over(row);
  const isAsWanted = satisfies(at.kind, row, wanted);
  const shown = isAsWanted ? row : await at.change(row, wanted, stored);
  // Its former data may be that of another resource's new row.
  at.claims.releaseData(row, stored?.row);
  at.claims.claim(want.row, shown.id);
  return { shown, effect: isAsWanted ? "none" : "changed" };
}

/** A create or update whose outcome is stored. */
interface StoreRequest<Row extends AnyRow, Args, State> {
  readonly id: string;
  readonly args: Args;
  /** `undefined` for a new resource, and for one that is gone. */
  readonly state: State | undefined;
  /** Entries that stay unlisted (`changeOf`). */
  readonly keptUnlisted: Entries<Row>;
}

/**
 * @returns the state with the rows of all steps, if they succeeded. If the plan only deletes, and fails since the domain uses
 * other nameservers, its rows stay, and leave the state
 * @throws PartialFailure with the state so far, if rows were written or may have been; otherwise the first error
 */
export async function store<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  at: RowReader<Row>,
  request: StoreRequest<Row, Args, State>,
  outcome: Outcome<Row>,
): Promise<Made<State>> {
  const { id, args, state: before, keptUnlisted } = request;
  const { done, failed, untried } = outcome;
  const errors = failed.map(({ error }) => error);
  const steps = [...[...done, ...failed].map(({ step }) => step), ...untried];
  const isDeleting = steps.every(({ kind }) => kind !== "create" && kind !== "update");
  const areReleased = isDeleting && errors.every((error) => error instanceof ForeignNameserversError);
  if (errors.length > 0 && !areReleased) throw failureOf(spec, at.domain, request, outcome);
  await releaseUnserved(errors, at.domain, at.run);
  const writtenAt = countWritten(done) > 0 ? Date.now() : before?.writtenAt;
  const state = spec.stateOf(args, [...done.flatMap(storedEntry), ...keptUnlisted], { writtenAt });
  if (state === undefined) throw new TypeError("a resource without rows has no state");
  return { id, state };
}

const countWritten = (done: Outcome<AnyRow>["done"]) => done.filter(({ effect }) => effect !== "none").length;

/** The error of a create or update that failed: a PartialFailure, or the first error if certainly nothing was written. */
function failureOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  domain: string,
  { id, args, state, keptUnlisted }: StoreRequest<Row, Args, State>,
  { done, failed, untried }: Outcome<Row>,
): unknown {
  const errors = failed.map(({ error }) => error);
  const cause = errors.find(isUnknown) ?? errors[0];
  const written = countWritten(done);
  if (written === 0 && !isUnknown(cause)) return cause;
  const doubts = failed.map(({ step, error }) => ({ step, ...afterFailure(spec.kind, step, error) }));
  const inDoubt = doubts.flatMap(({ entry }) => entry ?? []);
  const left = [...doubts.flatMap(({ step, isLeft }) => (isLeft ? step : [])), ...untried];
  // The next update may change the unlisted rows that this one left.
  const isOwn = !ownsAll(spec.scopeOf(args));
  const formerOf = (step: Write<Row>) =>
    step.stored ?? (isOwn || step.kind === "create" ? [] : unlistedEntry(spec, step.row, domain));
  // The state of a resource with one row has the first entry: a row that is still to be deleted.
  const entries = [...left.flatMap(formerOf), ...done.flatMap(storedEntry), ...inDoubt];
  if (state === undefined && entries.length === 0) return cause;
  // Without a row, the former state stays: the next update reads first, and creates what is missing.
  const soFar: Bag | undefined = spec.stateOf(args, [...entries, ...keptUnlisted], { writtenAt: Date.now() }) ?? state;
  const words = errors.flatMap((error) => (error instanceof RegistrarError ? (error.words ?? []) : []));
  return new PartialFailure(id, { ...soFar, unfinished: true }, reasonFor(errors, written, untried.length), { words });
}

/**
 * The rows that may exist after a failed write. `entry`: that of the wanted row, by which the next update finds it. `isLeft`: may
 * the former row exist, which `entry` doesn't find? A create has none.
 *
 * | write | error | `entry` | `isLeft` |
 * |---|---|---|---|
 * | any | its outcome is known | - | yes |
 * | delete | its outcome is unknown | - | yes |
 * | create, recreate (`UnknownOutcomeError`) | its outcome is unknown | has no ID: its meaning finds the row | no |
 * | update | its outcome is unknown | has the ID of the row | only if that has no ID, and another meaning |
 */
function afterFailure<Row extends AnyRow>(
  kind: RowKind<Row>,
  step: Write<Row>,
  error: unknown,
): { entry?: Entry; isLeft: boolean } {
  if (step.kind === "delete" || !isUnknown(error)) return { isLeft: true };
  const { want } = step;
  if (step.kind === "create" || error instanceof UnknownOutcomeError)
    return { entry: { ...want, id: undefined, granted: anyTtl }, isLeft: false };
  const id = step.row.id ?? step.stored?.id;
  // Beside new data, any TTL is that of the new row. Beside the old data, it may be the old TTL.
  const granted = isExactly(kind, step.row, want.row) ? undefined : anyTtl;
  const renamedFrom = isRenamed(kind, step) ? kind.keys(step.row).setKey : undefined;
  return {
    entry: { ...want, id, granted, renamedFrom },
    isLeft: id === undefined && !isMeant(kind, step.row, want.row),
  };
}

/**
 * The entry to store after a step; none after a delete.
 *
 * | the step | ID | granted TTL |
 * |---|---|---|
 * | wrote nothing | as listed, else as stored | as stored, if the program asks for the same TTL |
 * | created or changed the row | as shown | as shown, if it isn't the program's; `null` if none was shown |
 *
 * A created row has no stored entry. A changed row may be a new one, whose ID no response has shown.
 */
function storedEntry<Row extends AnyRow>({ step, shown, effect }: Done<Row>): Entry[] {
  if (step.kind === "delete") return [];
  const { want } = step;
  const { ttl: asked } = want.row;
  const { stored } = step;
  const grantedNow = asked === undefined || shown?.ttl === asked ? undefined : { ttl: shown?.ttl ?? null };
  const grantedBefore = stored?.row.ttl === asked ? stored?.granted : undefined;
  const id = effect === "changed" ? shown?.id : (shown?.id ?? stored?.id);
  return [{ key: want.key, value: want.value, id, granted: effect === "none" ? grantedBefore : grantedNow }];
}

/** The entry of a row that the resource never listed. */
export const unlistedEntry = <Row extends AnyRow, Args extends Bag, State extends Bag>(
  { kind, entryOf }: RowsSpec<Row, Args, State>,
  row: Row,
  domain: string,
): Entry => ({ ...entryOf(kind.argsOf(row), domain), id: row.id, unlisted: true });

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The message of a partial failure: one error of each kind, and the number of steps that remain. */
function reasonFor(errors: readonly unknown[], written: number, untried: number): string {
  const kindOf = (error: unknown) =>
    error instanceof RegistrarError ? `${error.code} ${error.status}` : textOf(error);
  const texts = [...groupBy(errors, kindOf).values()].map(([first, ...more]) =>
    more.length === 0 ? textOf(first) : `${textOf(first)} (and ${more.length} more errors of this kind)`,
  );
  const left = untried > 0 ? `; not tried: ${untried}` : "";
  const kept = `Changes that were made and stay: ${written}${left}. Run \`pulumi up\` again to continue.`;
  return [...texts, ...(written > 0 ? [kept] : [])].join("\n");
}
