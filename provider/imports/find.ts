/**
 * Finds the row that an import's ID names, and makes its arguments and state, without a write. Forms of IDs:
 * `example.com/www/CNAME`; `example.com/@/MX/10 mail.example.net`; `example.com/<the registrar's ID>`; `example.com/lock` or
 * the domain; a contact's handle.
 */

import { contactFieldNames } from "../api/endpoints/shapes.ts";
import { declarableForward, type Forward } from "../api/forward.ts";
import { InvalidArgumentsError } from "../api/index.ts";
import * as dns from "../dns/index.ts";
import { domainOf, managedKeys, managedText, pick } from "../lifecycle/arguments.ts";
import type { Properties, Resource } from "../lifecycle/definition.ts";
import { recordKind } from "../lifecycle/records/kind.ts";
import { newId } from "../lifecycle/rows/read.ts";
import type { Run } from "../lifecycle/run.ts";
import { type ContactValues, contactWith } from "../resources/contact.ts";
import { resources } from "../resources/index.ts";
import { forwardKind } from "../resources/urlForward.ts";
import { type Captured, capture, type HandlerName, recordsOfZone } from "./capture.ts";

const wrongId = (what: string, advice: string) => new InvalidArgumentsError({ what, advice });

/** A row that an ID may name. */
export interface Member {
  /** An ID by name, type and value, which equal rows share. */
  readonly naturalId: string;
  /** The registrar's ID. */
  readonly rowId?: string | undefined;
  /** Owner name and type; forwards have the type `FORWARD`. */
  readonly name: string;
  readonly type: string;
  /** Spellings of the value. */
  readonly values: readonly string[];
}

export interface ImportId {
  id: string;
  domain: string;
  /** The part after the domain: the registrar's ID, unless `set` is given. */
  rest: string;
  set?: { name: string; type: string; member: string | undefined };
}

const types: readonly string[] = [...dns.recordTypeNames, "FORWARD"];

/** @throws InvalidArgumentsError for an ID without a domain, and for invalid names */
export function readImportId(id: string, form: string): ImportId {
  const parts = id.split("/");
  const [written = "", ...after] = parts;
  const rest = after.join("/");
  if (rest === "") throw wrongId(`"${id}" has no part after the domain`, `Write ${form}.`);
  const domain = readDomain(written);
  // A name may hold a slash (RFC 2317), and so may what follows the type.
  const at = parts.findIndex((part, index) => index >= 2 && types.includes(part.toUpperCase()));
  if (at < 0) return { id, domain, rest };
  const member = at + 1 < parts.length ? parts.slice(at + 1).join("/") : undefined;
  const owner = parts.slice(1, at).join("/");
  const name = dns.ifValid(() => dns.ownerName(owner, domain));
  if (name === undefined) throw wrongId(`"${owner}" is not a name in ${domain}`, `Write ${form}.`);
  return { id, domain, rest, set: { name, type: String(parts[at]).toUpperCase(), member } };
}

/** @throws InvalidArgumentsError for an invalid domain */
export function readDomain(id: string): string {
  const domain = dns.ifValid(() => dns.normaliseDomain(id));
  if (domain !== undefined) return domain;
  throw wrongId(`"${id}" is not the name of a domain`, "Write the domain, such as example.com.");
}

const listedAtMost = 30;

/** The members that an ID names: one, unless `areSeveral`. @throws InvalidArgumentsError if it names none, or too many */
export function theMembers<M extends Member>(
  members: readonly M[],
  { id, domain, rest, set }: ImportId,
  areSeveral = false,
): [M, ...M[]] {
  const ofSet = set && members.filter(({ name, type }) => name === set.name && type === set.type);
  const isValue = ({ rowId, values }: Member) => rowId === set?.member || values.includes(set?.member ?? "");
  const isMeant = (each: M) => (set === undefined ? each.rowId === rest : set.member === undefined || isValue(each));
  const meant = (ofSet ?? members).filter(isMeant);
  const [first, ...further] = meant;
  if (first !== undefined && (further.length === 0 || areSeveral)) return [first, ...further];
  const candidates = meant.length === 0 ? (ofSet ?? []) : meant;
  if (candidates.length === 0) throw noRow(id, domain);
  const shown = exactIds(candidates)
    .slice(0, listedAtMost)
    .map((each) => `\n  ${each}`);
  const more = candidates.length > listedAtMost ? `\n  and ${candidates.length - listedAtMost} more` : "";
  const what = meant.length === 0 ? `no row has the ID ${id}` : `${id} names ${meant.length} rows`;
  // The error's code follows the last line, so that line isn't an ID to copy.
  throw wrongId(what, `Nothing was changed. IDs that exist:${shown.join("")}${more}\nUse one of these IDs.`);
}

