/** Reads of one kind of row in one domain, for one resource of a run, and what a list proves. */
import { IncompleteListError, type Proof, RegistrarError, rowFieldsIn } from "../../api/index.ts";
import { CnameConflictError, NotIdentifiedError } from "../errors.ts";
import type { RowList, Rows } from "../list.ts";
import { refusesRow } from "../poll.ts";
import type { Run } from "../run.ts";
import { label, type RowClaims, rowClaims } from "./claims.ts";
import type { Entries, Listed } from "./entry.ts";
import { type AnyRow, type RowKind, satisfies } from "./kind.ts";
import { conflictsOf, inPlace, type Matching, matchStored } from "./match.ts";
import type { Plan } from "./plan.ts";

type Doubt = Pick<Proof, "why" | "cut" | "fields">;

/** The live rows of stored entries. */
export type Found<Row extends AnyRow> = ReadonlyMap<Listed<Row>, Row>;

/**
 * Ways to read the list:
 *
 * - `read`: the shared list, with this run's writes.
 * - `observe`: `read`, then `poll` while the list may be stale.
 * - `again`: reads the registrar now, then `read`.
 * - `fresh`: waits until the list can't be stale, then `read`.
 * - `poll`: new readings, without this run's creates and updates; `read` after the last, if a row may have moved between pages.
 */
