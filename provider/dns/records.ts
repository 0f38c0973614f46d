/** Records: reads arguments into canonical form; compares, checks and prints it. */
import { isDeepStrictEqual } from "node:util";
import type { Finding } from "./checks/record.ts";
import { InvalidNameError, ifValid, UnreadableError } from "./errors.ts";
import { fullName, normaliseDomain, ownerName } from "./names.ts";
import { type AnyData, type Field, mapFields, mapValues, type Value } from "./recordType.ts";
import {
  isRecordTypeName,
  type LiveRecord,
  type RecordArgs,
  type RecordData,
  type RecordTypeName,
  recordTypes,
  type WantedRecord,
} from "./registry.ts";
import { readTokens, tokensOf } from "./zoneFile/tokens.ts";

const isDefined = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;

/** Leaves out properties that are `undefined`. */
export function optional<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in properties) {
    const value = properties[key];
    if (isDefined(value)) given[key] = value;
  }
  return given;
}

export function groupBy<T, K = string>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** The values for which a test holds, and the others. */
export function partition<T>(values: readonly T[], holds: (value: T) => boolean): [T[], T[]] {
  const parts = groupBy(values, holds);
  return [parts.get(true) ?? [], parts.get(false) ?? []];
}

/** Memoizes a pure function: for each first argument, an object, the result of the call with its last other arguments. */
export function memoize<First extends object, Others extends readonly unknown[], T>(
  make: (first: First, ...others: Others) => T,
) {
  const cache = new WeakMap<First, { others: Others; made: T }>();
  return (first: First, ...others: Others): T => {
    const last = cache.get(first);
    if (last?.others.every((other, place) => other === others[place])) return last.made;
    const made = make(first, ...others);
    cache.set(first, { others, made });
    return made;
  };
}

/** The canonical owner name of a record's arguments. @throws InvalidNameError */
export function recordOwner(
  args: { readonly type: string; readonly name: string; readonly [key: string]: unknown },
  domain: string,
): string {
  if (!isRecordTypeName(args.type)) return ownerName(args.name, domain);
  const { owner } = recordTypes[args.type];
  const parts = Object.entries(args).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : []));
  try {
    return owner.owner(args.name, Object.fromEntries(parts), domain);
  } catch (error) {
    if (error instanceof UnreadableError) throw new InvalidNameError(args.name, error.message);
    throw error;
  }
}

export const dataOf = (type: RecordTypeName, valueIn: (field: Field, key: string) => Value | undefined): RecordData =>
  // Each description states the fields that the type of its data has.
  ({ type, ...mapFields(recordTypes[type].named, valueIn) }) as AnyData as RecordData;

/** Canonical data of arguments. An invalid address stays as it is. @throws InvalidNameError */
export const dataFromArgs = (type: RecordTypeName, args: Readonly<Record<string, unknown>>): RecordData =>
  dataOf(type, (field, key) => {
    const written = args[key];
    return typeof written === "string" || typeof written === "number" ? field.canonical(written) : undefined;
  });

/** The canonical form of arguments that fit their schema. @throws InvalidNameError for an invalid domain, name or target */
export function recordFromArgs(args: RecordArgs, domain: string): WantedRecord {
  const { type, ttl, comment } = args;
  return { name: recordOwner(args, domain), data: dataFromArgs(type, args), ...optional({ ttl, comment }) };
}

/** The values of data in presentation form, RFC 1035 section 5.1: `10 mail.example.com.` */
export const printData = (data: RecordData): string => printContent(data, true, true);

/** {@link printData}, with hosts without their final dot by default, and with or without a priority. */
export function printContent(data: RecordData, isComplete = true, isDotted = false): string {
  const fields = recordTypes[data.type].inOrder.filter(([, { secondary }]) => isComplete || !secondary);
  const printed = (field: Field, value: Value) =>
    field.rdata === "name" && !isDotted ? String(value) : field.print(value);
  return Object.values(mapValues(data, fields, printed)).join(" ");
}

/** One record for messages: `www.example.com A 192.0.2.1`. @param instead in place of the data: "its content is secret" */
export function describeRecord(name: string, data: RecordData, domain: string, instead?: string): string {
  if (instead !== undefined) return `${data.type} of ${fullName(name, domain)} (${instead})`;
  const printed = printData(data);
  return `${fullName(name, domain)} ${data.type} ${printed.length > 100 ? `${printed.slice(0, 100)}...` : printed}`;
}

/**
 * Runs the checks of one record, whose arguments fit their schema. Skips checks that read an `unknown` argument, or a domain
 * that isn't known or isn't valid. Never throws.
 */
export function checkRecord(
  type: RecordTypeName,
  args: Readonly<Record<string, unknown>>,
  domain: string | undefined,
  unknown: readonly string[] = [],
): Finding[] {
  const origin = ifValid(() => normaliseDomain(domain ?? "")) ?? "";
  const known: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(args))
    if ((typeof value === "string" || typeof value === "number") && !unknown.includes(key)) known[key] = value;
  const { checks } = recordTypes[type];
  return checks.flatMap(({ id, set, property, reference, needs = [property], reads = [], find }): Finding[] => {
    const canTell = needs.every((key) => known[key] !== undefined) && !reads.some((key) => unknown.includes(key));
    const reason = canTell ? find(known, origin) : undefined;
    return reason === undefined ? [] : [{ check: id, set, property, reason, reference }];
  });
}

