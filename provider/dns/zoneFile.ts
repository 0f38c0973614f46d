/**
 * Zone files as records for programs: the arguments of a `DnsRecord`, without the domain. RFC 1035 section 5, RFC 2308 section 4, RFC 3597
 * section 5. Loads no schemas.
 */
import { normaliseDomain, ownerName } from "./names.ts";
import type { DnsRecordData } from "./recordData.generated.ts";
import { isRecordTypeName, type RecordTypeName, recordTypes } from "./registry.ts";
import { readText, showText } from "./text.ts";
import { LARGEST_TTL, type WrittenRecord, WrittenRecords } from "./zoneFile/entries.ts";
import type { Place, Token } from "./zoneFile/lexer.ts";
import { Source } from "./zoneFile/lexer.ts";
import { Bytes, isGeneric, readGeneric, readName, Words } from "./zoneFile/words.ts";

export type { Place } from "./zoneFile/lexer.ts";
export { ZoneFileError } from "./zoneFile/lexer.ts";

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

export interface ParseOptions {
  /** The domain, and what names are relative to until $ORIGIN says otherwise. Default: that of the SOA record, else of the first $ORIGIN. */
  origin?: string;
  /** Seconds, 0 to 2147483647: the TTL of records without one until $TTL says otherwise. Default: none. */
  defaultTtl?: number;
}

/** A zone file as it was understood. */
export interface ParsedZone {
  /** Canonical. */
  domain: string;
  /** The records in the order of the file. */
  records: ZoneFileRecord[];
  /** Where each of the records begins. */
  places: Place[];
  /** What is not among the records, and why. */
  leftOut: LeftOut[];
}

/**
 * Reads a zone file, in time linear in its length.
 * @throws ZoneFileError with line, column and reason; nothing is guessed, and nothing of a wrong file is used
 * @throws InvalidNameError if `origin` is no domain
 * @throws RangeError if `defaultTtl` is no TTL
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

/** What a record is read with: the domain, the file, and the line of each record before it, by what it means. */
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
    if (isGeneric(written.data)) readGeneric(written.data, source, written.end);
    return { kind: "type", reason: `the registrar does not support records of type ${type}` };
  }
  const host = readName(written.owner, written.ownerOrigin, source);
  if (host !== domain && !host.endsWith(`.${domain}`)) {
    if (type !== "SOA") return { kind: "outside", reason: `the name is outside ${domain}` };
    source.fail(offset, `this file is for ${host}, not for ${domain}. Give its own domain as the origin`);
  }
  if (type === "SOA") return { kind: "soa", reason: "the registrar manages the SOA record itself" };
  const data = readData(type, wordsOf({ ...written, type }, source));
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

/** The data's words; those of the form that any type has, as if they were written in the type's own. */
function wordsOf({ type, data, origin, end }: WrittenRecord & { type: RecordTypeName }, source: Source): Words {
  const words = (tokens: readonly Token[]) => new Words({ tokens, type, origin, source, end });
  const [mark] = data;
  if (mark === undefined || !isGeneric(data)) return words(data);
  const known = wordsOfBytes(type, readGeneric(data, source, end));
  if (known === undefined) source.fail(mark.offset, `these bytes are not the data of a record of type ${type}`);
  return words(known.map((raw) => ({ raw, quoted: false, offset: mark.offset })));
}

/** The data of a type. The registry's fields are those of the plain types, which are generated from it. @throws ZoneFileError */
function readData(type: RecordTypeName, words: Words): DnsRecordData {
  const data = { type, ...recordTypes[type].readWords(words) } as DnsRecordData;
  words.finish();
  return data;
}

/** The words in which a type's own form would say the bytes; `undefined` if they are none of its data. */
function wordsOfBytes(type: RecordTypeName, data: Buffer): string[] | undefined {
  const bytes = new Bytes(data);
  try {
    const words = recordTypes[type].wordsOf(bytes);
    return bytes.isAtEnd ? words : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A name for a message: what is left out need not be valid. */
function shownName({ raw }: Token, origin: string | undefined): string {
  if (raw.endsWith(".")) return raw.slice(0, -1);
  if (origin === undefined) return raw;
  if (raw === "@") return origin;
  return origin === "." ? raw : `${raw}.${origin}`;
}
