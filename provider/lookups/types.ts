/** Arguments and results of the lookups. Plain interfaces: programs see them. */
import type { DsRecord } from "../api/assumptions/dnssecStatus.ts";
import type { PerSetting, ShownFields } from "../api/endpoints/fields.ts";
import type { DnsRecordType, Integer, LiveDnsRecord, LiveUrlForward } from "./records.generated.ts";

export type { DsRecord } from "../api/assumptions/dnssecStatus.ts";
export type * from "./records.generated.ts";

/** A part of a zone's records. */
export interface RecordsPart {
  /** Lists of values by owner name and type, such as `"www A"`. */
  records: Record<string, string[]>;
  /** The TTL of these records. Default: none. */
  ttl?: Integer;
  /** TTLs by key of `records`, in place of `ttl`. */
  ttls?: Record<string, Integer>;
}

/** One domain, by name. */
export interface GetDomainArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
}

export type GetDomainLockArgs = GetDomainArgs;
export type GetDnssecArgs = GetDomainArgs;
export type GetNameserversArgs = GetDomainArgs;
export type GetUrlForwardsArgs = GetDomainArgs;

/** Member of every result for one domain. */
interface OfDomain {
  /** The domain that was asked for, in A-labels. */
  domain: string;
}

/** A domain of the account. A field that the registrar does not show is absent. */
export interface DomainInfo extends Partial<PerSetting<boolean>> {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The part after the first dot, such as `com` or `co.uk`. */
  tld: string;
  /** The registrar's status, in lower case: `active`, `expired`, ... The values are not documented. */
  status?: string;
  /** EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3. */
  eppStatus: string[];
  /** When the domain was registered, as the registrar writes it (usually RFC 3339). */
  registeredAt?: string;
  /** When the domain was last changed, as the registrar writes it. */
  updatedAt?: string;
  /** When the domain expires, as the registrar writes it. */
  expiresAt?: string;
  /** Months of a renewal. */
  autoRenewPeriod?: Integer;
  /** True if the registrar lock is on. */
  locked?: boolean;
  /** True if DNSSEC is on. */
  dnssecEnabled?: boolean;
  /** Host names in A-labels, lower case, without trailing dots; empty if the registrar shows none. */
  nameservers: string[];
  /** True for the registrar's own nameservers, under which records and DNSSEC can be managed; absent if none are shown. */
  onServiceNameservers?: boolean;
  /** Handle of the registrant; `getContact` gives the contact itself, which is personal data. */
  registrant?: string;
  /** Handle of the administrative contact. */
  admin?: string;
  /** Handle of the technical contact. */
  tech?: string;
  /** Handle of the billing contact. */
  billing?: string;
}

/** Filters of the account's domains. */
export interface GetDomainsArgs {
  /** Only these TLDs, such as `com` or `co.uk`. Default: all. */
  tlds?: string[];
  /** Only domains in one of these statuses, such as `active`. Case does not matter. */
  statuses?: string[];
  /** Only domains that expire before this moment (ISO 8601; without a time zone: UTC). Domains whose expiry is not shown are left out. */
  expiresBefore?: string;
  /** Only domains that expire after this moment (ISO 8601; without a time zone: UTC). Domains whose expiry is not shown are left out. */
  expiresAfter?: string;
}

/** Domains of the account. */
export interface GetDomainsResult {
  /** The domains, sorted by name. */
  domains: DomainInfo[];
}

/** The registrar lock and the ICANN 60-day transfer restriction. Specification, "Lock status record". */
export interface GetDomainLockResult extends OfDomain {
  /** True if the registrar lock is on. */
  locked: boolean;
  /** True if the transfer prohibition is set. */
  transferProhibited?: boolean;
  /** True during the 60-day restriction after a registration or inbound transfer. */
  icannTransferLock?: boolean;
  /** When that restriction ends, as the registrar writes it; absent when there is none. */
  icannTransferLockExpiresAt?: string;
  /** True if the lock and the restriction are off. */
  canTransferOut?: boolean;
}

/** Names to check. */
export interface CheckAvailabilityArgs {
  /** Fully qualified names, such as `["example.com", "example.dev"]`. */
  domains: string[];
  /** Years of the quoted registration, 1 to 10. Default: the registrar's (1; 2 for .ai). Specification, "Limits". */
  years?: Integer;
}

