/** What the lookups of DNS, URL forwards and nameservers take and give. Plain interfaces: programs see them. */

import type { DnsRecordType, LiveDnsRecord, LiveUrlForward } from "./records.generated.ts";

export * from "./records.generated.ts";

/** Which records of a domain; without filters all of them. Filters cost no call of their own. */
export interface GetRecordsArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
  /** Only this type. */
  type?: DnsRecordType;
  /** Only this owner name, relative to the domain: `www`; `@` or empty for the domain itself. */
  name?: string;
}

/** A row of the zone that is no record of these types, or cannot be read; `DnsRecord` leaves such rows alone. */
export interface OtherRow {
  /** As the registrar writes it. */
  name?: string;
  /** As the registrar writes it, such as `SOA`. */
  type?: string;
  /** Why it is not among the records. */
  reason: string;
}

/** The records of a domain. */
export interface DnsRecords {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** Each can be passed to `new DnsRecord` as it is. */
  records: LiveDnsRecord[];
  /** What else the registrar lists; a filter does not apply to it. */
  others: OtherRow[];
}

/** The URL forwards of a domain. */
export interface UrlForwards {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** Each can be passed to `new UrlForward` as it is. */
  forwards: LiveUrlForward[];
  /** How many rows of the registrar's list could not be read. */
  unreadable: number;
}

/** The nameservers of a domain. */
export interface NameserverSet {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** Host names in A-labels, lower case, without trailing dots. */
  nameservers: string[];
  /** Whether these are the service's own, under which records and DNSSEC can be managed. Specification, "What the service does". */
  areServiceNameservers: boolean;
}

/** A DS record of a domain. RFC 4034 section 5. */
export interface DsRecord {
  keyTag: number;
  /** Number of the algorithm. */
  algorithm: number;
  /** Number of the digest type. */
  digestType: number;
  /** Hexadecimal, in upper case. */
  digest: string;
}

/** DNSSEC of a domain. The specification shows no fields of the answer; these are recognised in several spellings. */
export interface DnssecStatus {
  /** The domain that was asked for, in A-labels. */
  domain: string;
  /** Whether DNSSEC is on; absent if the answer does not tell. */
  enabled?: boolean;
  /** DS data to hand to whoever keeps the parent zone. */
  dsRecords: DsRecord[];
  /** Everything that the registrar answered, as it is. */
  details: Record<string, unknown>;
}
