/**
 * The records of a zone as arguments and state hold them: a map by owner name and type (`www A`), so that what people
 * see, `ignoreChanges` and the state go by key. Each value keeps what its key does not say, in the program's spelling.
 */
import { isObject } from "../../api/json.ts";
import {
  isRecordTypeName,
  type LiveRecord,
  type RecordArgs,
  recordFromArgs,
  recordOwner,
  recordSchemas,
  sameArgument,
} from "../../dns/index.ts";
import type { Properties } from "../definition.ts";

/** What a map holds under one key: one record, or several of that name and type. */
export type RecordMap = Record<string, Properties | Properties[]>;

/** One record under its key, not looked into yet. */
export interface Entry {
  /** Canonical owner name and type: `www A`. */
  key: string;
  /** The fields as written, without those that the key says. */
  value: Properties;
}

/** A record that the program declares or declared. */
export interface Declared extends Entry {
  args: RecordArgs;
  /** The same in canonical form. */
  row: LiveRecord;
}

/** A record, under its label in a map or at its place in a list. */
interface Written {
  label: string | undefined;
  place?: number;
  record: Properties;
}

/** Every single record of a list or map, with its label; `undefined` when something in it is no record at all. */
function writtenIn(records: unknown): Written[] | undefined {
  const written: (Omit<Written, "record"> & { record: unknown })[] = Array.isArray(records)
    ? records.map((record: unknown, place) => ({ label: undefined, place, record }))
    : isObject(records)
      ? Object.entries(records).flatMap(([label, value]) =>
          (Array.isArray(value) ? value : [value]).map((record: unknown) => ({ label, record })),
        )
      : [{ label: undefined, record: undefined }];
  const whole = written.flatMap(({ record, ...rest }) => (isObject(record) ? [{ ...rest, record }] : []));
  return whole.length === written.length ? whole : undefined;
}

export const areRecords = (records: unknown) => writtenIn(records) !== undefined;

/** Remembers what was made of an object, since one run looks at the same records several times. */
function remembering<From, T>(make: (from: From, domain: string) => T) {
  const cache = new WeakMap<object, { domain: string; made: T }>();
  return (from: From, domain: string): T => {
    if (typeof from !== "object" || from === null) return make(from, domain);
    const last = cache.get(from);
    if (last?.domain === domain) return last.made;
    const made = make(from, domain);
    cache.set(from, { domain, made });
    return made;
  };
}

/**
 * The records in their canonical places, from a list, or from a map whose keys are `name TYPE` (or anything, where the
 * record itself says its name and type). What has no place under any name stands under what was written.
 * @returns `undefined` when something in it is no record at all
 */
export const entriesOf = remembering((records: unknown, domain): readonly Entry[] | undefined =>
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
  const [, name, type] = /^(.*) ([^ ]+)$/s.exec(key ?? "") ?? [];
  return [name, type];
}

/** The fields of a record, its name and type included. */
export function fieldsOf({ key, value }: Entry): Properties {
  const [name, type] = splitKey(key);
  return { ...(type !== undefined && { type }), ...(name !== undefined && { name }), ...value };
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

/** The record that an entry declares; `undefined` if it is not a whole and valid one. */
export const declaredOf = remembering((entry: Entry, domain): Declared | undefined => {
  const fields = fieldsOf(entry);
  const type = fields["type"];
  if (typeof type !== "string" || !isRecordTypeName(type) || contradictionOf(entry, domain) !== undefined)
    return undefined;
  const parsed = recordSchemas[type].safeParse(fields);
  if (!parsed.success) return undefined;
  try {
    return { ...entry, args: parsed.data, row: recordFromArgs(parsed.data, domain) };
  } catch {
    return undefined;
  }
});

/** Every valid record of a map (or list). */
export const declaredIn = remembering((records: unknown, domain): readonly Declared[] =>
  (entriesOf(records, domain) ?? []).flatMap((entry) => declaredOf(entry, domain) ?? []),
);

/** Do the arguments of a zone list all that its domain is to have? */
export const listsAll = ({ mode, ignore }: { mode?: unknown; ignore?: unknown }): boolean =>
  mode === "authoritative" && (!Array.isArray(ignore) || ignore.length === 0);

/** The entry that holds a record. */
export function entryOfArgs(args: Properties, domain: string): Entry {
  return entryOf({ label: undefined, record: args }, domain);
}

/** What a record says, whatever its spelling, and which of its arguments are given. */
export function signature({ args, row }: Declared): string {
  return JSON.stringify([row.name, row.data, row.ttl, row.comment, Object.keys(args).sort()]);
}

/** Names of the arguments in which two records of one type differ by meaning. */
export function differingKeys(old: Properties, wanted: RecordArgs, domain: string): string[] {
  const after: Properties = wanted;
  return Object.keys(after).filter(
    (key) => after[key] !== undefined && !sameArgument(wanted.type, key, old[key], after[key], domain),
  );
}

/** Do two sets say the same, one by one? */
export function pairedBySignature(old: readonly Declared[], wanted: readonly Declared[]): boolean {
  return sameTexts(old.map(signature), wanted.map(signature));
}

const sameTexts = (a: string[], b: string[]) => a.sort().join("\n") === b.sort().join("\n");
