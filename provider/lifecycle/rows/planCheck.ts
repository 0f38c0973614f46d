/** The check that plans one change: with the live list (`withList`), or without any (`planAsRemembered`). */
import { IncompleteListError, withCode } from "../../api/index.ts";
import { failuresOf } from "../arguments.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { Rows } from "../list.ts";
import type { Run } from "../run.ts";
import { entriesToFind, mayAssumeRows, ownsAll, type Transition } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import * as match from "./match.ts";
import { planOf } from "./plan.ts";
import { RowReader, rereadIfBehind } from "./read.ts";
import { inCheck, isAllowed, type Obstacle, type Plan, type Planned, type Step, type View } from "./step.ts";
import { PlanWords } from "./words.ts";

/** A change in one domain. `stored` are the entries of the last inputs: often without IDs. */
type DomainChange<Row extends AnyRow> = Transition<Row> & { readonly domain: string };
type Context = Pick<CheckContext, "log" | "advise" | "skipChecks">;

export const planCheckOf = <Row extends AnyRow>(
  kind: RowKind<Row>,
  change: DomainChange<Row>,
  context: Context,
): PlanCheck<Row> =>
  change.scope.extent === "one" ? new OneRowCheck(kind, change, context) : new ManyRowsCheck(kind, change, context);

abstract class PlanCheck<Row extends AnyRow> {
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
    return planOf({ ...matching, ...this.change, found: match.matchStored(matching, this.change.stored) });
  };

  protected readonly lacksStored = (rows: Rows<Row>): boolean =>
    match.lacksAny({ kind: this.kind, rows, ...inCheck }, this.change.stored);

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
 * The check of one row. It doesn't know the ID of the stored row, and often doesn't find one that was edited by hand:
 *
 * | the list shows the stored row | the check | the update |
 * |---|---|---|
 * | as it was, or the resource is new | plans | plans the same |
 * | by its meaning, with another priority | notes a successor or warns, and plans | the same, or fails, as it knows the ID |
 * | not at all | notes a successor or warns, and fails at conflicts | finds it by its ID, or adopts the successor, or creates |
 */
class OneRowCheck<Row extends AnyRow> extends PlanCheck<Row> {
  /** None: the engine shows the change of one row. */
  override planAsRemembered(): CheckFailure[] {
    return [];
  }

  protected override judge(at: RowReader<Row>, first: Planned<Row>): CheckFailure[] {
    const { view, plan } = first;
    const [want] = view.wanted.map(({ row }) => row);
    if (want === undefined) throw new TypeError("a check of one row wants one row");
    const shown = shownIn(view);
    if (shown !== "as it was") this.#noteSuccessorOrWarn(at, view, want);
    if (shown === "missing") return this.#failAtConflicts(at, view, want);
    requireShown(at, first);
    const [obstacle] = plan.obstacles;
    if (obstacle !== undefined) return this.#failAt(at, obstacle);
    for (const row of othersBeside(first, want)) this.context.log(this.words.otherPriority(row, view.scope), true);
    // The resource's own row isn't noted: other resources may change any noted row.
    this.note(at, plan, ({ stored }) => stored === undefined);
    this.compare(first);
    return [];
  }

