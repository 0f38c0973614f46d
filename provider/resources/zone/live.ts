/** What an `up` would do, told and guarded before anything is written, in previews too. */

import { DomainForbiddenError, DomainNotHeldError, RegistrarError } from "../../api/index.ts";
import { Items } from "../../api/items.ts";
import type { LiveRecord, ZoneRow } from "../../dns/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, LiveCheck, Properties } from "../definition.ts";
import { IncompleteListError } from "../errors.ts";
import { type Run, recordKeys } from "../run.ts";
import { domainIn } from "./check.ts";
import { refusals } from "./guards.ts";
import { ignoresOf } from "./ignore.ts";
import { nameSteps } from "./named.ts";
import { additivePlan, authoritativePlan, isApexNs, type Plan } from "./plan.ts";
import { type Declared, declaredIn, type Entry, entriesOf, fieldsOf } from "./records.ts";
import { formerMark, markOf, type Stored, storedIn } from "./state.ts";
import { summaryOf, tellingOf } from "./tell.ts";
import { findAll, isAsDeclared, tools, viewOf } from "./view.ts";

const doesSomething = ({ steps, blocked }: Plan) => blocked.length > 0 || steps.some(({ kind }) => kind !== "keep");

/** What the previous run left of the same domain; arguments hold no ids. */
function previousOf({ previous }: CheckContext, domain: string): Stored[] {
  if (previous === undefined || !sameDomain(previous["domain"], domain)) return [];
  return storedIn(previous, domain);
}

/** What the arguments of an additive zone say by themselves, beside those of the previous run. */
interface Ahead {
  domain: string;
  wanted: readonly Declared[];
  stored: Stored[];
  plan: Plan;
}

function aheadOf(args: Properties, context: CheckContext): Ahead | undefined {
  const domain = domainIn(args, context);
  if (domain === undefined || !context.known("records")) return undefined;
  return { domain, ...blindPlan(args, domain, context) };
}

function blindPlan(args: Properties, domain: string, context: CheckContext): Omit<Ahead, "domain"> {
  const [wanted, stored] = [declaredIn(args["records"], domain), previousOf(context, domain)];
  const plan = additivePlan({
    domain,
    wanted,
    stored,
    items: new Items<ZoneRow>({ rows: [], complete: true }, { id: ({ id }) => id, keys: recordKeys }),
    find: ({ row }) => row,
    isOthers: () => false,
    ignores: ignoresOf(args["ignore"], domain),
    adopt: false,
    wasListed: () => false,
    satisfies: (row, want, record) => isAsDeclared(row, want, domain, record),
  });
  return { wanted, stored, plan };
}

/** Does something change? Then it is worth a look at the zone, if there are settings to look with. */
export function isAdditiveLookDue(args: Properties, context: CheckContext): boolean {
  const ahead = aheadOf(args, context);
  return ahead !== undefined && isLookDue(ahead, context);
}

const isLookDue = ({ plan }: Ahead, context: CheckContext) => doesSomething(plan) && context.canAsk();

/** What can be said of an additive zone without a call. */
export function checkAdditive(args: Properties, context: CheckContext): CheckFailure[] {
  const ahead = aheadOf(args, context);
  if (ahead === undefined) return [];
  if (isLookDue(ahead, context)) return refusalsOf(ahead.plan, args);
  return told(ahead.plan, ahead.domain, args, context, false);
}

/**
 * What changes in an additive zone, beside what is live: what is there already is taken over, what stands in the way is
 * said before anything is written. Where the zone cannot be read, that is left to the update.
 */
export async function checkAdditiveLive(args: Properties, context: CheckContext, run: Run): Promise<LiveCheck> {
  const ahead = aheadOf(args, context);
  if (ahead === undefined || run.isFormer(args["domain"])) return { failures: [] };
  const { domain, wanted, stored, plan } = ahead;
  const items = await shownOrNot(domain, run);
  if (items === undefined) return { failures: told(plan, domain, args, context, false) };
  const looker = { domain, owner: undefined, run };
  const view = viewOf({ args, wanted, stored, items, found: findAll(stored, items, looker), looker });
  const isOthers = (row: LiveRecord) => tools.holding.isOthers(row, undefined, domain, run);
  return { failures: told(additivePlan({ ...view, isOthers }), domain, args, context, true) };
}

/** The list, if it is whole and can be read now. */
async function shownOrNot(domain: string, run: Run): Promise<Items<ZoneRow> | undefined> {
  try {
    const items = await tools.writes.call(run, domain, () => run.records(domain).read());
    return items.complete ? items : undefined;
  } catch (error) {
    if (!(error instanceof RegistrarError)) throw error;
    return undefined;
  }
}

/**
 * Another domain is another zone: what the old one lists is deleted there. That asks the same guards as emptying it.
 */
export function checkLeaving(args: Properties, context: CheckContext): CheckFailure[] {
  const { previous } = context;
  if (previous === undefined || typeof previous["domain"] !== "string" || !context.known("domain")) return [];
  if (sameDomain(previous["domain"], args["domain"])) return [];
  const old = domainOf(previous);
  const stored = storedIn(previous, old);
  const steps = stored.flatMap((record): Plan["steps"] =>
    isApexNs(record.row) ? [] : [{ kind: "delete", row: record.row, stored: record, isOwned: true }],
  );
  const plan = { steps, base: stored.length, blocked: [], stays: [] };
  return told(plan, old, args, context, true).map(({ reason }) => ({
    reason: `another \`domain\` empties the zone of ${old}: ${reason}`,
  }));
}

