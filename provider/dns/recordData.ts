/** The record types of the registrar's interface (specification, DNS record). */
export const recordTypeNames = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA", "PTR"] as const;

export type RecordTypeName = (typeof recordTypeNames)[number];

/** Whether a text names one of the nine record types, in capitals. */
export function isRecordTypeName(text: string): text is RecordTypeName {
  return recordTypeNames.some((name) => name === text);
}

/** The data of the types that consist of one value. */
interface ContentData<T extends RecordTypeName> {
  type: T;
  content: string;
}

/** The canonical data of each record type. */
interface DataByType {
  A: ContentData<"A">;
  AAAA: ContentData<"AAAA">;
  CNAME: ContentData<"CNAME">;
  NS: ContentData<"NS">;
  PTR: ContentData<"PTR">;
  TXT: ContentData<"TXT">;
  /** `priority` is absent where the registrar did not show it. */
  MX: { type: "MX"; content: string; priority?: number };
  /** `priority` is absent where the registrar did not show it. */
  SRV: { type: "SRV"; priority?: number; weight: number; port: number; target: string };
  CAA: { type: "CAA"; flags: number; tag: string; value: string };
}

export type RecordDataOf<T extends RecordTypeName> = DataByType[T];

/**
 * The data of a record in canonical form, used for every comparison. Hosts: A-labels, lower case, no trailing dot (`.` stays
 * `.` for a null MX, RFC 7505, and an SRV without service, RFC 2782). IPv6: RFC 5952. TXT: the text itself, unquoted. CAA:
 * the tag in lower case.
 */
export type RecordData = DataByType[RecordTypeName];

/** A record as the registrar holds it, decoded from any wire form. */
export interface LiveRecord {
  /** The registrar's id, if it shows one. */
  id?: string;
  /** Canonical owner name: relative, A-labels, lower case, `@` for the apex; for SRV with `_service._protocol`. */
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
  comment?: string;
  /** TXT and CAA: other texts the wire form could mean. */
  readings?: string[];
}

/** A row that is none of the nine types, or cannot be understood: kept, never guessed. */
export interface OpaqueRecord {
  id?: string;
  name?: string;
  type?: string;
  opaque: true;
  /** Why it is not understood. */
  reason: string;
}

export type ZoneRow = LiveRecord | OpaqueRecord;

/** Where the parts of a record's data go: fields of their own, one `content` in presentation form, or both. */
export const wireForms = ["fields", "content", "both"] as const;
export type WireForm = (typeof wireForms)[number];

/** How request bodies are written. */
export interface WireOptions {
  /** TXT content: `plain` (default) is the text itself; `quoted` is quoted strings of at most 255 bytes of UTF-8. */
  txt?: "plain" | "quoted" | undefined;
  /** SRV: in fields of its own (default), as one `content` at `_service._protocol.name`, or both. */
  srv?: WireForm | undefined;
  /** CAA: in fields of its own (default), as one `content` such as `0 issue "ca.example"`, or both. */
  caa?: WireForm | undefined;
}
