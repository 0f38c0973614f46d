/** Converts domains and their locks to responses. */
import type { Dialect } from "./dialect.ts";
import { target, withAbsent } from "./rows.ts";
import type { SandboxContact } from "./state.ts";
import type { HeldDomain } from "./stateFile.ts";
import type { JsonObject } from "./template.ts";

/** Formats a moment by the dialect. */
const presentDate = (moment: string | null, dialect: Dialect) =>
  moment === null || !dialect.extraFields ? moment : moment.slice(0, 19).replace("T", " ");

/** Does the account show this domain yet? */
export const isShown = ({ shownFrom }: HeldDomain, now: Date): boolean =>
  shownFrom === undefined || Date.parse(shownFrom) <= now.getTime();

export function presentDomain(
  domain: HeldDomain,
  registrant: SandboxContact | undefined,
  now: Date,
  dialect: Dialect,
): JsonObject {
  const pending = domain.transferUntil !== null && Date.parse(domain.transferUntil) > now.getTime();
  const { shownExpiry } = domain;
  const isLate = shownExpiry !== undefined && Date.parse(shownExpiry.until) > now.getTime();
  const expires = isLate ? shownExpiry.expires : domain.expires;
  const expired = Date.parse(expires) <= now.getTime();
  return withAbsent(
    {
      domain_name: domain.name,
      status: pending ? "pending_transfer" : expired ? "expired" : "active",
      whois_status: domain.locked ? ["clientTransferProhibited"] : ["ok"],
      extension: domain.name.slice(domain.name.indexOf(".") + 1),
      created_date: presentDate(domain.created, dialect),
      updated_date: presentDate(domain.updated, dialect),
      expiry_date: presentDate(expires, dialect),
      auto_renew_period: 12,
      transfer_locked: domain.locked,
      nameservers: domain.nameservers.map((host) => target(host, dialect)),
      ...(dialect.sparseDetails ? {} : settingsOf(domain)),
      registrant_contact:
        registrant === undefined
          ? null
          : { name: registrant.name, email: registrant.email, organization: registrant.organization ?? null },
    },
    [],
    dialect,
  );
}

const settingsOf = ({ autoRenew, privacy, dnssec, contacts }: HeldDomain): JsonObject => ({
  auto_renew: autoRenew,
  privacy_protect: privacy,
  dnssec_enabled: dnssec,
  ...handlesOf(contacts),
});

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
