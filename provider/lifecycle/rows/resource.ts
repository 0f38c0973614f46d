/**
 * The life cycle of resources made of rows. Each call reads the shared list, matches, plans and applies.
 *
 * Rules: nothing foreign is overwritten, nothing is made twice, and only a row that a complete list lacks is gone.
 */
import * as z from "zod";
import { RegistrarError } from "../../api/index.ts";
import { groupBy } from "../../dns/index.ts";
import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { reader } from "../define.ts";
import {
  computedOutputs,
  diffArgs,
  type Made,
  managedArgs,
  PartialFailure,
  type Precondition,
  type Properties,
  pick,
} from "../definition.ts";
import { ConsentNeededError, UnknownOutcomeError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { isSameBut, releaseUnserved } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { type Applied, applyPlan, type Done } from "./apply.ts";
import { RowsCheck } from "./check.ts";
import { label, rowClaims } from "./claims.ts";
import type { AnyRow, Bag, Entries, Entry, Listed, RowArgs, RowKind, RowsSpec, Scope } from "./kind.ts";
import { acceptedIn, givenKeys, goalOf, isListed, notShown, rowControls, satisfies, scopeIn } from "./kind.ts";
import type { Goal, Plan, Step } from "./plan.ts";
import { adoptedIn, pairUnchanged, planOf, rowsOf, unlistedSteps } from "./plan.ts";
import type { Found } from "./read.ts";
import { PlanWords } from "./words.ts";
import { DomainRows } from "./write.ts";

/** The life cycle functions of a resource made of rows. */
export function rowsLifeCycle<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
) {
  const { kind } = spec;
  const storedIn = (state: State) => spec.shownIn(state).filter(isListed);
  const write = async (id: string, args: Args, run: Run, state?: State) => {
    const at = new DomainRows(kind, domainOf(args), run, id);
    const { wanted, stored: own, apart, ignores } = goalOf(spec, args, state, run.claims.imported.has(id));
    // Without a signature, an entry of unknown outcome equals no wanted entry, so its row is looked up and not simply kept.
    const stored = state?.unfinished ? own.map((entry) => ({ ...entry, signature: "" })) : own;
    const given = scopeIn(spec, args, run);
    const scope = { ...given, ignores: (row: Row) => given.ignores(row) || ignores(row) };
    // After a run that failed in part, the state shows the rows that it didn't reach.
    const unlisted = state === undefined ? [] : spec.shownIn(state).filter((entry) => !isListed(entry));
    const { plan, applied } = await reconcile(at, { scope, wanted, stored, hasIds: true }, state, unlisted);
    return outcomeOf(spec, at, { id, args, state, apart }, plan, applied);
  };
  return {
    create: (args: Args, run: Run) => write(label(domainOf(args)), args, run),

    update: async (id: string, state: State, args: Args, run: Run) => (await write(id, args, run, state)).state,

    /** The live state; `undefined` if the resource is proven to be gone. */
    async read(id: string, state: State, run: Run): Promise<State | undefined> {
      const domain = domainOf(state);
      const at = new DomainRows(kind, domain, run, id);
      const scope = scopeIn(spec, state, run);
      const stored = storedIn(state);
      const isQuiet = (...shown: [Rows<Row>, Found<Row>]) => unlistedIn(at, scope, ...shown).length === 0;
      const rows = await at.observe(stored, stored, state.writtenAt, isQuiet);
      const found = at.match(rows, stored);
      const shownAs = ({ args }: Listed<Row>, row: Row, acceptedTtl: number | undefined) => {
        const { domain: _, ...shown } = kind.project(row, args, acceptedTtl);
        return spec.entryOf(shown, domain);
      };
      const kept = stored.flatMap((entry): Entry[] => {
        const row = found.get(entry);
        if (row === undefined) {
          at.refuseIncomplete(rows, entry.row);
          return [];
        }
        at.claims.claimListed(row, entry.row);
        const { recordId } = entry;
        const acceptedTtl = acceptedIn(kind, entry, row);
        const { key, value } = satisfies(kind, row, entry.row, entry) ? entry : shownAs(entry, row, acceptedTtl);
        return [{ key, value, recordId: row.id ?? recordId, acceptedTtl }];
      });
      const unlisted = unlistedIn(at, scope, rows, found).map(
        (row): Entry => ({ ...spec.entryOf(kind.declared(row), domain), recordId: row.id, isUnlisted: true }),
      );
      return spec.stateOf(state, [...kept, ...unlisted], state);
    },

    async delete(id: string, state: State, run: Run): Promise<void> {
      const domain = domainOf(state);
      // A replacement of a resource with one row may declare the same row, and would meet it.
      const at = new DomainRows(kind, domain, run, id, spec.scopeOf(state).isOne);
      const goal = { scope: ofDelete, wanted: [], stored: storedIn(state), hasIds: true };
      const [first] = (await reconcile(at, goal, state)).applied.failed;
      if (first !== undefined) await releaseUnserved(first.error, domain, run);
    },

    /** Claims the rows of a resource, except those that a zone or set no longer lists: another resource may adopt them. */
    claim(id: string, state: State, claims: Claims, args?: Partial<Args>): void {
      // A state without a domain owns no row. It is not an error, since a diff never fails.
      if (state.domain === undefined || state.domain === "") return;
      const own = rowClaims(kind, domainOf(state), claims, id);
      const claim = (entries: Entries<Row>) => {
        for (const { row, recordId } of entries)
          own.claim({ ...row, ...(recordId !== undefined && { id: recordId }) }, true);
      };
      if (spec.scopeOf(state).isOne) claim(storedIn(state));
      else
        claims.later(() => {
          const { same } = pairUnchanged(spec.wantedIn(args ?? state), storedIn(state));
          claim(same.map(({ stored }) => stored));
        });
    },
  };
}

