/**
 * The records of a zone as arguments and state hold them: a map by owner name and type (`www A`), so that what people
 * see, `ignoreChanges` and the state go by key. Each value keeps what its key does not say, in the program's spelling.
 * Those of a large zone stand in lines (lines.ts).
 */
import { isObject } from "../../api/json.ts";
import { isRecordTypeName, recordOwner } from "../../dns/index.ts";
import type { Properties } from "../definition.ts";
import { remembering } from "../remembering.ts";
import { areLines, placed, readLine, writeLine } from "./lines.ts";

/** What a map holds under one key: one record, or several of that name and type. */
export type RecordMap = Record<string, Properties | Properties[]>;

/** One record under its key, not looked into yet. */
export interface Entry {
  /** Canonical owner name and type: `www A`. */
  key: string;
  /** The fields as written, without those that the key says. */
  value: Properties;
}

/** A record, under its label in a map or at its place in a list. */
interface Written {
  label: string | undefined;
  place?: number;
  record: Properties;
}

/** Every single record of a list, a map or lines, with its label; `undefined` when something in it is no record at all. */
function writtenIn(records: unknown): Written[] | undefined {
  if (!areWritten(records)) return undefined;
  if (Array.isArray(records)) return records.map((record: Properties, place) => ({ label: undefined, place, record }));
  const written: Written[] = [];
  for (const [label, value] of Object.entries(records)) {
    if (!Array.isArray(value)) written.push({ label, record: value });
    else for (const record of value) written.push({ label, record });
  }
  return written;
}

/** Is it a list of records, lines, or a map whose values are a record or a list of them? What the records say is not looked at. */
export function areRecords(records: unknown): boolean {
  return areLines(records) || areWritten(records);
}

function areWritten(records: unknown): records is Properties[] | RecordMap {
  if (Array.isArray(records)) return records.every(isObject);
  if (!isObject(records)) return false;
  return Object.values(records).every((value) => (Array.isArray(value) ? value.every(isObject) : isObject(value)));
}

/**
 * The records in their canonical places, from a list, or from a map whose keys are `name TYPE` (or anything, where the
 * record itself says its name and type). What has no place under any name stands under what was written.
 * @returns `undefined` when something in it is no record at all
 */
export const entriesOf = remembering((records: unknown, domain: string): readonly Entry[] | undefined => {
  if (areLines(records)) return entriesByPlace(records, domain).filter((entry) => entry !== undefined);
  const listed = new Set<Entry>();
  return writtenIn(records)?.map((written) => {
    const known = sharedEntry(written, domain);
    // What is listed twice is two entries.
    const entry = known === undefined || listed.has(known) ? entryOf(written, domain) : known;
    listed.add(entry);
    return entry;
  });
});

/** What stands in each line; `undefined` for an empty one. */
export function entriesByPlace(lines: readonly string[], domain: string): (Entry | undefined)[] {
  const listed = new Set<Entry>();
  return lines.map((line) => {
    if (line === "") return undefined;
    const known = sharedBy(`${domain}\n${line}`, () => entryOf(writtenInLine(line), domain));
    const entry = listed.has(known) ? entryOf(writtenInLine(line), domain) : known;
    listed.add(entry);
    return entry;
  });
}

function writtenInLine(line: string): Written {
  const { key, fields } = readLine(line);
  return { label: key, record: fields };
}

/**
 * Records as lines, each at its place.
 * @param before the lines as they were
 * @returns at each place the record and its line, or nothing; `undefined` where one cannot stand in a line
 */
export function placesOf<T extends Entry>(
  entries: readonly T[],
  before: readonly string[],
): ({ line: string; entry: T } | undefined)[] | undefined {
  const records: { line: string; entry: T }[] = [];
  for (const entry of entries) {
    const line = writeLine(entry.key, entry.value);
    if (line === undefined) return undefined;
    records.push({ line, entry });
  }
  return placed(records, before);
}

/** The lines at places; an empty one where there is no record. */
export const linesAt = (places: readonly ({ line: string } | undefined)[]): string[] =>
  places.map((place) => place?.line ?? "");

/** Entries of this process by what was written. Of a zone that did not change, inputs and state then share what was made of them. */
const shared = new Map<string, Entry>();
/** More are forgotten, so that a process that stays does not grow. */
const maxShared = 200_000;