const noRow = (id: string, domain: string) =>
  wrongId(
    `no row that can be declared has the ID ${id}`,
    `Nothing was changed. Use an ID such as ${domain}/www/CNAME or ${domain}/shop/FORWARD. ` +
      `\`pulumi-registrar records ${domain}\` lists the records, also those that can't be declared.`,
  );

/** Unique IDs: for members with the same natural ID, the registrar's ID. */
export function exactIds(members: readonly Member[]): string[] {
  const equal = dns.groupBy(members, ({ naturalId }) => naturalId);
  return members.map(({ naturalId, rowId }) =>
    equal.get(naturalId)?.length === 1 || rowId === undefined ? naturalId : `${naturalId.split("/")[0]}/${rowId}`,
  );
}

/**
 * @param run read-only, and without polling of lists @param asker the resource's URN, if known: it makes the new ID unique
 * @throws InvalidArgumentsError if no row or several rows have the ID, or if the row can't be declared
 */
export async function findExisting(handler: HandlerName, id: string, run: Run, asker: string): Promise<Captured> {
  if (handler === "contact") return findContact(id, run);
  const { args, rowId } = await argumentsOf(handler, id, run);
  const captured = await capture(handler, args, run, rowId);
  if ("reason" in captured) {
    const { type } = resources[handler];
    const way = captured.changes
      ? " To only read the live value, call a lookup (`getDomainLock`). To change it, declare the resource without an import."
      : "";
    throw wrongId(`${id} cannot be imported or read as a ${type}: ${captured.reason}`, `Nothing was changed.${way}`);
  }
  const { part }: Resource = resources[handler];
  return part === undefined ? { ...captured, id: newId(domainOf(args), `${asker} ${id}`) } : captured;
}

interface Declaration {
  args: Properties;
  /** The registrar's ID. */
  rowId?: string | undefined;
}

async function argumentsOf(handler: HandlerName, id: string, run: Run): Promise<Declaration> {
  if (handler === "dnsRecord") return recordOf(id, run);
  if (handler === "urlForward") return forwardOf(id, run);
  if (handler === "dnsRecordSet") return setOf(id, run);
  const { part }: Resource = resources[handler];
  const domain = readDomain(part !== undefined && id.endsWith(`/${part}`) ? id.slice(0, -part.length - 1) : id);
  const found = await domainArguments(handler, domain, run);
  if (handler === "domainContacts" && Object.keys(found).length === 0)
    throw wrongId(`the registrar shows no contact handles of ${domain}`, "Nothing was changed.");
  return { args: { domain, ...found } };
}

/** The live arguments of a resource of which a domain has one. */
export async function domainArguments(handler: HandlerName, domain: string, run: Run): Promise<Properties> {
  await run.domain(domain);
  const { live }: Resource = resources[handler];
  return handler === "dnsZone" ? zoneOf(domain, run) : ((await live?.(domain, run)) ?? {});
}

async function recordOf(id: string, run: Run): Promise<Declaration> {
  const form = "example.com/www/CNAME, example.com/@/MX/10 mail.example.net, or example.com/<the record's ID>";
  const wanted = readImportId(id, form);
  const [{ record, rowId }] = theMembers(await recordMembers(wanted.domain, run), wanted);
  return { args: { domain: wanted.domain, ...dns.argsFromRecord(record) }, rowId };
}

async function setOf(id: string, run: Run): Promise<Declaration> {
  const { domain, set } = readImportId(id, "example.com/www/A");
  const records = set === undefined ? [] : await liveRecords(domain, run);
  const own = records.filter(({ name, data }) => name === set?.name && data.type === set?.type);
  const [first] = own;
  if (first === undefined) throw noRow(id, domain);
  return { args: setArguments(domain, first, own) };
}

