/** The DNS records of a domain, in the form that DnsRecord takes as its arguments. */
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
import { InvalidLookupError, whole } from "./errors.ts";
import { domainIn, type Lookups } from "./lookups.ts";
import type { DnsRecords, GetRecordsArgs, LiveDnsRecord, OtherRow } from "./types/index.ts";

/** @throws IncompleteLookupError when the zone could not be read whole */
export async function getRecords(lookups: Lookups, args: GetRecordsArgs): Promise<DnsRecords> {
  const domain = domainIn("getRecords", args.domain);
  const wantedName = args.name === undefined ? undefined : ownerIn(args.name, domain);
  const { api, known } = lookups;
  const listing = await lookups.explaining(() =>
    known["records.list"].once(domain, () => api.records.list({ domain })),
  );
  const records: LiveDnsRecord[] = [];
  const others: OtherRow[] = [];
  for (const wire of whole("records.list", domain, listing)) {
    const row = recordFromWire(wire, domain);
    if (isOpaque(row)) {
      others.push({ reason: row.reason, ...optional({ name: row.name, type: row.type }) });
      continue;
    }
    const record = argumentsOf(row, domain);
    if (record === undefined) {
      const { name, data } = row;
      others.push({
        name,
        type: data.type,
        reason: "the registrar does not show everything that a record consists of",
      });
    } else if ((args.type ?? record.type) === record.type && (wantedName ?? record.name) === record.name) {
      records.push(record);
    }
  }
  return { domain, records, others };
}

/** What a program would write; `undefined` where something is missing, such as the priority of an MX. */
function argumentsOf(row: LiveRecord, domain: string): LiveDnsRecord | undefined {
  const { success, data } = recordSchemas[row.data.type].safeParse(argsFromRecord(row));
  return success ? { domain, ...data } : undefined;
}

function ownerIn(name: string, domain: string): string {
  try {
    return ownerName(name, domain);
  } catch (error) {
    if (error instanceof InvalidNameError) throw new InvalidLookupError("getRecords", `name: ${error.message}`);
    throw error;
  }
}
