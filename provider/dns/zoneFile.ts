/**
 * Reads zone files into records: the arguments of a `DnsRecord`, without the domain. RFC 1035 section 5, RFC 2308 section
 * 4. Loads no schemas.
 */
import type { Place } from "./errors.ts";
import { normaliseDomain, ownerName } from "./names.ts";
import type { DnsRecordData } from "./recordData.generated.ts";
import { isRecordTypeName, type RecordTypeName, recordTypes } from "./registry.ts";
import { readText, showText } from "./text.ts";
import { printRdata } from "./zoneFile/rdata.ts";
import { entriesOf, type Owner, readHost, readOwner, Source, type Token, Words } from "./zoneFile/words.ts";
import { dialectOf, LARGEST_TTL, type WrittenRecord, WrittenRecords } from "./zoneFile/written.ts";

interface Common {
  /** Relative to the domain, `@` for the domain itself; A-labels. For SRV with `_service._protocol`. */
  name: string;
  /** Seconds: its own, or the default at its place; absent if the file states none. */
  ttl?: number;
  /** The comment that ends its line. */
  comment?: string;
}

/** One record. Hosts are complete, in A-labels, without their trailing dot. */
export type FileRecord = Common & DnsRecordData;

/**
 * Reason why an entry isn't among the records: the registrar makes its own (`soa`, `apex-ns`); it doesn't support the type
 * (`type`) or class (`class`); a record above is the same (`duplicate`); the name is outside the domain (`outside`).
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
  records: FileRecord[];
  /** The beginning of each record. */
  places: Place[];
  leftOut: LeftOut[];
  /** Warnings about spellings, by place. */
  notes: Note[];
  /** The service that exported the file, and how the file was read: "Cloudflare export: TTL 1 ..." */
  dialect?: string;
}

/** A warning about a place in a file. */
export interface Note extends Place {
  reason: string;
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
  const dialect = dialectOf(text);
  const zone: ParsedZone = {
    ...{ domain, records: [], places: [], leftOut: [], notes: [] },
    ...(dialect !== undefined && { dialect: `${dialect.name} export: ${dialect.reading}` }),
  };
  const reading = { domain, source, lines: new Map<string, number>() };
  for (const record of records) {
    const place = source.place(record.offset);
    const read = readRecord(record, reading);
    if ("kind" in read) {
      const name = shownName(record.owner);
      zone.leftOut.push({ ...read, ...place, name, type: record.type });
    } else {
      zone.records.push(read);
      zone.places.push(place);
    }
  }
  zone.notes = [...source.notes]
    .sort(([a], [b]) => a - b)
    .map(([offset, reason]) => ({ ...source.place(offset), reason }));
  return zone;
}

/** The domain of a file that was read without an origin. */
function domainOf(records: readonly WrittenRecord[], firstOrigin: string | undefined, source: Source): string {
  const soa = records.find(({ type }) => type === "SOA");
  const name = soa === undefined ? firstOrigin : readOwner(soa.owner, soa.type, source);
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
): FileRecord | Pick<LeftOut, "kind" | "reason"> {
  const { type, ttl, comment, offset } = written;
  if (written.class !== "IN") {
    return { kind: "class", reason: `the class is ${written.class}; only IN (internet) is supported` };
  }
  if (!isRecordTypeName(type) && type !== "SOA") {
    return { kind: "type", reason: `the registrar does not support records of type ${type}` };
  }
  const host = readOwner(written.owner, type, source);
  // Old exports of Cloudflare have `$ORIGIN .` and their SOA record at `@`.
  if (host !== domain && !host.endsWith(`.${domain}`) && !(type === "SOA" && host === ".")) {
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
  const hostOf = (word: Token) => readHost(word, origin, source);
  const words = new Words({ tokens: plainTokens(type, tokens, source), type, source, end, hostOf });
  const data = { type, ...recordTypes[type].readWords(words) } as DnsRecordData;
  words.finish();
  return data;
}

/** The words of data in presentation form, from those in the form of RFC 3597, such as `\\# 4 C0000201`. @throws ZoneFileError */
function plainTokens(type: RecordTypeName, tokens: readonly Token[], source: Source): readonly Token[] {
  const [mark, length, ...rest] = tokens;
  if (mark?.raw !== "\\#" || mark.quoted) return tokens;
  const hex = rest.map(({ raw }) => raw).join("");
  const data = Buffer.from(hex, "hex");
  const { order, fields } = recordTypes[type];
  try {
    if (data.length * 2 !== hex.length || String(data.length) !== length?.raw)
      throw new RangeError("the length differs");
    const text = printRdata(
      order.flatMap((key) => fields[key]?.rdata ?? []),
      data,
    );
    const entries = [...entriesOf(new Source(text))];
    return entries.flatMap((entry) => entry.tokens).map((token) => ({ ...token, offset: mark.offset }));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const reason = `this is not the data of a ${type} record in the form of RFC 3597: \\#, its length, its bytes in hexadecimal`;
    source.fail(mark.offset, reason);
  }
}

/** A name for a message. It may be invalid. */
function shownName({ token: { raw }, origin }: Owner): string {
  if (raw.endsWith(".")) return raw.slice(0, -1);
  if (origin === undefined) return raw;
  if (raw === "@") return origin;
  return origin === "." ? raw : `${raw}.${origin}`;
}
