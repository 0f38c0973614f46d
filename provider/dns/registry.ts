/** The list of record types. Everything that depends on the type is derived from it. */
import { nearest } from "./names.ts";
import { once } from "./once.ts";
import type { RecordData, RecordType, RecordTypeName } from "./recordType.ts";
import { showText } from "./text.ts";
import { A, AAAA } from "./types/address.ts";
import { CNAME, MX, NS, PTR, SRV } from "./types/host.ts";
import { CAA, TXT } from "./types/text.ts";

export type { RecordArgs, RecordData, RecordTypeName } from "./recordType.ts";
export { expected } from "./recordType.ts";

/** In the order of the reference and of messages. */
export const recordTypes: { readonly [T in RecordTypeName]: RecordType } = {
  A,
  AAAA,
  CNAME,
  MX,
  TXT,
  NS,
  SRV,
  CAA,
  PTR,
};

/** @param text in capitals */
export function isRecordTypeName(text: string): text is RecordTypeName {
  return Object.hasOwn(recordTypes, text);
}

export const recordTypeNames: readonly RecordTypeName[] = Object.keys(recordTypes).filter(isRecordTypeName);

/** Types that exclude each other at one name: a CNAME excludes all, also a second CNAME. */
export const excludedBy = (type: RecordTypeName): readonly RecordTypeName[] =>
  recordTypeNames.filter((other) => recordTypes[type].alone ?? recordTypes[other].alone);

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

/** IANA's registry of DNS parameters, and types of other providers, as far as the registrar doesn't support them. */
const otherTypes = once(() => {
  const names =
    "SOA MD MF MB MG MR NULL WKS HINFO MINFO RP AFSDB X25 ISDN RT NSAP NSAP-PTR SIG KEY PX GPOS LOC NXT EID NIMLOC ATMA " +
    "NAPTR KX CERT A6 DNAME SINK OPT APL DS SSHFP IPSECKEY RRSIG NSEC DNSKEY DHCID NSEC3 NSEC3PARAM TLSA SMIMEA HIP NINFO " +
    "RKEY TALINK CDS CDNSKEY OPENPGPKEY CSYNC ZONEMD SVCB HTTPS DSYNC HHIT BRID SPF UINFO UID GID UNSPEC NID L32 L64 LP " +
    "EUI48 EUI64 NXNAME URI AVC DOA AMTRELAY RESINFO WALLET CLA IPN TA DLV ALIAS ANAME";
  return new Set(names.split(" ").filter((name) => !isRecordTypeName(name)));
});

/** The name of a type in capitals, such as `TYPE65` (RFC 3597); `undefined` for other words. `TYPE257` is CAA. */
export function readType(word: string): string | undefined {
  const name = word.toUpperCase().replace(/^TYPE257$/, "CAA");
  return isRecordTypeName(name) || otherTypes().has(name) || /^TYPE[0-9]{1,5}$/.test(name) ? name : undefined;
}

export const typesText = `Types: ${recordTypeNames.join(", ")}`;

/** The message about a value that isn't a record type: `"CNMAE" isn't a record type (did you mean "CNAME"?)`. */
export function typeProblem(written: unknown): string {
  if (typeof written !== "string") return `the type must be a string. ${typesText}`;
  if (otherTypes().has(written.toUpperCase()))
    return `this package has no records of type ${showText(written)}: keep them in the registrar's dashboard. ${typesText}`;
  const meant = nearest(written, recordTypeNames, Math.floor(written.length / 2) + 1);
  return `${showText(written)} isn't a record type${meant}. ${typesText}`;
}
