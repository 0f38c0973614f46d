/** What an `up` would do, said and guarded before anything is written, in previews too. */
import { isDeepStrictEqual } from "node:util";
import { DomainForbiddenError, DomainNotHeldError, RegistrarError } from "../../api/index.ts";
import type { ZoneRow } from "../../dns/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, LiveCheck } from "../definition.ts";
import { recordKind } from "../dnsRecord.ts";
import { IncompleteListError } from "../errors.ts";
import { DomainItems } from "../items/items.ts";
import { Items } from "../items/list.ts";
import { recordKeys } from "../recordKeys.ts";
import { remembering } from "../remembering.ts";
import type { Run } from "../run.ts";
import { type Declared, declaredIn } from "./declared.ts";
import { formatLeft, formatPlan, formatSummary } from "./format.ts";
import { refusals, unlistedSteps } from "./guards.ts";
import { ignoresOf } from "./ignore.ts";
import { additivePlan, authoritativePlan, isApexNs, listedAmong, type Plan, rowName, takeoversOf } from "./plan.ts";
import { type Entry, entriesOf, fieldsOf } from "./records.ts";
import { isAuthoritative, type Stored, storedIn, type ZoneArgs } from "./state.ts";
import { findStored, isAsDeclared, rowKey, viewOf } from "./view.ts";

type Context = CheckContext<ZoneArgs>;
/** What a look at a zone needs to know. */
type Looking = Pick<Context, "holdsUnknown" | "isImported" | "known" | "previous" | "say">;

const doesSomething = ({ steps, blocked }: Plan) => blocked.length > 0 || steps.some(({ kind }) => kind !== "keep");

/** What the previous run left of the same domain; arguments hold no ids. What an additive zone leaves of an import is said. */
function previousOf(args: Partial<ZoneArgs>, wanted: readonly Declared[], domain: string, context: Looking): Stored[] {
  const { previous } = context;
  const stored = previous !== undefined && sameDomain(previous.domain, domain) ? storedIn(previous, domain) : [];
  if (stored.length === 0 || !context.isImported()) return stored;
  const { own, others } = listedAmong(stored, wanted);
  if (others.length > 0 && !isAuthoritative(args)) context.say(formatLeft(others, domain));
  return own;
}

/** What the arguments of an additive zone say by themselves, beside those of the previous run. */
interface Ahead {
  domain: string;
  wanted: readonly Declared[];
  stored: Stored[];
  plan: Plan;
}

/** Are they, to the letter, what the previous run left? Most often so, and then a large zone need not be compared by meaning. */
function isAsBefore(args: Partial<ZoneArgs>, { previous }: Context): boolean {
  return previous !== undefined && previous.unlisted === undefined && isDeepStrictEqual(args, previous);
}

/** A check asks for it several times. */
const aheadOf = remembering((context: Context, args: Partial<ZoneArgs>): Ahead | undefined => {
  const { domain: name, records, ignore } = args;
  if (name === undefined || !context.known("records") || isAsBefore(args, context)) return undefined;
  const domain = domainOf({ domain: name });
  const wanted = declaredIn(records, domain);
  const stored = previousOf(args, wanted, domain, context);
  const plan = additivePlan({
    domain,
    wanted,
    stored,
    items: new Items<ZoneRow>({ rows: [], complete: true }, { id: ({ id }) => id, keys: recordKeys }),
    find: ({ row }) => row,
    isOthers: () => false,
    ignores: ignoresOf({ ignore }, domain),
    adopt: false,
    isGivenUp: () => false,
    satisfies: (row, want, record) => isAsDeclared(row, want, domain, record),
  });
  return { domain, wanted, stored, plan };
});

const isLookDue = ({ plan }: Ahead, context: Context) => doesSomething(plan) && context.canAsk();

