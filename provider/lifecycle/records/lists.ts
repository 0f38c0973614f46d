/**
 * Lists of values, each as zone files write it (`10 mail.example.net`), by owner name and type: the map of a zone, in the
 * program's spelling, `"www A": ["192.0.2.1"]`. A set has one list. Patterns of records that a zone leaves alone.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../api/index.ts";
import type { LiveRecord, RecordTypeName, ZoneRow } from "../../dns/index.ts";
import * as dns from "../../dns/index.ts";
import { failuresOf, hasUnknown } from "../arguments.ts";
import type { Change, CheckContext, CheckFailure, Properties } from "../definition.ts";
import type { Entry, RowEntry } from "../rows/entry.ts";
import { memoryIn, type RowMemory } from "../rows/memory.ts";
import { wantedRecord } from "./kind.ts";

/** The values of one name and type. */
export interface ValueList {
  readonly values: readonly string[];
  readonly ttl?: number | undefined;
}

/** A valid value, and its record. */
export interface ValueRecord extends RowEntry<ZoneRow> {
  readonly row: LiveRecord;
}

/** The canonical owner name and type, `www A`. @throws InvalidNameError */
export const keyOf = (name: string, type: string, domain: string): string => `${dns.ownerName(name, domain)} ${type}`;

export const typeIn = (key: string) => key.slice(key.lastIndexOf(" ") + 1);

/** The record of a value; `undefined` if it isn't valid. Memoized, since a run reads the same values several times. */
export const recordOf = dns.memoizeByText(
  (domain: string, key: string, value: string, ttl: number | undefined): ValueRecord | undefined => {
    const type = typeIn(key);
    if (!dns.isRecordTypeName(type)) return undefined;
    const fields = dns.ifValid(() => dns.readValue(type, value));
    const written = { type, name: key.slice(0, -type.length - 1), ...fields, ...dns.optional({ ttl }) };
    const { data: args } = fields ? dns.recordSchema(type).safeParse(written) : {};
    const wanted = args && dns.ifValid(() => wantedRecord(args, domain));
    if (wanted === undefined) return undefined;
    const { row, over, shownAs } = wanted;
    const signature = JSON.stringify([row.name, row.data, row.ttl]);
    return { key, value: dns.optional({ value, ttl }), row, over, shownAs, signature };
  },
);

/** The valid records of a list. @param key canonical: `www A` @param memory of each value, in their order */
export const recordsOf = (
  key: string,
  { values, ttl }: ValueList,
  domain: string,
  memory: readonly RowMemory[] = [],
): ValueRecord[] =>
  values.flatMap((value, place) => {
    const { id, sent, granted } = memory[place] ?? {};
    const record = recordOf(domain, key, value, sent?.ttl ?? ttl);
    if (record === undefined || memory.length === 0) return record ?? [];
    // Each field by name: for 10,000 records, a spread takes ten times as long.
    const { value: given, row, over, shownAs, signature } = record;
    return { key, value: given, row, over, shownAs, signature, id, granted };
  });

/** The entry of a live record. @param args its arguments, with live values */
export function entryOf(args: Properties, domain: string): Entry {
  const { type, name, ttl } = args;
  if (typeof type !== "string" || !dns.isRecordTypeName(type)) throw new TypeError(`unknown type ${String(type)}`);
  const { service, protocol } = args;
  const owner = dns.recordOwner({ type, name: String(name), service, protocol }, domain);
  return { key: `${owner} ${type}`, value: dns.optional({ value: dns.printValue(type, args), ttl }) };
}

