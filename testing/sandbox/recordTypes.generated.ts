// Generated from the record types by `npm run generate`. Do not edit.

export const recordTypes = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA", "PTR"] as const;
