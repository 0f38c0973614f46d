/** Checks of resources made of rows: each makes a plan before a write, logs the plan, and fails if the plan may not be applied. */
import { isDeepStrictEqual } from "node:util";
import { DomainNotHeldError, IncompleteListError, RegistrarError, withCode } from "../../api/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import { memoize } from "../define.ts";
import type { CheckContext, CheckFailure, LiveCheck, Precondition } from "../definition.ts";
import { Rows } from "../list.ts";
import { isOrdered } from "../preconditions.ts";
import type { Run } from "../run.ts";
import type { AnyRow, Bag, Entries, Listed, RowKind, RowsSpec, Scope } from "./kind.ts";
import { isListed, satisfies, scopeIn } from "./kind.ts";
import { matchStored } from "./match.ts";
import { isWrite, listedAmong, type Plan, pairUnchanged, planOf, type View } from "./plan.ts";
import { formatSummary, PlanWords } from "./words.ts";
import { DomainRows } from "./write.ts";

/** Does a plan have a write, or a finding that forbids it? */
const isDoing = <Row extends AnyRow>({ steps, findings }: Plan<Row>) => findings.length > 0 || steps.some(isWrite);

const no = () => false;

/**
 * Removes updates that only lower a TTL from a plan: the registrar may have raised the TTL, and only the state tells if it did. Also
 * returns these live TTLs by the key of their entry, so that `diff`, which has the state, decides.
 */
function withoutRaised<Row extends AnyRow>(kind: RowKind<Row>, plan: Plan<Row>) {
  const ttlOf = (row: Row) => Number(kind.secondary(row)["ttl"]);
  const raisedTtl: Record<string, number[]> = {};
  const steps = plan.steps.filter((step) => {
    if (step.kind !== "update" || step.stored === undefined) return true;
    const { row, want, stored } = step;
    const live = ttlOf(row);
    const isRaised = live > ttlOf(want.row) && satisfies(kind, row, want.row, { row: stored.row, acceptedTtl: live });
    if (isRaised) raisedTtl[want.key] = [...(raisedTtl[want.key] ?? []), live];
    return !isRaised;
  });
  return { plan: { ...plan, steps }, ...(steps.length < plan.steps.length && { raisedTtl }) };
}

/** Turns an IncompleteListError into the failure of a check. @throws any other error */
function incomplete(error: unknown): CheckFailure[] {
  if (!(error instanceof IncompleteListError)) throw error;
  return [{ reason: error.message, error }];
}

