/** Judges the list of a resource with one row, for its check. Pure. */
import type { AnyRow } from "./kind.ts";
import { areNamedAlike, conflictsOf, inPlace, isExactly, meant, satisfies } from "./match.ts";
import { planIfShown } from "./observe.ts";
import type { Obstacle, Plan, View } from "./plan.ts";
import type { RowReader } from "./read.ts";

/** What `up` will meet, as far as a check knows. */
interface Verdict<Row extends AnyRow> {
  /** `undefined` if the list lacks the stored row: any row may be that row, edited by hand, and only an update can tell. */
  readonly plan?: Plan<Row>;
  /** It forbids the wanted row. */
  readonly obstacle?: Obstacle<Row> | undefined;
  /** A row that is as wanted: an update or replacement adopts it if the stored row is gone. */
  readonly successor?: Row | undefined;
  /** Rows that `up` changes if they are the stored row, edited by hand, and fails at otherwise. */
  readonly doubtful: readonly Row[];
  /** Rows that differ from a new one in their priority: `up` fails at them, unless another resource owns them. */
  readonly ofOtherPriority: readonly Row[];
}

export function judgeOne<Row extends AnyRow>(at: RowReader<Row>, view: View<Row>): Verdict<Row> {
  const { kind, rows, wanted, stored, found } = view;
  const [want] = wanted.map(({ row }) => row);
  if (want === undefined) throw new TypeError("a check of one row wants one row");
  // Free rows have the wanted meaning, and no other resource owns them, as far as a check knows.
  const isStoredShown = areAsStored(view);
  const free = isStoredShown ? [] : meant(view, want).filter((row) => !at.claims.isOthers(row, want));
  const asWanted = free.filter((row) => satisfies(kind, row, want));
  const successor = rows.isProof && asWanted.length === 1 ? asWanted[0] : undefined;
  const doubtful = isStoredShown || successor !== undefined ? [] : doubtfulRows(view, want, free);
  const known = { successor, doubtful, ofOtherPriority: [] };
  const missing = stored.filter((entry) => !found.has(entry));
  if (missing.length > 0) {
    for (const { row } of missing) at.absence.requireReadable(rows, row);
    return { ...known, obstacle: conflictBeside(view, want) };
  }
  const plan = planIfShown(at, view);
  const [obstacle] = plan.obstacles;
  const isCreated = obstacle === undefined && plan.steps.some((step) => step.kind === "create");
  return { ...known, plan, obstacle, ofOtherPriority: isCreated ? meant(view, want) : [] };
}

/** Does the list show each stored row as it was? If not, a person may have edited it, or deleted it and made another one. */
const areAsStored = <Row extends AnyRow>({ kind, stored, found }: View<Row>): boolean =>
  stored.every((entry) => {
    const row = found.get(entry);
    return row !== undefined && isExactly(kind, row, entry.row);
  });

/**
 * The free rows, and those in the place of the wanted one, that an update changes only if one of these is the stored row, edited.
 * Example: the state has `www CNAME one`, and the list `www CNAME two`, which may be that row, or one that replaced it.
 */
function doubtfulRows<Row extends AnyRow>(view: View<Row>, want: Row, free: readonly Row[]): Row[] {
  const rivals = inPlace(view, want).filter((row) => !free.includes(row));
  return [...(view.scope.adopt && free.length === 1 ? [] : free), ...rivals];
}

/** Live rows that exclude the wanted one, and can't be the stored row: they have another name or type. */
function conflictBeside<Row extends AnyRow>(view: View<Row>, want: Row): Obstacle<Row> | undefined {
  const { kind, stored } = view;
  const declared = [want, ...stored.map(({ row }) => row)];
  const rows = conflictsOf(view, want).filter((row) => !declared.some((each) => areNamedAlike(kind, row, each)));
  return rows.length === 0 ? undefined : { kind: "conflict", want, rows };
}
