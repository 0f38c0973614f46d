/** Types for what many domains have alike: a record, forward or zone record without its domain. */
import type {
  AAAARecord,
  ARecord,
  CAARecord,
  CNAMERecord,
  DnsRecordArgs,
  MXRecord,
  NSRecord,
  PTRRecord,
  SRVRecord,
  TXTRecord,
  UrlForwardArgs,
} from "./classes.generated.ts";

/** Arguments without their domain; of a union each member by itself, which `Omit` does not do. */
export type WithoutDomain<Args> = Args extends unknown ? Omit<Args, "domain"> : never;

/** A `DnsRecord` of any type, without its domain: `new DnsRecord(name, { domain, ...record })`. */
export type DnsRecordWithoutDomain = WithoutDomain<DnsRecordArgs>;

/** A `UrlForward` without its domain: `new UrlForward(name, { domain, ...forward })`. */
export type UrlForwardWithoutDomain = WithoutDomain<UrlForwardArgs>;

/** A record of any type, as the list `records` of a `DnsZone` takes it. */
export type ZoneRecord =
  | ARecord
  | AAAARecord
  | CNAMERecord
  | MXRecord
  | TXTRecord
  | NSRecord
  | SRVRecord
  | CAARecord
  | PTRRecord;
