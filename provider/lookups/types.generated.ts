// Generated from the schemas of the lookups by `npm run generate`. Do not edit.

import type { DnsRecordType, UrlForwardType } from "./words.generated.ts";

/** The appraisal quota of the user. Specification, "Appraisal result". */
export interface AppraisalUsage {
  /** Appraisals since the quota of the day began. */
  usedToday?: number | undefined;
  /** Appraisals a day. */
  dailyLimit?: number | undefined;
  /** Appraisals ever. */
  cumulativeCount?: number | undefined;
  /** Level of the user, on which the quota depends; values not documented. */
  userLevel?: string | undefined;
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
  price?: RegistrationPrice | undefined;
}

/** The price of a registration. Fields: specification, "Availability result", which shows neither currency nor units; they are taken as decimals in major units (public reference) of the account's currency (assumed). */
export interface RegistrationPrice {
  /** Price of one year, in major units. */
  unitPrice?: number | undefined;
  /** Price of a later year, in major units. */
  renewalPrice?: number | undefined;
  /** ICANN's fee; part of `total`. */
  icannFee?: number | undefined;
  /** True if the name has a price of its own. */
  premium?: boolean | undefined;
  /** Years of the quote. */
  years?: number | undefined;
  /** Before tax. */
  subtotal?: number | undefined;
  /** Part of the subtotal that is added as tax: 0.2 is 20 %. */
  vatRate?: number | undefined;
  /** The tax. */
  vatAmount?: number | undefined;
  /** Price of all years, with fees and tax. */
  total?: number | undefined;
}

/** A contact handle of the account: personal data. A field that the registrar does not show is absent. Specification, "Contact". */
export interface ContactInfo {
  /** The contact handle, such as `ATOM-12345`. */
  handle: string;
  /** The registrar's type, such as `registrant_user`. */
  type?: string | undefined;
  /** True if the e-mail address is verified. */
  verified?: boolean | undefined;
  /** Full name. */
  name?: string | undefined;
  /** Given name. */
  firstName?: string | undefined;
  /** Family name. */
  lastName?: string | undefined;
  /** Company or organisation. */
  organization?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Telephone number. EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. */
  phone?: string | undefined;
  /** Fax number. EPP form, such as `+1.2025551234`. RFC 5733 section 2.5. */
  fax?: string | undefined;
  /** Lines of the street address. */
  address: string[];
  /** City. */
  city?: string | undefined;
  /** State or province. */
  state?: string | undefined;
  /** Postal code. */
  zip?: string | undefined;
  /** ISO 3166-1 alpha-2 code, such as `US`. */
  country?: string | undefined;
  /** Your own name for the handle. */
  label?: string | undefined;
  /** Fields shown in public registration data, by the registrar's names. */
  disclosedFields: string[];
}

/** A record as it is live, in the form that `DnsRecord` takes as its arguments. Hosts are in A-labels, without a trailing dot, IPv6 addresses in the form of RFC 5952, strings unquoted, and the tag of a CAA in lower case. The name of an SRV begins with service and protocol. */
export type LiveDnsRecord =
  | LiveARecord
  | LiveAAAARecord
  | LiveCNAMERecord
  | LiveMXRecord
  | LiveTXTRecord
  | LiveNSRecord
  | LiveSRVRecord
  | LiveCAARecord
  | LivePTRRecord;

/** A live record of type A, as arguments of a `DnsRecord`. */
export interface LiveARecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `A`. A change replaces the record. */
  type: "A";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** IPv4 address: four decimal numbers. RFC 1035 section 3.4.1. */
  content: string;
}

/** A live record of type AAAA, as arguments of a `DnsRecord`. */
export interface LiveAAAARecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `AAAA`. A change replaces the record. */
  type: "AAAA";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** IPv6 address in any form, without a zone ID. RFC 3596 section 2.2, RFC 4291 section 2.2. */
  content: string;
}

/** A live record of type CNAME, as arguments of a `DnsRecord`. */
export interface LiveCNAMERecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `CNAME`. A change replaces the record. */
  type: "CNAME";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** Host name that this name is an alias of; a trailing dot is optional and has no meaning. RFC 1034 section 3.6.2. */
  content: string;
}

