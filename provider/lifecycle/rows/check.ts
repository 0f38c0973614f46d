/**
 * The check of resources made of rows, in previews and before writes:
 *
 * 1. Compare the entries before and after. If they are equal, nothing is read.
 * 2. Read the list. If that isn't possible, plan as if exactly the rows of the last run were live.
 * 3. Plan. Fail if the plan has a finding or needs more consent; otherwise report the plan.
 *
 * A check has the arguments of the last run, and no state: it knows no registrar IDs.
 */
import { IncompleteListError, withCode } from "../../api/index.ts";
import { domainOf, failuresOf, sameDomain } from "../arguments.ts";
import { memoize } from "../define.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { Rows } from "../list.ts";
import { failuresOfRead } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { changeOf, pairUnchanged } from "./change.ts";
import { type Entries, isListed, type Listed } from "./entry.ts";
import { type AnyRow, satisfies } from "./kind.ts";
import { matchStored, meant } from "./match.ts";
import { type Plan, planOf, type View } from "./plan.ts";
import { type Bag, type RowsSpec, type Scope, scopeIn } from "./scope.ts";
import { PlanWords } from "./words.ts";
import { DomainRows } from "./write.ts";

const movedKind: CheckFailure = {
  reason: withCode(
    "`aliases` names a resource of another kind (such as a `DnsRecordSet` for a `DnsRecord`). Nothing was changed. Rows don't " +
      "move between kinds of resources in one `pulumi up`: remove the alias and the resource, run `pulumi up`, which deletes its " +
      "rows, then declare the new resource and run `pulumi up` again.",
    "ERR_REGISTRAR_PRECONDITION",
  ),
};

