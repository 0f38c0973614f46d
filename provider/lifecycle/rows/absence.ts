/** Tells what a list proves about a row that it lacks, and about a row that was created into it. */
import { IncompleteListError, type Proof } from "../../api/index.ts";
import { NotIdentifiedError } from "../errors.ts";
import type { Rows } from "../list.ts";
import type { Run } from "../run.ts";
import type { Entries, Listed } from "./entry.ts";
import type { AnyRow, RowKind } from "./kind.ts";
import type { Plan } from "./plan.ts";

/** The reason why a row that a list lacks may exist. */
type Doubt = Pick<Proof, "why" | "cut" | "fields">;

/** Judges lists of one kind of row in one domain. A method that requires a proof throws IncompleteListError without one. */
export class Absence<Row extends AnyRow> {
  readonly #kind: RowKind<Row>;
  readonly #domain: string;
  readonly #run: Run;

  constructor(kind: RowKind<Row>, domain: string, run: Run) {
    this.#kind = kind;
    this.#domain = domain;
    this.#run = run;
  }

  /** A doubt if the list has a row that the provider can't read, and that may be the row which the list lacks. */
  #opaque(rows: Rows<Row>, row: Row): Doubt | undefined {
    const [opaque] = this.#kind.keys(row).hidden.flatMap((key) => rows.withKey(key));
    if (opaque === undefined) return undefined;
    const { shown, fields } = this.#kind.opaque(opaque, this.#domain);
    return { why: `it has ${shown}`, cut: "opaque", fields };
  }

  /** The doubt about a row that the list lacks; `undefined` if the list proves that it doesn't exist. */
  #doubt(rows: Rows<Row>, row: Row): Doubt | undefined {
    if (rows.isProof) return this.#opaque(rows, row);
    const readOnce = { why: "it was read once, and rows move between pages" };
    return this.#opaque(rows, row) ?? (rows.needsSecondReading ? readOnce : rows.proof);
  }

  /**
   * @param question completes "whether www.example.com A 192.0.2.1 ..."
   * @param done the writes that were carried out, in a sentence
   */
  #refuse(row: Row, doubt: Doubt | undefined, question = "is still there", done?: string): void {
    if (doubt === undefined) return;
    const subject = `whether ${this.#kind.describe(row, this.#domain)} ${question}`;
    throw new IncompleteListError(subject, `${this.#kind.group}.list`, this.#domain, doubt, done);
  }

  /** Does a list prove that a row which it lacks doesn't exist? */
  isProven(rows: Rows<Row>, row: Row): boolean {
    return this.#doubt(rows, row) === undefined;
  }

  /** Requires that a row which the list lacks doesn't exist. */
  require(rows: Rows<Row>, row: Row, question?: string): void {
    this.#refuse(row, this.#doubt(rows, row), question);
  }

  /** Requires of a row which the list lacks that it isn't one of the opaque rows. */
  requireReadable(rows: Rows<Row>, row: Row): void {
    this.#refuse(row, this.#opaque(rows, row));
  }

  /** Requires that the stored rows which weren't found don't exist. */
  requireMissing(rows: Rows<Row>, stored: Entries<Row>, found: ReadonlyMap<Listed<Row>, Row>): void {
    for (const entry of stored) if (!found.has(entry)) this.require(rows, entry.row);
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
    if (!rows.lacksIds || this.#kind.setId?.(row, this.#domain, this.#run) !== undefined) return;
    const { api, configuration } = this.#run;
    const operation = `${this.#kind.group}.list` as const;
    if (api.contract.endpoints[operation]?.ids === "none" && configuration.createWithoutIds) return;
    throw NotIdentifiedError.ofApi(operation, this.#domain, done);
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
