/** Rows of the registrar's list and request bodies: reads and writes records in any form of the wire. */
import { ifValid, isInvalidData, UnreadableError } from "./errors.ts";
import { ownerName } from "./names.ts";
import { optional, recordFromArgs } from "./records.ts";
import { integerIn, textIn } from "./recordType.ts";
import {
  isRecordTypeName,
  type LiveRecord,
  type OpaqueRecord,
  type RecordArgs,
  type RecordTypeName,
  recordTypes,
  type WantedRecord,
  type WireOptions,
  type ZoneRow,
} from "./registry.ts";
import { isWellFormed } from "./text.ts";

/** A string of a row for a message, unless it is long. */
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

const typeIn = (row: Record<string, unknown>) => firstOf(row, ["type", "record_type", "recordType"]);

/** The owner of a row; without a type, its `name` alone. @throws UnreadableError, InvalidNameError */
function ownerIn(row: Record<string, unknown>, type: RecordTypeName | undefined, domain: string): string {
  // `null` stands for the apex. If the field is absent, the name may be in a field that isn't known.
  if (!Object.hasOwn(row, "name")) throw new UnreadableError("name is missing");
  const name = textIn(row, "name");
  if (type === undefined) return ownerName(name, domain);
  const { owner } = recordTypes[type];
  const parts = Object.keys(owner.arguments).map((key) => [key, textIn(row, key)?.trim()]);
  return owner.owner(name, Object.fromEntries(parts), domain);
}

function liveRecord(row: Record<string, unknown>, domain: string): LiveRecord {
  const type = typeIn(row);
  if (typeof type !== "string") throw new UnreadableError("the record type is missing");
  const typeName = type.trim().toUpperCase();
  if (!isRecordTypeName(typeName)) throw new UnreadableError("not one of the registrar's record types");
  const name = ownerIn(row, typeName, domain);
  const { data, interpretations } = recordTypes[typeName].fromWire(row, domain);
  return {
    name,
    data,
    // An unreadable TTL or comment counts as not shown.
    ...optional({
      id: idIn(row),
      ttl: ifValid(() => integerIn(row, "ttl", 2147483647)),
      comment: ifValid(() => textIn(row, "comment")),
      interpretations: interpretations.length === 0 ? undefined : [...interpretations],
    }),
  };
}

/** Reads a row of the registrar's list, in any wire form. A row that can't be read becomes an opaque record with a reason. */
export function recordFromWire(wire: Record<string, unknown>, domain: string): ZoneRow {
  if (typeof wire !== "object" || wire === null || Array.isArray(wire)) {
    return { opaque: true, reason: "the row is not an object", key: opaqueKey("", ""), row: {} };
  }
  try {
    return liveRecord(wire, domain);
  } catch (error) {
    if (!isInvalidData(error)) throw error;
    const [id, name, type] = [idIn(wire), shortText(firstOf(wire, ["name"])), shortText(typeIn(wire))];
    const typeName = type?.trim().toUpperCase() ?? "";
    const owner = ifValid(() => ownerIn(wire, isRecordTypeName(typeName) ? typeName : undefined, domain));
    const key = opaqueKey(owner ?? "", typeName);
    return { opaque: true, reason: error.message, key, row: wire, ...optional({ id, name, type }) };
  }
}

const opaqueKey = (name: string, type: string) => `${name} ${type}`;

/** Every `key` of an opaque row that may be a record of this name and type. */
export const opaqueKeys = (name: string, type: RecordTypeName): string[] =>
  [name, ""].flatMap((owner) => [type, ""].map((each) => opaqueKey(owner, each)));

/** Is it a row that this package can't read, and so doesn't change? */
export function isOpaque(row: ZoneRow): row is Exclude<ZoneRow, LiveRecord> {
  return "opaque" in row;
}

function toWire({ name, data, ttl, comment }: WantedRecord, options: WireOptions): Record<string, unknown> {
  const { type, owner, toWire: body } = recordTypes[data.type];
  const fields = body(data, options);
  // The parts of the owner are sent in fields if the data is.
  const parts = Object.keys(fields).join() === "content" ? undefined : owner.split(name);
  return { type, name: parts?.name ?? name, ...parts?.values, ...fields, ...optional({ ttl, comment }) };
}

/**
 * The request body of a record's arguments, by the specification's field names. Names are relative, hosts have no trailing
 * dot, both in A-labels. An SRV has service and protocol (with underscores) in fields, or in its name if its data is sent as
 * one content.
 * @throws InvalidNameError
 */
export function recordToWire(args: RecordArgs, domain: string, options: WireOptions = {}): Record<string, unknown> {
  return toWire(recordFromArgs(args, domain), options);
}

/** The request body of a live record, as of {@link recordToWire}. A value that the registrar didn't show is left out. */
export function liveToWire(live: LiveRecord, domain: string, options: WireOptions = {}): Record<string, unknown> {
  return toWire({ ...live, name: ownerName(live.name, domain) }, options);
}

/** The specification's name of a field -> its probable name in a row. */
export type Renamed = Readonly<Record<string, string>>;

/** Words in the names that registrars give to a field. */
const words: Readonly<Record<string, RegExp>> = {
  type: /type|kind/i,
  name: /host|label|owner|sub|record|name/i,
  content: /value|target|data|content|address|answer|destination|text|record|points|ip/i,
};

/** The field that a row lacks, if the row could be decoded with the value of another of its fields. */
export function renamedIn(row: OpaqueRecord["row"], domain: string): Renamed | undefined {
  for (const [field, word] of Object.entries(words)) {
    if (Object.hasOwn(row, field)) continue;
    const key = Object.keys(row).find(
      (each) => word.test(each) && !isOpaque(recordFromWire({ ...row, [field]: row[each] }, domain)),
    );
    if (key !== undefined) return { [field]: key };
  }
  return undefined;
}

/** Is a row of a type that isn't one of ours, such as ALIAS? */
const isOfOtherType = (row: ZoneRow): boolean =>
  isOpaque(row) && row.type !== undefined && !isRecordTypeName(row.type.trim().toUpperCase());

/** Does a row lack a field that all rows of its type need? A field of value `null` isn't lacking. */
function lacksField({ type = "", row }: OpaqueRecord): boolean {
  const typeName = type.trim().toUpperCase();
  if (!isRecordTypeName(typeName) || !Object.hasOwn(row, "name")) return true;
  const needed = Object.entries(recordTypes[typeName].fields).filter(([, { secondary }]) => !secondary);
  return !Object.hasOwn(row, "content") && needed.some(([key]) => !Object.hasOwn(row, key));
}

/** Returns the opaque rows of a list in which every row of our types lacks a field; none if any other row is of our types. */
export function allOpaque(rows: readonly ZoneRow[]): OpaqueRecord[] {
  const ours = rows.filter((row) => !isOfOtherType(row));
  const lacking = ours.filter((row) => isOpaque(row) && lacksField(row)).filter(isOpaque);
  return lacking.length === ours.length ? lacking : [];
}
