/**
 * `RowReader`: reads of one kind of row in one domain, for one resource of a run, and what a list proves about a row that it
 * lacks. `rowClaims`: the claims of the resource on these rows.
 */

import { createHash, randomUUID } from "node:crypto";
import { IncompleteListError, type Proof, RegistrarError } from "../../api/index.ts";
import type { Claims } from "../claims.ts";
import { NotIdentifiedError, PreconditionError } from "../errors.ts";
import type { RowList, Rows } from "../list.ts";
import type { Run } from "../run.ts";
import type { Entries, RowEntry } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import { isMeant, type Matching } from "./match.ts";
import { isAllowed, type Plan, type Planned } from "./step.ts";

const stillThere = "is still there";

/** The reason why a row that a list lacks may exist. */
type Doubt = Pick<Proof, "why" | "cut">;

/**
 * Ways to read the list:
 *
 * | | list | for |
 * |---|---|---|
 * | `read` | the shared one, with this run's writes | a plan |
 * | `fresh` | the same, once it can't be stale | a plan that adopts rows, or needs more consent |
 * | `renewed` | the same, after a new reading | a plan or a write that rows of others may forbid |
 * | `poll` | new readings, without this run's creates and updates, until one shows a write | that write |
 *
 * A method that requires a proof throws IncompleteListError without one.
 */
