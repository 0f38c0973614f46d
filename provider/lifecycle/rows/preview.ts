/** Previews one plan for a check: fails if the plan has an obstacle or needs more consent, and reports it otherwise. */
import { IncompleteListError, withCode } from "../../api/index.ts";
import { failuresOf } from "../arguments.ts";
import type { CheckContext, CheckFailure } from "../definition.ts";
import { Rows } from "../list.ts";
import type { Run } from "../run.ts";
import type { Entries, Transition } from "./entry.ts";
import { type AnyRow, indexKeys, type RowKind } from "./kind.ts";
import { areNamedAlike, conflictsOf, inPlace, isExactly, matchStored, rowsMeaning, satisfies } from "./match.ts";
import { rereadIfBehind } from "./observe.ts";
import { foreignInCheck, planOf, type View } from "./plan.ts";
import { RowReader } from "./read.ts";
import { isAllowed, type Obstacle, type Plan, type Step, storedOf } from "./step.ts";
import { PlanWords } from "./words.ts";

type Context = Pick<CheckContext, "log" | "advise" | "skipChecks">;

/**
 * Plans ignore claims, since an owner may change or delete its row before the update. Only `candidates` asks them. A check
 * doesn't know the Pulumi ID, so the claims of its own resource, in the second check of a replacement, count as another's.
 */
export class Preview<Row extends AnyRow> {
  readonly #kind: RowKind<Row>;
  readonly #domain: string;
  readonly #change: Transition<Row>;
  readonly #context: Context;
  readonly #words: PlanWords<Row>;

  constructor(kind: RowKind<Row>, domain: string, change: Transition<Row>, context: Context) {
    this.#kind = kind;
    this.#domain = domain;
    this.#change = change;
    this.#context = context;
    this.#words = new PlanWords({ kind, domain });
  }

  /** Plans as if the list had exactly the rows of the last run. Does nothing for one row, whose change the engine shows. */
  withoutList(): CheckFailure[] {
    const { scope, stored } = this.#change;
    if (scope.isOne) return [];
    const listing = { rows: stored.map(({ row }) => row), proof: { complete: true, pages: 1 } };
    const by = { id: ({ id }: Row) => id, keys: (row: Row) => indexKeys(this.#kind.keys(row)) };
    return this.#report(planOf(this.#viewOf(new Rows<Row>(listing, by))), false);
  }

  /** Reads the list, and plans. Notes the rows that the plan changes or deletes. */
  async withList(run: Run): Promise<CheckFailure[]> {
    const at = new RowReader(this.#kind, this.#domain, run);
    const viewOf = (rows: Rows<Row>) => this.#viewOf(rows);
    const view = await rereadIfBehind(at, viewOf(await at.read(this.#lacksStored)), viewOf, this.#lacksStored);
    return this.#change.scope.isOne ? this.#one(at, view) : this.#several(at, view);
  }

  /**
   * The check of one row:
   *
   * | the list shows the stored row | the check | the update |
   * |---|---|---|
   * | as it was, or there is none | plans | has the same plan |
   * | with other data | names candidates, and plans | has the same plan |
   * | not at all | names candidates, and fails at conflicts | finds it by its ID, or adopts the successor, or creates |
   */
  #one(at: RowReader<Row>, view: View<Row>): CheckFailure[] {
    const [want] = view.wanted.map(({ row }) => row);
    if (want === undefined) throw new TypeError("a check of one row wants one row");
    if (!isShownAsStored(view)) {
      const { successor, doubtful } = candidates(at, view, want);
      if (successor !== undefined) at.claims.plan(successor, "successor");
      for (const row of doubtful) this.#context.log(this.#words.editedOrOther(row), true);
    }
    const missing = view.stored.filter((entry) => !view.found.has(entry));
    return missing.length > 0 ? this.#oneMissing(at, view, want, missing) : this.#oneShown(at, view, want);
  }

  /** Without the stored row, only an update can plan, since that knows its ID. Fails at rows that exclude the wanted one. */
  #oneMissing(at: RowReader<Row>, view: View<Row>, want: Row, missing: Entries<Row>): CheckFailure[] {
    for (const { row } of missing) at.requireReadable(view.rows, row);
    return failuresFor(at, conflictBeside(view, want), view);
  }

  #oneShown(at: RowReader<Row>, view: View<Row>, want: Row): CheckFailure[] {
    const plan = planIfShown(at, view);
    const [obstacle] = plan.obstacles;
    if (obstacle !== undefined) return failuresFor(at, obstacle, view);
    if (plan.steps.some((step) => step.kind === "create"))
      for (const row of rowsMeaning(view, want)) this.#context.log(this.#words.otherPriority(row), true);
    // The resource's own row isn't noted: other resources may change any noted row.
    this.#note(
      at,
      plan.steps.filter((step) => storedOf(step) === undefined),
    );
    this.#compare(plan, view.rows);
    return [];
  }

  /**
   * 1. The plan of a changed set or authoritative zone needs more consent, perhaps only because the list is stale: waits until it
   *    can't be, and plans again.
   * 2. Notes the rows of the plan.
   * 3. An additive zone, and a list that proves nothing: a row that it lacks may be live, so the plan may have creates that the
   *    update doesn't make. Shows the plan by the rows of the last run instead.
   */
  async #several(at: RowReader<Row>, first: View<Row>): Promise<CheckFailure[]> {
    const { scope, wanted, stored, dropped } = this.#change;
    const isOwn = scope.extent === "own";
    let [view, plan] = [first, planIfShown(at, first)];
    // 1.
    if (!isOwn && stored.length > 0 && !isAllowed(plan, scope)) {
      view = this.#viewOf(await at.fresh(this.#lacksStored));
      plan = planIfShown(at, view);
    }
    // 2.
    this.#note(at, plan.steps);
    this.#compare(plan, view.rows);
    // 3.
    if (!isOwn || view.rows.proof.complete || plan.obstacles.length > 0) return this.#report(plan, true);
    if (wanted.length > 0) at.requireMissing(view.rows, dropped, view.found);
    return this.withoutList();
  }

  /** Notes the rows that steps adopt, change or delete. */
  #note(at: RowReader<Row>, steps: readonly Step<Row>[]): void {
    for (const step of steps) if (step.kind !== "keep" && step.kind !== "create") at.claims.plan(step.row, "step");
  }

