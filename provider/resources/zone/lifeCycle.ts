/** The four calls of a zone. */

import { RegistrarError } from "../../api/index.ts";
import type { Items } from "../../api/items.ts";
import { argsFromRecord, type ZoneRow } from "../../dns/index.ts";
import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { type Made, PartialFailure, type Properties } from "../definition.ts";
import { ConsentNeededError } from "../errors.ts";
import { lagsUntil } from "../items/search.ts";
import { label } from "../items/state.ts";
import type { Run } from "../run.ts";
import { applyPlan, type Done, type Outcome } from "./apply.ts";
import { refusals } from "./guards.ts";
import { isNamed } from "./named.ts";
import {
  additivePlan,
  authoritativePlan,
  type Delete,
  isApexNs,
  type Plan,
  pairUnchanged,
  takeoversOf,
} from "./plan.ts";
import { declaredIn, entryOfArgs } from "./records.ts";
import { type Kept, type Stored, stateOf, storedIn } from "./state.ts";
import { refuseEdited, refuseUnknown, refuseUnseen, unseen } from "./unseen.ts";
import {
  editedOf,
  type Found,
  findAll,
  isAsDeclared,
  type Looker,
  shownOf,
  tools,
  unlistedRows,
  viewOf,
} from "./view.ts";

export const isAuthoritative = (bag: Properties) => bag["mode"] === "authoritative";

export async function createZone(args: Properties, run: Run): Promise<Made> {
  const domain = domainOf(args);
  const id = label(domain);
  const { state, problem, isAnythingDone, error } = await bring(id, {}, args, run);
  if (problem === undefined) return { id, state };
  if (!isAnythingDone) throw error;
  throw new PartialFailure(id, state, problem);
}

export async function updateZone(id: string, state: Properties, args: Properties, run: Run): Promise<Properties> {
  const domain = domainOf(args);
  const [wanted, stored] = [declaredIn(args["records"], domain), storedIn(state, domain)];
  const { same, changed, dropped } = pairUnchanged(wanted, stored);
  // Only what is remembered changes (an option, a spelling): nothing to ask.
  if (!isAuthoritative(args) && changed.length === 0 && dropped.length === 0) {
    const kept = same.map(({ want, stored: twin }) => keptOf({ ...want, ...marksOf(twin) }));
    return stateOf({ args, kept, writtenAt: state["writtenAt"], plan: args["plan"] });
  }
  const result = await bring(id, state, args, run);
  if (result.problem === undefined) return result.state;
  if (!result.isAnythingDone) throw result.error;
  throw new PartialFailure(id, result.state, result.problem);
}

const marksOf = ({ recordId, acceptedTtl }: Stored) => ({
  ...(recordId !== undefined && { recordId }),
  ...(acceptedTtl !== undefined && { acceptedTtl }),
});

const keptOf = ({ key, value, recordId, acceptedTtl }: Kept): Kept => ({
  key,
  value,
  ...(recordId !== undefined && { recordId }),
  ...(acceptedTtl !== undefined && { acceptedTtl }),
});

/** Brings the live zone to what the arguments say. */
async function bring(id: string, state: Properties, args: Properties, run: Run) {
  const domain = domainOf(args);
  const looker = { domain, owner: id, run };
  const [wanted, stored] = [declaredIn(args["records"], domain), storedIn(state, domain)];
  const { dropped } = pairUnchanged(wanted, stored);
  const planFor = (items: Items<ZoneRow>, found: Found) => {
    const view = viewOf({ args, wanted, stored, items, found, looker });
    const plan = isAuthoritative(args) ? onlyNamed(authoritativePlan(view), domain, run) : additivePlan(view);
    refuseUnknown(plan, items, stored, domain);
    if (!isAuthoritative(args)) refuseUnseen(dropped, items, found, looker);
    return plan;
  };
  const seen = await look(isAuthoritative(args) ? [] : dropped, stored, state["writtenAt"], looker);
  let plan = planFor(seen.items, seen.found);
  if (takeoversOf(plan).length > 0 && run.api.lookups.withinMs > 0) {
    // What was deleted a moment ago may still be listed: a write to it would find out, and without one only time does.
    const settled = await tools.writes.call(run, domain, () => run.settled(run.records(domain)));
    plan = planFor(settled, findAll(stored, settled, looker));
  }
  const refused = refusals(plan, args);
  if (refused.length > 0) throw new ConsentNeededError(domain, refused);
  const outcome = await applyPlan(plan, looker, tools);
  if (outcome.stays > 0) tellStays(outcome, domain, run);
  return resultOf(outcome, { args, state, run });
}

