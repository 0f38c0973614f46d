/** Shows rows in a dialect. */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { contactFieldNames, contactFields } from "../../provider/api/endpoints/shapes.ts";
import type { Dialect } from "./dialect.ts";
import { longIpv6, quoteText, writeText } from "./encoding.ts";
import { dataFields, fieldKeys, ownerName } from "./records.ts";
import type { SandboxContact, SandboxDomain, SandboxForeignRow, SandboxForward, SandboxRecord } from "./state.ts";
import { fieldsKey, fill, filled, type JsonObject, keyOf, shows } from "./template.ts";

const idPrefix = { record: "rec_", forward: "fwd_", order: "cart_" };

/** @param content of the row, for IDs that depend on it */
export function presentId(id: number, kind: keyof typeof idPrefix, { ids }: Dialect, content: unknown = id) {
  if (ids === "none" && kind !== "order") return undefined;
  if (ids === "hash") return createHash("sha1").update(JSON.stringify(content)).digest("hex");
  return ids === "text" ? `${idPrefix[kind]}${id}` : id;
}

export const recordId = ({ id, ttl: _ttl, comment: _comment, ...content }: SandboxRecord, dialect: Dialect) =>
  presentId(id, "record", dialect, content);

export const forwardId = ({ id, ...content }: SandboxForward, dialect: Dialect) =>
  presentId(id, "forward", dialect, content);

