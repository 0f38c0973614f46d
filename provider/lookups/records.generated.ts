// Generated from the record types by `npm run generate`. Do not edit.

/** An integer in the plugin's schema, and in languages that have one. */
export type Integer = number;

/** The record types. Specification, "DNS record". */
export type DnsRecordType = "A" | "AAAA" | "CNAME" | "MX" | "TXT" | "NS" | "SRV" | "CAA" | "PTR";

/** Fields of every record. */
interface LiveRecordBase {
  /** Fully qualified domain name: A-labels, lower case. */
  domain: string;
  /** Owner name, relative to the domain, in A-labels and lower case; `@` for the domain itself. */
  name: string;
  /** Seconds; absent if the registrar does not show it. */
  ttl?: Integer | undefined;
  /** Free text; absent if there is none. */
  comment?: string | undefined;
}

/** An A record: `content` is an IPv4 address. */
export interface LiveARecord extends LiveRecordBase {
  /** The record type. */
  type: "A";
  /** The data of A, AAAA, CNAME, MX, TXT, NS, PTR records. */
  content: string;
}
/** An AAAA record: `content` is an IPv6 address in the form of RFC 5952. */
export interface LiveAAAARecord extends LiveRecordBase {
  /** The record type. */
  type: "AAAA";
  /** The data of A, AAAA, CNAME, MX, TXT, NS, PTR records. */
  content: string;
}
/** A CNAME record: `content` is a host name in A-labels, without a trailing dot. */
export interface LiveCNAMERecord extends LiveRecordBase {
  /** The record type. */
  type: "CNAME";
  /** The data of A, AAAA, CNAME, MX, TXT, NS, PTR records. */
  content: string;
}
/** An MX record: `content` is a host name in A-labels, or `.` for "takes no mail" (RFC 7505). */
export interface LiveMXRecord extends LiveRecordBase {
  /** The record type. */
  type: "MX";
  /** The data of A, AAAA, CNAME, MX, TXT, NS, PTR records. */
  content: string;
  /** Of MX, SRV records: the lowest is tried first. */
  priority: Integer;
}
/** A TXT record: `content` is the complete string, unquoted. */
export interface LiveTXTRecord extends LiveRecordBase {
  /** The record type. */
  type: "TXT";
  /** The data of A, AAAA, CNAME, MX, TXT, NS, PTR records. */
  content: string;
}
/** An NS record: `content` is a host name in A-labels. */
export interface LiveNSRecord extends LiveRecordBase {
  /** The record type. */
  type: "NS";
  /** The data of A, AAAA, CNAME, MX, TXT, NS, PTR records. */
  content: string;
}
/** An SRV record: its `name` begins with service and protocol, such as `_sip._tcp`. RFC 2782. */
export interface LiveSRVRecord extends LiveRecordBase {
  /** The record type. */
  type: "SRV";
  /** Of MX, SRV records: the lowest is tried first. */
  priority: Integer;
  /** Of SRV records. */
  weight: Integer;
  /** Of SRV records. */
  port: Integer;
  /** Of SRV records: the host that gives the service. */
  target: string;
}
/** A CAA record: the tag is in lower case. RFC 8659. */
export interface LiveCAARecord extends LiveRecordBase {
  /** The record type. */
  type: "CAA";
  /** Of CAA records: 0, or 128. */
  flags: Integer;
  /** Of CAA records: such as `issue`, `issuewild` or `iodef`. */
  tag: string;
  /** Of CAA records. */
  value: string;
}
/** A PTR record: `content` is a host name in A-labels. */
export interface LivePTRRecord extends LiveRecordBase {
  /** The record type. */
  type: "PTR";
  /** The data of A, AAAA, CNAME, MX, TXT, NS, PTR records. */
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
  /** The target, as the registrar shows it. */
  destination: string;
  /** `permanent` (301), `temporary` (302), or the registrar's own word for another kind; absent if it shows none. */
  type?: string | undefined;
}
