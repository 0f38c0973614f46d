/**
 * Reads zone files into records: the arguments of a `DnsRecord`, without the domain. RFC 1035 section 5, RFC 2308 section 4. Loads no
 * schemas.
 */
import type { Place } from "./errors.ts";
import { normaliseDomain, ownerName } from "./names.ts";
import type { DnsRecordData } from "./recordData.generated.ts";
import { isRecordTypeName, type RecordTypeName, recordTypes } from "./registry.ts";
import { readText, showText } from "./text.ts";
import { readType, typeProblem } from "./typeNames.ts";
import { type Entry, entriesOf, readHost, readName, Source, type Token, Words } from "./zoneFile/words.ts";

interface Common {
  /** Relative to the domain, `@` for the domain itself; A-labels. For SRV with `_service._protocol`. */
  name: string;
  /** Seconds: its own, or the default at its place; absent if the file states none. */
  ttl?: number;
  /** The comment that ends its line. */
  comment?: string;
}

/** One record. Hosts are complete, in A-labels, without their trailing dot. */
export type ZoneFileRecord = Common & DnsRecordData;

/**
 * Reason why an entry isn't among the records: the registrar makes its own (`soa`, `apex-ns`); it doesn't support the type (`type`) or
 * class (`class`); a record above is the same (`duplicate`); the name is outside the domain (`outside`).
 */
export type LeftOutKind = "soa" | "apex-ns" | "type" | "class" | "duplicate" | "outside";

/** An entry of the file that isn't among the records. */
export interface LeftOut extends Place {
  kind: LeftOutKind;
  /** The owner's full name, or an invalid name as it is written. */
  name: string;
  type: string;
  /** For people. */
  reason: string;
}

export interface ParseOptions {
  /** The domain, and the first origin of names. Default: the domain of the SOA record, else the first $ORIGIN. */
  origin?: string;
  /** Seconds, 0 to 2147483647: the TTL of records before the first $TTL. Default: none. */
  defaultTtl?: number;
}

export interface ParsedZone {
  /** Canonical. */
  domain: string;
  /** The records in the order of the file. */
  records: ZoneFileRecord[];
  /** The beginning of each record. */
  places: Place[];
  leftOut: LeftOut[];
}

/**
 * Reads a zone file, in time linear in its length.
 * @throws ZoneFileError with line, column and reason; nothing is guessed, and no record of a wrong file is used
 * @throws InvalidNameError if `origin` isn't a domain
 * @throws RangeError if `defaultTtl` isn't a TTL
 */
export function parseZone(text: string, { origin, defaultTtl }: ParseOptions = {}): ParsedZone {
  if (defaultTtl !== undefined && !(Number.isInteger(defaultTtl) && defaultTtl >= 0 && defaultTtl <= LARGEST_TTL)) {
    throw new RangeError(`defaultTtl is a whole number of seconds from 0 to ${LARGEST_TTL}`);
  }
  const source = new Source(text);
  const given = origin === undefined ? undefined : normaliseDomain(origin);
  const written = new WrittenRecords(source, given, defaultTtl);
  const records = [...written.read()];
  const domain = given ?? domainOf(records, written.firstOrigin, source);
  const zone: ParsedZone = { domain, records: [], places: [], leftOut: [] };
  const reading = { domain, source, lines: new Map<string, number>() };
  for (const record of records) {
    const place = source.place(record.offset);
    const read = readRecord(record, reading);
    if ("kind" in read) {
      const name = shownName(record.owner, record.ownerOrigin);
      zone.leftOut.push({ ...read, ...place, name, type: record.type });
    } else {
      zone.records.push(read);
      zone.places.push(place);
    }
  }
  return zone;
}

/** The domain of a file that was read without an origin. */
function domainOf(records: readonly WrittenRecord[], firstOrigin: string | undefined, source: Source): string {
  const soa = records.find(({ type }) => type === "SOA");
  const name = soa === undefined ? firstOrigin : readName(soa.owner, soa.ownerOrigin, source);
  if (name === undefined) {
    source.fail(0, "the file has neither a SOA record nor $ORIGIN. Give the domain as its origin");
  }
  try {
    return normaliseDomain(name);
  } catch {
    source.fail(soa?.offset ?? 0, `${showText(name)} is not a domain. Give the domain as the file's origin`);
  }
}

/** The domain, the file, and the line of each record before, by meaning. */
interface Reading {
  domain: string;
  source: Source;
  lines: Map<string, number>;
}