/**
 * Reads a value of a set, in presentation form (RFC 1035 section 5.1), as the arguments that hold one record's data. For a
 * type with one field, such as TXT, the value itself is the argument, without quotes.
 * @throws ZoneFileError
 */
export function readValue(type: RecordTypeName, text: string): Readonly<Record<string, Value>> {
  const { named } = recordTypes[type];
  const [[key = ""] = []] = named;
  // A set has no origin: the checks judge each host as it is written.
  return named.length === 1 ? { [key]: text } : readTokens(type, tokensOf(text), ({ raw }) => raw);
}

/** The inverse of {@link readValue}; hosts without their final dot. */
export function printValue(type: RecordTypeName, args: Readonly<Record<string, unknown>>): string {
  const { named } = recordTypes[type];
  const [[key = ""] = []] = named;
  const text = named.length === 1 ? args[key] : undefined;
  return typeof text === "string" ? text : printContent(dataFromArgs(type, args));
}

/** The value of a field of the record's type; `undefined` for one that the registrar didn't show. */
export const fieldOf = (data: AnyData, key: string): Value | undefined => data[key];

/** Values that aren't part of the identity, such as a priority; `undefined` for one that the registrar didn't show. */
export function secondaryValues(data: RecordData): Readonly<Record<string, unknown>> {
  const fields = recordTypes[data.type].named.filter(([, { secondary }]) => secondary);
  return Object.fromEntries(fields.map(([key]) => [key, fieldOf(data, key)]));
}

function withText<D extends RecordData>(data: D, text: string): D {
  const { ambiguous } = recordTypes[data.type];
  return ambiguous === undefined ? data : { ...data, [ambiguous]: text };
}

/** A key for maps of records: owner name, type and data, without the priority of MX and SRV. */
export function identityKey(name: string, data: RecordData): string {
  const values = recordTypes[data.type].identity.map((key) => fieldOf(data, key));
  return `${name} ${JSON.stringify([data.type, ...values])}`;
}

/** The {@link identityKey} of each interpretation of a live record, the likeliest first. */
export function identityKeys({ name, data, interpretations = [] }: LiveRecord): string[] {
  return [data, ...interpretations.map((text) => withText(data, text))].map((meaning) => identityKey(name, meaning));
}

/** Gives an ambiguous live record the string of `data`, if it may mean that. Otherwise a write could send another meaning. */
export function interpretAs(live: LiveRecord, data: RecordData): LiveRecord {
  const { interpretations = [], ...rest } = live;
  const [shown, meant] = [live.data, data].map((each) => fieldOf(each, recordTypes[data.type].ambiguous ?? ""));
  if (typeof shown !== "string" || typeof meant !== "string" || !interpretations.includes(meant)) return live;
  const others = [shown, ...interpretations.filter((interpretation) => interpretation !== meant)];
  return { ...rest, data: withText(live.data, meant), interpretations: others };
}

/** @throws InvalidNameError */
function canonicalArgument(type: RecordTypeName, key: string, written: string, domain: string): unknown {
  if (key === "name") return ownerName(written, domain);
  const parts = { ...recordTypes[type].owner.arguments, ...recordTypes[type].fields };
  return Object.hasOwn(parts, key) ? parts[key]?.canonical(written) : written;
}

/** Do two values of an argument mean the same? If one is invalid or not a string, only if deeply equal. Never throws. */
export function sameArgument(type: RecordTypeName, key: string, a: unknown, b: unknown, domain: string): boolean {
  if (isDeepStrictEqual(a, b)) return true;
  if (typeof a !== "string" || typeof b !== "string") return false;
  const [one, other] = [a, b].map((text) => ifValid(() => canonicalArgument(type, key, text, domain)));
  return one !== undefined && one === other;
}

/** The live values by argument, in canonical spelling. @param split splits the owner into its parts, as for SRV */
function liveArguments({ name, data, ttl, comment }: LiveRecord, split: boolean): Record<string, unknown> {
  const { owner, named } = recordTypes[data.type];
  const parts = split ? owner.split(name) : undefined;
  return {
    name: parts?.name ?? name,
    type: data.type,
    ...parts?.values,
    ...mapValues(data, named, (field, value) => field.write(value)),
    ttl,
    comment,
  };
}

/** Is an argument one of the other values that a live record could mean? */
function isInterpretation({ data, interpretations = [] }: LiveRecord, key: string, wanted: string): boolean {
  const { ambiguous, fields } = recordTypes[data.type];
  return key === ambiguous && interpretations.some((each) => each === fields[key]?.canonical(wanted));
}

/**
 * The live values of the keys in `args`. A value keeps the user's spelling if it means the same, or if the registrar didn't
 * show it. An SRV name is split into service, protocol and name if the user's is.
 */
export function projectRecord(live: LiveRecord, args: RecordArgs, domain: string): Record<string, unknown> {
  const given: Record<string, unknown> = optional(args);
  const split = Object.keys(recordTypes[args.type].owner.arguments).some((key) => key in given);
  const values = liveArguments(live, split);
  const project = (key: string, wanted: unknown): unknown => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    const kept =
      value === undefined ||
      sameArgument(args.type, key, value, wanted, domain) ||
      (typeof wanted === "string" && isInterpretation(live, key, wanted));
    return kept ? wanted : value;
  };
  return Object.fromEntries(Object.entries(given).map(([key, wanted]) => [key, project(key, wanted)]));
}

/** The arguments that declare a live record: canonical, SRV with its service in the name, without values that aren't shown. */
export function argsFromRecord(live: LiveRecord): Record<string, unknown> {
  return optional(liveArguments(live, false));
}