/** Nothing that is not this resource's goes unless the check of this very run named it. */
function onlyNamed(plan: Plan, domain: string, run: Run): Plan {
  const isFine = (step: Plan["steps"][number]) =>
    step.kind === "keep" || step.kind === "create" || step.isOwned || isNamed(run, domain, step.row);
  const steps = plan.steps.flatMap((step): Plan["steps"] => {
    if (isFine(step)) return [step];
    return step.kind === "update" ? [{ kind: "create", want: step.want }] : [];
  });
  return { ...plan, steps };
}

/**
 * The list and what of it was stored, with patience while it may lag behind the last write of these records.
 * @param isQuiet does the rest of the list show nothing that the last write may have taken away?
 */
async function look(
  awaited: readonly Stored[],
  stored: readonly Stored[],
  writtenAt: unknown,
  looker: Looker,
  isQuiet: (items: Items<ZoneRow>, found: Found) => boolean = () => true,
): Promise<{ items: Items<ZoneRow>; found: Found }> {
  const { domain, run } = looker;
  const list = run.records(domain);
  const isSettled = (items: Items<ZoneRow>, found: Found) =>
    isQuiet(items, found) &&
    awaited.every((record) => {
      const row = found.get(record);
      return row !== undefined && isAsDeclared(row, record, domain, record);
    });
  const items = await tools.writes.call(run, domain, () => list.read());
  const found = findAll(stored, items, looker);
  const until = lagsUntil(writtenAt, run);
  if (until === undefined || isSettled(items, found)) return { items, found };
  const { last } = await tools.writes.call(run, domain, () =>
    run.lookFor(list, (shown) => (isSettled(shown, findAll(stored, shown, looker)) ? shown : undefined), until),
  );
  return { items: last, found: findAll(stored, last, looker) };
}

function tellStays({ stays }: Pick<Outcome, "stays">, domain: string, run: Run): void {
  run.say(
    `${stays} ${stays === 1 ? "record" : "records"} of ${domain} stay: other resources of this program hold them now.`,
  );
}

/** The state after a run: what was done, and of what was not done the old values. */
function resultOf(
  outcome: Outcome,
  { args, state, run }: { args: Properties; state: Properties; run: Run },
): { state: Properties; problem: string | undefined; isAnythingDone: boolean; error: unknown } {
  const { done, failed, left } = outcome;
  const undone = [...failed.map(({ step }) => step), ...left];
  const old = undone.flatMap((step) => (step.kind === "create" || step.stored === undefined ? [] : [step.stored]));
  const isWritten = done.some((each) => each.isWritten);
  const problem = failed.length === 0 ? undefined : problemOf(outcome);
  return {
    state: stateOf({
      args,
      kept: [...done.flatMap(keptOfDone), ...old.map(keptOf)],
      writtenAt: isWritten ? new Date(run.now()).toISOString() : state["writtenAt"],
      plan: problem === undefined ? args["plan"] : state["plan"],
    }),
    problem,
    isAnythingDone: isWritten,
    error: failed[0]?.error,
  };
}

function keptOfDone({ step, row, isWritten }: Done): Kept[] {
  if (step.kind === "delete") return [];
  const { want } = step;
  const stored = step.kind === "create" ? undefined : step.stored;
  const recordId = row?.id ?? stored?.recordId;
  const raised = isWritten && want.row.ttl !== undefined && row?.ttl !== undefined && row.ttl !== want.row.ttl;
  const remembered = !isWritten && stored?.args.ttl === want.args.ttl ? stored?.acceptedTtl : undefined;
  const acceptedTtl = raised ? row.ttl : remembered;
  return [keptOf({ ...want, recordId, acceptedTtl })];
}

