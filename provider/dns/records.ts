/** Records: arguments and rows in canonical form, compared, checked, printed and sent. */
import { isDeepStrictEqual } from "node:util";
import { type Finding, runChecks } from "./checks/check.ts";
import { InvalidNameError, ifValid, UnreadableError } from "./errors.ts";
import { fullName, normaliseDomain, ownerName } from "./names.ts";
import { type Value, wireFields, writtenData } from "./recordType.ts";
import {
  isRecordTypeName,
  type LiveRecord,
  type RecordArgs,
  type RecordData,
  type RecordTypeName,
  recordTypes,
  type WantedRecord,
  type WireOptions,
  type ZoneRow,
} from "./registry.ts";
import { byteLength, isWellFormed } from "./text.ts";
import { entriesOf, Source, Words } from "./zoneFile/words.ts";

export function optional<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in properties) {
    const value = properties[key];
    if (isDefined(value)) given[key] = value;
  }
  return given;
}

/** Bytes of the longest string in a value, keys included. */
export function longestIn(value: unknown): number {
  if (typeof value === "string") return byteLength(value);
  if (typeof value !== "object" || value === null) return 0;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.reduce((longest: number, part: unknown) => Math.max(longest, longestIn(part)), 0);
}

/** Things by a key of theirs, in their order. */
export function groupBy<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}

function isDefined<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}

/** The canonical owner name of what a user wrote. @throws InvalidNameError */
export function recordOwner(
  args: { readonly type: string; readonly name: string; readonly [key: string]: unknown },
  domain: string,
): string {
  if (!isRecordTypeName(args.type)) return ownerName(args.name, domain);
  const { owner } = recordTypes[args.type];
  const parts = Object.keys(owner.arguments).flatMap((key) => {
    const value = args[key];
    return typeof value === "string" ? [[key, value] as const] : [];
  });
  try {
    return owner.owner(args.name, Object.fromEntries(parts), domain);
  } catch (error) {
    if (error instanceof UnreadableError) throw new InvalidNameError(args.name, error.message);
    throw error;
  }
}

/**
 * The canonical form of what a user wrote. The arguments are taken to fit their schema and the strict checks; an address that
 * is none stays as it is.
 * @throws InvalidNameError if the domain, the name or a target is not valid
 */
export function recordFromArgs(args: RecordArgs, domain: string): WantedRecord {
  const { ttl, comment } = args;
  return {
    name: recordOwner(args, domain),
    data: recordTypes[args.type].fromArgs(args),
    ...optional({ ttl, comment }),
  };
}

/** Presentation form of the data, RFC 1035 section 5.1: `10 mail.example.com.` */
export function printData(data: RecordData): string {
  return recordTypes[data.type].print(data);
}

/**
 * One record for messages: `www.example.com A 192.0.2.1`. Long data is cut.
 * @param instead what stands in place of the data, such as that it is secret
 */
export function describeRecord(name: string, data: RecordData, domain: string, instead?: string): string {
  if (instead !== undefined) return `${data.type} of ${fullName(name, domain)} (${instead})`;
  const printed = printData(data);
  return `${fullName(name, domain)} ${data.type} ${printed.length > 100 ? `${printed.slice(0, 100)}...` : printed}`;
}

/**
 * The checks of one record. A key that is not in `args` was not written; keys in `unknown` are written but not yet known (in
 * a preview), and a check that looks at one of them says nothing, as does one that needs the domain while it is `undefined`
 * or invalid. Values of a wrong type are the schema's to report. Never throws.
 */
export function checkRecord(
  type: RecordTypeName,
  args: Record<string, unknown>,
  domain: string | undefined,
  unknown: readonly string[] = [],
): Finding[] {
  const origin = domain === undefined ? undefined : ifValid(() => normaliseDomain(domain));
  const { checks, argumentKinds } = recordTypes[type];
  return runChecks(checks, argumentKinds, args, origin, unknown);
}

/**
 * The arguments that hold the data of one record, from one text as a set of records lists it: presentation form (RFC 1035
 * section 5.1), and a TXT as its text. A value of one part is taken as it is: what is wrong with it the checks say.
 * @throws ZoneFileError
 */
export function readValue(type: RecordTypeName, text: string): Readonly<Record<string, Value>> {
  const { fields, readWords } = recordTypes[type];
  const [only, ...others] = Object.keys(fields);
  if (only !== undefined && others.length === 0) return { [only]: text };
  const source = new Source(text);
  const tokens = [...entriesOf(source)].flatMap((entry) => entry.tokens);
  // Every host is complete, with or without a dot at its end.
  const words = new Words({ tokens, type, origin: ".", source, end: text.length });
  const data = readWords(words);
  words.finish();
  return data;
}

