/**
 * The first step of the pipe: reads the list until a plan can rely on it, then matches stored entries.
 *
 * 1. Read the list; while it may be stale, wait until it shows the last write.
 * 2. If it forbids the plan and another process wrote to it meanwhile, read it again.
 * 3. To adopt a row, which makes no write that could fail: wait until the list can't be stale.
 * 4. To create a row: if the list lacks a row of this program, it may also lack that one, so read it a second time.
 * 5. Fail if a row that the plan changes or creates may exist although the list lacks it. A delete, and an update of one row,
 *    may use the stored ID instead.
 */
import type { Rows } from "../list.ts";
import type { Bag, Entries, RowEntry, Scope, Transition } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { matchStored, satisfies } from "./match.ts";
import { foreignInUpdate, planOf, rowsOf, type View } from "./plan.ts";
import type { RowReader } from "./read.ts";

/** The part of a state that says if its rows are listed as they were written. */
export type Last = Pick<Bag, "writtenAt">;

/** The live rows of stored entries. */
type Found<Row extends AnyRow> = ReadonlyMap<RowEntry<Row>, Row>;

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
