/** Plans as data: steps, and obstacles that forbid them. `planOf` makes them, and `applyPlan` writes them. */
import type { RowEntry } from "./entry.ts";
import type { AnyRow, RowMeaning } from "./kind.ts";
import { areNamedAlike } from "./match.ts";

/** A live row, and the stored entry of which it is the row. */
export interface LiveRow<Row extends AnyRow> {
  readonly row: Row;
  readonly stored?: RowEntry<Row> | undefined;
  /**
   * `given`: the resource listed the row, `adopt` covers it, or its data is as wanted. `guess`: it counts as a stored row that
   * was edited by hand, which isn't known without IDs. `none`: to change it needs `maxUnlistedDeletes`.
   */
  readonly consent: "given" | "guess" | "none";
}

/** Nothing to write: the resource's own row is as wanted, or its entry is unchanged, and the row was not looked up. */
export interface Keep<Row extends AnyRow> {
  readonly kind: "keep";
  readonly want: RowEntry<Row>;
  readonly stored: RowEntry<Row>;
  readonly row?: Row | undefined;
}

/** Nothing to write: an existing row is as wanted, and becomes the resource's own. */
export interface Adopt<Row extends AnyRow> {
  readonly kind: "adopt";
  readonly want: RowEntry<Row>;
  readonly row: Row;
}

export interface Create<Row extends AnyRow> {
  readonly kind: "create";
  readonly want: RowEntry<Row>;
}

/** Writes every given argument. All other arguments keep their live values. */
export interface Update<Row extends AnyRow> extends LiveRow<Row> {
  readonly kind: "update";
  readonly want: RowEntry<Row>;
}

export interface Delete<Row extends AnyRow> extends LiveRow<Row> {
  readonly kind: "delete";
}

export type Write<Row extends AnyRow> = Create<Row> | Update<Row> | Delete<Row>;
export type Step<Row extends AnyRow> = Keep<Row> | Adopt<Row> | Write<Row>;

export const isWrite = <Row extends AnyRow>(step: Step<Row>): step is Write<Row> =>
  step.kind !== "keep" && step.kind !== "adopt";

export const targetOf = <Row extends AnyRow>(step: Step<Row>): Row =>
  step.kind === "delete" ? step.row : step.want.row;

/** The stored entry whose row the step keeps, changes or deletes. */
export const storedOf = <Row extends AnyRow>(step: Step<Row>): RowEntry<Row> | undefined =>
  "stored" in step ? step.stored : undefined;

/** Does a step give its row another name or type? */
export const isRenamed = <Row extends AnyRow>(kind: RowMeaning<Row>, step: Step<Row>): step is Update<Row> =>
  step.kind === "update" && !areNamedAlike(kind, step.row, step.want.row);

/** A row that exists and forbids the plan. */
export interface Obstacle<Row extends AnyRow> {
  /**
   * - `exists`: it has the meaning of an entry, and no argument consents to adopt it.
   * - `several`: more than one such row exists, and `adopt` would choose.
   * - `others`: such a row belongs to another resource of the program.
   * - `in place`: it has the name and type of an entry, of which only one row can exist.
   * - `conflict`: it cannot exist together with an entry (a CNAME and an A of one name).
   */
  readonly kind: "exists" | "several" | "others" | "in place" | "conflict";
  readonly want: Row;
  readonly rows: readonly Row[];
}

export interface Plan<Row extends AnyRow> {
  readonly steps: readonly Step<Row>[];
  readonly obstacles: readonly Obstacle<Row>[];
  /** Number of existing rows of the resource. The default limit of changes is a percentage of this number. */
  readonly base: number;
}