/** What went wrong, once a kind of error, and what that leaves. */
function problemOf({ done, failed, left }: Outcome): string {
  const kinds = new Map<string, string[]>();
  for (const { error } of failed) {
    const message = error instanceof Error ? error.message : String(error);
    const kind = error instanceof RegistrarError ? `${error.code} ${error.status}` : message;
    kinds.set(kind, [...(kinds.get(kind) ?? []), message]);
  }
  const texts = [...kinds.values()].map(([first, ...more]) =>
    more.length === 0 ? first : `${first} (and ${more.length} more of this kind)`,
  );
  const rest = [
    `${done.filter(({ isWritten }) => isWritten).length} records were written and are kept`,
    ...(left.length > 0 ? [`${left.length} were not tried`] : []),
    "run `pulumi up` again to do the rest",
  ];
  return [...texts, `${rest.join("; ")}.`].join("\n");
}

export async function readZone(id: string, state: Properties, run: Run): Promise<Properties | undefined> {
  const domain = domainOf(state);
  if (run.isFormer(domain)) return undefined;
  const stored = storedIn(state, domain);
  const looker = { domain, owner: id, run };
  const unlistedIn = (items: Items<ZoneRow>, found: Found) =>
    isAuthoritative(state) ? unlistedRows(items, { args: state, found, looker }) : [];
  const isQuiet = (items: Items<ZoneRow>, found: Found) => unlistedIn(items, found).length === 0;
  const { items, found } = await look(stored, stored, state["writtenAt"], looker, isQuiet);
  const taken = new Set(found.values());
  const editedIn = (record: Stored) => {
    // An authoritative zone shows it as one that is missing and one that is not listed.
    const row = isAuthoritative(state) ? undefined : editedOf(record, items, looker);
    return row === undefined || taken.has(row) ? undefined : row;
  };
  const kept = stored.flatMap((record): Kept[] => {
    const row = found.get(record) ?? editedIn(record);
    if (row === undefined) {
      tools.writes.refuseIncomplete(items, domain, record.row);
      return [];
    }
    run.claims.claim(tools.holding.itemKey(domain, row), id);
    const shown = entryOfArgs(shownOf(row, record, domain, record.acceptedTtl), domain);
    return [keptOf({ ...shown, recordId: row.id ?? record.recordId, acceptedTtl: record.acceptedTtl })];
  });
  const extra = unlistedIn(items, found);
  return stateOf({
    args: state,
    kept: [...kept, ...extra.map((row): Kept => ({ ...entryOfArgs(argsFromRecord(row), domain), isUnlisted: true }))],
    writtenAt: state["writtenAt"],
    plan: state["plan"],
  });
}

export async function deleteZone(id: string, state: Properties, run: Run): Promise<void> {
  const domain = domainOf(state);
  if (run.isFormer(domain)) return;
  const stored = storedIn(state, domain);
  const looker = { domain, owner: id, run };
  const { items, found } = await look(stored, stored, state["writtenAt"], looker);
  refuseEdited(stored, items, found, looker);
  const steps = stored.flatMap((record): Delete[] => {
    const row = found.get(record) ?? unseen(record, items, domain);
    if (row === undefined || isApexNs(row)) return [];
    return [{ kind: "delete", row, stored: record, isOwned: true }];
  });
  const outcome = await applyPlan({ steps, base: stored.length, blocked: [], stays: [] }, looker, tools);
  if (outcome.stays > 0) tellStays(outcome, domain, run);
  const [first] = outcome.failed;
  if (first !== undefined) throw first.error;
}

/** Holds what it keeps: what it is about to give up may be taken over by another resource of this run. */
export function claimZone(id: string, state: Properties, claims: Claims, args: Properties = state): void {
  if (state["domain"] === undefined) return;
  const domain = domainOf(state);
  const { same } = pairUnchanged(declaredIn(args["records"], domain), storedIn(state, domain));
  for (const { stored } of same) {
    const row = { ...stored.row, ...(stored.recordId !== undefined && { id: stored.recordId }) };
    for (const key of tools.holding.itemKeys(domain, row)) claims.claim(key, id);
  }
}
