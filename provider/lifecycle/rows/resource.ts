/**
 * The life cycle of resources made of rows. Each call reads the shared list, matches, plans and applies.
 *
 * Rules: nothing foreign is overwritten, nothing is made twice, and only a row that a complete list lacks is gone.
 */
import { RegistrarError } from "../../api/index.ts";
import { groupBy } from "../../dns/index.ts";
import { domainOf } from "../arguments.ts";
import type { Claims } from "../claims.ts";
import { type Made, PartialFailure } from "../definition.ts";
import { ConsentNeededError, UnknownOutcomeError } from "../errors.ts";
import type { Rows } from "../list.ts";
import { releaseUnserved } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { type Applied, applyPlan, type Done, logStays } from "./apply.ts";
import { type AnyRow, type Entries, type Entry, isListed, type Listed, meaningsOf } from "./kind.ts";
import { isAdopted, withEdited } from "./match.ts";
import { label, rowClaims } from "./owners.ts";
import type { Plan, Scope, Step } from "./plan.ts";
import { adoptedIn, listedAmong, pairUnchanged, planOf, planToEmpty, rowsOf } from "./plan.ts";
import { type Bag, type RowsSpec, rowName, scopeIn, scopeKey } from "./spec.ts";
import { PlanWords } from "./words.ts";
import { DomainRows, type Found } from "./write.ts";

