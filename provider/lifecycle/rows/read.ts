/**
 * `RowReader`: reads of one kind of row in one domain, for one resource of a run, and what a list proves about a row that it
 * lacks. `observe`, the first step of the pipe: reads the list until a plan can rely on it, then matches stored entries.
 */
import { IncompleteListError, type Proof, RegistrarError, rowFieldsIn } from "../../api/index.ts";
import { NotIdentifiedError } from "../errors.ts";
import type { RowList, Rows } from "../list.ts";
import type { Run } from "../run.ts";
import type { Bag, Entries, RowEntry, Scope, Transition } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { type Matching, matchStored, newId, type RowClaims, rowClaims, satisfies } from "./match.ts";
import { foreignInUpdate, planOf, rowsOf, type View } from "./plan.ts";
import type { Obstacle, Plan } from "./step.ts";
import { PlanWords } from "./words.ts";

/** The reason why a row that a list lacks may exist. */
type Doubt = Pick<Proof, "why" | "cut">;

/**
 * Ways to read the list:
 *
 * - `read`: the shared list, with this run's writes.
 * - `fresh`: waits until the list can't be stale, then `read`.
 * - `renewed`: a new reading, then `read`.
 * - `reread`: a new reading, without this run's creates and updates.
 * - `poll`: `reread` until it shows what is looked for; `read` after the last, if a row may have moved between pages.
 *
 * A method that requires a proof throws IncompleteListError without one.
 */