/** A live record of type MX, as arguments of a `DnsRecord`. */
export interface LiveMXRecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `MX`. A change replaces the record. */
  type: "MX";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** Host name of a mail server; a trailing dot is optional and has no meaning. `.` with priority 0 means no mail (RFC 7505). RFC 5321 section 5.1. */
  content: string;
  /** Priority, 0 to 65535: the lowest is tried first. RFC 5321 section 5.1. */
  priority: number;
}

/** A live record of type TXT, as arguments of a `DnsRecord`. */
export interface LiveTXTRecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `TXT`. A change replaces the record. */
  type: "TXT";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** Any string; the provider splits it into chunks of 255 bytes. If it consists of quoted strings only, their contents are joined. RFC 1035 section 3.3.14. */
  content: string;
}

/** A live record of type NS, as arguments of a `DnsRecord`. */
export interface LiveNSRecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `NS`. A change replaces the record. */
  type: "NS";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** Host name of a name server; a trailing dot is optional and has no meaning. RFC 1035 section 3.3.11. */
  content: string;
}

/** A live record of type SRV, as arguments of a `DnsRecord`. */
export interface LiveSRVRecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `SRV`. A change replaces the record. */
  type: "SRV";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** Priority, 0 to 65535: the lowest is tried first. RFC 2782. */
  priority: number;
  /** Share of the load among targets of equal priority, 0 to 65535. RFC 2782. */
  weight: number;
  /** Port of the service, 0 to 65535. RFC 2782. */
  port: number;
  /** Host name of the service; a trailing dot is optional and has no meaning. `.` means that there is no such service. RFC 2782. */
  target: string;
}

/** A live record of type CAA, as arguments of a `DnsRecord`. */
export interface LiveCAARecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `CAA`. A change replaces the record. */
  type: "CAA";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** 0, or 128 to make unknown tags fatal. RFC 8659 section 4.1. */
  flags: number;
  /** `issue`, `issuewild`, `iodef`, ... Case-insensitive. RFC 8659 section 4. */
  tag: string;
  /** For `issue` and similar tags: a CA's domain and parameters, or `;` for none. For `iodef`: a URL. Not quoted. RFC 8659 section 4. */
  value: string;
}

/** A live record of type PTR, as arguments of a `DnsRecord`. */
export interface LivePTRRecord {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The record type, `PTR`. A change replaces the record. */
  type: "PTR";
  /** Owner name, relative to the domain: `www`; `@` or empty for the domain itself; `*` as the first label for a wildcard. A fully qualified name ends in a dot. Unicode or A-labels. RFC 1035 section 2.3.1. */
  name: string;
  /** Seconds that resolvers may cache the record, 0 to 2147483647. Default: the registrar's. RFC 2181 section 8. */
  ttl?: number | undefined;
  /** Free text, never served in DNS. Default: none. */
  comment?: string | undefined;
  /** Host name that this name points to; a trailing dot is optional and has no meaning. RFC 1035 section 3.3.12. */
  content: string;
}

/** A part of a zone's records. */
export interface RecordsPart {
  /** Lists of values by owner name and type, such as `"www A"`. */
  records: Record<string, string[]>;
  /** The TTL of these records. Default: none. */
  ttl?: number | undefined;
  /** TTLs by key of `records`, in place of `ttl`. */
  ttls?: Record<string, number> | undefined;
}

/** A row that cannot be read, or whose type this package does not support. Resources leave such rows alone. */
export interface UnreadableRow {
  /** Reason why it cannot be read. */
  reason: string;
  /** Owner name or source, as the registrar writes it. */
  name?: string | undefined;
  /** As the registrar writes it, such as `SOA`. */
  type?: string | undefined;
}

/** A DS record of a domain. RFC 4034 section 5. */
export interface DsRecord {
  /** Tag of the key, 0 to 65535. */
  keyTag: number;
  /** Number of the algorithm. */
  algorithm: number;
  /** Number of the digest type. */
  digestType: number;
  /** Hexadecimal, in upper case. */
  digest: string;
}

