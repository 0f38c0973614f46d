/** How a zone's plan sees the registrar's list: which live record is which stored one, and whether it is as wanted. */
import type { Elements } from "../../api/elements.ts";
import { type LiveRecord, projectRecord, type ZoneRow } from "../../dns/index.ts";
import type { Properties } from "../definition.ts";
import { recordKind } from "../dnsRecord.ts";
import { elementHolding } from "../elementHolding.ts";
import { elementSearch } from "../elementSearch.ts";
import { elementWrites } from "../elementWrites.ts";
import type { Session } from "../session.ts";
import type { ZoneTools } from "./apply.ts";
import { ignoresOf } from "./ignore.ts";
import type { View } from "./plan.ts";
import { isApexNs } from "./plan.ts";
import { type Declared, differingKeys } from "./records.ts";
import { formerMark, markOf, type Stored } from "./state.ts";

export const tools: ZoneTools = {
  kind: recordKind,
  writes: elementWrites(recordKind),
  holding: elementHolding(recordKind),
};
const search = elementSearch(recordKind);

/** A row with the id of a stored record that shares nothing else with it: read as its drift, never changed unseen. */
export function editedOf(record: Stored, elements: Elements<ZoneRow>, looker: Looker): LiveRecord | undefined {
  const { domain, holder, session } = looker;
  const row = search.findEdited(elements, record, domain, holder, session);
  return row === undefined || "opaque" in row ? undefined : row;
}

/** Who looks: a resource by its Pulumi id, or nobody yet. */
export interface Looker {
  domain: string;
  holder: string | undefined;
  session: Session;
}

export type Found = ReadonlyMap<Stored, LiveRecord>;

/** The live records that were stored: by id, else the one of the same meaning that nobody else is. */
export function findAll(stored: readonly Stored[], elements: Elements<ZoneRow>, looker: Looker): Found {
  const { domain, holder, session } = looker;
  const found = new Map<Stored, LiveRecord>();
  const taken = new Set<ZoneRow>();
  const take = (record: Stored, row: ZoneRow | undefined) => {
    if (row === undefined || "opaque" in row) return;
    found.set(record, row);
    taken.add(row);
  };
  for (const record of stored) take(record, search.findById(elements, record, domain));
  for (const record of stored) {
    if (found.has(record)) continue;
    const rows = elements
      .withKey(tools.kind.meaning(record.row))
      .filter((row) => !taken.has(row) && !tools.holding.isOthers(row, holder, domain, session));
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
  elements: Elements<ZoneRow>;
  found: Found;
  looker: Looker;
}

export function viewOf({ args, wanted, stored, elements, found, looker }: ViewParts): View {
  const { domain, holder, session } = looker;
  const dropped = new Set<unknown>(Array.isArray(args["dropped"]) ? args["dropped"] : []);
  return {
    domain,
    wanted,
    stored,
    elements,
    find: (record) => found.get(record),
    isOthers: (row) => holder !== undefined && tools.holding.isOthers(row, holder, domain, session),
    ignores: ignoresOf(args["ignore"], domain),
    adopt: args["adopt"] === true || (args["adopt"] === undefined && session.configuration.adopt),
    wasListed: (row) => dropped.size > 0 && (dropped.has(markOf(row)) || dropped.has(formerMark(row))),
    satisfies: (row, want, record) => isAsDeclared(row, want, domain, record),
  };
}

/** Live records of an authoritative zone that it neither lists nor leaves alone. */
export function unlistedRows(
  elements: Elements<ZoneRow>,
  { args, found, looker }: Pick<ViewParts, "args" | "found" | "looker">,
): LiveRecord[] {
  const { domain, holder, session } = looker;
  const ignores = ignoresOf(args["ignore"], domain);
  const own = new Set<ZoneRow>(found.values());
  return elements.rows.filter(
    (row): row is LiveRecord =>
      !("opaque" in row) &&
      !own.has(row) &&
      !isApexNs(row) &&
      !ignores(row.name, row.data.type) &&
      !tools.holding.isOthers(row, holder, domain, session),
  );
}
