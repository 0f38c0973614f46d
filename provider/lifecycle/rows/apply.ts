/** Applies a plan: its steps as writes, in an order that leaves no name empty for longer than needed. */
import pMap from "p-map";
import { maxAtOnce, RegistrarError } from "../../api/index.ts";
import { groupBy } from "../../dns/index.ts";
import { type AnyRow, givenKeys, type Listed, overlay, satisfies } from "./kind.ts";
import { inPlace, meant } from "./match.ts";
import {
  type Create,
  type Delete,
  isWrite,
  type Plan,
  type Scope,
  type Step,
  targetOf,
  type Update,
  type Write,
} from "./plan.ts";
import { claimMet } from "./spec.ts";
import { PlanWords } from "./words.ts";
import type { DomainRows } from "./write.ts";

/** Number of failures after which no further step begins: the reason is hardly one row. */
const maxFailures = 5;
/** Number of writes after which progress is logged. */
const progressEvery = 100;

/** A step that was carried out. */
export interface Done<Row extends AnyRow> {
  readonly step: Step<Row>;
  /** The row as it is now. */
  readonly row: Row | undefined;
  readonly isWritten: boolean;
  /** Did this run create the row? */
  readonly isNew?: boolean;
}

export interface Applied<Row extends AnyRow> {
  readonly done: readonly Done<Row>[];
  readonly failed: readonly { readonly step: Step<Row>; readonly error: unknown }[];
  /** Steps that did not begin, after too many failures. */
  readonly left: readonly Step<Row>[];
}

type Consent<Row extends AnyRow> = Pick<Scope<Row>, "adopt" | "isOne">;

export async function applyPlan<Row extends AnyRow>(
  { steps }: Pick<Plan<Row>, "steps">,
  at: DomainRows<Row>,
  consent: Consent<Row>,
): Promise<Applied<Row>> {
  const done: Done<Row>[] = [];
  const failed: { step: Step<Row>; error: unknown }[] = [];
  for (const step of steps) {
    if (step.kind !== "keep") continue;
    if (step.row !== undefined) at.claims.claim({ ...step.want.row, id: step.row.id });
    done.push({ step, row: step.row, isWritten: false });
  }
  const { first, last } = inOrder(steps, at);
  const total = [...first, ...last].flat().length;
  let written = 0;
  const applyAll = async (chain: readonly Write<Row>[]) => {
    for (const step of chain) {
      if (failed.length >= maxFailures) return;
      try {
        done.push(await applyStep(step, at, consent));
        written += 1;
        if (written % progressEvery === 0 && total > progressEvery)
          at.run.progress(`${written} of ${total} records written: ${at.domain}`);
      } catch (error) {
        failed.push({ step, error });
        return;
      }
    }
  };
  // The client lets `writesPerDomain` of them through at a time.
  await pMap(first, applyAll, { concurrency: maxAtOnce });
  // Their replacements may be missing: after a failure nothing is deleted.
  if (failed.length === 0) await pMap(last, applyAll, { concurrency: maxAtOnce });
  logStays(
    at,
    done.flatMap(({ step, isWritten }) => (step.kind === "delete" && !isWritten ? [step.row] : [])),
  );
  const begun = new Set([...done, ...failed].map(({ step }) => step));
  return { done, failed, left: steps.filter((step) => !begun.has(step)) };
}

/** Says which rows were not deleted, because another resource adopted them in this run. */
export function logStays<Row extends AnyRow>(at: DomainRows<Row>, rows: readonly Row[]): void {
  const [row, ...more] = rows;
  if (row === undefined) return;
  at.run.log(
    more.length === 0
      ? `${at.describe(row)} stays: another resource of this program declares it.`
      : `${rows.length} records of ${at.domain} are kept, because other resources of this program declare them.`,
  );
}

/**
 * Chains of steps; the steps of a chain run one after another.
 *
 * 1. Creates and updates, each a chain of its own.
 * 2. Deletes, once all of these succeeded.
 *
 * At a name where a row that excludes its like (a CNAME) comes or goes, all steps are one chain: first its deletes, then its creates.
 */
