/** The four calls of a zone. */
import type { EndpointName } from "../../api/index.ts";
import { argsFromRecord, type ZoneRow } from "../../dns/index.ts";
import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { type Made, PartialFailure } from "../definition.ts";
import { recordKind } from "../dnsRecord.ts";
import { ConsentNeededError } from "../errors.ts";
import { ItemClaims } from "../items/claims.ts";
import { DomainItems } from "../items/items.ts";
import { label } from "../items/lifeCycle.ts";
import type { Items } from "../items/list.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { type Applied, applyPlan, problemOf } from "./apply.ts";
import { declaredIn } from "./declared.ts";
import { refusals } from "./guards.ts";
import {
  additivePlan,
  authoritativePlan,
  type Delete,
  isApexNs,
  listedAmong,
  type Plan,
  pairUnchanged,
  rowName,
  takeoversOf,
} from "./plan.ts";
import { entryOfArgs } from "./records.ts";
import {
  isAuthoritative,
  type Kept,
  keptOf,
  type Stored,
  stateOf,
  storedIn,
  type ZoneArgs,
  type ZoneState,
} from "./state.ts";
import {
  editedOf,
  type Found,
  findStored,
  isAsDeclared,
  refuseEditedAmong,
  refuseUnknown,
  shownOf,
  unlistedRows,
  unseen,
  viewOf,
  type ZoneItems,
} from "./view.ts";

/** What these calls, and the checks before them, ask. */
export const zoneEndpoints: readonly EndpointName[] = [
  "records.list",
  "records.create",
  "records.update",
  "records.delete",
  "nameservers.get",
  "domains.get",
];

export async function createZone(args: ZoneArgs, run: Run): Promise<Made<ZoneState>> {
  const id = label(domainOf(args));
  return { id, state: await reconcile(id, undefined, args, run) };
}

export async function updateZone(id: string, before: ZoneState, args: ZoneArgs, run: Run): Promise<ZoneState> {
  const domain = domainOf(args);
  const state = run.imported.has(id) ? listedOf(before, args) : before;
  const { same, changed, dropped } = pairUnchanged(declaredIn(args.records, domain), storedIn(state, domain));
  if (isAuthoritative(args) || changed.length > 0 || dropped.length > 0) return reconcile(id, state, args, run);
  // Only what is remembered changes (an option, a spelling): nothing to ask.
  const kept = same.map(({ want, stored }) => keptOf(want, stored));
  return stateOf(args, kept, { writtenAt: state.writtenAt, plan: args.plan });
}

/** What the program does not list of an import was never its own. */
function listedOf(state: ZoneState, args: ZoneArgs): ZoneState {
  const domain = domainOf(args);
  const { own } = listedAmong(storedIn(state, domain), declaredIn(args.records, domain));
  return stateOf(
    state,
    own.map((record) => keptOf(record, record)),
    state,
  );
}

export async function readZone(id: string, state: ZoneState, run: Run): Promise<ZoneState | undefined> {
  const domain = domainOf(state);
  if (run.isFormer(domain)) return undefined;
  const of = new DomainItems(recordKind, domain, run, id);
  const stored = storedIn(state, domain);
  const unlistedIn = (items: Items<ZoneRow>, found: Found) =>
    isAuthoritative(state) ? unlistedRows(of, items, found, state) : [];
  const isQuiet = (items: Items<ZoneRow>, found: Found) => unlistedIn(items, found).length === 0;
  const { items, found } = await observe(of, stored, stored, state.writtenAt, isQuiet);
  const taken = new Set(found.values());
  const kept = stored.flatMap((record): Kept[] => {
    // An authoritative zone shows an edited record as one that is missing and one that is not listed.
    const row = found.get(record) ?? (isAuthoritative(state) ? undefined : editedOf(of, items, found, record, taken));
    if (row === undefined) {
      of.refuseIncomplete(items, record.row);
      return [];
    }
    of.claims.claimListed(row, record.row);
    const shown = entryOfArgs(shownOf(row, record, domain, record.acceptedTtl), domain);
    return [keptOf(shown, { ...record, ...(row.id !== undefined && { recordId: row.id }) })];
  });
  const extra = unlistedIn(items, found).map(
    (row): Kept => ({ ...entryOfArgs(argsFromRecord(row), domain), isUnlisted: true }),
  );
  return stateOf(state, [...kept, ...extra], state);
}

export async function deleteZone(id: string, state: ZoneState, run: Run): Promise<void> {
  const domain = domainOf(state);
  if (run.isFormer(domain)) return;
  await deleteRecords(id, state, run).catch((error: unknown) => releaseUnserved(error, domain, run));
}

async function deleteRecords(id: string, state: ZoneState, run: Run): Promise<void> {
  const domain = domainOf(state);
  const of = new DomainItems(recordKind, domain, run, id);
  const stored = storedIn(state, domain);
  const { items, found } = await observe(of, stored, stored, state.writtenAt);
  refuseEditedAmong(of, stored, items, found);
  const steps = stored.flatMap((record): Delete[] => {
    const row = found.get(record) ?? unseen(of, record, items);
    if (row === undefined || isApexNs(row)) return [];
    return [{ kind: "delete", row, stored: record, isOwned: true }];
  });
  const { failed } = await applyPlan({ steps, base: stored.length, blocked: [], stays: [] }, of);
  const [first] = failed;
  if (first !== undefined) throw first.error;
}

