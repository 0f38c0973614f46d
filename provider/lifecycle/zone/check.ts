/** What is wrong with a zone's arguments by themselves; and what an `up` would do, said and guarded before anything is written. */
import { isDeepStrictEqual } from "node:util";
import { DomainNotHeldError, IncompleteListError, RegistrarError, withCode } from "../../api/index.ts";
import {
  checkRecord,
  checkZone,
  ifValid,
  isRecordTypeName,
  normaliseDomain,
  type RecordTypeName,
  recordSchemas,
  type ZoneRow,
} from "../../dns/index.ts";
import { recordKind } from "../../resources/dnsRecord.ts";
import { domainOf, failuresOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, LiveCheck } from "../definition.ts";
import { memoize } from "../memoize.ts";
import { isOrdered } from "../preconditions.ts";
import { DomainItems } from "../rows/items.ts";
import { Items } from "../rows/list.ts";
import { recordKeys } from "../rows/recordKeys.ts";
import type { Run } from "../run.ts";
import { findStored, rowKey, viewOf } from "./apply.ts";
import {
  emptying,
  formatLeft,
  formatPlan,
  formatSummary,
  listedAmong,
  type Plan,
  planOf,
  refusals,
  rowName,
  takeoversOf,
  unlistedSteps,
} from "./plan.ts";
import {
  type Entry,
  entriesOf,
  fieldsOf,
  ignoresOf,
  listsAll,
  patternProblem,
  recordOf,
  recordsIn,
  type ZoneRecord,
} from "./records.ts";
import { isAuthoritative, storedIn, type ZoneArgs } from "./state.ts";

type Context = CheckContext<ZoneArgs>;

/** Failures that are reported one by one. */
const maxFailures = 20;

export function checkArguments(args: Partial<ZoneArgs>, context: Context): CheckFailure[] {
  const domain = nameOf(args);
  const entries = entriesOf(args.records, domain ?? "") ?? [];
  // The engine prints the value of a property that is named, and this one may hold thousands of records.
  const failures = [
    ...entries.flatMap((entry) => entryFailures(entry, domain, context)),
    ...(domain === undefined ? [] : zoneFailures(entries, args, domain, context)),
    ...ignoreFailures(entries, args, domain, context),
  ];
  if (failures.length <= maxFailures) return failures;
  return [
    ...failures.slice(0, maxFailures),
    { reason: `and ${failures.length - maxFailures} more failures in the records of this zone` },
  ];
}

/** The domain, once it is known and a name. */
const nameOf = ({ domain }: Partial<ZoneArgs>) =>
  domain === undefined ? undefined : ifValid(() => normaliseDomain(domain));

/** `records["www A"].ttl`; `records[3].ttl` for a record of a list that does not say what it is. */
const place = (key: string, property?: string) =>
  `records${/^\[\d+\]$/.test(key) ? key : `[${JSON.stringify(key)}]`}${property === undefined ? "" : `.${property}`}`;

function entryFailures(entry: Entry, domain: string | undefined, context: Context): CheckFailure[] {
  const fields = fieldsOf(entry);
  const type = fields["type"];
  if (context.holdsUnknown(type)) return [];
  const other = domain === undefined || context.holdsUnknown(fields["name"]) ? undefined : entry.contradiction;
  if (other !== undefined) {
    const reason = `${place(entry.key)}: the key is ${JSON.stringify(entry.key)}, but the record's own name and type are ${JSON.stringify(other)}: change the key to ${JSON.stringify(other)}, or remove name and type from the record`;
    return [{ reason }];
  }
  if (typeof type !== "string" || !isRecordTypeName(type)) {
    const problem = type === undefined ? "it has no type" : `there is no record type ${JSON.stringify(type)}`;
    const reason = `${place(entry.key)}: ${problem}. Give the type and name in the record or in its key, such as "www A". Types: ${Object.keys(recordSchemas).join(", ")}`;
    return [{ reason }];
  }
  const unknown = Object.keys(fields).filter((key) => context.holdsUnknown(fields[key]));
  const failures =
    domain !== undefined && recordOf(entry, domain) !== undefined ? [] : shapeFailures(entry, type, unknown);
  if (failures.length > 0) return failures;
  const shown = Object.fromEntries(Object.entries(fields).filter(([key]) => !unknown.includes(key)));
  return failuresOf(checkRecord(type, shown, domain, unknown), context).map(({ property, reason }) => ({
    reason: `${place(entry.key, property)}: ${reason}`,
  }));
}

/** Fields that the type does not have, and values that do not fit. */
function shapeFailures(entry: Entry, type: RecordTypeName, unknown: readonly string[]): CheckFailure[] {
  const fields = fieldsOf(entry);
  const issues = recordSchemas[type].safeParse(fields).error?.issues ?? [];
  return issues.flatMap((issue): CheckFailure[] => {
    if (issue.code === "unrecognized_keys") {
      const taken = Object.keys(recordSchemas[type].shape).join(", ");
      return issue.keys.map((key) => ({
        reason: `${place(entry.key, key)} is not a field of ${type} records, which take ${taken}`,
      }));
    }
    const key = String(issue.path[0]);
    if (unknown.includes(key)) return [];
    const problem = fields[key] === undefined ? ` is missing; ${type} records require it` : `: ${issue.message}`;
    return [{ reason: `${place(entry.key, key)}${problem}` }];
  });
}