  /** Only an update can plan without the stored row. Fails at rows that exclude the wanted one, and can't be the stored row. */
  #failAtConflicts(at: RowReader<Row>, view: View<Row>, want: Row): CheckFailure[] {
    const { kind, rows, stored, found } = view;
    for (const entry of stored) if (!found.has(entry)) at.requireReadable(rows, entry.row);
    const declared = [want, ...stored.map(({ row }) => row)];
    const isOther = (row: Row) => !declared.some((each) => match.areNamedAlike(kind, row, each));
    const conflicts = match.conflictsOf(view, want).filter(isOther);
    return conflicts.length === 0 ? [] : this.#failAt(at, { kind: "conflict", want, rows: conflicts });
  }

  #failAt(at: RowReader<Row>, obstacle: Obstacle<Row>): CheckFailure[] {
    const error = at.errorOf(obstacle, this.change.stored.length > 0);
    return [{ reason: withCode(error.message, error.code), error }];
  }

  /**
   * The list doesn't show the stored row as it was. A person may have:
   *
   * - deleted it and made another one, the only row that is as wanted: notes it for the update or the replacement, which adopts
   *   it (`meetAsOne`, case 1).
   * - edited it: warns of each row that may be it.
   */
  #noteSuccessorOrWarn(at: RowReader<Row>, view: View<Row>, want: Row): void {
    // A check doesn't know the Pulumi ID: in the second check of a replacement, claims of its own resource count as another's.
    const unclaimed = match.rowsMeaning(view, want).filter((row) => !at.claims.isOthers(row, want));
    const [successor, ...others] = unclaimed.filter((row) => match.satisfies(view.kind, row, want));
    const isOnly = view.rows.isProof && successor !== undefined && others.length === 0;
    if (isOnly) at.claims.notePlanned(successor, "successor");
    else for (const row of possiblyEdited(view, want, unclaimed)) this.context.log(this.words.editedOrOther(row), true);
  }
}

/** How the list shows the stored row; a new resource has none. */
function shownIn<Row extends AnyRow>({ kind, stored, found }: View<Row>): "as it was" | "by its meaning" | "missing" {
  if (stored.some((entry) => !found.has(entry))) return "missing";
  const isAsItWas = [...found].every(([entry, row]) => match.isExactly(kind, row, entry.row));
  return isAsItWas ? "as it was" : "by its meaning";
}

/** Rows beside a row that the plan makes, of its meaning, and of another priority (`meetAsOne`, case 3). */
function othersBeside<Row extends AnyRow>({ view, plan }: Planned<Row>, want: Row): readonly Row[] {
  const rows = match.rowsMeaning(view, want);
  const isMade = plan.writes.some(
    (step) => step.kind === "create" || (step.kind === "update" && !rows.includes(step.row)),
  );
  return isMade ? rows : [];
}

/**
 * Rows that an update changes if they are the stored row, edited by hand, and fails at otherwise:
 *
 * | a row that | example: the state has `www CNAME one`, and the program | unless |
 * |---|---|---|
 * | the wanted one means, and no resource claims so far (`unclaimed`) | `www CNAME two`, and the list, too | `adopt` means it |
 * | is in the place of the wanted one | `www CNAME two`, and the list shows `www CNAME three` | - |
 * | excludes it, and has the name and type of the stored one | `www A`, and the list shows `www CNAME three` | - |
 */
function possiblyEdited<Row extends AnyRow>(view: View<Row>, want: Row, unclaimed: readonly Row[]): Set<Row> {
  const { kind, scope, stored } = view;
  const isNamedAsStored = (row: Row) => stored.some((entry) => match.areNamedAlike(kind, row, entry.row));
  const rivals = [...match.inPlace(view, want), ...match.conflictsOf(view, want).filter(isNamedAsStored)];
  const isAdopted = scope.adopt === true && match.isOneMeant(kind, want, unclaimed);
  return new Set([...(isAdopted ? [] : unclaimed), ...rivals.filter((row) => !unclaimed.includes(row))]);
}

/**
 * Requires that the list shows enough for the plan of a check. An update requires proofs while it plans (`provenView`), and takes
 * a cut list, on which it creates no row.
 * @throws IncompleteListError
 */
function requireShown<Row extends AnyRow>(at: RowReader<Row>, planned: Planned<Row>): Planned<Row> {
  const { view, plan } = planned;
  const { rows, scope, found } = view;
  if (ownsAll(scope) && rows.proof.cut)
    throw new IncompleteListError(`which records ${at.domain} has`, `${at.kind.group}.list`, at.domain, rows.proof);
  at.requireMissing(rows, entriesToFind(view), found);
  at.requireCreates(rows, plan);
  return planned;
}
