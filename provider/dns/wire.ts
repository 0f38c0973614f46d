/** Rows of the registrar's list and request bodies: reads and writes records in any form of the wire. */
import { ifValid, isInvalidData, UnreadableError } from "./errors.ts";
import { ownerName } from "./names.ts";
import { dataOf, optional } from "./records.ts";
import { type Field, LARGEST_TTL, mapValues, type RecordType, type Value } from "./recordType.ts";
import {
  isRecordTypeName,
  type LiveRecord,
  type OpaqueRecord,
  type RecordTypeName,
  recordTypes,
  type WantedRecord,
  type ZoneRow,
} from "./registry.ts";
import { showText } from "./text.ts";

/** Forms of a request that the specification leaves open. */
export interface WireOptions {
  /** TXT content: `plain` (default), or `quoted`: quoted strings of at most 255 bytes of UTF-8. */
  readonly txt?: "plain" | "quoted" | undefined;
  /** Hosts in data: `plain` (default), or with a final `dot`: some registrars complete other names with the domain. */
  readonly hosts?: "plain" | "dot" | undefined;
}

/** A row of the registrar's list. `null`, like a missing field, reads as `undefined`. */
type Row = Readonly<Record<string, unknown>>;

const valueIn = (row: Row, key: string) => (Object.hasOwn(row, key) ? (row[key] ?? undefined) : undefined);

/** @throws UnreadableError for any value but a string */
function textIn(row: Row, key: string): string | undefined {
  const value = valueIn(row, key);
  if (value === undefined || typeof value === "string") return value;
  throw new UnreadableError(`${key} is not a string`);
}

/** The seconds of a row. A TTL that isn't a whole number counts as not shown. */
function ttlIn(row: Row): number | undefined {
  const ttl = String(valueIn(row, "ttl")).trim();
  return /^[0-9]{1,10}$/.test(ttl) && Number(ttl) <= LARGEST_TTL ? Number(ttl) : undefined;
}

/** The meanings of a field of a row; none if the row lacks it. @throws UnreadableError, InvalidNameError */
function meaningsIn(row: Row, key: string, field: Field, domain: string): readonly Value[] {
  const value = valueIn(row, key);
  const text = field.kind === "number" && typeof value === "number" ? String(value) : textIn(row, key);
  const isGiven = text !== undefined && (text.trim() !== "" || field.ambiguous);
  return isGiven ? field.meanings(text, key, domain) : [];
}

/** The parts of `content`: of all fields, of all but the leading secondary ones, or of the last one alone. */
function contentParts({ named, inOrder, identity, contentForm }: RecordType, row: Row): ReadonlyMap<string, string> {
  const content = named.length === 1 ? "" : (textIn(row, "content")?.trim() ?? "");
  if (content === "") return new Map();
  const [last = ""] = inOrder.at(-1) ?? [];
  if (contentForm !== undefined) {
    const parts = contentForm.exec(content)?.groups;
    if (parts !== undefined) return new Map(Object.entries(parts).map(([key, part = ""]) => [key, part]));
    // Content in another form is the last value, unless that has its own field.
    return new Map(textIn(row, last)?.trim() ? [] : [[last, content]]);
  }
  const words = content.split(/\s+/);
  const isComplete = words.length <= inOrder.length && words.length >= identity.length;
  if (!isComplete && words.length !== 1)
    throw new UnreadableError(`content is not ${inOrder.map(([key]) => key).join(", ")}`);
  return new Map(words.map((word, place) => [inOrder.at(place - words.length)?.[0] ?? "", word]));
}

/** The meanings of a value that a row gives in a field, in its content, or in both. @throws UnreadableError if these differ */
function agreed(key: string, inField: readonly Value[], inContent: readonly Value[]): readonly Value[] {
  if (inContent.length === 0) return inField;
  if (inField.every((value) => value === "")) return inContent;
  const inBoth = inField.filter((value) => inContent.includes(value));
  if (inBoth.length > 0) return inBoth;
  const [one, other] = [inField, inContent].map(([likeliest]) => showText(String(likeliest), 40));
  throw new UnreadableError(`${key} is given twice, as ${one} and ${other}`);
}

/** The data of a row, and the other values that its ambiguous field could mean. */
function dataIn(row: Row, type: RecordTypeName, domain: string) {
  const parts = contentParts(recordTypes[type], row);
  const { named } = recordTypes[type];
  const interpretations: string[] = [];
  const data = dataOf(type, (field, key) => {
    const part = parts.get(key);
    const inField = key === "content" && named.length > 1 ? [] : meaningsIn(row, key, field, domain);
    const inContent = part === undefined ? [] : field.meanings(part, key, domain);
    const [likeliest, ...others] = agreed(key, inField, inContent);
    for (const other of others) interpretations.push(String(other));
    return likeliest;
  });
  const missing = named.map(([key]) => key).filter((key) => !Object.hasOwn(data, key));
  if (missing.length > 0) throw new UnreadableError(`${missing.join(", ").replace(/, ([^,]*)$/, " or $1")} is missing`);
  return { data, interpretations };
}

