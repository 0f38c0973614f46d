/**
 * The first step of the pipe, and the only one that waits: reads the list until a plan can rely on it, then matches stored entries.
 *
 * 1. Read the list; while it may be stale, wait until it shows the last write.
 * 2. If it forbids the plan and another process wrote to it meanwhile, read it again.
 * 3. To create a row: if the list lacks a row of this program, it may also lack that one, so read it to its end.
 * 4. To adopt a row, which makes no write that could fail: wait until the list can't be stale.
 */
import { memoize } from "../define.ts";
import type { Rows } from "../list.ts";
import { type Change, pairUnchanged } from "./change.ts";
import type { Entries } from "./entry.ts";
import type { AnyRow } from "./kind.ts";
import { matchStored } from "./match.ts";
import { adoptedIn, planOf, rowsOf, type View } from "./plan.ts";
import type { Found, RowReader } from "./read.ts";
import type { Bag, Scope } from "./scope.ts";

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
  const awaited = scope.extent === "own" ? pairUnchanged(wanted, stored).dropped : [];
  // A row of unknown outcome may never have existed. A delete, and an update of one row, can use the stored ID instead.
  const mustShow = wanted.length > 0 && (!scope.isOne || last.unfinished === true);
  const viewFor = memoize((shown: Rows<Row>) => viewOf(at, wish, shown, awaited, mustShow));
  // A set or zone looks up each of its rows, so the list must show all of them.
  let rows = await at.observe(stored, scope.extent === "own" ? awaited : stored, last.writtenAt);
  rows = (await at.again(rows, planOf(viewFor(rows)))) ?? rows;
  if (planOf(viewFor(rows)).steps.some(({ kind }) => kind === "create")) {
    const isAnyMissing = (shown: Rows<Row>) =>
      (shown.isReadAgain || !shown.proof.complete) && at.claims.isAnyMissing(shown, at.list);
    rows = await at.read(isAnyMissing);
    at.refuseCreates(rows, planOf(viewFor(rows)), rows.proof.cut !== undefined || isAnyMissing(rows));
  }
  const isAdopting = adoptedIn(planOf(viewFor(rows))).length > 0 && at.run.api.lookups.withinMs > 0;
  return viewFor(isAdopting ? await at.settled() : rows);
}

/** @param mustShow must an incomplete list show every awaited entry? */
function viewOf<Row extends AnyRow>(
  at: RowReader<Row>,
  { scope, wanted, stored, left }: Wish<Row>,
  rows: Rows<Row>,
  awaited: Entries<Row>,
  mustShow: boolean,
): View<Row> {
  const matching = at.matching(rows);
  const found = matchStored(matching, stored);
  for (const entry of awaited) {
    const { id } = entry;
    if (found.has(entry) || at.list.wasRemoved(id)) continue;
    at.refuseOpaque(rows, entry.row);
    if (rows.proof.complete) continue;
    // An incomplete list may lack an existing row, so the plan uses the stored ID, unless another row has it now.
    if (mustShow || id === undefined || rows.shows(id)) at.refuseIncomplete(rows, entry.row);
    found.set(entry, { ...entry.row, id });
  }
  if (scope.extent !== "own") at.refuseUnseen(rows, stored, found);
  // A refresh found these rows. With consent, the plan may change them.
  const shown = new Set(matchStored(matching, left).values());
  const isPlanned = (row: Row) => shown.has(row) || at.claims.isPlanned(row);
  // A check has no IDs, so it can take a row for gone that was only edited.
  const isSuccessor = (row: Row) => found.size === 0 && at.claims.isPlanned(row);
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
