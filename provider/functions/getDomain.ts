/** One domain of the account. */
import type { Api } from "../api/index.ts";
import { foreignAmong } from "../api/serviceNameservers.ts";
import type { WireDomain } from "../api/shapes.ts";
import { InvalidNameError, normaliseDomain, normaliseHost, optional } from "../dns/index.ts";
import { domainIn, type Lookups } from "./lookups.ts";
import type { Domain, DomainArgs } from "./types/index.ts";

/** @throws DomainNotHeldError when the account does not hold it */
export async function getDomain(lookups: Lookups, args: DomainArgs): Promise<Domain> {
  const domain = domainIn("getDomain", args.domain);
  const { api, known } = lookups;
  const wire = await lookups.explaining(() => known["domains.get"].once(domain, () => api.domains.get({ domain })));
  return domainFromWire(wire, domain, api);
}

/** Everything but the registrant's name and address: those are personal, and the handle leads to them. */
export function domainFromWire(wire: WireDomain, domain: string, api: Api): Domain {
  const nameservers = (wire.nameservers ?? []).map(hostName);
  return {
    domain,
    tld: wire.extension?.replace(/^\./, "").toLowerCase() ?? domain.slice(domain.indexOf(".") + 1),
    eppStatus: [...(wire.whois_status ?? [])],
    nameservers,
    ...(nameservers.length > 0 && { areServiceNameservers: areServiceNameservers(nameservers, api) }),
    ...optional({
      status: wire.status?.toLowerCase(),
      createdAt: wire.created_date,
      updatedAt: wire.updated_date,
      expiresAt: wire.expiry_date,
      autoRenew: wire.auto_renew,
      autoRenewPeriod: wire.auto_renew_period,
      privacy: wire.privacy_protect,
      transferLocked: wire.transfer_locked,
      dnssecEnabled: wire.dnssec_enabled,
      registrantHandle: wire.registrant_handle,
      adminHandle: wire.admin_handle,
      techHandle: wire.tech_handle,
      billingHandle: wire.billing_handle,
    }),
  };
}

/** Whether records and DNSSEC can be managed under these, in A-labels. Specification, "What the service does". */
export function areServiceNameservers(nameservers: readonly string[], { contract }: Api): boolean {
  return nameservers.length > 0 && foreignAmong(nameservers, contract).length === 0;
}

/** A domain's name as the registrar writes it, in A-labels; what is none stays as it is. */
export function domainName(written: string): string {
  return nameOr(normaliseDomain, written);
}

/** A host name as the registrar writes it, in A-labels; what is none stays as it is. */
export function hostName(written: string): string {
  return nameOr(normaliseHost, written);
}

function nameOr(normalise: (name: string) => string, written: string): string {
  try {
    return normalise(written);
  } catch (error) {
    if (error instanceof InvalidNameError) return written.toLowerCase();
    throw error;
  }
}
