/**
 * The records of one name and type as a list of values, each as zone files write it: `10 mail.example.net`. For sets and zones.
 */

import { isDeepStrictEqual } from "node:util";
import type { LiveRecord, RecordTypeName, ZoneRow } from "../../dns/index.ts";
import * as dns from "../../dns/index.ts";
import { failuresOf, hasUnknown } from "../arguments.ts";
import type { Change, CheckContext, CheckFailure, Properties } from "../definition.ts";
import { type Entry, isListed, type Listed, memoryIn, type RowMemory } from "../rows/entry.ts";

/** A value and its TTL, as the entry of a row holds them. */
interface Written {
  readonly value: string;
  readonly ttl?: number | undefined;
}

/** The values of one name and type. */
export interface ValueList {
  readonly values: readonly string[];
  readonly ttl?: number | undefined;
}

/** A valid value, and its record. */
export interface ValueRecord extends Listed<ZoneRow> {
  readonly row: LiveRecord;
}

/** The canonical owner name and type, `www A`. @throws InvalidNameError */
export const keyOf = (name: string, type: string, domain: string): string => `${dns.ownerName(name, domain)} ${type}`;

/** The type in a key. */
export const typeIn = (key: string) => key.slice(key.lastIndexOf(" ") + 1);

/** The record of a value; `undefined` if it isn't valid. Memoized, since a run reads the same values several times. */
export const recordOf = dns.memoizeByText(
  (domain: string, key: string, value: string, ttl: number | undefined): ValueRecord | undefined => {
    const type = typeIn(key);
    if (!dns.isRecordTypeName(type)) return undefined;
    const fields = dns.ifValid(() => dns.readValue(type, value));
    const written = { type, name: key.slice(0, -type.length - 1), ...fields, ...dns.optional({ ttl }) };
    const { data: args } = fields ? dns.recordSchemas[type].safeParse(written) : {};
    const row = args && dns.ifValid(() => dns.recordFromArgs(args, domain));
    if (args === undefined || row === undefined) return undefined;
    const signature = JSON.stringify([row.name, row.data, row.ttl]);
    return { key, value: dns.optional({ value, ttl }), args: { ...args, domain }, row, signature };
  },
);

/**
 * The valid records of a list.
 * @param key canonical: `www A`
 * @param memory of each value, in their order
 */
export const recordsOf = (
  key: string,
  { values, ttl }: ValueList,
  domain: string,
  memory: readonly RowMemory[] = [],
): ValueRecord[] =>
  values.flatMap((value, place) => {
    const { id, sent, granted, unlisted } = memory[place] ?? {};
    const record = recordOf(domain, key, value, sent?.ttl ?? ttl);
    return record === undefined ? [] : [memory.length === 0 ? record : { ...record, id, granted, unlisted }];
  });

/** The entry of a live record. @param args its arguments, with live values */
export function entryOf(args: Properties, domain: string): Entry {
  const { type, name, ttl } = args;
  if (typeof type !== "string" || !dns.isRecordTypeName(type)) throw new TypeError(`unknown type ${String(type)}`);
  const { service, protocol } = args;
  const owner = dns.recordOwner({ type, name: String(name), service, protocol }, domain);
  return { key: `${owner} ${type}`, value: dns.optional({ value: dns.printValue(type, args), ttl }) };
}

export const writtenIn = ({ value: { value, ttl } }: Entry): Written => ({
  value: String(value),
  ttl: typeof ttl === "number" ? ttl : undefined,
});

/** A value in canonical form, however it was written. */
const meaningOf = dns.memoizeByText((type: string, value: string): string => {
  if (!dns.isRecordTypeName(type)) return value;
  return dns.ifValid(() => dns.printData(dns.dataFromArgs(type, dns.readValue(type, value)))) ?? value;
});