export class RowReader<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly domain: string;
  readonly run: Run;
  readonly claims: RowClaims<Row>;
  readonly list: RowList<Row>;
  /** Names the list among processes and turns: `records example.com`. */
  readonly listName: string;

  /** @param owner Pulumi ID of the resource. Default: a new ID */
  constructor(kind: RowKind<Row>, domain: string, run: Run, owner = newId(domain)) {
    this.kind = kind;
    this.domain = domain;
    this.run = run;
    this.listName = `${kind.group} ${domain}`;
    this.list = kind.list(run, domain);
    this.claims = rowClaims(kind, domain, run.claims, owner);
  }

  /** Does a contract's path name a row by its fields? Then these are the ID of the row. */
  get areIdsFields(): boolean {
    return rowFieldsIn(this.run.api.contract.endpoints[`${this.kind.group}.delete`]?.path).length > 0;
  }

  /** The list as this run knows it. @param isMissing does it lack a row that a resource owns? Then the list may be read twice */
  async read(isMissing: (rows: Rows<Row>) => boolean = () => false): Promise<Rows<Row>> {
    const rows = await this.explained(() => this.list.read(isMissing));
    this.run.claims.read();
    if (rows.isSecond && rows.rows.length === 0)
      this.run.log(`The registrar lists no ${this.kind.group} of ${this.domain} any more; it was asked twice.`);
    return rows;
  }

  /** Did another process write to the list since a reading began? */
  isBehind(rows: Rows<Row>): boolean {
    return this.run.claims.othersWroteAt(this.listName) >= rows.readAt;
  }

  /** A new reading, without this run's creates and updates. */
  reread(): Promise<Rows<Row>> {
    return this.explained(() => this.list.reread());
  }

  /** The list once it can't be stale after writes of earlier runs and of other processes. @param isMissing as for `read` */
  async fresh(isMissing?: (rows: Rows<Row>) => boolean): Promise<Rows<Row>> {
    const writtenAt = this.run.claims.othersWroteAt(this.listName);
    return this.#since(await this.explained(() => this.run.poll.fresh(this.list, writtenAt)), isMissing);
  }

  /** The list after a new reading. @param isMissing as for `read` */
  async renewed(isMissing?: (rows: Rows<Row>) => boolean): Promise<Rows<Row>> {
    return this.#since(await this.reread(), isMissing);
  }

  /** The list since a reading. A cut one isn't shared, so that `read` would return an older one. */
  async #since(reading: Rows<Row>, isMissing?: (rows: Rows<Row>) => boolean): Promise<Rows<Row>> {
    return reading.proof.cut === undefined ? this.read(isMissing) : reading;
  }

  /** Polls the list. @returns the result of `find`, and the last reading */
  poll<Found>(find: (rows: Rows<Row>) => Found | undefined, until?: number) {
    return this.explained(() => this.run.poll.inList(this.list, find, until));
  }

  matching(rows: Rows<Row>): Matching<Row> {
    const { isOthers, isOthersById } = this.claims;
    return { kind: this.kind, rows, isOthers, isOthersById };
  }

  /**
   * The error of a resource with one row, for an obstacle of its plan. An existing row is kept from deletes: it may be that of a
   * resource that the program dropped, to which the engine goes on with `--continue-on-error`.
   */
  errorOf(obstacle: Obstacle<Row>, stored: Entries<Row>): RegistrarError {
    if (obstacle.kind === "exists" || obstacle.kind === "in place")
      for (const row of obstacle.rows) this.claims.spare(row);
    return new PlanWords(this).error(obstacle, stored.length > 0);
  }

  /** Runs a call. @param explanation makes the error that explains a refusal best */
  protected async explained<T>(
    work: () => Promise<T>,
    explanation = (error: unknown) => this.explanation(error),
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await explanation(error);
    }
  }

  /** The error of a refusal as the kind of row explains it. */
  async explanation(error: unknown): Promise<unknown> {
    return error instanceof RegistrarError ? (this.kind.explain?.(this.run, this.domain, error) ?? error) : error;
  }

  describe(row: Row): string {
    return this.kind.describe(row, this.domain);
  }

  /** A doubt if the list has a row that the provider can't read, and that may be the row which the list lacks. */
  #opaque(rows: Rows<Row>, row: Row): Doubt | undefined {
    const [opaque] = this.kind.keys(row).hidden.flatMap((key) => rows.withKey(key));
    if (opaque === undefined) return undefined;
    return { why: `it has ${this.kind.opaque(opaque)}`, cut: "opaque" };
  }

  /** The doubt about a row that the list lacks; `undefined` if the list proves that it doesn't exist. */
  #doubt(rows: Rows<Row>, row: Row): Doubt | undefined {
    // An equal row of a deleted ID may be the deleted one, or a new one that got its ID.
    if (rows.hidden.has(this.kind.keys(row).exact)) return { why: "it shows an equal row that this run deleted" };
    return this.#opaque(rows, row) ?? (rows.isProof ? undefined : rows.proof);
  }

  /**
   * @param question as for `requireProof`
   * @param done the writes that were carried out, in a sentence
   */
  #refuse(row: Row, doubt: Doubt | undefined, question = "is still there", done?: string): void {
    if (doubt === undefined) return;
    const subject = `whether ${this.describe(row)} ${question}`;
    throw new IncompleteListError(subject, `${this.kind.group}.list`, this.domain, doubt, done);
  }

  /** Does a list prove that a row which it lacks doesn't exist? */
  provesAbsent(rows: Rows<Row>, row: Row): boolean {
    return this.#doubt(rows, row) === undefined;
  }

  /**
   * Requires that a list shows all rows of the name and type of a row, so that one which it lacks doesn't exist.
   * @param question completes "whether www.example.com A 192.0.2.1 ..."
   */
  requireProof(rows: Rows<Row>, row: Row, question = "is still there"): void {
    this.#refuse(row, this.#doubt(rows, row), question);
  }

  /** Requires of a row which the list lacks that it isn't one of the opaque rows. */
  requireReadable(rows: Rows<Row>, row: Row): void {
    this.#refuse(row, this.#opaque(rows, row));
  }

  /** Requires that the stored rows which weren't found don't exist. */
  requireMissing(rows: Rows<Row>, stored: Entries<Row>, found: ReadonlyMap<RowEntry<Row>, Row>): void {
    for (const entry of stored) if (!found.has(entry)) this.requireProof(rows, entry.row);
  }

  /**
   * Requires that the rows which a plan creates don't exist.
   * @param lacksOther does the list lack a row that a state lists? Without a proof, it may then lack these, too
   * @throws NotIdentifiedError if created rows would have no ID
   */
  requireCreates(rows: Rows<Row>, { steps }: Pick<Plan<Row>, "steps">, lacksOther: () => boolean = () => false): void {
    const creates = steps.filter((step) => step.kind === "create");
    const mayLack = creates.length > 0 && (rows.proof.cut !== undefined || (!rows.isProof && lacksOther()));
    for (const {
      want: { row },
    } of creates) {
      this.requireIds(rows, row);
      this.#refuse(row, mayLack ? this.#doubt(rows, row) : this.#opaque(rows, row), "exists already");
    }
  }

  /** @throws NotIdentifiedError unless the row can be changed and deleted, or contract and setting allow one that can't */
  requireIds(rows: Rows<Row>, row: Row, done?: string): void {
    if (!rows.lacksIds || this.kind.setId?.(this.run, this.domain, row) !== undefined) return;
    const { api, configuration } = this.run;
    const operation = `${this.kind.group}.list` as const;
    if (api.contract.endpoints[operation]?.ids === "none" && configuration.createWithoutIds) return;
    throw NotIdentifiedError.ofApi(operation, this.domain, done);
  }

  /**
   * Requires that a list which is read after the first create shows the row as created.
   * @throws NotIdentifiedError if it has no ID
   */
  requireUnderstood(rows: Rows<Row>, created: Row): void {
    const done = "It was created, and the other creates were not sent. Delete it in the dashboard.";
    this.#refuse(created, this.#opaque(rows, created), "was created as declared", done);
    this.requireIds(rows, created, done);
  }
}