/** What the records have wrong together. What is missing can be said where all that its domain is to have is listed. */
function zoneFailures(
  entries: readonly Entry[],
  args: Partial<ZoneArgs>,
  domain: string,
  context: Context,
): CheckFailure[] {
  const { known, holdsUnknown } = context;
  const rows = entries.flatMap((entry) =>
    known("records") || !holdsUnknown(entry) ? (recordOf(entry, domain)?.row ?? []) : [],
  );
  const complete = known("records") && known("ignore") && listsAll(args);
  return failuresOf(checkZone(rows, domain, { complete }), context).map(({ reason }) => ({ reason }));
}

function ignoreFailures(
  entries: readonly Entry[],
  args: Partial<ZoneArgs>,
  domain: string | undefined,
  context: Context,
): CheckFailure[] {
  if (!context.known("ignore") || args.ignore === undefined) return [];
  const wrong = args.ignore.flatMap((pattern): CheckFailure[] => {
    const problem = patternProblem(pattern);
    return problem === undefined ? [] : [{ property: "ignore", reason: `${JSON.stringify(pattern)}: ${problem}` }];
  });
  if (wrong.length > 0 || domain === undefined) return wrong;
  const ignores = ignoresOf(args, domain);
  return entries.flatMap((entry): CheckFailure[] => {
    const row = context.holdsUnknown(entry) ? undefined : recordOf(entry, domain)?.row;
    if (row === undefined || !ignores(row.name, row.data.type)) return [];
    return [{ reason: `${place(entry.key)} is listed, but \`ignore\` excludes it: remove it from one of the two` }];
  });
}

/** What a look at a zone needs to know. */
type Looking = Pick<Context, "declared" | "holdsUnknown" | "isImported" | "known" | "previous" | "log">;

const doesSomething = ({ steps, blocked }: Plan) => blocked.length > 0 || steps.some(({ kind }) => kind !== "keep");

/**
 * Records that the previous run left in the same domain, or in the same set; arguments hold no ids. Logs the records of an import that an
 * additive zone doesn't list.
 */
function previousOf(
  args: Partial<ZoneArgs>,
  wanted: readonly ZoneRecord[],
  domain: string,
  context: Looking,
): ZoneRecord[] {
  const { previous } = context;
  const isSame = previous !== undefined && sameDomain(previous.domain, domain) && previous.only === args.only;
  const stored = isSame ? storedIn(previous, domain) : [];
  if (stored.length === 0 || !context.isImported()) return stored;
  const { own, others } = listedAmong(stored, wanted);
  if (others.length > 0 && !isAuthoritative(args)) context.log(formatLeft(others, domain));
  return own;
}

/** What the arguments of an additive zone say by themselves, beside those of the previous run. */
interface Ahead {
  domain: string;
  wanted: readonly ZoneRecord[];
  stored: ZoneRecord[];
  plan: Plan;
}

/** Are they, to the letter, what the previous run left? Most often so, and then a large zone need not be compared by meaning. */
function isAsBefore(args: Partial<ZoneArgs>, { previous }: Context): boolean {
  return previous !== undefined && previous.unlisted === undefined && isDeepStrictEqual(args, previous);
}

/** A check asks for it several times. */
const aheadOf = memoize((context: Context, args: Partial<ZoneArgs>): Ahead | undefined => {
  const { domain: name, records, ignore } = args;
  if (name === undefined || !context.known("records") || isAsBefore(args, context)) return undefined;
  const domain = domainOf({ domain: name });
  const wanted = recordsIn(records, domain);
  const stored = previousOf(args, wanted, domain, context);
  const plan = planOf({
    domain,
    wanted,
    stored,
    items: new Items<ZoneRow>(
      { rows: stored.map(({ row }) => row), complete: true },
      { id: ({ id }) => id, keys: recordKeys },
    ),
    isWhole: false,
    found: new Map(stored.map((record) => [record, record.row])),
    hasIds: false,
    isOthers: () => false,
    ignores: ignoresOf({ ignore }, domain),
    adopt: "none",
    isGivenUp: () => false,
  });
  return { domain, wanted, stored, plan };
});

/** Does something change? Then it is worth a look at the zone, if there are settings to look with. */
export function isAdditiveLookDue(args: Partial<ZoneArgs>, context: Context): boolean {
  const plan = aheadOf(context, args)?.plan;
  return plan !== undefined && doesSomething(plan) && context.canAsk();
}

/** Is a record new or changed? One that is only dropped may be released. */
export function isToBeWritten(args: Partial<ZoneArgs>, context: Context): boolean {
  return aheadOf(context, args)?.plan.steps.some(({ kind }) => kind === "create" || kind === "update") ?? false;
}

