/**
 * The check of resources made of rows, in previews and before writes:
 *
 * 1. `knownChange` makes the change of entries. There is none if a diff would find none, for example if only `skipChecks` is
 *    another, or if it isn't known yet which entries the arguments have.
 * 2. `needsPlan` ends the check of equal entries, such as a name that is spelled differently.
 * 3. `PlanCheck` reads the list, and plans. If the registrar can't be reached, it plans as if exactly the rows of the last run
 *    were live, but not for one row, whose change the engine shows. Errors that `up` would meet, too, fail.
 *
 * A check doesn't see the state. It has the inputs of the last run, to which a refresh adds the memory of sets and zones:
 *
 * | | `previous`, which may end the check in step 1 | `predecessor` |
 * |---|---|---|
 * | new resource | - | - |
 * | change, first check of a replacement | inputs of the last run | - |
 * | second check of a replacement | - | inputs of the last run |
 */
import { IncompleteListError, withCode } from "../../api/index.ts";
import { memoize, optional } from "../../dns/index.ts";
import { domainOf, failuresOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure, FillContext } from "../definition.ts";
import { Rows } from "../list.ts";
import { failuresOfRead } from "../preconditions.ts";
import type { Run } from "../run.ts";
import {
  type Bag,
  changeOf,
  copiedMemory,
  ignoring,
  isUnconfirmed,
  judgedIn,
  needsPlan,
  type OwnChange,
  ownsAll,
  type RowEntry,
  type RowsSpec,
  scopeArguments,
  type Transition,
  transition,
  withSettings,
} from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { anyTtl, lacksAny, type Matching, matchStored } from "./match.ts";
import { isListed } from "./memory.ts";
import { planOf } from "./plan.ts";
import { RowReader, rereadIfBehind } from "./read.ts";
import { inCheck, isAllowed, type Plan, type Planned, type Step } from "./step.ts";
import { movedKind, PlanWords, unplanned, unseen } from "./words.ts";

