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
 * A check doesn't see the state, which has the IDs of rows. It has the inputs of the last run:
 *
 * | check | these inputs | if they equal the new ones |
 * |---|---|---|
 * | of a new resource | none | - |
 * | of a change; the first one of a replacement | `previous` | step 1 ends the check |
 * | the second one of a replacement | `predecessor` | step 1 doesn't: the rows are made again |
 */
import { IncompleteListError, withCode } from "../../api/index.ts";
import { memoize } from "../../dns/index.ts";
import { domainOf, failuresOf, sameDomain } from "../arguments.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { Rows } from "../list.ts";
import { failuresOfRead } from "../preconditions.ts";
import type { Run } from "../run.ts";
import {
  type Bag,
  changeOf,
  entriesToFind,
  ignoring,
  mayAssumeRows,
  needsPlan,
  type RowEntry,
  type RowsSpec,
  scopeArguments,
  type Transition,
  transition,
} from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { anyTtl, lacksAny, matchStored } from "./match.ts";
import { planOf } from "./plan.ts";
import { RowReader, rereadIfBehind } from "./read.ts";
import { adoptionsIn, isAllowed, type Planned, type View } from "./step.ts";
import { movedKind, PlanWords, unplanned } from "./words.ts";

const areKnown = ({ known }: { known(key: string): boolean }, keys: readonly string[]) => keys.every(known);

/** Arguments that decide if an update may apply a plan. */
const consent = ["domain", ...scopeArguments];

