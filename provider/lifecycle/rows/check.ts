/**
 * The check of resources made of rows, in previews and before writes:
 *
 * 1. Compare the arguments with those of the last run, then the entries. If they are equal, nothing is read; a set or an
 *    authoritative zone also reads for other arguments, since it owns rows that it doesn't list.
 * 2. Read the list. If that isn't possible, plan as if exactly the rows of the last run were live (several rows), or not at all
 *    (one row).
 * 3. Plan. Fail if the plan has an obstacle or needs more consent; otherwise report the plan. `judgeOne` does this for a
 *    resource with one row.
 *
 * A check has the inputs of the last run, and no state: it knows registrar IDs only after a refresh.
 */

import { withCode } from "../../api/index.ts";
import { memoize } from "../../dns/index.ts";
import { domainOf, failuresOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { Rows } from "../list.ts";
import { failuresOfRead } from "../preconditions.ts";
import type { Run } from "../run.ts";
import { changeOf } from "./change.ts";
import { isAllowed } from "./consent.ts";
import type { Bag, Listed, RowsSpec } from "./entry.ts";
import { ignoring, isListed, pairUnchanged, scopeIn } from "./entry.ts";
import { judgeOne } from "./judgeOne.ts";
import type { AnyRow } from "./kind.ts";
import { matchStored } from "./match.ts";
import { mayUseStoredIds, planIfShown, rereadIfBehind, type Wish } from "./observe.ts";
import { type Plan, planOf, type View } from "./plan.ts";
import { RowReader } from "./read.ts";
import { PlanWords } from "./words.ts";

const movedKind: CheckFailure = {
  reason: withCode(
    "`aliases` names a resource of another kind (such as a `DnsRecordSet` for a `DnsRecord`). Nothing was changed. Rows don't " +
      "move between kinds of resources in one `pulumi up`: remove the alias and the resource, run `pulumi up`, which " +
      "deletes its rows, then declare the new resource and run `pulumi up` again.",
    "ERR_REGISTRAR_PRECONDITION",
  ),
};

/** The entries before and after, and the scope of their plan. */
interface Ahead<Row extends AnyRow> extends Wish<Row> {
  readonly domain: string;
  /** Does it write a row, and not only delete rows? */
  readonly isWriting: boolean;
  /** Is there anything to plan? */
  readonly isChanged: boolean;
}

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /**
   * `undefined` if the arguments equal those of the last run, or the domain or an entry's key isn't known yet. Memoized,
   * because a check asks several times.
   */
  readonly #aheadOf = memoize((context: CheckContext<Args>, args: Partial<Args>): Ahead<Row> | undefined => {
    // The second check of a replacement has no previous arguments, and those of the first as the former ones.
    const { previous, former = previous } = context;
    const unknownKeys = this.#spec.unknownKeys(args, context);
    if (args.domain === undefined || unknownKeys === undefined) return undefined;
    if (previous !== undefined && this.#spec.isSame(args, previous)) return undefined;
    const domain = domainOf(args);
    const before = former !== undefined && sameDomain(former.domain, domain) ? former : undefined;
    const change = changeOf(this.#spec, args, before, context.isImported());
    const isKnown = ({ key }: Listed<Row>) => !unknownKeys.has(key);
    const wanted = change.wanted.filter(isKnown);
    const stored = change.stored.filter(isKnown).map(anyGranted);
    const { changed, dropped } = pairUnchanged(wanted, stored);
    // Without a run yet, and so without the setting `adopt`.
    const given = scopeIn(this.#spec, args);
    const isOfUnknownKey = (row: Row) => unknownKeys.size > 0 && unknownKeys.has(this.#spec.kind.title(row));
    const scope = ignoring(given, (row) => change.ignores(row) || isOfUnknownKey(row));
    // A set or an authoritative zone also owns rows that it doesn't list.
    const isChanged = scope.extent !== "own" || changed.length + dropped.length > 0;
    return { domain, scope, wanted, stored, unowned: change.unowned, isWriting: changed.length > 0, isChanged };
  });

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /** The entries to plan, if there is anything to plan. */
  #toPlan(args: Partial<Args>, context: CheckContext<Args>): Ahead<Row> | undefined {
    const ahead = this.#aheadOf(context, args);
    return ahead?.isChanged ? ahead : undefined;
  }

  /** Does the plan write a row, and not only delete rows? */
  readonly isWriting = (args: Partial<Args>, context: CheckContext<Args>): boolean =>
    this.#toPlan(args, context)?.isWriting === true;

  /** The check without a call. */
  checkWithoutCall(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous !== undefined && !this.#spec.hasData(previous)) return [movedKind];
    const failures = this.#emptiesFormerDomain(args, context);
    if (failures.length > 0) return failures;
    const ahead = this.#aheadOf(context, args);
    if (ahead === undefined) return [];
    const { domain, scope, unowned } = ahead;
    if (unowned.length > 0 && scope.extent === "own")
      context.log(new PlanWords({ kind: this.#spec.kind, domain }).unowned(unowned));
    return ahead.isChanged && !context.canAsk() ? this.#planUnread(ahead, context) : [];
  }

  /** Another domain deletes all rows in the former one, which needs consent as any plan does. */
  #emptiesFormerDomain(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous, known } = context;
    if (previous?.domain === undefined || !known("domain") || sameDomain(previous.domain, args.domain)) return [];
    const domain = domainOf(previous);
    const stored = this.#spec.shownIn(previous).filter(isListed);
    const scope = scopeIn(this.#spec, args);
    const emptied = { domain, scope, stored, wanted: [], unowned: [], isWriting: false, isChanged: true };
    return this.#planUnread(emptied, context).map(({ reason }) => ({
      reason: `another \`domain\` empties the zone of ${domain}: ${reason}`,
    }));
  }

  /** The check that reads the list. It notes the rows that the plan changes or deletes. */
  readonly checkWithList = async (args: Partial<Args>, context: CheckContext<Args>, inRun: () => Run) => {
    const toPlan = this.#toPlan(args, context);
    if (toPlan === undefined || !context.canAsk()) return [];
    const run = inRun();
    const { adopt } = scopeIn(this.#spec, args, run);
    const ahead = { ...toPlan, scope: { ...toPlan.scope, adopt } };
    if (run.dryRuns.isHopeless) return this.#planUnread(ahead, context);
    try {
      return await this.#checkRead(run, ahead, context);
    } catch (error) {
      const failures = await failuresOfRead(error, context, run);
      return failures.length > 0 ? failures : this.#planUnread(ahead, context);
    }
  };

  async #checkRead(run: Run, ahead: Ahead<Row>, context: CheckContext<Args>): Promise<CheckFailure[]> {
    const at = new RowReader(this.#spec.kind, ahead.domain, run);
    const viewOf = (rows: Rows<Row>) => this.#viewOf(rows, ahead);
    const lacks = this.#lacksStored(ahead);
    const view = await rereadIfBehind(at, viewOf(await at.read(lacks)), viewOf, lacks);
    return ahead.scope.isOne ? this.#checkOne(at, view, context) : this.#checkSeveral(at, view, ahead, context);
  }

  /** The engine's own preview shows the change of a resource with one row. */
  #checkOne(at: RowReader<Row>, view: View<Row>, context: CheckContext<Args>): CheckFailure[] {
    const words = new PlanWords(at);
    const { plan, obstacle, successor, doubtful, ofOtherPriority } = judgeOne(at, view);
    if (successor !== undefined) at.claims.plan(successor);
    for (const row of doubtful) context.log(words.editedOrOther(row), true);
    for (const row of ofOtherPriority) context.log(words.otherPriority(row), true);
    if (obstacle !== undefined) {
      at.claims.spareMet(obstacle);
      const error = words.error(obstacle, view.stored.length > 0);
      return [{ reason: withCode(error.message, error.code), error }];
    }
    if (plan !== undefined) this.#compare(plan, view.rows, at.domain, context);
    return [];
  }

  async #checkSeveral(
    at: RowReader<Row>,
    first: View<Row>,
    ahead: Ahead<Row>,
    context: CheckContext<Args>,
  ): Promise<CheckFailure[]> {
    if (ahead.scope.extent === "own" && !first.rows.proof.complete && planIfShown(at, first).obstacles.length === 0)
      return this.#planIncomplete(at, first, ahead, context);
    const view = await this.#settled(at, first, ahead);
    const plan = planIfShown(at, view);
    for (const step of plan.steps) if (step.kind === "update" || step.kind === "delete") at.claims.plan(step.row);
    this.#compare(plan, view.rows, at.domain, context);
    return this.#report(plan, ahead, context, true);
  }

  /** A list that isn't proven complete shows no drift. A row that it lacks, and that the plan changes, must be proven absent. */
  #planIncomplete(
    at: RowReader<Row>,
    { rows, found }: View<Row>,
    ahead: Ahead<Row>,
    context: CheckContext<Args>,
  ): CheckFailure[] {
    const { dropped } = pairUnchanged(ahead.wanted, ahead.stored);
    if (!mayUseStoredIds(ahead)) at.absence.requireMissing(rows, dropped, found);
    return this.#planUnread(ahead, context);
  }

  /** A list that contradicts the last run may not show its writes yet: waits until it can't be stale. */
  async #settled(at: RowReader<Row>, view: View<Row>, ahead: Ahead<Row>): Promise<View<Row>> {
    if (ahead.scope.extent === "own" || ahead.stored.length === 0) return view;
    return isAllowed(planIfShown(at, view), ahead.scope)
      ? view
      : this.#viewOf(await at.fresh(this.#lacksStored(ahead)), ahead);
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
    const matching = { kind: this.#spec.kind, rows, isOthers: () => false, isOthersById: () => false };
    const found = matchStored(matching, stored);
    const asCheck = { hasIds: false, mayChange: () => true, isSuccessor: () => false };
    return { ...matching, ...asCheck, scope, wanted, stored, found };
  }

  #lacksStored(ahead: Ahead<Row>): (rows: Rows<Row>) => boolean {
    return (rows) => this.#viewOf(rows, ahead).found.size < ahead.stored.length;
  }

  /** Warns of live rows outside the plan that don't go with the rows that it writes, such as a second SPF policy. */
  #compare({ steps }: Plan<Row>, rows: Rows<Row>, domain: string, context: CheckContext<Args>): void {
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
    if (!isAllowed(plan, scope)) return words.refusals(plan, scope).map((reason) => ({ reason }));
    const text = words.plan(plan, isRead);
    if (text !== undefined) context.log(text);
    return [];
  }
}

/**
 * Only the state knows which TTLs the registrar raised, so any live TTL counts as granted. A refresh shows a TTL edited by
 * hand.
 */
const anyGranted = <Row extends AnyRow>(entry: Listed<Row>): Listed<Row> =>
  isListed(entry) ? { ...entry, granted: { ttl: null } } : entry;
