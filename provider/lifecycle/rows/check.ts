/** Checks of resources made of rows: they plan before anything is written, say what the plan is, and fail where it may not be applied. */
import { isDeepStrictEqual } from "node:util";
import { DomainNotHeldError, IncompleteListError, RegistrarError, withCode } from "../../api/index.ts";
import { domainOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, LiveCheck, Precondition } from "../definition.ts";
import { Rows } from "../list.ts";
import { memoize } from "../memoize.ts";
import { isOrdered } from "../preconditions.ts";
import type { Run } from "../run.ts";
import type { AnyRow, Listed } from "./kind.ts";
import { matchStored } from "./match.ts";
import {
  adoptedIn,
  isWrite,
  listedAmong,
  type Plan,
  pairUnchanged,
  planOf,
  planToEmpty,
  type Scope,
  unlistedSteps,
} from "./plan.ts";
import {
  type Bag,
  claimMet,
  label,
  observe,
  type RowsSpec,
  releasedKey,
  rowName,
  scopeIn,
  scopeKey,
  storedIn,
  viewOf,
} from "./spec.ts";
import { formatSummary, PlanWords } from "./words.ts";
import { DomainRows } from "./write.ts";

/** Does a plan write something, or fail? */
const isDoing = <Row extends AnyRow>({ steps, findings }: Plan<Row>) => findings.length > 0 || steps.some(isWrite);

/** Entries of the arguments and of the last run, which the program changed. */
interface Ahead<Row extends AnyRow> {
  readonly domain: string;
  readonly wanted: readonly Listed<Row>[];
  readonly stored: readonly Listed<Row>[];
  readonly changed: readonly Listed<Row>[];
}

