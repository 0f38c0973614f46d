/** Reads zone files into arguments of records. RFC 1035 section 5, RFC 2308 section 4. Loads no schemas. */
import { ifValid, type Place, ZoneFileError } from "./errors.ts";
import { fullName, isInside, nearest, normaliseDomain, ownerName } from "./names.ts";
import { optional } from "./records.ts";
import type { DnsRecordData, RecordArgs } from "./recordType.ts";
import { isRecordTypeName, type RecordTypeName, readType, recordTypeNames } from "./registry.ts";
import { quote, readText, showText } from "./text.ts";
import { Lines, readHost, readOwner, UnheldNameError, type WrittenRecord } from "./zoneFile/lines.ts";
import { fail, readTokens, type Token, tokensOf } from "./zoneFile/tokens.ts";

/** An entry of the file that isn't among the records. */
export interface LeftOut extends Place {
  /**
   * The registrar makes its own (`soa`, `apex-ns`); it doesn't support the type (`type`) or the name (`name`); a record above
   * is the same (`duplicate`); the name is outside the domain (`outside`).
   */
  kind: "soa" | "apex-ns" | "type" | "name" | "duplicate" | "outside";
  /** The owner's full name, or an invalid name as it is written. */
  name: string;
  type: string;
  /** For people. */
  reason: string;
}

export interface ParseOptions {
  /** The domain, and the first origin of names. Default: the domain of the SOA record, else the first $ORIGIN. */
  origin?: string | undefined;
}

