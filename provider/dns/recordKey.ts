import type { DnsRecordData } from "./recordData.ts";

/** An owner name and a record type: `www A`, `@ MX`. In a file of its own: TypeScript before 4.4 can't read it, and takes any key. */
export type RecordKey = `${string} ${DnsRecordData["type"]}`;