/** The checks of one type of resource. */
export class RowsCheck<Row extends AnyRow, Args extends Bag, State extends Bag> {
  readonly #spec: RowsSpec<Row, Args, State>;
  /** Memoized for the parts of one check, which share its context. `undefined`: a diff would find no change, or none is known */
  readonly #changeIn = memoize((context: CheckContext<Args>, args: Partial<Args>) => {
    const { previous } = context;
    const { maxUnlistedDeletes = 0 } = this.#spec.scopeOf(args);
    // Rows of others may be due to be deleted although no argument differs.
    const isSame = maxUnlistedDeletes === 0 && previous !== undefined && this.#spec.isSame(args, previous, context);
    return isSame ? undefined : this.#knownChange(args, context);
  });

  constructor(spec: RowsSpec<Row, Args, State>) {
    this.#spec = spec;
  }

  /** @returns `undefined` if the domain isn't known yet, or if an entry with unknown values could be of any key */
  #knownChange(args: Partial<Args>, context: CheckContext<Args>): DomainChange<Row> | undefined {
    const spec = this.#spec;
    const unknownKeys = spec.unknownKeys(args, context);
    if (args.domain === undefined || unknownKeys === undefined) return undefined;
    const isKnown = ({ key }: RowEntry<Row>) => !unknownKeys.has(key);
    const known: RowsSpec<Row, Args, State> = {
      ...spec,
      scopeOf: (bag) => ignoring(spec.scopeOf(bag), (row) => unknownKeys.has(spec.kind.entryKey(row))),
      wantedIn: (bag) => spec.wantedIn(bag).filter(isKnown),
      // Only the state knows which TTLs the registrar raised, so any live TTL counts as granted: an update may correct edited
      // TTLs that no preview counts. A refresh finds them.
      rememberedIn: (bag) =>
        spec
          .rememberedIn(bag)
          .filter(isKnown)
          .map((entry) => ({ ...entry, granted: anyTtl })),
    };
    const domain = domainOf(args);
    const before = context.previous ?? context.predecessor;
    const ofDomain = before !== undefined && sameDomain(before.domain, domain) ? before : undefined;
    return { domain, ...changeOf(known, args, ofDomain) };
  }

  /** Does an entry of the change create or update a row? */
  readonly isWriting = (args: Partial<Args>, context: CheckContext<Args>): boolean =>
    (this.#changeIn(context, args)?.changed ?? []).length > 0;

  /** Fails for another kind of resource, and for a former domain that the plan empties without consent. */
  checkWithoutCall(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous !== undefined && !this.#spec.hasData(previous))
      return [{ reason: withCode(movedKind, "ERR_REGISTRAR_PRECONDITION") }];
    return this.#failuresOfEmptied(args, context);
  }

  /** Another domain deletes all rows in the former one, which needs consent as any plan does. Logs what it deletes. */
  #failuresOfEmptied(args: Partial<Args>, context: CheckContext<Args>): CheckFailure[] {
    const { previous } = context;
    if (previous?.domain === undefined || !areKnown(context, consent) || sameDomain(previous.domain, args.domain))
      return [];
    const domain = domainOf(previous);
    const stored = this.#spec.rememberedIn(previous);
    // The rows are those of the former domain, the consent is that of the new arguments.
    const scope = { ...this.#spec.scopeOf(previous), maxChanges: this.#spec.scopeOf(args).maxChanges };
    const emptied = { domain, ...transition({ scope, stored, wanted: [], isNew: false }) };
    const failures = new PlanCheck(this.#spec.kind, emptied, context).planAsRemembered();
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
    const check = new PlanCheck(kind, change, context);
    const run = context.canAskOrWarn() ? inRun() : undefined;
    if (run !== undefined && !run.dryRuns.isHopeless) {
      try {
        return await check.withList(run);
      } catch (error) {
        const failures = await failuresOfRead(error, context, run);
        if (failures.length > 0) return failures;
      }
    }
    return check.planAsRemembered();
  };
}

/** A change in one domain. `stored` are the entries of the last inputs, without IDs. */
type DomainChange<Row extends AnyRow> = Transition<Row> & { readonly domain: string };
type Context = Pick<CheckContext, "log" | "advise" | "adopts" | "skipChecks">;

const no = () => false;
/** A check ignores claims: an owner may change or delete its row before the update. */
const withoutClaims = { isOthers: no };

/** The check that plans one change: with the live list (`withList`), or without any (`planAsRemembered`). */
class PlanCheck<Row extends AnyRow> {
  readonly #kind: RowKind<Row>;
  readonly #change: DomainChange<Row>;
  readonly #context: Context;
  readonly #words: PlanWords<Row>;

  constructor(kind: RowKind<Row>, change: DomainChange<Row>, context: Context) {
    this.#kind = kind;
    this.#change = change;
    this.#context = context;
    this.#words = new PlanWords({ kind, domain: change.domain });
  }

  /**
   * Plans without a list, as if exactly the rows of the last run were live:
   *
   * - in a former domain, whose list no check reads;
   * - if there are no settings, or the list can't be read;
   * - if an update deletes by stored IDs, also rows that an incomplete list lacks.
   */
  planAsRemembered(): CheckFailure[] {
    if (this.#isOne) return [];
    const rows = this.#change.stored.map(({ row }) => row);
    const listing = { rows, proof: { complete: true, pages: 1 } };
    return this.#report(
      this.#planIn(new Rows<Row>(listing, this.#kind.index), { mayAdopt: true, isDeclared: no }),
      false,
    );
  }

  /** Reads the list, and plans. */
  async withList(run: Run): Promise<CheckFailure[]> {
    const at = new RowReader(this.#kind, this.#change.domain, run);
    const facts = { mayAdopt: run.configuration.adopt, isDeclared: at.isDeclared };
    const planIn = (rows: Rows<Row>) => this.#planIn(rows, facts);
    const first = await rereadIfBehind(at, planIn(await at.read(this.#lacksStored)), planIn, this.#lacksStored);
    if (mayAssumeRows(this.#change) && !this.#isOne && !first.view.rows.proof.complete) return this.planAsRemembered();
    this.#requireShown(at, first);
    const { scope, stored } = this.#change;
    if (!scope.ownsAll || stored.length === 0 || isAllowed(first.plan, scope)) return this.#judge(at, first);
    // The plan needs more consent, perhaps only because the list lacks its last write.
    const last = planIn(await at.fresh(this.#lacksStored));
    this.#requireShown(at, last);
    return this.#judge(at, last);
  }

  get #isOne(): boolean {
    return this.#change.scope.extent === "one";
  }

  #planIn(rows: Rows<Row>, facts: Pick<View<Row>, "mayAdopt" | "isDeclared">): Planned<Row> {
    const matching = { kind: this.#kind, rows, ...withoutClaims, ...facts };
    return planOf({
      ...matching,
      ...this.#change,
      found: matchStored(matching, this.#change.stored, this.#change.wanted),
    });
  }

  readonly #lacksStored = (rows: Rows<Row>): boolean =>
    lacksAny({ kind: this.#kind, rows, ...withoutClaims }, this.#change.stored);

  /**
   * Requires that the list shows enough for the plan. An update requires proofs while it plans (`provenView`), and takes a cut
   * list, on which it creates no row. It finds the row of a resource with one by its ID, which a check doesn't know.
   * @throws IncompleteListError
   */
  #requireShown(at: RowReader<Row>, { view, plan }: Planned<Row>): void {
    const { rows, scope, found } = view;
    if (scope.ownsAll && rows.proof.cut)
      throw new IncompleteListError(`which records ${at.domain} has`, `${at.kind.group}.list`, at.domain, rows.proof);
    const missing = entriesToFind(view).filter((entry) => !found.has(entry));
    for (const { row, id } of missing) {
      if (this.#isOne) at.requireReadable(rows, row);
      else at.requireProof(rows, row, id);
    }
    if (!this.#isOne || missing.length === 0) at.requireCreates(rows, plan);
  }

  /** The failures of a plan. Warns of live rows that clash with the planned ones, such as a second SPF policy. */
  #judge(at: RowReader<Row>, planned: Planned<Row>): CheckFailure[] {
    const failures = this.#report(planned, planned.view.rows.proof.complete);
    if (failures.length > 0) return failures;
    const { domain, isNew } = this.#change;
    const adopted = adoptionsIn(planned.plan).filter(({ row }) => !at.claims.isStored(row));
    if (adopted.length > 0)
      this.#context.adopts(
        domain,
        adopted.map((step) => this.#words.adoption(step)),
      );
    const { findings, beside } = this.#othersOf(at, planned);
    // Reports each finding of a domain once.
    const advise = (check: string, finding: string) => this.#context.advise(`${check} of ${domain}`, finding);
    failuresOf(findings, { skipChecks: this.#context.skipChecks, advise });
    if (beside.length > 0) this.#context.log(this.#words.beside(beside), isNew);
    return [];
  }

  /** Live rows that the resource leaves alone: `beside` are those that clients would use, too. */
  #othersOf(at: RowReader<Row>, { plan: { kept, writes, unlisted = [] }, view: { rows, found, scope } }: Planned<Row>) {
    const planned = [...kept.filter(({ kind }) => kind === "adopt"), ...writes.filter(({ kind }) => kind !== "delete")];
    const written = writes.flatMap((step) => (step.kind === "delete" ? [] : [step.want.row]));
    const wanted = planned.flatMap((step) => (step.kind === "delete" ? [] : [step.want.row]));
    // An own row that the resource ignores from now on stays live.
    const own = [...found.values()].filter((row) => !scope.ignores(row));
    const touched = [...kept, ...writes].flatMap((step) => (step.kind === "create" ? [] : (step.row ?? [])));
    const notLeft = new Set([...own, ...touched]);
    const isLeft = (row: Row) => !notLeft.has(row);
    const isUndeclared = (row: Row) => !this.#kind.isReadable(row) || !(at.isDeclared(row) || at.claims.isStored(row));
    const used = wanted.flatMap((want) => this.#kind.usedWith(want).flatMap((key) => rows.withKey(key)));
    return {
      findings: this.#kind.compare?.(written, rows, at.domain, isLeft) ?? [],
      beside: [...new Set([...unlisted, ...used])].filter((row) => isLeft(row) && isUndeclared(row)),
    };
  }

  /** Logs a plan, or returns failures if the plan needs more consent. @param isComplete does it rest on a complete list? */
  #report({ plan }: Planned<Row>, isComplete: boolean): CheckFailure[] {
    const { scope } = this.#change;
    if (this.#isOne) {
      return plan.obstacles.slice(0, 1).map((obstacle) => {
        const error = this.#words.error(obstacle);
        return { reason: withCode(error.message, error.code), error };
      });
    }
    const coded = (reason: string) => ({ reason: withCode(reason, "ERR_REGISTRAR_CONSENT_NEEDED") });
    if (!isAllowed(plan, scope)) return this.#words.refusals(plan, scope).map(coded);
    const text = this.#words.plan(plan, isComplete);
    if (text !== undefined) this.#context.log(text);
    return [];
  }
}
