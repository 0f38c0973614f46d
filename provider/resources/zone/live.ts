/** What an `up` would do, told and guarded before anything is written, in previews too. */
import { Elements } from "../../api/elements.ts";
import { DomainForbiddenError, DomainNotHeldError } from "../../api/index.ts";
import type { ZoneRow } from "../../dns/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, LiveCheck, Properties } from "../definition.ts";
import { IncompleteListError } from "../errors.ts";
import { recordKeys, type Session } from "../session.ts";
import { domainIn } from "./check.ts";
import { refusals } from "./guards.ts";
import { ignoresOf } from "./ignore.ts";
import { nameSteps } from "./named.ts";
import { additivePlan, authoritativePlan, type Plan } from "./plan.ts";
import { type Declared, declaredIn, type Entry, entriesOf, fieldsOf } from "./records.ts";
import { formerMark, markOf, type Stored, storedIn } from "./state.ts";
import { linesOf, summaryOf } from "./tell.ts";
import { findAll, isAsDeclared, tools, viewOf } from "./view.ts";

const doesSomething = ({ steps, blocked }: Plan) => blocked.length > 0 || steps.some(({ kind }) => kind !== "keep");

/** What the previous run left of the same domain; arguments hold no ids. */
function previousOf({ previous }: CheckContext, domain: string): Stored[] {
  if (previous === undefined || !sameDomain(previous["domain"], domain)) return [];
  return storedIn(previous, domain);
}

/** In an additive zone the arguments of the previous run say what changes: no call. */
export function checkAdditive(args: Properties, context: CheckContext): CheckFailure[] {
  const domain = domainIn(args, context);
  if (domain === undefined || !context.known("records")) return [];
  const stored = previousOf(context, domain);
  const plan = additivePlan({
    domain,
    wanted: declaredIn(args["records"], domain),
    stored,
    elements: new Elements<ZoneRow>({ rows: [], complete: true }, { id: ({ id }) => id, keys: recordKeys }),
    find: ({ row }) => row,
    isOthers: () => false,
    ignores: ignoresOf(args["ignore"], domain),
    adopt: false,
    wasListed: () => false,
    satisfies: (row, want, record) => isAsDeclared(row, want, domain, record),
  });
  return told(plan, domain, args, context);
}

/** Tells what changes, and fails where that needs consent. */
function told(plan: Plan, domain: string, args: Properties, context: CheckContext): CheckFailure[] {
  const refused = refusals(plan, args);
  if (refused.length > 0) return refused.map((reason) => ({ reason }));
  const lines = linesOf(plan.steps);
  if (lines.length > 0) context.say([`${domain}: ${summaryOf(plan)}`, ...lines].join("\n"));
  return [];
}

/** An authoritative zone is read and compared in every run, since what is to go is known to nobody but the registrar. */
export async function checkAuthoritative(
  args: Properties,
  context: CheckContext,
  session: Session,
): Promise<LiveCheck> {
  const nothing = { failures: [] };
  if (!context.known("domain") || !context.known("ignore") || session.isFormer(args["domain"])) return nothing;
  const domain = domainOf(args);
  const entries = entriesOf(args["records"], domain);
  // Until it is known what they are called, any record could be one of them.
  if (entries === undefined || entries.some(isNameless(context))) return nothing;
  const open = new Set(entries.filter((entry) => context.holdsUnknown(entry.value)).map(({ key }) => key));
  const wanted = declaredIn(args["records"], domain).filter(({ key }) => !open.has(key));
  const stored = previousOf(context, domain);
  const looker = { domain, holder: undefined, session };
  const ignores = ignoresOf(args["ignore"], domain);
  const planFor = (elements: Elements<ZoneRow>, goal: readonly Declared[] = wanted) => {
    if (elements.cut) throw new IncompleteListError(`what is in the zone of ${domain}`, doubtOf(elements, domain));
    const found = findAll(stored, elements, looker);
    for (const record of stored) if (!found.has(record)) tools.writes.refuseIncomplete(elements, domain, record.row);
    const view = viewOf({
      args: { ...args, dropped: context.previous?.["dropped"] },
      wanted: goal,
      stored,
      elements,
      found,
      looker,
    });
    return authoritativePlan({
      ...view,
      ignores: (name, type) => ignores(name, type) || open.has(`${name} ${type}`),
    });
  };
  const plan = await settled(planFor, stored, { domain, previous: context.previous, session }).catch(
    (error: unknown) => {
      // In a preview the domain may still have to be registered by the same program.
      const isOutOfReach = error instanceof DomainNotHeldError || error instanceof DomainForbiddenError;
      if (isOutOfReach && context.previous === undefined) return undefined;
      throw error;
    },
  );
  if (plan === undefined) return nothing;
  nameSteps(session, domain, plan);
  const failures = told(plan, domain, args, context);
  const dropped = droppedIn(plan, context.previous?.["dropped"]);
  const last = context.previous?.["plan"];
  const found = doesSomething(plan) ? `${new Date(session.now()).toISOString()} ${summaryOf(plan)}` : last;
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

const doubtOf = ({ incomplete, cut }: Elements<ZoneRow>, domain: string) =>
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
  planFor: (elements: Elements<ZoneRow>, goal?: readonly Declared[]) => Plan,
  stored: readonly Stored[],
  { domain, previous, session }: { domain: string; previous: Properties | undefined; session: Session },
): Promise<Plan> {
  const list = session.records(domain);
  const elements = await tools.writes.call(session, domain, () => list.read());
  const until = lagsUntil(previous?.["plan"], session);
  const isSettled = (shown: Elements<ZoneRow>) => !doesSomething(planFor(shown, stored));
  if (until === undefined || isSettled(elements)) return planFor(elements);
  const { last } = await tools.writes.call(session, domain, () =>
    session.lookFor(list, (shown) => (isSettled(shown) ? shown : undefined), until),
  );
  return planFor(last);
}

/** Until when a list may lag behind the writes of the last run, of which the arguments tell when it was planned. */
function lagsUntil(plan: unknown, session: Session): number | undefined {
  if (typeof plan !== "string") return undefined;
  const { withinMs } = session.api.lookups;
  const [at = "", ...summary] = plan.split(" ");
  const writes = (summary.join(" ").match(/\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0);
  const now = session.now();
  const until = Math.min(Date.parse(at) + withinMs + writes * slowWriteMs, now + withinMs);
  return until > now ? until : undefined;
}
