/** The list of record types. Everything that depends on the type is derived from it. */
import type { AnyRecordType, DataOf, WireForm } from "./recordType.ts";
import { nearest, showText } from "./text.ts";
import { A } from "./types/a.ts";
import { AAAA } from "./types/aaaa.ts";
import { CAA } from "./types/caa.ts";
import { CNAME } from "./types/cname.ts";
import { MX } from "./types/mx.ts";
import { NS } from "./types/ns.ts";
import { PTR } from "./types/ptr.ts";
import { SRV } from "./types/srv.ts";
import { TXT } from "./types/txt.ts";

/** In the order of the reference and of messages. */
const types = { A, AAAA, CNAME, MX, TXT, NS, SRV, CAA, PTR };

type Types = typeof types;

export type RecordTypeName = keyof Types;

export const recordTypeNames = Object.keys(types) as readonly RecordTypeName[];

/** @param text in capitals */
export function isRecordTypeName(text: string): text is RecordTypeName {
  return Object.hasOwn(types, text);
}

/** A table with a row for each type. Each row is made at its first use, since few programs have all types. */
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
 * The data of a record in canonical form, for every comparison. Hosts: A-labels, lower case, no trailing dot, except `.`
 * (RFC 7505, RFC 2782). IPv6: RFC 5952. TXT: unquoted. CAA: the tag in lower case.
 */
export type RecordData = { [T in RecordTypeName]: DataOf<T, Types[T]["fields"]> }[RecordTypeName];

/** The record types, for code that handles any record. */
export const recordTypes: { readonly [T in RecordTypeName]: AnyRecordType<RecordData> } = types;

/** Types that exclude each other at one name. A type of which a name has one record excludes itself. */
export const excludedBy = forEachType((type): readonly RecordTypeName[] =>
  recordTypeNames.filter((other) =>
    other === type ? recordTypes[type].single : (recordTypes[type].alone ?? recordTypes[other].alone),
  ),
);

/** Reasons why two records conflict, for messages. */
export const aloneRule = recordTypeNames
  .flatMap((type) => {
    const { alone } = recordTypes[type];
    return alone === undefined ? [] : [`a ${type} is alone at its name, ${alone.split(";")[0]}`];
  })
  .join("; ");

type OwnerKeys<T> = T extends { readonly ownerKey?: infer O extends string } ? O : never;

type ArgsByType = {
  [T in RecordTypeName]: { type: T; name: string; ttl?: number | undefined; comment?: string | undefined } & {
    [K in OwnerKeys<Types[T]>]?: string | undefined;
  } & { [K in keyof Types[T]["fields"]]: Types[T]["fields"][K] extends { kind: "number" } ? number : string };
};

/** Arguments of one record, without the domain, discriminated by `type`. */
export type RecordArgs = ArgsByType[RecordTypeName];

/** Types whose data may be sent in fields or as one `content`, as the contract file names them. */
type TypeWithForms = {
  [T in RecordTypeName]: "content" extends keyof Types[T]["fields"] ? never : Lowercase<T>;
}[RecordTypeName];

export const typesWithForms = recordTypeNames
  .filter((type) => !Object.hasOwn(recordTypes[type].fields, "content"))
  .map((type) => type.toLowerCase()) as readonly TypeWithForms[];

type FieldsOf = Types[RecordTypeName]["fields"];
type KeyIn<F> = F extends F ? keyof F : never;
type KindIn<F, K> = F extends { readonly [Key in K & string]: { kind: infer Kind } } ? Kind : never;

export type KindsOfAllTypes = { [K in KeyIn<FieldsOf>]: KindIn<FieldsOf, K> } & {
  [K in OwnerKeys<Types[RecordTypeName]>]: "string";
};

/** A record that a program wants, in canonical form. */
export interface WantedRecord {
  /** Canonical owner name: relative, A-labels, lower case, `@` for the apex; for SRV with `_service._protocol`. */
  name: string;
  data: RecordData;
  /** Seconds. */
  ttl?: number;
  comment?: string;
}

/** A record of the registrar, decoded from any wire form. */
export interface LiveRecord extends WantedRecord {
  id?: string;
  /** Other values that the ambiguous field of a TXT or CAA could mean. */
  interpretations?: string[];
}

/**
 * A row of an unsupported type, or one whose data can't be decoded. It is listed, and never matched, changed or deleted. It
 * counts as present: while it exists, no record of its name and type is gone, and none is created.
 */
export interface OpaqueRecord {
  id?: string;
  name?: string;
  type?: string;
  opaque: true;
  reason: string;
  /** Canonical name and type. A part that can't be read is empty, and stands for any. */
  key: string;
  /** The row as the registrar lists it. */
  row: Readonly<Record<string, unknown>>;
}

export type ZoneRow = LiveRecord | OpaqueRecord;

export type WireOptions = {
  /** TXT content: `plain` (default), or `quoted`: quoted strings of at most 255 bytes of UTF-8. */
  txt?: "plain" | "quoted" | undefined;
} & {
  /** Types of several fields: in fields (default), as one content such as `0 issue "ca.example"`, or both. */
  [Type in (typeof typesWithForms)[number]]?: WireForm | undefined;
};

/** Types that the registrar doesn't support: IANA's registry of DNS parameters, and types of other providers. */
const otherTypes = new Set(
  (
    "SOA MD MF MB MG MR NULL WKS HINFO MINFO RP AFSDB X25 ISDN RT NSAP NSAP-PTR SIG KEY PX GPOS LOC NXT EID NIMLOC ATMA " +
    "NAPTR KX CERT A6 DNAME SINK OPT APL DS SSHFP IPSECKEY RRSIG NSEC DNSKEY DHCID NSEC3 NSEC3PARAM TLSA SMIMEA HIP NINFO " +
    "RKEY TALINK CDS CDNSKEY OPENPGPKEY CSYNC ZONEMD SVCB HTTPS DSYNC HHIT BRID SPF UINFO UID GID UNSPEC NID L32 L64 LP " +
    "EUI48 EUI64 NXNAME URI AVC DOA AMTRELAY RESINFO WALLET CLA IPN TA DLV ALIAS ANAME"
  ).split(" "),
);

const names = new Map<number, string>([
  [6, "SOA"],
  ...Object.values(recordTypes).map(({ number, type }) => [number, type] as const),
]);

/** The name of a type in capitals, also from its number (RFC 3597); `undefined` for other words. */
export function readType(word: string): string | undefined {
  const name = word.toUpperCase();
  const number = /^TYPE(0|[1-9][0-9]{0,4})$/.exec(name)?.[1];
  if (number !== undefined) return Number(number) <= 65535 ? (names.get(Number(number)) ?? name) : undefined;
  return isRecordTypeName(name) || otherTypes.has(name) ? name : undefined;
}

/**
 * The message about a value that isn't one of the registrar's record types: `"CNMAE" isn't a record type (did you mean
 * "CNAME"?)`.
 */
export function typeProblem(written: unknown): string {
  const list = `Types: ${recordTypeNames.join(", ")}`;
  if (typeof written !== "string") return `the type must be a string. ${list}`;
  if (otherTypes.has(written.toUpperCase()))
    return `the registrar has no records of type ${showText(written)}. ${list}`;
  const meant = nearest(written, recordTypeNames, Math.floor(written.length / 2) + 1);
  return `${showText(written)} isn't a record type${meant}. ${list}`;
}