export class RowReader<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly domain: string;
  readonly run: Run;
  readonly claims: RowClaims<Row>;
  readonly list: RowList<Row>;
  /** Names the list among processes: `records example.com`. */
  readonly listName: string;

  /** @param owner Pulumi ID of the resource. Default: a new ID */
  constructor(kind: RowKind<Row>, domain: string, run: Run, owner = newId(domain)) {
    this.kind = kind;
    this.domain = domain;
    this.run = run;
    this.listName = `${kind.group} ${domain}`;
    this.list = run.list(kind, domain);
    this.claims = rowClaims(kind, domain, run.claims, owner);
  }

  /** The list as this run knows it. @param lacks does it lack a row that a resource owns? Then the list may be read twice */
  async read(lacks: (rows: Rows<Row>) => boolean = () => false): Promise<Rows<Row>> {
    const rows = await this.explained(() => this.list.read(lacks));
    this.run.claims.read();
    if (rows.isSecond && rows.rows.length === 0)
      this.run.log(`The registrar lists no ${this.kind.group} of ${this.domain} any more; it was asked twice.`);
    return rows;
  }

  /** Did another process write to the list since a reading began? */
  isBehind(rows: Rows<Row>): boolean {
    return this.run.claims.othersWroteAt(this.listName) >= rows.readAt;
  }

  /** The list once it can't be stale after writes of earlier runs and of other processes. @param lacks as for `read` */
  async fresh(lacks?: (rows: Rows<Row>) => boolean): Promise<Rows<Row>> {
    const writtenAt = this.run.claims.othersWroteAt(this.listName);
    const cut = await this.explained(() => this.run.poll.fresh(this.list, writtenAt));
    return cut ?? this.read(lacks);
  }

  /** The list after a new reading. @param lacks as for `read` */
  async renewed(lacks?: (rows: Rows<Row>) => boolean): Promise<Rows<Row>> {
    const cut = await this.explained(() => this.list.renew());
    return cut ?? this.read(lacks);
  }

  /** Polls the list. @returns the result of `find`, and the last reading */
  poll<Found>(find: (rows: Rows<Row>) => Found | undefined, until?: number) {
    return this.explained(() => this.run.poll.inList(this.list, find, until));
  }

  matching(rows: Rows<Row>): Matching<Row> {
    return { kind: this.kind, rows, isOthers: this.claims.isOthers, isDeclared: this.isDeclared };
  }

  /** Does a resource of this run declare the row? */
  readonly isDeclared = (row: Row): boolean => this.run.isDeclared(this.domain, this.kind.factOf(row));

  /** Another process of this run deletes or changes a row that is equal to a wanted one. */
  takenError(row: Row): RegistrarError {
    return new PreconditionError({
      what: `${this.describe(row)} is being deleted or changed for a resource of another provider of this program`,
      advice: "Run `pulumi up` again.",
    });
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
    const { explain } = this.kind;
    if (!(error instanceof RegistrarError) || explain === undefined) return error;
    // All resources meet the error of a shared reading: one question to the registrar explains it.
    const { explanations } = this.run;
    const explanation = explanations.get(error) ?? explain(this.run, this.domain, error);
    explanations.set(error, explanation);
    return explanation;
  }

  describe(row: Row): string {
    return this.kind.describe(row, this.domain);
  }

  /** A doubt if the list has a row that the provider can't read, and that may be the row which the list lacks. */
  #opaque(rows: Rows<Row>, row: Row, id?: string): Doubt | undefined {
    const [opaque] = this.kind.keys(row).opaqueKeys.flatMap((key) => rows.withKey(key));
    const shown = opaque ?? rows.shownAs(id);
    if (shown === undefined) return undefined;
    return this.kind.isReadable(shown)
      ? { why: this.describe(shown), cut: "renamed" }
      : { why: `it has ${this.kind.describeOpaque(shown)}`, cut: "opaque" };
  }

  /** The doubt about a row that the list lacks; `undefined` if the list proves that it doesn't exist. */
  #doubt(rows: Rows<Row>, row: Row, id?: string): Doubt | undefined {
    // An equal row of a deleted ID may be the deleted one, or a new one that got its ID.
    if (rows.staleKeys.has(this.kind.keys(row).meaning)) return { why: "it shows an equal row that this run deleted" };
    return this.#opaque(rows, row, id) ?? (rows.isProof ? undefined : rows.proof);
  }

  /**
   * @param question as for `requireProof`
   * @param done the writes that were carried out, in a sentence
   */
  #refuseIf(row: Row, doubt: Doubt | undefined, question: string, done?: string): void {
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
   * @param id the stored ID: while the list shows a row with it, the stored row isn't gone
   */
  requireProof(rows: Rows<Row>, row: Row, id?: string): void {
    this.#refuseIf(row, this.#doubt(rows, row, id), stillThere);
  }

  /** Requires of a row which the list lacks that it isn't one of the opaque rows, or listed as another row. @param id as above */
  requireReadable(rows: Rows<Row>, row: Row, id?: string): void {
    this.#refuseIf(row, this.#opaque(rows, row, id), stillThere);
  }

  /** Requires that the stored rows which weren't found don't exist. */
  requireMissing(rows: Rows<Row>, stored: Entries<Row>, found: ReadonlyMap<RowEntry<Row>, Row>): void {
    for (const entry of stored)
      if (!found.has(entry) && !this.claims.isLost(entry.row, entry.id)) this.requireProof(rows, entry.row, entry.id);
  }

  /**
   * Requires that the rows which a plan creates don't exist.
   * @param lacksOther does the list lack a row that a state lists? Without a proof, it may then lack these, too
   * @throws NotIdentifiedError if created rows would have no ID
   */
  requireCreates(
    rows: Rows<Row>,
    { writes }: Pick<Plan<Row>, "writes">,
    lacksOther: () => boolean = () => false,
  ): void {
    const creates = writes.filter((step) => step.kind === "create");
    const mayLack = creates.length > 0 && (rows.proof.cut !== undefined || (!rows.isProof && lacksOther()));
    for (const {
      want: { row },
    } of creates) {
      this.requireIds(rows);
      this.#refuseIf(row, mayLack ? this.#doubt(rows, row) : this.#opaque(rows, row), "exists already");
    }
  }

  /** @throws NotIdentifiedError if the list shows no IDs, without which a row can't be changed or deleted */
  requireIds(rows: Rows<Row>, done?: string): void {
    if (rows.lacksIds) throw NotIdentifiedError.ofApi(`${this.kind.group}.list`, this.domain, done);
  }

  /**
   * Requires that a list which is read after the first create shows the row as created.
   * @throws NotIdentifiedError if it has no ID
   */
  requireUnderstood(rows: Rows<Row>, created: Row): void {
    const done = "It was created, and the other creates were not sent.";
    this.#refuseIf(created, this.#opaque(rows, created), "was created as declared", done);
    this.requireIds(rows, `${done} Delete it in the dashboard.`);
  }
}

