/**
 * The first step of the pipe: reads the list until a plan can rely on it, then matches stored entries.
 *
 * 1. Read the list; while it may be stale, wait until it shows the last write.
 * 2. If it forbids the plan and another process wrote to it meanwhile, read it again.
 * 3. To create a row: if the list lacks a row of this program, it may also lack that one, so read it to its end.
 * 4. To adopt a row, which makes no write that could fail: wait until the list can't be stale.
 */
import type { Rows } from "../list.ts";
import { type Change, pairUnchanged } from "./change.ts";
import type { Bag, Entries, Scope } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { matchStored } from "./match.ts";
import { adoptedIn, planOf, rowsOf, type Step, type View } from "./plan.ts";
import type { Found, RowReader } from "./read.ts";

/** The part of a state that says if its rows are listed as they were written. */
export type Last = Pick<Bag, "writtenAt" | "unfinished">;

/** The entries of a create, update or delete, and the scope of its plan. */
export interface Wish<Row extends AnyRow> extends Pick<Change<Row>, "wanted" | "stored" | "left"> {
  readonly scope: Scope<Row>;
}

export async function observe<Row extends AnyRow>(
  at: RowReader<Row>,
  wish: Wish<Row>,
  last: Last = {},
): Promise<View<Row>> {
  const { scope, wanted, stored } = wish;
  // A set or zone looks up each of its rows, so the list must show all of them.
  const lookedUp = scope.extent === "own" ? pairUnchanged(wanted, stored).dropped : stored;
  // A row of unknown outcome may never have existed. A delete, and an update of one row, can use the stored ID instead.
  const needsRowInList = scope.extent !== "own" || (wanted.length > 0 && (!scope.isOne || last.unfinished === true));
  const viewOf = (rows: Rows<Row>) => viewFor(at, wish, rows, lookedUp, needsRowInList);
  const mayLack = (rows: Rows<Row>) =>
    (rows.isReadAgain || !rows.proof.complete) && at.claims.isAnyMissing(rows, at.list);
  let view = await latest(at, await at.observe(stored, lookedUp, last.writtenAt), viewOf);
  const rows = planOf(view).steps.some(isCreate) ? await at.read(mayLack) : view.rows;
  if (rows !== view.rows) view = viewOf(rows);
  if (adoptedIn(planOf(view)).length > 0 && at.run.api.lookups.withinMs > 0) view = viewOf(await at.settled());
  const plan = planOf(view);
  if (plan.steps.some(isCreate))
    at.refuseCreates(view.rows, plan, view.rows.proof.cut !== undefined || mayLack(view.rows));
  return view;
}

const isCreate = ({ kind }: Step<AnyRow>) => kind === "create";

/** The view of a list, or of a new reading if the list forbids the plan and another process wrote to it meanwhile. */
export async function latest<Row extends AnyRow>(
  at: RowReader<Row>,
  rows: Rows<Row>,
  viewOf: (rows: Rows<Row>) => View<Row>,
): Promise<View<Row>> {
  const view = viewOf(rows);
  return planOf(view).obstacles.length > 0 && at.isBehind(rows) ? viewOf(await at.again()) : view;
}

/** @param needsRowInList must an incomplete list show every entry that is looked up? */
function viewFor<Row extends AnyRow>(
  at: RowReader<Row>,
  { scope, wanted, stored, left }: Wish<Row>,
  rows: Rows<Row>,
  lookedUp: Entries<Row>,
  needsRowInList: boolean,
): View<Row> {
  const matching = at.matching(rows);
  const found = matchStored(matching, stored);
  for (const entry of lookedUp) {
    const { id } = entry;
    if (found.has(entry) || at.list.wasRemoved(id)) continue;
    at.refuseOpaque(rows, entry.row);
    if (rows.proof.complete) continue;
    // An incomplete list may lack an existing row, so the plan uses the stored ID, unless another row has it now.
    if (needsRowInList || id === undefined || rows.shows(id)) at.refuseIncomplete(rows, entry.row);
    found.set(entry, { ...entry.row, id });
  }
  // A refresh found these rows. With consent, the plan may change them.
  const shown = new Set(matchStored(matching, left).values());
  const isPlanned = (row: Row) => shown.has(row) || at.claims.isPlanned(row);
  // A check has no IDs, so it can take a row for gone that was only edited.
  const isSuccessor = (row: Row) => scope.isOne && found.size === 0 && at.claims.isPlanned(row);
  return { ...matching, scope, wanted, stored, hasIds: true, found, isPlanned, isSuccessor };
}

/** For a refresh: the list as soon as it shows the stored rows and no others, and until it can't be stale. */
export async function observeAll<Row extends AnyRow>(
  at: RowReader<Row>,
  scope: Scope<Row>,
  stored: Entries<Row>,
  { writtenAt }: Last,
) {
  const unlistedIn = (rows: Rows<Row>, found: Found<Row>) => {
    const own = new Set(found.values());
    return rowsOf({ kind: at.kind, rows, scope }).filter(
      (row) => !own.has(row) && !at.kind.isOfService(row) && !scope.ignores(row) && !at.claims.isOthers(row),
    );
  };
  const rows = await at.observe(stored, stored, writtenAt, (...shown) => unlistedIn(...shown).length === 0);
  const found = at.match(rows, stored);
  return { rows, found, unlisted: unlistedIn(rows, found) };
}