/** Availability and price of a name. */
export interface Availability {
  /** The given name, in A-labels. */
  domain: string;
  /** True if the registrar says `available`. */
  available: boolean;
  /** True if this account holds the name. Looked up only if it is not available. */
  inAccount: boolean;
  /** The registrar's own word: `available`, `unavailable`. */
  status: string;
  /** Price of the registration; present if the name is available. */
  price?: RegistrationPrice;
}

/** Availability of names. */
export interface CheckAvailabilityResult {
  /** One entry for each name, in the given order. */
  names: Availability[];
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
  /** True if the name has a price of its own. */
  premium?: boolean;
  /** Years of the quote. */
  years?: Integer;
  /** Before tax. */
  subtotal?: number;
  /** Part of the subtotal that is added as tax: 0.2 is 20 %. */
  vatRate?: number;
  /** The tax. */
  vatAmount?: number;
  /** Price of all years, with fees and tax. */
  total?: number;
}

/** Filter of the price list. */
export interface GetTldPricingArgs {
  /** Only these TLDs, such as `com`. Default: all. */
  tlds?: string[];
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

/** Prices by TLD. */
export interface GetTldPricingResult {
  /** By TLD, without its dot, in lower case. */
  prices: Record<string, TldPrice>;
}

/** Filters of a domain's records. They cost no call. */
export interface GetDnsRecordsArgs extends GetDomainArgs {
  /** Only this type. */
  type?: DnsRecordType;
  /** Only this owner name, relative to the domain: `www`; `@` or empty for the domain itself. */
  name?: string;
}

/** A row that cannot be read, or whose type this package does not support. Resources leave such rows alone. */
export interface UnreadableRow {
  /** Owner name or source, as the registrar writes it. */
  name?: string;
  /** As the registrar writes it, such as `SOA`. */
  type?: string;
  /** Reason why it cannot be read. */
  reason: string;
}

/** The records of a domain. */
export interface GetDnsRecordsResult extends OfDomain {
  /** Each can be passed to `new DnsRecord` as it is. */
  records: LiveDnsRecord[];
  /** The same records as arguments of a `DnsZone`, without comments: `new DnsZone(name, { domain, ...zone })`. */
  zone: RecordsPart;
  /** Other rows of the registrar's list; filters do not apply to them. */
  unreadable: UnreadableRow[];
}

/** The URL forwards of a domain. */
export interface GetUrlForwardsResult extends OfDomain {
  /** Each can be passed to `new UrlForward` as it is. */
  forwards: LiveUrlForward[];
  /** Other rows of the registrar's list. */
  unreadable: UnreadableRow[];
}

/** The nameservers of a domain. */
export interface GetNameserversResult extends OfDomain {
  /** Host names in A-labels, lower case, without trailing dots. */
  nameservers: string[];
  /** True for the registrar's own nameservers, under which records and DNSSEC can be managed. Specification, "What the service does". */
  onServiceNameservers: boolean;
}

/** DNSSEC of a domain. The specification shows no fields of the response: `details` has all of it. */
export interface GetDnssecResult extends OfDomain {
  /** True if DNSSEC is on; absent if the response does not tell. */
  enabled?: boolean;
  /** DS data for the operator of the parent zone. */
  dsRecords: DsRecord[];
  /** The registrar's complete response, of any shape. */
  details: Record<string, unknown>;
}

/** One contact, by handle. */
export interface GetContactArgs {
  /** The contact handle, such as `ATOM-12345`. */
  handle: string;
}

/** Filters of the account's contacts, which the registrar applies. Specification, "GET /registrar/v1/contacts". */
export interface GetContactsArgs {
  /** Text to find in handle, name, e-mail address, label or organisation; case-insensitive. */
  search?: string;
  /** Contact name. */
  name?: string;
  /** E-mail address. */
  email?: string;
}

/** A contact handle of the account: personal data. A field that the registrar does not show is absent. Specification, "Contact". */
export interface ContactInfo extends ShownFields {
  /** The contact handle, such as `ATOM-12345`. */
  handle: string;
  /** The registrar's type, such as `registrant_user`. */
  type?: string;
  /** True if the e-mail address is verified. */
  verified?: boolean;
}

/** Contacts of the account: personal data. */
export interface GetContactsResult {
  /** The contacts, in the registrar's order. */
  contacts: ContactInfo[];
}

/** A value that JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A search on the marketplace. */
export interface SearchMarketplaceArgs {
  /** Query in natural language: `short names for a coffee roaster`. */
  query: string;
  /** Filters, sent as a JSON string. Their structure is not documented. */
  filters?: { [key: string]: JsonValue };
  /** Page, from 1. Default: 1. */
  page?: Integer;
  /** Results per page, 1 to 100. Default: 20. Specification, "Limits". */
  pageSize?: Integer;
}

/** A search on the marketplace, page after page. */
export interface SearchMarketplaceAllArgs extends Pick<SearchMarketplaceArgs, "query" | "filters"> {
  /** Results per call, 1 to 100. Default: 100. */
  pageSize?: Integer;
}

/** A name for sale. A field that the marketplace does not show is absent. Specification, "Marketplace search result". */
export interface MarketplaceName {
  /** The marketplace's ID. */
  id?: string;
  /** The domain name. */
  domain: string;
  /** Its TLD, such as `com`. */
  tld?: string;
  /** URL of its logo. */
  imageUrl?: string;
  /** Meaning not documented. */
  structure?: Integer;
  /** The emotion to evoke; values not documented. */
  emotion?: string;
  /** In major units; the currency is not named. */
  price?: number;
  /** In major units; the currency is not named. */
  sellingPrice?: number;
  /** In major units; the currency is not named. */
  discountPrice?: number;
  /** Such as `brandable`; values not documented. */
  typeOfName?: string;
  /** A collection of the marketplace that it is in. */
  specialCollection?: string;
  /** Relevance. */
  score?: number;
  /** How it is sold; values not documented. */
  pricingType?: string;
  /** The price as the marketplace writes it. */
  priceText?: string;
}

/** One page of a search. */
export interface SearchMarketplaceResult {
  /** The query as the marketplace understood it. */
  query: string;
  /** Page, from 1. */
  page: Integer;
  /** Results per page. */
  pageSize: Integer;
  /** Names found; absent if not told. */
  total?: Integer;
  /** Absent if not told. */
  totalPages?: Integer;
  /** Milliseconds. */
  processingTimeMs?: number;
  /** Names found, in the marketplace's order. */
  names: MarketplaceName[];
}

/** A domain to appraise. */
export interface AppraiseDomainArgs {
  /** Fully qualified domain name; it need not be in the account. */
  domain: string;
}

/** The appraisal quota of the user. Specification, "Appraisal result". */
export interface AppraisalUsage {
  /** Appraisals since the quota of the day began. */
  usedToday?: Integer;
  /** Appraisals a day. */
  dailyLimit?: Integer;
  /** Appraisals ever. */
  cumulativeCount?: Integer;
  /** Level of the user, on which the quota depends; values not documented. */
  userLevel?: string;
}

/** An estimate of a domain's market value. A field that the marketplace does not show is absent. Specification, "Appraisal result". */
export interface AppraiseDomainResult {
  /** The name that was appraised, in A-labels. */
  domain: string;
  /** Estimated market value, in major units; the currency is not named. */
  value: number;
  /** The score as a number; absent if the marketplace shows none. */
  domainScore?: number;
  /** The score as the marketplace writes it, such as `7.40`. */
  domainScoreText?: string;
  /** Arguments for the name. */
  positiveSignals: string[];
  /** Arguments against the name. */
  negativeSignals: string[];
  /** The words of the name. */
  rootWords: string[];
  /** Number of TLDs in which the name is registered. */
  tldTakenCount?: Integer;
  /** Number of trademark conflicts. */
  trademarkConflicts?: Integer;
  /** When the name was registered, as the marketplace writes it: `YYYY-MM-DD HH:MM:SS`. */
  registeredAt?: string;
  /** Message of the marketplace. */
  message?: string;
  /** True if the name is for sale on the marketplace. */
  isListed?: boolean;
  /** Price to buy the name at once, in major units. */
  buyNowPrice?: number;
  /** The quota after this appraisal. */
  usage?: AppraisalUsage;
  /** Remaining appraisals beyond the quota. */
  bonusCreditsRemaining?: Integer;
}
