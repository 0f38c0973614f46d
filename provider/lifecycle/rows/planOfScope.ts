/** The plan of a set or an authoritative zone, which owns all rows in its scope except those of other resources (plan.ts). */
import { partition } from "../../dns/index.ts";
import { type Entries, type RowEntry, rowsOf } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { isExactly, rowsMeaning, satisfies } from "./match.ts";
import { changeByKey, type Draft, possiblyOwn, reuseMeant, rowsIn, type View } from "./passes.ts";
import type { Keep, LiveRow, Step } from "./step.ts";

export function planOfScope<Row extends AnyRow>(view: View<Row>): Draft<Row> {
  const { kind, scope, found, same, changed } = view;
  const rows = rowsOf(kind, view.rows, scope).filter((row) => !view.isOthers(row));
  const entryOf = new Map([...found].map(([entry, row]) => [row, entry]));
  const unusedAfter = (steps: readonly Step<Row>[]) => {
    const used = rowsIn(steps);
    return rows.filter((row) => !used.has(row));
  };
  // 1.
  const inScope = new Set(rows);
  const keeps = same.map(({ want, stored }): Keep<Row> => ({ kind: "keep", want, row: found.get(stored), stored }));
  const isAsWanted = ({ want, row, stored }: Keep<Row>) =>
    row !== undefined && inScope.has(row) && satisfies(kind, row, want.row, stored);
  const [unchanged, edited] = partition(keeps, isAsWanted);
  // 2.
  const remaining = [...changed, ...edited.map(({ want }) => want)];
  const { reused, left } = reuseInScope(view, remaining, unusedAfter(unchanged), entryOf);
  // 4.
  const steps = [...unchanged, ...reused];
  const changeable = changeableRows(view, unusedAfter(steps), entryOf);
  const writes = changeByKey(left, changeable, ({ row }) => kind.entryKey(row));
  const base = rows.filter((row) => !kind.isOfService(row)).length;
  return { steps: [...steps, ...writes], obstacles: [], base };
}

/** The stored entries of own rows. All other rows in a scope are unclaimed. */
type EntryOf<Row extends AnyRow> = ReadonlyMap<Row, RowEntry<Row>>;

/** Gives entries rows of their meaning, of these `rows`: own ones first, then unclaimed ones that the plan may change. */
function reuseInScope<Row extends AnyRow>(
  view: View<Row>,
  wants: Entries<Row>,
  rows: readonly Row[],
  entryOf: EntryOf<Row>,
) {
  const { kind, scope } = view;
  const available = new Set(rows);
  const liveFor = (row: Row, want: Row): LiveRow<Row> => {
    const isGiven = entryOf.has(row) || scope.adopt === true || isExactly(kind, row, want);
    return { row, stored: entryOf.get(row), consent: isGiven ? "given" : "none" };
  };
  const rowsFor = (want: Row) => {
    const mayTake = (row: Row) => liveFor(row, want).consent === "given" || view.mayChange(row);
    const meant = rowsMeaning(view, want).filter((row) => available.has(row) && mayTake(row));
    return partition(meant, (row) => entryOf.has(row)).flat();
  };
  return reuseMeant(view, wants, rowsFor, liveFor);
}

/** Of the rows in a scope that no entry means, those that the plan may change or delete. */
function changeableRows<Row extends AnyRow>(
  view: View<Row>,
  rows: readonly Row[],
  entryOf: EntryOf<Row>,
): LiveRow<Row>[] {
  const { kind, stored } = view;
  const [own, unclaimed] = partition(rows, (row) => entryOf.has(row));
  const changeable = unclaimed.filter((row) => !kind.isOfService(row) && view.mayChange(row));
  const guesses = possiblyOwn(view, changeable, stored, { withoutId: true });
  return [
    ...own.map((row): LiveRow<Row> => ({ row, stored: entryOf.get(row), consent: "given" })),
    ...changeable.map((row): LiveRow<Row> => ({ row, consent: guesses.has(row) ? "guess" : "none" })),
  ];
}