/** The part of a state that says if its rows are listed as they were written. */
export type Last = Pick<Bag, "writtenAt">;

/** The live rows of stored entries. */
type Found<Row extends AnyRow> = ReadonlyMap<RowEntry<Row>, Row>;

/**
 * The view of an update:
 *
 * 1. Read the list; while it may be stale, wait until it shows the last write.
 * 2. If it forbids the plan and another process wrote to it meanwhile, read it again.
 * 3. To adopt a row, which makes no write that could fail: wait until the list can't be stale.
 * 4. To create a row: if the list lacks a row of this program, it may also lack that one, so read it a second time.
 * 5. Fail if a row that the plan changes or creates may exist although the list lacks it. A delete, and an update of one row,
 *    may use the stored ID instead.
 */
export async function observe<Row extends AnyRow>(
  at: RowReader<Row>,
  change: Transition<Row>,
  last: Last = {},
): Promise<View<Row>> {
  const { scope, stored, dropped } = change;
  // A set or an authoritative zone judges the absence of each of its rows, others only of those that change.
  const judged = scope.extent === "own" ? dropped : stored;
  const viewOf = (rows: Rows<Row>) => viewFor(at, change, rows, judged);
  const lacksStored = (rows: Rows<Row>) => matchStored(at.matching(rows), stored).size < stored.length;
  const lacksOther = (rows: Rows<Row>) => at.claims.isAnyMissing(rows, at.list);
  // 1. and 2.
  const shown = viewOf(await readWritten(at, stored, judged, last));
  let view = await rereadIfBehind(at, shown, viewOf, lacksStored);
  // 3. A row to adopt is still there.
  const adopted = planOf(view).steps.flatMap((step) => (step.kind === "adopt" ? [step.row] : []));
  if (adopted.length > 0 && at.run.poll.isNeeded) {
    const lacksAdopted = (rows: Rows<Row>) => adopted.some((row) => rows.twin(row) === undefined);
    view = viewOf(await at.fresh((rows) => lacksStored(rows) || lacksAdopted(rows)));
  }
  // 4. A cut list isn't shared, so reading would return an older one. It forbids creates.
  if (planOf(view).steps.some(({ kind }) => kind === "create") && view.rows.proof.cut === undefined) {
    const rows = await at.read(lacksOther);
    if (rows !== view.rows) view = viewOf(rows);
  }
  // 5. `viewOf` required the proofs of changes.
  at.requireCreates(view.rows, planOf(view), () => lacksOther(view.rows));
  return view;
}

/**
 * The list, polled while it may be stale after the last write of a resource.
 * @param awaited entries that the list has to show as they were written
 * @param showsNoOther `false` while the list shows a row that the write may have deleted
 */
