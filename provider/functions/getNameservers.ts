/** The nameservers of a domain, and whether they are the service's own. */
import { areServiceNameservers, hostName } from "./getDomain.ts";
import { domainIn, type Lookups } from "./lookups.ts";
import type { DomainArgs, NameserverSet } from "./types/index.ts";

export async function getNameservers(lookups: Lookups, args: DomainArgs): Promise<NameserverSet> {
  const domain = domainIn("getNameservers", args.domain);
  const { api, known } = lookups;
  const wire = await lookups.explaining(() =>
    known["nameservers.get"].once(domain, () => api.nameservers.get({ domain })),
  );
  const nameservers = wire.nameservers.map(hostName);
  return { domain, nameservers, areServiceNameservers: areServiceNameservers(nameservers, api) };
}