/** Live rows in the scope of a set or an authoritative zone that the resource doesn't list. @param found live rows of stored entries */
function unlistedIn<Row extends AnyRow>(at: DomainRows<Row>, scope: Scope<Row>, rows: Rows<Row>, found: Found<Row>) {
  if (scope.extent === "own") return [];
  const { kind, claims } = at;
  const own = new Set(found.values());
  return rowsOf({ kind, rows, scope }).filter(
    (row) => !own.has(row) && !kind.isOfService(row) && !scope.ignores(row) && !claims.isOthers(row),
  );
}

/** A delete is an update to no rows, which needs no consent. */
const ofDelete = {
  extent: "own",
  isOne: false,
  adopt: "none",
  maxChange: Number.POSITIVE_INFINITY,
  ignores: () => false,
} as const;

/** One create, update or delete: observes, plans, asks for consent, applies. @param last the state; `undefined` for a new resource */
function reconcile<Row extends AnyRow>(at: DomainRows<Row>, goal: Goal<Row>, last?: Last, unlisted: Entries<Row> = []) {
  const { same, changed, dropped } = pairUnchanged(goal.wanted, goal.stored);
  const exclusive = [...changed, ...dropped].map(({ row }) => row);
  const isOwn = goal.scope.extent === "own";
  return at.runExclusive(exclusive, async () => {
    const steps = same.map((pair) => ({ kind: "keep", ...pair }) as const);
    const unchanged: Plan<Row> = { steps, findings: [], base: steps.length };
    const isUnchanged = isOwn && last !== undefined && exclusive.length === 0;
    const plan = isUnchanged ? unchanged : await planLive(at, goal, unlisted, isOwn ? dropped : [], last);
    askConsent(plan, at, goal);
    return { plan, applied: await applyPlan(plan, at) };
  });
}

/** Reads the list and plans. @param awaited entries that the list must show as they were written */
async function planLive<Row extends AnyRow>(
  at: DomainRows<Row>,
  goal: Goal<Row>,
  unlisted: Entries<Row>,
  awaited: Entries<Row>,
  last: Last = {},
): Promise<Plan<Row>> {
  // A row of unknown outcome may never have existed. A delete, and an update of one row, can use the stored ID instead.
  const mustShow = goal.wanted.length > 0 && (!goal.scope.isOne || last.unfinished === true);
  const planFor = (shown: Rows<Row>) => planShown(at, goal, shown, unlisted, awaited, mustShow);
  const rows = await at.observe(goal.stored, awaited, last.writtenAt);
  let plan = planFor(rows);
  if (plan.steps.some(({ kind }) => kind === "create")) {
    // A list that is cut, or that lacks a row of this program, may also lack a row that is to be created.
    const isAnyMissing = (shown: Rows<Row>) =>
      (shown.open || !shown.complete) && at.claims.isAnyMissing(shown, at.list);
    const proven = await at.read(isAnyMissing);
    if (proven !== rows) plan = planFor(proven);
    at.refuseCreates(proven, plan, proven.cut !== undefined || isAnyMissing(proven));
  }
  // An adoption makes no write, which would fail if the row is deleted but still listed. So it waits until the list can't be stale.
  return adoptedIn(plan).length > 0 && at.run.api.lookups.withinMs > 0 ? planFor(await at.settled()) : plan;
}

