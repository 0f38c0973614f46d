/** The four calls of a zone. */

import type { Elements } from "../../api/elements.ts";
import { RegistrarError } from "../../api/index.ts";
import { argsFromRecord, type ZoneRow } from "../../dns/index.ts";
import { domainOf } from "../arguments.ts";
import { type Made, PartialFailure, type Properties } from "../definition.ts";
import { lagsUntil } from "../elementSearch.ts";
import { label } from "../elementState.ts";
import { ConsentNeededError } from "../errors.ts";
import type { Holders } from "../holders.ts";
import type { Session } from "../session.ts";
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

export async function createZone(args: Properties, session: Session): Promise<Made> {
  const domain = domainOf(args);
  const id = label(domain);
  const { state, problem, isAnythingDone, error } = await bring(id, {}, args, session);
  if (problem === undefined) return { id, state };
  if (!isAnythingDone) throw error;
  throw new PartialFailure(id, state, problem);
}

export async function updateZone(
  id: string,
  state: Properties,
  args: Properties,
  session: Session,
): Promise<Properties> {
  const domain = domainOf(args);
  const [wanted, stored] = [declaredIn(args["records"], domain), storedIn(state, domain)];
  const { same, changed, dropped } = pairUnchanged(wanted, stored);
  // Only what is remembered changes (an option, a spelling): nothing to ask.
  if (!isAuthoritative(args) && changed.length === 0 && dropped.length === 0) {
    const kept = same.map(({ want, stored: twin }) => keptOf({ ...want, ...marksOf(twin) }));
    return stateOf({ args, kept, writtenAt: state["writtenAt"], plan: args["plan"] });
  }
  const result = await bring(id, state, args, session);
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
async function bring(id: string, state: Properties, args: Properties, session: Session) {
  const domain = domainOf(args);
  const looker = { domain, holder: id, session };
  const [wanted, stored] = [declaredIn(args["records"], domain), storedIn(state, domain)];
  const { dropped } = pairUnchanged(wanted, stored);
  const planFor = (elements: Elements<ZoneRow>, found: Found) => {
    const view = viewOf({ args, wanted, stored, elements, found, looker });
    const plan = isAuthoritative(args) ? onlyNamed(authoritativePlan(view), domain, session) : additivePlan(view);
    refuseUnknown(plan, elements, stored, domain);
    if (!isAuthoritative(args)) refuseUnseen(dropped, elements, found, looker);
    return plan;
  };
  const seen = await look(isAuthoritative(args) ? [] : dropped, stored, state["writtenAt"], looker);
  let plan = planFor(seen.elements, seen.found);
  if (takeoversOf(plan).length > 0 && session.api.lookups.withinMs > 0) {
    // What was deleted a moment ago may still be listed: a write to it would find out, and without one only time does.
    const settled = await tools.writes.call(session, domain, () => session.settled(session.records(domain)));
    plan = planFor(settled, findAll(stored, settled, looker));
  }
  const refused = refusals(plan, args);
  if (refused.length > 0) throw new ConsentNeededError(domain, refused);
  const outcome = await applyPlan(plan, looker, tools);
  if (outcome.stays > 0) tellStays(outcome, domain, session);
  return resultOf(outcome, { args, state, session });
}

/** Nothing that is not this resource's goes unless the check of this very run named it. */
function onlyNamed(plan: Plan, domain: string, session: Session): Plan {
  const isFine = (step: Plan["steps"][number]) =>
    step.kind === "keep" || step.kind === "create" || step.isOwned || isNamed(session, domain, step.row);
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
  isQuiet: (elements: Elements<ZoneRow>, found: Found) => boolean = () => true,
): Promise<{ elements: Elements<ZoneRow>; found: Found }> {
  const { domain, session } = looker;
  const list = session.records(domain);
  const isSettled = (elements: Elements<ZoneRow>, found: Found) =>
    isQuiet(elements, found) &&
    awaited.every((record) => {
      const row = found.get(record);
      return row !== undefined && isAsDeclared(row, record, domain, record);
    });
  const elements = await tools.writes.call(session, domain, () => list.read());
  const found = findAll(stored, elements, looker);
  const until = lagsUntil(writtenAt, session);
  if (until === undefined || isSettled(elements, found)) return { elements, found };
  const { last } = await tools.writes.call(session, domain, () =>
    session.lookFor(list, (shown) => (isSettled(shown, findAll(stored, shown, looker)) ? shown : undefined), until),
  );
  return { elements: last, found: findAll(stored, last, looker) };
}

function tellStays({ stays }: Pick<Outcome, "stays">, domain: string, session: Session): void {
  session.say(
    `${stays} ${stays === 1 ? "record" : "records"} of ${domain} stay: other resources of this program hold them now.`,
  );
}

/** The state after a run: what was done, and of what was not done the old values. */
function resultOf(
  outcome: Outcome,
  { args, state, session }: { args: Properties; state: Properties; session: Session },
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
      writtenAt: isWritten ? new Date(session.now()).toISOString() : state["writtenAt"],
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

export async function readZone(id: string, state: Properties, session: Session): Promise<Properties | undefined> {
  const domain = domainOf(state);
  if (session.isFormer(domain)) return undefined;
  const stored = storedIn(state, domain);
  const looker = { domain, holder: id, session };
  const unlistedIn = (elements: Elements<ZoneRow>, found: Found) =>
    isAuthoritative(state) ? unlistedRows(elements, { args: state, found, looker }) : [];
  const isQuiet = (elements: Elements<ZoneRow>, found: Found) => unlistedIn(elements, found).length === 0;
  const { elements, found } = await look(stored, stored, state["writtenAt"], looker, isQuiet);
  const taken = new Set(found.values());
  const editedIn = (record: Stored) => {
    // An authoritative zone shows it as one that is missing and one that is not listed.
    const row = isAuthoritative(state) ? undefined : editedOf(record, elements, looker);
    return row === undefined || taken.has(row) ? undefined : row;
  };
  const kept = stored.flatMap((record): Kept[] => {
    const row = found.get(record) ?? editedIn(record);
    if (row === undefined) {
      tools.writes.refuseIncomplete(elements, domain, record.row);
      return [];
    }
    session.holders.hold(tools.holding.elementKey(domain, row), id);
    const shown = entryOfArgs(shownOf(row, record, domain, record.acceptedTtl), domain);
    return [keptOf({ ...shown, recordId: row.id ?? record.recordId, acceptedTtl: record.acceptedTtl })];
  });
  const extra = unlistedIn(elements, found);
  return stateOf({
    args: state,
    kept: [...kept, ...extra.map((row): Kept => ({ ...entryOfArgs(argsFromRecord(row), domain), isUnlisted: true }))],
    writtenAt: state["writtenAt"],
    plan: state["plan"],
  });
}

export async function deleteZone(id: string, state: Properties, session: Session): Promise<void> {
  const domain = domainOf(state);
  if (session.isFormer(domain)) return;
  const stored = storedIn(state, domain);
  const looker = { domain, holder: id, session };
  const { elements, found } = await look(stored, stored, state["writtenAt"], looker);
  refuseEdited(stored, elements, found, looker);
  const steps = stored.flatMap((record): Delete[] => {
    const row = found.get(record) ?? unseen(record, elements, domain);
    if (row === undefined || isApexNs(row)) return [];
    return [{ kind: "delete", row, stored: record, isOwned: true }];
  });
  const outcome = await applyPlan({ steps, base: stored.length, blocked: [], stays: [] }, looker, tools);
  if (outcome.stays > 0) tellStays(outcome, domain, session);
  const [first] = outcome.failed;
  if (first !== undefined) throw first.error;
}

/** Holds what it keeps: what it is about to give up may be taken over by another resource of this run. */
export function holdZone(id: string, state: Properties, holders: Holders, args: Properties = state): void {
  if (state["domain"] === undefined) return;
  const domain = domainOf(state);
  const { same } = pairUnchanged(declaredIn(args["records"], domain), storedIn(state, domain));
  for (const { stored } of same) {
    const row = { ...stored.row, ...(stored.recordId !== undefined && { id: stored.recordId }) };
    for (const key of tools.holding.elementKeys(domain, row)) holders.hold(key, id);
  }
}