/** What can be said of an additive zone without a call, where none can be made. */
export function checkAdditive(args: Partial<ZoneArgs>, context: Context): CheckFailure[] {
  const ahead = aheadOf(context, args);
  return ahead === undefined || context.canAsk() ? [] : announced(ahead.plan, ahead.domain, args, context, false);
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
  const live = planOf(viewOf(of, { args, wanted, stored, items, hasIds: false }));
  return { failures: announced(live, domain, args, context, true) };
}

/**
 * Another domain is another zone: what the old one lists is deleted there. That asks the same guards as emptying it.
 */
export function checkLeaving(args: Partial<ZoneArgs>, context: Context): CheckFailure[] {
  const { previous } = context;
  if (previous?.domain === undefined || !context.known("domain") || sameDomain(previous.domain, args.domain)) return [];
  const old = domainOf(previous);
  const plan = emptying(storedIn(previous, old), ({ row }) => row);
  return announced(plan, old, args, context, true).map(({ reason }) => ({
    reason: `another \`domain\` empties the zone of ${old}: ${reason}`,
  }));
}

/** Says what changes, and fails where that needs consent. @param isRead was the zone looked at? */
function announced(
  plan: Plan,
  domain: string,
  args: Partial<ZoneArgs>,
  context: Looking,
  isRead: boolean,
): CheckFailure[] {
  const failures = refusals(plan, args);
  if (failures.length > 0) return failures.map((reason) => ({ reason }));
  // What a set does with its own records the engine shows by itself.
  const isWorthLogging = args.only === undefined || unlistedSteps(plan).length > 0 || takeoversOf(plan).length > 0;
  const text = isWorthLogging ? formatPlan(plan, domain, isRead) : undefined;
  if (text !== undefined) context.log(text);
  return [];
}

/** Notes the rows of a set that is to be replaced: what is made in their place may take or delete them. */
export function noteGivenUp(args: ZoneArgs, run: Run): void {
  const domain = domainOf(args);
  for (const { row } of storedIn(args, domain)) run.givenUp.add(rowKey(domain, row));
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
  const isNameless = (entry: Entry) => {
    const { name, type, service, protocol } = fieldsOf(entry);
    return [name, type, service, protocol].some(context.holdsUnknown);
  };
  // Until it is known what they are called, any record could be one of them.
  if (entries === undefined || entries.some(isNameless)) return nothing;
  const plan = await observedPlan(args, entries, context, new DomainItems(recordKind, domain, run)).catch(
    (error: unknown) => {
      // The domain may still have to be registered by the same program.
      if (error instanceof DomainNotHeldError && previous === undefined) return error;
      throw error;
    },
  );
  if (plan instanceof DomainNotHeldError) {
    const failure = { property: "domain", reason: withCode(plan.message, plan.code) };
    return { failures: isOrdered(domain, context) ? [] : [failure] };
  }
  // An update touches nothing else that it does not own.
  const approved = run.approvedRows.get(domain) ?? new Set();
  run.approvedRows.set(domain, approved);
  for (const step of plan.steps) if (step.kind === "update" || step.kind === "delete") approved.add(rowName(step.row));
  const failures = announced(plan, domain, args, context, true);
  if (!doesSomething(plan)) return { failures, inputs: { plan: previous?.plan } };
  // Differs from the last one, and is the same in a preview and in the update that carries it out.
  const summary = formatSummary(plan);
  return { failures, inputs: { plan: summary === previous?.plan ? `again ${summary}` : summary, isPlanNew: true } };
}

/**
 * Reads the zone and plans. A list that contradicts the previous run, where that run wrote, may be stale: it is polled until the bound.
 * The bound counts from this run's first reading of the list, so that all sets of a domain share one wait.
 */
async function observedPlan(
  args: Partial<ZoneArgs>,
  entries: readonly Entry[],
  context: Looking,
  of: DomainItems<ZoneRow>,
): Promise<Plan> {
  const { domain } = of;
  const open = new Set(entries.filter((entry) => context.holdsUnknown(entry.value)).map(({ key }) => key));
  const wanted = recordsIn(args.records, domain).filter(({ key }) => !open.has(key));
  const stored = previousOf(args, wanted, domain, context);
  const ignores = ignoresOf(args, domain);
  const planFor = (items: Items<ZoneRow>, goal: readonly ZoneRecord[]) => {
    if (items.cut) throw new IncompleteListError(`what is in the zone of ${domain}`, "records.list", domain, items);
    const view = viewOf(of, { args, wanted: goal, stored, items, hasIds: false });
    for (const record of stored) if (!view.found.has(record)) of.refuseIncomplete(items, record.row);
    return planOf({
      ...view,
      // Which record is whose is known when the update comes.
      isOthers: () => false,
      ignores: (name, type) => ignores(name, type) || open.has(`${name} ${type}`),
    });
  };
  const isWritten = context.previous?.isPlanNew === true && stored.length > 0;
  const writtenAt = isWritten ? new Date(of.list.firstReadAt ?? of.run.now()).toISOString() : undefined;
  const items = await of.observe(
    { writtenAt },
    (shown) => !doesSomething(planFor(shown, stored)),
    (shown) => shown.open && findStored(of, shown, stored).size < stored.length,
  );
  return planFor(items, wanted);
}
