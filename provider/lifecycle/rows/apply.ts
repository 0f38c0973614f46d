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
import type { Bag, Entry, RowsSpec, Transition } from "./entry.ts";
import type { AnyRow, RowKind, Shown } from "./kind.ts";
import { anyTtl, isMeant, meaningsOf, satisfies } from "./match.ts";
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

/** The outcome of a step. It succeeded, but no other may follow if there is a doubt (`RowWriter.make`). */
interface Result<Row extends AnyRow> extends Omit<Done<Row>, "step"> {
  readonly doubt?: unknown;
}

export interface Outcome<Row extends AnyRow> {
  readonly done: readonly Done<Row>[];
  readonly failed: readonly { readonly step: Write<Row>; readonly error: unknown }[];
  readonly untried: readonly Write<Row>[];
  /** As in the plan. */
  readonly unlisted: Plan<Row>["unlisted"];
}

/** @param wanted entries of the resource, whose own declaration doesn't keep a row from its deletes */
export async function applyPlan<Row extends AnyRow>(
  { kept, writes, unlisted }: Plan<Row>,
  at: RowWriter<Row>,
  { wanted }: Pick<Transition<Row>, "wanted">,
): Promise<Outcome<Row>> {
  const own = meaningsOf(at.kind, wanted);
  const isGivenUp = (row: Row) => !own.has(at.kind.keys(row).meaning) && at.isDeclared(row);
  const done: Done<Row>[] = [];
  const failed: { step: Write<Row>; error: unknown }[] = [];
  for (const step of kept) {
    if (step.row !== undefined) at.claims.claim(step.want.row, step.row.id);
    done.push({ step, shown: step.row, effect: "none" });
  }
  const { first, last } = inOrder(writes, at);
  let written = 0;
  const applyStep = async (step: Write<Row>) => {
    const write = step.kind === "delete" ? deleteRow(step, at, isGivenUp) : writeRow(step, at);
    const { doubt, ...result } = await write;
    done.push({ step, ...result });
    if (doubt !== undefined) throw doubt;
    written += 1;
    if (written % progressEvery === 0 && writes.length > progressEvery)
      at.run.progress(`${written} of ${writes.length} records written: ${at.domain}`);
  };
  const applyAll = async (chain: readonly Write<Row>[]) => {
    for (const step of chain) {
      if (failed.length >= maxFailures) return;
      try {
        await applyStep(step);
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
  return { done, failed, untried: writes.filter((step) => !tried.has(step)), unlisted };
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

/** Deletes a row, unless another resource of the program has claimed it, or declares its live data. */
async function deleteRow<Row extends AnyRow>(
  { row, stored }: Delete<Row>,
  at: RowWriter<Row>,
  isGivenUp: (row: Row) => boolean,
): Promise<Result<Row>> {
  const live = stored === undefined ? row : at.kind.interpret(row, stored.row);
  const isKept = isGivenUp(live) || !at.claims.lose(row);
  if (isKept) at.run.log(`Rows of ${at.domain} that other resources of this program own or declare are not deleted.`);
  else await unlessRefused(() => at.remove(row, stored), row, at);
  at.claims.release(row);
  return { shown: undefined, effect: isKept ? "none" : "deleted" };
}

/** Runs a write to a row that is noted as lost. If it was certainly not carried out, the row is as it was. */
async function unlessRefused<Row extends AnyRow, T>(write: () => Promise<T>, row: Row, at: RowWriter<Row>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUnknown(error)) at.claims.keep(row);
    throw error;
  }
}

/**
 * Creates or changes a row, and claims it. A change sends the program's values of all given arguments, and live values otherwise;
 * nothing if the row is as wanted already, such as one that is assumed under its stored ID.
 */
async function writeRow<Row extends AnyRow>(step: Create<Row> | Update<Row>, at: RowWriter<Row>): Promise<Result<Row>> {
  const { want } = step;
  if (step.kind === "create") {
    const { doubt, ...shown } = await at.make(want.row);
    at.claims.claim(want.row, shown.id);
    return { shown, effect: "created", doubt };
  }
  const { row, stored } = step;
  const wanted = want.over(row);
  const isAsWanted = satisfies(at.kind, row, wanted);
  // Another process has adopted the row since the plan.
  if (!isMeant(at.kind, row, want.row) && !at.claims.lose(row)) return writeRow({ kind: "create", want }, at);
  if (isAsWanted) {
    at.claims.claim(want.row, row.id);
    return { shown: row, effect: "none" };
  }
  const { doubt, ...shown } = await unlessRefused(() => at.change(row, wanted, stored), row, at);
  at.claims.claim(want.row, shown.id);
  return { shown, effect: "changed", doubt };
}

/** A create or update whose outcome is stored. */
interface StoreRequest<Args, State> {
  readonly id: string;
  readonly args: Args;
  /** `undefined` for a new resource, and for one that is gone. */
  readonly state: State | undefined;
}

/**
 * @returns the state with the rows of all steps, if they succeeded. If the plan only deletes, and fails since the domain uses
 * other nameservers, its rows stay, and leave the state
 * @throws PartialFailure with the state so far, if rows were written or may have been; otherwise the first error
 */
export async function store<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  at: RowReader<Row>,
  request: StoreRequest<Args, State>,
  outcome: Outcome<Row>,
): Promise<Made<State>> {
  const { id, args, state: before } = request;
  const { done, failed, untried } = outcome;
  const errors = failed.map(({ error }) => error);
  const steps = [...[...done, ...failed].map(({ step }) => step), ...untried];
  const isDeleting = steps.every(({ kind }) => kind !== "create" && kind !== "update");
  const areReleased = isDeleting && errors.every((error) => error instanceof ForeignNameserversError);
  if (errors.length > 0 && !areReleased) throw failureOf(spec, request, outcome);
  await releaseUnserved(errors, at.domain, at.run);
  const writtenAt = countWritten(done) > 0 ? Date.now() : before?.writtenAt;
  const state = spec.stateOf(args, done.flatMap(storedEntry), {
    writtenAt,
    unlisted: unlistedAfter(spec, outcome, before),
  });
  if (state === undefined) throw new TypeError("a resource without rows has no state");
  return { id, state };
}

/** The rows of others that stay, as the state shows them; those of the former state if no list was read. */
function unlistedAfter<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  { unlisted, failed, untried }: Outcome<Row>,
  before: State | undefined,
): readonly string[] | undefined {
  if (unlisted === undefined) return before?.unlisted;
  const left = [...failed.map(({ step }) => step), ...untried];
  const rows = left.flatMap((step) => (step.kind !== "create" && step.isUnlisted ? [step.row] : []));
  return [...unlisted, ...rows].map(spec.unlistedOf);
}

