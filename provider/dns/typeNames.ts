/** Names of record types: those of the registrar, and others. */
import { isRecordTypeName, recordTypeNames, recordTypes } from "./registry.ts";
import { nearest, showText } from "./text.ts";

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