export class RowReader<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly domain: string;
  readonly run: Run;
  readonly claims: RowClaims<Row>;
  readonly list: RowList<Row>;
  /** Is the resource deleted? */
  readonly isDelete: boolean;

  /** @param owner Pulumi ID of the resource. Default: a new ID */
  constructor(kind: RowKind<Row>, domain: string, run: Run, owner = label(domain), isDelete = false) {
    this.kind = kind;
    this.domain = domain;
    this.run = run;
    this.isDelete = isDelete;
    this.list = kind.list(run, domain);
    this.claims = rowClaims(kind, domain, run.claims, owner);
  }

  /** Names the rows that one call writes; `undefined`: calls write one row, by its ID. */
  setId(row: Row): string | undefined {
    return this.kind.setId?.(row, this.domain, this.run);
  }

  describe(row: Row): string {
    return this.kind.describe(row, this.domain);
  }

  /** The list as this run knows it. @param isMissing does it lack a row that a resource owns? Then the list may be read twice */
  async read(isMissing: (rows: Rows<Row>) => boolean = () => false): Promise<Rows<Row>> {
    const rows = await this.explained(() => this.list.read(isMissing));
    if (rows.isSecond && rows.rows.length === 0)
      this.run.logOnce(`The registrar lists no ${this.kind.group} of ${this.domain} any more; it was asked twice.`);
    return rows;
  }

  /** Did another process write to the list since a reading began? */
  isBehind(rows: Rows<Row>): boolean {
    return this.run.claims.othersWroteTo(`${this.kind.group} ${this.domain}`, rows.readAt);
  }

  /** The list, read again now. */
  async again(): Promise<Rows<Row>> {
    await this.explained(() => this.list.reread());
    return this.read();
  }

  /** Notes a write of this run in the list. */
  note(write: { added?: Row; removed?: Row }): void {
    this.list.note(write);
    this.run.claims.noteWrite(`${this.kind.group} ${this.domain}`);
  }

  /** The list once it can't be stale after writes of earlier runs. */
  fresh(): Promise<Rows<Row>> {
    return this.explained(() => this.run.poll.fresh(this.list));
  }

  /**
   * The list, polled while it may be stale after the last write of a resource.
   * @param awaited entries that the list has to show as they were written
   * @param writtenAt end of that write, ISO 8601; `undefined` if it isn't known
   * @param showsNoOther `false` while the list shows a row that the write may have deleted
   */
  async observe(
    stored: Entries<Row>,
    awaited: Entries<Row>,
    writtenAt: string | undefined,
    showsNoOther: (rows: Rows<Row>, found: Found<Row>) => boolean = () => true,
  ): Promise<Rows<Row>> {
    const isShown = (rows: Rows<Row>) => {
      const found = this.match(rows, stored);
      const isAsWritten = (entry: Listed<Row>) => {
        const row = found.get(entry);
        return row !== undefined && satisfies(this.kind, row, entry.row, entry);
      };
      return showsNoOther(rows, found) && awaited.every(isAsWritten);
    };
    const rows = await this.read((shown) => this.match(shown, stored).size < stored.length);
    const staleUntil = this.run.poll.staleUntil(writtenAt, rows.readAt);
    if (staleUntil === undefined || isShown(rows)) return rows;
    return (await this.poll((shown) => isShown(shown) || undefined, staleUntil)).last;
  }

  /** Polls the list. @returns the result of `find`, and the last reading */
  poll<Found>(find: (rows: Rows<Row>) => Found | undefined, until?: number) {
    return this.explained(() => this.run.poll.inList(this.list, find, until));
  }

  matching(rows: Rows<Row>): Matching<Row> {
    return {
      kind: this.kind,
      rows,
      isOthers: this.claims.isOthers,
      isOthersById: this.claims.isOthersById,
    };
  }

  /** Spares the existing row that an obstacle names. It may be that of a resource that the program dropped. */
  spareMet({ kind, rows }: { readonly kind: string; readonly rows: readonly Row[] }): void {
    if (kind === "exists" || kind === "in place") for (const row of rows) this.claims.spare(row);
  }

  match(rows: Rows<Row>, stored: Entries<Row>): Map<Listed<Row>, Row> {
    return matchStored(this.matching(rows), stored);
  }

  /** A doubt if the list has a row that the provider can't read, and that may be the row which the list lacks. */
  #opaque(rows: Rows<Row>, row: Row): Doubt | undefined {
    const [opaque] = this.kind.keys(row).hidden.flatMap((key) => rows.withKey(key));
    if (opaque === undefined) return undefined;
    const { shown, fields } = this.kind.opaque(opaque, this.domain);
    return { why: `it has ${shown}`, cut: "unreadable", fields };
  }

  /** The reason why a row that the list lacks may exist; `undefined` if the list proves that it doesn't. */
  #doubt(rows: Rows<Row>, row: Row): Doubt | undefined {
    return this.#opaque(rows, row) ?? (rows.proof.complete ? undefined : rows.proof);
  }

  /**
   * @param question completes "whether www.example.com A 192.0.2.1 ..."
   * @param done the writes that were carried out, in a sentence
   */
  #refuse(row: Row, doubt: Doubt | undefined, question = "is still there", done?: string): void {
    if (doubt === undefined) return;
    const subject = `whether ${this.describe(row)} ${question}`;
    throw new IncompleteListError(subject, `${this.kind.group}.list`, this.domain, doubt, done);
  }

  /** Does a list prove that a row which it lacks is absent? */
  proves(rows: Rows<Row>, row: Row): boolean {
    return this.#doubt(rows, row) === undefined;
  }

  /** Called for a row that the list lacks. @throws IncompleteListError unless the list proves that the row doesn't exist */
  requireProof(rows: Rows<Row>, row: Row, question?: string): void {
    this.#refuse(row, this.#doubt(rows, row), question);
  }

  /** Called for a row that the list lacks. @throws IncompleteListError if an opaque row may be this row */
  requireReadable(rows: Rows<Row>, row: Row): void {
    this.#refuse(row, this.#opaque(rows, row));
  }

  /** @throws IncompleteListError if an incomplete list lacks a stored row, which may exist */
  requireProofOfAll(rows: Rows<Row>, stored: Entries<Row>, found: Found<Row>): void {
    for (const entry of stored) if (!found.has(entry)) this.requireProof(rows, entry.row);
  }

  /**
   * @param mayLack may the list lack any row of the domain?
   * @throws IncompleteListError if a plan creates a row that may exist already; NotIdentifiedError if created rows would have
   * no ID
   */
  requireProofOfCreates(rows: Rows<Row>, { steps }: Pick<Plan<Row>, "steps">, mayLack: boolean): void {
    const creates = steps.filter((step) => step.kind === "create");
    for (const { want } of creates) {
      this.requireIds(rows, want.row);
      const doubt = mayLack ? this.#doubt(rows, want.row) : this.#opaque(rows, want.row);
      this.#refuse(want.row, doubt, "exists already");
    }
  }

  /** @throws NotIdentifiedError unless the row can be changed and deleted, or contract and setting allow one that can't */
  requireIds(rows: Rows<Row>, row: Row, done?: string): void {
    const { api, configuration } = this.run;
    if (!rows.lacksIds || this.setId(row) !== undefined) return;
    const operation = `${this.kind.group}.list` as const;
    if (api.contract.endpoints[operation]?.ids === "none" && configuration.createWithoutIds) return;
    throw NotIdentifiedError.ofApi(operation, this.domain, done);
  }

  /**
   * Called for a list that is read after the first create.
   * @throws IncompleteListError if the created row isn't understood; NotIdentifiedError if it has no ID
   */
  requireUnderstood(rows: Rows<Row>, created: Row): void {
    const done = "It was created, and the other creates were not sent. Delete it in the dashboard.";
    this.#refuse(created, this.#opaque(rows, created), "was created as declared", done);
    this.requireIds(rows, created, done);
  }

  /** Does a contract's path name a row by its fields? Then these are the ID of the row. */
  get areIdsFields(): boolean {
    return rowFieldsIn(this.run.api.contract.endpoints[`${this.kind.group}.delete`]?.path).length > 0;
  }

  /**
   * The registrar's ID of a row. An ID made of a row's fields counts only as listed: another row may have the same fields by now.
   * @throws NotIdentifiedError if neither list nor state has one
   */
  idOf(row: Row, recordId?: string): string {
    const id = row.id ?? (this.areIdsFields ? undefined : recordId);
    if (id === undefined) throw NotIdentifiedError.withoutId(this.describe(row));
    return id;
  }

  /** Runs work on some rows while no other work on rows of the same name and type runs. */
  runExclusive<T>(rows: readonly Row[], work: () => Promise<T>): Promise<T> {
    const names = new Set(rows.map((row) => this.kind.keys(row).nameAndType));
    return this.run.turns.run(
      [...names].map((name) => `${this.kind.group} ${this.domain} ${name}`),
      work,
    );
  }

  /** Runs a call. If the registrar refuses it, throws the error that explains the refusal best. */
  async explained<T>(work: () => Promise<T>, wanted?: Row): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await this.explanation(error, wanted);
    }
  }

  /** @param wanted the row as it would be afterwards */
  async explanation(error: unknown, wanted?: Row): Promise<unknown> {
    if (!(error instanceof RegistrarError)) return error;
    const conflicts =
      wanted !== undefined && refusesRow(error) && error.outcome === "no" ? await this.#conflicts(wanted) : [];
    if (wanted !== undefined && conflicts.length > 0) return new CnameConflictError(this.describe(wanted), conflicts);
    return this.kind.explain?.(error, this.domain, this.run) ?? error;
  }

  /** Live rows that exclude a refused row, as messages show them; none if the list can't be read. */
  async #conflicts(wanted: Row): Promise<string[]> {
    const rows = await this.read().catch(() => undefined);
    if (rows === undefined) return [];
    const at = { kind: this.kind, rows };
    const beside = conflictsOf(at, wanted).filter((row) => !inPlace(at, wanted).includes(row));
    return beside.map((row) => this.describe(row));
  }
}
