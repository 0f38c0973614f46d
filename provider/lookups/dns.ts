/** Lookups of what a domain serves: records, URL forwards, nameservers, DNSSEC. */

import { forwardFromWire, liveForward } from "../api/forward.ts";
import { readDnssec } from "../api/index.ts";
import {
  argsFromRecord,
  InvalidNameError,
  isOpaque,
  type LiveRecord,
  optional,
  ownerName,
  recordFromWire,
  recordSchemas,
} from "../dns/index.ts";
import { areServiceNameservers } from "./account.ts";
import { domainIn, hostName, InvalidLookupError, type Lookups, whole } from "./session.ts";
import type * as types from "./types.ts";

/** @throws IncompleteListError when the zone could not be read completely */
export async function getDnsRecords(
  lookups: Lookups,
  args: types.GetDnsRecordsArgs,
): Promise<types.GetDnsRecordsResult> {
  const domain = domainIn("getDnsRecords", args.domain);
  const wantedName = args.name === undefined ? undefined : ownerIn(args.name, domain);
  const records: types.LiveDnsRecord[] = [];
  const unreadable: types.UnreadableRow[] = [];
  for (const wire of whole("records.list", domain, await lookups.records.list({ domain }))) {
    const row = recordFromWire(wire, domain);
    if (isOpaque(row)) {
      unreadable.push({ reason: row.reason, ...optional({ name: row.name, type: row.type }) });
      continue;
    }
    const record = argumentsOf(row, domain);
    if (record === undefined) {
      const { name, data } = row;
      unreadable.push({
        name,
        type: data.type,
        reason: "the registrar does not report every field of the record",
      });
    } else if ((args.type ?? record.type) === record.type && (wantedName ?? record.name) === record.name) {
      records.push(record);
    }
  }
  return { domain, records, unreadable };
}

/** Arguments for a program; `undefined` if something is missing, such as the priority of an MX. */
function argumentsOf(row: LiveRecord, domain: string): types.LiveDnsRecord | undefined {
  const { success, data } = recordSchemas[row.data.type].safeParse(argsFromRecord(row));
  return success ? { domain, ...data } : undefined;
}

function ownerIn(name: string, domain: string): string {
  try {
    return ownerName(name, domain);
  } catch (error) {
    if (error instanceof InvalidNameError) throw new InvalidLookupError("getDnsRecords", `name: ${error.message}`);
    throw error;
  }
}

/** @throws IncompleteListError when the list could not be read completely */
export async function getUrlForwards(
  lookups: Lookups,
  args: types.GetUrlForwardsArgs,
): Promise<types.GetUrlForwardsResult> {
  const domain = domainIn("getUrlForwards", args.domain);
  const listed = whole("forwards.list", domain, await lookups.forwards.list({ domain }));
  const [forwards, unreadable]: [types.LiveUrlForward[], types.UnreadableRow[]] = [[], []];
  for (const wire of listed) {
    const row = forwardFromWire(wire, domain);
    const name = typeof wire["source"] === "string" ? wire["source"] : undefined;
    if (row.unreadable === undefined) forwards.push({ domain, ...liveForward(row) });
    else unreadable.push({ reason: row.unreadable, ...optional({ name }) });
  }
  return { domain, forwards, unreadable };
}

export async function getNameservers(
  lookups: Lookups,
  args: types.GetNameserversArgs,
): Promise<types.GetNameserversResult> {
  const domain = domainIn("getNameservers", args.domain);
  const wire = await lookups.nameservers.get({ domain });
  const nameservers = wire.nameservers.map(hostName);
  return { domain, nameservers, areServiceNameservers: areServiceNameservers(nameservers, lookups) };
}

export async function getDnssec(lookups: Lookups, args: types.GetDnssecArgs): Promise<types.GetDnssecResult> {
  const domain = domainIn("getDnssec", args.domain);
  const { data } = await lookups.dnssec.get({ domain });
  const { enabled, dsRecords } = readDnssec(data);
  return {
    domain,
    ...(typeof enabled === "boolean" && { enabled }),
    dsRecords: [...dsRecords],
    details: structuredClone(data),
  };
}