/** Does something change? Then it is worth a look at the zone, if there are settings to look with. */
export function isAdditiveLookDue(args: Partial<ZoneArgs>, context: Context): boolean {
  const ahead = aheadOf(context, args);
  return ahead !== undefined && isLookDue(ahead, context);
}

/** Is a record new or changed? One that is only dropped may be let go. */
export function isToBeWritten(args: Partial<ZoneArgs>, context: Context): boolean {
  return aheadOf(context, args)?.plan.steps.some(({ kind }) => kind === "create" || kind === "update") ?? false;
}

/** What can be said of an additive zone without a call. */
export function checkAdditive(args: Partial<ZoneArgs>, context: Context): CheckFailure[] {
  const ahead = aheadOf(context, args);
  if (ahead === undefined) return [];
  return isLookDue(ahead, context)
    ? refusalsOf(ahead.plan, args)
    : announced(ahead.plan, ahead.domain, args, context, false);
}

/**
 * What changes in an additive zone, beside what is live: what is there already is taken over, what stands in the way is
 * said before anything is written. Where the zone cannot be read, that is left to the update.
 */
export async function checkAdditiveLive(
  args: Partial<ZoneArgs>,
  context: Context,
  run: Run,
): Promise<LiveCheck<ZoneArgs>> {
  const ahead = aheadOf(context, args);
  if (ahead === undefined || run.isFormer(args.domain)) return { failures: [] };
  const { domain, wanted, stored, plan } = ahead;
  const of = new DomainItems(recordKind, domain, run);
  const items = await of.read().catch((error: unknown) => {
    if (!(error instanceof RegistrarError)) throw error;
    return undefined;
  });
  if (items?.complete !== true) return { failures: announced(plan, domain, args, context, false) };
  const view = viewOf(of, { args, wanted, stored, items, found: findStored(of, items, stored) });
  return { failures: announced(additivePlan(view), domain, args, context, true) };
}

/**
 * Another domain is another zone: what the old one lists is deleted there. That asks the same guards as emptying it.
 */
export function checkLeaving(args: Partial<ZoneArgs>, context: Context): CheckFailure[] {
  const { previous } = context;
  if (previous?.domain === undefined || !context.known("domain") || sameDomain(previous.domain, args.domain)) return [];
  const old = domainOf(previous);
  const stored = storedIn(previous, old);
  const steps = stored.flatMap((record): Plan["steps"] =>
    isApexNs(record.row) ? [] : [{ kind: "delete", row: record.row, stored: record, isOwned: true }],
  );
  const plan = { steps, base: stored.length, blocked: [], stays: [] };
  return announced(plan, old, args, context, true).map(({ reason }) => ({
    reason: `another \`domain\` empties the zone of ${old}: ${reason}`,
  }));
}

const refusalsOf = (plan: Plan, args: Partial<ZoneArgs>): CheckFailure[] =>
  refusals(plan, args).map((reason) => ({ reason }));

/** Says what changes, and fails where that needs consent. @param isRead was the zone looked at? */
function announced(
  plan: Plan,
  domain: string,
  args: Partial<ZoneArgs>,
  context: Looking,
  isRead: boolean,
): CheckFailure[] {
  const failures = refusalsOf(plan, args);
  if (failures.length > 0) return failures;
  // What a set does with its own records the engine shows by itself.
  const isTold = args.only === undefined || unlistedSteps(plan).length > 0 || takeoversOf(plan).length > 0;
  const text = isTold ? formatPlan(plan, domain, isRead) : undefined;
  if (text !== undefined) context.say(text);
  return [];
}

/** Notes what a set that is to be replaced lists: its rows are in nobody's way. */
export function noteGivenUp(args: ZoneArgs, run: Run): void {
  const domain = domainOf(args);
  for (const { row } of declaredIn(args.records, domain)) run.givenUp.add(rowKey(domain, row));
}

