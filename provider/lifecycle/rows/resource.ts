/**
 * The life cycle of resources made of rows. Each call reads the shared list, matches, plans and applies.
 *
 * Rules: nothing foreign is overwritten, nothing is made twice, and only a row that a complete list lacks is gone.
 */
import { RegistrarError } from "../../api/index.ts";
import { groupBy } from "../../dns/index.ts";
import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { type Made, PartialFailure, type Resource } from "../definition.ts";
import { ConsentNeededError, UnknownOutcomeError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { type Applied, applyPlan, logStays } from "./apply.ts";
import { type AnyRow, changedKeys, type Entry, type Listed } from "./kind.ts";
import { isAdopted } from "./match.ts";
import { RowClaims } from "./owners.ts";
import { adoptedIn, listedAmong, type Plan, pairUnchanged, planOf, planToEmpty, rowsOf, type Scope } from "./plan.ts";
import {
  type Bag,
  claimMet,
  label,
  observe,
  type RowsSpec,
  rowName,
  scopeIn,
  scopeKey,
  storedIn,
  viewOf,
} from "./spec.ts";
import { PlanWords } from "./words.ts";
import { DomainRows } from "./write.ts";

/** Calls of a resource made of rows. */
export function rowsLifeCycle<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
): Required<Pick<Resource<Args, State>, "create" | "read" | "update" | "delete" | "claim">> {
  const { kind } = spec;
  return {
    async create(args, run) {
      const id = label(domainOf(args));
      return new Reconciler(spec, id, undefined, args, run).run();
    },
    update: async (id, state, args, run) => (await new Reconciler(spec, id, state, args, run).run()).state,
    read: (id, state, run) => read(spec, id, state, run),
    async delete(id, state, run) {
      const domain = domainOf(state);
      if (run.isFormer(domain)) return;
      const at = new DomainRows(kind, domain, run, id);
      await deleteRows(at, storedIn(spec, state), state.writtenAt).catch((error: unknown) =>
        releaseUnserved(error, domain, run),
      );
    },
    claim(id, state, claims, args) {
      // A diff never fails: a state without a domain owns no row.
      if (state.domain !== undefined && state.domain !== "") claimRows(spec, id, state, claims, args ?? state);
    },
  };
}

/** Claims the rows of a resource. Another resource may adopt the rows that one with several gives up. */
function claimRows<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  id: string,
  state: State,
  claims: Claims,
  args: Partial<Args> | State,
): void {
  const own = new RowClaims(spec.kind, domainOf(state), claims, id);
  const claim = ({ row, recordId }: Listed<Row>) =>
    own.claim({ ...row, ...(recordId !== undefined && { id: recordId }) });
  if (spec.isOne) for (const entry of storedIn(spec, state)) claim(entry);
  else
    claims.later(() => {
      const { same } = pairUnchanged(spec.wantedIn(args), storedIn(spec, state));
      for (const { stored } of same) claim(stored);
    });
}

/** What is live; `undefined` if the resource is proven to be gone. */
async function read<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  id: string,
  state: State,
  run: Run,
): Promise<State | undefined> {
  const { kind } = spec;
  const domain = domainOf(state);
  if (run.isFormer(domain)) return undefined;
  const at = new DomainRows(kind, domain, run, id);
  const scope = scopeIn(spec, state, run);
  const stored = storedIn(spec, state);
  const unlistedIn = (rows: Rows<Row>, found: ReadonlyMap<Listed<Row>, Row>) => {
    if (scope.extent === "own") return [];
    const own = new Set(found.values());
    const isUnlisted = (row: Row) =>
      !own.has(row) && !kind.isOfService(row) && !scope.ignores(row) && !at.claims.isOthers(row);
    return rowsOf({ kind, rows, scope }).filter(isUnlisted);
  };
  const rows = await observe(at, stored, stored, state.writtenAt, (...shown) => unlistedIn(...shown).length === 0);
  const found = at.match(rows, stored);
  // An extent other than `own` shows an edited row as one that is missing and one that isn't listed.
  const shownAs = scope.extent === "own" ? withEdited(at, rows, stored, found) : found;
  const kept = stored.flatMap((entry): Entry[] => {
    const row = shownAs.get(entry);
    if (row === undefined) {
      at.refuseIncomplete(rows, entry.row);
      return [];
    }
    at.claims.claimListed(row, entry.row);
    const { recordId, acceptedTtl } = entry;
    const shown = kind.project(row, entry.args, acceptedTtl);
    return [{ ...spec.entryOf(shown, domain), recordId: row.id ?? recordId, acceptedTtl }];
  });
  const unlisted = unlistedIn(rows, found).map(
    (row): Entry => ({ ...spec.entryOf(kind.declared(row), domain), recordId: row.id, isUnlisted: true }),
  );
  return spec.stateOf(state, [...kept, ...unlisted], state);
}