/** The other way round; hosts without the dot at their end. */
export function printValue(type: RecordTypeName, args: Readonly<Record<string, unknown>>): string {
  const { fields, fromArgs, print } = recordTypes[type];
  const [only, ...others] = Object.keys(fields);
  const text = only === undefined || others.length > 0 ? undefined : args[only];
  return typeof text === "string" ? text : print(fromArgs(args)).replace(/(?<=\w)\.$/, "");
}

/** The values that are no part of the identity, such as a priority; `undefined` for one that the registrar did not show. */
export function secondaryValues(data: RecordData): Readonly<Record<string, unknown>> {
  return Object.fromEntries(recordTypes[data.type].secondary.map((key) => [key, Reflect.get(data, key)]));
}

/** The text that registrars quote and escape in ways of their own, where the type has one: of TXT and CAA. */
function textOf(data: RecordData): unknown {
  const { ambiguous } = recordTypes[data.type];
  return ambiguous === undefined ? undefined : Reflect.get(data, ambiguous);
}

function withText<D extends RecordData>(data: D, text: string): D {
  const { ambiguous } = recordTypes[data.type];
  return ambiguous === undefined ? data : { ...data, [ambiguous]: text };
}

/** A key for maps of records: owner name, type and data, without the priority of MX and SRV. */
export function identityKey(name: string, data: RecordData): string {
  return `${name} ${JSON.stringify([data.type, ...recordTypes[data.type].identity(data)])}`;
}

/** The keys of everything that a live record may mean: {@link identityKey} of each interpretation, the likeliest first. */
export function identityKeys({ name, data, interpretations = [] }: LiveRecord): string[] {
  return [data, ...interpretations.map((text) => withText(data, text))].map((meaning) => identityKey(name, meaning));
}

/**
 * The live record with the text that `data` has, if its wire form could mean that; else the record itself. Settle a record
 * before {@link liveToWire} sends it back, so that an ambiguous text is not sent with another meaning.
 */
export function settleInterpretation(live: LiveRecord, data: RecordData): LiveRecord {
  const { interpretations = [], ...rest } = live;
  const [shown, meant] = [textOf(live.data), textOf(data)];
  if (live.data.type !== data.type || typeof shown !== "string" || typeof meant !== "string") return live;
  if (!interpretations.includes(meant)) return live;
  const others = [shown, ...interpretations.filter((interpretation) => interpretation !== meant)];
  return { ...rest, data: withText(live.data, meant), ...optional({ interpretations: others }) };
}

/** The canonical form of one argument written as text. @throws InvalidNameError */
function canonicalArgument(type: RecordTypeName, key: string, written: string, domain: string): unknown {
  if (key === "domain") return normaliseDomain(written);
  if (key === "type") return written.toUpperCase();
  if (key === "name") return ownerName(written, domain);
  const { fields, owner } = recordTypes[type];
  if (!Object.hasOwn(fields, key) && !Object.hasOwn(owner.arguments, key)) return written;
  return (owner.arguments[key] ?? fields[key])?.canonical(written) ?? written;
}

/**
 * Whether one argument means the same in both values. `key` is a field name such as `content`, `name` or `ttl`. Values that
 * are no texts, or not valid, mean the same only if they are deeply and strictly equal. Never throws.
 */
export function sameArgument(type: RecordTypeName, key: string, a: unknown, b: unknown, domain: string): boolean {
  if (isDeepStrictEqual(a, b)) return true;
  if (typeof a !== "string" || typeof b !== "string") return false;
  const [one, other] = [a, b].map((text) => ifValid(() => canonicalArgument(type, key, text, domain)));
  return one !== undefined && one === other;
}

/** The live values by argument, in canonical spelling and the order in which people write them; the owner in its parts if `split`. */
function liveArguments({ name, data, ttl, comment }: LiveRecord, split: boolean): Record<string, unknown> {
  const { owner, fields } = recordTypes[data.type];
  const parts = split ? owner.split(name) : undefined;
  return {
    name: parts?.name ?? name,
    type: data.type,
    ...parts?.values,
    ...writtenData(data, Object.entries(fields)),
    ttl,
    comment,
  };
}

/** Is a written value one of the other texts that a live record could mean? */
function isInterpretation({ data, interpretations = [] }: LiveRecord, key: string, wanted: string): boolean {
  const { ambiguous, fields } = recordTypes[data.type];
  return (
    key === ambiguous && interpretations.some((interpretation) => interpretation === fields[key]?.canonical(wanted))
  );
}

/**
 * The live values of exactly the keys in `args`, each in the user's spelling as long as it means the same. A value that the
 * registrar did not show keeps the user's. An SRV name is split into service, protocol and name if the user wrote it so.
 */
