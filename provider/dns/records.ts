import type * as z from "zod";
import { canonicalIPv6 } from "./addresses.ts";
import { type Finding, runChecks } from "./checks/check.ts";
import { fullName, InvalidNameError, normaliseDomain, normaliseHost, ownerName } from "./names.ts";
import type { LiveRecord, RecordData, RecordTypeName, WireOptions, ZoneRow } from "./recordData.ts";
import { isRecordTypeName } from "./recordData.ts";
import type { AnyRecordType } from "./recordType.ts";
import { serviceOwner, splitServiceName } from "./serviceName.ts";
import { isWellFormed, readText, readTxtContent } from "./text.ts";
import { A } from "./types/a.ts";
import { AAAA } from "./types/aaaa.ts";
import { CAA } from "./types/caa.ts";
import { CNAME } from "./types/cname.ts";
import { MX } from "./types/mx.ts";
import { NS } from "./types/ns.ts";
import { PTR } from "./types/ptr.ts";
import { SRV } from "./types/srv.ts";
import { TXT } from "./types/txt.ts";
import { UnreadableError, wireFields } from "./wireFields.ts";

/** The nine record types. */
export const recordTypes: { readonly [T in RecordTypeName]: AnyRecordType } = {
  A,
  AAAA,
  CNAME,
  MX,
  TXT,
  NS,
  SRV,
  CAA,
  PTR,
};

/**
 * What a user writes for one record, without the domain, as a schema per type. Unknown keys are refused by name. What the
 * values mean is for the checks (`checkRecord`).
 */
export const recordSchemas = {
  A: A.schema,
  AAAA: AAAA.schema,
  CNAME: CNAME.schema,
  MX: MX.schema,
  TXT: TXT.schema,
  NS: NS.schema,
  SRV: SRV.schema,
  CAA: CAA.schema,
  PTR: PTR.schema,
};

/** What a user writes for one record, without the domain, told apart by `type`. */
export type RecordArgs = { [T in RecordTypeName]: z.input<(typeof recordSchemas)[T]> }[RecordTypeName];

/** A record in canonical form, as wanted. */
export interface WantedRecord {
  /** Canonical owner name: relative, A-labels, lower case, `@` for the apex; for SRV with `_service._protocol`. */
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
  comment?: string;
}

/** Leaves properties out that are `undefined`. */
function optional<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in properties) {
    const value = properties[key];
    if (isDefined(value)) given[key] = value;
  }
  return given;
}

function isDefined<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}

function dataFromArgs(args: RecordArgs): RecordData {
  switch (args.type) {
    case "A":
      return { type: "A", content: args.content.trim() };
    case "AAAA":
      return { type: "AAAA", content: canonicalIPv6(args.content.trim()) };
    case "CNAME":
      return { type: "CNAME", content: normaliseHost(args.content) };
    case "NS":
      return { type: "NS", content: normaliseHost(args.content) };
    case "PTR":
      return { type: "PTR", content: normaliseHost(args.content) };
    case "TXT":
      return { type: "TXT", content: readText(args.content) };
    case "MX":
      return { type: "MX", content: normaliseHost(args.content), priority: args.priority };
    case "SRV":
      return {
        type: "SRV",
        priority: args.priority,
        weight: args.weight,
        port: args.port,
        target: normaliseHost(args.target),
      };
    case "CAA":
      return { type: "CAA", flags: args.flags, tag: args.tag.toLowerCase(), value: readText(args.value) };
  }
}

