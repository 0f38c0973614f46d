/** Resource records of a zone file, before it is known which domain they belong to: owner, TTL, class, type, data. */

import { isRecordTypeName, recordTypes } from "../registry.ts";
import { showText } from "../text.ts";
import { type Entry, entriesOf, type Source, type Token } from "./lexer.ts";
import { readName } from "./words.ts";

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
function readType(word: string): string | undefined {
  const name = word.toUpperCase();
  const number = /^TYPE(0|[1-9][0-9]{0,4})$/.exec(name)?.[1];
  if (number !== undefined) return Number(number) <= 65535 ? (names.get(Number(number)) ?? name) : undefined;
  return isRecordTypeName(name) || otherTypes.has(name) ? name : undefined;
}

/** The name of a class in capitals; `undefined` for no class. RFC 1035 section 3.2.4, RFC 3597 section 5. */
function readClass(word: string): string | undefined {
  const name = word.toUpperCase();
  if (name === "CLASS1") return "IN";
  return /^(?:IN|CS|CH|HS|CLASS[0-9]{1,5})$/.test(name) ? name : undefined;
}

/** The largest TTL, in seconds. RFC 2181 section 8. */
export const LARGEST_TTL = 2147483647;

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };

/** True if a word is written like a TTL: `3600`, or with units `1h30m`, as BIND has them. */
function looksLikeTtl(word: string): boolean {
  return /^(?:[0-9]+|(?:[0-9]+[smhdw])+)$/i.test(word);
}

/** The seconds of a TTL, `undefined` if the word is none or it is above {@link LARGEST_TTL}. */
function readTtl(word: string): number | undefined {
  if (!looksLikeTtl(word)) return undefined;
  let total = 0;
  for (const [, digits = "", unit = "s"] of word.toLowerCase().matchAll(/([0-9]+)([smhdw])?/g)) {
    total += Number(digits) * (seconds[unit] ?? 1);
  }
  return total <= LARGEST_TTL ? total : undefined;
}

/** One record as written, with all that the lines above it say about it. */
export interface WrittenRecord {
  owner: Token;
  /** What names are relative to here. Canonical; `.` for the root. */
  origin: string | undefined;
  /** What the owner is relative to: an omitted owner was written further above. */
  ownerOrigin: string | undefined;
  ttl: number | undefined;
  class: string;
  type: string;
  data: readonly Token[];
  comment: string | undefined;
  /** Where its first word begins in the file, and where it ends. */
  offset: number;
  end: number;
}

const refused: Record<string, string> = {
  $INCLUDE: "$INCLUDE is not supported. Insert the text of the other file here",
  $GENERATE: "$GENERATE is not supported. Expand it into records, for example with named-compilezone",
};

/** Follows the directives, and reads what each entry says before its data. */
export class WrittenRecords {
  readonly #source: Source;
  /** The first $ORIGIN of the file, if there is one. */
  firstOrigin: string | undefined;
  #origin: string | undefined;
  #defaultTtl: number | undefined;
  #lastTtl: number | undefined;
  #soaMinimum: number | undefined;
  #owner: { token: Token; origin: string | undefined } | undefined;

  /**
   * @param origin canonical, as if the file began with $ORIGIN
   * @param defaultTtl seconds, as if the file began with $TTL
   */
  constructor(source: Source, origin: string | undefined, defaultTtl: number | undefined) {
    this.#source = source;
    this.#origin = origin;
    this.#defaultTtl = defaultTtl;
  }

  /** @throws ZoneFileError */
  *read(): Generator<WrittenRecord> {
    for (const entry of entriesOf(this.#source)) {
      const [first] = entry.tokens;
      if (first !== undefined && !first.quoted && first.raw.startsWith("$")) this.#direct(first, entry);
      else yield this.#record(entry);
    }
  }

  #direct(directive: Token, { tokens, end }: Entry): void {
    const name = directive.raw.toUpperCase();
    const [, value, extra] = tokens;
    const reason = refused[name];
    if (reason !== undefined) this.#source.fail(directive.offset, reason);
    if (name !== "$ORIGIN" && name !== "$TTL") {
      this.#source.fail(
        directive.offset,
        `${showText(directive.raw)} is not a supported directive. Use $ORIGIN or $TTL`,
      );
    }
    if (value === undefined) this.#source.fail(end, `the value of ${name} is missing`);
    if (extra !== undefined) this.#source.fail(extra.offset, `${name} takes one value. Remove ${showText(extra.raw)}`);
    if (name === "$TTL") {
      this.#defaultTtl = this.#ttl(value);
    } else {
      this.#origin = readName(value, this.#origin, this.#source);
      this.firstOrigin ??= this.#origin;
    }
  }

  #record({ tokens, ownerOmitted, comment, end }: Entry): WrittenRecord {
    const offset = tokens[0]?.offset ?? end;
    const written = ownerOmitted ? undefined : tokens[0];
    if (written !== undefined) this.#owner = { token: written, origin: this.#origin };
    const owner = this.#owner;
    if (owner === undefined)
      this.#source.fail(offset, "the first record begins with a blank, but there is no owner name above it");
    const { ttl, className, at } = this.#beforeType(tokens, written === undefined ? 0 : 1, end);
    const typeToken = tokens[at] ?? owner.token;
    const type = typeToken.quoted ? undefined : readType(typeToken.raw);
    if (type === undefined) this.#source.fail(typeToken.offset, `${showText(typeToken.raw)} is not a record type`);
    const data = tokens.slice(at + 1);
    if (ttl !== undefined) this.#lastTtl = ttl;
    if (type === "SOA") this.#soaMinimum = this.#minimumOf(data, end);
    return {
      owner: owner.token,
      origin: this.#origin,
      ownerOrigin: owner.origin,
      // RFC 2308 section 4; without $TTL the last one that was written (RFC 1035 section 5.1), then, as BIND does, the SOA's.
      ttl: ttl ?? this.#defaultTtl ?? this.#lastTtl ?? this.#soaMinimum,
      class: className ?? "IN",
      type,
      data,
      comment,
      offset,
      end,
    };
  }

  /** TTL and class, which stand before the type in any order. @returns them, and where the type stands */
  #beforeType(tokens: readonly Token[], from: number, end: number) {
    let ttl: number | undefined;
    let className: string | undefined;
    for (let at = from; ; at += 1) {
      const token = tokens[at];
      if (token === undefined) this.#source.fail(end, "the record type is missing");
      const { raw, quoted } = token;
      if (!quoted && ttl === undefined && looksLikeTtl(raw)) ttl = this.#ttl(token);
      else if (!quoted && className === undefined && readClass(raw) !== undefined) className = readClass(raw);
      else return { ttl, className, at };
    }
  }

  #ttl(token: Token): number {
    const ttl = token.quoted ? undefined : readTtl(token.raw);
    if (ttl === undefined) {
      this.#source.fail(
        token.offset,
        `${showText(token.raw)} is not a TTL. Write seconds from 0 to ${LARGEST_TTL}, or units such as 1h30m`,
      );
    }
    return ttl;
  }

  /** The last value of a SOA record, which is otherwise not used. RFC 1035 section 3.3.13. */
  #minimumOf(data: readonly Token[], end: number): number {
    const minimum = data[6];
    if (minimum === undefined || data.length > 7) {
      const reason = "a SOA record has seven values: primary server, mailbox, serial, refresh, retry, expire, minimum";
      this.#source.fail(data[7]?.offset ?? end, reason);
    }
    return this.#ttl(minimum);
  }
}
