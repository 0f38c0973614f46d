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
import { applyPlan, store, unlistedEntry } from "./apply.ts";
import {
  type Bag,
  changeOf,
  type Entries,
  type Entry,
  entriesToFind,
  isFirstAfterImport,
  mayAssumeRows,
  needsPlan,
  type OwnChange,
  pairUnchanged,
  type RowEntry,
  type RowsSpec,
  rowsOf,
  type Scope,
  type Transition,
  transition,
  withSettings,
} from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { grantedIn, lacksAny, matchStored, satisfies } from "./match.ts";
import { isListed } from "./memory.ts";
import { planOf } from "./plan.ts";
import { newId, RowReader, rereadIfBehind, rowClaims } from "./read.ts";
import { isAllowed, type Plan, type Planned, type View } from "./step.ts";
import { halfDeleted, PlanWords } from "./words.ts";
import { RowWriter } from "./write.ts";

/** The life cycle functions of a resource made of rows. */
export function rowsLifeCycle<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
) {
  const { kind } = spec;
  const storedIn = (state: State) => spec.rememberedIn(state).filter(isListed);
  const write = async (id: string, args: Args, run: Run, state?: State): Promise<Made<State>> => {
    const at = new RowWriter(kind, domainOf(args), run, id);
    const change = withSettings(changeOf(spec, args, state, isFirstAfterImport(args)), run.configuration);
    const outcome = await reconcile(at, change, state);
    return store(spec, at, { id, args, state, keptUnlisted: change.keptUnlisted }, outcome);
  };
  return {
    create: (args: Args, run: Run) => write(newId(domainOf(args)), args, run),

    update: async (id: string, state: State | undefined, args: Args, run: Run) =>
      (await write(id, args, run, state)).state,

    /** The live state; `undefined` if the resource is proven to be gone. */
    async read(id: string, state: State, run: Run, purpose: "refresh" | "update"): Promise<State | undefined> {
      const domain = domainOf(state);
      const at = new RowReader(kind, domain, run, id);
      const stored = storedIn(state);
      const { rows, found, unlisted } = await observeAll(at, spec.scopeOf(state), stored, state);
      at.requireMissing(rows, stored, found);
      const kept = stored.flatMap((entry): Entry[] => {
        const row = found.get(entry);
        return row === undefined ? [] : [liveEntry(spec, entry, row, domain)];
      });
      // An update may change unlisted rows that the state shows, and no others: a person may have added them since.
      const unlistedEntries =
        purpose === "refresh"
          ? unlisted.map((row) => unlistedEntry(spec, row, domain))
          : spec.rememberedIn(state).filter((entry) => !isListed(entry));
      return spec.stateOf(state, [...kept, ...unlistedEntries], state);
    },

    async delete(id: string, state: State, run: Run): Promise<void> {
      const domain = domainOf(state);
      const at = new RowWriter(kind, domain, run, id);
      // A delete is an update to no rows, which needs no consent, and deletes only listed ones.
      const extent = spec.scopeOf(state).extent === "one" ? "one" : "listed";
      const scope = { extent, maxChanges: Number.POSITIVE_INFINITY, ignores: () => false } as const;
      const change = transition({ scope, wanted: [], stored: storedIn(state) });
      const { done, failed } = await reconcile(at, { ...change, unowned: [] }, state);
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
     * Claims the rows that the new arguments keep, and releases the others, which another resource may adopt. Runs twice among
     * the writes of `up --refresh --run-program`, where the engine compares the state with the arguments of the last run, and
     * then with the program's.
     * @param args `undefined` if the resource is replaced, so that it keeps no row
     */
    claim(id: string, state: State, claims: Claims, args: Partial<Args> | undefined): void {
      // A state that a person edited, so that it can't be read, owns no row: a diff never fails.
      const isOne = ifValid(() => spec.scopeOf(state).extent === "one");
      const claimStored = () => {
        const own = rowClaims(kind, domainOf(state), claims, id);
        const stored = storedIn(state);
        // One row is changed in place, so it stays the resource's own.
        const kept = new Set(args && (isOne ? stored : stillListed(stored, spec.wantedIn(args))));
        // First the releases: a kept entry may have the data of another.
        for (const entry of stored) if (!kept.has(entry)) own.release(entry.row, entry.id);
        for (const entry of kept) own.claim(entry.row, entry.id, true);
      };
      // One row at once: another process may start after the last call of this one. To claim many rows early costs too much.
      if (isOne) ifValid(claimStored);
      else claims.later(() => ifValid(claimStored));
    },
  };
}

/** The stored entries that a set or zone lists unchanged. Another resource may adopt the rows of all others. */
const stillListed = <Row extends AnyRow>(stored: Entries<Row>, wanted: Entries<Row>): Entries<Row> =>
  pairUnchanged(wanted, stored).same.map((pair) => pair.stored);

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

/** One create, update or delete. @param lastWrite `undefined` for a new resource */
function reconcile<Row extends AnyRow>(at: RowWriter<Row>, change: OwnChange<Row>, lastWrite?: LastWrite) {
  const { scope, wanted, changed, dropped } = change;
  const names = new Set([...changed, ...dropped].map(({ row }) => at.kind.keys(row).setKey));
  if (scope.extent === "key") names.add(scope.setKey);
  const turns = [...names].map((name) => `${at.listName} ${name}`);
  // No other work on rows of the name and type of a set or a changed entry runs meanwhile.
  return at.run.turns.run(turns, async () => {
    const plan = needsPlan(change) ? await planWithReads(at, change, lastWrite) : unchangedPlan(change);
    requireConsent(plan, at, change);
    // In this process, a declaration of the same row may be that of its own replacement: that doesn't keep the row.
    const isOwnerDeleted = scope.extent === "one" && wanted.length === 0;
    return applyPlan(plan, at, isOwnerDeleted);
  });
}

function unchangedPlan<Row extends AnyRow>({ same }: Transition<Row>): Plan<Row> {
  const kept = same.map(({ want, stored }) => ({ kind: "keep" as const, want, stored }));
  return { kept, writes: [], obstacles: [], base: kept.length };
}

/** @throws PreconditionError, DeclaredTwiceError, ConsentNeededError if the plan may not be applied */
function requireConsent<Row extends AnyRow>(
  plan: Plan<Row>,
  at: RowWriter<Row>,
  { scope, stored }: Transition<Row>,
): void {
  if (scope.extent !== "one") {
    if (isAllowed(plan, scope)) return;
    throw new ConsentNeededError(at.domain, new PlanWords(at).refusals(plan, scope));
  }
  const [obstacle] = plan.obstacles;
  if (obstacle !== undefined) throw at.errorOf(obstacle, stored.length > 0);
}

/** The part of a state that says if its rows are listed as they were written. */
type LastWrite = Pick<Bag, "writtenAt">;

type Found<Row extends AnyRow> = View<Row>["found"];

/** The plan of an update. A step that reads the list again also plans again. */
async function planWithReads<Row extends AnyRow>(
  at: RowReader<Row>,
  change: OwnChange<Row>,
  lastWrite: LastWrite = {},
): Promise<Plan<Row>> {
  const { stored, dropped } = change;
  const planIn = (rows: Rows<Row>) => planOf(provenView(at, change, rows));
  const lacksStored = (rows: Rows<Row>) => lacksAny(at.matching(rows), stored);
  const lacksOther = (rows: Rows<Row>) => at.claims.isAnyMissing(rows, at.list);
  const areShown = (found: Found<Row>) => areAsWritten(at.kind, entriesToFind(change), found);
  const withFreshAdoptions = async (planned: Planned<Row>) => {
    const adopted = planned.plan.kept.flatMap((step) => (step.kind === "adopt" ? [step.row] : []));
    if (adopted.length === 0 || at.run.configuration.staleMs === 0) return planned;
    const lacksAdopted = (rows: Rows<Row>) => adopted.some((row) => rows.twin(row) === undefined);
    return planIn(await at.fresh((rows) => lacksStored(rows) || lacksAdopted(rows)));
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
  // Another resource may now create a row with the data of one that is gone.
  for (const entry of dropped) if (!view.found.has(entry)) at.claims.release(entry.row, entry.id);
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
function provenView<Row extends AnyRow>(
  at: RowReader<Row>,
  { unowned, ...change }: OwnChange<Row>,
  rows: Rows<Row>,
): View<Row> {
  const matching = at.matching(rows);
  const found = matchStored(matching, change.stored);
  for (const entry of entriesToFind(change)) {
    // This run may have deleted the row already, in a replacement.
    if (found.has(entry) || at.list.wasRemoved(entry.id)) continue;
    const assumed = assumedRow(at, change, rows, entry);
    if (assumed !== undefined) found.set(entry, assumed);
  }
  const inState = new Set(matchStored(matching, unowned).values());
  const { isPlanned } = at.claims;
  const mayChange = (row: Row) => inState.has(row) || isPlanned(row, "step");
  return {
    ...matching,
    ...change,
    found,
    mayChange,
    isSuccessor: (row) => isPlanned(row, "successor"),
    isCheck: false,
  };
}

/**
 * The row of an entry that the list lacks: absent from a complete list, else assumed under the stored ID, unless another row
 * has that now.
 * @throws IncompleteListError if the row may exist, and isn't assumed
 */
function assumedRow<Row extends AnyRow>(
  at: RowReader<Row>,
  change: Transition<Row>,
  rows: Rows<Row>,
  { row, id }: RowEntry<Row>,
): Row | undefined {
  at.requireReadable(rows, row);
  if (rows.isProof) return undefined;
  if (mayAssumeRows(change) && id !== undefined && !rows.shows(id)) return { ...row, id };
  at.requireProof(rows, row);
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
    return rowsOf(at.kind, rows, scope).filter(
      (row) => !own.has(row) && !at.kind.isOfService(row) && !at.claims.isOthers(row),
    );
  };
  const isShown = (found: Found<Row>, rows: Rows<Row>) =>
    unlistedIn(rows, found).length === 0 && areAsWritten(at.kind, stored, found);
  const rows = await readWritten(at, stored, lastWrite, isShown);
  const found = matchStored(at.matching(rows), stored);
  return { rows, found, unlisted: unlistedIn(rows, found) };
}
