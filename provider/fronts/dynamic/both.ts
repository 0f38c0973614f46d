/** Exports that both ways to use the package share. */

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
export * from "./recordHelpers.ts";
export type { RecordKey, RecordPart, RecordsByKey, RecordsWithTtls, TtlsByKey } from "./recordParts.ts";
export * from "./servedByDns.ts";
export * as types from "./types.ts";
