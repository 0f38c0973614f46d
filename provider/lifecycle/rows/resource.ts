/**
 * The life cycle of resources made of rows (`rowsLifeCycle`), and the whole of one with exactly one row (`oneRow`), as a pipe:
 *
 *   observe(list, state)   -> View      reads, and waits while the list may be stale (read.ts)
 *   planOf(View)           -> Plan      pure (match.ts, plan.ts); `isAllowed(Plan)` asks for consent (step.ts)
 *   applyPlan(Plan)        -> Outcome   writes, in order (apply.ts, write.ts)
 *   store(Outcome)         -> state     (apply.ts)
 *
 * Rules: a run changes or deletes a row only if the state shows it, `adopt` covers it, the check of the run planned it, or a
 * set or an authoritative zone corrects the TTL of a row with its data. A run creates a row only if the list lacks an equal one.
 * Only a row that a complete list lacks is gone; a list of several pages, or with no rows, is complete after a second reading.
 */
import * as z from "zod";
import { ifValid, memoize } from "../../dns/index.ts";
import { diffArgs, domainOf, fqdnOf, isSameBut, managedArgs, managedKeys, pick } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { reader } from "../define.ts";
import type { Made, Properties } from "../definition.ts";
import { ConsentNeededError } from "../errors.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { applyPlan, store, unlistedEntry } from "./apply.ts";
import { writerOf } from "./bySet.ts";
import { RowsCheck } from "./check.ts";
import {
  type Bag,
  changeOf,
  type Entries,
  type Entry,
  isListed,
  memoryShape,
  needsPlan,
  ownShape,
  pairUnchanged,
  type RowEntry,
  type RowMemory,
  type RowsSpec,
  readMemory,
  type Transition,
  transition,
  type WantedRow,
  withSettings,
  writtenMemory,
} from "./entry.ts";
import type { AnyRow, RowArgs, RowKind } from "./kind.ts";
import { grantedIn, newId, rowClaims, satisfies } from "./match.ts";
import { planOf } from "./plan.ts";
import { type Last, observe, observeAll, RowReader } from "./read.ts";
import { isAllowed, type Plan } from "./step.ts";
import { PlanWords } from "./words.ts";
import type { RowWriter } from "./write.ts";

