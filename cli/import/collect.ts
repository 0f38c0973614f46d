/** Reads what a domain of the account has, and makes declarations of it that mean exactly that. */

import { settingsOf } from "../../provider/api/domainSettings.ts";
import { type Forward, isNamedForwardType } from "../../provider/api/forward.ts";
import {
  argsFromRecord,
  describeRecord,
  isOpaque,
  type LiveRecord,
  normaliseDomain,
  recordTypeNames,
  secondaryValues,
  type ZoneRow,
} from "../../provider/dns/index.ts";
import { type ImportRow, importRow } from "../../provider/pulumi/state.ts";
import type { Properties } from "../../provider/resources/definition.ts";
import { resources } from "../../provider/resources/index.ts";
import { exactKey } from "../../provider/resources/recordKeys.ts";
import type { Run } from "../../provider/resources/run.ts";
import {
  type Captured,
  capture,
  type HandlerName,
  ignoredBy,
  isRefusal,
  isUnreadable,
  type Refused,
  sameAgain,
} from "./capture.ts";
import { chosen, type ItemKey } from "./keys.ts";
import { domainResourceName, forwardFingerprint, forwardName, recordFingerprint, recordName } from "./names.ts";

/** Something that is there and can be declared. */
export interface Found extends Captured {
  handler: HandlerName;
  name: string;
  fingerprint: string;
  group?: string;
  comment?: string;
}

/** What a domain has. */
export interface Collected {
  domain: string;
  found: Found[];
  /** What is there and is not declared, with the reason. */
  leftOut: string[];
  /** What could not be looked at, or not whole. */
  unread: string[];
  remarks: string[];
}

export type Format = "records" | "zone";

/** A resource that could be declared, before anybody knows whether it means what is there. */
interface Candidate {
  handler: HandlerName;
  name: string;
  fingerprint: string;
  args: Properties;
  /** For people. */
  title: string;
  group?: string;
  /** The registrar's id. */
  item?: string;
  /** What only one can be declared of: two that share it say the same. */
  meaning?: string;
}

/** Everything that a domain has. */
export async function collectDomain(name: string, run: Run, format: Format): Promise<Collected> {
  const domain = normaliseDomain(name);
  const collected: Collected = { domain, found: [], leftOut: [], unread: [], remarks: [] };
  await takeSettings(collected, run);
  const rows = await readList(collected, "DNS records", async () => run.records(domain).read());
  await takeRecords(readable(rows, collected), collected, run, format);
  const forwards = await readList(collected, "URL forwards", async () => run.forwards(domain).read());
  await take(forwardCandidates(forwards, collected), collected, run);
  return collected;
}

/** The records one by one; or those of them that can be declared together, as a zone. */
async function takeRecords(
  records: readonly LiveRecord[],
  collected: Collected,
  run: Run,
  format: Format,
): Promise<void> {
  const { domain } = collected;
  const candidates = recordCandidates(domain, records);
  if (format === "records") return take(candidates, collected, run);
  const singly: Collected = { ...collected, found: [] };
  await take(candidates, singly, run);
  // Who held a record by itself makes room for the zone.
  run.claims.clear();
  if (singly.found.length === 0) return;
  const ignoreChecks = [...new Set(singly.found.flatMap(({ args }) => ignoredBy(args)))].sort();
  const zone: Candidate = {
    handler: "dnsZone",
    name: domainResourceName(domain, "zone"),
    fingerprint: `zone ${domain}`,
    args: {
      domain,
      records: singly.found.map(({ args: { domain: _, ignoreChecks: __, ...record } }) => record),
      ...(ignoreChecks.length > 0 && { ignoreChecks }),
    },
    title: `zone of ${domain}`,
    group: "DNS.",
  };
  await take([zone], collected, run);
}

