/**
 * The calls of a zone: what is live is observed, and made what the arguments say by several writes at once, in an order that
 * leaves no name empty for longer than needed, and with what was done kept when one fails.
 */
import pMap from "p-map";
import { type EndpointName, maxAtOnce, RegistrarError } from "../../api/index.ts";
import {
  argsFromRecord,
  excludedBy,
  groupBy,
  identityKey,
  isOpaque,
  type LiveRecord,
  type ZoneRow,
} from "../../dns/index.ts";
import { recordKind } from "../../resources/dnsRecord.ts";
import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { type Made, PartialFailure } from "../definition.ts";
import { ConsentNeededError } from "../errors.ts";
import { releaseUnserved } from "../preconditions.ts";
import { DomainItems, ItemClaims } from "../rows/items.ts";
import { label } from "../rows/lifeCycle.ts";
import type { Items } from "../rows/list.ts";
import { overlay, satisfies } from "../rows/table.ts";
import type { Run } from "../run.ts";
import {
  type Create,
  type Delete,
  emptying,
  type Found,
  isApexNs,
  isAsDeclared,
  isWrite,
  listedAmong,
  type Plan,
  pairUnchanged,
  planOf,
  refusals,
  rowName,
  rowOf,
  rowsIn,
  type Step,
  shownOf,
  takeoversOf,
  type Update,
  type View,
  type Write,
} from "./plan.ts";
import { type Entry, entryOf, ignoresOf, recordsIn, type ZoneRecord } from "./records.ts";
import { isAuthoritative, shownIn, stateOf, storedIn, type ZoneArgs, type ZoneState } from "./state.ts";

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
  const { same, changed, dropped } = pairUnchanged(recordsIn(args.records, domain), storedIn(state, domain));
  if (isAuthoritative(args) || changed.length > 0 || dropped.length > 0) return reconcile(id, state, args, run);
  // Only what is remembered changes (an option, a spelling): nothing to ask.
  const kept = same.map(({ want, stored: { recordId, acceptedTtl } }) => ({ ...want, recordId, acceptedTtl }));
  return stateOf(args, kept, { writtenAt: state.writtenAt, plan: args.plan });
}

/** What the program does not list of an import was never its own. */
function listedOf(state: ZoneState, args: ZoneArgs): ZoneState {
  const domain = domainOf(args);
  const { own } = listedAmong(storedIn(state, domain), recordsIn(args.records, domain));
  return stateOf(state, own, state);
}

/** The records of a state that this resource listed, and those that a refresh found and that the program lists now. */
function ownedIn(state: ZoneState, wanted: readonly ZoneRecord[], domain: string): ZoneRecord[] {
  const own = storedIn(state, domain);
  const found = shownIn(state, domain).filter(({ isUnlisted }) => isUnlisted);
  return [...own, ...listedAmong(found, listedAmong(wanted, own).others).own];
}

