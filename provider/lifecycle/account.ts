/** Does the account hold a domain, and for how long? */

import { isoText, momentOf } from "../api/dates.ts";
import type { WireDomain } from "../api/endpoints/shapes.ts";
import { ForbiddenError, IncompleteListError, NotFoundError, UnsupportedOperationError } from "../api/index.ts";
import { sameDomain } from "./arguments.ts";
import type { CheckContext } from "./definition.ts";
import type { Run } from "./run.ts";

/** The domain in the account. */
export type Account = WireDomain | "absent";

/**
 * The domain as the account shows it now. A failed read is an error.
 * @param isKept a state has the domain: it is read once for all resources, and only a complete list proves that it left
 */
export async function accountOf(domain: string, run: Run, { isKept = false } = {}): Promise<Account> {
  try {
    return await (isKept ? run.domain(domain) : run.api.domains.get({ domain }));
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof ForbiddenError)) throw error;
    return (await inList(domain, run, error instanceof ForbiddenError, isKept)) ?? "absent";
  }
}

const soonMs = 30 * 24 * 60 * 60 * 1000;

/** Warns in a dry run that a domain has expired, or expires soon without auto-renewal. */
export function warnOfExpiry(
  domain: string,
  live: WireDomain,
  { declared, log }: Pick<CheckContext, "declared" | "log">,
  now: number,
): void {
  const expires = momentOf(live.expiry_date);
  if (expires === undefined || expires > now + soonMs) return;
  const day = isoText(expires).slice(0, 10);
  if (expires <= now) {
    log(`${domain} expired on ${day}: its records may not resolve. Renew it in the registrar's dashboard.`, true);
  } else if (live.auto_renew === false && declared("DomainSettings", domain)?.["autoRenew"] !== true) {
    const remedy = "Renew it in the registrar's dashboard, or declare `DomainSettings` with `autoRenew: true`.";
    log(`${domain} expires on ${day}, and auto-renewal is off. ${remedy}`, true);
  }
}

/** Looks the domain up in the complete list, since a 403 may mean a token without rights, and a 404 a wrong path. */
async function inList(domain: string, run: Run, isForbidden: boolean, isKept: boolean) {
  const isIt = ({ domain_name: name }: WireDomain) => name !== undefined && sameDomain(name, domain);
  const { rows, proof } = await run.api.domains.list().catch((error: unknown) => {
    if (!(error instanceof NotFoundError || error instanceof UnsupportedOperationError)) throw error;
    throw new UnsupportedOperationError({
      operation: "domains.list",
      domain,
      status: 404,
      what: "404 not found, so it is not known whether the account holds the domain",
      advice:
        "Check registrar:baseUrl: part of its path, such as /api, may be missing. If the registrar has another " +
        'path for its list of domains, name it in a contract file (registrar:contractFile, "domains.list", `path`).',
    });
  });
  const found = rows.find(isIt);
  // For a new domain, a 404 and a list without it are enough, unless the list contradicts itself. A 403 isn't enough.
  if (found === undefined && !proof.complete && (isKept || proof.cut || isForbidden)) {
    const subject = `whether the account holds ${domain}`;
    throw new IncompleteListError(subject, "domains.list", undefined, proof);
  }
  return found;
}
