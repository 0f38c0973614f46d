/** The record types: the one list of them. Everything that goes by type is derived from it. */
import type { AnyRecordType, DataOf, WireForm } from "./recordType.ts";
import { A } from "./types/a.ts";
import { AAAA } from "./types/aaaa.ts";
import { CAA } from "./types/caa.ts";
import { CNAME } from "./types/cname.ts";
import { MX } from "./types/mx.ts";
import { NS } from "./types/ns.ts";
import { PTR } from "./types/ptr.ts";
import { SRV } from "./types/srv.ts";
import { TXT } from "./types/txt.ts";

/** In the order in which the reference and messages name them. */
const types = { A, AAAA, CNAME, MX, TXT, NS, SRV, CAA, PTR };

type Types = typeof types;

export type RecordTypeName = keyof Types;

export const recordTypeNames = Object.keys(types) as readonly RecordTypeName[];

/** True if a string names one of the record types, in capitals. */
export function isRecordTypeName(text: string): text is RecordTypeName {
  return Object.hasOwn(types, text);
}

/** A table with a row for each type, made at its first use: a program seldom has records of all types. */
export function forEachType<R>(rowOf: (type: RecordTypeName) => R): { readonly [T in RecordTypeName]: R } {
  const table = {};
  for (const type of recordTypeNames) {
    let row: { made: R } | undefined;
    const get = () => {
      row ??= { made: rowOf(type) };
      return row.made;
    };
    Object.defineProperty(table, type, { enumerable: true, get });
  }
  return table as { readonly [T in RecordTypeName]: R };
}

/**
 * The data of a record in canonical form, used for every comparison. Hosts: A-labels, lower case, no trailing dot (`.` stays
 * `.` for a null MX, RFC 7505, and an SRV without service, RFC 2782). IPv6: RFC 5952. TXT: the text itself, unquoted. CAA:
 * the tag in lower case.
 */
export type RecordData = { [T in RecordTypeName]: DataOf<T, Types[T]["fields"]> }[RecordTypeName];

/** What each record type does with its data. The one cast: a type of the list makes, and takes, the data that its name has. */
export const recordTypes = types as unknown as { readonly [T in RecordTypeName]: AnyRecordType<RecordData> };

/** The types of which no record may stand at the name of one of a type; its own is among them, where a name has one of it. */
export const excludedBy = forEachType((type): readonly RecordTypeName[] =>
  recordTypeNames.filter((other) =>
    other === type ? recordTypes[type].single : (recordTypes[type].alone ?? recordTypes[other].alone),
  ),
);

/** Why one record cannot stand beside another, for messages. */
export const aloneRule = recordTypeNames
  .flatMap((type) => {
    const { alone } = recordTypes[type];
    return alone === undefined ? [] : [`a ${type} stands alone at its name, ${alone.split(";")[0]}`];
  })
  .join("; ");

type OwnerKeys<T> = T extends { readonly ownerKey?: infer O extends string } ? O : never;

type ArgsByType = {
  [T in RecordTypeName]: { type: T; name: string; ttl?: number | undefined; comment?: string | undefined } & {
    [K in OwnerKeys<Types[T]>]?: string | undefined;
  } & { [K in keyof Types[T]["fields"]]: Types[T]["fields"][K] extends { kind: "number" } ? number : string };
};

/** What a user writes for one record of a type, without the domain. */
export type RecordArgsOf<T extends RecordTypeName> = ArgsByType[T];

/** What a user writes for one record, without the domain, told apart by `type`. */
export type RecordArgs = ArgsByType[RecordTypeName];

/** Types whose data may go in fields of its own or as one `content`: the contract names each in lower case. */
type TypeWithForms = {
  [T in RecordTypeName]: "content" extends keyof Types[T]["fields"] ? never : Lowercase<T>;
}[RecordTypeName];

export const typesWithForms = recordTypeNames
  .filter((type) => !Object.hasOwn(recordTypes[type].fields, "content"))
  .map((type) => type.toLowerCase()) as readonly TypeWithForms[];

type FieldsOf = Types[RecordTypeName]["fields"];
type KeyIn<F> = F extends F ? keyof F : never;
type KindIn<F, K> = F extends { readonly [Key in K & string]: { kind: infer Kind } } ? Kind : never;

/** The kinds of all arguments that some type has. */
export type KindsOfAllTypes = { [K in KeyIn<FieldsOf>]: KindIn<FieldsOf, K> } & {
  [K in OwnerKeys<Types[RecordTypeName]>]: "string";
};

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