function inOrder<Row extends AnyRow>(steps: readonly Step<Row>[], { kind }: DomainRows<Row>) {
  const writes = steps.filter(isWrite);
  const keysOf = (step: Write<Row>) => kind.keys(targetOf(step));
  const nameOf = (step: Write<Row>) => keysOf(step).name;
  const namesWith = (is: (step: Write<Row>) => boolean) => new Set(writes.filter(is).map(nameOf));
  const conditions = [
    namesWith((step) => step.kind === "create"),
    namesWith((step) => step.kind === "delete"),
    namesWith((step) => keysOf(step).place !== undefined),
  ];
  const isChained = (step: Write<Row>) => conditions.every((names) => names.has(nameOf(step)));
  const deletes = writes.filter((step) => step.kind === "delete");
  const others = writes.filter((step) => step.kind !== "delete");
  const chains = groupBy([...deletes, ...others].filter(isChained), nameOf);
  const alone = (all: readonly Write<Row>[]) => all.filter((step) => !isChained(step)).map((step) => [step]);
  return { first: [...chains.values(), ...alone(others)], last: alone(deletes) };
}

async function applyStep<Row extends AnyRow>(
  step: Write<Row>,
  at: DomainRows<Row>,
  consent: Consent<Row>,
): Promise<Done<Row>> {
  switch (step.kind) {
    case "create":
      return { step, ...(await create(step, at, consent)) };
    case "update":
      return { step, ...(await update(step, at)) };
    case "delete":
      return { step, row: undefined, isWritten: await remove(step, at) };
  }
}

async function create<Row extends AnyRow>({ want }: Create<Row>, at: DomainRows<Row>, consent: Consent<Row>) {
  try {
    const row = await at.make(want.row);
    at.claims.claim(row);
    return { row, isWritten: true, isNew: true };
  } catch (error) {
    const there = await refusedFor(error, want, at, consent);
    const row = await at.change(there, overlay(at.kind, there, want.args, givenKeys(want.args)));
    at.claims.claim({ ...want.row, id: row.id });
    return { row, isWritten: true };
  }
}

/** The row because of which the registrar refused a create, if it may be adopted. @throws the refusal, explained, if not */
async function refusedFor<Row extends AnyRow>(
  error: unknown,
  { row: want }: Listed<Row>,
  at: DomainRows<Row>,
  { adopt, isOne }: Consent<Row>,
): Promise<Row> {
  const { kind, claims } = at;
  if (isOne && isDuplicate(error)) {
    at.refuseIncomplete(await at.read(), want, `exists already, though the registrar says so (${error.what})`);
    if (adopt === "none") {
      const finding = { kind: "exists", want, rows: [want] } as const;
      claimMet(at, finding);
      throw new PlanWords(at).error(finding, {}, error.what);
    }
  }
  if (isOne && adopt === "none") throw error;
  const isFree = (row: Row) =>
    isOne ? !claims.isOthers(row, want) : satisfies(kind, row, want) && claims.isNew(row, want);
  return at.findRefused(error, (rows) => {
    const there = adopt === "overwrite" && isOne ? inPlace({ kind, rows }, want) : [];
    return [...meant({ kind, rows }, want), ...there].find(isFree);
  });
}

/** Does a refusal say that the row exists already? */
function isDuplicate(error: unknown): error is RegistrarError {
  if (!(error instanceof RegistrarError) || error.outcome !== "no") return false;
  return error.status === 409 || (error.status === 400 && /exist|duplicate|already/i.test(error.what));
}

async function update<Row extends AnyRow>({ want, row: live, keys, stored }: Update<Row>, at: DomainRows<Row>) {
  const row = await at.change(live, overlay(at.kind, live, want.args, keys), stored?.recordId);
  at.claims.claim({ ...want.row, id: row.id });
  return { row, isWritten: row !== live };
}

/** @returns whether the row was deleted; it stays if another resource of the program adopted it */
async function remove<Row extends AnyRow>({ row, stored }: Delete<Row>, at: DomainRows<Row>): Promise<boolean> {
  for (const each of stored === undefined ? [row] : [row, stored.row]) at.claims.release(each);
  if (at.claims.isOthersListed(row)) return false;
  await at.remove(row, at.idOf(row, stored?.recordId), stored?.row);
  return true;
}
