/** The arguments that hold the data of a record. */
export type DnsRecordData =
  | { type: "A"; content: string }
  | { type: "AAAA"; content: string }
  | { type: "CNAME"; content: string }
  | { type: "MX"; content: string; priority: number }
  | { type: "TXT"; content: string }
  | { type: "NS"; content: string }
  | { type: "SRV"; priority: number; weight: number; port: number; target: string }
  | { type: "CAA"; flags: number; tag: string; value: string }
  | { type: "PTR"; content: string };

/** An owner name and a record type: `www A`, `@ MX`. */
export type RecordKey = `${string} ${DnsRecordData["type"]}`;
