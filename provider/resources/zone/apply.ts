/**
 * Carries a plan out: several writes at once, in an order that leaves no name empty for longer than needed, and with
 * what was done kept when one fails.
 */
import { RegistrarError } from "../../api/index.ts";
import type { LiveRecord, ZoneRow } from "../../dns/index.ts";
import { DeclaredTwiceError, NoIdError } from "../errors.ts";
import type { itemClaims } from "../items/claims.ts";
import type { ItemKind } from "../items/kind.ts";
import type { ItemWrites } from "../items/writes.ts";
import type { Run } from "../run.ts";
import type { Create, Delete, Keep, Plan, Step, Update } from "./plan.ts";
import { groupByKey } from "./records.ts";

/** Writes under way at once; the client lets fewer through for one domain. */
const atOnce = 8;
/** Failures after which nothing more is begun: the reason is hardly one record. */
const maxFailures = 5;
/** How often progress is told. */
const progressEvery = 100;

export interface ZoneTools {
  kind: ItemKind<ZoneRow>;
  writes: ItemWrites<ZoneRow>;
  holding: ReturnType<typeof itemClaims<ZoneRow>>;
}

/** A step that was carried out, and the record as it is now. */
export type Done =
  | { step: Keep; row: LiveRecord | undefined; isWritten: false }
  | { step: Create | Update; row: LiveRecord; isWritten: boolean }
  | { step: Delete; row: undefined; isWritten: boolean };

export interface Outcome {
  done: Done[];
  failed: { step: Step; error: unknown }[];
  /** Steps not begun, after too many failures. */
  left: Step[];
  /** Records that stay because another resource of the program holds them. */
  stays: number;
}

export async function applyPlan(
  plan: Plan,
  { domain, owner, run }: { domain: string; owner: string; run: Run },
  tools: ZoneTools,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [], left: [], stays: 0 };
  for (const step of plan.steps) {
    if (step.kind !== "keep") continue;
    if (step.row !== undefined) tools.holding.claimWritten(step.row, owner, domain, run);
    outcome.done.push({ step, row: step.row, isWritten: false });
  }
  const { first, last } = inOrder(plan.steps);
  const total = [...first, ...last].flat().length;
  let written = 0;
  const leave = (steps: readonly Step[]) => {
    for (const step of steps) outcome.left.push(step);
  };
  const carryOutAll = async (steps: readonly Step[]) => {
    for (const [place, step] of steps.entries()) {
      if (outcome.failed.length >= maxFailures) {
        leave(steps.slice(place));
        return;
      }
      try {
        outcome.done.push(await carryOut(step, { domain, owner, run }, tools, outcome));
        written += 1;
        if (written % progressEvery === 0 && total > progressEvery)
          run.say(`${domain}: ${written} of ${total} records written.`);
      } catch (error) {
        outcome.failed.push({ step, error });
        leave(steps.slice(place + 1));
        return;
      }
    }
  };
  await atMost(first, carryOutAll);
  // What replaces them may not be there: nothing is taken away before that.
  if (outcome.failed.length > 0) leave(last.flat());
  else await atMost(last, carryOutAll);
  return outcome;
}

async function atMost(chains: readonly Step[][], work: (chain: readonly Step[]) => Promise<void>): Promise<void> {
  const waiting = chains.values();
  const worker = async () => {
    for (const chain of waiting) await work(chain);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, chains.length) }, worker));
}

/**
 * Chains of steps: what shares a chain runs one after another. Where a CNAME comes or goes, its name is a chain: what is
 * in the way goes first, and what replaces it comes at once. Other deletions are last.
 */