/** The entries before and after, and the scope of their plan. */
interface Ahead<Row extends AnyRow> {
  readonly domain: string;
  readonly scope: Scope<Row>;
  readonly wanted: Entries<Row>;
  readonly stored: Entries<Row>;
  /** Does it write a row, and not only delete rows? */
  readonly isWriting: boolean;
}

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /** Returns `undefined` if there is nothing to plan. Memoized, because a check asks several times. */
  readonly ahead = memoize((context: CheckContext<Args>, args: Partial<Args>): Ahead<Row> | undefined => {
    const { previous, former = previous } = context;
    const open = this.#spec.openKeys(args, context);
    if (args.domain === undefined || open === undefined) return undefined;
    if (previous !== undefined && this.#spec.isSame(args, previous)) return undefined;
    const { kind } = this.#spec;
    const domain = domainOf(args);
    const scope = scopeIn(this.#spec, args);
    const before = former !== undefined && sameDomain(former.domain, domain) ? former : undefined;
    const change = changeOf(this.#spec, args, before, context.isImported());
    if (change.left.length > 0 && scope.extent === "own")
      context.log(new PlanWords({ kind, domain }).left(change.left));
    const isKnown = ({ key }: Listed<Row>) => !open.has(key);
    const wanted = change.wanted.filter(isKnown);
    // Only the state knows which TTLs the registrar raised. A refresh shows a TTL that was edited by hand.
    const stored = change.stored
      .filter(isKnown)
      .map((entry) => (isListed(entry) ? { ...entry, granted: { ttl: null } } : entry));
    const { changed, dropped } = pairUnchanged(wanted, stored);
    // A set or an authoritative zone also owns rows that it doesn't list.
    if (scope.extent === "own" && changed.length + dropped.length === 0) return undefined;
    const isOpen = (row: Row) => open.size > 0 && open.has(kind.title(row));
    const ignores = (row: Row) => scope.ignores(row) || change.ignores(row) || isOpen(row);
    return { domain, scope: { ...scope, ignores }, wanted, stored, isWriting: changed.length > 0 };
  });

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /** Must the list be read? */
  readonly needsRead = (args: Partial<Args>, context: CheckContext<Args>): boolean =>
    this.ahead(context, args) !== undefined && context.canAsk();

  /** The check without a call. */
  unread(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous, known } = context;
    if (previous !== undefined && !this.#spec.hasData(previous)) return [movedKind];
    // By the same rules as any plan: another domain deletes all rows in the old domain.
    if (previous?.domain !== undefined && known("domain") && !sameDomain(previous.domain, args.domain)) {
      const domain = domainOf(previous);
      const stored = this.#spec.shownIn(previous).filter(isListed);
      const emptied = { domain, scope: scopeIn(this.#spec, args), wanted: [], stored, isWriting: false };
      const failures = this.#planUnread(emptied, context);
      if (failures.length > 0)
        return failures.map(({ reason }) => ({
          reason: `another \`domain\` empties the zone of ${domain}: ${reason}`,
        }));
    }
    const ahead = this.ahead(context, args);
    return ahead === undefined || context.canAsk() ? [] : this.#planUnread(ahead, context);
  }

  /** The check that reads the list. It notes the rows that the plan changes or deletes. */
  readonly live = async (args: Partial<Args>, context: CheckContext<Args>, run: Run): Promise<CheckFailure[]> => {
    const ahead = this.ahead(context, args);
    if (ahead === undefined || !context.canAsk()) return [];
    const { adopt } = scopeIn(this.#spec, args, run);
    const asked = { ...ahead, scope: { ...ahead.scope, adopt } };
    const at = new DomainRows(this.#spec.kind, ahead.domain, run);
    try {
      if (!run.dryRuns.isHopeless)
        return await (ahead.scope.isOne ? this.#readOne(at, asked, context) : this.#readMany(at, asked, context));
    } catch (error) {
      const failures = await failuresOfRead(error, context, run);
      if (failures.length > 0) return failures;
    }
    return this.#planUnread(asked, context);
  };

  /** A resource with one row: a finding of its plan is an error. The engine's own preview shows its change. */
  async #readOne(at: DomainRows<Row>, ahead: Ahead<Row>, context: CheckContext<Args>): Promise<CheckFailure[]> {
    let rows = await at.read();
    let view = this.#viewOf(rows, ahead);
    const { stored, found } = view;
    if (found.size < stored.length) {
      planSuccessor(at, view);
      return [];
    }
    rows = (await at.again(rows, planOf(view))) ?? rows;
    view = this.#viewOf(rows, ahead);
    const plan = planFor(at, view);
    const words = new PlanWords(at);
    const [finding] = plan.findings;
    if (finding !== undefined) {
      at.claimMet(finding);
      throw words.error(finding, stored.length > 0);
    }
    const creates = plan.steps.filter((step) => step.kind === "create");
    // A check doesn't know yet if another resource owns such a row.
    for (const near of creates.flatMap(({ want }) => meant(view, want.row))) context.log(words.near(near), true);
    this.#compare(plan, rows, ahead, context);
    return [];
  }

  async #readMany(at: DomainRows<Row>, ahead: Ahead<Row>, context: CheckContext<Args>): Promise<CheckFailure[]> {
    const { scope, stored } = ahead;
    const words = new PlanWords(at);
    let rows = await at.read();
    rows = (await at.again(rows, planOf(this.#viewOf(rows, ahead)))) ?? rows;
    let plan = planFor(at, this.#viewOf(rows, ahead));
    if (scope.extent === "own" && !rows.proof.complete) return this.#planUnread(ahead, context);
    // A list that contradicts the last run may not show its writes yet.
    if (scope.extent !== "own" && stored.length > 0 && words.refusals(plan, scope).length > 0) {
      rows = await at.settled();
      plan = planFor(at, this.#viewOf(rows, ahead));
    }
    for (const step of plan.steps) if (step.kind === "update" || step.kind === "delete") at.claims.plan(step.row);
    this.#compare(plan, rows, ahead, context);
    return this.#report(plan, ahead, context, true);
  }

  /** Plans as if exactly the rows of the last run were live. */
  #planUnread(ahead: Ahead<Row>, context: CheckContext<Args>): CheckFailure[] {
    if (ahead.scope.isOne) return [];
    const shown = { rows: ahead.stored.map(({ row }) => row), proof: { complete: true, pages: 1 } };
    const by = { id: ({ id }: Row) => id, keys: (row: Row) => this.#spec.kind.keys(row).listed };
    return this.#report(planOf(this.#viewOf(new Rows<Row>(shown, by), ahead)), ahead, context, false);
  }

  /** No row is treated as another resource's, since only the update knows all owners. */
  #viewOf(rows: Rows<Row>, { scope, wanted, stored }: Ahead<Row>): View<Row> {
    const matching = { kind: this.#spec.kind, rows, isOthers: () => false, isOthersListed: () => false };
    const found = matchStored(matching, stored);
    return {
      ...{ ...matching, scope, wanted, stored, found },
      ...{ hasIds: false, isPlanned: () => true, isSuccessor: () => false },
    };
  }

  /** Warns of live rows outside the plan that don't go with the rows that it writes, such as a second SPF policy. */
  #compare({ steps }: Plan<Row>, rows: Rows<Row>, { domain }: Ahead<Row>, context: CheckContext<Args>): void {
    const written = steps.flatMap((step) => (step.kind === "create" || step.kind === "update" ? [step.want.row] : []));
    const planned = new Set<Row | undefined>(steps.map((step) => ("row" in step ? step.row : undefined)));
    const findings = this.#spec.kind.compare?.(written, rows, domain, (row) => !planned.has(row)) ?? [];
    // Each domain is told once of each finding.
    const advise = (check: string, finding: string) => context.advise(`${check} of ${domain}`, finding);
    failuresOf(findings, { skipChecks: context.skipChecks, advise });
  }

  /** Logs a plan, or returns failures if the plan needs more consent. @param isRead was the list read? */
  #report(plan: Plan<Row>, ahead: Ahead<Row>, context: CheckContext<Args>, isRead: boolean): CheckFailure[] {
    const { domain, scope } = ahead;
    const words = new PlanWords({ kind: this.#spec.kind, domain });
    const refusals = words.refusals(plan, scope);
    if (refusals.length > 0) return refusals.map((reason) => ({ reason }));
    const text = words.plan(plan, isRead);
    if (text !== undefined) context.log(text);
    return [];
  }
}

/** @throws IncompleteListError if the list doesn't show enough for a plan */
function planFor<Row extends AnyRow>(at: DomainRows<Row>, view: View<Row>): Plan<Row> {
  const { kind, rows, scope, stored, found } = view;
  const { proof } = rows;
  if (scope.extent !== "own") {
    if (proof.cut)
      throw new IncompleteListError(`which records ${at.domain} has`, `${kind.group}.list`, at.domain, proof);
    at.refuseUnseen(rows, stored, found);
  }
  const plan = planOf(view);
  at.refuseCreates(rows, plan, proof.cut !== undefined);
  return plan;
}

/**
 * For a list that doesn't show the stored row: a person may have edited it, so any live row could be it. Or the person has deleted it
 * and made the wanted row, which the update or replacement then adopts.
 */
function planSuccessor<Row extends AnyRow>(
  at: DomainRows<Row>,
  { kind, rows, wanted, stored, found }: View<Row>,
): void {
  for (const entry of stored) if (!found.has(entry)) at.refuseOpaque(rows, entry.row);
  if (!rows.proof.complete) return;
  for (const { row: want } of wanted) {
    const asWanted = meant({ kind, rows }, want).filter((row) => satisfies(kind, row, want));
    const [row, ...more] = asWanted.filter((each) => !at.claims.isOthers(each, want));
    if (row !== undefined && more.length === 0) at.claims.plan(row);
  }
}
