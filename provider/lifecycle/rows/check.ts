/**
 * The check of resources made of rows, in previews and before writes.
 *
 * 1. Compare the entries before and after. If they are equal, nothing is read.
 * 2. Read the list. If that isn't possible, plan as if exactly the rows of the last run were live.
 * 3. Plan. Fail if the plan has a finding or needs more consent; otherwise log the plan.
 */
import { DomainNotHeldError, IncompleteListError, RegistrarError } from "../../api/index.ts";
import { domainOf, failuresOf, sameDomain } from "../arguments.ts";
import { memoize } from "../define.ts";
import type { CheckContext, CheckFailure, Precondition } from "../definition.ts";
import { PreconditionError } from "../errors.ts";
import { Rows } from "../list.ts";
import { failuresBy } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { type Entries, isListed, type Listed } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { satisfies } from "./kind.ts";
import { matchStored, meant } from "./match.ts";
import { type Plan, pairUnchanged, planOf } from "./plan.ts";
import type { Bag, RowsSpec, Scope } from "./scope.ts";
import { changeOf, scopeIn } from "./scope.ts";
import { PlanWords } from "./words.ts";
import { DomainRows } from "./write.ts";

const movedKind = new PreconditionError({
  what: "`aliases` names a resource of another kind (such as a `DnsRecordSet` for a `DnsRecord`)",
  advice:
    "Nothing was changed. Rows don't move between kinds of resources in one `pulumi up`: remove the alias and the resource, " +
    "run `pulumi up`, which deletes its rows, then declare the new resource and run `pulumi up` again.",
});