/** The live rows of stored entries, with those that are known by their ID alone. */
function withEdited<Row extends AnyRow>(
  at: DomainRows<Row>,
  rows: Rows<Row>,
  stored: readonly Listed<Row>[],
  found: ReadonlyMap<Listed<Row>, Row>,
): Map<Listed<Row>, Row> {
  const taken = new Set(found.values());
  const all = new Map(found);
  for (const entry of stored) {
    const edited = found.has(entry) ? undefined : at.matchEdited(rows, entry);
    if (edited !== undefined && !taken.has(edited)) all.set(entry, edited);
  }
  return all;
}

/** Deletes stored rows. A row that can't be seen in an incomplete list is deleted by its ID. */
async function deleteRows<Row extends AnyRow>(
  at: DomainRows<Row>,
  stored: readonly Listed<Row>[],
  writtenAt: string | undefined,
): Promise<void> {
  await at.runExclusive(
    stored.map(({ row }) => row),
    async () => {
      const rows = await observe(at, stored, stored, writtenAt);
      const found = at.match(rows, stored);
      const adopted = new Set(stored.filter((entry) => !found.has(entry) && isAdopted(at.matching(rows), entry)));
      logStays(
        at,
        [...adopted].map(({ row }) => row),
      );
      const own = stored.filter((entry) => !adopted.has(entry));
      for (const entry of own) at.refuseDoubt(rows, found.get(entry) ?? at.matchEdited(rows, entry), entry);
      const plan = planToEmpty(at.kind, own, (entry) => found.get(entry) ?? unseen(at, entry, rows));
      const { failed } = await applyPlan(plan, at, { adopt: "none", isOne: false });
      const [first] = failed;
      if (first !== undefined) throw first.error;
    },
  );
}

/** A stored row that an incomplete list doesn't show: it is known by its ID. @throws IncompleteListError without an ID */
function unseen<Row extends AnyRow>(at: DomainRows<Row>, entry: Listed<Row>, rows: Rows<Row>): Row | undefined {
  const { row, recordId } = entry;
  if (rows.complete || at.list.wasRemoved(recordId)) return undefined;
  if (recordId === undefined) at.refuseIncomplete(rows, row);
  return { ...row, id: recordId };
}