/** The plan for a reading of the list. @param mustShow must an incomplete list show every awaited entry? */
function planShown<Row extends AnyRow>(
  at: DomainRows<Row>,
  goal: Goal<Row>,
  rows: Rows<Row>,
  unlisted: Entries<Row>,
  awaited: Entries<Row>,
  mustShow: boolean,
): Plan<Row> {
  const matching = at.matching(rows);
  const found = at.match(rows, goal.stored);
  for (const entry of awaited) {
    const { recordId } = entry;
    if (found.has(entry) || at.list.wasRemoved(recordId)) continue;
    at.refuseOpaque(rows, entry.row);
    if (rows.complete) continue;
    // An incomplete list may lack an existing row, so the plan uses the stored ID, unless another row has it now.
    if (mustShow || recordId === undefined || rows.withId(recordId)) at.refuseIncomplete(rows, entry.row);
    found.set(entry, { ...entry.row, id: recordId });
  }
  if (goal.scope.extent !== "own") at.refuseUnseen(rows, goal.stored, found);
  const shown = new Set(at.match(rows, unlisted).values());
  const isPlanned = (row: Row) => shown.has(row) || at.claims.isPlanned(row);
  return planOf({ ...matching, ...goal, found, isPlanned, isSuccessor: at.claims.isPlanned });
}

type Last = Pick<Bag, "writtenAt" | "unfinished">;

/** @throws PreconditionError, DeclaredTwiceError, ConsentNeededError if the plan may not be applied */
function askConsent<Row extends AnyRow>(plan: Plan<Row>, at: DomainRows<Row>, { scope, stored }: Goal<Row>): void {
  const words = new PlanWords(at);
  const [finding] = plan.findings;
  const refusals = scope.isOne ? [] : words.refusals(plan, scope);
  if (refusals.length > 0) throw new ConsentNeededError(at.domain, refusals);
  if (finding === undefined) return;
  at.claimMet(finding);
  throw words.error(finding, stored.length > 0);
}

/** The state after a create or update. @param state `undefined` for a new resource */
async function outcomeOf<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  at: DomainRows<Row>,
  { id, args, state, apart }: { id: string; args: Args; state: State | undefined; apart: Entries<Row> },
  plan: Plan<Row>,
  applied: Applied<Row>,
): Promise<Made<State>> {
  const { done, failed } = applied;
  const { isOne } = spec.scopeOf(args);
  const now = new Date(at.run.now()).toISOString();
  const stateWith = (entries: readonly Entry[], writtenAt: string | undefined) => {
    const made = spec.stateOf(args, [...entries, ...apart], { writtenAt });
    if (made === undefined) throw new TypeError("a resource without rows has no state");
    return made;
  };
  const isWritten = done.some((each) => each.isWritten);
  const writtenAt = isWritten ? now : state?.writtenAt;
  const kept = done.flatMap((each) => entryOf(spec.kind, each));
  const [first] = failed;
  if (first === undefined)
    return { id: idAfter(at, id, isOne && !state ? done : []), state: stateWith(kept, writtenAt) };
  const { error } = first;
  if (isOne) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    throw new PartialFailure(id, unfinished(stateWith(spec.wantedIn(args), now)), error.message);
  }
  if (plan.steps.every(({ kind }) => kind === "keep" || kind === "delete")) {
    await releaseUnserved(error, at.domain, at.run);
    return { id, state: stateWith(kept, writtenAt) };
  }
  if (!isWritten) throw error;
  const carriedOut = new Set(done.map(({ step }) => step));
  const undone = plan.steps.filter((step) => !carriedOut.has(step));
  const old = undone.flatMap((step) => (step.kind === "create" ? [] : (step.stored ?? [])));
  const foreign = unlistedSteps({ steps: undone }).map(
    ({ row }): Entry => ({ ...spec.entryOf(spec.kind.declared(row), at.domain), recordId: row.id, isUnlisted: true }),
  );
  const partial = stateWith([...kept, ...old, ...foreign], writtenAt);
  throw new PartialFailure(id, unfinished(partial), problemOf(applied, undone));
}

/** The entry to store after a step; none after a delete. */
function entryOf<Row extends AnyRow>(kind: RowKind<Row>, { step, row, isWritten, isShown }: Done<Row>): Entry[] {
  if (step.kind === "delete") return [];
  const ttlOf = (each: Row | undefined) => each && kind.secondary(each)["ttl"];
  const { want } = step;
  const stored = step.kind === "create" ? undefined : step.stored;
  const [asked, shown] = [ttlOf(want.row), ttlOf(row)];
  const recordId = row?.id ?? stored?.recordId;
  const accepted = isShown && typeof shown === "number" ? shown : notShown;
  const after = asked === undefined || accepted === asked ? undefined : accepted;
  const before = ttlOf(stored?.row) === asked ? stored?.acceptedTtl : undefined;
  return [{ ...want, recordId, acceptedTtl: isWritten ? after : before }];
}

