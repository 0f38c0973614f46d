/** Records as they are wanted, and as the registrar holds them. */
import type { WireForm } from "./fieldValues.ts";
import type { RecordData, typesWithForms } from "./registry.ts";

/** A record in canonical form, as wanted. */
export interface WantedRecord {
  /** Canonical owner name: relative, A-labels, lower case, `@` for the apex; for SRV with `_service._protocol`. */
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
  comment?: string;
}

/** A record as the registrar holds it, decoded from any wire form. */
export interface LiveRecord extends WantedRecord {
  /** The registrar's id, if it shows one. */
  id?: string;
  /** TXT and CAA: other texts the wire form could mean. */
  interpretations?: string[];
}

/** A row that is none of the record types, or cannot be understood: kept, never guessed. */
export interface OpaqueRecord {
  id?: string;
  name?: string;
  type?: string;
  opaque: true;
  /** Why it is not understood. */
  reason: string;
}

export type ZoneRow = LiveRecord | OpaqueRecord;

/** How request bodies are written. */
export type WireOptions = {
  /** TXT content: `plain` (default) is the text itself; `quoted` is quoted strings of at most 255 bytes of UTF-8. */
  txt?: "plain" | "quoted" | undefined;
} & {
  /** Types of several fields: in fields of their own (default), as one content such as `0 issue "ca.example"`, or both. */
  [Type in (typeof typesWithForms)[number]]?: WireForm | undefined;
};
