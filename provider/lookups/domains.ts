/** Lookups of the domains that the account holds, and of their locks. */
import { type Api, UnexpectedShapeError } from "../api/index.ts";
import { isLocked } from "../api/lockStatus.ts";
import { foreignAmong } from "../api/serviceNameservers.ts";
import type { WireDomain } from "../api/shapes.ts";
import { optional } from "../dns/index.ts";
import { domainIn, domainName, hostName, wordsIn } from "./arguments.ts";
import { InvalidLookupError, whole } from "./errors.ts";
import type { Lookups } from "./session.ts";
import type { Domain, DomainArgs, GetDomainsArgs, LockStatus } from "./types/index.ts";

/** @throws DomainNotHeldError when the account does not hold it */
export async function getDomain(lookups: Lookups, args: DomainArgs): Promise<Domain> {
  const domain = domainIn("getDomain", args.domain);
  const { api, cache } = lookups;
  const wire = await cache["domains.get"].once(domain, () => api.domains.get({ domain }));
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

/** @throws IncompleteLookupError when the list could not be read whole */
export async function getDomains(lookups: Lookups, args: GetDomainsArgs): Promise<Domain[]> {
  const isWanted = filterOf(args);
  const { api, cache } = lookups;
  const listing = await cache["domains.list"].once("", () => api.domains.list());
  const domains = whole("domains.list", undefined, listing).map((wire) => {
    if (wire.domain_name === undefined) throw nameless();
    return domainFromWire(wire, domainName(wire.domain_name), api);
  });
  return domains.filter(isWanted).sort((a, b) => (a.domain < b.domain ? -1 : 1));
}

function filterOf({ tld, status, expiresBefore, expiresAfter }: GetDomainsArgs): (domain: Domain) => boolean {
  const tlds = wordsIn(tld)?.map((word) => word.replace(/^\./, ""));
  const statuses = wordsIn(status);
  const before = expiresBefore === undefined ? undefined : moment("expiresBefore", expiresBefore);
  const after = expiresAfter === undefined ? undefined : moment("expiresAfter", expiresAfter);
  return (domain) => {
    if (tlds !== undefined && !tlds.includes(domain.tld)) return false;
    if (statuses !== undefined && !statuses.includes(domain.status ?? "")) return false;
    if (before === undefined && after === undefined) return true;
    const expires = domain.expiresAt === undefined ? undefined : milliseconds(domain.expiresAt);
    if (expires === undefined) return false;
    return (before === undefined || expires < before) && (after === undefined || expires > after);
  };
}

function moment(argument: string, written: string): number {
  const found = milliseconds(written);
  if (found !== undefined) return found;
  throw new InvalidLookupError("getDomains", `${argument} must be a moment such as 2030-01-31 or 2030-01-31T12:00:00Z`);
}

/** Milliseconds since 1970; a moment without a time zone is UTC. */
function milliseconds(written: string): number | undefined {
  const text = written.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, "$1T");
  const hasTime = /T\d/.test(text);
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const value = Date.parse(hasTime && !hasZone ? `${text}Z` : text);
  return Number.isNaN(value) || !/^\d{4}-/.test(text) ? undefined : value;
}

const nameless = () =>
  new UnexpectedShapeError({
    operation: "domains.list",
    what: "a row of the list has no `domain_name`",
    advice: "If the name has another key, say so in a contract file (`registrar:contract`, `domains.list`, `fields`).",
  });

export async function getLockStatus(lookups: Lookups, args: DomainArgs): Promise<LockStatus> {
  const domain = domainIn("getLockStatus", args.domain);
  const { api, cache } = lookups;
  const lock = await cache["lock.get"].once(domain, () => api.lock.get({ domain }));
  return {
    domain,
    locked: isLocked(lock, domain),
    ...optional({
      transferLocked: lock.transfer_locked,
      icannTransferLock: lock.icann_transfer_lock,
      icannTransferLockExpiresAt: lock.icann_transfer_lock_expires_at,
      canTransferOut: lock.can_transfer_out,
    }),
  };
}
