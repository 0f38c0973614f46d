/** The last step of the pipe: makes the state from the outcome of a create or update. */
import { RegistrarError } from "../../api/index.ts";
import { groupBy } from "../../dns/index.ts";
import { type Made, PartialFailure } from "../definition.ts";
import { ForeignNameserversError, isUnknown, UnknownOutcomeError } from "../errors.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Done, Outcome } from "./apply.ts";
import type { Bag, Entries, Entry, RowsSpec } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { anyTtl, isExactly } from "./match.ts";
import type { RowReader } from "./read.ts";
import { isRenamed, isWrite, type Step, storedOf } from "./step.ts";

/** A create or update whose outcome is stored. */
interface Request<Row extends AnyRow, Args, State> {
  readonly id: string;
  readonly args: Args;
  /** `undefined` for a new resource, and for one that is gone. */
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
  { done, failed, untried }: Outcome<Row>,
): Promise<Made<State>> {
  const { extent } = spec.scopeOf(args);
  const now = Date.now();
  const written = done.filter(({ effect }) => effect !== "none").length;
  const stateOf = (entries: readonly Entry[], writtenAt?: number) =>
    spec.stateOf(args, [...entries, ...keptUnlisted], { writtenAt });
  const stateWith = (entries: readonly Entry[]): State => {
    const made = stateOf(entries, written > 0 ? now : state?.writtenAt);
    if (made === undefined) throw new TypeError("a resource without rows has no state");
    return made;
  };
  const kept = done.flatMap(storedEntry);
  const errors = failed.map(({ error }) => error);
  const cause = errors.find(isUnknown) ?? errors[0];
  if (cause === undefined) return { id, state: stateWith(kept) };
  const undone = [...failed.map(({ step }) => step), ...untried];
  const isDeleting = [...done.map(({ step }) => step), ...undone].every(
    (step) => !isWrite(step) || step.kind === "delete",
  );
  if (isDeleting && errors.every((error) => error instanceof ForeignNameserversError)) {
    await releaseUnserved(errors, at.domain, at.run);
    return { id, state: stateWith(kept) };
  }
  const looked = failed.map(({ step, error }) => ({ step, entry: doubtfulEntry(spec.kind, step, error) }));
  const inDoubt = looked.flatMap(({ entry }) => entry ?? []);
  const left = [...looked.flatMap(({ step, entry }) => (entry === undefined ? [step] : [])), ...untried];
  // The next update may change the unlisted rows that this one left.
  const unlistedIn = (step: Step<Row>) =>
    extent !== "own" && "consent" in step ? unlistedEntry(spec, step.row, at.domain) : [];
  const old = left.flatMap((step) => storedOf(step) ?? unlistedIn(step));
  // The state of a resource with one row has the first entry: a row that is still to be deleted.
  const entries = [...old, ...kept, ...inDoubt];
  // Without a row, the former state stays: the next update reads first, and creates what is missing. A new resource has none.
  const made = state === undefined && entries.length === 0 ? undefined : (stateOf(entries, now) ?? state);
  if ((written === 0 && inDoubt.length === 0) || made === undefined) throw cause;
  const words = errors.flatMap((error) => (error instanceof RegistrarError ? (error.words ?? []) : []));
  const soFar: Bag = made;
  throw new PartialFailure(id, { ...soFar, unfinished: true }, reasonFor(errors, written, untried.length), { words });
}

/**
 * The entry of a row that may be as wanted after a write of unknown outcome. Only a create in doubt may have no ID: its former
 * row, if any, was deleted before. After any other failure, the old entry stays: its row may still be there.
 */
function doubtfulEntry<Row extends AnyRow>(kind: RowKind<Row>, step: Step<Row>, error: unknown): Entry | undefined {
  if (!isWrite(step) || step.kind === "delete" || !isUnknown(error)) return undefined;
  const { want } = step;
  if (error instanceof UnknownOutcomeError) return { ...want, id: undefined, granted: anyTtl };
  if (step.kind === "create") return undefined;
  const id = step.row.id ?? step.stored?.id;
  // Beside new data, any TTL is that of the new row. Beside the old data, it may be the old TTL.
  const granted = isExactly(kind, step.row, want.row) ? undefined : anyTtl;
  const renamedFrom = isRenamed(kind, step) ? kind.keys(step.row).nameAndType : undefined;
  return id === undefined ? undefined : { ...want, id, granted, renamedFrom };
}

/** The entry to store after a step; none after a delete. */
function storedEntry<Row extends AnyRow>({ step, shown, effect }: Done<Row>): Entry[] {
  if (step.kind === "delete") return [];
  const { want } = step;
  const { ttl: asked } = want.row;
  const stored = storedOf(step);
  const grantedNow = asked === undefined || shown?.ttl === asked ? undefined : { ttl: shown?.ttl ?? null };
  const grantedBefore = stored?.row.ttl === asked ? stored?.granted : undefined;
  // A changed row may be a new one, whose ID no response has shown.
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
  const left = untried > 0 ? `; ${untried} were not tried` : "";
  const kept = `${written} records were written and are kept${left}; run \`pulumi up\` again to continue.`;
  return [...texts, ...(written > 0 ? [kept] : [])].join("\n");
}
