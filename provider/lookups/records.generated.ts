// Generated from the record types by `npm run generate`. Do not edit.

/** The record types. Specification, "DNS record". */
export type DnsRecordType = "A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA" | "PTR";

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
/** An SRV record: its `name` begins with service and protocol, such as `_sip._tcp`. RFC 2782. */
export interface LiveSRVRecord extends LiveRecordBase {
  type: "SRV";
  priority: number;
  weight: number;
  port: number;
  target: string;
}
/** A CAA record: the tag is in lower case. RFC 8659. */
export interface LiveCAARecord extends LiveRecordBase {
  type: "CAA";
  flags: number;
  tag: string;
  value: string;
}
/** A PTR record: `content` is a host name in A-labels. */
export interface LivePTRRecord extends LiveRecordBase {
  type: "PTR";
  content: string;
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

/** A URL forward as it is live, in the form that `UrlForward` takes as its arguments. */
export interface LiveUrlForward {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** Host that is redirected, relative to the domain; `@` for the domain itself. */
  source: string;
  /** Where to, as the registrar shows it. */
  destination: string;
  /** `permanent` (301), `temporary` (302), or the registrar's own word for another kind; absent if it shows none. */
  type?: string | undefined;
}
