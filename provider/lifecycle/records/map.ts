/**
 * The records of a zone as arguments and state hold them: lists by owner name and type (`www A`), so that diffs, `ignoreChanges` and the
 * state go by key. A value keeps the fields that its key doesn't say, in the program's spelling.
 */
import { isObject } from "../../api/index.ts";
import type { LiveRecord, ZoneRow } from "../../dns/index.ts";
import * as dns from "../../dns/index.ts";
import { memoize } from "../define.ts";
import type { Properties } from "../definition.ts";
import type { Entry, Listed } from "../rows/kind.ts";

/** Lists of records by owner name and type. */
export type RecordMap = Record<string, readonly Properties[]>;

/** A record of a map. Its key is the canonical owner name and type, `www A`; its value has the fields that the key doesn't say. */
export interface MapEntry extends Entry {
  /** The key of the record's own name and type, if that is another key: `www AAAA` under `www A`. */
  contradiction?: string;
}

/** A valid record of a map. */
export interface ZoneRecord extends Listed<ZoneRow> {
  row: LiveRecord;
}

const isList = (value: unknown) => Array.isArray(value) && value.every(isObject);

const areLists = memoize((records: unknown) => isObject(records) && Object.values(records).every(isList));
/** Are they lists of objects? The fields of the records are checked elsewhere. */
export const areRecords = (records: unknown): records is RecordMap => areLists(records);

/** The message about a value of another form. It shows a form that Python and YAML have, too. */
export function formProblem(records: unknown): string {
  const wrong = isObject(records) ? Object.keys(records).find((key) => !isList(records[key])) : undefined;
  const place = JSON.stringify(wrong ?? "www A");
  return `isn't a map of lists by owner name and type: write ${place}: [{"content": "192.0.2.1"}], also for one record`;
}

/**
 * The records under their canonical keys. A key is `name TYPE`, or any string if the record itself has a name and type. A record without a
 * valid name keeps the key that was written.
 * @returns `undefined` if they aren't lists of objects
 */
export const entriesOf = memoize((records: unknown, domain: string): readonly MapEntry[] | undefined =>
  areRecords(records)
    ? Object.entries(records).flatMap(([key, list]) => list.map((record) => entryOf(record, domain, key)))
    : undefined,
);

/** A record under its canonical key. @param label its key if it has no name and type */
export const entryOf = memoize((record: Properties, domain: string, label: string | undefined = "[]"): MapEntry => {
  const [nameInKey, typeInKey] = splitKey(label);
  const { type = typeInKey, name = nameInKey, ...rest } = record;
  if (typeof type !== "string" || typeof name !== "string") return { key: label, value: record };
  const { service, protocol } = rest;
  const ownerIn = (args: Parameters<typeof dns.recordOwner>[0]) => dns.ifValid(() => dns.recordOwner(args, domain));
  const owner = ownerIn({ type, name, service, protocol });
  const key = `${owner ?? name} ${type}`;
  const saysOwn = record["type"] !== undefined || record["name"] !== undefined;
  // A key without a record type can't contradict the record.
  if (saysOwn && nameInKey !== undefined && typeInKey !== undefined && dns.isRecordTypeName(typeInKey.toUpperCase())) {
    // The name of an SRV record, and so its key, may contain its service and protocol.
    const meant = [{ service, protocol }, {}].map(
      (fields) => `${ownerIn({ type: typeInKey, name: nameInKey, ...fields }) ?? nameInKey} ${typeInKey}`,
    );
    if (!meant.includes(key)) return { key: label, value: record, contradiction: key };
  }
  const isShort = !saysOwn && (name === owner || owner === undefined) && !Object.values(rest).includes(undefined);
  if (isShort) return { key, value: record };
  const given = dns.optional(rest);
  return { key, value: name === owner || owner === undefined ? given : { name, ...given } };
});

function splitKey(key: string): [name: string | undefined, type: string | undefined] {
  const space = key.lastIndexOf(" ");
  return space < 0 || space === key.length - 1 ? [undefined, undefined] : [key.slice(0, space), key.slice(space + 1)];
}

/** The fields of a record, its name and type included. */
export function fieldsOf({ key, value }: Entry): Properties {
  const [name, type] = splitKey(key);
  return type === undefined ? { ...value } : { type, name, ...value };
}

/** A map of entries, in their order. */
export const mapOf = (entries: readonly Entry[]): RecordMap =>
  Object.fromEntries([...groupByKey(entries)].map(([key, group]) => [key, group.map(({ value }) => value)]));

export const groupByKey = <T extends { key: string }>(items: readonly T[]): Map<string, T[]> =>
  dns.groupBy(items, ({ key }) => key);

/** The record of an entry; `undefined` if it isn't valid. */
export const recordOf = memoize((entry: MapEntry, domain: string): ZoneRecord | undefined => {
  const fields = fieldsOf(entry);
  const type = fields["type"];
  if (typeof type !== "string" || !dns.isRecordTypeName(type) || entry.contradiction !== undefined) return undefined;
  const { data: args } = dns.recordSchemas[type].safeParse(fields);
  const row = args && dns.ifValid(() => dns.recordFromArgs(args, domain));
  if (args === undefined || row === undefined) return undefined;
  const signature = JSON.stringify([row.name, row.data, row.ttl, row.comment, Object.keys(args).sort()]);
  return { ...entry, args: { ...args, domain }, row, signature };
});

/** Every valid record of a map. */
export const recordsIn = memoize((records: unknown, domain: string): readonly ZoneRecord[] =>
  (entriesOf(records, domain) ?? []).flatMap((entry) => recordOf(entry, domain) ?? []),
);

/** Do the arguments of a zone list every record of its domain? */
export const listsAll = ({ mode, ignore }: { mode?: unknown; ignore?: unknown }): boolean =>
  mode === "authoritative" && (!Array.isArray(ignore) || ignore.length === 0);
