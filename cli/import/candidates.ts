/** Rows of the registrar's lists as resources that could be declared. */
import { declarableForward, type Forward } from "../../provider/api/forward.ts";
import {
  argsFromRecord,
  describeRecord,
  groupBy,
  isOpaque,
  type LiveRecord,
  printData,
  recordTypeNames,
  secondaryValues,
  type WantedRecord,
  type ZoneRow,
} from "../../provider/dns/index.ts";
import type { Captured } from "../../provider/imports/capture.ts";
import { setArguments } from "../../provider/imports/find.ts";
import { recordKind } from "../../provider/lifecycle/records/kind.ts";
import { type LeftOut, leftOutRecord } from "../leftOut.ts";
import { fingerprint, forwardFingerprint, forwardName, recordFingerprint, recordName } from "./names.ts";
import type { Declaration } from "./program.ts";

export interface Collected {
  domain: string;
  found: Found[];
  /** Rows that are not declared. */
  leftOut: LeftOut[];
  /** Lists that could not be read, or are incomplete. */
  unread: string[];
  remarks: string[];
  /** The account does not hold or does not show it. */
  isSkipped?: true;
}

/** A resource that could be declared. It is not yet compared with the live values. */
export interface Candidate extends Declaration {
  fingerprint: string;
  title: string;
  rowId?: string;
  /** Two candidates that share it are duplicates: only one can be declared. */
  meaning?: string;
  /** Of a set: its records one by one, if the set cannot be declared. */
  singly?: readonly Candidate[];
}

/** A resource that can be declared. */
export type Found = Candidate & Captured;

/** The records that a program can hold, in the order it shows them. */
export function readable(rows: readonly ZoneRow[], { domain, leftOut }: Collected): LiveRecord[] {
  const records: LiveRecord[] = [];
  const own = new Set<string>();
  for (const row of rows) {
    if (isOpaque(row) && row.type?.toUpperCase() === "SOA") own.add("SOA");
    else if (isOpaque(row)) {
      leftOut.push(leftOutRecord(row, domain, row.reason));
    } else if (row.data.type === "NS" && row.name === "@") own.add("NS");
    else records.push(row);
  }
  if (own.size > 0)
    leftOut.push({ domain, row: [...own].sort().join(" and "), reason: "the registrar manages its own" });
  return records.sort(inOrder);
}

type Sortable = WantedRecord & Pick<LiveRecord, "id">;

/** Sorts the apex first, then by name from the right (`host2` before `host10`), then by type (NS first), then by data. */
export function inOrder(a: Sortable, b: Sortable): number {
  const keyOf = ({ name, data, ttl, comment = "", id = "" }: Sortable) => [
    name === "@"
      ? ""
      : name
          .split(".")
          .reverse()
          .join(".")
          .replace(/\d+/g, (digits) => digits.padStart(5, "0")),
    data.type === "NS" ? "" : String(recordTypeNames.indexOf(data.type)),
    ...Object.values(secondaryValues(data)).map((value) => String(value ?? 0).padStart(5, "0")),
    printData(data),
    String(ttl),
    comment,
    id,
  ];
  // As lists compare: NUL is less than any character.
  const [left, right] = [keyOf(a).join("\0"), keyOf(b).join("\0")];
  return left < right ? -1 : Number(left > right);
}

export function recordCandidates(domain: string, records: readonly LiveRecord[]): Candidate[] {
  const setOf = ({ name, data }: LiveRecord) => `${name} ${data.type}`;
  const sets = groupBy(records, setOf);
  return records.map((record) => {
    const { name, data, id } = record;
    return {
      handler: "dnsRecord",
      name: recordName(domain, record, sets.get(setOf(record))?.length === 1),
      fingerprint: recordFingerprint(domain, record),
      args: { domain, ...argsFromRecord(record) },
      title: describeRecord(name, data, domain),
      group: hostOf(name, domain),
      meaning: recordKind.keys(record).meaning,
      ...(id !== undefined && { rowId: id }),
    };
  });
}

/** Records as a program declares them: several of one name and type as a set, if it can say all that they are. */
export function declarableRecords(domain: string, records: readonly LiveRecord[]): Candidate[] {
  return [...groupBy(records, ({ name, data }) => `${name} ${data.type}`).values()].flatMap((rows) => {
    const singly = recordCandidates(domain, rows);
    const [first] = rows;
    if (first === undefined || !isOneSet(rows)) return singly;
    const { name, data } = first;
    const host = hostOf(name, domain);
    return {
      handler: "dnsRecordSet",
      name: recordName(domain, first, true),
      fingerprint: fingerprint("set", domain, name, data.type),
      args: setArguments(domain, first, rows),
      title: `${host} ${data.type}`,
      group: host,
      singly,
    };
  });
}

export const hostOf = (name: string, domain: string) => (name === "@" ? domain : `${name}.${domain}`);

/** A set has one TTL, no comments, and no value twice. */
const isOneSet = (rows: readonly LiveRecord[]) =>
  rows.length > 1 &&
  new Set(rows.map(({ ttl }) => ttl)).size === 1 &&
  new Set(rows.map((row) => recordKind.keys(row).meaning)).size === rows.length &&
  rows.every((row) => argsFromRecord(row)["comment"] === undefined);

export function forwardCandidates(forwards: readonly Forward[], { domain, leftOut }: Collected): Candidate[] {
  const known = forwards.filter(({ id, reason }) => {
    if (reason !== undefined)
      leftOut.push({ domain, row: `URL forward ${id ?? ""}`.trim(), counted: "URL forward", reason });
    return reason === undefined;
  });
  const bySource = groupBy(known, ({ source }) => source);
  return known
    .sort((a, b) => (a.source === b.source ? 0 : a.source < b.source ? -1 : 1))
    .map((forward) => {
      const { source, destination, id } = forward;
      return {
        handler: "urlForward",
        name: forwardName(domain, forward, bySource.get(source)?.length === 1),
        fingerprint: forwardFingerprint(domain, forward),
        args: { domain, ...declarableForward(forward) },
        title: `URL forward ${source} of ${domain}`,
        group: "URL forwards.",
        meaning: `forward ${source} ${destination}`,
        ...(id !== undefined && { rowId: id }),
      };
    });
}