/** The plan in a list, or in a new reading if the list forbids it and another process wrote to that meanwhile. */
export async function rereadIfBehind<Row extends AnyRow>(
  at: RowReader<Row>,
  first: Planned<Row>,
  planIn: (rows: Rows<Row>) => Planned<Row>,
  lacks: (rows: Rows<Row>) => boolean,
): Promise<Planned<Row>> {
  const { plan, view } = first;
  if (isAllowed(plan, view.scope) || !at.isBehind(view.rows)) return first;
  return planIn(await at.renewed(lacks));
}

/** A generated ID of a resource. @param seed makes the same ID each time; default: a random one */
export function newId(domain: string, seed: string = randomUUID()): string {
  return `${domain}/${createHash("sha256").update(seed).digest("hex").slice(0, 13)}`;
}

/**
 * The claims of one resource on rows of one list. A row is known by its ID, or by its data while it has none.
 * @param owner Pulumi ID of the resource
 */
export function rowClaims<Row extends AnyRow>(kind: RowKind<Row>, domain: string, claims: Claims, owner: string) {
  const list = `${kind.group} ${domain} `;
  const keyOf = (row: Row, id = row.id) => list + (id ?? kind.keys(row).meaning);
  const isOthers = (row: Row) => claims.othersOf(keyOf(row), owner).length > 0;
  return {
    isOthers,
    isClaimedById: (id: string) => claims.othersOf(list + id, undefined).length > 0,
    /** Can this resource have just created the row? Not if it differs, or if another one owns it. */
    isNew: (row: Row, wanted: Row): boolean => isMeant(kind, row, wanted) && !isOthers(row),

    /** @param id default: the row's own. A copy of a row with another ID has no memoized keys */
    claim: (row: Row, id = row.id) => claims.claim(keyOf(row, id), owner),
    /** @param id as for `claim` */
    release: (row: Row, id = row.id) => claims.release(keyOf(row, id), owner),
    /** Claims a row to adopt. @returns `false` if this run deletes or changes it for another resource */
    take: (row: Row) => claims.take(keyOf(row), owner),
    /** Notes that the row is about to be deleted or changed. @returns `false` if another resource has claimed it */
    lose: (row: Row) => claims.lose(keyOf(row), owner),
    /** Withdraws that note. */
    keep: (row: Row) => claims.keep(keyOf(row)),

    /** @param id as for `claim` */
    noteStored: (row: Row, id: string | undefined) => claims.noteStored(keyOf(row, id)),
    /** Does a state of this stack list the row, as far as this process knows? */
    isStored: (row: Row) => claims.isStored(keyOf(row)),
    /** Has this run deleted or changed the row for another resource? @param id the stored one */
    isLost: (row: Row, id: string | undefined) => claims.isAnyLost(() => [keyOf(row, id)], owner),
    isAnyLost: (entries: Entries<Row>) => claims.isAnyLost(() => entries.map(({ row, id }) => keyOf(row, id)), owner),

    /** Does a reading of the list lack a row that a state lists? A row removed in this run isn't lacking. */
    isAnyMissing(rows: Rows<Row>, shared: RowList<Row>): boolean {
      return claims.stored(list).some((key) => {
        const idOrData = key.slice(list.length);
        return !rows.shows(idOrData) && !shared.wasRemoved(idOrData) && rows.withKey(idOrData).length === 0;
      });
    },
  };
}

export type RowClaims<Row extends AnyRow> = ReturnType<typeof rowClaims<Row>>;