/** Entries before and after a change: those of the last run's arguments and those of the new ones. Neither have registrar IDs. */
interface Ahead<Row extends AnyRow> {
  readonly domain: string;
  readonly wanted: Entries<Row>;
  readonly stored: Entries<Row>;
  /** Entries that are new or changed, and so need a write. */
  readonly changed: Entries<Row>;
  /** Does the plan leave a row as it is, even if its scope has the row? */
  ignores(row: Row): boolean;
}

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /** Returns `undefined` if there is nothing to plan. Memoized, because a check asks several times. */
  readonly ahead = memoize((context: CheckContext<Args>, args: Partial<Args>): Ahead<Row> | undefined => {
    const { previous } = context;
    const open = this.#spec.openKeys(args, context);
    if (args.domain === undefined || open === undefined) return undefined;
    if (previous !== undefined && this.#spec.isSame(args, previous)) return undefined;
    const { kind } = this.#spec;
    const { wanted, stored, ignores } = this.#before(args, context);
    const isKnown = ({ key }: Listed<Row>) => !open.has(key);
    const known = { wanted: wanted.filter(isKnown), stored: stored.filter(isKnown) };
    const { changed, dropped } = pairUnchanged(known.wanted, known.stored);
    // A set or an authoritative zone also owns rows that it doesn't list.
    if (this.#spec.scopeOf(args).extent === "own" && changed.length + dropped.length === 0) return undefined;
    const isLeft = (row: Row) => ignores(row) || (open.size > 0 && open.has(kind.title(row)));
    return { domain: domainOf(args), ...known, changed, ignores: isLeft };
  });

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /** Does the state hold rows of another kind, because the option `aliases` names its resource? */
  #isOfAnotherKind({ previous }: CheckContext<Args>): boolean {
    return previous !== undefined && !this.#spec.hasData(previous);
  }

  /** The entries before and after; none before if `domain` changed. */
  #before(args: Partial<Args>, context: CheckContext<Args>) {
    const { kind } = this.#spec;
    const { previous, former = previous } = context;
    const before = former !== undefined && sameDomain(former.domain, args.domain) ? former : undefined;
    const goal = changeOf(this.#spec, args, before, context.isImported());
    if (goal.left.length > 0 && this.#spec.scopeOf(args).extent === "own")
      context.log(new PlanWords({ kind, domain: domainOf(args) }).left(goal.left));
    return goal;
  }

  #scopeOf(args: Partial<Args>, { ignores }: Pick<Ahead<Row>, "ignores">, run?: Run): Scope<Row> {
    const scope = scopeIn(this.#spec, args, run);
    return { ...scope, ignores: (row) => scope.ignores(row) || ignores(row) };
  }

  /** The plan for a reading of the list. It treats no row as another resource's, since only the update knows all owners. */
  #plan(rows: Rows<Row>, { wanted, stored }: Pick<Ahead<Row>, "wanted" | "stored">, scope: Scope<Row>): Plan<Row> {
    const { kind } = this.#spec;
    const matching = { kind, rows, isOthers: () => false, isOthersListed: () => false };
    const matched = matchStored(matching, stored);
    // Only the state knows which TTLs the registrar raised. An edit by hand was found by a refresh, and so is in `stored`.
    const ttlOf = (row: Row | undefined) => row && kind.secondary(row)["ttl"];
    const known = stored.map((entry): [Listed<Row>, Row | undefined] => {
      const [row, ttl] = [matched.get(entry), ttlOf(matched.get(entry))];
      return [typeof ttl === "number" && isListed(entry) ? { ...entry, granted: { ttl } } : entry, row];
    });
    const found = new Map(known.flatMap(([entry, row]) => (row === undefined ? [] : [[entry, row]])));
    return planOf({
      ...{ ...matching, scope, wanted, stored: known.map(([entry]) => entry), found },
      ...{ hasIds: false, isPlanned: () => true, isSuccessor: () => false },
    });
  }

  /** Plans as if exactly the rows of the last run were live. */
  #planUnread(goal: Pick<Ahead<Row>, "wanted" | "stored">, scope: Scope<Row>): Plan<Row> {
    const shown = { rows: goal.stored.map(({ row }) => row), proof: { complete: true, pages: 1 } };
    const rows = new Rows<Row>(shown, { id: ({ id }) => id, keys: (row) => this.#spec.kind.keys(row).listed });
    return this.#plan(rows, goal, scope);
  }

  /** Fails if an existing row forbids the create or update of a resource with one row. */
  readonly precondition: Precondition<Args> = async (args, { run, context }) => {
    if (context !== undefined && this.#isOfAnotherKind(context)) throw movedKind;
    const ahead = context && this.ahead(context, args);
    if (context === undefined || ahead === undefined || ahead.wanted.length === 0) return;
    const { domain, stored } = ahead;
    const at = new DomainRows(this.#spec.kind, domain, run);
    const rows = await at.read();
    const found = matchStored({ ...at.matching(rows), isOthers: () => false }, stored);
    // If the list doesn't show the stored row, that row may have been edited by hand: any live row could be it.
    if (found.size < stored.length) {
      for (const entry of stored) if (!found.has(entry)) at.refuseOpaque(rows, entry.row);
      return rows.proof.complete ? this.#planSuccessor(at, rows, ahead) : undefined;
    }
    const plan = this.#plan(rows, ahead, this.#scopeOf(args, ahead, run));
    const [finding] = plan.findings;
    if (finding === undefined) {
      at.refuseCreates(rows, plan, rows.proof.cut !== undefined);
      return this.#compare(plan, rows, domain, context);
    }
    at.claimMet(finding);
    throw new PlanWords(at).error(finding, stored.length > 0);
  };

  /** A person has deleted the stored row and made the wanted one: the update or replacement adopts it. */
  #planSuccessor(at: DomainRows<Row>, rows: Rows<Row>, { wanted }: Pick<Ahead<Row>, "wanted">): void {
    for (const { row: want } of wanted) {
      const asWanted = meant({ kind: at.kind, rows }, want).filter((row) => satisfies(at.kind, row, want));
      const [row, ...more] = asWanted.filter((each) => !at.claims.isOthers(each, want));
      if (row !== undefined && more.length === 0) at.claims.plan(row);
    }
  }

  /** Checks without a call: if there are no settings for calls, and if the resource leaves a domain. */
  unread(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    if (this.#isOfAnotherKind(context)) return [{ reason: movedKind.message }];
    const leaving = this.#leaving(args, context);
    const ahead = leaving.length > 0 || context.canAsk() ? undefined : this.ahead(context, args);
    return ahead === undefined ? leaving : this.#announceUnread(ahead, args, context);
  }

  #announceUnread(ahead: Ahead<Row>, args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const scope = this.#scopeOf(args, ahead);
    return this.#announce(this.#planUnread(ahead, scope), scope, ahead.domain, context, false);
  }

  /** Reads the list, plans, and notes the rows that the plan changes or deletes. */
  async live(args: Partial<Args>, context: CheckContext<Args>, run: Run): Promise<CheckFailure[]> {
    const ahead = this.ahead(context, args);
    if (ahead === undefined) return [];
    try {
      return await this.#checkLive(ahead, args, context, run);
    } catch (error) {
      if (error instanceof IncompleteListError) return [{ reason: error.message, error }];
      if (!(error instanceof DomainNotHeldError) || context.previous !== undefined) throw error;
      return failuresBy(error, context, run);
    }
  }

  async #checkLive(
    ahead: Ahead<Row>,
    args: Partial<Args>,
    context: CheckContext<Args>,
    run: Run,
  ): Promise<CheckFailure[]> {
    const { domain, stored } = ahead;
    const { kind } = this.#spec;
    const at = new DomainRows(kind, domain, run);
    const scope = this.#scopeOf(args, ahead, run);
    const isOwn = scope.extent === "own";
    const rows = await at.read().catch((error: unknown) => {
      // The update reports why the list can't be read.
      if (isOwn && error instanceof RegistrarError) return undefined;
      throw error;
    });
    if (rows && isOwn) at.refuseCreates(rows, this.#plan(rows, ahead, scope), rows.proof.cut !== undefined);
    if (rows === undefined || (isOwn && !rows.proof.complete)) return this.#announceUnread(ahead, args, context);
    const planFor = (shown: Rows<Row>) => {
      if (shown.proof.cut)
        throw new IncompleteListError(`which records ${domain} has`, `${kind.group}.list`, domain, shown.proof);
      if (!isOwn) at.refuseUnseen(shown, stored, at.match(shown, stored));
      const plan = this.#plan(shown, ahead, scope);
      at.refuseCreates(shown, plan, false);
      return plan;
    };
    let shown = rows;
    let plan = planFor(shown);
    const words = new PlanWords(at);
    // A list that contradicts the last run may not show its writes yet.
    if (!isOwn && stored.length > 0 && words.refusals(plan, scope).length > 0) {
      shown = await at.settled();
      plan = planFor(shown);
    }
    for (const step of plan.steps) if (step.kind === "update" || step.kind === "delete") at.claims.plan(step.row);
    this.#compare(plan, shown, domain, context);
    return this.#announce(plan, scope, domain, context, true);
  }

  /** Warns of live rows outside the plan that don't go with the rows that it writes, such as a second SPF policy. */
  #compare(plan: Plan<Row>, rows: Rows<Row>, domain: string, context: CheckContext<Args>): void {
    const written = plan.steps.flatMap((step) =>
      step.kind === "create" || step.kind === "update" ? [step.want.row] : [],
    );
    const planned = new Set<Row | undefined>(plan.steps.map((step) => ("row" in step ? step.row : undefined)));
    const findings = this.#spec.kind.compare?.(written, rows, domain, (row) => !planned.has(row)) ?? [];
    // Each domain is told once of each finding.
    const advise = (check: string, finding: string) => context.advise(`${check} of ${domain}`, finding);
    failuresOf(findings, { skipChecks: context.skipChecks, advise });
  }

  /** If `domain` changes, checks the plan that deletes all rows in the old domain, by the same rules as any plan. */
  #leaving(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous?.domain === undefined || !context.known("domain") || sameDomain(previous.domain, args.domain))
      return [];
    const old = domainOf(previous);
    const scope = scopeIn(this.#spec, args);
    const plan = this.#planUnread({ wanted: [], stored: this.#spec.shownIn(previous).filter(isListed) }, scope);
    return this.#announce(plan, scope, old, context, true).map(({ reason }) => ({
      reason: `another \`domain\` empties the zone of ${old}: ${reason}`,
    }));
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
    const text = words.plan(plan, isRead);
    if (text !== undefined) context.log(text);
    return [];
  }
}