/** The Pulumi ID of a new resource: it contains the ID of the row that the resource created, if the registrar shows one. */
function idAfter<Row extends AnyRow>(
  { kind, domain, claims, run }: DomainRows<Row>,
  id: string,
  [only]: readonly Done<Row>[],
) {
  const row = only?.isNew ? only.row : undefined;
  if (row?.id === undefined) return id;
  claims.release(row);
  const made = `${domain}/${row.id}`;
  rowClaims(kind, domain, run.claims, made).claim(row);
  return made;
}

const unfinished = (state: object) => ({ ...Object.fromEntries(Object.entries(state)), unfinished: true });

/** The message of a partial failure: one error of each kind, and the number of steps that remain. */
function problemOf<Row extends AnyRow>({ done, failed }: Applied<Row>, undone: readonly Step<Row>[]): string {
  const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  const kindOf = (error: unknown) =>
    error instanceof RegistrarError ? `${error.code} ${error.status}` : textOf(error);
  const errors = failed.map(({ error }) => error);
  const texts = [...groupBy(errors, kindOf).values()].map(([first, ...more]) =>
    more.length === 0 ? textOf(first) : `${textOf(first)} (and ${more.length} more errors of this kind)`,
  );
  const written = `${done.filter(({ isWritten }) => isWritten).length} records were written and are kept`;
  const untried = undone.length - failed.length;
  const left = untried > 0 ? `; ${untried} were not tried` : "";
  return [...texts, `${written}${left}; run \`pulumi up\` again to continue.`].join("\n");
}

const memory = { writtenAt: z.string(), acceptedTtl: z.number(), unfinished: z.boolean() };
const readMemory = reader({ ...memory, recordId: z.string(), forwardId: z.string(), fqdn: z.string() });

/** State of a resource with one row: arguments with live values, the outputs, and data that only the provider needs. */
export type OneRowState<Args extends RowArgs> = Partial<Args> & Bag & ReturnType<typeof readMemory>;

/**
 * A resource with exactly one row: `DnsRecord`, `UrlForward`.
 * @param replaces arguments that can't change in place
 * @param isComplete do these arguments identify the row?
 */
export function oneRow<Row extends AnyRow, Args extends RowArgs>(
  kind: RowKind<Row, Args>,
  { replaces, isComplete }: { replaces: readonly string[]; isComplete(args: Partial<Args>): boolean },
) {
  const { idName } = kind;
  const listed = (bag: object): Listed<Row>[] => {
    const args = kind.read({ ...bag });
    const row = kind.wanted(args);
    const keys = givenKeys(args);
    const signature = JSON.stringify([kind.keys(row).exact, kind.secondary(row), keys]);
    return [{ key: kind.keys(row).type, value: pick({ ...args }, keys), args, row, signature }];
  };
  const spec: RowsSpec<Row, Args, OneRowState<Args>> = {
    kind,
    isSame: (args, previous) => isSameBut(rowControls, { ...args }, { ...previous }),
    hasData: isComplete,
    openKeys: () => new Set(),
    scopeOf: () => ({ extent: "own", isOne: true, ignores: () => false }),
    wantedIn: listed,
    shownIn(bag) {
      const { acceptedTtl, [idName]: recordId } = readMemory({ ...bag });
      return listed(bag).map((entry) => ({ ...entry, recordId, acceptedTtl }));
    },
    entryOf: (value) => ({ key: "", value }),
    stateOf({ domain }, [entry], { writtenAt }) {
      if (entry === undefined) return undefined;
      const { recordId, acceptedTtl } = entry;
      const value = { ...entry.value, domain };
      const outputs = { [idName]: recordId, ...computedOutputs(kind.computed, value) };
      return { ...kind.read(pick(value, givenKeys(value))), ...readMemory({ writtenAt, acceptedTtl, ...outputs }) };
    },
  };
  const lifeCycle = {
    outputs: {
      [idName]: z
        .string()
        .optional()
        .meta({ description: "The registrar's ID; absent until the registrar has shown it." }),
      ...kind.outputs,
    },
    ...(kind.computed && { computed: kind.computed }),
    controls: rowControls,
    deleteBeforeReplace: true,
    diff(state: OneRowState<Args>, args: Partial<Args>, unread?: readonly string[]) {
      const same = (key: string, old: unknown, wanted: unknown) => kind.same(key, old, wanted, args);
      return diffArgs({ ...kind.read({ ...state }) }, { ...args }, rowControls, replaces, same, unread);
    },
    ...rowsLifeCycle(spec),
    readState: (bag: Properties): OneRowState<Args> => ({ ...kind.read(managedArgs(bag)), ...readMemory(bag) }),
  };
  const check = new RowsCheck(spec);
  const isFree: Precondition<Args> = async (args, question) => {
    if (isComplete(args)) await check.precondition(args, question);
  };
  return { lifeCycle, isFree };
}