export function projectRecord(live: LiveRecord, args: RecordArgs, domain: string): Record<string, unknown> {
  const ownerKeys = Object.keys(recordTypes[args.type].owner.arguments);
  const split = Object.entries(args).some(([key, value]) => ownerKeys.includes(key) && value !== undefined);
  const values = liveArguments(live, split);
  const project = (key: string, wanted: unknown): unknown => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    const kept =
      value === undefined ||
      sameArgument(args.type, key, value, wanted, domain) ||
      (typeof wanted === "string" && isInterpretation(live, key, wanted));
    return kept ? wanted : value;
  };
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, wanted]) => wanted !== undefined)
      .map(([key, wanted]) => [key, project(key, wanted)]),
  );
}

/**
 * What a program would write for a live record, without the domain: canonical spellings, SRV with its service in the name,
 * a text bare unless that would be read as something else. What the registrar did not show is left out.
 */
export function argsFromRecord(live: LiveRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(liveArguments(live, false)).filter(([, value]) => value !== undefined));
}

/** A text of a row for a message; never a long one. */
function shortText(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 255 && isWellFormed(value) ? value : undefined;
}

function firstOf(row: Record<string, unknown>, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = Object.hasOwn(row, key) ? row[key] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The registrar's ID as a string; a fraction, or a number too large to be exact, isn't one. */
export function idIn(row: Record<string, unknown>, keys = ["id", "record_id", "recordId"]): string | undefined {
  const id = firstOf(row, keys);
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : undefined;
  const text = shortText(id);
  return text === "" ? undefined : text;
}

function liveRecord(row: Record<string, unknown>, domain: string): LiveRecord {
  const wire = wireFields(row);
  const type = firstOf(row, ["type", "record_type", "recordType"]);
  if (typeof type !== "string") throw new UnreadableError("the record type is missing");
  const typeName = type.trim().toUpperCase();
  if (!isRecordTypeName(typeName)) throw new UnreadableError("not one of the registrar's record types");
  const { owner, fromWire } = recordTypes[typeName];
  const parts = Object.keys(owner.arguments).map((key) => [key, wire.text(key)?.trim()]);
  const name = owner.owner(wire.text("name"), Object.fromEntries(parts), domain);
  const { data, interpretations } = fromWire(wire, domain);
  return {
    name,
    data,
    // A field that isn't data and can't be read counts as not shown.
    ...optional({
      id: idIn(row),
      ttl: ifValid(() => wire.integer("ttl", 2147483647)),
      comment: ifValid(() => wire.text("comment")),
      interpretations: interpretations.length === 0 ? undefined : [...interpretations],
    }),
  };
}

function isRow(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * One row of the registrar's list, in any wire form (field names already those of the specification). What is not one of the
 * record types, or not understood, becomes an opaque record with a reason. Never throws.
 */
export function recordFromWire(wire: Record<string, unknown>, domain: string): ZoneRow {
  if (!isRow(wire)) {
    return { opaque: true, reason: "the row is not an object" };
  }
  try {
    return liveRecord(wire, domain);
  } catch (error) {
    const reason =
      error instanceof UnreadableError || error instanceof InvalidNameError ? error.message : "the row cannot be read";
    return {
      opaque: true,
      reason,
      ...optional({
        id: idIn(wire),
        name: shortText(firstOf(wire, ["name"])),
        type: shortText(firstOf(wire, ["type", "record_type", "recordType"])),
      }),
    };
  }
}

/** Is a row of the zone one that this package doesn't understand? It is left alone. */
export function isOpaque(row: ZoneRow): row is Exclude<ZoneRow, LiveRecord> {
  return "opaque" in row;
}

function toWire({ name, data, ttl, comment }: WantedRecord, options: WireOptions): Record<string, unknown> {
  const { type, owner, toWire: body } = recordTypes[data.type];
  const fields = body(data, options);
  // The parts of the owner go in fields of their own where the data does.
  const parts = Object.keys(fields).join() === "content" ? undefined : owner.split(name);
  return { type, name: parts?.name ?? name, ...parts?.values, ...fields, ...optional({ ttl, comment }) };
}

/**
 * The request body for what a user wrote, by the specification's field names. Names are relative (`@` for the apex) in
 * A-labels; hosts in A-labels without trailing dot; SRV has service and protocol (with underscores) beside a host name,
 * or all of it in its name where its data goes as one content.
 * @throws InvalidNameError
 */
export function recordToWire(args: RecordArgs, domain: string, options: WireOptions = {}): Record<string, unknown> {
  return toWire(recordFromArgs(args, domain), options);
}

/** The request body of a live record, as {@link recordToWire} writes it. What the registrar did not show is left out. */
export function liveToWire(live: LiveRecord, domain: string, options: WireOptions = {}): Record<string, unknown> {
  return toWire({ ...live, name: ownerName(live.name, domain) }, options);
}
