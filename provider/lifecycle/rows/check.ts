/**
 * The checks of resources made of rows, in previews and before writes:
 *
 * 1. `#changeIn` ends the checks if a diff would find no change, for example if only `skipChecks` is another.
 * 2. `#knownChange` pairs the entries before and after. Without the keys of unknown values, it ends them, too.
 * 3. `checkWithoutCall` fails and tells what needs no list.
 * 4. `needsPlan` ends the check of equal entries, such as a name that is spelled differently.
 * 5. `checkPlan` plans (`PlanCheck`): with the list, or if the registrar can't be reached, as if the rows of the last run were
 *    live. Errors that `up` would meet, too, fail.
 *
 * A check doesn't see the state. It has the inputs of the last run or the import, to which a refresh adds the memory of sets and
 * zones:
 *
 * | check | these inputs | if they equal the new ones |
 * |---|---|---|
 * | of a new resource | none | - |
 * | of a change; the first one of a replacement | `previous` | step 1 ends the check |
 * | the second one of a replacement | `predecessor` | step 1 doesn't: the rows are made again |
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
  entriesToFind,
  ignoring,
  isUnconfirmed,
  mayAssumeRows,
  needsPlan,
  ownsAll,
  type RowEntry,
  type RowsSpec,
  scopeArguments,
  type Transition,
  transition,
  withSettings,
} from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { anyTtl, lacksAny, matchStored } from "./match.ts";
import { isListed } from "./memory.ts";
import { planOf } from "./plan.ts";
import { RowReader, rereadIfBehind } from "./read.ts";
import { inCheck, isAllowed, type Plan, type Planned, type Step } from "./step.ts";
import { movedKind, PlanWords, unplanned, unseen } from "./words.ts";

const areKnown = ({ known }: { known(key: string): boolean }, keys: readonly string[]) => keys.every(known);

/** Arguments that decide if an update may apply a plan. */
const consent = ["domain", ...scopeArguments];

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  readonly #planCheckOf: PlanCheckOf<Row>;
  /** Memoized for the parts of one check, which share its context. `undefined`: a diff would find no change, or none is known */
  readonly #changeIn = memoize((context: CheckContext<Args>, args: Partial<Args>) => {
    const { previous } = context;
    const isSame = previous !== undefined && this.#spec.isSame(args, previous, context);
    return isSame ? undefined : this.#knownChange(args, context);
  });

  constructor(spec: RowsSpec<Row, Args, State>, planCheckOf: PlanCheckOf<Row>) {
    this.#spec = spec;
    this.#planCheckOf = planCheckOf;
  }

  /** @returns `undefined` if the domain isn't known yet, or if an entry with unknown values could be of any key */
  #knownChange(args: Partial<Args>, context: CheckContext<Args>) {
    const spec = this.#spec;
    const unknownKeys = spec.unknownKeys(args, context);
    if (args.domain === undefined || unknownKeys === undefined) return undefined;
    const isKnown = ({ key }: RowEntry<Row>) => !unknownKeys.has(key);
    // Only the state knows which TTLs the registrar raised, so any live TTL counts as granted: an update may correct edited TTLs
    // that no preview counts. A refresh finds them. The TTL of an unlisted entry is the live one.
    const withAnyTtl = (entry: RowEntry<Row>) => (isListed(entry) ? { ...entry, granted: anyTtl } : entry);
    const known: RowsSpec<Row, Args, State> = {
      ...spec,
      scopeOf: (bag) => ignoring(spec.scopeOf(bag), (row) => unknownKeys.has(spec.kind.entryKey(row))),
      wantedIn: (bag) => spec.wantedIn(bag).filter(isKnown),
      rememberedIn: (bag) => spec.rememberedIn(bag).filter(isKnown).map(withAnyTtl),
    };
    const domain = domainOf(args);
    const before = context.previous ?? context.predecessor;
    const ofDomain = before !== undefined && sameDomain(before.domain, domain) ? before : undefined;
    return { domain, ...changeOf(known, args, ofDomain, isUnconfirmed(ofDomain)) };
  }

  /** Passes on the memory of unlisted rows in the inputs, where a refresh wrote it, and that they are those of an import. */
  readonly fill = (args: Partial<Args>, { previous }: FillContext<Args>): Pick<Bag, "rows" | "imported"> => {
    if (previous === undefined || !sameDomain(previous.domain, args.domain)) return {};
    const imported = isUnconfirmed(previous) ? "checked" : undefined;
    return optional({ rows: copiedMemory(this.#spec, args, previous), imported });
  };

  /** Does an entry of the change create or update a row? */
  readonly isWriting = (args: Partial<Args>, context: CheckContext<Args>): boolean =>
    (this.#changeIn(context, args)?.changed ?? []).length > 0;

  /**
   * Fails for another kind of resource, and for a former domain that the plan empties without consent. Tells which imported rows
   * the program doesn't list.
   */
  checkWithoutCall(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous !== undefined && !this.#spec.hasData(previous))
      return [{ reason: withCode(movedKind, "ERR_REGISTRAR_PRECONDITION") }];
    const failures = this.#failuresOfEmptied(args, context);
    if (failures.length > 0) return failures;
    const change = this.#changeIn(context, args);
    // An additive zone leaves rows alone that an import or a refresh found and it doesn't list, and its plan doesn't name them.
    if (change !== undefined && change.unowned.length > 0 && !ownsAll(change.scope) && areKnown(context, ["mode"]))
      context.log(new PlanWords({ kind: this.#spec.kind, domain: change.domain }).unowned(change.unowned));
    return [];
  }

  /** Another domain deletes all rows in the former one, which needs consent as any plan does. Logs what it deletes. */
  #failuresOfEmptied(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous?.domain === undefined || !areKnown(context, consent) || sameDomain(previous.domain, args.domain))
      return [];
    const domain = domainOf(previous);
    const stored = this.#spec.rememberedIn(previous).filter(isListed);
    // The rows are those of the former domain, the consent is that of the new arguments.
    const scope = { ...this.#spec.scopeOf(previous), maxChanges: this.#spec.scopeOf(args).maxChanges };
    const emptied = { domain, ...transition({ scope, stored, wanted: [] }) };
    const failures = this.#planCheckOf(this.#spec.kind, emptied, context).planAsRemembered();
    return failures.map(({ reason }) => ({ reason: `another \`domain\` empties the zone of ${domain}: ${reason}` }));
  }

  /** The check that plans: with the list, if there are settings and the registrar shows it. */
  readonly checkPlan = async (args: Partial<Args>, context: CheckContext<Args>, inRun: () => Run) => {
    const { kind } = this.#spec;
    const change = this.#changeIn(context, args);
    // Without its mode, a zone reads as additive.
    if (change === undefined || (areKnown(context, ["mode"]) && !needsPlan(change))) return [];
    if (!areKnown(context, consent)) {
      context.log(unplanned(context.name), true);
      return [];
    }
    const run = context.canAskOrWarn() ? inRun() : undefined;
    if (run !== undefined && !run.dryRuns.isHopeless) {
      try {
        return await this.#planCheckOf(kind, withSettings(change, run.configuration), context).withList(run);
      } catch (error) {
        const failures = await failuresOfRead(error, context, run);
        if (failures.length > 0) return failures;
      }
    }
    // The update deletes only unlisted rows that the check planned.
    const { maxUnlistedDeletes = 0 } = change.scope;
    if (run !== undefined && ownsAll(change.scope) && maxUnlistedDeletes > 0) context.log(unseen(context.name), true);
    return this.#planCheckOf(kind, change, context).planAsRemembered();
  };
}

/** A change in one domain. `stored` are the entries of the last inputs: often without IDs. */
type DomainChange<Row extends AnyRow> = Transition<Row> & { readonly domain: string };
type Context = Pick<CheckContext, "log" | "advise" | "skipChecks">;
type PlanCheckOf<Row extends AnyRow> = (
  kind: RowKind<Row>,
  change: DomainChange<Row>,
  context: Context,
) => PlanCheck<Row>;

/** The check of a set or a zone. That of one row is `OneRowCheck` (oneRow.ts). */
export const manyRowsCheckOf = <Row extends AnyRow>(
  kind: RowKind<Row>,
  change: DomainChange<Row>,
  context: Context,
): PlanCheck<Row> => new ManyRowsCheck(kind, change, context);

/** The check that plans one change: with the live list (`withList`), or without any (`planAsRemembered`). */
export abstract class PlanCheck<Row extends AnyRow> {
  protected readonly kind: RowKind<Row>;
  protected readonly change: DomainChange<Row>;
  protected readonly context: Context;
  protected readonly words: PlanWords<Row>;

  constructor(kind: RowKind<Row>, change: DomainChange<Row>, context: Context) {
    this.kind = kind;
    this.change = change;
    this.context = context;
    this.words = new PlanWords({ kind, domain: change.domain });
  }

  /**
   * Plans without a list, as if exactly the rows of the last run were live:
   *
   * - in a former domain, whose list no check reads;
   * - if there are no settings, or the list can't be read;
   * - if an update deletes by stored IDs, also rows that an incomplete list lacks.
   */
  abstract planAsRemembered(): CheckFailure[];

  /** Reads the list, and plans. */
  async withList(run: Run): Promise<CheckFailure[]> {
    const at = new RowReader(this.kind, this.change.domain, run);
    const first = this.planIn(await at.read(this.lacksStored));
    return this.judge(at, await rereadIfBehind(at, first, this.planIn, this.lacksStored));
  }

  /** The failures of a plan. Notes rows for the update, and warns of what it may fail at. */
  protected abstract judge(at: RowReader<Row>, first: Planned<Row>): CheckFailure[] | Promise<CheckFailure[]>;

  protected readonly planIn = (rows: Rows<Row>): Planned<Row> => {
    const matching = { kind: this.kind, rows, ...inCheck };
    return planOf({ ...matching, ...this.change, found: matchStored(matching, this.change.stored) });
  };

  protected readonly lacksStored = (rows: Rows<Row>): boolean =>
    lacksAny({ kind: this.kind, rows, ...inCheck }, this.change.stored);

  /** Notes the rows that a plan adopts, changes or deletes. */
  protected note(at: RowReader<Row>, { kept, writes }: Plan<Row>, isNoted = (_step: Step<Row>) => true): void {
    for (const step of [...kept, ...writes])
      if (step.kind !== "keep" && step.kind !== "create" && isNoted(step)) at.claims.notePlanned(step.row, "step");
  }

  /** Warns of live rows outside the plan that clash with the rows that it writes, such as a second SPF policy. */
  protected compare({ plan: { kept, writes }, view: { rows, found, scope } }: Planned<Row>): void {
    const { domain } = this.change;
    const written = writes.flatMap((step) => (step.kind === "delete" ? [] : [step.want.row]));
    // An own row that the resource ignores from now on stays live.
    const own = [...found.values()].filter((row) => !scope.ignores(row));
    const touched = [...kept, ...writes].flatMap((step) => (step.kind === "create" ? [] : (step.row ?? [])));
    const notLeft = new Set([...own, ...touched]);
    const findings = this.kind.compare?.(written, rows, domain, (row) => !notLeft.has(row)) ?? [];
    // Reports each finding of a domain once.
    const advise = (check: string, finding: string) => this.context.advise(`${check} of ${domain}`, finding);
    failuresOf(findings, { skipChecks: this.context.skipChecks, advise });
  }
}

/** The check of a set or a zone. */
class ManyRowsCheck<Row extends AnyRow> extends PlanCheck<Row> {
  override planAsRemembered(): CheckFailure[] {
    const rows = this.change.stored.map(({ row }) => row);
    const listing = { rows, proof: { complete: true, pages: 1 } };
    return this.#report(this.planIn(new Rows<Row>(listing, this.kind.index)).plan, false);
  }

  protected override async judge(at: RowReader<Row>, first: Planned<Row>): Promise<CheckFailure[]> {
    if (this.#mayDeleteUnseen(first)) return this.planAsRemembered();
    let last = requireShown(at, first);
    if (this.#mayBeRefusedAsStale(last)) last = requireShown(at, this.planIn(await at.fresh(this.lacksStored)));
    this.note(at, last.plan);
    this.compare(last);
    return this.#report(last.plan, last.view.rows.proof.complete);
  }

  /** An additive zone that drops all its records deletes by stored IDs, also rows that an incomplete list lacks. */
  #mayDeleteUnseen({ view }: Planned<Row>): boolean {
    return mayAssumeRows(this.change) && !view.rows.proof.complete;
  }

  /** Does the plan of a set or an authoritative zone need more consent, perhaps only because the list lacks its last write? */
  #mayBeRefusedAsStale({ plan }: Planned<Row>): boolean {
    const { scope, stored } = this.change;
    return ownsAll(scope) && stored.length > 0 && !isAllowed(plan, scope);
  }

  /** Logs a plan, or returns failures if the plan needs more consent. @param isComplete does it rest on a complete list? */
  #report(plan: Plan<Row>, isComplete: boolean): CheckFailure[] {
    const { scope } = this.change;
    if (!isAllowed(plan, scope)) return this.words.refusals(plan, scope).map((reason) => ({ reason }));
    const text = this.words.plan(plan, scope, isComplete);
    if (text !== undefined) this.context.log(text);
    return [];
  }
}

/**
 * Requires that the list shows enough for the plan of a check. An update requires proofs while it plans (`provenView`), and takes
 * a cut list, on which it creates no row.
 * @throws IncompleteListError
 */
export function requireShown<Row extends AnyRow>(at: RowReader<Row>, planned: Planned<Row>): Planned<Row> {
  const { view, plan } = planned;
  const { rows, scope, found } = view;
  if (ownsAll(scope) && rows.proof.cut)
    throw new IncompleteListError(`which records ${at.domain} has`, `${at.kind.group}.list`, at.domain, rows.proof);
  at.requireMissing(rows, entriesToFind(view), found);
  at.requireCreates(rows, plan);
  return planned;
}
