/** The last step of the pipe: makes the state from the outcome of a create or update. */
import { RegistrarError } from "../../api/index.ts";
import { groupBy } from "../../dns/index.ts";
import { type Made, PartialFailure } from "../definition.ts";
import { ForeignNameserversError, isUnknown, UnknownOutcomeError } from "../errors.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Done, Outcome } from "./apply.ts";
import { rowClaims } from "./claims.ts";
import type { Bag, Entries, Entry, RowsSpec } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { isRenamed, type Plan, type Step, type Update } from "./plan.ts";
import type { RowReader } from "./read.ts";

/** A create or update whose outcome is stored. */
interface Request<Row extends AnyRow, Args, State> {
  readonly id: string;
  readonly args: Args;
  /** `undefined` for a new resource. */
  readonly state: State | undefined;
  /** Entries that stay unlisted (`changeOf`). */
  readonly keptUnlisted: Entries<Row>;
}

/**
 * @returns the state with the rows of all steps, if they succeeded. If only deletes failed, since the domain uses other
 * nameservers, their rows stay, and leave the state
 * @throws PartialFailure with the state so far, if rows were written or may exist; otherwise the first error
 */
export async function store<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  at: RowReader<Row>,
  { id, args, state, keptUnlisted }: Request<Row, Args, State>,
  { steps }: Plan<Row>,
  { done, failed }: Outcome<Row>,
): Promise<Made<State>> {
  const { isOne } = spec.scopeOf(args);
  const now = Date.now();
  const written = done.filter(({ effect }) => effect !== "none").length;
  const stateWith = (entries: readonly Entry[], writtenAt = written > 0 ? now : state?.writtenAt): State => {
    const made = spec.stateOf(args, [...entries, ...keptUnlisted], { writtenAt });
    if (made === undefined) throw new TypeError("a resource without rows has no state");
    return made;
  };
  const kept = done.flatMap(entryOf);
  const errors = failed.map(({ error }) => error);
  const cause = errors.find(isUnknown) ?? errors[0];
  if (cause === undefined) return { id: idAfter(at, id, isOne && !state ? done : []), state: stateWith(kept) };
  if (isOne) {
    const entry = mayBeAsWanted(spec.kind, failed, cause) ? doubtfulIn(steps, cause) : undefined;
    if (entry === undefined) throw cause;
    throw unfinished(id, stateWith([entry], now), textOf(cause), errors);
  }
  const areUnserved = errors.every((error) => error instanceof ForeignNameserversError);
  if (areUnserved && steps.every(({ kind }) => kind === "keep" || kind === "delete")) {
    await releaseUnserved(errors, at.domain, at.run);
    return { id, state: stateWith(kept) };
  }
  // The state has the row of each step that was done, the row that a create in doubt may have made (a former one was deleted
  // before), and the old row of any other step.
  const inDoubt = failed.filter(({ error }) => error instanceof UnknownOutcomeError);
  const mayExist = inDoubt.flatMap(({ step, error }) => doubtfulIn([step], error) ?? []);
  if (written === 0 && mayExist.length === 0) throw cause;
  const settled = new Set([...done, ...inDoubt].map(({ step }) => step));
  const untouched = steps.filter((step) => !settled.has(step));
  const old = untouched.flatMap((step) => (step.kind === "create" ? [] : (step.stored ?? [])));
  const reason = reasonFor(errors, written, steps.length - done.length - failed.length);
  throw unfinished(id, stateWith([...kept, ...old, ...mayExist], now), reason, errors);
}

/**
 * Did the write of the one row fail with an unknown outcome, so that the row may be as wanted? After the delete of a former
 * row, or an update to another name or of a row without an ID, the old state is kept instead: the row that it names may still
 * be there.
 */
function mayBeAsWanted<Row extends AnyRow>(
  kind: RowKind<Row>,
  failed: Outcome<Row>["failed"],
  error: unknown,
): boolean {
  if (!isUnknown(error)) return false;
  // A create is in doubt, after which no former row is left.
  if (error instanceof UnknownOutcomeError) return true;
  return failed.every(
    ({ step }) =>
      step.kind !== "delete" && !(step.kind === "update" && (idOf(step) === undefined || isRenamed(kind, step))),
  );
}

const idOf = <Row extends AnyRow>({ row, stored }: Update<Row>): string | undefined => row.id ?? stored?.id;

/**
 * The entry of a step whose row may be as wanted, or have its old data under its ID, unless a create is in doubt. The registrar
 * hasn't shown its TTL.
 */
function doubtfulIn<Row extends AnyRow>(steps: readonly Step<Row>[], error: unknown): Entry | undefined {
  const [step] = steps.filter((each) => each.kind !== "delete");
  const isUpdated = step?.kind === "update" && !(error instanceof UnknownOutcomeError);
  return step && { ...step.want, id: isUpdated ? idOf(step) : undefined, granted: { ttl: null } };
}

/** The entry to store after a step; none after a delete. */
function entryOf<Row extends AnyRow>({ step, shown, effect }: Done<Row>): Entry[] {
  if (step.kind === "delete") return [];
  const { want } = step;
  const { ttl: asked } = want.row;
  const stored = step.kind === "create" ? undefined : step.stored;
  const grantedNow = asked === undefined || shown?.ttl === asked ? undefined : { ttl: shown?.ttl ?? null };
  const grantedBefore = stored?.row.ttl === asked ? stored?.granted : undefined;
  return [{ ...want, id: shown?.id ?? stored?.id, granted: effect === "none" ? grantedBefore : grantedNow }];
}

/** The Pulumi ID of a new resource: it contains the ID of the row that the resource created, if the registrar shows one. */
function idAfter<Row extends AnyRow>(
  { kind, domain, claims, run }: RowReader<Row>,
  id: string,
  [only]: readonly Done<Row>[],
): string {
  if (only?.effect !== "created" || only.step.kind !== "create" || only.shown?.id === undefined) return id;
  const row = { ...only.step.want.row, id: only.shown.id };
  const made = `${domain}/${row.id}`;
  claims.release(row);
  rowClaims(kind, domain, run.claims, made).claim(row);
  return made;
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function unfinished(id: string, state: Bag, reason: string, errors: readonly unknown[]): PartialFailure {
  const words = errors.flatMap((error) => (error instanceof RegistrarError ? (error.words ?? []) : []));
  return new PartialFailure(id, { ...state, unfinished: true }, reason, { words });
}

/** The message of a partial failure: one error of each kind, and the number of steps that remain. */
function reasonFor(errors: readonly unknown[], written: number, untried: number): string {
  const kindOf = (error: unknown) =>
    error instanceof RegistrarError ? `${error.code} ${error.status}` : textOf(error);
  const texts = [...groupBy(errors, kindOf).values()].map(([first, ...more]) =>
    more.length === 0 ? textOf(first) : `${textOf(first)} (and ${more.length} more errors of this kind)`,
  );
  const left = untried > 0 ? `; ${untried} were not tried` : "";
  const kept = `${written} records were written and are kept${left}; run \`pulumi up\` again to continue.`;
  return [...texts, ...(written > 0 ? [kept] : [])].join("\n");
}
