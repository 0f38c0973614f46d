/** How a zone's plan sees the registrar's list: which live record is which stored one, and whether it is as wanted. */
import type { Items } from "../../api/items.ts";
import { type LiveRecord, projectRecord, type ZoneRow } from "../../dns/index.ts";
import type { Properties } from "../definition.ts";
import { recordKind } from "../dnsRecord.ts";
import { itemClaims } from "../items/claims.ts";
import { itemSearch } from "../items/search.ts";
import { itemWrites } from "../items/writes.ts";
import type { Run } from "../run.ts";
import type { ZoneTools } from "./apply.ts";
import { ignoresOf } from "./ignore.ts";
import type { View } from "./plan.ts";
import { isApexNs } from "./plan.ts";
import { type Declared, differingKeys } from "./records.ts";
import { formerMark, markOf, type Stored } from "./state.ts";

export const tools: ZoneTools = {
  kind: recordKind,
  writes: itemWrites(recordKind),
  holding: itemClaims(recordKind),
};
const search = itemSearch(recordKind);

/** A row with the id of a stored record that shares nothing else with it: read as its drift, never changed unseen. */
export function editedOf(record: Stored, items: Items<ZoneRow>, looker: Looker): LiveRecord | undefined {
  const { domain, owner, run } = looker;
  const row = search.findEdited(items, record, domain, owner, run);
  return row === undefined || "opaque" in row ? undefined : row;
}

/** Who looks: a resource by its Pulumi id, or nobody yet. */
export interface Looker {
  domain: string;
  owner: string | undefined;
  run: Run;
}

export type Found = ReadonlyMap<Stored, LiveRecord>;

/** The live records that were stored: by id, else the one of the same meaning that nobody else is. */
export function findAll(stored: readonly Stored[], items: Items<ZoneRow>, looker: Looker): Found {
  const { domain, owner, run } = looker;
  const found = new Map<Stored, LiveRecord>();
  const taken = new Set<ZoneRow>();
  const take = (record: Stored, row: ZoneRow | undefined) => {
    if (row === undefined || "opaque" in row) return;
    found.set(record, row);
    taken.add(row);
  };
  for (const record of stored) take(record, search.findById(items, record, domain));
  for (const record of stored) {
    if (found.has(record)) continue;
    const rows = items
      .withKey(tools.kind.meaning(record.row))
      .filter((row) => !taken.has(row) && !tools.holding.isOthers(row, owner, domain, run));
    take(record, tools.writes.exactly(rows, record.row));
  }
  return found;
}

/** The values that a live record shows of a declared one, in its spelling where they mean the same. */
export function shownOf(row: LiveRecord, { args }: Declared, domain: string, acceptedTtl?: number): Properties {
  const shown = projectRecord(row, args, domain);
  return acceptedTtl !== undefined && shown["ttl"] === acceptedTtl ? { ...shown, ttl: args.ttl } : shown;
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
  ...((data.type === "MX" || data.type === "SRV") && { priority: data.priority }),
});

export interface ViewParts {
  args: Properties;
  wanted: readonly Declared[];
  stored: readonly Stored[];
  items: Items<ZoneRow>;
  found: Found;
  looker: Looker;
}

export function viewOf({ args, wanted, stored, items, found, looker }: ViewParts): View {
  const { domain, owner, run } = looker;
  const dropped = new Set<unknown>(Array.isArray(args["dropped"]) ? args["dropped"] : []);
  return {
    domain,
    wanted,
    stored,
    items,
    find: (record) => found.get(record),
    isOthers: (row) => owner !== undefined && tools.holding.isOthers(row, owner, domain, run),
    ignores: ignoresOf(args["ignore"], domain),
    adopt: args["adopt"] === true || (args["adopt"] === undefined && run.configuration.adopt),
    wasListed: (row) => dropped.size > 0 && (dropped.has(markOf(row)) || dropped.has(formerMark(row))),
    satisfies: (row, want, record) => isAsDeclared(row, want, domain, record),
  };
}

/** Live records of an authoritative zone that it neither lists nor leaves alone. */
export function unlistedRows(
  items: Items<ZoneRow>,
  { args, found, looker }: Pick<ViewParts, "args" | "found" | "looker">,
): LiveRecord[] {
  const { domain, owner, run } = looker;
  const ignores = ignoresOf(args["ignore"], domain);
  const own = new Set<ZoneRow>(found.values());
  return items.rows.filter(
    (row): row is LiveRecord =>
      !("opaque" in row) &&
      !own.has(row) &&
      !isApexNs(row) &&
      !ignores(row.name, row.data.type) &&
      !tools.holding.isOthers(row, owner, domain, run),
  );
}