  #viewOf(rows: Rows<Row>): View<Row> {
    const matching = { kind: this.#kind, rows, isOthers: () => false, isOthersById: () => false };
    const found = matchStored(matching, this.#change.stored);
    return { ...matching, ...this.#change, found, foreign: foreignInCheck };
  }

  readonly #lacksStored = (rows: Rows<Row>): boolean => this.#viewOf(rows).found.size < this.#change.stored.length;

  /** Warns of live rows outside the plan that clash with the rows that it writes, such as a second SPF policy. */
  #compare({ steps }: Plan<Row>, rows: Rows<Row>): void {
    const written = steps.flatMap((step) => (step.kind === "create" || step.kind === "update" ? [step.want.row] : []));
    const withStep = new Set<Row | undefined>(steps.map((step) => ("row" in step ? step.row : undefined)));
    const findings = this.#kind.compare?.(written, rows, this.#domain, (row) => !withStep.has(row)) ?? [];
    // Reports each finding of a domain once.
    const advise = (check: string, finding: string) => this.#context.advise(`${check} of ${this.#domain}`, finding);
    failuresOf(findings, { skipChecks: this.#context.skipChecks, advise });
  }

  /** Logs a plan, or returns failures if the plan needs more consent. @param isRead was the list read? */
  #report(plan: Plan<Row>, isRead: boolean): CheckFailure[] {
    const { scope } = this.#change;
    if (!isAllowed(plan, scope)) return this.#words.refusals(plan, scope).map((reason) => ({ reason }));
    const text = this.#words.plan(plan, isRead);
    if (text !== undefined) this.#context.log(text);
    return [];
  }
}

/** @throws IncompleteListError if the list doesn't show enough for a plan */
function planIfShown<Row extends AnyRow>(at: RowReader<Row>, view: View<Row>): Plan<Row> {
  const { rows, scope, stored, found } = view;
  if (scope.extent !== "own") {
    if (rows.proof.cut)
      throw new IncompleteListError(`which records ${at.domain} has`, `${at.kind.group}.list`, at.domain, rows.proof);
    at.requireMissing(rows, stored, found);
  }
  const plan = planOf(view);
  at.requireCreates(rows, plan);
  return plan;
}

/**
 * Does the list show each stored row as it was? A new resource has none. If not, a person may have edited it, or deleted it and
 * made another one.
 */
const isShownAsStored = <Row extends AnyRow>({ kind, stored, found }: View<Row>): boolean =>
  stored.every((entry) => {
    const row = found.get(entry);
    return row !== undefined && isExactly(kind, row, entry.row);
  });

/** Rows that may be the one row of a resource, whose stored row the list doesn't show as it was. */
interface Candidates<Row> {
  /** A row that is as wanted: an update or replacement adopts it if the stored row is gone. */
  readonly successor?: Row | undefined;
  /**
   * Rows that an update changes if they are the stored row, edited by hand, and fails at otherwise. Example: the state has `www
   * CNAME one`, and the list `www CNAME two`.
   */
  readonly doubtful: readonly Row[];
}

/** Of the rows that the wanted one means, only those that no resource claims so far in this run. */
function candidates<Row extends AnyRow>(at: RowReader<Row>, view: View<Row>, want: Row): Candidates<Row> {
  const free = rowsMeaning(view, want).filter((row) => !at.claims.isOthers(row, want));
  const asWanted = free.filter((row) => satisfies(view.kind, row, want));
  if (view.rows.isProof && asWanted.length === 1) return { successor: asWanted[0], doubtful: [] };
  const isLikeStored = (row: Row) => view.stored.some((entry) => areNamedAlike(view.kind, row, entry.row));
  const rivals = [...inPlace(view, want), ...conflictsOf(view, want).filter(isLikeStored)];
  const others = rivals.filter((row) => !free.includes(row));
  return { doubtful: [...new Set([...(view.scope.adopt && free.length === 1 ? [] : free), ...others])] };
}

function failuresFor<Row extends AnyRow>(
  at: RowReader<Row>,
  obstacle: Obstacle<Row> | undefined,
  { stored }: View<Row>,
): CheckFailure[] {
  if (obstacle === undefined) return [];
  const error = at.errorOf(obstacle, stored);
  return [{ reason: withCode(error.message, error.code), error }];
}

/** Live rows that exclude the wanted one, and can't be the stored row: they have another name or type. */
function conflictBeside<Row extends AnyRow>(view: View<Row>, want: Row): Obstacle<Row> | undefined {
  const { kind, stored } = view;
  const declared = [want, ...stored.map(({ row }) => row)];
  const rows = conflictsOf(view, want).filter((row) => !declared.some((each) => areNamedAlike(kind, row, each)));
  return rows.length === 0 ? undefined : { kind: "conflict", want, rows };
}