/** The arguments of a set of records. It has a TTL if all records have the same TTL. */
export function setArguments(domain: string, first: dns.LiveRecord, records: readonly dns.LiveRecord[]): Properties {
  const isOne = first.ttl !== undefined && records.every(({ ttl }) => ttl === first.ttl);
  const { name, type } = dns.argsFromRecord(first);
  const values = records.map((record) => dns.printValue(first.data.type, dns.argsFromRecord(record)));
  return { domain, name, type, ...(isOne && { ttl: first.ttl }), values };
}

export async function recordMembers(domain: string, run: Run): Promise<(Member & { record: dns.LiveRecord })[]> {
  return (await liveRecords(domain, run)).map((record) => {
    const { name, data } = record;
    // A trailing dot has no meaning in an ID.
    const value = dns.printData(data).replace(/(?<=\w)\.$/, "");
    const texts = Object.values(data).filter((each) => typeof each === "string");
    const naturalId = `${domain}/${name}/${data.type}/${value}`;
    return { naturalId, rowId: record.id, name, type: data.type, values: [value, `${value}.`, ...texts], record };
  });
}

async function forwardOf(id: string, run: Run): Promise<Declaration> {
  const wanted = readImportId(id, "example.com/shop/FORWARD, or example.com/<the forward's ID>");
  const { domain } = wanted;
  const [{ forward, rowId }] = theMembers(await forwardMembers(domain, run), wanted);
  return { args: { domain, ...declarableForward(forward) }, rowId };
}

export async function forwardMembers(domain: string, run: Run): Promise<(Member & { forward: Forward })[]> {
  await run.domain(domain);
  const { rows } = await run.list(forwardKind, domain).read();
  return rows
    .filter(({ reason }) => reason === undefined)
    .map((forward) => ({
      naturalId: `${domain}/${forward.source}/FORWARD/${forward.destination}`,
      rowId: forward.id,
      name: forward.source,
      type: "FORWARD",
      values: [forward.destination],
      forward,
    }));
}

/** IDs of a domain's rows, in the registrar's order, without NS of the apex. @param log called if there may be more rows */
export async function listRowIds(
  handler: "dnsRecord" | "urlForward",
  domain: string,
  run: Run,
  log: (message: string) => void,
): Promise<string[]> {
  const name = readDomain(domain);
  const isRecord = handler === "dnsRecord";
  const members: Member[] = await (isRecord ? recordMembers : forwardMembers)(name, run);
  const { proof } = await (isRecord ? run.list(recordKind, name) : run.list(forwardKind, name)).read();
  if (!proof.complete) log(`${name}: the registrar's list isn't proven complete, so there may be more rows.`);
  return exactIds(members.filter(({ name: owner, type }) => type !== "NS" || owner !== "@"));
}

async function liveRecords(domain: string, run: Run): Promise<dns.LiveRecord[]> {
  await run.domain(domain);
  const { rows } = await run.list(recordKind, domain).read();
  return rows.flatMap((row) => (dns.isOpaque(row) ? [] : [row]));
}

/** All records that can be declared, without the NS records of the apex. */
async function zoneOf(domain: string, run: Run): Promise<Properties> {
  const own = (await liveRecords(domain, run)).filter(({ name, data }) => data.type !== "NS" || name !== "@");
  const singly = await Promise.all(
    own.map((record) => capture("dnsRecord", { domain, ...dns.argsFromRecord(record) }, run, record.id)),
  );
  return recordsOfZone(singly.flatMap((each) => ("reason" in each ? [] : [each.args])));
}

async function findContact(handle: string, run: Run): Promise<Captured> {
  const resource: Resource = resources.contact;
  const { fields = {} }: { fields?: ContactValues } = (await contactWith(handle, run)) ?? {};
  // A name that is also given in two parts is left out.
  const isInParts = fields.firstName !== undefined && fields.lastName !== undefined;
  const given = contactFieldNames.filter((field) => fields[field] !== "" && !(isInParts && field === "name"));
  const args: Properties = pick(fields, given);
  const managed = managedText(managedKeys(args, resource.controls));
  const state = await resource.read(handle, { ...args, handle, managed }, run);
  if (state === undefined) {
    throw wrongId(
      `there is no contact ${handle} in the account`,
      "Nothing was changed. Use the contact's handle as the ID.",
    );
  }
  return { id: handle, args, state };
}
