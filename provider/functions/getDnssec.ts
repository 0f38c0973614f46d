/** DNSSEC of a domain. The specification shows no fields of the answer, so several spellings are understood. */
import { readDnssec } from "../api/dnssecStatus.ts";
import { domainIn, type Lookups } from "./lookups.ts";
import type { DnssecStatus, DomainArgs } from "./types/index.ts";

export async function getDnssec(lookups: Lookups, args: DomainArgs): Promise<DnssecStatus> {
  const domain = domainIn("getDnssec", args.domain);
  const { api, known } = lookups;
  const { data } = await lookups.explaining(() => known["dnssec.get"].once(domain, () => api.dnssec.get({ domain })));
  const { enabled, dsRecords } = readDnssec(data);
  return {
    domain,
    ...(typeof enabled === "boolean" && { enabled }),
    dsRecords: [...dsRecords],
    details: structuredClone(data),
  };
}