/** A string of a row for a message, unless it is long. */
function shortText(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= 255 ? value : undefined;
}

/** The registrar's ID as a string; a fraction, or a number too large to be exact, isn't one. */
export function idIn(row: Row): string | undefined {
  const id = valueIn(row, "id");
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : undefined;
  return shortText(id) || undefined;
}

const capitals = (type = "") => type.trim().toUpperCase();

/** The type that a row names, in small letters or capitals; `undefined` if it is not one of ours. */
function typeNamed(type: string | undefined): RecordTypeName | undefined {
  const name = capitals(type);
  return isRecordTypeName(name) ? name : undefined;
}

/** The owner of a row; without a type, its `name` alone. @throws UnreadableError, InvalidNameError */
function ownerIn(row: Record<string, unknown>, type: RecordTypeName | undefined, domain: string): string {
  // `null` and `.` stand for the apex. If the field is absent, the name may be in a field that isn't known.
  if (!Object.hasOwn(row, "name")) throw new UnreadableError("name is missing");
  const name = (textIn(row, "name") ?? "").replace(/^\.$/, "");
  if (type === undefined) return ownerName(name, domain);
  const { owner } = recordTypes[type];
  const parts = Object.keys(owner.arguments).map((key) => [key, textIn(row, key)?.trim()]);
  return owner.owner(name, Object.fromEntries(parts), domain);
}

function liveRecord(row: Record<string, unknown>, domain: string): LiveRecord {
  const written = valueIn(row, "type");
  if (typeof written !== "string") throw new UnreadableError("the record type is missing");
  const type = typeNamed(written);
  if (type === undefined) throw new UnreadableError("not one of this package's record types");
  const name = ownerIn(row, type, domain);
  const { data, interpretations } = dataIn(row, type, domain);
  return {
    name,
    data,
    // An unreadable comment counts as not shown.
    ...optional({
      id: idIn(row),
      ttl: ttlIn(row),
      comment: ifValid(() => textIn(row, "comment")),
      interpretations: interpretations.length === 0 ? undefined : interpretations,
    }),
  };
}

/** Reads a row of the registrar's list, in any wire form. A row that can't be read becomes an opaque record with a reason. */
export function recordFromWire(wire: Record<string, unknown>, domain: string): ZoneRow {
  try {
    return liveRecord(wire, domain);
  } catch (error) {
    if (!isInvalidData(error)) throw error;
    const [id, name, type] = [idIn(wire), ...["name", "type"].map((key) => shortText(valueIn(wire, key)))];
    const owner = ifValid(() => ownerIn(wire, typeNamed(type), domain));
    const key = opaqueKey(owner ?? "", capitals(type));
    return { opaque: true, reason: error.message, key, row: wire, ...optional({ id, name, type }) };
  }
}

const opaqueKey = (name: string, type: string) => `${name} ${type}`;

/** Every `key` of an opaque row that may be a record of this name and type. */
export const opaqueKeys = (name: string, type: RecordTypeName): string[] =>
  [name, ""].flatMap((owner) => [type, ""].map((each) => opaqueKey(owner, each)));

/** Is it a row that this package can't read, and so doesn't change? */
export function isOpaque(row: ZoneRow): row is OpaqueRecord {
  return "opaque" in row;
}

/**
 * The request body of a record: the specification's fields. Names are relative, hosts have no trailing dot by default, both in
 * A-labels. A value that the registrar didn't show is left out.
 */
export function liveToWire({ name, data, ttl, comment }: WantedRecord, { txt, hosts }: WireOptions = {}) {
  const { type } = data;
  const { named, owner } = recordTypes[type];
  const written = (field: Field, value: Value) =>
    (type === "TXT" && txt === "quoted") || (field.rdata === "name" && hosts === "dot")
      ? field.print(value)
      : field.write(value);
  const parts = owner.split(name);
  const body: Record<string, unknown> = {
    ...{ type, name: parts?.name ?? name, ...parts?.values },
    ...mapValues(data, named, written),
    ...optional({ ttl, comment }),
  };
  return body;
}

/** Does a row lack a field that its type needs? `null` isn't lacking. @returns `undefined` for types that aren't ours (ALIAS) */
export function lacksRecordField(record: ZoneRow): boolean | undefined {
  if (!isOpaque(record)) return false;
  const type = typeNamed(record.type);
  if (type === undefined) return record.type === undefined || undefined;
  const has = (key: string) => Object.hasOwn(record.row, key);
  return !has("name") || !(has("content") || recordTypes[type].identity.every(has));
}