/** Does a preview know all arguments that decide if an update may apply a plan? */
const isConsentKnown = ({ known }: { known(key: string): boolean }) =>
  ["domain", ...scopeArguments].every((key) => known(key));

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  readonly #PlanCheck: typeof PlanCheck<Row>;
  /** Memoized by the arguments, an object that `defineResource` makes once for all parts of a check. */
  readonly #changeIn = memoize((args: Partial<Args>, context: CheckContext<Args>) =>
    knownChange(this.#spec, args, context),
  );

  /** @param PlanCheckOf default: of a set or a zone */
  constructor(spec: RowsSpec<Row, Args, State>, PlanCheckOf = PlanCheck<Row>) {
    this.#spec = spec;
    this.#PlanCheck = PlanCheckOf;
  }

  /** Passes on the memory of unlisted rows in the inputs, where a refresh wrote it, and that they are those of an import. */
  readonly fill = (args: Partial<Args>, { previous }: FillContext<Args>): Pick<Bag, "rows" | "imported"> => {
    if (previous === undefined || !sameDomain(previous.domain, args.domain)) return {};
    const imported = isUnconfirmed(previous) ? "checked" : undefined;
    return optional({ rows: copiedMemory(this.#spec, args, previous), imported });
  };

  /** Does an entry of the change create or update a row? */
  readonly isWriting = (args: Partial<Args>, context: CheckContext<Args>): boolean =>
    (this.#changeIn(args, context)?.changed ?? []).length > 0;

  /**
   * Fails for another kind of resource, and for a former domain that the plan empties without consent. Tells which imported rows
   * the program doesn't list. Makes no call.
   */
  checkWithoutCall(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous !== undefined && !this.#spec.hasData(previous))
      return [{ reason: withCode(movedKind, "ERR_REGISTRAR_PRECONDITION") }];
    const failures = this.#failuresOfEmptied(args, context);
    if (failures.length > 0) return failures;
    const change = this.#changeIn(args, context);
    // An additive zone leaves rows alone that an import or a refresh found and it doesn't list, and its plan doesn't name them.
    if (change !== undefined && change.unowned.length > 0 && !ownsAll(change.scope))
      context.log(new PlanWords({ kind: this.#spec.kind, domain: change.domain }).unowned(change.unowned));
    return [];
  }

  /** Another domain deletes all rows in the former one, which needs consent as any plan does. Logs what it deletes. */
  #failuresOfEmptied(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous?.domain === undefined || !isConsentKnown(context) || sameDomain(previous.domain, args.domain))
      return [];
    const domain = domainOf(previous);
    const stored = this.#spec.rememberedIn(previous).filter(isListed);
    // The rows are those of the former domain, the consent is that of the new arguments.
    const scope = { ...this.#spec.scopeOf(previous), maxChanges: this.#spec.scopeOf(args).maxChanges };
    const emptied = { domain, ...transition({ scope, stored, wanted: [] }) };
    const failures = new this.#PlanCheck(this.#spec.kind, emptied, context).planAsRemembered();
    return failures.map(({ reason }) => ({ reason: `another \`domain\` empties the zone of ${domain}: ${reason}` }));
  }

  /** The check that plans: with the list, if there are settings. */
  readonly checkPlan = async (args: Partial<Args>, context: CheckContext<Args>, inRun: () => Run) => {
    const change = this.#changeIn(args, context);
    if (change === undefined || !needsPlan(change)) return [];
    if (!isConsentKnown(context)) {
      context.log(unplanned(context.name), true);
      return [];
    }
    if (!context.canAskOrWarn()) return new this.#PlanCheck(this.#spec.kind, change, context).planAsRemembered();
    const run = inRun();
    const preview = new this.#PlanCheck(this.#spec.kind, withSettings(change, run.configuration), context);
    if (!run.dryRuns.isHopeless) {
      try {
        return await preview.withList(run);
      } catch (error) {
        const failures = await failuresOfRead(error, context, run);
        if (failures.length > 0) return failures;
      }
    }
    // The update deletes only unlisted rows that the check planned.
    const { maxUnlistedDeletes = 0 } = change.scope;
    if (ownsAll(change.scope) && maxUnlistedDeletes > 0) context.log(unseen(context.name), true);
    return preview.planAsRemembered();
  };
}

/** A change in one domain, without entries of unknown values. `stored` are those of the last inputs: often without IDs. */
type KnownChange<Row extends AnyRow> = OwnChange<Row> & { readonly domain: string };

/**
 * @returns `undefined` if a diff would find no change, or if the domain or the key of an entry isn't known yet
 */
function knownChange<Row extends AnyRow, Args extends Bag, State extends Bag>(
  spec: RowsSpec<Row, Args, State>,
  args: Partial<Args>,
  context: CheckContext<Args>,
): KnownChange<Row> | undefined {
  const { previous, predecessor } = context;
  if (previous !== undefined && spec.isSame(args, previous, context)) return undefined;
  const unknownKeys = spec.unknownKeys(args, context);
  if (args.domain === undefined || unknownKeys === undefined) return undefined;
  const domain = domainOf(args);
  const before = previous ?? predecessor;
  const ofDomain = before !== undefined && sameDomain(before.domain, domain) ? before : undefined;
  const change = changeOf(spec, args, ofDomain, isUnconfirmed(ofDomain));
  const isKnown = ({ key }: RowEntry<Row>) => !unknownKeys.has(key);
  const wanted = change.wanted.filter(isKnown);
  const stored = change.stored.filter(isKnown).map(withAnyTtl);
  const scope =
    unknownKeys.size === 0 ? change.scope : ignoring(change.scope, (row) => unknownKeys.has(spec.kind.entryKey(row)));
  // Pairs entries again, without those of unknown values.
  return { domain, ...transition({ scope, wanted, stored }), unowned: change.unowned.filter(isKnown) };
}

/**
 * Only the state knows which TTLs the registrar raised, so any live TTL counts as granted: an update may correct edited TTLs that
 * no preview counts. A refresh finds them. The TTL of an unlisted entry is the live one.
 */
const withAnyTtl = <Row extends AnyRow>(entry: RowEntry<Row>): RowEntry<Row> =>
  isListed(entry) ? { ...entry, granted: anyTtl } : entry;

type DomainChange<Row extends AnyRow> = Transition<Row> & { readonly domain: string };
type Context = Pick<CheckContext, "log" | "advise" | "skipChecks">;

/** The check of one change of a set or a zone; `OneRowCheck` (oneRow.ts) has what differs for one row. */
export class PlanCheck<Row extends AnyRow> {
  protected readonly change: DomainChange<Row>;
  protected readonly words: PlanWords<Row>;
  readonly #kind: RowKind<Row>;
  readonly #context: Context;

  constructor(kind: RowKind<Row>, change: DomainChange<Row>, context: Context) {
    this.change = change;
    this.words = new PlanWords({ kind, domain: change.domain });
    this.#kind = kind;
    this.#context = context;
  }

  /** Plans as if the list had exactly the rows of the last run. The change of one row needs no plan: the engine shows it. */
  planAsRemembered(): CheckFailure[] {
    if (this.change.scope.extent === "one") return [];
    const rows = this.change.stored.map(({ row }) => row);
    const listing = { rows, proof: { complete: true, pages: 1 } };
    return this.#report(this.#planIn(new Rows<Row>(listing, this.#kind.index)).plan, false);
  }

  /** Reads the list, and plans. */
  async withList(run: Run): Promise<CheckFailure[]> {
    const at = new RowReader(this.#kind, this.change.domain, run);
    const first = this.#planIn(await at.read(this.#lacksStored));
    return this.judge(at, await rereadIfBehind(at, first, this.#planIn, this.#lacksStored));
  }

  /**
   * 1. An update of an additive zone to no records deletes by stored IDs, also rows that a list lacks. So does the plan.
   * 2. The plan of a changed set or authoritative zone needs more consent, perhaps only because the list is stale: waits until it
   *    can't be, and plans again.
   */
  protected async judge(at: RowReader<Row>, first: Planned<Row>): Promise<CheckFailure[]> {
    const { scope, wanted, stored } = this.change;
    // 1.
    if (!ownsAll(scope) && wanted.length === 0 && !first.view.rows.proof.complete) return this.planAsRemembered();
    requireShown(at, first);
    let last = first;
    // 2.
    if (ownsAll(scope) && stored.length > 0 && !isAllowed(first.plan, scope)) {
      last = this.#planIn(await at.fresh(this.#lacksStored));
      requireShown(at, last);
    }
    this.note(at, last.plan);
    this.compare(last);
    return this.#report(last.plan, last.view.rows.proof.complete);
  }

  readonly #planIn = (rows: Rows<Row>): Planned<Row> => {
    const matching = this.#matching(rows);
    const found = matchStored(matching, this.change.stored);
    return planOf({ ...matching, ...this.change, found, ...inCheck });
  };

  readonly #lacksStored = (rows: Rows<Row>): boolean => lacksAny(this.#matching(rows), this.change.stored);

  /** Ignores claims: an owner may change or delete its row before the update. */
  #matching(rows: Rows<Row>): Matching<Row> {
    return { kind: this.#kind, rows, isOthers: () => false, isOthersById: () => false };
  }

  /** Notes the rows that a plan adopts, changes or deletes. */
  protected note(at: RowReader<Row>, { kept, writes }: Plan<Row>, isNoted = (_step: Step<Row>) => true): void {
    for (const step of [...kept, ...writes])
      if (step.kind !== "keep" && step.kind !== "create" && isNoted(step)) at.claims.notePlanned(step.row, "step");
  }

  protected warn(text: string): void {
    this.#context.log(text, true);
  }

  /** Warns of live rows outside the plan that clash with the rows that it writes, such as a second SPF policy. */
  protected compare({ plan: { kept, writes }, view: { rows, found, scope } }: Planned<Row>): void {
    const written = writes.flatMap((step) => (step.kind === "delete" ? [] : [step.want.row]));
    // An own row that the resource ignores from now on stays live.
    const own = [...found.values()].filter((row) => !scope.ignores(row));
    const touched = [...kept, ...writes].flatMap((step) => (step.kind === "create" ? [] : (step.row ?? [])));
    const notLeft = new Set([...own, ...touched]);
    const findings = this.#kind.compare?.(written, rows, this.change.domain, (row) => !notLeft.has(row)) ?? [];
    // Reports each finding of a domain once.
    const advise = (check: string, finding: string) =>
      this.#context.advise(`${check} of ${this.change.domain}`, finding);
    failuresOf(findings, { skipChecks: this.#context.skipChecks, advise });
  }

  /** Logs a plan, or returns failures if the plan needs more consent. @param isComplete does it rest on a complete list? */
  #report(plan: Plan<Row>, isComplete: boolean): CheckFailure[] {
    const { scope } = this.change;
    if (!isAllowed(plan, scope)) return this.words.refusals(plan, scope).map((reason) => ({ reason }));
    const text = this.words.plan(plan, scope, isComplete);
    if (text !== undefined) this.#context.log(text);
    return [];
  }
}

/**
 * Requires that the list shows enough for the plan of a check. An update requires proofs while it plans (`provenView`), and takes
 * a cut list, on which it creates no row.
 * @throws IncompleteListError
 */
export function requireShown<Row extends AnyRow>(at: RowReader<Row>, { view, plan }: Planned<Row>): void {
  const { rows, scope, found } = view;
  if (ownsAll(scope) && rows.proof.cut)
    throw new IncompleteListError(`which records ${at.domain} has`, `${at.kind.group}.list`, at.domain, rows.proof);
  at.requireMissing(rows, judgedIn(view).entries, found);
  at.requireCreates(rows, plan);
}