/** The entries of one name and type as a state holds them: live values, in the spelling and order of the given ones. */
export function listOf(
  entries: readonly Entry[],
  type: string,
  { values, ttl }: ValueList,
): { values: string[]; ttl: number | undefined; rows: RowMemory[] } {
  const places = new Map(values.map((value, place) => [meaningOf(type, value), place]));
  const known = entries.map((entry) => places.get(meaningOf(type, writtenIn(entry).value)));
  const used = new Set(known);
  // An edited value takes the place of a missing one.
  const free = [...places.values()].filter((place) => !used.has(place));
  const rows = entries
    .map((entry, index) => {
      const place = known[index];
      const written = writtenIn(entry);
      return {
        ...entry,
        ...{ value: values[place ?? -1] ?? written.value, ttl: written.ttl },
        place: place ?? free.shift() ?? values.length,
      };
    })
    .sort((a, b) => a.place - b.place);
  // A list shows one TTL: that of a record whose TTL was edited, if there is one.
  const edited = rows.find((row) => isListed(row) && row.ttl !== ttl)?.ttl;
  const shown = ttl === undefined ? undefined : (edited ?? ttl);
  return {
    values: rows.map(({ value }) => value),
    ttl: shown,
    rows: rows.map(({ id, granted, unlisted, ttl: own }) => {
      const isApart = !unlisted && shown !== undefined && own !== undefined && own !== shown;
      return { id, granted, unlisted, ...(isApart && { sent: { ttl: own } }) };
    }),
  };
}

/** The values of a list that can be read. */
export const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((value) => typeof value === "string") : [];

const meaningsOf = (values: unknown, type: string) => textsIn(values).map((value) => meaningOf(type, value));

/** Do two lists have the same values, in any spelling? @param isOrdered also in the same order? */
export function isSame(old: unknown, wanted: unknown, type: string, isOrdered = false): boolean {
  if (isDeepStrictEqual(old, wanted)) return true;
  const [one, other] = [meaningsOf(old, type), meaningsOf(wanted, type)];
  return isOrdered ? isDeepStrictEqual(one, other) : isDeepStrictEqual(one.sort(), other.sort());
}

/** The values that differ by meaning, in any order and spelling. @param path of the lists */
export function valueChanges(path: string, old: unknown, wanted: unknown, type: string): Change[] {
  if (hasUnknown(wanted)) return [{ path, kind: "update" }];
  if (isDeepStrictEqual(old, wanted)) return [];
  const left = new Map<string, number[]>();
  for (const [place, meaning] of meaningsOf(old, type).entries())
    left.set(meaning, [...(left.get(meaning) ?? []), place]);
  const isNew = (meaning: string) => left.get(meaning)?.shift() === undefined;
  const added = new Set(meaningsOf(wanted, type).flatMap((meaning, place) => (isNew(meaning) ? [place] : [])));
  const removed = new Set([...left.values()].flat());
  return [...new Set([...removed, ...added])]
    .sort((a, b) => a - b)
    .map((place): Change => {
      const kind = removed.has(place) ? (added.has(place) ? "update" : "delete") : "add";
      return { path: `${path}[${place}]`, kind };
    });
}

/**
 * Does a state show values that the program never listed, or TTLs of single values? Then it differs from any arguments, and so
 * does a state whose memory can't be read.
 */
export const isApart = (key: "values" | "ttl", state: { readonly rows?: string | undefined }): boolean =>
  memoryIn(state)?.some(({ unlisted, sent }) => (key === "values" ? unlisted : sent !== undefined)) ?? true;

/** Failures of one value. Those of its name have the property `name`. */
export function checkValue(
  { type, name, ttl }: { type: RecordTypeName; name: string; ttl: number | undefined },
  value: string,
  domain: string | undefined,
  context: CheckContext,
): CheckFailure[] {
  try {
    const record = { type, name, ...dns.readValue(type, value), ...dns.optional({ ttl }) };
    return failuresOf(dns.checkRecord(type, record, domain), context);
  } catch (error) {
    if (!(error instanceof dns.ZoneFileError)) throw error;
    return [{ property: "value", reason: error.reason }];
  }
}
