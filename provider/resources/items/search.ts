/** How the item that a state speaks of is found again, with patience for lists that lag behind our own last write. */

import { UnexpectedShapeError } from "../../api/index.ts";
import type { Items } from "../../api/items.ts";
import { EditedItemError } from "../errors.ts";
import { isExactly } from "./claims.ts";
import type { DomainItems } from "./items.ts";
import { contractAdvice, type Item } from "./kind.ts";

/** What a state says of one item. */
export interface Stored<Row extends Item> {
  /** The item as it was. */
  row: Row;
  recordId?: string | undefined;
}

/** The row with the stored id, if it could be what was stored. @throws UnexpectedShapeError if it is not understood */
function findById<Row extends Item>(
  { kind, domain }: DomainItems<Row>,
  items: Items<Row>,
  { row: stored, recordId }: Stored<Row>,
): Row | undefined {
  const row = items.withId(recordId);
  const unreadable = row && kind.unreadable(row);
  if (unreadable !== undefined) {
    throw new UnexpectedShapeError({
      operation: `${kind.group}.list`,
      domain,
      what: `${kind.describe(stored, domain)} came back in a form that is not understood: ${unreadable}`,
      advice: contractAdvice,
    });
  }
  return row !== undefined && kind.plausible(row, stored) ? row : undefined;
}

/** The rows that were stored: by id, else the one of the same meaning that nobody else is. */
export function findAll<Row extends Item, Known extends Stored<Row>>(
  of: DomainItems<Row>,
  items: Items<Row>,
  stored: readonly Known[],
): Map<Known, Row> {
  const found = new Map<Known, Row>();
  for (const each of stored) {
    const row = findById(of, items, each);
    if (row !== undefined) found.set(each, row);
  }
  const taken = new Set(found.values());
  for (const each of stored) {
    if (found.has(each)) continue;
    const rows = items
      .withKey(of.kind.meaning(each.row))
      .filter((row) => !taken.has(row) && !of.claims.isOthers(row, each.row));
    const row = of.closest(rows, each.row);
    if (row === undefined) continue;
    found.set(each, row);
    taken.add(row);
  }
  return found;
}

/** The row with the stored id that shares nothing else with what was stored, unless another resource is it. */
export function findEdited<Row extends Item>(
  { kind, claims }: DomainItems<Row>,
  items: Items<Row>,
  { row: stored, recordId }: Stored<Row>,
): Row | undefined {
  const row = items.withId(recordId);
  if (row === undefined || kind.unreadable(row) !== undefined || !kind.isOfKind(row, stored)) return undefined;
  return claims.isOthers(row) ? undefined : row;
}

/** The row that was stored, or the one with its id that was edited in all the rest. */
export function findOwn<Row extends Item>(
  of: DomainItems<Row>,
  items: Items<Row>,
  stored: Stored<Row>,
): Row | undefined {
  return findAll(of, items, [stored]).get(stored) ?? findEdited(of, items, stored);
}

/**
 * A change or a delete waits until a refresh has shown it where the row was edited in all that it is, or means something
 * else while another one is what was stored: its id may be another row's by now.
 * @param wanted what the resource is to be: a row that is that already was changed by a run that was killed
 */
export function refuseEdited<Row extends Item>(
  of: DomainItems<Row>,
  items: Items<Row>,
  row: Row | undefined,
  { row: stored }: Stored<Row>,
  wanted?: Row,
): void {
  const { kind, claims } = of;
  const means = (other: Row) => row !== undefined && kind.keys(row).includes(kind.meaning(other));
  if (row === undefined || means(stored) || (wanted !== undefined && means(wanted))) return;
  const isStored = (other: Row) => isExactly(kind, other, stored) && !claims.isOthers(other, stored);
  const instead = items.withKey(kind.meaning(stored)).find(isStored);
  if (instead === undefined && kind.plausible(row, stored)) return;
  throw new EditedItemError(of.describe(stored), of.describe(row), row.id, instead?.id);
}

/** Has another resource got what was stored, without any of its own being there? */
export function isTakenOver<Row extends Item>(of: DomainItems<Row>, items: Items<Row>, stored: Stored<Row>): boolean {
  if (findOwn(of, items, stored) !== undefined) return false;
  return items
    .withKey(of.kind.meaning(stored.row))
    .some((row) => isExactly(of.kind, row, stored.row) && of.claims.isOthers(row, stored.row));
}