/** Only the records or forwards that a key names. */
export async function collectItems(key: ItemKey, run: Run): Promise<Collected> {
  const { domain, name, type } = key;
  const collected: Collected = { domain, found: [], leftOut: [], unread: [], remarks: [] };
  await run.domain(domain);
  if (type === "FORWARD") {
    const { rows } = await run.forwards(domain).read();
    const candidates = forwardCandidates(rows, collected).filter(({ args }) => args["source"] === name);
    await take(chosen(candidates, key), collected, run);
  } else {
    const { rows } = await run.records(domain).read();
    const records = rows.flatMap((row) => (isOpaque(row) || row.data.type !== type || row.name !== name ? [] : [row]));
    await take(chosen(recordCandidates(domain, records.sort(inOrder)), key), collected, run);
  }
  return collected;
}

/** The row of a declaration in an import file. */
export function rowOf({ handler, name, id, inputs, state }: Found): ImportRow {
  return importRow(resources[handler], { handler, name, id }, inputs, state);
}

/** Nameservers, lock, settings and contacts: what a domain has one of. */
async function takeSettings(collected: Collected, run: Run): Promise<void> {
  const { domain, remarks } = collected;
  const details = await run.domain(domain);
  const group = "The domain itself.";
  const single = (handler: HandlerName, kind: string, args: Properties): Candidate => ({
    handler,
    name: domainResourceName(domain, kind),
    fingerprint: `${kind} ${domain}`,
    args: { domain, ...args },
    title: `${kind} of ${domain}`,
    group,
  });
  const nameservers = await refusable(
    collected,
    `nameservers of ${domain}`,
    async () => (await run.api.nameservers.get({ domain })).nameservers,
  );
  const hosts = nameservers?.map((host) => host.toLowerCase().replace(/\.$/, ""));
  const lock = single("domainLock", "lock", {});
  const locked = await capture(lock.handler, lock.args, run);
  if (!("reason" in locked)) collected.found.push(foundAs(lock, locked));
  else if (!locked.changes) notTaken(lock, locked, collected);
  else remarks.push('It is not locked. To lock it: new DomainLock("...", { domain });');
  const settings = settingsOf(details);
  const handles = given({
    registrant: details.registrant_handle,
    admin: details.admin_handle,
    tech: details.tech_handle,
    billing: details.billing_handle,
  });
  const candidates = [
    ...(hosts === undefined ? [] : [single("nameservers", "nameservers", { nameservers: hosts })]),
    ...(Object.keys(settings).length === 0 ? [] : [single("domainSettings", "settings", settings)]),
    ...(Object.keys(handles).length === 0 ? [] : [single("domainContacts", "contacts", handles)]),
    ...(details.dnssec_enabled === true ? [single("dnssec", "dnssec", { enabled: true })] : []),
  ];
  await take(candidates, collected, run);
}

function given(values: Properties): Properties {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
}

async function take(candidates: readonly Candidate[], collected: Collected, run: Run): Promise<void> {
  const seen = new Set<string>();
  const captured = await Promise.all(
    candidates.map(async ({ handler, args, item, meaning }) => {
      if (meaning !== undefined && seen.has(meaning)) return sameAgain(item);
      if (meaning !== undefined) seen.add(meaning);
      return capture(handler, args, run, item);
    }),
  );
  candidates.forEach((candidate, index) => {
    const result = captured[index];
    if (result === undefined) return;
    if ("reason" in result) notTaken(candidate, result, collected);
    else collected.found.push(foundAs(candidate, result));
  });
}

function notTaken({ title }: Candidate, { reason, unread }: Refused, collected: Collected): void {
  (unread ? collected.unread : collected.leftOut).push(`${title}: ${reason}`);
}

function foundAs({ handler, name, fingerprint, group }: Candidate, captured: Captured): Found {
  const isIgnoring = Array.isArray(captured.args["ignoreChecks"]);
  const comment = isIgnoring ? "What is live does not pass a check of this package." : undefined;
  return { ...captured, handler, name, fingerprint, ...(group && { group }), ...(comment && { comment }) };
}