/** The life cycle functions of a resource made of rows. */
export function rowsLifeCycle<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
) {
  const { kind } = spec;
  const storedIn = (state: State) => spec.rememberedIn(state).filter(isListed);
  const write = async (id: string, args: Args, run: Run, state?: State): Promise<Made<State>> => {
    const at = writerOf(kind, domainOf(args), run, id);
    const change = withSettings(changeOf(spec, args, state, run.claims.imported.has(id)), run.configuration);
    const outcome = await reconcile(at, change, state);
    return store(spec, at, { id, args, state, keptUnlisted: change.keptUnlisted }, outcome);
  };
  return {
    create: (args: Args, run: Run) => write(newId(domainOf(args)), args, run),

    update: async (id: string, state: State | undefined, args: Args, run: Run) =>
      (await write(id, args, run, state)).state,

    /** The live state; `undefined` if the resource is proven to be gone. */
    async read(id: string, state: State, run: Run, isRefresh = true): Promise<State | undefined> {
      const domain = domainOf(state);
      const at = new RowReader(kind, domain, run, id);
      const stored = storedIn(state);
      const { rows, found, unlisted } = await observeAll(at, spec.scopeOf(state), stored, state);
      at.requireMissing(rows, stored, found);
      const kept = stored.flatMap((entry): Entry[] => {
        const row = found.get(entry);
        return row === undefined ? [] : [liveEntry(entry, row, domain)];
      });
      // An update may change unlisted rows that the state shows, and no others: a person may have added them since.
      const others = isRefresh
        ? unlisted.map((row) => unlistedEntry(spec, row, domain))
        : spec.rememberedIn(state).filter((entry) => !isListed(entry));
      return spec.stateOf(state, [...kept, ...others], state);
    },

    async delete(id: string, state: State, run: Run): Promise<void> {
      const domain = domainOf(state);
      const at = writerOf(kind, domain, run, id);
      // A delete is an update to no rows, which needs no consent.
      const { isOne } = spec.scopeOf(state);
      const scope = { extent: "own", isOne, maxChanges: Number.POSITIVE_INFINITY, ignores: () => false } as const;
      const change = transition({ scope, wanted: [], stored: storedIn(state), unowned: [] });
      const { failed } = await reconcile(at, change, state);
      // Throws the failure, unless it is only that the domain uses other nameservers.
      const errors = failed.map(({ error }) => error);
      await releaseUnserved(errors, domain, run);
    },

    /**
     * Claims the rows that the new arguments keep, and releases the others, which another resource may adopt: all rows of a
     * resource that is replaced, and those that a zone or set no longer lists. Runs twice among the writes of `up --refresh
     * --run-program`, where the engine compares the state with the arguments of the last run, and then with the program's.
     */
    claim(id: string, state: State, claims: Claims, args: Partial<Args> | undefined): void {
      // A state that a person edited, so that it can't be read, owns no row: a diff never fails.
      const isOne = ifValid(() => spec.scopeOf(state).isOne);
      const claimStored = () => {
        const own = rowClaims(kind, domainOf(state), claims, id);
        const stored = storedIn(state);
        const kept = new Set(ownedWith(args, stored, isOne));
        // First the releases: a kept entry may have the data of another.
        for (const entry of stored) if (!kept.has(entry)) own.release({ ...entry.row, id: entry.id });
        for (const entry of kept) own.claim(entry.row, entry.id, true);
      };
      // One row at once: another process may start after the last call of this one. To claim many rows early costs too much.
      if (isOne) ifValid(claimStored);
      else claims.later(() => ifValid(claimStored));
    },
  };

  /**
   * The stored entries whose rows a resource owns with its new arguments. One row is changed in place, so it stays its own. A row
   * of a set or zone may pass to another resource as soon as no entry lists it.
   */
  function ownedWith(args: Partial<Args> | undefined, stored: Entries<Row>, isOne = false): Entries<Row> {
    if (args === undefined) return [];
    if (isOne) return stored;
    return pairUnchanged(spec.wantedIn(args), stored).same.map((pair) => pair.stored);
  }

  /** A stored entry with the live values of its row. */
  function liveEntry(entry: RowEntry<Row>, row: Row, domain: string): Entry {
    const [id, granted] = [row.id ?? entry.id, grantedIn(entry, row)];
    if (satisfies(kind, row, entry.row, entry)) return { key: entry.key, value: entry.value, id, granted };
    const { domain: _, ...shown } = entry.shownAs(row);
    // A granted TTL isn't drift: the state keeps the program's.
    return { ...spec.entryOf(granted ? { ...shown, ...pick(entry.value, ["ttl"]) } : shown, domain), id, granted };
  }
}

/** One create, update or delete. @param last the state; `undefined` for a new resource */
function reconcile<Row extends AnyRow>(at: RowWriter<Row>, change: Transition<Row>, last?: Last) {
  const { scope, wanted, changed, dropped } = change;
  const names = new Set([...changed, ...dropped].map(({ row }) => at.kind.keys(row).nameAndType));
  if (scope.extent === "key") names.add(scope.key);
  const turns = [...names].map((name) => `${at.listName} ${name}`);
  // No other work on rows of the name and type of a set or a changed entry runs meanwhile.
  return at.run.turns.run(turns, async () => {
    const plan = needsPlan(change) ? await planLive(at, change, last) : unchangedPlan(change);
    requireConsent(plan, at, change);
    // In this process, a declaration of the same row may be that of its own replacement: that doesn't keep the row.
    const isOwnerDeleted = scope.isOne && wanted.length === 0;
    return applyPlan(plan, at, isOwnerDeleted);
  });
}

async function planLive<Row extends AnyRow>(at: RowWriter<Row>, change: Transition<Row>, last?: Last) {
  const view = await observe(at, change, last);
  // Another resource may now create a row with the data of one that is gone.
  for (const entry of change.dropped) if (!view.found.has(entry)) at.claims.release({ ...entry.row, id: entry.id });
  return planOf(view);
}

function unchangedPlan<Row extends AnyRow>({ same }: Transition<Row>): Plan<Row> {
  const steps = same.map(({ want, stored }) => ({ kind: "keep" as const, want, stored }));
  return { steps, obstacles: [], base: steps.length };
}

/** @throws PreconditionError, DeclaredTwiceError, ConsentNeededError if the plan may not be applied */
function requireConsent<Row extends AnyRow>(
  plan: Plan<Row>,
  at: RowWriter<Row>,
  { scope, stored }: Transition<Row>,
): void {
  if (!scope.isOne) {
    if (isAllowed(plan, scope)) return;
    throw new ConsentNeededError(at.domain, new PlanWords(at).refusals(plan, scope));
  }
  const [obstacle] = plan.obstacles;
  if (obstacle === undefined) return;
  throw at.errorOf(obstacle, stored);
}