/** A domain of the account. A field that the registrar does not show is absent. */
export interface DomainInfo {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** The part after the first dot, such as `com` or `co.uk`. */
  tld: string;
  /** EPP status codes, such as `clientTransferProhibited`. RFC 5731 section 2.3. */
  eppStatus: string[];
  /** Host names in A-labels, lower case, without trailing dots; empty if none are shown. */
  nameservers: string[];
  /** The registrar's status, in lower case: `active`, `expired`, ... The values are not documented. */
  status?: string | undefined;
  /** When the domain was registered, as the registrar writes it (usually RFC 3339). */
  registeredAt?: string | undefined;
  /** When the domain was last changed, as the registrar writes it. */
  updatedAt?: string | undefined;
  /** When the domain expires, as the registrar writes it. */
  expiresAt?: string | undefined;
  /** True if the registrar renews the domain automatically before it expires. */
  autoRenew?: boolean | undefined;
  /** True if WHOIS privacy hides the contacts in public registration data. */
  privacy?: boolean | undefined;
  /** Months of a renewal. */
  autoRenewPeriod?: number | undefined;
  /** True if the registrar lock is on. */
  locked?: boolean | undefined;
  /** True if DNSSEC is on. */
  dnssecEnabled?: boolean | undefined;
  /** True for the registrar's own nameservers, under which records and DNSSEC can be managed. Specification, "What the service does". Absent if no nameserver is shown. */
  onServiceNameservers?: boolean | undefined;
  /** Handle of the registrant; `getContact` gives the contact itself, which is personal data. */
  registrant?: string | undefined;
  /** Handle of the administrative contact. */
  admin?: string | undefined;
  /** Handle of the technical contact. */
  tech?: string | undefined;
  /** Handle of the billing contact. */
  billing?: string | undefined;
}

/** Prices of one TLD, in major units. A price that the registrar does not show as one number is absent. */
export interface TldPrice {
  /** Registration of one year. */
  register?: number | undefined;
  /** Renewal by one year. */
  renew?: number | undefined;
  /** Inbound transfer. */
  transfer?: number | undefined;
}

/** A URL forward as it is live, in the form that `UrlForward` takes as its arguments. */
export interface LiveUrlForward {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** Host to redirect: `www`, `www.example.com`, or `@` for the domain itself. Specification, "URL forward". */
  source: string;
  /** Full URL to redirect to. */
  destination: string;
  /** `permanent` (301), `temporary` (302), or a word from `values` of the contract file. Default: the registrar's (temporary). */
  type?: UrlForwardType | undefined;
}

/** A name for sale. A field that the marketplace does not show is absent. Specification, "Marketplace search result". */
export interface MarketplaceName {
  /** The domain name. */
  domain: string;
  /** The marketplace's ID. */
  id?: string | undefined;
  /** Its TLD, such as `com`. */
  tld?: string | undefined;
  /** URL of its logo. */
  imageUrl?: string | undefined;
  /** Meaning not documented. */
  structure?: number | undefined;
  /** The emotion to evoke; values not documented. */
  emotion?: string | undefined;
  /** `price` of the listing, in major units; the currency is not named. */
  price?: number | undefined;
  /** `selling_price` of the listing, in major units; the currency is not named. */
  sellingPrice?: number | undefined;
  /** `discount_price` of the listing, in major units; the currency is not named. */
  discountPrice?: number | undefined;
  /** Such as `brandable`; values not documented. */
  typeOfName?: string | undefined;
  /** A collection of the marketplace that it is in. */
  specialCollection?: string | undefined;
  /** Relevance. */
  score?: number | undefined;
  /** How it is sold; values not documented. */
  pricingType?: string | undefined;
  /** The price as the marketplace writes it. */
  priceText?: string | undefined;
}

/** A TXT record without its domain. */
export interface TextRecord {
  /** `TXT`. */
  type: string;
  /** Owner name, relative to the domain. */
  name: string;
  /** The complete string: a value of a `DnsRecordSet` or `DnsZone`. */
  content: string;
}