/** The value and the TTL that the entry of a row holds. */
export const writtenIn = ({ value: { value, ttl } }: Entry) => ({
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
      const { value, ttl: own } = writtenIn(entry);
      const { id, granted } = entry;
      const at = place ?? free.shift() ?? values.length;
      return { id, granted, value: values[place ?? -1] ?? value, ttl: own, place: at };
    })
    .sort((a, b) => a.place - b.place);
  // A list shows one TTL: that of a record whose TTL was edited, if there is one.
  const edited = rows.find((row) => row.ttl !== ttl)?.ttl;
  const shown = ttl === undefined ? undefined : (edited ?? ttl);
  return {
    values: rows.map(({ value }) => value),
    ttl: shown,
    rows: rows.map(({ id, granted, ttl: own }) => {
      const isApart = shown !== undefined && own !== undefined && own !== shown;
      return { id, granted, ...(isApart && { sent: { ttl: own } }) };
    }),
  };
}

/** The values of a list that can be read. */
export const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((value) => typeof value === "string") : [];

const meaningsOf = (values: unknown, type: string) => textsIn(values).map((value) => meaningOf(type, value));

/** Do two lists have the same values, in any spelling and order? */
export const isSame = (old: unknown, wanted: unknown, type: string): boolean =>
  isDeepStrictEqual(meaningsOf(old, type).sort(), meaningsOf(wanted, type).sort());