function readRecord(
  written: WrittenRecord,
  { domain, source, lines }: Reading,
): ZoneFileRecord | Pick<LeftOut, "kind" | "reason"> {
  const { type, ttl, comment, offset } = written;
  if (written.class !== "IN") {
    return { kind: "class", reason: `the class is ${written.class}; only IN (internet) is supported` };
  }
  if (!isRecordTypeName(type) && type !== "SOA") {
    return { kind: "type", reason: `the registrar does not support records of type ${type}` };
  }
  const host = readName(written.owner, written.ownerOrigin, source);
  if (host !== domain && !host.endsWith(`.${domain}`)) {
    if (type !== "SOA") return { kind: "outside", reason: `the name is outside ${domain}` };
    source.fail(offset, `this file is for ${host}, not for ${domain}. Give its own domain as the origin`);
  }
  if (type === "SOA") return { kind: "soa", reason: "the registrar manages the SOA record itself" };
  const data = readData(type, written, source);
  if (type === "NS" && host === domain) {
    return {
      kind: "apex-ns",
      reason: "the domain's own nameservers are not DNS records here; declare them with Nameservers",
    };
  }
  const name = ownerName(`${host}.`, domain);
  const meaning = JSON.stringify([name, data]);
  const known = lines.get(meaning);
  if (known !== undefined) return { kind: "duplicate", reason: `it is the same as the record in line ${known}` };
  lines.set(meaning, source.place(offset).line);
  const remark = comment === undefined ? "" : readText(comment);
  return { name, ...data, ...(ttl !== undefined && { ttl }), ...(remark !== "" && { comment: remark }) };
}

/** The registry's fields are those of the plain types, which are generated from it. @throws ZoneFileError */
function readData(type: RecordTypeName, { data: tokens, origin, end }: WrittenRecord, source: Source): DnsRecordData {
  const [first] = tokens;
  if (first?.raw === "\\#" && !first.quoted) {
    source.fail(
      first.offset,
      `data of RFC 3597 is only supported for unknown types. Write the data as in other ${type} records`,
    );
  }
  const words = new Words({ tokens, type, source, end, hostOf: (word) => readHost(word, origin, source) });
  const data = { type, ...recordTypes[type].readWords(words) } as DnsRecordData;
  words.finish();
  return data;
}

/** A name for a message. It may be invalid. */
function shownName({ raw }: Token, origin: string | undefined): string {
  if (raw.endsWith(".")) return raw.slice(0, -1);
  if (origin === undefined) return raw;
  if (raw === "@") return origin;
  return origin === "." ? raw : `${raw}.${origin}`;
}

/** The name of a class in capitals; `undefined` for other words. RFC 1035 section 3.2.4, RFC 3597 section 5. */
function readClass(word: string): string | undefined {
  const name = word.toUpperCase();
  if (name === "CLASS1") return "IN";
  return /^(?:IN|CS|CH|HS|CLASS[0-9]{1,5})$/.test(name) ? name : undefined;
}

/** The largest TTL, in seconds. RFC 2181 section 8. */
const LARGEST_TTL = 2147483647;

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };

/** `3600`, or with BIND's units: `1h30m`. */
function looksLikeTtl(word: string): boolean {
  return /^(?:[0-9]+|(?:[0-9]+[smhdw])+)$/i.test(word);
}

/** Seconds; `undefined` if the word isn't a TTL, or is above {@link LARGEST_TTL}. */
function readTtl(word: string): number | undefined {
  if (!looksLikeTtl(word)) return undefined;
  let total = 0;
  for (const [, digits = "", unit = "s"] of word.toLowerCase().matchAll(/([0-9]+)([smhdw])?/g)) {
    total += Number(digits) * (seconds[unit] ?? 1);
  }
  return total <= LARGEST_TTL ? total : undefined;
}

/** One record as written, with the defaults of the lines above it. */
interface WrittenRecord {
  owner: Token;
  /** Origin of names in the data. Canonical; `.` for the root. */
  origin: string | undefined;
  /** Origin of the owner, which may have been written further above. */
  ownerOrigin: string | undefined;
  ttl: number | undefined;
  class: string;
  type: string;
  data: readonly Token[];
  comment: string | undefined;
  /** Place of its first word, and its end. */
  offset: number;
  end: number;
}

const refused: Record<string, string> = {
  $INCLUDE: "$INCLUDE is not supported. Insert the text of the other file here",
  $GENERATE: "$GENERATE is not supported. Expand it into records, for example with named-compilezone",
};

/** Follows the directives, and reads each entry up to its data. */
class WrittenRecords {
  readonly #source: Source;
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
    if (type === undefined) this.#source.fail(typeToken.offset, typeProblem(typeToken.raw));
    const data = tokens.slice(at + 1);
    if (ttl !== undefined) this.#lastTtl = ttl;
    if (type === "SOA") this.#soaMinimum = this.#minimumOf(data, end);
    return {
      owner: owner.token,
      origin: this.#origin,
      ownerOrigin: owner.origin,
      // RFC 2308 section 4; without $TTL the last TTL (RFC 1035 section 5.1), then, as BIND does, the SOA's.
      ttl: ttl ?? this.#defaultTtl ?? this.#lastTtl ?? this.#soaMinimum,
      class: className ?? "IN",
      type,
      data,
      comment,
      offset,
      end,
    };
  }

  /** Reads TTL and class, which precede the type in any order. @returns them, and the position of the type */
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

  /** The last value of a SOA record. RFC 1035 section 3.3.13. */
  #minimumOf(data: readonly Token[], end: number): number {
    const minimum = data[6];
    if (minimum === undefined || data.length > 7) {
      const reason = "a SOA record has seven values: primary server, mailbox, serial, refresh, retry, expire, minimum";
      this.#source.fail(data[7]?.offset ?? end, reason);
    }
    return this.#ttl(minimum);
  }
}