/** An authoritative zone is read and compared in every run, since what is to go is known to nobody but the registrar. */
export async function checkAuthoritative(
  args: Partial<ZoneArgs>,
  context: Looking,
  run: Run,
): Promise<LiveCheck<ZoneArgs>> {
  const nothing = { failures: [] };
  const { previous } = context;
  if (args.domain === undefined || !context.known("ignore") || run.isFormer(args.domain)) return nothing;
  const domain = domainOf(args);
  const entries = entriesOf(args.records, domain);
  // Until it is known what they are called, any record could be one of them.
  if (entries === undefined || entries.some(isNameless(context))) return nothing;
  const plan = await observedPlan(args, entries, context, new DomainItems(recordKind, domain, run)).catch(
    (error: unknown) => {
      // In a preview the domain may still have to be registered by the same program.
      const isOutOfReach = error instanceof DomainNotHeldError || error instanceof DomainForbiddenError;
      if (isOutOfReach && previous === undefined) return undefined;
      throw error;
    },
  );
  if (plan === undefined) return nothing;
  // An update touches nothing else that it does not own.
  const approved = run.approvedRows.get(domain) ?? new Set();
  run.approvedRows.set(domain, approved);
  for (const step of plan.steps) if (step.kind === "update" || step.kind === "delete") approved.add(rowName(step.row));
  const failures = announced(plan, domain, args, context, true);
  const found = doesSomething(plan) ? numbered(plan, previous?.plan) : { plan: previous?.plan };
  return { failures, inputs: found };
}

/** The plan in words. Its number tells it from the last one, and is the same in a preview and in the update that carries it out. */
function numbered(plan: Plan, last = "0"): Pick<ZoneArgs, "isPlanNew" | "plan"> {
  return { plan: `${Number.parseInt(last, 10) + 1}: ${formatSummary(plan)}`, isPlanNew: true };
}

/** Has a record a name or type that is not known yet? */
const isNameless =
  ({ holdsUnknown }: Looking) =>
  (entry: Entry) => {
    const { name, type, service, protocol } = fieldsOf(entry);
    return [name, type, service, protocol].some(holdsUnknown);
  };

/**
 * The plan. Where the list contradicts what the last run made of the zone, and that run wrote, that may be its lag: then it is read again
 * for as long as it may lag. When those writes were nobody tells a check.
 */
async function observedPlan(
  args: Partial<ZoneArgs>,
  entries: readonly Entry[],
  context: Looking,
  of: DomainItems<ZoneRow>,
): Promise<Plan> {
  const { domain } = of;
  const open = new Set(entries.filter((entry) => context.holdsUnknown(entry.value)).map(({ key }) => key));
  const wanted = declaredIn(args.records, domain).filter(({ key }) => !open.has(key));
  const stored = previousOf(args, wanted, domain, context);
  const ignores = ignoresOf(args, domain);
  const planFor = (items: Items<ZoneRow>, goal: readonly Declared[]) => {
    if (items.cut) {
      const { incomplete: why, cut } = items;
      throw new IncompleteListError(`what is in the zone of ${domain}`, {
        operation: "records.list",
        domain,
        why,
        cut,
      });
    }
    const found = findStored(of, items, stored);
    for (const record of stored) if (!found.has(record)) of.refuseIncomplete(items, record.row);
    return authoritativePlan({
      ...viewOf(of, { args, wanted: goal, stored, items, found }),
      // Which record is whose is known when the update comes.
      isOthers: () => false,
      ignores: (name, type) => ignores(name, type) || open.has(`${name} ${type}`),
    });
  };
  // A set is only looked at where its arguments changed, which says nothing of the last run.
  const mayLag = context.previous?.isPlanNew ?? (args.only !== undefined && stored.length > 0 && !context.isImported());
  const writtenAt = mayLag ? new Date(of.run.now()).toISOString() : undefined;
  const items = await of.observe(
    { writtenAt },
    (shown) => !doesSomething(planFor(shown, stored)),
    (shown) => shown.open && findStored(of, shown, stored).size < stored.length,
  );
  return planFor(items, wanted);
}
