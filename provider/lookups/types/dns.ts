/** What the lookups of DNS, URL forwards and nameservers take and give. Plain interfaces: programs see them. */

/** The nine record types. Specification, "DNS record". */
export type DnsRecordType = "A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA" | "PTR";

/** Which records of a domain; without filters all of them. Filters cost no call of their own. */
export interface GetRecordsArgs {
  /** Fully qualified domain name, such as `example.com`; any case, Unicode or A-labels. */
  domain: string;
  /** Only this type. */
  type?: DnsRecordType;
  /** Only this owner name, relative to the domain: `www`; `@` or empty for the domain itself. */
  name?: string;
}

/** What every record has. */
export interface LiveRecordBase {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** Owner name, relative to the domain, in A-labels and lower case; `@` for the domain itself. */
  name: string;
  /** Seconds; absent if the registrar does not show it. */
  ttl?: number | undefined;
  /** Free text; absent if there is none. */
  comment?: string | undefined;
}

/** An A record: `content` is an IPv4 address. */
export interface LiveARecord extends LiveRecordBase {
  type: "A";
  content: string;
}
/** An AAAA record: `content` is an IPv6 address in the form of RFC 5952. */
export interface LiveAAAARecord extends LiveRecordBase {
  type: "AAAA";
  content: string;
}
/** A CNAME record: `content` is a host name in A-labels, without a trailing dot. */
export interface LiveCNAMERecord extends LiveRecordBase {
  type: "CNAME";
  content: string;
}
/** An MX record: `content` is a host name in A-labels, or `.` for "takes no mail" (RFC 7505). */
export interface LiveMXRecord extends LiveRecordBase {
  type: "MX";
  content: string;
  priority: number;
}
/** A TXT record: `content` is the whole text, unquoted. */
export interface LiveTXTRecord extends LiveRecordBase {
  type: "TXT";
  content: string;
}
/** An NS record: `content` is a host name in A-labels. */
export interface LiveNSRecord extends LiveRecordBase {
  type: "NS";
  content: string;
}
/** A PTR record: `content` is a host name in A-labels. */
export interface LivePTRRecord extends LiveRecordBase {
  type: "PTR";
  content: string;
}
/** An SRV record: its `name` begins with service and protocol, such as `_sip._tcp`. RFC 2782. */
export interface LiveSRVRecord extends LiveRecordBase {
  type: "SRV";
  priority: number;
  weight: number;
  port: number;
  target: string;
}
/** A CAA record; the tag is in lower case. RFC 8659. */
export interface LiveCAARecord extends LiveRecordBase {
  type: "CAA";
  flags: number;
  tag: string;
  value: string;
}

/** A record as it is live, in the form that `DnsRecord` takes as its arguments. */
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

/** A row of the zone that is no record of the nine types, or cannot be read; `DnsRecord` leaves such rows alone. */
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