const defined = (values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The values that there are; absent ones of these keys as `null`, if the dialect shows nulls. */
const withNulls = (values: JsonObject, keys: readonly string[], { nulls }: Dialect): JsonObject => ({
  ...(nulls && Object.fromEntries(keys.map((key) => [key, null]))),
  ...defined(values),
});

/** Adds unknown fields, if the dialect has them. */
export const withExtra = (object: JsonObject, { extraFields }: Dialect): JsonObject => ({
  ...object,
  ...(extraFields && { revision: 7, links: { self: "/unknown" }, tags: [] }),
});

const ownerLabel = (name: string, domain: string, { names, apex }: Dialect) => {
  if (names === "relative") return name === "" ? (apex ?? undefined) : name;
  const full = name === "" ? domain : `${name}.${domain}`;
  return names === "fqdn-dot" ? `${full}.` : full;
};

export const target = (name: string, { hosts }: Dialect) => {
  if (name === "." || hosts === "plain") return name;
  return hosts === "dot" ? `${name}.` : `${name.toUpperCase()}.`;
};

/** The template of a type's rows. */
function templateOf(type: string, { row, types }: Dialect): JsonObject {
  const merged = { ...row, ...types[type] };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Fields of a record as the dialect shows them, and all of its data in one string. */
function fieldsOf(record: SandboxRecord, dialect: Dialect): { fields: JsonObject; data: string } {
  const fields: JsonObject = {};
  const words: string[] = [];
  const named = dataFields(record.type);
  for (const [key, { rdata, ambiguous }] of named) {
    const value = record[key];
    const isLong = dialect.ipv6Long && isIPv6(String(value));
    const host = rdata === "name" ? target(String(value ?? "."), dialect) : value;
    const isText = ambiguous && named.length === 1;
    fields[key] = isLong
      ? longIpv6(String(value)).toUpperCase()
      : isText
        ? writeText(String(value), dialect.texts)
        : host;
    words.push(ambiguous && !isText ? quoteText(String(value ?? "")) : String(fields[key]));
  }
  return { fields, data: words.join(" ") };
}

/** All values of a record for templates. The name holds the service, unless the template already shows that. */
function valuesOf(record: SandboxRecord, domain: string, template: JsonObject, dialect: Dialect): JsonObject {
  const { fields, data } = fieldsOf(record, dialect);
  const parts = defined(Object.fromEntries(fieldKeys.map((key) => [key, record[key]])));
  const isSplit = fieldsKey in template || shows(template, "service");
  const ttl = record.ttl ?? dialect.defaultTtl ?? undefined;
  const shown = { ...parts, ...fields };
  return {
    ...shown,
    id: recordId(record, dialect),
    domain,
    type: record.type,
    name: ownerLabel(isSplit ? record.name : ownerName(record), domain, dialect),
    fqdn: ownerLabel(ownerName(record), domain, { ...dialect, names: "fqdn-dot" }),
    ttl: ttl === undefined ? undefined : Math.max(ttl, dialect.minimumTtl),
    comment: record.comment,
    data,
    fields: withNulls(shown, fieldKeys, dialect),
  };
}

/** Fills the template of a row. Absent values are `null` in some dialects. */
const filledRow = (template: JsonObject, values: JsonObject, dialect: Dialect): JsonObject =>
  withExtra(filled(template, withNulls(values, [...fieldKeys, "ttl", "comment"], dialect)), dialect);

export function presentRecord(record: SandboxRecord, domain: string, dialect: Dialect): JsonObject {
  const template = templateOf(record.type, dialect);
  return filledRow(template, valuesOf(record, domain, template, dialect), dialect);
}

/** Sets of records in place of single ones, if the dialect lists sets. */
export function presentSets(records: readonly SandboxRecord[], domain: string, dialect: Dialect): JsonObject[] {
  const keyOf = (record: SandboxRecord) => `${ownerName(record)} ${record.type}`;
  const firsts = new Map(records.toReversed().map((record) => [keyOf(record), record]));
  return [...firsts].reverse().map(([key, first]) => {
    const set = records.filter((record) => keyOf(record) === key);
    const template = templateOf(first.type, dialect);
    const values = set.map((record) => fieldsOf(record, dialect).data);
    return filled(template, { ...valuesOf(first, domain, template, dialect), values });
  });
}

/** A row that programs don't write, as it is. */
export function presentForeign(row: SandboxForeignRow, domain: string, dialect: Dialect): JsonObject {
  const { id, type, name, ttl, content, ...own } = row;
  const template = templateOf(type, dialect);
  const data = typeof content === "string" || content === null ? content : undefined;
  const values = data === undefined ? undefined : [data].filter((each) => each !== null);
  const shown = { content: data, data, values, ...(data !== undefined && { fields: { content: data } }) };
  const label = ownerLabel(name, domain, dialect);
  const fqdn = ownerLabel(name, domain, { ...dialect, names: "fqdn-dot" });
  const idOfRow = presentId(id, "record", dialect, row);
  return { ...filledRow(template, { id: idOfRow, domain, type, name: label, fqdn, ttl, ...shown }, dialect), ...own };
}

/** SOA and NS of the apex. */
export function apexRows({ name, nameservers, updated }: SandboxDomain): SandboxForeignRow[] {
  const serial = Math.floor(Date.parse(updated) / 1000);
  const soa = `${nameservers[0]} hostmaster.${name}. ${serial} 10000 2400 604800 3600`;
  const contents = [["SOA", soa], ...nameservers.map((host) => ["NS", host])] as const;
  return contents.map(([type = "", content], n) => ({ id: n + 1, type, name: "", content, ttl: 86400 }));
}

/** Rows that programs don't write: SOA and NS of the apex, as long as the service has the zone, and foreign ones. */
export function foreignRows(domain: SandboxDomain, isServed: boolean, dialect: Dialect) {
  const nameservers = domain.nameservers.map((host) => target(host, dialect));
  const present = (row: SandboxForeignRow) => presentForeign(row, domain.name, dialect);
  const apex = isServed ? apexRows({ ...domain, nameservers }).map(present) : [];
  return { apex, others: domain.foreignRows.map(present) };
}

export function presentForward(forward: SandboxForward, domain: string, dialect: Dialect): JsonObject {
  const { source, destination, type } = forward;
  const values = {
    id: forwardId(forward, dialect),
    source: dialect.names === "relative" ? source : ownerLabel(source, domain, dialect),
    destination,
    type: dialect.forwardTypes[type] ?? type,
  };
  return withExtra(filled(dialect.forward, values), dialect);
}

/** The body of the response to a write. */
export const fillWritten = (row: JsonObject, message: string, { written, row: template }: Dialect): unknown =>
  fill(written, { row, message, id: row[keyOf(template, "id") ?? "id"] });

export function presentContact(contact: SandboxContact, dialect: Dialect): JsonObject {
  const { handle, type, verified } = contact;
  const fields = Object.fromEntries(contactFieldNames.map((key) => [contactFields[key].wire, contact[key]]));
  return withExtra(withNulls({ handle, type, verified, ...fields }, Object.keys(fields), dialect), dialect);
}