/** The tags of a DMARC policy. */
export interface DmarcTags {
  /** Receivers' action for mail that fails: `none`, `quarantine` or `reject`. */
  p: "none" | "quarantine" | "reject";
  /** The same for subdomains. Default: `p`. */
  sp?: "none" | "quarantine" | "reject" | undefined;
  /** Percentage of the failing mail to which the policy applies. Default: 100. */
  pct?: number | undefined;
  /** Addresses for daily reports. Default: none. */
  rua?: string[] | undefined;
  /** Addresses for reports of single messages, which contain personal data. Default: none. */
  ruf?: string[] | undefined;
  /** Match of the DKIM signature's domain: `r` (relaxed, the default) or `s`. */
  adkim?: "r" | "s" | undefined;
  /** Match of SPF's domain, as `adkim`. */
  aspf?: "r" | "s" | undefined;
  /** Reports of single messages: `0`, `1`, `d` or `s`. Default: `0`. */
  fo?: ("0" | "1" | "d" | "s")[] | undefined;
}

/** An entry of a zone file that isn't among its records. */
export interface LeftOut {
  /** Place in the file, from 1. */
  line: number;
  /** Place in the line, from 1. */
  column: number;
  /** `soa`, `apex-ns`, `type`, `name`, `duplicate` or `outside`. */
  kind: string;
  /** The owner's full name. */
  name: string;
  /** The record type. */
  type: string;
  /** Reason why it isn't among the records. */
  reason: string;
}

/** Arguments of `appraiseDomain`. */
export interface AppraiseDomainArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
}

/** Result of `appraiseDomain`. */
export interface AppraiseDomainResult {
  /** The name that was appraised, in A-labels. */
  domain: string;
  /** Estimated market value, in major units; the currency is not named. */
  value: number;
  /** Arguments for the name. */
  positiveSignals: string[];
  /** Arguments against the name. */
  negativeSignals: string[];
  /** The words of the name. */
  rootWords: string[];
  /** The score as a number; absent if the marketplace shows none. */
  domainScore?: number | undefined;
  /** The score as the marketplace writes it, such as `7.40`. */
  domainScoreText?: string | undefined;
  /** Number of TLDs in which the name is registered. */
  tldTakenCount?: number | undefined;
  /** Number of trademark conflicts. */
  trademarkConflicts?: number | undefined;
  /** When the name was registered, as the marketplace writes it: `YYYY-MM-DD HH:MM:SS`. */
  registeredAt?: string | undefined;
  /** Message of the marketplace. */
  message?: string | undefined;
  /** True if the name is for sale on the marketplace. */
  isListed?: boolean | undefined;
  /** Price to buy the name at once, in major units. */
  buyNowPrice?: number | undefined;
  /** The quota after this appraisal. */
  usage?: AppraisalUsage | undefined;
  /** Remaining appraisals beyond the quota. */
  bonusCreditsRemaining?: number | undefined;
}

/** Arguments of `checkAvailability`. */
export interface CheckAvailabilityArgs {
  /** Fully qualified names, such as `["example.com", "example.dev"]`. */
  domains: string[];
  /** Years of the quoted registration, 1 to 10. Default: the registrar's (1; 2 for .ai). */
  years?: number | undefined;
}

/** Result of `checkAvailability`. */
export interface CheckAvailabilityResult {
  /** One entry for each name, in the given order. */
  names: Availability[];
}

/** Arguments of `getContact`. */
export interface GetContactArgs {
  /** The contact handle, such as `ATOM-12345`. */
  handle: string;
}

/** Arguments of `getContacts`. */
export interface GetContactsArgs {
  /** Text to find in handle, name, e-mail address, label or organisation; case-insensitive. */
  search?: string | undefined;
  /** Contact name. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
}

/** Result of `getContacts`. */
export interface GetContactsResult {
  /** The contacts, in the registrar's order. */
  contacts: ContactInfo[];
}

/** Arguments of `getDnsRecords`. */
export interface GetDnsRecordsArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
  /** Only this type. */
  type?: DnsRecordType | undefined;
  /** Only this owner name, relative to the domain: `www`; `@` or empty for the domain itself. */
  name?: string | undefined;
}

/** Result of `getDnsRecords`. */
export interface GetDnsRecordsResult {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** Each can be passed to `new DnsRecord` as it is. */
  records: LiveDnsRecord[];
  /** The same records as arguments of a `DnsZone`, without comments: `new DnsZone(name, { domain, ...zone })`. */
  zone: RecordsPart;
  /** Other rows of the registrar's list; filters do not apply to them. */
  unreadable: UnreadableRow[];
}

/** Arguments of `getDnssec`. */
export interface GetDnssecArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
}