/** Calls of a resource made of rows. */
export function rowsLifeCycle<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
) {
  const { kind } = spec;
  const storedIn = (state: State) => spec.shownIn(state).filter(isListed);
  return {
    create: (args: Args, run: Run) => new Reconciler(spec, label(domainOf(args)), undefined, args, run).run(),

    async update(id: string, state: State, args: Args, run: Run) {
      return (await new Reconciler(spec, id, state, args, run).run()).state;
    },

    /** The live state; `undefined` if the resource is proven to be gone. */
    async read(id: string, state: State, run: Run): Promise<State | undefined> {
      const domain = domainOf(state);
      if (run.isFormer(domain)) return undefined;
      const at = new DomainRows(kind, domain, run, id);
      const scope = scopeIn(spec, state, run);
      const stored = storedIn(state);
      const isQuiet = (...shown: [Rows<Row>, Found<Row>]) => unlistedIn(at, scope, ...shown).length === 0;
      const rows = await at.observeStored(stored, stored, state.writtenAt, isQuiet);
      const found = at.match(rows, stored);
      // An extent other than `own` shows an edited row as one that is missing and one that isn't listed.
      const shownAs = scope.extent === "own" ? withEdited(at.matching(rows), stored, found) : found;
      const kept = stored.flatMap((entry): Entry[] => {
        const row = shownAs.get(entry);
        if (row === undefined) {
          at.refuseIncomplete(rows, entry.row);
          return [];
        }
        at.claims.claimListed(row, entry.row);
        const { recordId, acceptedTtl } = entry;
        const { domain: _, ...shown } = kind.project(row, entry.args, acceptedTtl);
        return [{ ...spec.entryOf(shown, domain), recordId: row.id ?? recordId, acceptedTtl }];
      });
      const unlisted = unlistedIn(at, scope, rows, found).map(
        (row): Entry => ({ ...spec.entryOf(kind.declared(row), domain), recordId: row.id, isUnlisted: true }),
      );
      return spec.stateOf(state, [...kept, ...unlisted], state);
    },

    async delete(id: string, state: State, run: Run): Promise<void> {
      const domain = domainOf(state);
      if (run.isFormer(domain)) return;
      const at = new DomainRows(kind, domain, run, id);
      await deleteRows(at, storedIn(state), state.writtenAt).catch((error: unknown) =>
        releaseUnserved(error, domain, run),
      );
    },

    /** Claims the rows of a resource. Another resource may adopt the rows that one with several gives up. */
    claim(id: string, state: State, claims: Claims, args?: Partial<Args>): void {
      // A diff never fails: a state without a domain owns no row.
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

/** Live rows of an extent other than `own` that the resource doesn't list. @param found live rows of stored entries */
function unlistedIn<Row extends AnyRow>(at: DomainRows<Row>, scope: Scope<Row>, rows: Rows<Row>, found: Found<Row>) {
  if (scope.extent === "own") return [];
  const { kind, claims } = at;
  const own = new Set(found.values());
  return rowsOf({ kind, rows, scope }).filter(
    (row) => !own.has(row) && !kind.isOfService(row) && !scope.ignores(row) && !claims.isOthers(row),
  );
}

/** Deletes stored rows. A row that can't be seen in an incomplete list is deleted by its ID. */
async function deleteRows<Row extends AnyRow>(at: DomainRows<Row>, stored: Entries<Row>, writtenAt?: string) {
  const rowOf = ({ row }: Listed<Row>) => row;
  await at.runExclusive(stored.map(rowOf), async () => {
    const rows = await at.observeStored(stored, stored, writtenAt);
    const found = at.match(rows, stored);
    const adopted = new Set(stored.filter((entry) => !found.has(entry) && isAdopted(at.matching(rows), entry)));
    logStays(at, [...adopted].map(rowOf));
    const own = stored.filter((entry) => !adopted.has(entry));
    const edited = withEdited(at.matching(rows), own, found);
    for (const entry of own) at.refuseDoubt(rows, edited.get(entry), entry);
    const plan = planToEmpty(at.kind, own, (entry) => found.get(entry) ?? unseen(at, entry, rows));
    const { failed } = await applyPlan(plan, at, { adopt: "none", isOne: false });
    const [first] = failed;
    if (first !== undefined) throw first.error;
  });
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
  readonly #at: DomainRows<Row>;
  readonly #scope: Scope<Row>;
  readonly #wanted: Entries<Row>;
  readonly #stored: Entries<Row>;

  /** @param state default: the resource is new */
  constructor(spec: RowsSpec<Row, Args, State>, id: string, state: State | undefined, args: Args, run: Run) {
    this.#spec = spec;
    this.#id = id;
    this.#state = state;
    this.#args = args;
    this.#at = new DomainRows(spec.kind, domainOf(args), run, id);
    this.#scope = scopeIn(spec, args, run);
    this.#wanted = spec.wantedIn(args);
    this.#stored = state === undefined ? [] : this.#owned(state);
  }

  /** Entries that the resource listed, and those that a refresh found and that the program lists now. */
  #owned(state: State): Entries<Row> {
    const { kind } = this.#spec;
    const shown = this.#spec.shownIn(state);
    const own = shown.filter(isListed);
    // The program has not said yet which of the imported entries are its own.
    if (this.#at.run.claims.imported.has(this.#id)) return listedAmong(kind, own, this.#wanted).own;
    // Equal to no wanted entry, an entry of unknown outcome is looked up.
    if (state.unfinished === true) return own.map((entry) => ({ ...entry, signature: "" }));
    if (own.length === shown.length) return own;
    const found = shown.filter((entry) => !isListed(entry));
    return [...own, ...listedAmong(kind, found, listedAmong(kind, this.#wanted, own).others).own];
  }

  run(): Promise<Made<State>> {
    const { same, changed, dropped } = pairUnchanged(this.#wanted, this.#stored);
    const exclusive = [...changed, ...dropped].map(({ row }) => row);
    return this.#at.runExclusive(exclusive, async () => {
      const isUnchanged = this.#state !== undefined && exclusive.length === 0 && this.#scope.extent === "own";
      const steps = same.map((pair) => ({ kind: "keep", ...pair }) as const);
      const unchanged = { steps, findings: [], stays: [], base: steps.length };
      const plan = isUnchanged ? unchanged : await this.#plan(this.#scope.extent === "own" ? dropped : []);
      this.#askConsent(plan);
      return this.#outcome(plan, await applyPlan(plan, this.#at, this.#scope));
    });
  }

  /** @param awaited entries that have to show as they were written */
  async #plan(awaited: Entries<Row>): Promise<Plan<Row>> {
    const at = this.#at;
    const rows = await at.observeStored(this.#stored, awaited, this.#state?.writtenAt);
    let plan = this.#planFor(rows, awaited);
    if (plan.steps.some(({ kind }) => kind === "create")) plan = await this.#planCreates(plan, rows, awaited);
    // The list may still show a row that was deleted a moment ago. A write to it would fail; if there is none, time decides.
    if (adoptedIn(plan).length > 0 && this.#at.run.api.lookups.withinMs > 0)
      plan = this.#planFor(await at.settled(), awaited);
    return plan;
  }

  /** A list that is cut, or that lacks a row of this program, may also lack a row that is to be created. */
  async #planCreates(plan: Plan<Row>, rows: Rows<Row>, awaited: Entries<Row>): Promise<Plan<Row>> {
    const at = this.#at;
    const isAnyMissing = (shown: Rows<Row>) =>
      (shown.open || !shown.complete) && at.claims.isAnyMissing(shown, at.list);
    const proven = await at.read(isAnyMissing);
    const checked = proven === rows ? plan : this.#planFor(proven, awaited);
    const isDoubtful = proven.cut || isAnyMissing(proven);
    for (const step of checked.steps)
      if (step.kind === "create" && isDoubtful) at.refuseIncomplete(proven, step.want.row, "exists already");
    return checked;
  }

  #planFor(rows: Rows<Row>, awaited: Entries<Row>): Plan<Row> {
    const [at, scope, wanted, stored] = [this.#at, this.#scope, this.#wanted, this.#stored];
    const matched = at.match(rows, stored);
    const found = withEdited(at.matching(rows), awaited, matched);
    const goals = meaningsOf(at.kind, wanted);
    const isGoal = (row: Row) => at.kind.keys(row).listed.some((key) => goals.has(key));
    // A row whose outcome is unknown may never have existed.
    const mustShow = !scope.isOne || this.#state?.unfinished === true;
    for (const entry of awaited) {
      const row = found.get(entry);
      at.refuseDoubt(rows, row, entry, isGoal);
      if (row === undefined && mustShow) at.refuseIncomplete(rows, entry.row);
      const shown = row ?? unseen(at, entry, rows);
      if (shown !== undefined) found.set(entry, shown);
    }
    if (scope.extent !== "own") for (const entry of stored) if (!found.has(entry)) at.refuseIncomplete(rows, entry.row);
    const plan = planOf({ ...at.matching(rows), scope, wanted, stored, found, hasIds: true });
    return scope.extent === "own" ? plan : { ...plan, steps: this.#approved(plan) };
  }

  /** Leaves out changes of rows that are not this resource's and that its check didn't plan. */
  #approved({ steps }: Plan<Row>): Plan<Row>["steps"] {
    const planned = this.#at.run.claims.planned.get(scopeKey(this.#at.domain, this.#scope));
    return steps.flatMap((step): Plan<Row>["steps"] => {
      if (step.kind === "keep" || step.kind === "create" || step.isOwned) return [step];
      if (planned?.has(rowName(this.#at.kind, step.row))) return [step];
      return step.kind === "update" ? [{ kind: "create", want: step.want }] : [];
    });
  }

  /** @throws PreconditionError, DeclaredTwiceError, ConsentNeededError if the plan may not be applied */
  #askConsent(plan: Plan<Row>): void {
    const [at, words] = [this.#at, new PlanWords(this.#at)];
    const [finding] = plan.findings;
    if (finding !== undefined && this.#scope.isOne) {
      at.claimMet(finding);
      throw words.error(finding, this.#stored.length > 0);
    }
    const refusals = words.refusals(plan, this.#scope);
    if (refusals.length > 0) throw new ConsentNeededError(at.domain, refusals);
  }

  async #outcome(plan: Plan<Row>, applied: Applied<Row>): Promise<Made<State>> {
    const [first] = applied.failed;
    if (first === undefined) return this.#reached(applied);
    const { error } = first;
    if (this.#scope.isOne) {
      if (!(error instanceof UnknownOutcomeError)) throw error;
      const { state } = this.#made(this.#wanted, this.#now);
      throw new PartialFailure(this.#id, unfinished(state), error.message);
    }
    if (plan.steps.every(({ kind }) => kind === "keep" || kind === "delete")) {
      await releaseUnserved(error, this.#at.domain, this.#at.run);
      return this.#reached(applied);
    }
    if (!applied.done.some(({ isWritten }) => isWritten)) throw error;
    const done = new Set(applied.done.map(({ step }) => step));
    const undone = plan.steps.filter((step) => !done.has(step));
    const { state } = this.#reached(applied, undone);
    throw new PartialFailure(this.#id, unfinished(state), problemOf(applied, undone));
  }

  get #now(): string {
    return new Date(this.#at.run.now()).toISOString();
  }

  /** The state after writes: rows that were written, and the old entries of steps that were not carried out. */
  #reached({ done }: Applied<Row>, undone: readonly Step<Row>[] = []): Made<State> {
    const old = undone.flatMap((step) => (step.kind === "create" || step.stored === undefined ? [] : [step.stored]));
    const kept = done.flatMap((each) => this.#entryOf(each));
    const writtenAt = done.some(({ isWritten }) => isWritten) ? this.#now : this.#state?.writtenAt;
    const [only] = done;
    const created = this.#scope.isOne && only?.isNew === true ? only.row : undefined;
    return this.#made([...kept, ...old], writtenAt, undone.length > 0, created);
  }

  /** The entry to store after a step; none after a delete. */
  #entryOf({ step, row, isWritten }: Done<Row>): Entry[] {
    if (step.kind === "delete") return [];
    const ttlOf = (each: Row | undefined) => each && this.#spec.kind.secondary(each)["ttl"];
    const { want } = step;
    const stored = step.kind === "create" ? undefined : step.stored;
    const [asked, shown] = [ttlOf(want.row), ttlOf(row)];
    const isRaised = isWritten && asked !== undefined && typeof shown === "number" && shown !== asked;
    const before = !isWritten && ttlOf(stored?.row) === asked ? stored?.acceptedTtl : undefined;
    return [{ ...want, recordId: row?.id ?? stored?.recordId, acceptedTtl: isRaised ? shown : before }];
  }

  /** @param created the row of a new resource: its ID becomes the resource's */
  #made(entries: readonly Entry[], writtenAt: string | undefined, isPartial = false, created?: Row): Made<State> {
    const { plan } = isPartial ? (this.#state ?? {}) : this.#args;
    const state = this.#spec.stateOf(this.#args, entries, { writtenAt, plan });
    if (state === undefined) throw new TypeError("a resource without rows has no state");
    if (created?.id === undefined || this.#state !== undefined) return { id: this.#id, state };
    const id = `${this.#at.domain}/${created.id}`;
    this.#at.claims.release(created);
    rowClaims(this.#spec.kind, this.#at.domain, this.#at.run.claims, id).claim(created);
    return { id, state };
  }
}

const unfinished = (state: object) => ({ ...Object.fromEntries(Object.entries(state)), unfinished: true });

/** The errors of a partial failure, one of each kind, and what remains to be done. */
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