export interface ParsedZone {
  /** Canonical. */
  domain: string;
  /**
   * In the order of the file. The owner of an SRV has `_service._protocol`. A TTL is the record's own, or the default at its
   * place; a comment ends its line. Hosts are complete, in A-labels, without their trailing dot.
   */
  records: RecordArgs[];
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

const shownAtMost = 10;

/** A warning with one line an entry; none without entries. */
function warning(subject: string, lines: readonly string[]): string[] {
  const more = lines.length > shownAtMost ? [`and ${lines.length - shownAtMost} more`] : [];
  return lines.length === 0 ? [] : [[`${subject}:`, ...lines.slice(0, shownAtMost), ...more].join("\n")];
}

/** The warnings of the function `zoneRecords`: spellings, and the entries that the registrar doesn't support. */
export function warningsOf({ notes, leftOut }: Pick<ParsedZone, "notes" | "leftOut">): string[] {
  const lost = leftOut.filter(({ kind }) => ["type", "name", "outside"].includes(kind));
  return [
    ...warning(
      "zoneRecords",
      notes.map(({ line, reason }) => `line ${line}: ${reason}`),
    ),
    ...warning(
      `zoneRecords left out ${lost.length} of the file's records`,
      lost.map(({ line, name, type, reason }) => `line ${line}, ${name} ${type}: ${reason}`),
    ),
  ];
}

/**
 * Reads a zone file, in time linear in its length.
 * @throws ZoneFileError with line, column and reason; nothing is guessed, and no record of a wrong file is used
 * @throws InvalidNameError if `origin` isn't a domain
 */
export function parseZone(text: string, options: ParseOptions = {}): ParsedZone {
  try {
    return parse(text, options);
  } catch (error) {
    const format = error instanceof ZoneFileError ? otherFormat(text) : undefined;
    throw format === undefined ? error : new ZoneFileError({ line: 1, column: 1 }, format);
  }
}

const otherFormats: readonly [name: string, begin: RegExp][] = [
  ["JSON", /^[[{]/],
  ["YAML", /^(?:---|(?:"[^"]*"|'[^']*'|[^\s"';]*):)\s*$|^- \S|^[\w-]+: /],
  ["CSV", /^(?:"[^"]*"|[\w.@* -]+),|^(?:"[^"]*"|[\w.@*-]+);/],
];

/** The message about a file of another format, judged by its first line. */
function otherFormat(text: string): string | undefined {
  const [line = ""] = text.replace(/^\ufeff?(?:\s+|[;#].*)*/, "").split(/[\r\n]/, 1);
  const [format] = otherFormats.find(([, begin]) => begin.test(line)) ?? [];
  const octodns = format === "YAML" ? ", or let octoDNS write one (docs/guides/zone-files.md)" : "";
  return format === undefined
    ? undefined
    : `this is ${format}, not a zone file. Export a zone file (BIND format) from its source${octodns}; or read the ${format} ` +
        "in your program, and declare its records in a loop (docs/guides/records.md)";
}

/** @throws ZoneFileError, InvalidNameError */
function parse(text: string, { origin }: ParseOptions): ParsedZone {
  const given = origin === undefined ? undefined : normaliseDomain(origin);
  const { records: all, firstOrigin, dialect, titled } = new Lines(text, given);
  const domain = given ?? domainOf(all, firstOrigin, titled);
  const notes = new Map<string, Note>();
  const note: Noted = ({ line, column }, reason: string) => notes.set(`${line}:${column}`, { line, column, reason });
  /** The line of each record before, by meaning. */
  const lines = new Map<string, number>();
  const [records, places, leftOut, proxied]: [RecordArgs[], Place[], LeftOut[], Place[]] = [[], [], [], []];
  for (const written of all) {
    const { type, ttl, place } = written;
    const read = readRecord(written, domain, note);
    const meaning = JSON.stringify(read);
    const known = lines.get(meaning);
    if ("kind" in read) {
      leftOut.push({ ...read, ...place, type });
    } else if (known !== undefined) {
      const reason = `it is the same as the record in line ${known}`;
      leftOut.push({ kind: "duplicate", reason, ...place, name: fullName(read.name, domain), type });
    } else {
      lines.set(meaning, place.line);
      records.push({ ...read, ...optional({ ttl, comment: readText(written.comment) || undefined }) });
      places.push(place);
      if (written.isProxied) proxied.push(place);
    }
  }
  const [first] = proxied;
  if (first !== undefined) note(first, proxiedText(proxied.length));
  return { domain, records, places, leftOut, notes: [...notes.values()], ...optional({ dialect }) };
}

const proxiedText = (count: number) =>
  `Cloudflare proxies ${count === 1 ? "this record" : `this record and ${count - 1} more`} (cf-proxied:true) and publishes ` +
  "addresses of its own: elsewhere, the address of your server becomes public, and Cloudflare's certificate and cache are gone";

/** The domain of a file that was read without an origin. @param titled the name in the head of an export */
function domainOf(records: readonly WrittenRecord[], firstOrigin: string | undefined, titled?: string): string {
  const soa = records.find(({ type }) => type === "SOA");
  const place = soa?.place ?? { line: 1, column: 1 };
  const owner = soa === undefined ? firstOrigin : readOwner(soa.owner, soa.type);
  const name = owner === undefined || owner === "." ? (titled ?? owner) : owner;
  if (name === undefined) fail(place, "the file has neither a SOA record nor $ORIGIN. Give the domain as its origin");
  const problem = `${showText(name)} is not a domain. Give the domain as the file's origin`;
  return ifValid(() => normaliseDomain(name)) ?? fail(place, problem);
}

type Noted = (place: Place, reason: string) => void;
type ReadRecord = (DnsRecordData & { name: string }) | Pick<LeftOut, "kind" | "reason" | "name">;

function readRecord(written: WrittenRecord, domain: string, note: Noted): ReadRecord {
  const { type, owner } = written;
  if (!isRecordTypeName(type) && type !== "SOA") {
    const name = ifValid(() => readOwner(owner, type)) ?? owner.token.raw;
    const meant = readType(type) === undefined ? nearest(type, recordTypeNames, Math.floor(type.length / 2) + 1) : "";
    return { kind: "type", reason: `this package has no records of type ${type}${meant}`, name };
  }
  try {
    return readSupported({ ...written, type }, domain, note);
  } catch (error) {
    if (!(error instanceof UnheldNameError)) throw error;
    return { kind: "name", reason: error.reason, name: owner.token.raw };
  }
}

/** @throws UnheldNameError, or another ZoneFileError */
function readSupported(
  { type, owner, place, data, origin, end, comment }: WrittenRecord & { type: RecordTypeName | "SOA" },
  domain: string,
  note: Noted,
): ReadRecord {
  const name = readOwner(owner, type, note);
  // Old exports of Cloudflare have `$ORIGIN .` and their SOA record at `@`.
  if (!isInside(name, domain) && !(type === "SOA" && name === ".")) {
    if (type !== "SOA") return { kind: "outside", reason: `the name is outside ${domain}`, name };
    fail(place, `this file is for ${name}, not for ${domain}. Give its own domain as the origin`);
  }
  if (type === "SOA") return { kind: "soa", reason: "the registrar manages the SOA record itself", name };
  if (type !== "CAA" && isGeneric(data)) {
    const reason = "its data is in the generic form of RFC 3597, \\#, which is read for CAA only";
    return { kind: "type", reason, name };
  }
  if (type === "NS" && name === domain) {
    const reason = "the domain's own nameservers are not DNS records here; declare them with Nameservers";
    return { kind: "apex-ns", reason, name };
  }
  const tokens = isGeneric(data) ? caaTokens(data) : data;
  const values = readTokens(type, tokens, (token) => readHost(token, origin), end);
  if (type === "TXT" && data.every(({ quoted }) => !quoted)) noteBareText(data, comment, note);
  // Each description states the fields that the type of its data has.
  return { name: ownerName(`${name}.`, domain), type, ...values } as DnsRecordData & { name: string };
}

/** Notes a TXT without quotes that a person would read otherwise: blanks separate strings, and a semicolon begins a comment. */
function noteBareText(data: readonly Token[], comment: string, note: Noted): void {
  const [first] = data;
  if (first === undefined) return;
  const bare = data.map(({ raw }) => raw).join(" ");
  // The tags of DKIM and DMARC.
  const isCut = /^[a-z]+ *=/i.test(comment);
  const meant = isCut ? `${bare}; ${comment}` : bare;
  const reads = isCut ? "the semicolon begins a comment" : `it is ${data.length} strings, joined without the blanks`;
  if (isCut || data.length > 1)
    note(first, `this text has no quotes, so ${reads}. If it is one string, write ${quote(meant)}`);
}

/** Is data in the form of RFC 3597, `\# 4 C0000201`? */
const isGeneric = (data: readonly Token[]): data is [Token, ...Token[]] => data[0]?.raw === "\\#" && !data[0].quoted;

/** The tokens of a CAA as Windows DNS Server and `dig +unknownformat` print it: `\# 22 0005697373...` (RFC 3597). */
function caaTokens([mark, length, ...digits]: readonly [Token, ...Token[]]): Token[] {
  const data = Buffer.from(digits.map(({ raw }) => raw).join(""), "hex");
  const [flags = 0, tagLength = 0] = data;
  if (String(data.length) !== length?.raw || data.length < 2 + tagLength)
    fail(mark, "this is not the data of a CAA record: \\#, its length, its bytes in hexadecimal");
  const [tag = "", value = ""] = [data.subarray(2, 2 + tagLength), data.subarray(2 + tagLength)].map(String);
  return tokensOf(`${flags} ${tag} ${quote(value)}`).map((token) => ({
    ...token,
    line: mark.line,
    column: mark.column,
  }));
}
