/** What the lookups of domains, availability and prices take and give. Plain interfaces: programs see them. */
import type { PerSetting } from "../../api/endpoints/domainSettings.ts";

/** One domain, by name. */
export interface DomainArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
}

/** A domain of the account. What the registrar does not show is absent. */
export interface Domain extends Partial<PerSetting<boolean>> {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The part after the first dot, such as `com` or `co.uk`. */
  tld: string;
  /** As the registrar calls it, in lower case: `active`, `expired`, ... Which values there are is not documented. */
  status?: string;
  /** EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3. */
  eppStatus: string[];
  /** When the domain was created, as the registrar writes it (usually RFC 3339). */
  createdAt?: string;
  /** When it was last changed, as the registrar writes it. */
  updatedAt?: string;
  /** When it expires, as the registrar writes it. */
  expiresAt?: string;
  /** For how many months it renews. */
  autoRenewPeriod?: number;
  /** Whether the registrar lock is on. */
  transferLocked?: boolean;
  /** Whether DNSSEC is on. */
  dnssecEnabled?: boolean;
  /** Host names in A-labels, lower case, without trailing dots; empty if the registrar shows none. */
  nameservers: string[];
  /** Whether these are the service's own, under which records and DNSSEC can be managed; absent if none are shown. */
  areServiceNameservers?: boolean;
  /** Handle of the registrant; `getContact` gives the contact itself, which is personal data. */
  registrantHandle?: string;
  /** Handle of the administrative contact. */
  adminHandle?: string;
  /** Handle of the technical contact. */
  techHandle?: string;
  /** Handle of the billing contact. */
  billingHandle?: string;
}

/** Which domains of the account; without filters all of them. */
export interface GetDomainsArgs {
  /** Only these TLDs, such as `com` or `co.uk`: one, or several. */
  tld?: string | string[];
  /** Only domains in this status, such as `active`: one, or several. Case does not matter. */
  status?: string | string[];
  /** Only domains that expire before this moment (ISO 8601; without a time zone: UTC). Domains whose expiry is not shown are left out. */
  expiresBefore?: string;
  /** Only domains that expire after this moment (ISO 8601; without a time zone: UTC). Domains whose expiry is not shown are left out. */
  expiresAfter?: string;
}

/** The registrar lock and the ICANN 60-day transfer restriction. Specification, "Lock status record". */
export interface LockStatus {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** Whether the registrar lock is on. */
  locked: boolean;
  /** Whether the transfer prohibition is set. */
  transferLocked?: boolean;
  /** Whether the automatic restriction after registration or inbound transfer is on. */
  icannTransferLock?: boolean;
  /** When that restriction ends, as the registrar writes it; absent when there is none. */
  icannTransferLockExpiresAt?: string;
  /** True only when both are off. */
  canTransferOut?: boolean;
}

/** Names to ask about. */
export interface CheckAvailabilityArgs {
  /** Fully qualified names, such as `["example.com", "example.dev"]`. */
  domains: string[];
  /** How long the quoted registration is to last, in years: 1 to 10. Default: the registrar's (1; 2 for .ai). Specification, "Limits". */
  years?: number;
}

/** Whether a name can be registered, and for how much. */
export interface Availability {
  /** The name that was asked for, in A-labels. */
  domain: string;
  /** True only where the registrar says `available`. */
  available: boolean;
  /** Whether this account holds the name. Looked up only where it is not available. */
  inAccount: boolean;
  /** The registrar's own word: `available`, `unavailable`. */
  status: string;
  /** What the registration costs; present when it is available. */
  price?: RegistrationPrice;
}

/**
 * The price of a registration. Fields: specification, "Availability result", which shows neither currency nor units; they
 * are taken as decimals in major units (public reference) of the account's currency (assumed).
 */
export interface RegistrationPrice {
  /** Price of one year, in major units. */
  unitPrice?: number;
  /** Price of a later year, in major units. */
  renewalPrice?: number;
  /** ICANN's fee; part of `total`. */
  icannFee?: number;
  /** Whether the name has a price of its own. */
  isPremium?: boolean;
  /** The years that are quoted. */
  registrationLength?: number;
  /** Before tax. */
  subtotal?: number;
  /** Part of the subtotal that is added as tax: 0.2 is 20 %. */
  vatRate?: number;
  /** The tax. */
  vatAmount?: number;
  /** What the whole length costs, fees and tax included. */
  total?: number;
}

/** Which prices; without arguments those of every TLD. */
export interface GetTldPricingArgs {
  /** Only these TLDs, such as `com`: one, or several. */
  tld?: string | string[];
}

/** Prices of one TLD, in major units. A price that the registrar does not show as one number is absent. */
export interface TldPrice {
  /** Registration of one year. */
  register?: number;
  /** Renewal by one year. */
  renew?: number;
  /** Inbound transfer. */
  transfer?: number;
}