const refusalsOf = (plan: Plan, args: Properties): CheckFailure[] => refusals(plan, args).map((reason) => ({ reason }));

/** Tells what changes, and fails where that needs consent. @param isRead was the zone looked at? */
function told(plan: Plan, domain: string, args: Properties, context: CheckContext, isRead: boolean): CheckFailure[] {
  const failures = refusalsOf(plan, args);
  if (failures.length > 0) return failures;
  const telling = tellingOf(plan, domain, isRead);
  if (telling !== undefined) context.say(telling);
  return [];
}

/** An authoritative zone is read and compared in every run, since what is to go is known to nobody but the registrar. */
export async function checkAuthoritative(args: Properties, context: CheckContext, run: Run): Promise<LiveCheck> {
  const nothing = { failures: [] };
  if (!context.known("domain") || !context.known("ignore") || run.isFormer(args["domain"])) return nothing;
  const domain = domainOf(args);
  const entries = entriesOf(args["records"], domain);
  // Until it is known what they are called, any record could be one of them.
  if (entries === undefined || entries.some(isNameless(context))) return nothing;
  const open = new Set(entries.filter((entry) => context.holdsUnknown(entry.value)).map(({ key }) => key));
  const wanted = declaredIn(args["records"], domain).filter(({ key }) => !open.has(key));
  const stored = previousOf(context, domain);
  const looker = { domain, owner: undefined, run };
  const ignores = ignoresOf(args["ignore"], domain);
  const planFor = (items: Items<ZoneRow>, goal: readonly Declared[] = wanted) => {
    if (items.cut) throw new IncompleteListError(`what is in the zone of ${domain}`, doubtOf(items, domain));
    const found = findAll(stored, items, looker);
    for (const record of stored) if (!found.has(record)) tools.writes.refuseIncomplete(items, domain, record.row);
    const view = viewOf({
      args: { ...args, dropped: context.previous?.["dropped"] },
      wanted: goal,
      stored,
      items,
      found,
      looker,
    });
    return authoritativePlan({
      ...view,
      ignores: (name, type) => ignores(name, type) || open.has(`${name} ${type}`),
    });
  };
  const plan = await settled(planFor, stored, { domain, previous: context.previous, run }).catch((error: unknown) => {
    // In a preview the domain may still have to be registered by the same program.
    const isOutOfReach = error instanceof DomainNotHeldError || error instanceof DomainForbiddenError;
    if (isOutOfReach && context.previous === undefined) return undefined;
    throw error;
  });
  if (plan === undefined) return nothing;
  nameSteps(run, domain, plan);
  const failures = told(plan, domain, args, context, true);
  const dropped = droppedIn(plan, context.previous?.["dropped"]);
  const last = context.previous?.["plan"];
  const found = doesSomething(plan) ? `${new Date(run.now()).toISOString()} ${summaryOf(plan)}` : last;
  return {
    failures,
    inputs: { ...(found !== undefined && { plan: found }), ...(dropped.length > 0 && { dropped }) },
  };
}

/** Records that were listed and go now: if this run fails half-way, the arguments list them no more. */
function droppedIn({ steps }: Plan, before: unknown): string[] {
  const known = new Set<unknown>(Array.isArray(before) ? before : []);
  return steps.flatMap((step) => {
    if (step.kind !== "delete") return [];
    const mark = markOf(step.row);
    const wasListed = step.stored !== undefined || known.has(mark) || known.has(formerMark(step.row));
    return wasListed && mark !== undefined ? [mark] : [];
  });
}

const doubtOf = ({ incomplete, cut }: Items<ZoneRow>, domain: string) =>
  ({ operation: "records.list", domain, why: incomplete, cut }) as const;

/** Has a record a name or type that is not known yet? */
const isNameless =
  ({ holdsUnknown }: CheckContext) =>
  (entry: Entry) => {
    const { name, type, service, protocol } = fieldsOf(entry);
    return [name, type, service, protocol].some(holdsUnknown);
  };

/** Longest time that one write takes on the average, in milliseconds: how long the last run may have been writing. */
const slowWriteMs = 250;

/**
 * The plan. Where the list contradicts what the last run made of the zone, that may be its lag: then it is read again
 * for as long as it may lag behind those writes.
 */
async function settled(
  planFor: (items: Items<ZoneRow>, goal?: readonly Declared[]) => Plan,
  stored: readonly Stored[],
  { domain, previous, run }: { domain: string; previous: Properties | undefined; run: Run },
): Promise<Plan> {
  const list = run.records(domain);
  const items = await tools.writes.call(run, domain, () => list.read());
  const until = lagsUntil(previous?.["plan"], run);
  const isSettled = (shown: Items<ZoneRow>) => !doesSomething(planFor(shown, stored));
  if (until === undefined || isSettled(items)) return planFor(items);
  const { last } = await tools.writes.call(run, domain, () =>
    run.lookFor(list, (shown) => (isSettled(shown) ? shown : undefined), until),
  );
  return planFor(last);
}

/** Until when a list may lag behind the writes of the last run, of which the arguments tell when it was planned. */
function lagsUntil(plan: unknown, run: Run): number | undefined {
  if (typeof plan !== "string") return undefined;
  const { withinMs } = run.api.lookups;
  const [at = "", ...summary] = plan.split(" ");
  const writes = (summary.join(" ").match(/\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0);
  const now = run.now();
  const until = Math.min(Date.parse(at) + withinMs + writes * slowWriteMs, now + withinMs);
  return until > now ? until : undefined;
}
