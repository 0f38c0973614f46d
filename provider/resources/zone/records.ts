/**
 * The records of a zone as arguments and state hold them: a map by owner name and type (`www A`), so that what people
 * see, `ignoreChanges` and the state go by key. Each value keeps what its key does not say, in the program's spelling.
 */
import { isObject } from "../../api/index.ts";
import { isRecordTypeName, recordOwner } from "../../dns/index.ts";
import type { Properties } from "../definition.ts";
import { remembering } from "../remembering.ts";

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

/** Every single record of a list or a map, with its label; `undefined` when something in it is no record at all. */
function writtenIn(records: unknown): Written[] | undefined {
  if (!areRecords(records)) return undefined;
  if (Array.isArray(records)) return records.map((record: Properties, place) => ({ label: undefined, place, record }));
  const written: Written[] = [];
  for (const [label, value] of Object.entries(records)) {
    if (!Array.isArray(value)) written.push({ label, record: value });
    else for (const record of value) written.push({ label, record });
  }
  return written;
}

/** Is it a list of records, or a map whose values are a record or a list of them? What the records say is not looked at. */
export function areRecords(records: unknown): records is Properties[] | RecordMap {
  if (Array.isArray(records)) return records.every(isObject);
  if (!isObject(records)) return false;
  return Object.values(records).every((value) => (Array.isArray(value) ? value.every(isObject) : isObject(value)));
}

/**
 * The records in their canonical places, from a list, or from a map whose keys are `name TYPE` (or anything, where the
 * record itself says its name and type). What has no place under any name stands under what was written.
 * @returns `undefined` when something in it is no record at all
 */
export const entriesOf = remembering((records: unknown, domain: string): readonly Entry[] | undefined =>
  writtenIn(records)?.map((written) => entryOf(written, domain)),
);

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
