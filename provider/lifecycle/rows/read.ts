/** Reads of one kind of row in one domain, for one resource of a run. */
import { RegistrarError, rowFieldsIn } from "../../api/index.ts";
import type { RowList, Rows } from "../list.ts";
import type { Run } from "../run.ts";
import { Absence } from "./absence.ts";
import { label, type RowClaims, rowClaims } from "./claims.ts";
import type { Entries } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import type { Matching } from "./match.ts";
import type { Obstacle } from "./plan.ts";
import { PlanWords } from "./words.ts";

/**
 * Ways to read the list:
 *
 * - `read`: the shared list, with this run's writes.
 * - `fresh`: waits until the list can't be stale, then `read`.
 * - `reread`: a new reading, without this run's creates and updates.
 * - `poll`: `reread` until it shows what is looked for; `read` after the last, if a row may have moved between pages.
 */
export class RowReader<Row extends AnyRow> {
  readonly kind: RowKind<Row>;
  readonly domain: string;
  readonly run: Run;
  readonly claims: RowClaims<Row>;
  readonly list: RowList<Row>;
  readonly absence: Absence<Row>;
  /** Names the list among processes and turns: `records example.com`. */
  readonly listName: string;

  /** @param owner Pulumi ID of the resource. Default: a new ID */
  constructor(kind: RowKind<Row>, domain: string, run: Run, owner = label(domain)) {
    this.kind = kind;
    this.domain = domain;
    this.run = run;
    this.listName = `${kind.group} ${domain}`;
    this.absence = new Absence(kind, domain, run);
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
  async fresh(isMissing: (rows: Rows<Row>) => boolean): Promise<Rows<Row>> {
    await this.explained(() => this.run.poll.fresh(this.list, this.run.claims.othersWroteAt(this.listName)));
    return this.read(isMissing);
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
  protected async explanation(error: unknown): Promise<unknown> {
    return error instanceof RegistrarError ? (this.kind.explain?.(error, this.domain, this.run) ?? error) : error;
  }
}