/** One create or update of a resource: observe, plan, ask for consent, apply. */
class Reconciler<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  readonly #id: string;
  readonly #state: State | undefined;
  readonly #args: Args;
  readonly #run: Run;
  readonly #at: DomainRows<Row>;
  readonly #scope: Scope<Row>;
  readonly #wanted: readonly Listed<Row>[];
  readonly #stored: readonly Listed<Row>[];

  /** @param state default: the resource is new */
  constructor(spec: RowsSpec<Row, Args, State>, id: string, state: State | undefined, args: Args, run: Run) {
    this.#spec = spec;
    this.#id = id;
    this.#state = state;
    this.#args = args;
    this.#run = run;
    this.#at = new DomainRows(spec.kind, domainOf(args), run, id);
    this.#scope = scopeIn(spec, args, run);
    this.#wanted = spec.wantedIn(args);
    this.#stored = state === undefined ? [] : this.#owned(state);
  }

  /** Entries that the resource listed, and those that a refresh found and that the program lists now. */
  #owned(state: State): readonly Listed<Row>[] {
    const { kind } = this.#spec;
    const shown = this.#spec.shownIn(state);
    const own = shown.filter(({ isUnlisted }) => !isUnlisted);
    // The program has not said yet which of the imported entries are its own.
    if (this.#run.imported.has(this.#id)) return listedAmong(kind, own, this.#wanted).own;
    // Equal to no wanted entry, an entry of unknown outcome is looked up.
    if (state.unfinished === true) return own.map((entry) => ({ ...entry, signature: "" }));
    const found = shown.filter(({ isUnlisted }) => isUnlisted);
    if (found.length === 0) return own;
    return [...own, ...listedAmong(kind, found, listedAmong(kind, this.#wanted, own).others).own];
  }

  async run(): Promise<Made<State>> {
    const { same, changed, dropped } = pairUnchanged(this.#wanted, this.#stored);
    if (this.#isRemembered(changed, dropped)) return this.#made(this.#remembered(same), this.#state?.writtenAt);
    const exclusive = [...changed, ...dropped].map(({ row }) => row);
    return this.#at.runExclusive(exclusive, async () => {
      const plan = await this.#plan(this.#scope.extent === "own" ? dropped : []);
      this.#askConsent(plan);
      return this.#outcome(plan, await applyPlan(plan, this.#at, this.#scope));
    });
  }

  /** Does only what is remembered change: an option, a spelling, an argument that isn't managed any more? Then no call is made. */
  #isRemembered(changed: readonly Listed<Row>[], dropped: readonly Listed<Row>[]): boolean {
    if (this.#state === undefined || this.#state.unfinished === true || this.#scope.extent !== "own") return false;
    const [[want], [was]] = [changed, dropped];
    if (want === undefined || was === undefined) return want === was;
    return this.#scope.isOne && changedKeys(this.#spec.kind, was.args, want.args).length === 0;
  }

  #remembered(same: readonly { want: Listed<Row>; stored: Listed<Row> }[]): Entry[] {
    const pairs = this.#scope.isOne ? this.#wanted.map((want, i) => ({ want, stored: this.#stored[i] })) : same;
    return pairs.map(({ want, stored }) => ({ ...want, recordId: stored?.recordId, acceptedTtl: stored?.acceptedTtl }));
  }

  /** @param awaited entries that have to show as they were written */
  async #plan(awaited: readonly Listed<Row>[]): Promise<Plan<Row>> {
    const at = this.#at;
    const rows = await observe(at, awaited, this.#stored, this.#state?.writtenAt);
    let plan = this.#planFor(rows, awaited);
    if (plan.steps.some(({ kind }) => kind === "create")) plan = await this.#planCreates(plan, rows, awaited);
    // The list may still show a row that was deleted a moment ago. A write to it would fail; if there is none, time decides.
    if (adoptedIn(plan).length > 0 && this.#run.api.lookups.withinMs > 0)
      plan = this.#planFor(await at.settled(), awaited);
    return plan;
  }

  /** A list that is cut, or that lacks a row of this program, may also lack a row that is to be created. */
  async #planCreates(plan: Plan<Row>, rows: Rows<Row>, awaited: readonly Listed<Row>[]): Promise<Plan<Row>> {
    const at = this.#at;
    const isAnyMissing = (shown: Rows<Row>) =>
      (shown.open || !shown.complete) && at.claims.isAnyMissing(shown, at.list);
    const proven = await at.read(isAnyMissing);
    const checked = proven === rows ? plan : this.#planFor(proven, awaited);
    for (const step of checked.steps)
      if (step.kind === "create" && (proven.cut || isAnyMissing(proven)))
        at.refuseIncomplete(proven, step.want.row, "exists already");
    return checked;
  }

  #planFor(rows: Rows<Row>, awaited: readonly Listed<Row>[]): Plan<Row> {
    const [at, scope] = [this.#at, this.#scope];
    const view = viewOf(at, { scope, wanted: this.#wanted, stored: this.#stored, rows, hasIds: true });
    const found = withEdited(at, rows, awaited, view.found);
    for (const entry of awaited) {
      const row = found.get(entry);
      at.refuseDoubt(rows, row, entry, this.#wanted);
      const shown = row ?? this.#unseen(entry, rows);
      if (shown !== undefined) found.set(entry, shown);
    }
    if (scope.extent !== "own")
      for (const entry of this.#stored) if (!found.has(entry)) at.refuseIncomplete(rows, entry.row);
    const plan = planOf({ ...view, found });
    return scope.extent === "own" ? plan : { ...plan, steps: this.#approved(plan) };
  }

  /** A stored row that an incomplete list doesn't show. A row whose outcome is unknown may never have existed. */
  #unseen(entry: Listed<Row>, rows: Rows<Row>): Row | undefined {
    if (!this.#scope.isOne || this.#state?.unfinished === true) this.#at.refuseIncomplete(rows, entry.row);
    return unseen(this.#at, entry, rows);
  }

  /** Leaves out changes of rows that are not this resource's and that its check didn't plan. */
  #approved({ steps }: Plan<Row>): Plan<Row>["steps"] {
    const { kind } = this.#spec;
    const planned = this.#run.plans.get(scopeKey(this.#at.domain, this.#scope));
    return steps.flatMap((step): Plan<Row>["steps"] => {
      if (step.kind === "keep" || step.kind === "create" || step.isOwned || planned?.has(rowName(kind, step.row)))
        return [step];
      return step.kind === "update" ? [{ kind: "create", want: step.want }] : [];
    });
  }

  /** @throws PreconditionError, DeclaredTwiceError, ConsentNeededError if the plan may not be applied */
  #askConsent(plan: Plan<Row>): void {
    const [at, words] = [this.#at, new PlanWords(this.#at)];
    const [finding] = plan.findings;
    if (finding !== undefined && this.#scope.isOne) {
      claimMet(at, finding);
      throw words.error(finding, { isMove: this.#stored.length > 0 });
    }
    const refusals = words.refusals(plan, this.#scope);
    if (refusals.length > 0) throw new ConsentNeededError(at.domain, refusals);
  }

  async #outcome(plan: Plan<Row>, applied: Applied<Row>): Promise<Made<State>> {
    const [{ done, left }, isOne] = [applied, this.#scope.isOne];
    const [first] = applied.failed;
    if (first === undefined) return this.#reached(applied);
    const { error } = first;
    if (isOne) {
      if (!(error instanceof UnknownOutcomeError)) throw error;
      const { state } = this.#made(this.#wanted, new Date(this.#run.now()).toISOString());
      throw new PartialFailure(this.#id, unfinished(state), error.message);
    }
    if (plan.steps.every(({ kind }) => kind === "keep" || kind === "delete")) {
      await releaseUnserved(error, this.#at.domain, this.#run);
      return this.#reached({ done, failed: [], left: [] });
    }
    if (!done.some(({ isWritten }) => isWritten)) throw error;
    const { state } = this.#reached({ done, failed: applied.failed, left });
    throw new PartialFailure(this.#id, unfinished(state), problemOf(applied));
  }

  /** The state after writes: rows that were written, and the old entries of steps that were not carried out. */
  #reached({ done, failed, left }: Applied<Row>): Made<State> {
    const undone = [...failed.map(({ step }) => step), ...left];
    const old = undone.flatMap((step) => (step.kind === "create" || step.stored === undefined ? [] : [step.stored]));
    const { kind } = this.#spec;
    const kept = done.flatMap(({ step, row, isWritten }): Entry[] => {
      if (step.kind === "delete") return [];
      const { want } = step;
      const stored = step.kind === "create" ? undefined : step.stored;
      const [asked, shown] = [kind.secondary(want.row)["ttl"], row && kind.secondary(row)["ttl"]];
      const raised =
        isWritten && asked !== undefined && typeof shown === "number" && shown !== asked ? shown : undefined;
      const isSameTtl = stored !== undefined && kind.secondary(stored.row)["ttl"] === asked;
      const before = !isWritten && isSameTtl ? stored.acceptedTtl : undefined;
      return [{ ...want, recordId: row?.id ?? stored?.recordId, acceptedTtl: raised ?? before }];
    });
    const isWritten = done.some((each) => each.isWritten);
    const writtenAt = isWritten ? new Date(this.#run.now()).toISOString() : this.#state?.writtenAt;
    const [only] = done;
    const isNew = this.#scope.isOne && only?.isNew === true;
    return this.#made([...kept, ...old], writtenAt, failed.length > 0, isNew ? only.row : undefined);
  }

  /** @param created the row of a new resource: its ID becomes the resource's */
  #made(entries: readonly Entry[], writtenAt: string | undefined, isPartial = false, created?: Row): Made<State> {
    const { plan } = isPartial ? (this.#state ?? {}) : this.#args;
    const state = this.#spec.stateOf(this.#args, entries, { writtenAt, plan });
    if (state === undefined) throw new TypeError("a resource without rows has no state");
    if (created?.id === undefined || this.#state !== undefined) return { id: this.#id, state };
    const id = `${this.#at.domain}/${created.id}`;
    this.#at.claims.release(created);
    new RowClaims(this.#spec.kind, this.#at.domain, this.#run.claims, id).claim(created);
    return { id, state };
  }
}

const unfinished = (state: object) => ({ ...Object.fromEntries(Object.entries(state)), unfinished: true });

/** What went wrong, each kind of error once, and what that leaves. */
function problemOf<Row extends AnyRow>({ done, failed, left }: Applied<Row>): string {
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
