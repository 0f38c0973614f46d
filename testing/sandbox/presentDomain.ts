/** Converts domains and their locks to responses. */
import type { Dialect } from "./dialect.ts";
import { shuffled } from "./random.ts";
import { target, withExtra } from "./rows.ts";
import type { SandboxContact } from "./state.ts";
import type { HeldDomain } from "./stateFile.ts";
import { filled, type JsonObject } from "./template.ts";

/** Formats a moment by the dialect. */
const presentDate = (moment: string | null, dialect: Dialect) =>
  moment === null || !dialect.extraFields ? moment : moment.slice(0, 19).replace("T", " ");

/** Does the account show this domain yet? */
export const isShown = ({ shownFrom }: HeldDomain, now: Date): boolean =>
  shownFrom === undefined || Date.parse(shownFrom) <= now.getTime();

/** The status of a domain, by its moments. */
export function statusOf({ transferUntil, expires }: Pick<HeldDomain, "transferUntil" | "expires">, now: Date) {
  if (transferUntil !== null && Date.parse(transferUntil) > now.getTime()) return "pending_transfer";
  return Date.parse(expires) <= now.getTime() ? "expired" : "active";
}

export function presentDomain(
  domain: HeldDomain,
  registrant: SandboxContact | undefined,
  now: Date,
  dialect: Dialect,
): JsonObject {
  const { name, transferUntil, shownExpiry } = domain;
  const isLate = shownExpiry !== undefined && Date.parse(shownExpiry.until) > now.getTime();
  const expires = isLate ? shownExpiry.expires : domain.expires;
  const values = {
    ...domain,
    ...handlesOf(domain.contacts),
    status: statusOf({ transferUntil, expires }, now),
    whois: domain.locked ? "clientTransferProhibited" : "ok",
    extension: name.slice(name.indexOf(".") + 1),
    created: presentDate(domain.created, dialect),
    updated: presentDate(domain.updated, dialect),
    expires: presentDate(expires, dialect),
    nameservers: shuffled(domain.nameservers, dialect).map((host) => target(host, dialect)),
    registrant: registrant
      ? { name: registrant.name, email: registrant.email, organization: registrant.organization ?? null }
      : null,
  };
  return withExtra(filled(dialect.domain, values), dialect);
}

export const handlesOf = (contacts: HeldDomain["contacts"]) => ({
  registrant_handle: contacts.registrant,
  admin_handle: contacts.admin,
  tech_handle: contacts.tech,
  billing_handle: contacts.billing,
});

/** The lock status record. Specification, "Lock status record". */
export function presentLock(domain: HeldDomain, now: Date, dialect: Dialect): JsonObject {
  const restricted = domain.restrictedUntil !== null && Date.parse(domain.restrictedUntil) > now.getTime();
  return {
    success: true,
    locked: domain.locked,
    status: domain.locked ? "locked" : "unlocked",
    transfer_locked: domain.locked,
    icann_transfer_lock: restricted,
    icann_transfer_lock_expires_at: restricted ? presentDate(domain.restrictedUntil, dialect) : null,
    can_transfer_out: !domain.locked && !restricted,
  };
}
