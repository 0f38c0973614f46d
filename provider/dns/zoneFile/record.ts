/** What a record of a zone file is for a program: the arguments of a `DnsRecord`, without the domain. */
import type { DnsRecordData } from "../recordData.generated.ts";
import type { Place } from "./lexer.ts";

interface Common {
  /** Relative to the domain, `@` for the domain itself; A-labels. For SRV with `_service._protocol`. */
  name: string;
  /** Seconds: its own, or the default where it stands; absent if the file says none. */
  ttl?: number;
  /** The comment that ends its line. */
  comment?: string;
}

/** One record. Hosts are complete, in A-labels, without their trailing dot. */
export type ZoneFileRecord = Common & DnsRecordData;

/**
 * Why something of a file is not among its records: the registrar makes its own (`soa`, `apex-ns`), or has no such type
 * (`type`) or class (`class`); it is the same as a record above (`duplicate`); its name is outside the domain (`outside`).
 */
export type LeftOutKind = "soa" | "apex-ns" | "type" | "class" | "duplicate" | "outside";

/** An entry of the file that is not among the records. */
export interface LeftOut extends Place {
  kind: LeftOutKind;
  /** The owner's full name, or what is written if it is none. */
  name: string;
  type: string;
  /** For people. */
  reason: string;
}