const countWritten = (done: Outcome<AnyRow>["done"]) => done.filter(({ effect }) => effect !== "none").length;

/** The error of a create or update that failed: a PartialFailure, or the first error if certainly nothing was written. */
function failureOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  { id, args, state }: StoreRequest<Args, State>,
  outcome: Outcome<Row>,
): unknown {
  const { done, failed, untried } = outcome;
  const errors = failed.map(({ error }) => error);
  const cause = errors.find(isUnknown) ?? errors[0];
  const written = countWritten(done);
  if (written === 0 && !isUnknown(cause)) return cause;
  const doubts = failed.map(({ step, error }) => ({ step, entry: entryInDoubt(spec.kind, step, error) }));
  const left = [...doubts.flatMap(({ step, entry }) => (entry === undefined ? step : [])), ...untried];
  // The state of a resource with one row has the first entry: a row that is still to be deleted. It adopts the other one again.
  const entries = [
    ...left.flatMap(({ stored }) => stored ?? []),
    ...done.flatMap(storedEntry),
    ...doubts.flatMap(({ entry }) => entry ?? []),
  ];
  if (state === undefined && entries.length === 0) return cause;
  // Without a row, the former state stays: the next update reads first, and creates what is missing.
  const more = { writtenAt: Date.now(), unlisted: unlistedAfter(spec, outcome, state) };
  const soFar: Bag | undefined = spec.stateOf(args, entries, more) ?? state;
  const words = errors.flatMap((error) => (error instanceof RegistrarError ? (error.words ?? []) : []));
  const sharedCause = cause instanceof RegistrarError && errors.length === 1 ? cause.sharedCause : undefined;
  const reason = reasonFor(errors, written, untried.length);
  return new PartialFailure(id, { ...soFar, unfinished: true }, reason, { words, sharedCause });
}

/**
 * The entry of a row that a failed write may have made, by which the next update finds it. `undefined`: the former row may exist,
 * and no other.
 *
 * | write | error | entry |
 * |---|---|---|
 * | any | its outcome is known | - |
 * | delete | its outcome is unknown | - |
 * | create, recreate (`UnknownOutcomeError`) | its outcome is unknown | without an ID: its meaning finds the row |
 * | update | its outcome is unknown | with the ID of the row |
 */
function entryInDoubt<Row extends AnyRow>(kind: RowKind<Row>, step: Write<Row>, error: unknown): Entry | undefined {
  if (step.kind === "delete" || !isUnknown(error)) return undefined;
  const { want } = step;
  if (step.kind === "create" || error instanceof UnknownOutcomeError)
    return { ...want, id: undefined, granted: anyTtl };
  // Beside new data, any TTL is that of the new row. Beside the old data, it may be the old TTL.
  const granted = isMeant(kind, step.row, want.row) ? undefined : anyTtl;
  const renamedFrom = isRenamed(kind, step) ? kind.keys(step.row).setKey : undefined;
  return { ...want, id: step.row.id ?? step.stored?.id, granted, renamedFrom };
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