/** Arguments that control the provider, and say nothing about the live row. */
const rowControls = ["adopt", "skipChecks"] as const;

/** Names of the given arguments that describe the live row. */
const givenKeys = (args: object): string[] => managedKeys({ ...args }, rowControls);

const ids = { recordId: z.string(), forwardId: z.string() };
const readOutputs = reader({ ...ownShape, ...ids, fqdn: z.string() });
const readKept = reader({ ...memoryShape, ...ids });

/** State of a resource with one row: arguments with live values, the outputs, and data that only the provider needs. */
export type OneRowState<Args extends RowArgs> = Partial<Args> & Bag & ReturnType<typeof readOutputs>;

/** How the arguments of a resource describe its row. */
interface OneRowOptions<Row extends AnyRow, Args> {
  /** Name of the registrar's ID in programs and states. */
  readonly idName: "recordId" | "forwardId";
  /** Outputs other than the ID. */
  readonly outputs?: z.ZodRawShape;
  /** Reads the arguments in a program or state. Never fails: a missing value, or one of the wrong type, is left out. */
  read(bag: Properties): Partial<Args>;
  /** The row that complete arguments describe. */
  wanted(args: Partial<Args>): WantedRow<Row>;
  /** Do two values of an argument mean the same? */
  same(key: string, a: unknown, b: unknown, args: Partial<Args>): boolean;
  /** Arguments that can't change in place. */
  readonly replaces: readonly string[];
  /** Do these arguments identify the row? */
  isComplete(args: Partial<Args>): boolean;
  /** Do these arguments have data of such a row? Those of another kind of resource have none. */
  hasData(args: Partial<Args>): boolean;
}

/** A resource with exactly one row: `DnsRecord`, `UrlForward`. */
export function oneRow<Row extends AnyRow, Args extends RowArgs>(
  kind: RowKind<Row>,
  { idName, outputs, read, wanted, same, replaces, isComplete, hasData }: OneRowOptions<Row, Args>,
) {
  const argsIn = memoize((bag: object) => read({ ...bag }));
  const entriesIn = (bag: object, { id, granted, renamedFrom }: RowMemory = {}): RowEntry<Row>[] => {
    const args = argsIn(bag);
    const { row, over, shownAs } = wanted(args);
    const keys = givenKeys(args);
    const signature = JSON.stringify([kind.keys(row).exact, kind.secondary(row), keys]);
    return [{ key: "", value: pick({ ...args }, keys), row, over, shownAs, signature, id, granted, renamedFrom }];
  };
  const spec: RowsSpec<Row, Args, OneRowState<Args>> = {
    kind,
    isSame: (args, previous) => isSameBut(rowControls, { ...args }, { ...previous }),
    hasData,
    unknownKeys: (args) => (isComplete(args) ? new Set() : undefined),
    scopeOf: ({ adopt }) => ({ extent: "own", isOne: true, adopt, ignores: () => false }),
    wantedIn: (bag) => entriesIn(bag),
    rememberedIn(bag) {
      const { rows, [idName]: id } = readKept({ ...bag });
      const [memory] = readMemory({ rows });
      return entriesIn(bag, { ...memory, id });
    },
    entryOf: (value) => ({ key: "", value }),
    stateOf({ domain }, [entry], { writtenAt }) {
      if (entry === undefined) return undefined;
      const { id, granted, renamedFrom } = entry;
      const value = { ...entry.value, domain };
      const made = { [idName]: id, fqdn: fqdnOf(value) };
      const rows = writtenMemory([{ granted, renamedFrom }]);
      return { ...read(pick(value, givenKeys(value))), ...readOutputs({ writtenAt, rows, ...made }) };
    },
  };
  const lifeCycle = {
    outputs: {
      [idName]: z
        .string()
        .optional()
        .meta({ description: "The registrar's ID; absent until the registrar has shown it." }),
      ...outputs,
    },
    controls: rowControls,
    deleteBeforeReplace: true,
    diff(state: OneRowState<Args>, args: Partial<Args>, unread?: readonly string[]) {
      const isSame = (key: string, old: unknown, wanted: unknown) => same(key, old, wanted, args);
      const how = { controls: rowControls, replaces, same: isSame, unread };
      return diffArgs({ ...argsIn(state) }, { ...args }, how);
    },
    ...rowsLifeCycle(spec),
    readState: (bag: Properties): OneRowState<Args> => ({ ...read(managedArgs(bag)), ...readOutputs(bag) }),
  };
  return { lifeCycle, check: new RowsCheck(spec) };
}
