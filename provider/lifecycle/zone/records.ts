/**
 * The records of a zone as arguments and state hold them: a map by owner name and type (`www A`), so that what people
 * see, `ignoreChanges` and the state go by key. Each value keeps what its key does not say, in the program's spelling.
 */
import { isObject } from "../../api/index.ts";
import {
  groupBy,
  ifValid,
  isRecordTypeName,
  type LiveRecord,
  normaliseDomain,
  ownerName,
  printData,
  type RecordArgs,
  recordFromArgs,
  recordOwner,
  recordSchemas,
  sameArgument,
} from "../../dns/index.ts";
import type { Properties } from "../definition.ts";
import { memoize } from "../memoize.ts";

/** Lists of records by owner name and type. */
export type RecordMap = Record<string, readonly Properties[]>;

/** One record under its key, not looked into yet, and what a state says of it beside. */
export interface Entry {
  /** Canonical owner name and type: `www A`. */
  key: string;
  /** The fields as written, without those that the key says. */
  value: Properties;
  /** The registrar's id. */
  recordId?: string | undefined;
  /** The TTL that the registrar made of the program's. */
  acceptedTtl?: number | undefined;
  /** It is live and shown, but this resource never listed it. */
  isUnlisted?: boolean | undefined;
  /** What it says that it is where its key says something else: `www AAAA` under `www A`. */
  contradiction?: string;
}

/** One that is whole and valid, with what it means. */
export interface ZoneRecord extends Entry {
  args: RecordArgs;
  /** The same in canonical form. */
  row: LiveRecord;
  /** What it says, whatever its spelling, and which of its arguments are given. */
  signature: string;
}

const isList = (value: unknown) => Array.isArray(value) && value.every(isObject);

/** What its records say is not looked at. */
export const areRecords = (records: unknown): records is RecordMap =>
  isObject(records) && Object.values(records).every(isList);

/** What to write in place of something that is no such map, in the form that Python and YAML share. */
export function formProblem(records: unknown): string {
  const wrong = isObject(records) ? Object.keys(records).find((key) => !isList(records[key])) : undefined;
  const place = JSON.stringify(wrong ?? "www A");
  return `is no map of lists by owner name and type: write ${place}: [{"content": "192.0.2.1"}], also for one record`;
}

/**
 * The records in their canonical places. A key is `name TYPE`, or anything where the record itself says its name and type; what has no place
 * under any name stands under what was written.
 * @returns `undefined` when something in it is no record at all
 */
export const entriesOf = memoize((records: unknown, domain: string): readonly Entry[] | undefined =>
  areRecords(records)
    ? Object.entries(records).flatMap(([key, list]) => list.map((record) => entryOf(record, domain, key)))
    : undefined,
);

/** A record in its place. @param label what stands for it where it does not say its name and type */
export function entryOf(record: Properties, domain: string, label = "[]"): Entry {
  const asWritten = { key: label, value: { ...record } };
  const [nameInKey, typeInKey] = splitKey(label);
  const { type = typeInKey, name = nameInKey, ...rest } = record;
  if (typeof type !== "string" || typeof name !== "string") return asWritten;
  const { service, protocol } = rest;
  const ownerIn = (args: Parameters<typeof recordOwner>[0]) => ifValid(() => recordOwner(args, domain));
  const owner = ownerIn({ type, name, service, protocol });
  const key = `${owner ?? name} ${type}`;
  const saysOwn = record["type"] !== undefined || record["name"] !== undefined;
  // A key that names no type of record says nothing.
  if (saysOwn && nameInKey !== undefined && typeInKey !== undefined && isRecordTypeName(typeInKey.toUpperCase())) {
    // The fields of an SRV record may be a part of the name, so of the key.
    const meant = [{ service, protocol }, {}].map(
      (fields) => `${ownerIn({ type: typeInKey, name: nameInKey, ...fields }) ?? nameInKey} ${typeInKey}`,
    );
    if (!meant.includes(key)) return { ...asWritten, contradiction: key };
  }
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { key, value: name === owner || owner === undefined ? given : { name, ...given } };
}

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
  groupBy(items, ({ key }) => key);