/** The values that differ by meaning, in any order and spelling. @param path of the lists */
export function valueChanges(path: string, old: unknown, wanted: unknown, type: string): Change[] {
  if (hasUnknown(wanted)) return [{ path, kind: "update" }];
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

/** Does a state remember TTLs of single values, or can its memory not be read? Then its TTL differs from any argument. */
export const isApart = (state: Parameters<typeof memoryIn>[0]): boolean =>
  memoryIn(state)?.some(({ sent }) => sent !== undefined) ?? true;

/** Failures of one value. Those of its name have the property `name`. */
export function checkValue(
  { type, name }: { type: RecordTypeName; name: string },
  value: string,
  domain: string | undefined,
  context: CheckContext,
): CheckFailure[] {
  try {
    return failuresOf(dns.checkRecord(type, { type, name, ...dns.readValue(type, value) }, domain), context);
  } catch (error) {
    if (!(error instanceof dns.ZoneFileError)) throw error;
    return [{ property: "value", reason: error.reason }];
  }
}

/** The parts of arguments or a state that describe records. `ttls` has the keys of `records`. */
export interface ZoneMap {
  readonly records?: Readonly<Record<string, unknown>> | undefined;
  readonly ttl?: number | undefined;
  readonly ttls?: Readonly<Record<string, unknown>> | undefined;
}

/** A key of the map, and its values. */
export interface KeyedList {
  /** The key in the program's spelling: `WWW A`. */
  readonly written: string;
  /** The canonical key, `www A`; the written key if that isn't valid. */
  readonly key: string;
  /** `undefined` if the key isn't a name and a type. */
  readonly type: dns.RecordTypeName | undefined;
  /** The owner name as the program wrote it. */
  readonly name: string;
  readonly values: unknown;
  /** Its own TTL, else that of all lists. */
  readonly ttl: number | undefined;
  /** Its TTL in `ttls`. */
  readonly ownTtl: number | undefined;
  readonly isTtlUnknown: boolean;
}

/** Reads a key: `name TYPE`, the type in capitals. */
export function readKey(written: string, domain: string): Pick<KeyedList, "written" | "key" | "type" | "name"> {
  const [, name = "", type = ""] = /^(\S+) (\S+)$/.exec(written) ?? [];
  if (!dns.isRecordTypeName(type)) return { written, key: written, type: undefined, name };
  return { written, key: dns.ifValid(() => keyOf(name, type, domain)) ?? written, type, name };
}

/** The error in a key that isn't a name and a type, and a key that may be meant. */
export function keyProblem(written: string): string {
  const [first = "", second, ...more] = written.trim().split(/\s+/);
  const typeOf = (word: string) => [word.toUpperCase()].find(dns.isRecordTypeName);
  const [name, type = "A"] = typeOf(first) && !typeOf(second ?? "") ? [second ?? "@", first] : [first, second];
  if (second !== undefined && typeOf(type) === undefined) return dns.typeProblem(second);
  const meant = name === "" || more.length > 0 ? "" : ` (did you mean "${name} ${typeOf(type)}"?)`;
  return `it isn't an owner name and a record type, such as "www A"${meant}. ${dns.typesText}`;
}

/** The lists of the map, with the TTL of each. */
export const listsIn = dns.memoize(
  (
    records: NonNullable<ZoneMap["records"]>,
    ttl: number | undefined,
    ttls: ZoneMap["ttls"],
    domain: string,
  ): readonly KeyedList[] => {
    const own = new Map(Object.entries(ttls ?? {}).map(([key, value]) => [readKey(key, domain).key, value]));
    return Object.entries(records).map(([written, list]): KeyedList => {
      const { key, type, name } = readKey(written, domain);
      const found = own.get(key);
      const ownTtl = typeof found === "number" ? found : undefined;
      const ttls = { ttl: ownTtl ?? ttl, ownTtl, isTtlUnknown: hasUnknown(found) };
      return { written, key, type, name, values: list ?? [], ...ttls };
    });
  },
);

export const listsOf = ({ records, ttl, ttls }: ZoneMap, domain: string): readonly KeyedList[] =>
  listsIn(isObject(records) ? records : {}, ttl, ttls, domain);

const recordsOfAll = dns.memoize((all: readonly KeyedList[], domain: string): readonly ValueRecord[] =>
  all.flatMap(({ key, type, values: list, ttl }) =>
    type === undefined ? [] : recordsOf(key, { values: textsIn(list), ttl }, domain),
  ),
);

export const recordsIn = (map: ZoneMap, domain: string) => recordsOfAll(listsOf(map, domain), domain);

/** Do the arguments of a zone list every record of its domain? */
export const listsAll = ({ mode, ignoreRecords }: { mode?: unknown; ignoreRecords?: unknown }): boolean =>
  mode === "authoritative" && (!Array.isArray(ignoreRecords) || ignoreRecords.length === 0);

/** The error in a pattern, `NAME` or `NAME TYPE`. `*` matches any characters, dots too: `*.dyn TXT` is every TXT below `dyn`. */
export function patternProblem(pattern: string): string | undefined {
  const [name, type = "*", ...more] = pattern.trim().split(/\s+/);
  if (!name || more.length > 0) return 'must be a name, or a name and a type, such as "www" or "*.dyn TXT"';
  return type === "*" || dns.isRecordTypeName(type.toUpperCase())
    ? undefined
    : `${JSON.stringify(type)} is not a record type`;
}

/** Does `ignoreRecords` exclude a record set? Patterns that {@link patternProblem} refuses match nothing. */
export function ignoresOf({ ignoreRecords }: { ignoreRecords?: unknown }, domain: string) {
  const patterns = (Array.isArray(ignoreRecords) ? ignoreRecords : []).filter(
    (pattern): pattern is string => typeof pattern === "string" && patternProblem(pattern) === undefined,
  );
  const forms = patterns.map((pattern) => {
    const [written = "", type = "*"] = pattern.trim().split(/\s+/);
    // Each part between stars in A-labels, since a `*` would count as a character of its label.
    const name = written.replace(/[^.*]+/g, (part) => dns.ifValid(() => dns.ownerName(part, domain)) ?? part);
    const owner = dns.ifValid(() => dns.ownerName(name, domain)) ?? name.toLowerCase().replace(/\.$/, "");
    return { parts: owner.split("*"), type: type.toUpperCase() };
  });
  return (name: string, type: string) =>
    forms.some((each) => (each.type === "*" || each.type === type) && fits(each.parts, name));
}

/** Does a name consist of these parts in this order, with any characters between them? Linear, unlike a regular expression. */
function fits([first = "", ...others]: readonly string[], name: string): boolean {
  const last = others.pop();
  if (last === undefined) return name === first;
  const end = name.length - last.length;
  let at = first.length;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}
