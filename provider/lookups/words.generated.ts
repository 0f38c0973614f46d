// Generated from the record types by `npm run generate`. Do not edit.

/** The record types. */
export const DnsRecordType = { A: "A", AAAA: "AAAA", CNAME: "CNAME", MX: "MX", TXT: "TXT", NS: "NS", SRV: "SRV", CAA: "CAA", PTR: "PTR" } as const;
export type DnsRecordType = (typeof DnsRecordType)[keyof typeof DnsRecordType];

/** Which records a zone manages. */
export const DnsZoneMode = { Additive: "additive", Authoritative: "authoritative" } as const;
export type DnsZoneMode = (typeof DnsZoneMode)[keyof typeof DnsZoneMode];

/** The kinds of a forward. A contract file may have further words: `"moved" as UrlForwardType`. */
export const UrlForwardType = { Permanent: "permanent", Temporary: "temporary" } as const;
export type UrlForwardType = (typeof UrlForwardType)[keyof typeof UrlForwardType] | (string & { readonly isContractWord: true });
