import { UnreadableError, wireFields } from "./fields.ts";
import { InvalidNameError, ifValid, ownerName } from "./names.ts";
import { optional, recordFromArgs } from "./records.ts";
import {
  isRecordTypeName,
  type LiveRecord,
  type RecordArgs,
  recordTypes,
  type WantedRecord,
  type WireOptions,
  type ZoneRow,
} from "./registry.ts";
import { isWellFormed } from "./text.ts";

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

/** The registrar's id as text; anything that cannot be one exactly (a fraction, a number too large to be exact) is none. */
function idOf(row: Record<string, unknown>): string | undefined {
  const id = firstOf(row, ["id", "record_id", "recordId"]);
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
    // What is beside the data and cannot be read counts as not shown: the record is still itself.
    ...optional({
      id: idOf(row),
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
        id: idOf(wire),
        name: shortText(firstOf(wire, ["name"])),
        type: shortText(firstOf(wire, ["type", "record_type", "recordType"])),
      }),
    };
  }
}

/** True if a row of the zone is one that this package does not understand and leaves alone. */
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
