/** How a zone sees the registrar's list: which live record is which stored one, and whether it is as wanted. */

import { identityKey, isOpaque, type LiveRecord, secondaryValues, type ZoneRow } from "../../dns/index.ts";
import type { Properties } from "../definition.ts";
import { recordKind } from "../dnsRecord.ts";
import type { DomainItems } from "../items/items.ts";
import { findAll, findEdited, refuseEdited } from "../items/items.ts";
import type { Items } from "../items/list.ts";
import { exactKeyOf } from "../items/table.ts";
import { type Declared, differingKeys } from "./declared.ts";
import { ignoresOf } from "./ignore.ts";
import { isApexNs, type Plan, rowsIn, type View } from "./plan.ts";
import type { Stored, ZoneArgs, ZoneState } from "./state.ts";

/** The records of a domain, as one zone or nobody yet sees them. */
export type ZoneItems = DomainItems<ZoneRow>;

export type Found = ReadonlyMap<Stored, LiveRecord>;

/** The live records that were stored: by id, else the one of the same meaning that nobody else is. */
export function findStored(of: ZoneItems, items: Items<ZoneRow>, stored: readonly Stored[]): Found {
  const found = new Map<Stored, LiveRecord>();
  for (const [record, row] of findAll(of, items, stored)) if (!isOpaque(row)) found.set(record, row);
  return found;
}

/** The row with the id of a stored record that is missing, and that nothing else of it is left of: its drift. */
export function editedOf(
  of: ZoneItems,
  items: Items<ZoneRow>,
  found: Found,
  record: Stored,
  taken: ReadonlySet<LiveRecord> = new Set(found.values()),
): LiveRecord | undefined {
  const row = found.has(record) ? undefined : findEdited(of, items, record);
  return row === undefined || isOpaque(row) || taken.has(row) ? undefined : row;
}

/** The values that a live record shows of a declared one, in its spelling where they mean the same. */
export function shownOf(row: LiveRecord, { args }: Declared, domain: string, acceptedTtl?: number): Properties {
  const { domain: _, ...shown } = recordKind.project(row, { domain, ...args }, acceptedTtl);
  return shown;
}

/**
 * Does a live record show everything as declared? What the registrar does not show is as it was sent, if it was.
 * @param stored what was sent the last time, if anything
 */
export function isAsDeclared(row: LiveRecord, want: Declared, domain: string, stored?: Stored): boolean {
  const accepted = stored?.args.ttl === want.args.ttl ? stored?.acceptedTtl : undefined;
  if (differingKeys(shownOf(row, want, domain, accepted), want.args, domain).length > 0) return false;
  const sent: Properties = { ...stored?.args };
  return Object.entries(hidden(row))
    .filter(([, value]) => value === undefined)
    .every(([key]) => {
      const wanted = Reflect.get(want.args, key);
      return wanted === undefined || wanted === "" || wanted === sent[key];
    });
}

/** What a registrar may leave out of what it shows. */
const hidden = ({ ttl, comment, data }: LiveRecord): Properties => ({
  ttl,
  comment,
  ...secondaryValues(data),
});

/** A row by its domain and what it means. */
export const rowKey = (domain: string, { name, data }: LiveRecord) => `${domain} ${identityKey(name, data)}`;

export interface ViewParts {
  args: Partial<ZoneArgs>;
  wanted: readonly Declared[];
  stored: readonly Stored[];
  items: Items<ZoneRow>;
  found: Found;
}

export function viewOf(of: ZoneItems, { args, wanted, stored, items, found }: ViewParts): View {
  const { domain, run } = of;
  return {
    domain,
    wanted,
    stored,
    items,
    only: args.only,
    find: (record) => found.get(record),
    isOthers: (row) => of.claims.isOthers(row),
    ignores: ignoresOf(args, domain),
    adopt: args.adopt ?? run.configuration.adopt,
    isGivenUp: (row) => run.givenUp.has(rowKey(domain, row)),
    satisfies: (row, want, record) => isAsDeclared(row, want, domain, record),
  };
}

/** Live records of an authoritative zone that it neither lists nor leaves alone. */
export function unlistedRows(
  of: ZoneItems,
  items: Items<ZoneRow>,
  found: Found,
  scope: Pick<ZoneState, "ignore" | "only">,
): LiveRecord[] {
  const ignores = ignoresOf(scope, of.domain);
  const own = new Set<ZoneRow>(found.values());
  return rowsIn(items, scope.only).filter(
    (row) => !own.has(row) && !isApexNs(row) && !ignores(row.name, row.data.type) && !of.claims.isOthers(row),
  );
}

/** What was stored and is not in a list that is not whole may be there all the same: it is not made again. */
export function refuseUnknown(of: ZoneItems, plan: Plan, items: Items<ZoneRow>, stored: readonly Stored[]): void {
  if (items.complete) return;
  const known = new Set(stored.map(({ row }) => exactKeyOf(of.kind, row)));
  for (const step of plan.steps) {
    if (step.kind !== "create") continue;
    if (items.cut) of.refuseNew(items, step.want.row);
    if (known.has(exactKeyOf(of.kind, step.want.row))) of.refuseIncomplete(items, step.want.row);
  }
}

/** A record that was edited in all that it is, or whose id may be another's, waits until a refresh has shown that. */
export function refuseEditedAmong(
  of: ZoneItems,
  records: readonly Stored[],
  items: Items<ZoneRow>,
  found: Found,
): void {
  const taken = new Set(found.values());
  for (const record of records)
    refuseEdited(of, items, found.get(record) ?? editedOf(of, items, found, record, taken), record);
}

/** What a list that is not whole does not show may be there all the same, and can be deleted by its id. */
export function unseen(of: ZoneItems, { row, recordId }: Stored, items: Items<ZoneRow>): LiveRecord | undefined {
  if (items.complete) return undefined;
  if (recordId === undefined) of.refuseIncomplete(items, row);
  return { ...row, ...(recordId !== undefined && { id: recordId }) };
}