function inOrder(steps: readonly Step[]): { first: Step[][]; last: Step[][] } {
  const nameOf = (step: Step) => (step.kind === "delete" ? step.row : step.want.row).name;
  const typeOf = (step: Step) => (step.kind === "delete" ? step.row : step.want.row).data.type;
  const doing = steps.filter(({ kind }) => kind !== "keep");
  const [comes, goes] = [new Set<string>(), new Set<string>()];
  for (const step of doing) {
    if (step.kind === "create") comes.add(nameOf(step));
    if (step.kind === "delete") goes.add(nameOf(step));
  }
  const aliased = new Set(doing.filter((step) => typeOf(step) === "CNAME").map(nameOf));
  const isTight = (step: Step) => [comes, goes, aliased].every((names) => names.has(nameOf(step)));
  const chains = groupByKey(doing.filter(isTight).map((step) => ({ key: nameOf(step), step })));
  const deletesFirst = (a: Step, b: Step) => Number(b.kind === "delete") - Number(a.kind === "delete");
  const others = doing.filter((step) => !isTight(step));
  return {
    first: [
      ...[...chains.values()].map((chain) => chain.map(({ step }) => step).sort(deletesFirst)),
      ...others.filter(({ kind }) => kind !== "delete").map((step) => [step]),
    ],
    last: others.filter(({ kind }) => kind === "delete").map((step) => [step]),
  };
}

interface Where {
  domain: string;
  owner: string;
  run: Run;
}

async function carryOut(step: Step, where: Where, tools: ZoneTools, outcome: Outcome): Promise<Done> {
  switch (step.kind) {
    case "keep":
      return { step, row: step.row, isWritten: false };
    case "create":
      return { step, row: await create(step, where, tools), isWritten: true };
    case "update":
      return { step, row: await update(step, where, tools), isWritten: true };
    case "delete":
      return { step, row: undefined, isWritten: await remove(step, where, tools, outcome) };
  }
}

async function create({ want }: Create, { domain, owner, run }: Where, tools: ZoneTools): Promise<LiveRecord> {
  const { kind, holding } = tools;
  const reservation = holding.exactKey(domain, want.row);
  if (!run.claims.reserve(reservation)) throw new DeclaredTwiceError(kind.describe(want.row, domain));
  try {
    const row = understood(await makeOrFind(want.row, domain, run, tools), want.row);
    holding.claimWritten(row, owner, domain, run);
    return row;
  } finally {
    run.claims.unreserve(reservation);
  }
}

/** A record that the registrar refuses because it is there, though a list did not show it yet, is the one that is wanted. */
async function makeOrFind(wanted: LiveRecord, domain: string, run: Run, tools: ZoneTools): Promise<ZoneRow> {
  const { kind, writes, holding } = tools;
  try {
    return await writes.make(domain, wanted, run);
  } catch (error) {
    if (!(error instanceof RegistrarError) || (error.status !== 400 && error.status !== 409)) throw error;
    const list = kind.list(run, domain);
    const { found } = await run.lookFor(list, (shown) =>
      shown
        .withKey(kind.meaning(wanted))
        .find((row) => kind.satisfies(row, wanted) && !holding.isOthers(row, undefined, domain, run, wanted)),
    );
    if (found === undefined) throw error;
    return found;
  }
}

async function update(step: Update, { domain, owner, run }: Where, tools: ZoneTools): Promise<LiveRecord> {
  const { kind, writes, holding } = tools;
  const { want, row: live, keys, stored } = step;
  const desired = kind.overlay(live, { domain, ...want.args }, keys);
  const row = await writes.change(live, desired, { domain, recordId: stored?.recordId }, run);
  holding.claimWritten(row, owner, domain, run);
  return understood(row, want.row);
}

/** @returns whether it was deleted; not, if another resource of the program took it over meanwhile */
async function remove(
  { row, stored }: Delete,
  { domain, owner, run }: Where,
  { kind, writes, holding }: ZoneTools,
  outcome: Outcome,
): Promise<boolean> {
  for (const key of holding.itemKeys(domain, row)) run.claims.release(key, owner);
  if (holding.isOthers(row, owner, domain, run) || run.claims.isReserved(holding.exactKey(domain, row))) {
    outcome.stays += 1;
    return false;
  }
  const id = row.id ?? stored?.recordId;
  if (id === undefined) throw new NoIdError(kind.describe(row, domain));
  await writes.removeLive(row, id, domain, run);
  return true;
}

function understood(row: ZoneRow, otherwise: LiveRecord): LiveRecord {
  return "opaque" in row ? otherwise : row;
}
