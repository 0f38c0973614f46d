/**
 * The life cycle of resources made of rows:
 *
 *   planWithReads(change)      -> Plan      reads the list, and plans, until the plan rests on what it needs
 *     planOf(View)             -> Planned   makes no call (match.ts, plan.ts); `isAllowed(Plan)` asks for consent (step.ts)
 *   applyPlan(Plan)            -> Outcome   writes, in order (apply.ts, write.ts)
 *   store(Outcome)             -> state     (apply.ts)
 *
 * read.ts has the ways to read. docs/maintainers/design.md has the rules, under "The life of a row".
 */
import { ifValid } from "../../dns/index.ts";
import { domainOf, pick } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import type { Made } from "../definition.ts";
import { ConsentNeededError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { applyPlan, store } from "./apply.ts";
import {
  type Bag,
  changeOf,
  type Entries,
  type Entry,
  entriesToFind,
  mayAssumeRows,
  needsPlan,
  type RowEntry,
  type RowsSpec,
  rowsOf,
  type Scope,
  type Transition,
  transition,
} from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { grantedIn, lacksAny, matchStored, meaningsOf, satisfies } from "./match.ts";
import { planOf } from "./plan.ts";
import { newId, RowReader, rereadIfBehind, rowClaims } from "./read.ts";
import { adoptionsIn, isAllowed, type Plan, type Planned, type View } from "./step.ts";
import { halfDeleted, PlanWords } from "./words.ts";
import { RowWriter } from "./write.ts";

/** The life cycle functions of a resource made of rows. */
export function rowsLifeCycle<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
) {
  const { kind } = spec;
  const write = async (id: string, args: Args, run: Run, state?: State): Promise<Made<State>> => {
    const at = new RowWriter(kind, domainOf(args), run, id);
    // This run has deleted or changed the row of a lost entry for another resource.
    const rememberedIn = (bag: State | Partial<Args>) =>
      spec.rememberedIn(bag).filter((entry) => !at.claims.isLost(entry.row, entry.id));
    const outcome = await reconcile(at, changeOf({ ...spec, rememberedIn }, args, state), state);
    return store(spec, at, { id, args, state }, outcome);
  };
  return {
    create: (args: Args, run: Run) => write(newId(domainOf(args)), args, run),

    update: async (id: string, state: State | undefined, args: Args, run: Run) =>
      (await write(id, args, run, state)).state,

    /** The live state; `undefined` if the resource is proven to be gone. */
    async read(id: string, state: State, run: Run): Promise<State | undefined> {
      const domain = domainOf(state);
      const at = new RowReader(kind, domain, run, id);
      const stored = spec.rememberedIn(state);
      const { rows, found, unlisted } = await observeAll(at, spec.scopeOf(state), stored, state);
      at.requireMissing(rows, stored, found);
      const gone = stored.filter((entry) => !found.has(entry));
      if (unlisted.length > 0) run.log(new PlanWords(at).unlisted(unlisted));
      else if (gone.length > 0) logGone(at, gone, rows, found);
      const live = stored.flatMap((entry): Entry[] => {
        const row = found.get(entry);
        return row === undefined ? [] : [liveEntry(spec, entry, row, domain)];
      });
      return spec.stateOf(state, live, { writtenAt: state.writtenAt, unlisted: unlisted.map(spec.unlistedOf) });
    },

    async delete(id: string, state: State, run: Run): Promise<void> {
      const domain = domainOf(state);
      const at = new RowWriter(kind, domain, run, id);
      // A delete is an update to no rows, which needs no consent, and deletes own ones.
      const scope = {
        ...spec.scopeOf(state),
        ownsAll: false,
        maxChanges: Number.POSITIVE_INFINITY,
        ignores: () => false,
      };
      const change = transition({ scope, wanted: [], stored: spec.rememberedIn(state), isNew: false });
      const { done, failed } = await reconcile(at, change, state);
      const deleted = done.filter(({ effect }) => effect === "deleted").length;
      const errors = failed.map(({ error }) => error);
      try {
        // Throws the failure, unless it is only that the domain uses other nameservers.
        await releaseUnserved(errors, domain, run);
      } catch (error) {
        // The engine keeps the state as it was.
        if (deleted > 0) run.log(halfDeleted(domain, deleted));
        throw error;
      }
    },

    /**
     * Claims the rows whose data the new arguments keep, and releases the others, which another resource may adopt. Runs twice
     * among the writes of `up --refresh --run-program`, where the engine compares the state with the arguments of the last run,
     * and then with the program's.
     * @param args `undefined` if the resource is replaced, so that it keeps no row
     * @returns the argument that lists a row which this run has deleted or changed for another resource; else `undefined`
     */
    claim(id: string, state: State, claims: Claims, args: Partial<Args> | undefined): string | undefined {
      // A state that a person edited, so that it can't be read, owns no row: a diff never fails.
      const own = ifValid(() => rowClaims(kind, domainOf(state), claims, id));
      const stored = ifValid(() => spec.rememberedIn(state));
      if (own === undefined || stored === undefined) return undefined;
      const claimStored = () => {
        const meanings = meaningsOf(kind, args === undefined ? [] : spec.wantedIn(args));
        for (const { row, id } of stored) {
          own.noteStored(row, id);
          if (meanings.has(kind.keys(row).meaning)) own.claim(row, id);
          else own.release(row, id);
        }
      };
      // One row at once: another process may start after the last call of this one. To claim many rows early costs too much.
      if (stored.length === 1) ifValid(claimStored);
      else claims.later(() => ifValid(claimStored));
      return args !== undefined && own.isAnyLost(stored) ? spec.data : undefined;
    },
  };
}