async function readWritten<Row extends AnyRow>(
  at: RowReader<Row>,
  stored: Entries<Row>,
  awaited: Entries<Row>,
  { writtenAt }: Last,
  showsNoOther: (rows: Rows<Row>, found: Found<Row>) => boolean = () => true,
): Promise<Rows<Row>> {
  const foundIn = (rows: Rows<Row>) => matchStored(at.matching(rows), stored);
  const isShown = (rows: Rows<Row>) => {
    const found = foundIn(rows);
    const isAsWritten = (entry: RowEntry<Row>) => {
      const row = found.get(entry);
      return row !== undefined && satisfies(at.kind, row, entry.row, entry);
    };
    return showsNoOther(rows, found) && awaited.every(isAsWritten);
  };
  const rows = await at.read((shown) => foundIn(shown).size < stored.length);
  const staleUntil = at.run.poll.staleUntil(writtenAt, rows.readAt);
  if (staleUntil === undefined || isShown(rows)) return rows;
  return (await at.poll((shown) => isShown(shown) || undefined, staleUntil)).last;
}

/** The view of a list, or of a new reading if the list forbids the plan and another process wrote to it meanwhile. */
export async function rereadIfBehind<Row extends AnyRow>(
  at: RowReader<Row>,
  view: View<Row>,
  viewOf: (rows: Rows<Row>) => View<Row>,
  lacks: (rows: Rows<Row>) => boolean,
): Promise<View<Row>> {
  if (planOf(view).obstacles.length === 0 || !at.isBehind(view.rows)) return view;
  return viewOf(await at.renewed(lacks));
}

function viewFor<Row extends AnyRow>(
  at: RowReader<Row>,
  { unowned, ...change }: Transition<Row>,
  rows: Rows<Row>,
  judged: Entries<Row>,
): View<Row> {
  // A delete, and an update of one row, may write to the stored ID of a row that an incomplete list lacks.
  const { scope, wanted, stored } = change;
  const mayUseIds = scope.extent === "own" && (scope.isOne || wanted.length === 0);
  const matching = at.matching(rows);
  const found = matchStored(matching, stored);
  for (const entry of judged) {
    // This run may have deleted the row already, in a replacement.
    if (found.has(entry) || at.list.wasRemoved(entry.id)) continue;
    const assumed = assumedRow(at, rows, entry, mayUseIds);
    if (assumed !== undefined) found.set(entry, assumed);
  }
  const inState = new Set(matchStored(matching, unowned).values());
  const foreign = foreignInUpdate(at.claims.isPlanned, (row: Row) => inState.has(row));
  return { ...matching, ...change, found, foreign };
}

/**
 * The row of an entry that the list lacks: absent from a complete list, else assumed under the stored ID, unless another row
 * has that now.
 * @throws IncompleteListError if the row may exist, and no ID may be used
 */
function assumedRow<Row extends AnyRow>(
  at: RowReader<Row>,
  rows: Rows<Row>,
  { row, id }: RowEntry<Row>,
  mayUseIds: boolean,
): Row | undefined {
  at.requireReadable(rows, row);
  if (rows.isProof) return undefined;
  // An ID that is made of a row's fields may be that of another row by now.
  if (mayUseIds && !at.areIdsFields && id !== undefined && !rows.shows(id)) return { ...row, id };
  at.requireProof(rows, row);
  return undefined;
}

/** For a refresh: the list as soon as it shows the stored rows and no others, and until it can't be stale. */
export async function observeAll<Row extends AnyRow>(
  at: RowReader<Row>,
  scope: Scope<Row>,
  stored: Entries<Row>,
  last: Last,
) {
  const unlistedIn = (rows: Rows<Row>, found: Found<Row>) => {
    const own = new Set(found.values());
    return rowsOf({ kind: at.kind, rows, scope }).filter(
      (row) => !own.has(row) && !at.kind.isOfService(row) && !at.claims.isOthers(row),
    );
  };
  const rows = await readWritten(at, stored, stored, last, (...shown) => unlistedIn(...shown).length === 0);
  const found = matchStored(at.matching(rows), stored);
  return { rows, found, unlisted: unlistedIn(rows, found) };
}
