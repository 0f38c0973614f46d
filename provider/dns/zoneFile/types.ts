/** Names of record types and classes in zone files. */
import { isRecordTypeName, recordTypes } from "../registry.ts";

/** Types outside the registrar's interface: IANA's registry of DNS parameters, and what providers write beside it. */
const otherTypes = new Set(
  (
    "SOA MD MF MB MG MR NULL WKS HINFO MINFO RP AFSDB X25 ISDN RT NSAP NSAP-PTR SIG KEY PX GPOS LOC NXT EID NIMLOC ATMA " +
    "NAPTR KX CERT A6 DNAME SINK OPT APL DS SSHFP IPSECKEY RRSIG NSEC DNSKEY DHCID NSEC3 NSEC3PARAM TLSA SMIMEA HIP NINFO " +
    "RKEY TALINK CDS CDNSKEY OPENPGPKEY CSYNC ZONEMD SVCB HTTPS DSYNC HHIT BRID SPF UINFO UID GID UNSPEC NID L32 L64 LP " +
    "EUI48 EUI64 NXNAME URI AVC DOA AMTRELAY RESINFO WALLET CLA IPN TA DLV ALIAS ANAME"
  ).split(" "),
);

/** Names of the registrar's types by number. */
const names = new Map<number, string>([
  [6, "SOA"],
  ...Object.values(recordTypes).map(({ number, type }) => [number, type] as const),
]);

/** The name of a type in capitals, its number (RFC 3597) replaced where it is one of the registrar's; `undefined` for no type. */
export function readType(word: string): string | undefined {
  const name = word.toUpperCase();
  const number = /^TYPE(0|[1-9][0-9]{0,4})$/.exec(name)?.[1];
  if (number !== undefined) return Number(number) <= 65535 ? (names.get(Number(number)) ?? name) : undefined;
  return isRecordTypeName(name) || otherTypes.has(name) ? name : undefined;
}

/** The name of a class in capitals; `undefined` for no class. RFC 1035 section 3.2.4, RFC 3597 section 5. */
export function readClass(word: string): string | undefined {
  const name = word.toUpperCase();
  if (name === "CLASS1") return "IN";
  return /^(?:IN|CS|CH|HS|CLASS[0-9]{1,5})$/.test(name) ? name : undefined;
}