/**
 * Names live rows of the name and type of rows that are gone. Any may be one of these: a registrar whose IDs are a hash of the
 * data gives an edited row another ID.
 */
function logGone<Row extends AnyRow>(at: RowReader<Row>, gone: Entries<Row>, rows: Rows<Row>, found: Found<Row>): void {
  const own = new Set(found.values());
  const isFree = (row: Row) => at.kind.isReadable(row) && !own.has(row) && !at.claims.isOthers(row);
  for (const { row } of gone) {
    const alike = rows.withKey(at.kind.keys(row).setKey).filter(isFree);
    if (alike.length > 0) at.run.log(new PlanWords(at).gone(row, alike));
  }
}

/** A stored entry with the live values of its row. */
function liveEntry<Row extends AnyRow, Args extends Bag, State extends Bag>(
  { kind, entryOf }: RowsSpec<Row, Args, State>,
  entry: RowEntry<Row>,
  row: Row,
  domain: string,
): Entry {
  const [id, granted] = [row.id ?? entry.id, grantedIn(row, entry)];
  if (satisfies(kind, row, entry.row, entry)) return { key: entry.key, value: entry.value, id, granted };
  const { domain: _, ...shown } = entry.shownAs(row);
  // A granted TTL isn't drift: the state keeps the program's.
  return { ...entryOf(granted ? { ...shown, ...pick(entry.value, ["ttl"]) } : shown, domain), id, granted };
}

/** Number of plans that an update makes, if another process takes the rows that it adopts. */
const maxPlans = 3;

/** One create, update or delete. @param lastWrite `undefined` for a new resource */
function reconcile<Row extends AnyRow>(at: RowWriter<Row>, change: Transition<Row>, lastWrite?: LastWrite) {
  const { scope, changed, dropped } = change;
  const names = new Set([...changed, ...dropped].map(({ row }) => at.kind.keys(row).setKey));
  if (scope.setKey !== undefined) names.add(scope.setKey);
  const turns = [...names].map((name) => `${at.listName} ${name}`);
  // No other work on rows of the name and type of a set or a changed entry runs meanwhile.
  return at.run.turns.run(turns, async () => {
    if (!needsPlan(change)) return applyPlan(unchangedPlan(change), at, change);
    for (let made = 1; ; made += 1) {
      const plan = await planWithReads(at, change, lastWrite);
      requireConsent(plan, at, change);
      const taken = adoptionsIn(plan).find(({ row }) => !at.claims.take(row))?.row;
      if (taken === undefined) return applyPlan(plan, at, change);
      // Another process deletes or changes the row: the next plan doesn't find it.
      const { found } = await at.poll((rows) => rows.twin(taken) === undefined || undefined);
      if (found === undefined || made === maxPlans) throw at.takenError(taken);
    }
  });
}

function unchangedPlan<Row extends AnyRow>({ same }: Transition<Row>): Plan<Row> {
  const kept = same.map(({ want, stored }) => ({ kind: "keep" as const, want, stored }));
  return { kept, writes: [], obstacles: [], base: kept.length };
}

/** @throws PreconditionError, ConsentNeededError if the plan may not be applied */
function requireConsent<Row extends AnyRow>(plan: Plan<Row>, at: RowWriter<Row>, { scope }: Transition<Row>): void {
  const words = new PlanWords(at);
  const [obstacle] = plan.obstacles;
  if (scope.extent === "one" && obstacle !== undefined) throw words.error(obstacle);
  if (!isAllowed(plan, scope)) throw new ConsentNeededError(at.domain, words.refusals(plan, scope));
}

/** The part of a state that says if its rows are listed as they were written. */
type LastWrite = Pick<Bag, "writtenAt">;

type Found<Row extends AnyRow> = View<Row>["found"];