/** Inputs that a plan adds. */
interface Planned {
  plan?: string | undefined;
  isPlanNew?: boolean;
}

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /** A check asks for it several times. `undefined` if nothing changed. */
  readonly #ahead = memoize((context: CheckContext<Args>, args: Partial<Args>): Ahead<Row> | undefined => {
    if (args.domain === undefined || this.#isAsBefore(args, context)) return undefined;
    const wanted = this.#spec.wantedIn(args);
    const stored = this.#storedBefore(args, wanted, context);
    const { changed, dropped } = pairUnchanged(wanted, stored);
    return changed.length + dropped.length === 0 ? undefined : { domain: domainOf(args), wanted, stored, changed };
  });

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /** Are the arguments, to the letter, those of the last run? Then a large zone isn't compared by meaning. */
  #isAsBefore(args: Partial<Args>, { previous }: CheckContext<Args>): boolean {
    return previous !== undefined && previous.unlisted === undefined && isDeepStrictEqual(args, previous);
  }

  /** Entries of the last run in the same extent, without IDs. Logs imported entries that the program doesn't list. */
  #storedBefore(
    args: Partial<Args>,
    wanted: readonly Listed<Row>[],
    context: CheckContext<Args>,
  ): readonly Listed<Row>[] {
    const { previous, former = previous } = context;
    const isSame = former !== undefined && this.#extentOf(former) === this.#extentOf(args);
    const stored = isSame ? storedIn(this.#spec, former) : [];
    if (stored.length === 0 || !context.isImported()) return stored;
    const { own, others } = listedAmong(this.#spec.kind, stored, wanted);
    const { extent } = this.#spec.scopeOf(args);
    if (others.length > 0 && extent === "own") context.log(this.#words(domainOf(args)).left(others));
    return own;
  }

  #extentOf(args: Partial<Args>): string {
    return scopeKey(args.domain === undefined ? "" : domainOf(args), this.#spec.scopeOf(args));
  }

  #words(domain: string): PlanWords<Row> {
    return new PlanWords({ kind: this.#spec.kind, domain });
  }

  /** Is an entry new, changed or dropped? */
  isChanged(args: Partial<Args>, context: CheckContext<Args>): boolean {
    return this.#ahead(context, args) !== undefined;
  }

  /** Is an entry new or changed, so that something is written? */
  isToBeWritten(args: Partial<Args>, context: CheckContext<Args>): boolean {
    return (this.#ahead(context, args)?.changed.length ?? 0) > 0;
  }

  /** The precondition of a resource with one row. */
  readonly precondition: Precondition<Args> = async (args, { run, context }) => {
    const ahead = context && this.#ahead(context, args);
    if (context === undefined || ahead === undefined || ahead.wanted.length === 0) return;
    const { domain, wanted, stored } = ahead;
    const { kind } = this.#spec;
    for (const { row } of stored)
      run.released.set(releasedKey(kind, domain, row), { name: context.name, isReplaced: false });
    const at = new DomainRows(kind, domain, run, label(domain));
    const rows = await at.read();
    const found = matchStored({ kind, rows, isOthers: () => false }, stored);
    // If the list doesn't show the resource's row as it was, any row could be it.
    if (found.size < stored.length) return;
    const scope = scopeIn(this.#spec, args, run);
    const view = viewOf(at, { scope, wanted, stored, rows, hasIds: false });
    const [finding] = planOf({ ...view, found }).findings;
    if (finding === undefined) return;
    claimMet(at, finding);
    const [had] = finding.rows.map((row) => run.released.get(releasedKey(kind, domain, row))?.name);
    throw this.#words(domain).error(finding, { isMove: stored.length > 0, wants: context.name, had });
  };

  /** The plan of a resource that owns the rows that it lists, without a call, if no call can be made. */
  checkUnread(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const ahead = this.#ahead(context, args);
    return ahead === undefined || context.canAsk() ? [] : this.#announceUnread(ahead, args, context);
  }

  #announceUnread({ domain, wanted, stored }: Ahead<Row>, args: Partial<Args>, context: CheckContext<Args>) {
    const { kind } = this.#spec;
    const rows = new Rows<Row>(
      { rows: stored.map(({ row }) => row), complete: true },
      { id: ({ id }) => id, keys: (row) => kind.keys(row).listed },
    );
    const scope = scopeIn(this.#spec, args);
    const found = new Map(stored.map((entry) => [entry, entry.row]));
    const [isOthers, isReleased] = [() => false, () => false];
    const plan = planOf({ kind, scope, wanted, stored, rows, found, hasIds: false, isOthers, isReleased });
    return this.#announce(plan, scope, domain, context, false);
  }

  /** The plan of a resource that owns the rows that it lists. If the list can't be read, that is left to the update. */
  async checkOwn(args: Partial<Args>, context: CheckContext<Args>, run: Run): Promise<LiveCheck<Args>> {
    const ahead = this.#ahead(context, args);
    if (ahead === undefined || run.isFormer(args.domain)) return { failures: [] };
    const { domain, wanted, stored } = ahead;
    const at = new DomainRows(this.#spec.kind, domain, run);
    const rows = await at.read().catch((error: unknown) => {
      if (!(error instanceof RegistrarError)) throw error;
      return undefined;
    });
    if (rows?.complete !== true) return { failures: this.#announceUnread(ahead, args, context) };
    const scope = scopeIn(this.#spec, args, run);
    const plan = planOf(viewOf(at, { scope, wanted, stored, rows, hasIds: false }));
    return { failures: this.#announce(plan, scope, domain, context, true) };
  }

  /**
   * The plan of a resource that owns all rows of its extent. Only the registrar knows which of them it doesn't list, so every run plans.
   * @param open keys of which an entry isn't known yet: their rows are left alone
   */
  async checkExtent(
    args: Partial<Args>,
    context: CheckContext<Args>,
    run: Run,
    open: ReadonlySet<string>,
  ): Promise<{ failures: CheckFailure[]; inputs?: Planned }> {
    const { previous } = context;
    if (run.isFormer(args.domain)) return { failures: [] };
    const { kind } = this.#spec;
    const domain = domainOf(args);
    const scope = scopeIn(this.#spec, args, run);
    try {
      const plan = await this.#planExtent(args, context, new DomainRows(kind, domain, run), scope, open);
      const changed = plan.steps.flatMap((step) =>
        step.kind === "update" || step.kind === "delete" ? [rowName(kind, step.row)] : [],
      );
      run.plans.set(scopeKey(domain, scope), new Set(changed));
      const failures = this.#announce(plan, scope, domain, context, true);
      if (!isDoing(plan)) return { failures, inputs: { plan: previous?.plan } };
      // It differs from the last plan, and is the same in a preview and in the update that applies it.
      const summary = formatSummary(plan);
      return { failures, inputs: { plan: summary === previous?.plan ? `again ${summary}` : summary, isPlanNew: true } };
    } catch (error) {
      // The same program may register the domain.
      if (!(error instanceof DomainNotHeldError) || previous !== undefined) throw error;
      const failure = { property: "domain", reason: withCode(error.message, error.code) };
      return { failures: isOrdered(domain, context) ? [] : [failure] };
    }
  }

  /**
   * Reads the list and plans. A list that contradicts the last run, if that wrote something, may be stale: it is polled until the bound, which
   * counts from this run's first reading, so that all resources of a domain share one wait.
   */
  async #planExtent(
    args: Partial<Args>,
    context: CheckContext<Args>,
    at: DomainRows<Row>,
    scope: Scope<Row>,
    open: ReadonlySet<string>,
  ): Promise<Plan<Row>> {
    const { domain, kind } = at;
    const wanted = this.#spec.wantedIn(args).filter(({ key }) => !open.has(key));
    const stored = this.#storedBefore(args, wanted, context);
    const ignores = (row: Row) => scope.ignores(row) || open.has(kind.title(row));
    const planFor = (rows: Rows<Row>, goal: readonly Listed<Row>[]) => {
      if (rows.cut)
        throw new IncompleteListError(`what is in the zone of ${domain}`, `${kind.group}.list`, domain, rows);
      const view = viewOf(at, { scope: { ...scope, ignores }, wanted: goal, stored, rows, hasIds: false });
      for (const entry of stored) if (!view.found.has(entry)) at.refuseIncomplete(rows, entry.row);
      // The update knows which resource owns which row.
      return planOf({ ...view, isOthers: () => false });
    };
    const isWritten = context.previous?.isPlanNew === true && stored.length > 0;
    const writtenAt = isWritten ? new Date(at.list.firstReadAt ?? at.run.now()).toISOString() : undefined;
    const isQuiet = (rows: Rows<Row>) => !isDoing(planFor(rows, stored));
    return planFor(await observe(at, [], stored, writtenAt, isQuiet), wanted);
  }

  /** Another domain is another list: rows of the old one are deleted there, by the same rules as all rows of a zone. */
  checkLeaving(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous?.domain === undefined || !context.known("domain") || sameDomain(previous.domain, args.domain))
      return [];
    const old = domainOf(previous);
    const plan = planToEmpty(this.#spec.kind, storedIn(this.#spec, previous), ({ row }) => row);
    return this.#announce(plan, scopeIn(this.#spec, args), old, context, true).map(({ reason }) => ({
      reason: `another \`domain\` empties the zone of ${old}: ${reason}`,
    }));
  }

  /** Notes the rows of a set that is replaced: the resource in its place may take or delete them. */
  release(previous: Partial<Args>, name: string, run: Run): void {
    for (const { row } of storedIn(this.#spec, previous))
      run.released.set(releasedKey(this.#spec.kind, domainOf(previous), row), { name, isReplaced: true });
  }

  /** Logs what a plan does, and fails where that needs consent. @param isRead was the list read? */
  #announce(
    plan: Plan<Row>,
    scope: Scope<Row>,
    domain: string,
    context: CheckContext<Args>,
    isRead: boolean,
  ): CheckFailure[] {
    const words = this.#words(domain);
    const refusals = words.refusals(plan, scope);
    if (refusals.length > 0) return refusals.map((reason) => ({ reason }));
    // The engine shows by itself what a set does with its own records.
    const isWorthLogging = scope.extent !== "key" || unlistedSteps(plan).length > 0 || adoptedIn(plan).length > 0;
    const text = isWorthLogging ? words.plan(plan, isRead) : undefined;
    if (text !== undefined) context.log(text);
    return [];
  }
}