/** The canonical owner name of what a user wrote. @throws InvalidNameError */
function ownerFromArgs(args: RecordArgs, domain: string): string {
  if (args.type !== "SRV") return ownerName(args.name, domain);
  try {
    return serviceOwner(args.name, args.service, args.protocol, domain);
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
  return { name: ownerFromArgs(args, domain), data: dataFromArgs(args), ...optional({ ttl, comment }) };
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
  if (!isRecordTypeName(typeName)) throw new UnreadableError("not one of the nine record types");
  const written = wire.text("name");
  const name =
    typeName === "SRV"
      ? serviceOwner(written, wire.text("service")?.trim(), wire.text("protocol")?.trim(), domain)
      : ownerName(written, domain);
  const data = recordTypes[typeName].fromWire(wire, domain);
  const readings = data.type === "TXT" ? readTxtContent(wire.text("content") ?? "").readings : [];
  return {
    name,
    data,
    ...optional({
      id: idOf(row),
      ttl: wire.integer("ttl", 2147483647),
      comment: wire.text("comment"),
      readings: readings.length === 0 ? undefined : readings,
    }),
  };
}

/**
 * One row of the registrar's list, in any wire form (field names already those of the specification). What is not one of the
 * nine types, or not understood, becomes an opaque record with a reason. Never throws.
 */
export function recordFromWire(wire: Record<string, unknown>, domain: string): ZoneRow {
  if (typeof wire !== "object" || wire === null || Array.isArray(wire)) {
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

/** Whether a row of the zone is one that this package does not understand and leaves alone. */
export function isOpaque(row: ZoneRow): row is Exclude<ZoneRow, LiveRecord> {
  return "opaque" in row;
}

function wireName(type: RecordTypeName, name: string): Record<string, unknown> {
  const split = type === "SRV" ? splitServiceName(name) : undefined;
  return split === undefined ? { name } : { name: split.host, service: split.service, protocol: split.protocol };
}

function toWire(record: WantedRecord, options: WireOptions): Record<string, unknown> {
  const { name, data, ttl, comment } = record;
  return {
    type: data.type,
    ...wireName(data.type, name),
    ...recordTypes[data.type].toWire(data, options),
    ...optional({ ttl, comment }),
  };
}

/**
 * The request body for what a user wrote, by the specification's field names. Names are relative (`@` for the apex) in
 * A-labels; hosts in A-labels without trailing dot; SRV has service and protocol (with underscores) beside a host name.
 * @throws InvalidNameError
 */
export function recordToWire(args: RecordArgs, domain: string, options: WireOptions = {}): Record<string, unknown> {
  return toWire(recordFromArgs(args, domain), options);
}

/** The request body of a live record, as {@link recordToWire} writes it. What the registrar did not show is left out. */
export function liveToWire(live: LiveRecord, domain: string, options: WireOptions = {}): Record<string, unknown> {
  return toWire({ ...live, name: ownerName(live.name, domain) }, options);
}

/** The data of a record, wanted or live; `readings` as in {@link LiveRecord}. */
export type ComparableData = RecordData & { readings?: readonly string[] };

/** Whether two records have the same data, the priority of MX and SRV aside. Any reading of a live TXT counts. */
export function sameTarget(a: ComparableData, b: ComparableData): boolean {
  if (a.type === "TXT" && b.type === "TXT") {
    const readings = [b.content, ...(b.readings ?? [])];
    return [a.content, ...(a.readings ?? [])].some((reading) => readings.includes(reading));
  }
  return a.type === b.type && identityOf(a) === identityOf(b);
}

/** Whether two records have the same data, the priority of MX and SRV included where both sides have one. */
export function sameData(a: ComparableData, b: ComparableData): boolean {
  if (!sameTarget(a, b)) return false;
  const [one, other] = [priorityOf(a), priorityOf(b)];
  return one === undefined || other === undefined || one === other;
}

function priorityOf(data: RecordData): number | undefined {
  return data.type === "MX" || data.type === "SRV" ? data.priority : undefined;
}

function identityOf(data: RecordData): string {
  return JSON.stringify([data.type, ...recordTypes[data.type].identity(data)]);
}

/** A key for maps of records: owner name, type and data, without the priority of MX and SRV. */
export function identityKey(name: string, data: RecordData): string {
  return `${name} ${identityOf(data)}`;
}

/**
 * The live record with the content that `data` has, if its wire form could mean that; else the record itself. Settle a record
 * before {@link liveToWire} sends it back, so that an ambiguous TXT is not sent with another meaning.
 */
export function settleReading(live: LiveRecord, data: RecordData): LiveRecord {
  if (live.data.type !== "TXT" || data.type !== "TXT" || !live.readings?.includes(data.content)) return live;
  const { readings, ...rest } = live;
  return { ...rest, data, readings: [live.data.content, ...readings.filter((reading) => reading !== data.content)] };
}

/** Presentation form of the data, RFC 1035 section 5.1: `10 mail.example.com.` */
export function printData(data: RecordData): string {
  return recordTypes[data.type].print(data);
}

/** One record for messages: `www.example.com A 192.0.2.1`. Long data is cut. */
export function describeRecord(name: string, data: RecordData, domain: string): string {
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
  let origin: string | undefined;
  try {
    origin = domain === undefined ? undefined : normaliseDomain(domain);
  } catch {
    origin = undefined;
  }
  return runChecks(recordTypes[type].checks, args, origin, unknown);
}
