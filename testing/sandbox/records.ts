/** The registrar's rules for DNS records, from the fields of the record types. */
import type * as z from "zod";
import type { recordBody } from "../../provider/api/endpoints/shapes.ts";
import { excludedBy, expected, recordTypes } from "../../provider/dns/registry.ts";
import type { Dialect } from "./dialect.ts";
import { hostName, integer, relativeName, unquoted } from "./encoding.ts";
import { recordFields } from "./recordTypes.generated.ts";
import { badRequest, Refusal } from "./refusal.ts";
import type { SandboxRecord, SandboxRecordType } from "./state.ts";

export type RecordBody = z.output<typeof recordBody>;
type Draft = Omit<SandboxRecord, "id">;
type Field = (typeof recordTypes)[SandboxRecordType]["fields"][string];
type FieldKey = keyof typeof recordFields;
type Values = { [K in FieldKey]?: string | number | undefined };

const isFieldKey = (key: string): key is FieldKey => Object.hasOwn(recordFields, key);
export const fieldKeys = Object.keys(recordFields).filter(isFieldKey);

/** The fields of a type's data, in the order of zone files. */
export function dataFields(type: SandboxRecordType) {
  return recordTypes[type].inOrder.filter((field): field is [FieldKey, Field] => isFieldKey(field[0]));
}

/** A field of a request in plain form. @throws Refusal */
function plainValue(key: FieldKey, field: Field, given: string | number, domain: string) {
  if (field.kind === "number") return integer(String(given), key, field.range?.[1] ?? 0);
  const text = String(given);
  if (field.rdata === "name") return hostName(text, key);
  if (field.ambiguous) return unquoted(text);
  try {
    return field.meanings(text, key, domain)[0] ?? text;
  } catch {
    throw badRequest(`invalid_${key}`, `${key} ${expected(field)}, not ${JSON.stringify(given)}.`);
  }
}

const underscored = (label: string) => (label.startsWith("_") || label === "*" ? label : `_${label}`).toLowerCase();

/** The parts of an owner whose type has arguments for them, such as service and protocol of an SRV. @throws Refusal */
function ownerParts(body: RecordBody, owner: string): { name: string; parts: Readonly<Record<string, string>> } {
  const { arguments: parts, split } = recordTypes[body.type].owner;
  const keys = Object.keys(parts).filter(isFieldKey);
  if (keys.length === 0) return { name: owner, parts: {} };
  const inName = split(owner === "" ? "@" : owner);
  const given = keys.map((key) => [key, body[key] ?? inName?.values[key]] as const);
  if (given.some(([, value]) => value === undefined)) {
    throw badRequest("missing_fields", `${body.type} records need ${keys.join(" and ")}.`);
  }
  const values = given.map(([key, value]) => [key, underscored(String(value))] as const);
  const isInName = values.every(([key, value]) => inName?.values[key] === value);
  const host = inName?.name === "@" ? "" : (inName?.name ?? owner);
  return { name: isInName ? host : owner, parts: Object.fromEntries(values) };
}

/** Converts a request to the plain form. @throws Refusal with status 400 */
export function readRecord(body: RecordBody, domain: string): Draft {
  const { type, ttl, comment } = body;
  const named = dataFields(type);
  const keys = named.map(([key]) => key);
  const known = [...keys, ...Object.keys(recordTypes[type].owner.arguments)];
  const stray = fieldKeys.find((key) => body[key] !== undefined && !known.includes(key));
  if (stray !== undefined) throw badRequest("unexpected_field", `${stray} does not apply to ${type} records.`);
  const values: Values = body;
  const lacking = named.flatMap(([key]) =>
    values[key] === undefined || (key === "content" && String(values[key]).trim() === "") ? [key] : [],
  );
  if (lacking.length > 0) {
    throw badRequest(`missing_${lacking[0]}`, `${type} records need ${keys.join(", ")}.`);
  }
  const { name, parts } = ownerParts(body, relativeName(body.name, domain));
  return {
    type,
    name,
    ...parts,
    ...(ttl === undefined ? {} : { ttl }),
    ...(comment === undefined || comment === "" ? {} : { comment }),
    ...Object.fromEntries(named.map(([key, field]) => [key, plainValue(key, field, values[key] ?? "", domain)])),
  };
}

/** The request body of this record, into which a PUT merges its fields. */
export function asBody({ id: _id, ...body }: SandboxRecord): RecordBody {
  return body;
}

/** The name in DNS, relative to the domain. */
export function ownerName(record: Draft): string {
  const parts = Object.keys(recordTypes[record.type].owner.arguments).filter(isFieldKey);
  return [...parts.map((key) => record[key]), record.name].filter(Boolean).join(".");
}

const sameData = (a: Draft, b: Draft) => a.type === b.type && fieldKeys.every((key) => a[key] === b[key]);

/** @throws Refusal if the record is a duplicate, or conflicts with the others: an A at the name of a CNAME */
export function checkConflicts(record: Draft, others: readonly SandboxRecord[], dialect: Dialect): void {
  const owner = ownerName(record);
  if (owner === "" && (recordTypes[record.type].alone || record.type === "NS")) {
    const why =
      record.type === "NS" ? "NS records there follow the domain's nameservers" : "it holds SOA and NS records";
    throw badRequest("apex_conflict", `A ${record.type} record cannot be created at the apex: ${why}.`);
  }
  // A name is the end of its owner, so that few rows of a long zone are looked at closely.
  const labels = owner.split(".");
  const ends = new Set(["", ...labels.map((_, n) => labels.slice(n).join("."))]);
  const neighbours = others.filter((other) => ends.has(other.name) && ownerName(other) === owner);
  if (!dialect.duplicates && neighbours.some((other) => sameData(record, other))) {
    throw new Refusal(dialect.conflictStatus, "duplicate_record", "This DNS record already exists.");
  }
  if (neighbours.some((other) => excludedBy(record.type).includes(other.type))) {
    throw badRequest("cname_conflict", `A ${record.type} record conflicts with other records of the same name.`);
  }
}