/** The entry of a record whose fields are plain values, and that has its own place; `undefined` for any other. */
function sharedEntry(written: Written, domain: string): Entry | undefined {
  const { label, record } = written;
  for (const key in record) if (!isPlain(record[key])) return undefined;
  if (label === undefined && (record["name"] === undefined || record["type"] === undefined)) return undefined;
  const text = `${domain}\n${label ?? ""}\n${JSON.stringify(record)}`;
  return sharedBy(text, () => entryOf(written, domain));
}

function sharedBy(text: string, make: () => Entry): Entry {
  const known = shared.get(text);
  if (known !== undefined) return known;
  const entry = make();
  if (shared.size >= maxShared) shared.clear();
  shared.set(text, entry);
  return entry;
}

const isPlain = (value: unknown) =>
  typeof value === "string" || typeof value === "boolean" || value === undefined || Number.isFinite(value);

function entryOf({ label, place, record }: Written, domain: string): Entry {
  const asWritten = { key: label ?? `[${place ?? ""}]`, value: { ...record } };
  const [fromKeyName, fromKeyType] = splitKey(label);
  const { type = fromKeyType, name = fromKeyName, ...rest } = record;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (typeof type !== "string" || typeof name !== "string") return asWritten;
  if (label !== undefined && contradictionOf(asWritten, domain) !== undefined) return asWritten;
  const owner = ownerIn({ type, name, service: rest["service"], protocol: rest["protocol"] }, domain);
  return { key: `${owner ?? name} ${type}`, value: name === owner || owner === undefined ? given : { name, ...given } };
}

/**
 * What a record says that it is where its key says something else: `www AAAA` under `www A`. A key that names no type
 * of record says nothing.
 */
export function contradictionOf({ key, value }: Entry, domain: string): string | undefined {
  if (value["type"] === undefined && value["name"] === undefined) return undefined;
  const [keyName, keyType] = splitKey(key);
  if (keyName === undefined || keyType === undefined || !isRecordTypeName(keyType.toUpperCase())) return undefined;
  const { type = keyType, name = keyName, service, protocol } = value;
  if (typeof type !== "string" || typeof name !== "string") return undefined;
  const said = `${ownerIn({ type, name, service, protocol }, domain) ?? name} ${type}`;
  // The fields of an SRV record may be a part of the name, so of the key.
  const meant = [
    { service, protocol },
    { service: undefined, protocol: undefined },
  ].map((fields) => `${ownerIn({ type: keyType, name: keyName, ...fields }, domain) ?? keyName} ${keyType}`);
  return meant.includes(said) ? undefined : said;
}

function ownerIn(args: { type: string; name: string; service: unknown; protocol: unknown }, domain: string) {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  try {
    return recordOwner({ ...args, service: text(args.service), protocol: text(args.protocol) }, domain);
  } catch {
    return undefined;
  }
}

function splitKey(key: string | undefined): [name: string | undefined, type: string | undefined] {
  const space = key?.lastIndexOf(" ") ?? -1;
  if (key === undefined || space < 0 || space === key.length - 1) return [undefined, undefined];
  return [key.slice(0, space), key.slice(space + 1)];
}

/** The fields of a record, its name and type included. */
export function fieldsOf({ key, value }: Entry): Properties {
  const [name, type] = splitKey(key);
  return type === undefined ? { ...value } : { type, name, ...value };
}

/** A map of entries, its keys sorted; those of one key stay in their order. */
export function mapOf(entries: readonly Entry[]): RecordMap {
  const groups = groupByKey(entries);
  return Object.fromEntries(
    [...groups.keys()].sort().map((key) => {
      const values = (groups.get(key) ?? []).map(({ value }) => value);
      const [first = {}] = values;
      return [key, values.length === 1 ? first : values];
    }),
  );
}

/** Things by their key, in their order. */
export function groupByKey<T extends { key: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.key);
    if (group === undefined) groups.set(item.key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Do the arguments of a zone list all that its domain is to have? */
export const listsAll = ({ mode, ignore }: { mode?: unknown; ignore?: unknown }): boolean =>
  mode === "authoritative" && (!Array.isArray(ignore) || ignore.length === 0);

/** The entry that holds a record. */
export function entryOfArgs(args: Properties, domain: string): Entry {
  return entryOf({ label: undefined, record: args }, domain);
}
