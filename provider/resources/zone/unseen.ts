/** What a zone makes of stored records that a list does not show, or shows as something else. */
import type { Items } from "../../api/items.ts";
import type { LiveRecord, ZoneRow } from "../../dns/index.ts";
import { EditedItemError } from "../errors.ts";
import type { Plan } from "./plan.ts";
import type { Stored } from "./state.ts";
import { editedOf, type Found, type Looker, tools } from "./view.ts";

/** What was stored and is not in a list that is not whole may be there all the same: it is not made again. */
export function refuseUnknown(plan: Plan, items: Items<ZoneRow>, stored: readonly Stored[], domain: string): void {
  if (items.complete) return;
  const known = new Set(stored.map(({ row }) => tools.kind.exact(row)));
  for (const step of plan.steps) {
    if (step.kind !== "create") continue;
    if (items.cut) tools.writes.refuseNew(items, domain, step.want.row);
    if (known.has(tools.kind.exact(step.want.row))) tools.writes.refuseIncomplete(items, domain, step.want.row);
  }
}

/** A record that was edited in all that it is waits until a refresh has shown that. */
export function refuseEdited(records: readonly Stored[], items: Items<ZoneRow>, found: Found, looker: Looker): void {
  const taken = new Set(found.values());
  for (const record of records) {
    const edited = found.has(record) ? undefined : editedOf(record, items, looker);
    if (edited === undefined || taken.has(edited)) continue;
    const { describe } = tools.kind;
    throw new EditedItemError(describe(record.row, looker.domain), describe(edited, looker.domain), edited.id);
  }
}

/** What is to change and is not shown may be beyond the list's limit: it is not made a second time. */
export function refuseUnseen(records: readonly Stored[], items: Items<ZoneRow>, found: Found, looker: Looker): void {
  refuseEdited(records, items, found, looker);
  for (const record of records) {
    if (!found.has(record)) tools.writes.refuseIncomplete(items, looker.domain, record.row);
  }
}

/** What a list that is not whole does not show may be there all the same, and can be deleted by its id. */
export function unseen({ row, recordId }: Stored, items: Items<ZoneRow>, domain: string): LiveRecord | undefined {
  if (items.complete) return undefined;
  if (recordId === undefined) tools.writes.refuseIncomplete(items, domain, row);
  return { ...row, ...(recordId !== undefined && { id: recordId }) };
}
