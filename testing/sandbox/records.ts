/** The registrar's rules for DNS records: converts a request body to the plain form, and finds conflicts. */
import type { StringRecordType } from "dns-packet";
import type * as z from "zod";
import { recordBody } from "../../provider/api/endpoints/shapes.ts";
import { excludedBy, recordTypes } from "../../provider/dns/registry.ts";
import type { Behaviour } from "./behaviour.ts";
import { hostName, integer, ipv4, ipv6, readText, relativeName, unquoted, words } from "./encoding.ts";
import { badRequest, Refusal } from "./refusal.ts";
import type { SandboxRecord, SandboxRecordType } from "./state.ts";

export type RecordBody = z.output<typeof recordBody>;
type Draft = Omit<SandboxRecord, "id">;

type DataKey = Exclude<keyof Draft, "type" | "name" | "ttl" | "comment">;

const isDataKey = (key: string): key is DataKey => !["type", "name", "ttl", "comment"].includes(key);
export const dataKeys = Object.keys(recordBody.shape).filter(isDataKey);

/** The fields of a type in a request, without those of all types. */
const fieldNames = (type: SandboxRecordType): readonly string[] => {
  const { fields, owner } = recordTypes[type];
  return ["content", ...Object.keys(fields), ...Object.keys(owner.arguments)];
};

function content(body: RecordBody): string {
  if (body.content === undefined || body.content.trim() === "") {
    throw badRequest("missing_content", `content is required for ${body.type} records.`);
  }
  return body.content;
}

function mx(body: RecordBody) {
  if (body.priority === undefined) throw badRequest("missing_priority", "priority is required for MX records.");
  return { content: hostName(content(body), "content"), priority: body.priority };
}

/** Parses the content of SRV and CAA to fields. */
function fieldsOf({ type, content }: RecordBody): Partial<RecordBody> {
  if (content === undefined) return {};
  if (type === "CAA") {
    const [flags = "", tag, value] = words(content, 3, "flags tag value");
    return { flags: integer(flags, "flags", 255), tag, value };
  }
  const [priority = "", weight = "", port = "", target] = words(content, 4, "priority weight port target");
  return {
    priority: integer(priority, "priority", 65535),
    weight: integer(weight, "weight", 65535),
    port: integer(port, "port", 65535),
    target,
  };
}

/** Merges fields and content. Refuses them if they contradict each other. */
function merged(body: RecordBody): RecordBody {
  const inContent = fieldsOf(body);
  const plain = (value: unknown) => unquoted(String(value)).toLowerCase().replace(/\.$/, "");
  const clash = dataKeys.find((key) => {
    const [one, other] = [body[key], inContent[key]];
    return one !== undefined && other !== undefined && plain(one) !== plain(other);
  });
  if (clash === undefined) return { ...body, ...inContent };
  throw badRequest("contradiction", `content and ${clash} of the ${body.type} record contradict each other.`);
}

const missing = (type: string, fields: string) =>
  badRequest("missing_fields", `${type} records need ${fields}, or a content with all of them.`);

const underscored = (label: string) => (label.startsWith("_") || label === "*" ? label : `_${label}`).toLowerCase();

function srv(body: RecordBody, owner: string) {
  const { priority, weight, port, target } = merged(body);
  if (priority === undefined || weight === undefined || port === undefined || target === undefined) {
    throw missing("SRV", "priority, weight, port and target");
  }
  const [first = "", second = "", ...rest] = owner.split(".");
  const inName =
    (first.startsWith("_") || first === "*") && second.startsWith("_")
      ? { service: first, protocol: second }
      : undefined;
  const service = body.service === undefined ? inName?.service : underscored(body.service);
  const protocol = body.protocol === undefined ? inName?.protocol : underscored(body.protocol);
  if (service === undefined || protocol === undefined) throw missing("SRV", "service and protocol");
  const name = inName?.service === service && inName.protocol === protocol ? rest.join(".") : owner;
  return { name, service, protocol, priority, weight, port, target: hostName(target, "target") };
}

function caa(body: RecordBody) {
  const { flags, tag: given, value } = merged(body);
  if (flags === undefined || given === undefined || value === undefined) throw missing("CAA", "flags, tag and value");
  const tag = given.toLowerCase();
  if (!/^[a-z0-9]{1,15}$/.test(tag)) throw badRequest("invalid_tag", "tag must be letters and digits.");
  return { flags, tag, value: unquoted(value) };
}

function data(body: RecordBody, owner: string): Partial<Draft> {
  switch (body.type) {
    case "A":
      return { content: ipv4(content(body)) };
    case "AAAA":
      return { content: ipv6(content(body)) };
    case "TXT":
      return { content: readText(content(body)) };
    case "MX":
      return mx(body);
    case "SRV":
      return srv(body, owner);
    case "CAA":
      return caa(body);
    default:
      body.type satisfies StringRecordType;
      return { content: hostName(content(body), "content") };
  }
}

/** Refuses fields for a type that the behaviour accepts only as one content. */
export function requireContent(body: RecordBody, behaviour: Behaviour): void {
  if (behaviour.data === "content-only" && ["SRV", "CAA"].includes(body.type)) content(body);
}

/** Converts a request to the plain form. @throws Refusal with status 400 */
export function readRecord(body: RecordBody, domain: string): Draft {
  const stray = dataKeys.find((field) => body[field] !== undefined && !fieldNames(body.type).includes(field));
  if (stray !== undefined) throw badRequest("unexpected_field", `${stray} does not apply to ${body.type} records.`);
  const name = relativeName(body.name, domain);
  return {
    type: body.type,
    name,
    ...(body.ttl === undefined ? {} : { ttl: body.ttl }),
    ...(body.comment === undefined || body.comment === "" ? {} : { comment: body.comment }),
    ...data(body, name),
  };
}

/** The request body of this record, into which a PUT merges its fields. */
export function asBody(record: SandboxRecord): RecordBody {
  const { id: _id, ...body } = record;
  return body;
}

/** The name in DNS, relative to the domain. */
export function ownerName({ service, protocol, name }: Draft): string {
  if (!service && !protocol) return name;
  return [service, protocol, name].filter(Boolean).join(".");
}

const sameData = (a: Draft, b: Draft) => a.type === b.type && dataKeys.every((key) => a[key] === b[key]);

/** @throws Refusal if the record is a duplicate, or conflicts with the others: an A at the name of a CNAME */
export function checkConflicts(record: Draft, others: readonly SandboxRecord[], behaviour: Behaviour): void {
  const owner = ownerName(record);
  if (owner === "" && (recordTypes[record.type].alone || record.type === "NS")) {
    const why =
      record.type === "NS" ? "NS records there follow the domain's nameservers" : "it holds SOA and NS records";
    throw badRequest("apex_conflict", `A ${record.type} record cannot be created at the apex: ${why}.`);
  }
  const neighbours = others.filter((other) => ownerName(other) === owner);
  if (!behaviour.duplicates && neighbours.some((other) => sameData(record, other))) {
    throw new Refusal(behaviour.conflictStatus, "duplicate_record", "This DNS record already exists.");
  }
  if (neighbours.some((other) => excludedBy[record.type].includes(other.type))) {
    throw badRequest("cname_conflict", `A ${record.type} record conflicts with other records of the same name.`);
  }
}