/** A list, or nothing where the registrar refuses to show it (records of a domain on foreign nameservers). */
async function readList<Row extends object>(
  collected: Collected,
  what: string,
  read: () => Promise<{ rows: Row[]; complete: boolean; incomplete: string | undefined }>,
): Promise<Row[]> {
  const title = `${what} of ${collected.domain}`;
  const items = await refusable(collected, `${title}: not read`, read);
  if (items?.complete === false) {
    const why = items.incomplete ?? "it looks cut off";
    collected.unread.push(`${title}: what else there may be: the list is not proven whole (${why})`);
  }
  return items?.rows ?? [];
}

/** What the registrar refuses to show is left out; what it shows and nobody can read may be anything. */
async function refusable<T>(
  { leftOut, unread }: Collected,
  title: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    (isUnreadable(error) ? unread : leftOut).push(`${title}: ${error.what}`);
    return undefined;
  }
}

/** The records that a program can hold, in the order it shows them. */
function readable(rows: readonly ZoneRow[], { domain, leftOut }: Collected): LiveRecord[] {
  const records: LiveRecord[] = [];
  const own = new Set<string>();
  for (const row of rows) {
    if (isOpaque(row) && row.type?.toUpperCase() === "SOA") own.add("SOA");
    else if (isOpaque(row)) {
      const shown = [row.name, row.type ?? "a record"].filter(Boolean).join(" ");
      leftOut.push(`${shown} of ${domain}: ${row.reason}`);
    } else if (row.data.type === "NS" && row.name === "@") own.add("NS");
    else records.push(row);
  }
  if (own.size > 0) leftOut.push(`${[...own].sort().join(" and ")} of ${domain} itself: made by the registrar`);
  return records.sort(inOrder);
}

/** The apex first, then by name from the right, then by type, then by data. */
function inOrder(a: LiveRecord, b: LiveRecord): number {
  const keyOf = ({ name, data }: LiveRecord) => [
    name === "@" ? "" : name.split(".").reverse().join("."),
    String(recordTypeNames.indexOf(data.type)),
    ...Object.values(secondaryValues(data)).map((value) => String(value ?? 0).padStart(5, "0")),
    JSON.stringify(data),
  ];
  const [left, right] = [keyOf(a), keyOf(b)];
  for (const [index, key] of left.entries()) {
    const other = right[index] ?? "";
    if (key !== other) return key < other ? -1 : 1;
  }
  return (a.id ?? "") < (b.id ?? "") ? -1 : 1;
}

function recordCandidates(domain: string, records: readonly LiveRecord[]): Candidate[] {
  const setOf = ({ name, data }: LiveRecord) => `${name} ${data.type}`;
  const sizes = countBy(records, setOf);
  return records.map((record) => {
    const { name, data, id } = record;
    return {
      handler: "dnsRecord",
      name: recordName(domain, record, sizes.get(setOf(record)) === 1),
      fingerprint: recordFingerprint(domain, record),
      args: { domain, ...argsFromRecord(record) },
      title: describeRecord(name, data, domain),
      group: name === "@" ? domain : `${name}.${domain}`,
      meaning: exactKey(record),
      ...(id !== undefined && { item: id }),
    };
  });
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function forwardCandidates(forwards: readonly Forward[], { domain, leftOut }: Collected): Candidate[] {
  const known = forwards.filter(({ id, unreadable }) => {
    if (unreadable !== undefined) leftOut.push(`URL forward ${id ?? ""} of ${domain}: ${unreadable}`);
    return unreadable === undefined;
  });
  const sizes = countBy(known, ({ source }) => source);
  return known
    .sort((a, b) => (a.source === b.source ? 0 : a.source < b.source ? -1 : 1))
    .map((forward) => {
      const { source, destination, type, id } = forward;
      return {
        handler: "urlForward",
        name: forwardName(domain, forward, sizes.get(source) === 1),
        fingerprint: forwardFingerprint(domain, forward),
        args: { domain, source, destination, ...(isNamedForwardType(type) && { type }) },
        title: `URL forward ${source} of ${domain}`,
        group: "URL forwards.",
        meaning: `forward ${source} ${destination}`,
        ...(id !== undefined && { item: id }),
      };
    });
}
