/** Which live items of a domain some resource of the state holds, by what `read` found. */

import { type Forward, forwardKey } from "../../provider/api/forward.ts";
import {
  identityKey,
  isOpaque,
  type LiveRecord,
  ownerName,
  recordFromArgs,
  recordTypes,
  type ZoneRow,
} from "../../provider/dns/index.ts";
import type { Properties } from "../../provider/resources/definition.ts";
import { dnsRecordOf } from "../../provider/resources/dnsRecord.ts";
import { keyOf, readSetState } from "../../provider/resources/dnsRecordSet.ts";
import { exactKey, recordKeys } from "../../provider/resources/recordKeys.ts";
import { storedIn } from "../../provider/resources/zone/state.ts";
import type { StateRow } from "../state.ts";

/** A resource and what is live of it; `undefined`: gone. */
export interface Seen {
  row: StateRow;
  live: Properties | undefined;
}

/** An item that a resource holds: its id where that is known, and what it is. */
interface Held<Row> {
  id: unknown;
  row: Row;
}

/** Says of a record whether it is in no program. What the service makes by itself (SOA and NS of the apex) is never. */
export function unmanagedRecords(seen: readonly Seen[], domain: string): (row: ZoneRow) => boolean {
  // Such a zone shows what it does not list as drift, and the rest it is told to ignore.
  if (seen.some(({ row, live }) => row.type === "DnsZone" && live?.["mode"] === "authoritative")) return () => false;
  // A set shows as drift whatever else has its name and type.
  const sets = seen.flatMap(({ row, live }) =>
    row.type === "DnsRecordSet" && live ? [keyOf(readSetState(live))] : [],
  );
  const held = seen.flatMap(({ row, live }) => (live === undefined ? [] : recordsIn(row.type, live, domain)));
  const ids = new Set(held.map(({ id }) => id));
  // Only rows without an id are known by what they say.
  let keys: Set<string> | undefined;
  return (row) => {
    if (row.id !== undefined && ids.has(row.id)) return false;
    if (isOpaque(row)) return true;
    if (sets.includes(`${row.name} ${row.data.type}`)) return false;
    if (row.name === "@" && row.data.type === "NS") return false;
    if (row.id !== undefined) return true;
    const known = keys ?? new Set(held.flatMap(keysOf));
    keys = known;
    return !recordKeys(row).some((key) => known.has(key));
  };
}

/** A text may be read in more than one way: one of them is enough. */
const keysOf = ({ row: { name, data } }: Held<LiveRecord>): string[] => [
  exactKey({ name, data }),
  ...(recordTypes[data.type].ambiguous !== undefined ? [identityKey(name, data)] : []),
];

function recordsIn(type: string, live: Properties, domain: string): Held<LiveRecord>[] {
  if (type === "DnsZone") return storedIn(live, domain).map(({ recordId, row }) => ({ id: recordId, row }));
  const args = type === "DnsRecord" ? dnsRecordOf(live) : undefined;
  return args === undefined ? [] : [{ id: live["recordId"], row: recordFromArgs(args, domain) }];
}

/** Says of a forward whether it is in no program. */
export function unmanagedForwards(seen: readonly Seen[], domain: string): (row: Forward) => boolean {
  const held = seen.flatMap(({ row, live }): Held<string>[] => {
    const { source, destination } = live ?? {};
    if (row.type !== "UrlForward" || typeof source !== "string" || typeof destination !== "string") return [];
    return [{ id: live?.["recordId"], row: forwardKey({ source: ownerName(source, domain), destination }) }];
  });
  const ids = new Set(held.map(({ id }) => id));
  const keys = new Set(held.map(({ row }) => row));
  return (row) => {
    if (row.unreadable !== undefined || (row.id !== undefined && ids.has(row.id))) return false;
    return row.id !== undefined || !keys.has(forwardKey(row));
  };
}