/** Entries before and after a change: those of the last run's arguments and those of the new ones. Neither have registrar IDs. */
interface Ahead<Row extends AnyRow> {
  readonly domain: string;
  readonly wanted: Entries<Row>;
  readonly stored: Entries<Row>;
  /** Entries that are new or changed, and so need a write. */
  readonly changed: Entries<Row>;
}

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /** Returns `undefined` if no entry is new, changed or dropped since the last run. Memoized, because a check asks several times. */
  readonly ahead = memoize((context: CheckContext<Args>, args: Partial<Args>): Ahead<Row> | undefined => {
    const { previous } = context;
    // Arguments that are identical to those of the last run need no comparison by meaning.
    const isSame = previous !== undefined && previous.unlisted === undefined && isDeepStrictEqual(args, previous);
    if (args.domain === undefined || isSame) return undefined;
    const wanted = this.#spec.wantedIn(args);
    const stored = this.#storedBefore(args, wanted, context);
    const { changed, dropped } = pairUnchanged(wanted, stored);
    return changed.length + dropped.length === 0 ? undefined : { domain: domainOf(args), wanted, stored, changed };
  });

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /** Entries of the last run; none if `domain` or the key changed. Omits imported entries that the program doesn't list. */
  #storedBefore(args: Partial<Args>, wanted: Entries<Row>, context: CheckContext<Args>): Entries<Row> {
    const { previous, former = previous } = context;
    const keyOf = (bag: Partial<Args>) => this.#spec.scopeOf(bag).key;
    if (former === undefined || !sameDomain(former.domain, args.domain) || keyOf(former) !== keyOf(args)) return [];
    const stored = this.#storedIn(former);
    if (stored.length === 0 || !context.isImported()) return stored;
    const { own, others } = listedAmong(this.#spec.kind, stored, wanted);
    if (others.length > 0 && this.#spec.scopeOf(args).extent === "own")
      context.log(new PlanWords({ kind: this.#spec.kind, domain: domainOf(args) }).left(others));
    return own;
  }

  #storedIn(bag: Partial<Args>): Listed<Row>[] {
    return this.#spec.shownIn(bag).filter(isListed);
  }

  /** The plan for a reading of the list. Of rows that the resource never listed, the update changes only those in this plan. */
  #plan(
    at: DomainRows<Row>,
    rows: Rows<Row>,
    args: Partial<Args>,
    { wanted, stored }: Pick<Ahead<Row>, "wanted" | "stored">,
    given: Partial<View<Row>> = {},
  ): Plan<Row> {
    const { found = at.match(rows, stored), scope = scopeIn(this.#spec, args, at.run) } = given;
    return planOf({
      ...{ ...at.matching(rows), scope, wanted, stored, found, hasIds: false, isPlanned: () => true },
      ...given,
    });
  }

  /** Fails if an existing row forbids the create or update of a resource with one row. */
  readonly precondition: Precondition<Args> = async (args, { run, context }) => {
    const ahead = context && this.ahead(context, args);
    if (context === undefined || ahead === undefined || ahead.wanted.length === 0) return;
    const { domain, stored } = ahead;
    const at = new DomainRows(this.#spec.kind, domain, run);
    for (const { row } of stored) run.claims.released.set(at.keyOf(row), { name: context.name, isReplaced: false });
    const rows = await at.read();
    const found = matchStored({ ...at.matching(rows), isOthers: no }, stored);
    // If the list doesn't show the stored row, that row may have been edited by hand: any live row could be it.
    if (found.size < stored.length) return;
    const plan = this.#plan(at, rows, args, ahead, { found });
    const [finding] = plan.findings;
    if (finding === undefined) return rows.cut && at.refuseCreates(rows, plan);
    at.claimMet(finding);
    const [had] = finding.rows.map((row) => run.claims.released.get(at.keyOf(row))?.name);
    throw new PlanWords(at).error(finding, stored.length > 0, { wants: context.name, had });
  };

  /** Checks a resource of the extent `own` without reading the list. If the list can be read, `checkOwn` checks instead. */
  checkUnread(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const ahead = this.ahead(context, args);
    return ahead === undefined || context.canAsk() ? [] : this.#announceUnread(ahead, args, context);
  }

  /** Plans as if exactly the rows of the last run were live. */
  #planUnread({ wanted, stored }: Pick<Ahead<Row>, "wanted" | "stored">, scope: Scope<Row>): Plan<Row> {
    const { kind } = this.#spec;
    const shown = { rows: stored.map(({ row }) => row), complete: true };
    const rows = new Rows<Row>(shown, { id: ({ id }) => id, keys: (row) => kind.keys(row).listed });
    const found = new Map(stored.map((entry) => [entry, entry.row]));
    return planOf({
      ...{ kind, scope, wanted, stored, rows, found, hasIds: false, isPlanned: () => true },
      ...{ isOthers: no, isOthersListed: no, isReleased: no },
    });
  }

  #announceUnread(ahead: Ahead<Row>, args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const scope = scopeIn(this.#spec, args);
    return this.#announce(this.#planUnread(ahead, scope), scope, ahead.domain, context, false);
  }

  /** Checks a resource of the extent `own`. If the list can't be read, plans without it: the update reports the failure. */
  async checkOwn(args: Partial<Args>, context: CheckContext<Args>, run: Run): Promise<LiveCheck<Args>> {
    const ahead = this.ahead(context, args);
    if (ahead === undefined) return { failures: [] };
    const at = new DomainRows(this.#spec.kind, ahead.domain, run);
    const rows = await at.read().catch((error: unknown) => {
      if (!(error instanceof RegistrarError)) throw error;
      return undefined;
    });
    try {
      if (rows?.cut) at.refuseCreates(rows, this.#plan(at, rows, args, ahead));
    } catch (error) {
      return { failures: incomplete(error) };
    }
    if (rows?.complete !== true) return { failures: this.#announceUnread(ahead, args, context) };
    const plan = this.#plan(at, rows, args, ahead);
    return { failures: this.#announce(plan, scopeIn(this.#spec, args, run), ahead.domain, context, true) };
  }

  /**
   * Checks a set or an authoritative zone. Reads the list even if no argument changed: it may show new rows, which the plan deletes.
   * @param open keys of entries with values that aren't known yet: the plan leaves the rows of these keys as they are
   * @returns the failures, and the inputs by which `diff` reports the plan
   */
  async checkExtent(
    args: Partial<Args>,
    context: CheckContext<Args>,
    run: Run,
    open: ReadonlySet<string> = new Set(),
  ): Promise<{ failures: CheckFailure[]; inputs?: Pick<Bag, "plan" | "isPlanNew" | "raisedTtl"> }> {
    const { previous } = context;
    const domain = domainOf(args);
    const at = new DomainRows(this.#spec.kind, domain, run);
    try {
      const complete = await this.#planExtent(at, args, context, open);
      for (const step of complete.steps) if (step.kind === "update" || step.kind === "delete") at.claims.plan(step.row);
      const { plan, raisedTtl } = withoutRaised(at.kind, complete);
      const failures = this.#announce(plan, scopeIn(this.#spec, args, run), domain, context, true);
      if (!isDoing(plan)) return { failures, inputs: { plan: previous?.plan, raisedTtl } };
      // `diff` reports only a string that differs from the last plan's. A preview and its update must make the same string.
      const summary = formatSummary(plan);
      const text = summary === previous?.plan ? `again ${summary}` : summary;
      return { failures, inputs: { plan: text, isPlanNew: true, raisedTtl } };
    } catch (error) {
      if (!(error instanceof DomainNotHeldError) || previous !== undefined) return { failures: incomplete(error) };
      // Not a failure if the same program registers the domain.
      const failure = { property: "domain", reason: withCode(error.message, error.code) };
      return { failures: isOrdered(domain, context) ? [] : [failure] };
    }
  }

  /**
   * Reads the list and plans. If the last run wrote rows, a list that contradicts these writes may be stale, and is polled. The time limit
   * counts from this run's first reading, so that all resources of a domain share one wait.
   */
  async #planExtent(at: DomainRows<Row>, args: Partial<Args>, context: CheckContext<Args>, open: ReadonlySet<string>) {
    const { domain, kind } = at;
    const given = scopeIn(this.#spec, args, at.run);
    const wanted = this.#spec.wantedIn(args).filter(({ key }) => !open.has(key));
    const stored = this.#storedBefore(args, wanted, context);
    const scope = { ...given, ignores: (row: Row) => given.ignores(row) || open.has(kind.title(row)) };
    const planFor = (rows: Rows<Row>, goal: Entries<Row>) => {
      if (rows.cut) throw new IncompleteListError(`which records ${domain} has`, `${kind.group}.list`, domain, rows);
      const found = at.match(rows, stored);
      at.refuseUnseen(rows, stored, found);
      // The plan treats no row as another resource's: only the update knows all owners.
      return this.#plan(at, rows, args, { wanted: goal, stored }, { scope, found, isOthers: no, isOthersListed: no });
    };
    const isWritten = context.previous?.isPlanNew === true && stored.length > 0;
    const writtenAt = isWritten ? new Date(at.list.firstReadAt ?? at.run.now()).toISOString() : undefined;
    const isQuiet = (rows: Rows<Row>) => !isDoing(withoutRaised(kind, planFor(rows, stored)).plan);
    return planFor(await at.observe(stored, [], writtenAt, isQuiet), wanted);
  }

  /** If `domain` changes, checks the plan that deletes all rows in the old domain, by the same rules as any plan. */
  checkLeaving(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous?.domain === undefined || !context.known("domain") || sameDomain(previous.domain, args.domain))
      return [];
    const old = domainOf(previous);
    const scope = scopeIn(this.#spec, args);
    const plan = this.#planUnread({ wanted: [], stored: this.#storedIn(previous) }, scope);
    return this.#announce(plan, scope, old, context, true).map(({ reason }) => ({
      reason: `another \`domain\` empties the zone of ${old}: ${reason}`,
    }));
  }

  /** Notes the rows of a set that is to be replaced, so that the replacement may adopt or delete these rows. */
  release(previous: Partial<Args>, name: string, run: Run): void {
    const at = new DomainRows(this.#spec.kind, domainOf(previous), run);
    for (const { row } of this.#storedIn(previous)) run.claims.released.set(at.keyOf(row), { name, isReplaced: true });
  }

  /** Logs a plan, or returns failures if the plan needs more consent. @param isRead was the list read? */
  #announce(
    plan: Plan<Row>,
    scope: Scope<Row>,
    domain: string,
    context: CheckContext<Args>,
    isRead: boolean,
  ): CheckFailure[] {
    const words = new PlanWords({ kind: this.#spec.kind, domain });
    const refusals = words.refusals(plan, scope);
    if (refusals.length > 0) return refusals.map((reason) => ({ reason }));
    const text = words.plan(plan, scope, isRead);
    if (text !== undefined) context.log(text);
    return [];
  }
}
