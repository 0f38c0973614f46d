/** A domain of the account: whether it is there, what is shown of it, its dates, and years between them. */
import * as z from "zod";
import type { WireDomain } from "../../api/endpoints/shapes.ts";
import {
  ForbiddenError,
  IncompleteListError,
  NotFoundError,
  seek,
  UnsupportedOperationError,
} from "../../api/index.ts";
import { sameDomain } from "../arguments.ts";
import type { Run } from "../run.ts";

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const withoutZone = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/;
const maxYears = 10;

/**
 * Milliseconds since 1970 of `2027-03-01` (midnight UTC), an RFC 3339 moment, or a moment without a zone, which is taken
 * as UTC; `undefined` for anything else.
 */
export function momentOf(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const [, date, time] = withoutZone.exec(text.trim()) ?? [];
  const written = date === undefined ? text.trim() : `${date}T${time}Z`;
  if (!dateOnly.test(written) && !/^\d{4}-\d{2}-\d{2}[T ].*(?:Z|[+-]\d{2}:?\d{2})$/i.test(written)) return undefined;
  const moment = Date.parse(written);
  if (Number.isNaN(moment)) return undefined;
  // JavaScript takes 31 February for 3 March.
  const isReal = new Date(`${written.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(written.slice(0, 10));
  return isReal ? moment : undefined;
}

/** The same moment in one form, RFC 3339 in UTC; a text that is none stays as it is. */
export function isoMoment(text: string): string {
  const moment = momentOf(text);
  return moment === undefined ? text : new Date(moment).toISOString();
}

/** The same day so many years later; 29 February becomes the 28th, so that nothing is counted too long. */
export function addYears(moment: number, years: number): number {
  const date = new Date(moment);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}

/** The fewest years that carry a date to a target, or `undefined` if ten are not enough. */
export function yearsToReach(from: number, target: number): number | undefined {
  for (let years = 1; years <= maxYears; years += 1) if (addYears(from, years) >= target) return years;
  return undefined;
}

export const yearsText = (years: number) => (years === 1 ? "1 year" : `${years} years`);

/**
 * The domain as the account shows it now; `undefined` when the account does not hold it, which `domains.list` must
 * confirm. A failed read is an error.
 * @param isKept a state speaks of it: it is read once for everybody, and only a list that is proven whole says that it left
 */
export async function findDomain(domain: string, run: Run, { isKept = false } = {}): Promise<WireDomain | undefined> {
  try {
    return await (isKept ? run.domain(domain) : run.api.domains.get({ domain }));
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof ForbiddenError)) throw error;
    return inList(domain, run, error instanceof ForbiddenError, isKept);
  }
}

/** The domain, if the account shows it at this moment. A look that fails otherwise is an error. */
export async function shown(domain: string, run: Run): Promise<WireDomain | undefined> {
  try {
    return await run.api.domains.get({ domain });
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ForbiddenError) return undefined;
    throw error;
  }
}

/** A 403 may also be a token without any rights, and a 404 a path that is wrong: the whole list decides. */
async function inList(domain: string, run: Run, isForbidden: boolean, isKept: boolean) {
  const isIt = ({ domain_name: name }: WireDomain) => name !== undefined && sameDomain(name, domain);
  const { found, complete, incomplete, cut } = await seek(run.api.domains.list, isIt, isKept).catch(
    (error: unknown) => {
      if (!(error instanceof NotFoundError || error instanceof UnsupportedOperationError)) throw error;
      throw new UnsupportedOperationError({
        operation: "domains.list",
        domain,
        status: 404,
        what: "404 not found, so it is not known whether the account holds the domain",
        advice:
          'Check registrar:baseUrl: part of its path, such as /api, may be missing. If the registrar has another path for its list of domains, name it in a contract file (registrar:contractFile, "domains.list", `path`).',
      });
    },
  );
  // Where nothing speaks against it, a 404 for a new domain is believed; a 403 is not.
  if (found === undefined && !complete && (isKept || cut || isForbidden)) {
    const subject = `whether the account holds ${domain}`;
    throw new IncompleteListError(subject, "domains.list", undefined, { incomplete, cut });
  }
  return found;
}

export const text = (description: string) => z.string().optional().meta({ description });
const texts = (description: string) => z.array(z.string()).optional().meta({ description });

/** Outputs that every domain has, as far as the registrar shows them. */
export const detailOutputs = {
  status: text("The registrar's status, such as `active`."),
  registeredAt: text("Time of registration. RFC 3339."),
  expiresAt: text("Time of expiry. RFC 3339."),
  eppStatus: texts("EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3."),
  nameservers: texts("The domain's nameservers."),
  registrantHandle: text("Handle of the registrant."),
  adminHandle: text("Handle of the admin contact."),
  techHandle: text("Handle of the tech contact."),
  billingHandle: text("Handle of the billing contact."),
};

/** What the registrar shows of a domain; what it does not show is `undefined`. */
export function detailsOf(live: WireDomain): {
  [D in keyof typeof detailOutputs]: z.output<(typeof detailOutputs)[D]>;
} {
  return {
    status: live.status,
    registeredAt: live.created_date && isoMoment(live.created_date),
    expiresAt: live.expiry_date && isoMoment(live.expiry_date),
    eppStatus: live.whois_status,
    nameservers: live.nameservers,
    registrantHandle: live.registrant_handle,
    adminHandle: live.admin_handle,
    techHandle: live.tech_handle,
    billingHandle: live.billing_handle,
  };
}

export const expiryOf = (live: WireDomain) => momentOf(live.expiry_date);

/** Is an inbound transfer of it under way? Its status says so, or, without a status, its EPP codes. */
export function isArriving(live: WireDomain): boolean {
  if (live.status !== undefined) return /pending|transfer|initiated|processing/i.test(live.status);
  return live.whois_status?.some((code) => /pending\s?transfer/i.test(code)) ?? false;
}

/** What is under way or over with it, so that a renewal must not be ordered; `undefined`: nothing. */
export function blockedBy(live: WireDomain): string | undefined {
  const words = [live.status, ...(live.whois_status ?? [])].filter((word) => word !== undefined);
  return words.find((word) => /pending|initiated|processing|redemption/i.test(word));
}
