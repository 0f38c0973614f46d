/** Exports that both ways to use the package share. */
export type { DkimKey, DmarcTags, MailPart } from "../../dns/mail.ts";
export { dkim, dmarc, mailServices, spf } from "../../dns/mail.ts";
export type { RecordKey } from "../../dns/recordType.ts";
export type {
  AppraiseDomainResult,
  Availability,
  CheckAvailabilityResult,
  ContactInfo,
  DomainInfo,
  DsRecord,
  GetContactsResult,
  GetDnsRecordsResult,
  GetDnssecResult,
  GetDomainLockResult,
  GetDomainsResult,
  GetNameserversResult,
  GetTldPricingResult,
  GetUrlForwardsResult,
  LiveDnsRecord,
  LiveUrlForward,
  MarketplaceName,
  RecordsPart,
  SearchMarketplaceResult,
  TldPrice,
} from "../../lookups/types.generated.ts";
export { DnsRecordType, DnsZoneMode, UrlForwardType } from "../../lookups/words.generated.ts";
export { LookupError } from "./lookupOptions.ts";
export type { RecordPart, RecordsByKey, RecordsWithTtls, TtlsByKey } from "./records.ts";
export { servedByDns, zoneRecords } from "./records.ts";
export * as types from "./types.ts";