/** The plan of an update. A step that reads the list again also plans again. */
async function planWithReads<Row extends AnyRow>(
  at: RowReader<Row>,
  change: Transition<Row>,
  lastWrite: LastWrite = {},
): Promise<Plan<Row>> {
  const { stored } = change;
  const planIn = (rows: Rows<Row>) => planOf(provenView(at, change, rows));
  const lacksStored = (rows: Rows<Row>) => lacksAny(at.matching(rows), stored);
  const lacksOther = (rows: Rows<Row>) => at.claims.isAnyMissing(rows, at.list);
  const areShown = (found: Found<Row>) => areAsWritten(at.kind, entriesToFind(change), found);
  const withFreshAdoptions = async (planned: Planned<Row>) => {
    const adopted = adoptionsIn(planned.plan).map(({ row }) => row);
    if (adopted.length === 0) return planned;
    const lacksAny = (rows: Rows<Row>) => lacksStored(rows) || adopted.some((row) => rows.twin(row) === undefined);
    if (at.run.configuration.staleMs > 0) return planIn(await at.fresh(lacksAny));
    return at.isBehind(planned.view.rows) ? planIn(await at.renewed(lacksAny)) : planned;
  };
  // 1. While the list may be stale, it is polled until it shows the last write.
  let last = planIn(await readWritten(at, stored, lastWrite, areShown));
  // 2. A list that forbids the plan must have the writes of other processes.
  last = await rereadIfBehind(at, last, planIn, lacksStored);
  // 3. An adoption makes no write that could fail, so the list that shows its row must not be stale.
  last = await withFreshAdoptions(last);
  // 4. A row to create must not exist. A list that lacks another row of this program may lack that one, too.
  const isCreating = last.plan.writes.some(({ kind }) => kind === "create");
  if (isCreating && last.view.rows.needsSecondReading && lacksOther(last.view.rows))
    last = await withFreshAdoptions(planIn(await at.read(lacksOther)));
  const { view, plan } = last;
  at.requireCreates(view.rows, plan, () => lacksOther(view.rows));
  return plan;
}

/** The list, polled while it may be stale after the last write of a resource, until it is shown as needed. */
async function readWritten<Row extends AnyRow>(
  at: RowReader<Row>,
  stored: Entries<Row>,
  { writtenAt }: LastWrite,
  isShown: (found: Found<Row>, rows: Rows<Row>) => boolean,
): Promise<Rows<Row>> {
  const isAsNeeded = (rows: Rows<Row>) => isShown(matchStored(at.matching(rows), stored), rows);
  const rows = await at.read((shown) => lacksAny(at.matching(shown), stored));
  const staleUntil = at.run.poll.staleUntil(writtenAt, rows.readAt);
  if (staleUntil === undefined || isAsNeeded(rows)) return rows;
  const { last } = await at.poll((shown) => isAsNeeded(shown) || undefined, staleUntil);
  // The shared list also has this run's creates, as a second reading has. After a cut reading, it may be an older one.
  const isFinal = last.isSecond || last.proof.cut !== undefined;
  return isFinal ? last : at.read((shown) => !isAsNeeded(shown));
}

/** Does the list show the rows of entries as they were written? */
const areAsWritten = <Row extends AnyRow>(kind: RowKind<Row>, entries: Entries<Row>, found: Found<Row>) =>
  entries.every((entry) => {
    const row = found.get(entry);
    return row !== undefined && satisfies(kind, row, entry.row, entry);
  });

/** The view of a list. @throws IncompleteListError if the row of an entry to find may exist although the list lacks it */
function provenView<Row extends AnyRow>(at: RowReader<Row>, change: Transition<Row>, rows: Rows<Row>): View<Row> {
  const matching = at.matching(rows);
  const found = matchStored(matching, change.stored, change.wanted);
  for (const entry of entriesToFind(change)) {
    // This run may have deleted the row already, in a replacement.
    if (found.has(entry) || at.list.wasRemoved(entry.id)) continue;
    const assumed = assumedRow(at, change, rows, entry);
    if (assumed !== undefined) found.set(entry, assumed);
  }
  return { ...matching, ...change, found, mayAdopt: at.run.configuration.adopt };
}

/**
 * The row of an entry that the list lacks: absent from a complete list, else assumed under the stored ID.
 * @throws IncompleteListError if the row may exist, and isn't assumed
 */
function assumedRow<Row extends AnyRow>(
  at: RowReader<Row>,
  change: Transition<Row>,
  rows: Rows<Row>,
  { row, id }: RowEntry<Row>,
): Row | undefined {
  at.requireReadable(rows, row, id);
  if (rows.isProof) return undefined;
  if (mayAssumeRows(change) && id !== undefined) return { ...row, id };
  at.requireProof(rows, row, id);
  return undefined;
}

/** For a refresh: the list as soon as it shows the stored rows and no others, and until it can't be stale. */
async function observeAll<Row extends AnyRow>(
  at: RowReader<Row>,
  scope: Scope<Row>,
  stored: Entries<Row>,
  lastWrite: LastWrite,
) {
  const unlistedIn = (rows: Rows<Row>, found: Found<Row>) => {
    const own = new Set(found.values());
    return rowsOf(at.kind, rows, scope).filter((row) => !own.has(row) && !at.claims.isOthers(row));
  };
  const isShown = (found: Found<Row>, rows: Rows<Row>) =>
    unlistedIn(rows, found).length === 0 && areAsWritten(at.kind, stored, found);
  const rows = await readWritten(at, stored, lastWrite, isShown);
  const found = matchStored(at.matching(rows), stored);
  return { rows, found, unlisted: unlistedIn(rows, found) };
}
