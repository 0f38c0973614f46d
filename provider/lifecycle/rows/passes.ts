/** The view on which a plan rests, and the passes that plans of all resources share (plan.ts). */
import { groupBy } from "../../dns/index.ts";
import type { Entries, RowEntry, Transition } from "./entry.ts";
import type { AnyRow, RowMeaning } from "./kind.ts";
import { type Matching, pairOff, pairRows, satisfies } from "./match.ts";
import type { Delete, LiveRow, Plan, Step, Write } from "./step.ts";

/** Everything that a plan depends on. */
export interface View<Row extends AnyRow> extends Matching<Row>, Transition<Row> {
  /**
   * Live rows of stored entries; in an update, also rows that are assumed under stored IDs (`assumedRow`). In the check of a set
   * that replaces another, these are that set's rows, outside the scope.
   */
  readonly found: ReadonlyMap<RowEntry<Row>, Row>;
  /** In an update: does the state show the row, or has a check of this run noted it? */
  mayChange(row: Row): boolean;
  /** In an update: has a check of this run noted it as the successor of a resource's only row? */
  isSuccessor(row: Row): boolean;
  /** Have stored entries the IDs of the state, as in an update? */
  readonly knowsIds: boolean;
}

/** A check only plans, so it may change any row. It has the inputs of the last run, often without IDs. */
export const inCheck = { mayChange: () => true, isSuccessor: () => false, knowsIds: false };

/** A plan before its last pass. */
export type Draft<Row extends AnyRow> = Pick<Plan<Row>, "obstacles" | "base"> & {
  readonly steps: readonly Step<Row>[];
};

export const rowsIn = <Row extends AnyRow>(steps: readonly Step<Row>[]): ReadonlySet<Row | undefined> =>
  new Set(steps.flatMap((step) => (step.kind === "create" ? [] : [step.row])));

/** Steps of entries that get a row of their meaning, each another one. `left` are the entries without one. */
export function reuseMeant<Row extends AnyRow>(
  { kind }: View<Row>,
  wants: Entries<Row>,
  rowsFor: (want: Row) => readonly Row[],
  liveFor: (row: Row, want: Row) => LiveRow<Row>,
) {
  const pairs = pairRows(kind, wants, ({ row }) => rowsFor(row));
  return {
    reused: [...pairs].map(([want, row]) => reuse(kind, want, liveFor(row, want.row))),
    left: wants.filter((want) => !pairs.has(want)),
  };
}

/** The step that makes a live row the wanted one. */
export function reuse<Row extends AnyRow>(kind: RowMeaning<Row>, want: RowEntry<Row>, live: LiveRow<Row>): Step<Row> {
  const { row, stored } = live;
  if (!satisfies(kind, row, want.row, stored)) return { kind: "update", want, ...live };
  return stored === undefined ? { kind: "adopt", want, row } : { kind: "keep", want, row, stored };
}

/** Each entry changes a row of its key, or is created. All other rows are deleted. */
export function changeByKey<Row extends AnyRow>(
  wants: Entries<Row>,
  lives: readonly LiveRow<Row>[],
  keyOf: (live: LiveRow<Row>) => string | undefined,
): Write<Row>[] {
  const livesBy = groupBy(lives, keyOf);
  const writes = wants.map((want): Write<Row> => {
    const live = livesBy.get(want.key)?.shift();
    return live === undefined ? { kind: "create", want } : { kind: "update", want, ...live };
  });
  const unused = [...livesBy.values()].flat();
  return [...writes, ...unused.map((live): Delete<Row> => ({ kind: "delete", ...live }))];
}

/**
 * Rows that may be those of stored entries of their name and type that the list lacks, one for each: a person or a failed run may
 * have changed them. Example: the state has `www A` with the values 1 and 2, and the list has 1, 8 and 9: one of 8 and 9 may be
 * the 2. A row with an ID may be one only in a check, which often doesn't know the ID of the entry. An update has found its row.
 * @param withoutId may a row without an ID be one?
 */
export function possiblyOwn<Row extends AnyRow>(
  { kind, found, knowsIds }: View<Row>,
  rows: readonly Row[],
  entries: Entries<Row>,
  { withoutId }: { readonly withoutId: boolean },
): ReadonlySet<Row> {
  const setKey = (row: Row) => kind.keys(row).setKey;
  const missing = groupBy(
    entries.filter((entry) => !found.has(entry)),
    ({ row }) => setKey(row),
  );
  const mayBeIt = (row: Row, { id }: RowEntry<Row>) =>
    row.id === undefined ? withoutId : !knowsIds && id === undefined;
  const entriesFor = (row: Row) => (missing.get(setKey(row)) ?? []).filter((entry) => mayBeIt(row, entry));
  return new Set(pairOff(rows, entriesFor).keys());
}
