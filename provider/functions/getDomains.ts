/** The domains of the account, all pages of them, filtered here. */
import { UnexpectedShapeError } from "../api/index.ts";
import { InvalidLookupError, whole } from "./errors.ts";
import { domainFromWire, domainName } from "./getDomain.ts";
import { type Lookups, wordsIn } from "./lookups.ts";
import type { Domain, GetDomainsArgs } from "./types/index.ts";

/** @throws IncompleteLookupError when the list could not be read whole */
export async function getDomains(lookups: Lookups, args: GetDomainsArgs): Promise<Domain[]> {
  const isWanted = filterOf(args);
  const { api, known } = lookups;
  const listing = await known["domains.list"].once("", () => api.domains.list());
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
