/** What the lookups of DNS, URL forwards and nameservers take and give. Plain interfaces: programs see them. */

import type { DnsRecordType, LiveDnsRecord } from "./records.generated.ts";

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

/** A URL forward as it is live, in the form that `UrlForward` takes as its arguments. */
export interface LiveUrlForward {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** Host that is redirected, relative to the domain; `@` for the domain itself. */
  source: string;
  /** Where to, as the registrar shows it. */
  destination: string;
  /** `permanent` (301), `temporary` (302), or the registrar's own word for another kind; absent if it shows none. */
  type?: string;
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
