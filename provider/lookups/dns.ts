/** Lookups of a domain: records, URL forwards, nameservers, DNSSEC. */

import { liveForward } from "../api/forward.ts";
import { type Api, forwardRows, readDnssec, recordRows } from "../api/index.ts";
import {
  argsFromRecord,
  isOpaque,
  type LiveRecord,
  mapOfRecords,
  optional,
  ownerName,
  recordSchemas,
} from "../dns/index.ts";
import { onServiceNameservers } from "./account.ts";
import { domainIn, hostName, nameIn, proven } from "./session.ts";
import type * as types from "./types.ts";

export async function getDnsRecords(api: Api, args: types.GetDnsRecordsArgs): Promise<types.GetDnsRecordsResult> {
  const domain = domainIn("getDnsRecords", args.domain);
  const { name } = args;
  const wantedName = name === undefined ? undefined : nameIn("getDnsRecords", "name", () => ownerName(name, domain));
  const records: types.LiveDnsRecord[] = [];
  const unreadable: types.UnreadableRow[] = [];
  for (const row of proven("records.list", domain, recordRows(await api.records.list({ domain }), domain))) {
    if (isOpaque(row)) {
      unreadable.push({ reason: row.reason, ...optional({ name: row.name, type: row.type }) });
      continue;
    }
    const record = argumentsOf(row, domain);
    if (record === undefined) {
      const reason = "the registrar does not report every field of the record";
      unreadable.push({ name: row.name, type: row.data.type, reason });
    } else if ((args.type ?? record.type) === record.type && (wantedName ?? record.name) === record.name) {
      records.push(record);
    }
  }
  return { domain, records, zone: mapOfRecords(records), unreadable };
}

/** Arguments for a program; `undefined` if a field is missing, such as the priority of an MX. */
function argumentsOf(row: LiveRecord, domain: string): types.LiveDnsRecord | undefined {
  const { success, data } = recordSchemas[row.data.type].safeParse(argsFromRecord(row));
  return success ? { domain, ...data } : undefined;
}

export async function getUrlForwards(api: Api, args: types.GetUrlForwardsArgs): Promise<types.GetUrlForwardsResult> {
  const domain = domainIn("getUrlForwards", args.domain);
  const listed = proven("forwards.list", domain, forwardRows(await api.forwards.list({ domain }), domain));
  const [forwards, unreadable]: [types.LiveUrlForward[], types.UnreadableRow[]] = [[], []];
  for (const row of listed) {
    const { source } = row.row ?? {};
    const name = typeof source === "string" ? source : undefined;
    if (row.unreadable === undefined) forwards.push({ domain, ...liveForward(row) });
    else unreadable.push({ reason: row.unreadable, ...optional({ name }) });
  }
  return { domain, forwards, unreadable };
}

export async function getNameservers(api: Api, args: types.GetNameserversArgs): Promise<types.GetNameserversResult> {
  const domain = domainIn("getNameservers", args.domain);
  const wire = await api.nameservers.get({ domain });
  const nameservers = wire.nameservers.map(hostName);
  return { domain, nameservers, onServiceNameservers: onServiceNameservers(nameservers, api) };
}

export async function getDnssec(api: Api, args: types.GetDnssecArgs): Promise<types.GetDnssecResult> {
  const domain = domainIn("getDnssec", args.domain);
  const { data } = await api.dnssec.get({ domain });
  const { enabled, dsRecords } = readDnssec(data);
  return {
    domain,
    ...(typeof enabled === "boolean" && { enabled }),
    dsRecords: [...dsRecords],
    details: structuredClone(data),
  };
}