export async function readZone(id: string, state: ZoneState, run: Run): Promise<ZoneState | undefined> {
  const domain = domainOf(state);
  if (run.isFormer(domain)) return undefined;
  const of = new DomainItems(recordKind, domain, run, id);
  const stored = storedIn(state, domain);
  const unlistedIn = (items: Items<ZoneRow>, found: Found) =>
    isAuthoritative(state) ? unlistedRows(of, items, found, state) : [];
  const isQuiet = (items: Items<ZoneRow>, found: Found) => unlistedIn(items, found).length === 0;
  const items = await observe(of, stored, stored, state.writtenAt, isQuiet);
  const found = findStored(of, items, stored);
  const taken = new Set(found.values());
  const kept = stored.flatMap((record): Entry[] => {
    // An authoritative zone shows an edited record as one that is missing and one that is not listed.
    const row = found.get(record) ?? (isAuthoritative(state) ? undefined : editedOf(of, items, found, record, taken));
    if (row === undefined) {
      of.refuseIncomplete(items, record.row);
      return [];
    }
    of.claims.claimListed(row, record.row);
    const { domain: _, ...shown } = shownOf(row, record, domain, record.acceptedTtl);
    const { recordId, acceptedTtl } = record;
    return [{ ...entryOf(shown, domain), recordId: row.id ?? recordId, acceptedTtl }];
  });
  const extra = unlistedIn(items, found).map(
    (row): Entry => ({ ...entryOf(argsFromRecord(row), domain), recordId: row.id, isUnlisted: true }),
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
  const items = await observe(of, stored, stored, state.writtenAt);
  const found = findStored(of, items, stored);
  refuseEditedAmong(of, stored, items, found);
  const plan = emptying(stored, (record) => found.get(record) ?? unseen(of, record, items));
  const { failed } = await applyPlan(plan, of);
  const [first] = failed;
  if (first !== undefined) throw first.error;
}

/** Claims what it keeps: what it is about to give up may be taken over by another resource of this run. */
export function claimZone(id: string, state: ZoneState, claims: Claims, args: Partial<ZoneArgs> = state): void {
  if (state.domain === "") return;
  const domain = domainOf(state);
  const own = new ItemClaims(recordKind, domain, claims, id);
  claims.later(() => {
    const { same } = pairUnchanged(recordsIn(args.records, domain), storedIn(state, domain));
    for (const { stored } of same) {
      own.claim({ ...stored.row, ...(stored.recordId !== undefined && { id: stored.recordId }) });
    }
  });
}

/** Makes the live zone what the arguments say: observe, plan, ask for consent, write. */
async function reconcile(id: string, state: ZoneState | undefined, args: ZoneArgs, run: Run): Promise<ZoneState> {
  const domain = domainOf(args);
  const of = new DomainItems(recordKind, domain, run, id);
  const wanted = recordsIn(args.records, domain);
  const stored = state === undefined ? [] : ownedIn(state, wanted, domain);
  const { dropped } = pairUnchanged(wanted, stored);
  // An additive zone looks only at what changed.
  const awaited = isAuthoritative(args) ? [] : dropped;
  const planFor = (items: Items<ZoneRow>): Plan => {
    const view = viewOf(of, { args, wanted, stored, items, hasIds: true });
    const whole = planOf(view);
    const plan = isAuthoritative(args) ? onlyApproved(whole, of) : whole;
    refuseUnseen(of, plan, view, isAuthoritative(args) ? stored : dropped);
    refuseEditedAmong(of, awaited, items, view.found);
    return plan;
  };
  let plan = planFor(await observe(of, awaited, stored, state?.writtenAt));
  if (takeoversOf(plan).length > 0 && run.api.lookups.withinMs > 0) {
    // What was deleted a moment ago may still be listed: a write to it would find out, and without one only time does.
    plan = planFor(await of.settled());
  }
  const refused = refusals(plan, args);
  if (refused.length > 0) throw new ConsentNeededError(domain, refused);
  const applied = await applyPlan(plan, of);
  const [first] = applied.failed;
  // Nobody is served what the program no longer lists: it is released.
  if (first !== undefined && plan.steps.every(({ kind }) => kind === "keep" || kind === "delete")) {
    await releaseUnserved(first.error, domain, run);
    return reachedState({ done: applied.done, failed: [], left: [] }, args, state, run);
  }
  if (first !== undefined && !applied.done.some(({ isWritten }) => isWritten)) throw first.error;
  const reached = reachedState(applied, args, state, run);
  if (first === undefined) return reached;
  throw new PartialFailure(id, { ...reached, unfinished: true }, problemOf(applied));
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

/**
 * The list, polled while it may lag behind the last write of these records.
 * @param awaited what has to show as it was written
 * @param isQuiet does the rest of the list show nothing that the last write may have taken away?
 */
async function observe(
  of: ZoneItems,
  awaited: readonly ZoneRecord[],
  stored: readonly ZoneRecord[],
  writtenAt: string | undefined,
  isQuiet: (items: Items<ZoneRow>, found: Found) => boolean = () => true,
): Promise<Items<ZoneRow>> {
  const isAllShown = (shown: Items<ZoneRow>) => {
    const found = findStored(of, shown, stored);
    const isShown = (record: ZoneRecord) => {
      const row = found.get(record);
      return row !== undefined && isAsDeclared(row, record, of.domain, record);
    };
    return isQuiet(shown, found) && awaited.every(isShown);
  };
  const isMissing = (shown: Items<ZoneRow>) => shown.open && findStored(of, shown, stored).size < stored.length;
  return of.observe({ writtenAt }, isAllShown, isMissing);
}

/** The state after writes: what was done, and of what was not done the old values. */
function reachedState({ done, failed, left }: Applied, args: ZoneArgs, state: ZoneState | undefined, run: Run) {
  const undone = [...failed.map(({ step }) => step), ...left];
  const old = undone.flatMap((step) => (step.kind === "create" || step.stored === undefined ? [] : [step.stored]));
  const kept = done.flatMap(({ step, row, isWritten }): Entry[] => {
    if (step.kind === "delete") return [];
    const { want } = step;
    const stored = step.kind === "create" ? undefined : step.stored;
    const raised = isWritten && want.row.ttl !== undefined && row?.ttl !== want.row.ttl ? row?.ttl : undefined;
    const before = !isWritten && stored?.args.ttl === want.args.ttl ? stored?.acceptedTtl : undefined;
    return [{ ...want, recordId: row?.id ?? stored?.recordId, acceptedTtl: raised ?? before }];
  });
  const isWritten = done.some((each) => each.isWritten);
  const { plan } = failed.length === 0 ? args : { plan: state?.plan };
  const writtenAt = isWritten ? new Date(run.now()).toISOString() : state?.writtenAt;
  return stateOf(args, [...kept, ...old], { writtenAt, plan });
}

/** Failures after which nothing more is begun: the reason is hardly one record. */
const maxFailures = 5;
/** How often progress is logged. */
const progressEvery = 100;

/** A step that was carried out, and the record as it is now. */
interface Done {
  step: Step;
  row: LiveRecord | undefined;
  isWritten: boolean;
}

interface Applied {
  done: Done[];
  failed: { step: Step; error: unknown }[];
  /** Steps not begun, after too many failures. */
  left: Step[];
}

async function applyPlan({ steps }: Plan, of: ZoneItems): Promise<Applied> {
  const { domain, run } = of;
  const [done, failed]: [Applied["done"], Applied["failed"]] = [[], []];
  for (const step of steps) {
    if (step.kind !== "keep") continue;
    if (step.row !== undefined) of.claims.claim(step.row);
    done.push({ step, row: step.row, isWritten: false });
  }
  const { first, last } = inOrder(steps);
  const total = [...first, ...last].flat().length;
  let written = 0;
  const carryOutAll = async (chain: readonly Write[]) => {
    for (const step of chain) {
      if (failed.length >= maxFailures) return;
      try {
        done.push(await carryOut(step, of));
        written += 1;
        if (written % progressEvery === 0 && total > progressEvery)
          run.progress(`${written} of ${total} records written: ${domain}`);
      } catch (error) {
        failed.push({ step, error });
        return;
      }
    }
  };
  // The client lets as many of them through as `writesPerDomain` says.
  await pMap(first, carryOutAll, { concurrency: maxAtOnce });
  // What replaces them may not be there: nothing is taken away before that.
  if (failed.length === 0) await pMap(last, carryOutAll, { concurrency: maxAtOnce });
  const stays = done.filter(({ step, isWritten }) => step.kind === "delete" && !isWritten).length;
  if (stays > 0)
    run.log(
      `${stays} ${stays === 1 ? "record" : "records"} of ${domain} ${stays === 1 ? "is" : "are"} kept, because other resources of this program declare ${stays === 1 ? "it" : "them"}.`,
    );
  const begun = new Set([...done, ...failed].map(({ step }) => step));
  return { done, failed, left: steps.filter((step) => !begun.has(step)) };
}

/**
 * Chains of steps: what shares a chain runs one after another. Where what allows no other beside it comes or goes, its name is a chain: what is
 * in the way goes first, and what replaces it comes at once. Other deletions are last.
 */
function inOrder(steps: readonly Step[]): { first: Write[][]; last: Write[][] } {
  const doing = steps.filter(isWrite);
  const nameOf = (step: Write) => rowOf(step).name;
  const namesWhere = (is: (step: Write) => boolean) => new Set(doing.filter(is).map(nameOf));
  const marks = [
    namesWhere(({ kind }) => kind === "create"),
    namesWhere(({ kind }) => kind === "delete"),
    namesWhere((step) => excludedBy[rowOf(step).data.type].includes(rowOf(step).data.type)),
  ];
  const isTight = (step: Write) => marks.every((names) => names.has(nameOf(step)));
  const deletes = doing.filter(({ kind }) => kind === "delete");
  const writes = doing.filter(({ kind }) => kind !== "delete");
  const chains = groupBy([...deletes, ...writes].filter(isTight), nameOf);
  const alone = (all: readonly Write[]) => all.filter((step) => !isTight(step)).map((step) => [step]);
  return { first: [...chains.values(), ...alone(writes)], last: alone(deletes) };
}

async function carryOut(step: Write, of: ZoneItems): Promise<Done> {
  switch (step.kind) {
    case "create":
      return { step, row: await of.runExclusive([step.want.row], () => create(step, of)), isWritten: true };
    case "update":
      return { step, row: await update(step, of), isWritten: true };
    case "delete":
      return { step, row: undefined, isWritten: await of.runExclusive([step.row], () => remove(step, of)) };
  }
}

async function create({ want }: Create, of: ZoneItems): Promise<LiveRecord> {
  // A record that the registrar refuses because it is there, though a list did not show it yet, is the one that is wanted.
  const isWanted = (row: ZoneRow) => satisfies(of.kind, row, want.row) && of.claims.isNew(row, want.row);
  const row = await of
    .make(want.row)
    .catch((error: unknown) => of.findRefused(error, (shown) => of.meant(shown, want.row).find(isWanted)));
  of.claims.claim(row);
  return understood(row, want.row);
}

async function update({ want, row: live, keys, stored }: Update, of: ZoneItems): Promise<LiveRecord> {
  const desired = overlay(recordKind, live, { domain: of.domain, ...want.args }, keys);
  const row = await of.change(live, desired, stored?.recordId);
  of.claims.claim(row);
  return understood(row, want.row);
}

/** @returns whether it was deleted; not, if another resource of the program took it over meanwhile */
async function remove({ row, stored }: Delete, of: ZoneItems): Promise<boolean> {
  of.claims.release(row);
  if (of.claims.isOthers(row)) return false;
  await of.remove(row, of.idOf(row, stored?.recordId), stored?.row);
  return true;
}

const understood = (row: ZoneRow, otherwise: LiveRecord): LiveRecord => (isOpaque(row) ? otherwise : row);

/** What went wrong, once a kind of error, and what that leaves. */
function problemOf({ done, failed, left }: Applied): string {
  const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  const kinds = groupBy(
    failed.map(({ error }) => error),
    (error) => (error instanceof RegistrarError ? `${error.code} ${error.status}` : textOf(error)),
  );
  const texts = [...kinds.values()].map(([first, ...more]) =>
    more.length === 0 ? textOf(first) : `${textOf(first)} (and ${more.length} more errors of this kind)`,
  );
  const rest = [
    `${done.filter(({ isWritten }) => isWritten).length} records were written and are kept`,
    ...(left.length > 0 ? [`${left.length} were not tried`] : []),
    "run `pulumi up` again to do the rest",
  ];
  return [...texts, `${rest.join("; ")}.`].join("\n");
}

/** The records of a domain, as one zone or nobody yet sees them. */
type ZoneItems = DomainItems<ZoneRow>;

/** The live records that were stored: by id, else the one of the same meaning that nobody else is. */
export function findStored(of: ZoneItems, items: Items<ZoneRow>, stored: readonly ZoneRecord[]): Found {
  const found = new Map<ZoneRecord, LiveRecord>();
  for (const [record, row] of of.findAll(items, stored)) if (!isOpaque(row)) found.set(record, row);
  return found;
}

/** The row with the id of a stored record that is missing, and that nothing else of it is left of: its drift. */
function editedOf(
  of: ZoneItems,
  items: Items<ZoneRow>,
  found: Found,
  record: ZoneRecord,
  taken: ReadonlySet<LiveRecord> = new Set(found.values()),
): LiveRecord | undefined {
  const row = found.has(record) ? undefined : of.findEdited(items, record);
  return row === undefined || isOpaque(row) || taken.has(row) ? undefined : row;
}

/** A row by its domain and what it means. */
export const rowKey = (domain: string, { name, data }: LiveRecord) => `${domain} ${identityKey(name, data)}`;

type ViewParts = Pick<View, "wanted" | "stored" | "items" | "hasIds"> & { args: Partial<ZoneArgs> };

export function viewOf(of: ZoneItems, { args, ...parts }: ViewParts): View {
  const { domain, run } = of;
  return {
    ...{ domain, ...parts, isWhole: isAuthoritative(args), only: args.only, ignores: ignoresOf(args, domain) },
    found: findStored(of, parts.items, parts.stored),
    isOthers: (row) => of.claims.isOthers(row),
    adopt: args.adopt ?? run.configuration.adopt,
    isGivenUp: (row) => run.givenUp.has(rowKey(domain, row)),
  };
}

/** Live records of an authoritative zone that it neither lists nor leaves alone. */
function unlistedRows(
  of: ZoneItems,
  items: Items<ZoneRow>,
  found: Found,
  scope: Pick<ZoneState, "ignore" | "only">,
): LiveRecord[] {
  const ignores = ignoresOf(scope, of.domain);
  const own = new Set<ZoneRow>(found.values());
  return rowsIn(items, scope.only).filter(
    (row) => !own.has(row) && !isApexNs(row) && !ignores(row.name, row.data.type) && !of.claims.isOthers(row),
  );
}

/** What was stored, or is new, may be there all the same where a list that is not whole does not show it: it is not made again. */
function refuseUnseen(of: ZoneItems, { steps }: Plan, { items, found }: View, stored: readonly ZoneRecord[]): void {
  for (const record of stored) if (!found.has(record)) of.refuseIncomplete(items, record.row);
  for (const step of items.cut ? steps : [])
    if (step.kind === "create") of.refuseIncomplete(items, step.want.row, "exists already");
}

/** A record that was edited in all that it is, or whose id may be another's, waits until a refresh has shown that. */
function refuseEditedAmong(of: ZoneItems, records: readonly ZoneRecord[], items: Items<ZoneRow>, found: Found): void {
  const taken = new Set(found.values());
  for (const record of records)
    of.refuseEdited(items, found.get(record) ?? editedOf(of, items, found, record, taken), record);
}

/** What a list that is not whole does not show may be there all the same, and can be deleted by its id. */
function unseen(of: ZoneItems, { row, recordId }: ZoneRecord, items: Items<ZoneRow>): LiveRecord | undefined {
  if (items.complete) return undefined;
  if (recordId === undefined) of.refuseIncomplete(items, row);
  return { ...row, ...(recordId !== undefined && { id: recordId }) };
}