/** Claims what it keeps: what it is about to give up may be taken over by another resource of this run. */
export function claimZone(id: string, state: ZoneState, claims: Claims, args: Partial<ZoneArgs> = state): void {
  if (state.domain === "") return;
  const domain = domainOf(state);
  const own = new ItemClaims(recordKind, domain, claims, id);
  claims.later(() => {
    const { same } = pairUnchanged(declaredIn(args.records, domain), storedIn(state, domain));
    for (const { stored } of same) {
      own.claim({ ...stored.row, ...(stored.recordId !== undefined && { id: stored.recordId }) });
    }
  });
}

/** Makes the live zone what the arguments say: observe, plan, ask for consent, write. */
async function reconcile(id: string, state: ZoneState | undefined, args: ZoneArgs, run: Run): Promise<ZoneState> {
  const domain = domainOf(args);
  const of = new DomainItems(recordKind, domain, run, id);
  const [wanted, stored] = [declaredIn(args.records, domain), state === undefined ? [] : storedIn(state, domain)];
  const { dropped } = pairUnchanged(wanted, stored);
  const planFor = ({ items, found }: Observed): Plan => {
    const view = viewOf(of, { args, wanted, stored, items, found });
    const plan = isAuthoritative(args) ? onlyApproved(authoritativePlan(view), of) : additivePlan(view);
    refuseUnknown(of, plan, items, stored);
    if (isAuthoritative(args)) return plan;
    refuseEditedAmong(of, dropped, items, found);
    // What is to change and is not shown may be beyond the list's limit: it is not made a second time.
    for (const record of dropped) if (!found.has(record)) of.refuseIncomplete(items, record.row);
    return plan;
  };
  const awaited = isAuthoritative(args) ? [] : dropped;
  let plan = planFor(await observe(of, awaited, stored, state?.writtenAt));
  if (takeoversOf(plan).length > 0 && run.api.lookups.withinMs > 0) {
    // What was deleted a moment ago may still be listed: a write to it would find out, and without one only time does.
    const items = await of.settled();
    plan = planFor({ items, found: findStored(of, items, stored) });
  }
  const refused = refusals(plan, args);
  if (refused.length > 0) throw new ConsentNeededError(domain, refused);
  const applied = await applyPlan(plan, of);
  const [first] = applied.failed;
  // Nobody is served what the program no longer lists: it is let go.
  if (first !== undefined && plan.steps.every(({ kind }) => kind === "keep" || kind === "delete")) {
    await releaseUnserved(first.error, domain, run);
    return reachedState({ done: applied.done, failed: [], left: [] }, args, state, run);
  }
  if (first !== undefined && !applied.done.some(({ isWritten }) => isWritten)) throw first.error;
  const reached = reachedState(applied, args, state, run);
  if (first === undefined) return reached;
  throw new PartialFailure(id, { ...reached }, problemOf(applied));
}

/** Nothing that is not this resource's goes unless the check of this very run approved it. */
function onlyApproved(plan: Plan, { domain, run }: ZoneItems): Plan {
  const approved = run.approvedRows.get(domain);
  const isFine = (step: Plan["steps"][number]) =>
    step.kind === "keep" || step.kind === "create" || step.isOwned || approved?.has(rowName(step.row)) === true;
  const steps = plan.steps.flatMap((step): Plan["steps"] => {
    if (isFine(step)) return [step];
    return step.kind === "update" ? [{ kind: "create", want: step.want }] : [];
  });
  return { ...plan, steps };
}

interface Observed {
  items: Items<ZoneRow>;
  found: Found;
}

/**
 * The list and what of it was stored, with patience while it may lag behind the last write of these records.
 * @param awaited what has to show as it was written
 * @param isQuiet does the rest of the list show nothing that the last write may have taken away?
 */
async function observe(
  of: ZoneItems,
  awaited: readonly Stored[],
  stored: readonly Stored[],
  writtenAt: string | undefined,
  isQuiet: (items: Items<ZoneRow>, found: Found) => boolean = () => true,
): Promise<Observed> {
  const isAllShown = (shown: Items<ZoneRow>) => {
    const found = findStored(of, shown, stored);
    const isShown = (record: Stored) => {
      const row = found.get(record);
      return row !== undefined && isAsDeclared(row, record, of.domain, record);
    };
    return isQuiet(shown, found) && awaited.every(isShown);
  };
  const isMissing = (shown: Items<ZoneRow>) => shown.open && findStored(of, shown, stored).size < stored.length;
  const items = await of.observe({ writtenAt }, isAllShown, isMissing);
  return { items, found: findStored(of, items, stored) };
}

/** The state after writes: what was done, and of what was not done the old values. */
function reachedState({ done, failed, left }: Applied, args: ZoneArgs, state: ZoneState | undefined, run: Run) {
  const undone = [...failed.map(({ step }) => step), ...left];
  const old = undone.flatMap((step) => (step.kind === "create" || step.stored === undefined ? [] : [step.stored]));
  const kept = done.flatMap(({ step, row, isWritten }): Kept[] => {
    if (step.kind === "delete") return [];
    const { want } = step;
    const stored = step.kind === "create" ? undefined : step.stored;
    const raised = isWritten && want.row.ttl !== undefined && row?.ttl !== want.row.ttl ? row?.ttl : undefined;
    const remembered = !isWritten && stored?.args.ttl === want.args.ttl ? stored?.acceptedTtl : undefined;
    return [keptOf(want, { recordId: row?.id ?? stored?.recordId, acceptedTtl: raised ?? remembered })];
  });
  const isWritten = done.some((each) => each.isWritten);
  const { plan } = failed.length === 0 ? args : { plan: state?.plan };
  const writtenAt = isWritten ? new Date(run.now()).toISOString() : state?.writtenAt;
  return stateOf(args, [...kept, ...old.map((record) => keptOf(record, record))], { writtenAt, plan });
}