/** Result of `getDnssec`. */
export interface GetDnssecResult {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** DS data for the operator of the parent zone. */
  dsRecords: DsRecord[];
  /** The registrar's complete response, of any shape. */
  details: Record<string, unknown>;
  /** True if DNSSEC is on; absent if the response does not tell. */
  enabled?: boolean | undefined;
}

/** Arguments of `getDomain`. */
export interface GetDomainArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
}

/** Arguments of `getDomainLock`. */
export interface GetDomainLockArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
}

/** Result of `getDomainLock`. */
export interface GetDomainLockResult {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** True if the registrar lock is on. */
  locked: boolean;
  /** True if the transfer prohibition is set. */
  transferProhibited?: boolean | undefined;
  /** True during the 60-day transfer restriction after a registration or inbound transfer. */
  icannTransferLock?: boolean | undefined;
  /** End of that restriction, in the registrar's format. */
  icannTransferLockExpiresAt?: string | undefined;
  /** True if the lock and the restriction are off. */
  canTransferOut?: boolean | undefined;
}

/** Arguments of `getDomains`. */
export interface GetDomainsArgs {
  /** Only these TLDs, such as `com` or `co.uk`. Default: all. */
  tlds?: string[] | undefined;
  /** Only domains in one of these statuses, such as `active`. Case does not matter. */
  statuses?: string[] | undefined;
  /** Only domains that expire before this moment (ISO 8601; without a time zone: UTC). Domains whose expiry is not shown are left out. */
  expiresBefore?: string | undefined;
  /** Only domains that expire after this moment (ISO 8601; without a time zone: UTC). Domains whose expiry is not shown are left out. */
  expiresAfter?: string | undefined;
}

/** Result of `getDomains`. */
export interface GetDomainsResult {
  /** The domains, sorted by name. */
  domains: DomainInfo[];
}

/** Arguments of `getNameservers`. */
export interface GetNameserversArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
}

/** Result of `getNameservers`. */
export interface GetNameserversResult {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** Host names in A-labels, lower case, without trailing dots. */
  nameservers: string[];
  /** True for the registrar's own nameservers, under which records and DNSSEC can be managed. Specification, "What the service does". Absent if no nameserver is shown. */
  onServiceNameservers?: boolean | undefined;
}

/** Arguments of `getTldPricing`. */
export interface GetTldPricingArgs {
  /** Only these TLDs, such as `com`. Default: all. */
  tlds?: string[] | undefined;
}

/** Result of `getTldPricing`. */
export interface GetTldPricingResult {
  /** By TLD, without its dot, in lower case. */
  prices: Record<string, TldPrice>;
}

/** Arguments of `getUrlForwards`. */
export interface GetUrlForwardsArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
}

/** Result of `getUrlForwards`. */
export interface GetUrlForwardsResult {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** Each can be passed to `new UrlForward` as it is. */
  forwards: LiveUrlForward[];
  /** Other rows of the registrar's list. */
  unreadable: UnreadableRow[];
}

/** Arguments of `searchMarketplace`. */
export interface SearchMarketplaceArgs {
  /** Query in natural language: `short names for a coffee roaster`. */
  query: string;
  /** Filters, sent as a JSON string. Their structure is not documented. */
  filters?: Record<string, unknown> | undefined;
  /** Page, from 1. Default: 1. */
  page?: number | undefined;
  /** Results per page, 1 to 100. Default: 20. Specification, "Limits". */
  pageSize?: number | undefined;
}

/** Result of `searchMarketplace`. */
export interface SearchMarketplaceResult {
  /** The query as the marketplace understood it. */
  query: string;
  /** Page, from 1. */
  page: number;
  /** Results per page. */
  pageSize: number;
  /** Names found, in the marketplace's order. */
  names: MarketplaceName[];
  /** Names found; absent if not told. */
  total?: number | undefined;
  /** Absent if not told. */
  totalPages?: number | undefined;
  /** Milliseconds. */
  processingTimeMs?: number | undefined;
}

/** Arguments of `joinRecords`. */
export interface JoinRecordsArgs {
  /** The parts. Two of them must not give a key different TTLs. */
  parts: RecordsPart[];
}