/** What an entry means; `undefined` if it is not a whole and valid record. */
export const recordOf = memoize((entry: Entry, domain: string): ZoneRecord | undefined => {
  const fields = fieldsOf(entry);
  const type = fields["type"];
  if (typeof type !== "string" || !isRecordTypeName(type) || entry.contradiction !== undefined) return undefined;
  const { data: args } = recordSchemas[type].safeParse(fields);
  const row = args && ifValid(() => recordFromArgs(args, domain));
  if (args === undefined || row === undefined) return undefined;
  const signature = JSON.stringify([row.name, row.data, row.ttl, row.comment, Object.keys(args).sort()]);
  return { ...entry, args, row, signature };
});

/** Every valid record of a map. */
export const recordsIn = memoize((records: unknown, domain: string): readonly ZoneRecord[] =>
  (entriesOf(records, domain) ?? []).flatMap((entry) => recordOf(entry, domain) ?? []),
);

/** Names of the arguments in which a record differs from another of its type, by meaning. */
export function changedFrom(old: Properties | RecordArgs, wanted: RecordArgs, domain: string): string[] {
  const [before, after]: Properties[] = [{ ...old }, { ...wanted }];
  return Object.keys(wanted).filter(
    (key) => after?.[key] !== undefined && !sameArgument(wanted.type, key, before?.[key], after[key], domain),
  );
}

/** A record in one line, relative to the domain: `www A 192.0.2.1`. */
export const lineOf = ({ name, data }: Pick<LiveRecord, "name" | "data">): string =>
  `${name} ${data.type} ${printData(data)}`;

/** Do the arguments of a zone list all that its domain is to have? */
export const listsAll = ({ mode, ignore }: { mode?: unknown; ignore?: unknown }): boolean =>
  mode === "authoritative" && (!Array.isArray(ignore) || ignore.length === 0);

/** Does a pattern of `ignore` speak of the record set of this owner name and type? */
export type Ignores = (name: string, type: string) => boolean;

/**
 * What is wrong with a pattern, `NAME` or `NAME TYPE`, or `undefined`. The name is relative to the domain, as in records; `*` stands for
 * any characters, dots too, so that `*.dyn TXT` means every TXT below `dyn`, and `* TXT` every TXT of the zone.
 */
export function patternProblem(pattern: string): string | undefined {
  const [name, type = "*", ...more] = pattern.trim().split(/\s+/);
  if (name === undefined || name === "" || more.length > 0)
    return 'must be a name, or a name and a type, such as "www" or "*.dyn TXT"';
  return type === "*" || isRecordTypeName(type.toUpperCase())
    ? undefined
    : `${JSON.stringify(type)} is not a record type`;
}

/** What a zone leaves alone: patterns as {@link patternProblem} accepts them; others match nothing. */
export function ignoresOf({ ignore }: { ignore?: unknown }, domain: string): Ignores {
  const patterns = (Array.isArray(ignore) ? ignore : []).filter(
    (pattern): pattern is string => typeof pattern === "string" && patternProblem(pattern) === undefined,
  );
  const forms = patterns.map((pattern) => {
    const [name = "", type = "*"] = pattern.trim().split(/\s+/);
    return { form: nameForm(name, domain), type: type.toUpperCase() };
  });
  return (name, type) => forms.some((each) => (each.type === "*" || each.type === type) && fits(each.form, name));
}

/** The fixed parts of a pattern's name, in A-labels as far as they consist of whole labels. */
function nameForm(pattern: string, domain: string): string[] {
  const bare = pattern.toLowerCase().replace(/\.$/, "");
  const suffix = `.${normaliseDomain(domain)}`;
  return pattern.includes("*")
    ? (bare.endsWith(suffix) ? bare.slice(0, -suffix.length) : bare).split("*").map(fixedPart)
    : [ifValid(() => ownerName(pattern, domain)) ?? bare];
}

/** Is a name these parts in this order, with anything between them? Linear, as an expression with many stars is not. */
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

function fixedPart(part: string): string {
  const labels = part.replace(/^\.|\.$/g, "");
  const inALabels = () => normaliseDomain(`${labels}.example`).slice(0, -".example".length);
  return labels === "" ? part : part.replace(labels, ifValid(inALabels) ?? labels);
}