/** Result of `joinRecords`. */
export interface JoinRecordsResult {
  /** The `records` of a `DnsZone` or `Domain`. */
  records: Record<string, string[]>;
  /** Its `ttls`. */
  ttls: Record<string, number>;
}

/** Arguments of `spf`. */
export interface SpfArgs {
  /** Mechanisms and modifiers. One states what happens to all other senders: `-all`. */
  terms: string[];
}

/** Arguments of `dkim`. */
export interface DkimArgs {
  /** The name of the key, as the mail server signs with it: `s1`. */
  selector: string;
  /** The public key: a PEM block, base64, a complete record (`v=DKIM1; ...`), or empty for a revoked key. */
  publicKey: string;
  /** While you test: receivers treat the mail as unsigned. Default: `false`. */
  testing?: boolean | undefined;
}

/** Arguments of `mailServices`. */
export interface MailServicesArgs {
  /** `googleWorkspace`, `microsoft365`, `fastmail`, `protonMail` or `noMail`. */
  service: "googleWorkspace" | "microsoft365" | "fastmail" | "protonMail" | "noMail";
  /** The record or key that the console of `googleWorkspace` shows; of others, the hosts of the keys as it shows them. */
  dkim?: string[] | undefined;
  /** The MX host that `microsoft365` shows, such as `example-com.mail.protection.outlook.com`. */
  host?: string | undefined;
  /** The domain, for `fastmail`. */
  domain?: string | undefined;
  /** With the records of Teams, for `microsoft365`? Default: `false`. */
  teams?: boolean | undefined;
  /** More terms of the SPF policy: other senders, and `-all` in place of `~all`. */
  spf?: string[] | undefined;
  /** Adds a DMARC policy. */
  dmarc?: DmarcTags | undefined;
}

/** Result of `mailServices`. */
export interface MailServicesResult {
  /** Of a `DnsZone` or `Domain`, or of a part. */
  records: Record<string, string[]>;
}

/** Arguments of `zoneRecords`. */
export interface ZoneRecordsArgs {
  /** The file. */
  text: string;
  /** The domain. Default: that of the SOA record, else the first `$ORIGIN`. */
  origin?: string | undefined;
}

/** Result of `zoneRecords`. */
export interface ZoneRecordsResult {
  /** Lists of values by owner name and type, such as `"www A"`. */
  records: Record<string, string[]>;
  /** The TTL of these records. Default: none. */
  ttl?: number | undefined;
  /** TTLs by key of `records`, in place of `ttl`. */
  ttls?: Record<string, number> | undefined;
  /** Entries that aren't among the records. A warning lists those of other types. */
  leftOut: LeftOut[];
}

/** By function. */
export interface LookupTypes {
  appraiseDomain: { args: AppraiseDomainArgs; result: AppraiseDomainResult };
  checkAvailability: { args: CheckAvailabilityArgs; result: CheckAvailabilityResult };
  getContact: { args: GetContactArgs; result: ContactInfo };
  getContacts: { args: GetContactsArgs; result: GetContactsResult };
  getDnsRecords: { args: GetDnsRecordsArgs; result: GetDnsRecordsResult };
  getDnssec: { args: GetDnssecArgs; result: GetDnssecResult };
  getDomain: { args: GetDomainArgs; result: DomainInfo };
  getDomainLock: { args: GetDomainLockArgs; result: GetDomainLockResult };
  getDomains: { args: GetDomainsArgs; result: GetDomainsResult };
  getNameservers: { args: GetNameserversArgs; result: GetNameserversResult };
  getTldPricing: { args: GetTldPricingArgs; result: GetTldPricingResult };
  getUrlForwards: { args: GetUrlForwardsArgs; result: GetUrlForwardsResult };
  searchMarketplace: { args: SearchMarketplaceArgs; result: SearchMarketplaceResult };
  joinRecords: { args: JoinRecordsArgs; result: JoinRecordsResult };
  spf: { args: SpfArgs; result: TextRecord };
  dkim: { args: DkimArgs; result: TextRecord };
  dmarc: { args: DmarcTags; result: TextRecord };
  mailServices: { args: MailServicesArgs; result: MailServicesResult };
  zoneRecords: { args: ZoneRecordsArgs; result: ZoneRecordsResult };
}
