/** Reads the entries of a zone file as records whose data isn't read yet. RFC 1035 section 5, RFC 2308 section 4. */
import { InvalidNameError, ifValid, type Place, ZoneFileError } from "../errors.ts";
import { isInside, normaliseHost } from "../names.ts";
import { LARGEST_TTL } from "../recordType.ts";
import { readType, typeProblem } from "../registry.ts";
import { showText } from "../text.ts";
import { type Entry, entriesOf, fail, type Token } from "./tokens.ts";

// developers.cloudflare.com/dns/manage-dns-records/how-to/import-and-export
const cloudflare = /^;; Domain: |\scf_tags=|\sdns\.cloudflare\.com\.\s/m;

/** Services: a mark of every export with differences, and these in words. */
const dialects: readonly [mark: RegExp, differences: string][] = [
  [cloudflare, "Cloudflare export: TTL 1 means automatic and is left out, and so are the tags (cf_tags) in comments"],
  [/^; Exported \(y-m-d hh:mm:ss\)|^\S+\.@\s/m, "GoDaddy export: `.@` at the end of a name means the domain"],
  [
    /^\\052[.\s]|\sAWS\sALIAS\s|;\s*AWS routing=/m,
    "Route 53 export: \\052 is the wildcard *, and weights and other routing stay behind as comments",
  ],
];

/** A comment, and Cloudflare's tags at its end. A value in quotes may contain blanks. */
function splitTags(comment: string): { comment: string; tags: string } {
  const at = comment.search(/\bcf_tags=/);
  const areTags = at >= 0 && /^(?:[^\s"]|"(?:[^"\\]|\\.)*")*$/.test(comment.slice(at));
  return areTags ? { comment: comment.slice(0, at).trimEnd(), tags: comment.slice(at) } : { comment, tags: "" };
}

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };

/** `3600`, or with BIND's units: `1h30m`. */
const looksLikeTtl = ({ raw, quoted }: Token) => !quoted && /^(?:[0-9]+|(?:[0-9]+[smhdw])+)$/i.test(raw);

/** Seconds. @throws ZoneFileError */
function readTtl(token: Token): number {
  const parts = looksLikeTtl(token) ? [...token.raw.toLowerCase().matchAll(/([0-9]+)([smhdw])?/g)] : [];
  const ttl = parts.reduce((sum, [, digits, unit = "s"]) => sum + Number(digits) * (seconds[unit] ?? 1), 0);
  if (parts.length > 0 && ttl <= LARGEST_TTL) return ttl;
  const problem = `${showText(token.raw)} is not a TTL. Write seconds from 0 to ${LARGEST_TTL}, or units such as 1h30m`;
  return fail(token, problem);
}

/** A name that DNS or the registrar can't have: its record is left out, and the other records of the file are read. */
export class UnheldNameError extends ZoneFileError {}

/**
 * The canonical full name that a token means; `.` for the root.
 * @param origin canonical, if it is known @throws UnheldNameError, or another ZoneFileError
 */
function readName({ quoted, ...token }: Token, origin: string | undefined, Wrong = UnheldNameError): string {
  if (quoted) fail(token, "a name must not be quoted. Remove the quotes");
  // GoDaddy's exports write `_sip._tls.@`.
  const raw = token.raw.replace(/\.@$/, "");
  const isAbsolute = raw.endsWith(".");
  if (raw === ".") return ".";
  if (raw.includes("\\"))
    throw new UnheldNameError(
      token,
      `${showText(raw)} escapes a character, and the registrar's names have none to escape`,
    );
  if (!isAbsolute && origin === undefined) {
    const problem = `${showText(raw)} is a relative name, but the origin is not known`;
    fail(token, `${problem}. Give the origin, or write $ORIGIN with the domain above this line`);
  }
  if (raw === "@" && origin !== undefined) return origin;
  try {
    return normaliseHost(isAbsolute ? raw : `${raw}.${origin === "." ? "" : `${origin}.`}`);
  } catch (error) {
    throw error instanceof InvalidNameError ? new Wrong(token, error.message) : error;
  }
}

/**
 * {@link readName} as an argument. A single label keeps its final dot, without which it would be ambiguous.
 * @throws UnheldNameError for an escape; another ZoneFileError for a host that DNS can't have either
 */
export function readHost(token: Token, origin: string | undefined): string {
  const name = readName(token, origin, token.raw.includes("\\") ? UnheldNameError : ZoneFileError);
  return name.includes(".") ? name : `${name}.`;
}

/** An owner as written, and the origin at its place. */
export interface Owner {
  token: Token;
  origin: string | undefined;
}

/**
 * The canonical full name of an owner. Exports write `\\052` for `*`, and a SOA record's `example.com` for `example.com.`.
 * @param note gets a warning of `\\052`, and of a name that ends in the domain without a final dot @throws ZoneFileError
 */
export function readOwner(
  { token, origin }: Owner,
  type: string,
  note: (token: Token, reason: string) => void = () => undefined,
): string {
  const raw = token.raw.replace(/^\\052(?=\.|$)/, "*");
  if (raw !== token.raw)
    note(token, `${token.raw} is read as ${raw}: Route 53 writes a wildcard so. By RFC 1035 it is the digit 4`);
  const name = raw.toLowerCase();
  const repeats = origin !== undefined && isInside(name, origin);
  if (type === "SOA" && (repeats || (origin === undefined && raw.includes("."))))
    return readName({ ...token, raw: raw.replace(/\.?$/, ".") }, undefined);
  const full = readName({ ...token, raw }, origin);
  if (repeats) {
    const short = name === origin ? "@" : name.slice(0, -1 - origin.length);
    const means = `the owner repeats the domain: without a final dot, ${raw} means ${full}`;
    note(token, `${means}. Write ${short}, or ${raw}. with its dot`);
  }
  return full;
}

/** One record as written, with the defaults of the lines above it. */
export interface WrittenRecord {
  owner: Owner;
  /** Origin of names in the data. Canonical; `.` for the root. */
  origin: string | undefined;
  ttl: number | undefined;
  type: string;
  data: readonly Token[];
  comment: string;
  /** Does Cloudflare publish addresses of its own in place of the data? */
  isProxied: boolean;
  place: Place;
  end: Place;
}

const refused: Record<string, string> = {
  $INCLUDE: "$INCLUDE is not supported. Insert the text of the other file here",
  $GENERATE: "$GENERATE is not supported. Expand it into records, for example with named-compilezone",
};

/** Follows the directives, and reads each entry up to its data. */
export class Lines {
  readonly dialect: string | undefined;
  /** The domain that Cloudflare writes into the head of the file. */
  readonly titled: string | undefined;
  readonly records: WrittenRecord[] = [];
  firstOrigin: string | undefined;
  #origin: string | undefined;
  /** In an export of Cloudflare, the TTL that stands for its own choice. */
  readonly #automaticTtl: string | undefined;
  #defaultTtl: number | undefined;
  #lastTtl: number | undefined;
  #soaMinimum: number | undefined;
  #owner: Owner | undefined;

  /** @param origin canonical, as if the file began with $ORIGIN @throws ZoneFileError */
  constructor(text: string, origin: string | undefined) {
    this.dialect = dialects.find(([mark]) => mark.test(text))?.[1];
    this.titled = /^;; Domain:\s+(\S+)/m.exec(text)?.[1];
    this.#automaticTtl = cloudflare.test(text) ? "1" : undefined;
    this.#origin = origin;
    for (const entry of entriesOf(text)) {
      const [first] = entry.tokens;
      if (!first.quoted && first.raw.startsWith("$")) this.#direct(entry);
      else this.records.push(this.#record(entry));
    }
  }

  #direct({ tokens: [directive, value, extra], end }: Entry): void {
    const name = directive.raw.toUpperCase();
    const reason = refused[name];
    if (reason !== undefined) fail(directive, reason);
    if (name !== "$ORIGIN" && name !== "$TTL")
      fail(directive, `${showText(directive.raw)} is not a supported directive. Use $ORIGIN or $TTL`);
    if (value === undefined) fail(end, `the value of ${name} is missing`);
    if (extra !== undefined) fail(extra, `${name} takes one value. Remove ${showText(extra.raw)}`);
    if (name === "$TTL") {
      this.#defaultTtl = readTtl(value);
    } else {
      this.#origin = readName(value, this.#origin);
      this.firstOrigin ??= this.#origin;
    }
  }

  #record({ tokens, ownerOmitted, comment, end }: Entry): WrittenRecord {
    const [first] = tokens;
    const place = { line: first.line, column: first.column };
    if (!ownerOmitted) this.#owner = { token: first, origin: this.#origin };
    const owner =
      this.#owner ?? fail(place, "the first record begins with a blank, but there is no owner name above it");
    const { ttl, at } = this.#beforeType(tokens, ownerOmitted ? 0 : 1);
    const typeToken = tokens[at] ?? fail(end, "the record type is missing");
    // Servers have types of their own, such as PowerDNS its LUA.
    if (typeToken.quoted || !/^[a-z][a-z0-9-]*$/i.test(typeToken.raw)) fail(typeToken, typeProblem(typeToken.raw));
    const type = readType(typeToken.raw) ?? typeToken.raw.toUpperCase();
    const data = tokens.slice(at + 1);
    if (typeof ttl === "number") this.#lastTtl = ttl;
    if (type === "SOA") {
      // The last value. RFC 1035 section 3.3.13.
      const [minimum] = data.slice(6);
      this.#soaMinimum = minimum && ifValid(() => readTtl(minimum));
      this.#origin ??= readOwner(owner, type);
    }
    const { comment: text, tags } = splitTags(comment);
    return {
      ...{ owner, type, data, place, end },
      origin: this.#origin,
      // RFC 2308 section 4; without $TTL the last TTL (RFC 1035 section 5.1), then, as BIND does, the SOA's.
      ttl: ttl === "automatic" ? undefined : (ttl ?? this.#defaultTtl ?? this.#lastTtl ?? this.#soaMinimum),
      comment: text,
      isProxied: /[=,]cf-proxied:true\b/.test(tags),
    };
  }

  /** Reads TTL and class (`AWS`: of aliases), which come in any order. @returns the TTL, and the position of the type */
  #beforeType(tokens: readonly Token[], from: number) {
    let ttl: number | "automatic" | undefined;
    let at = from;
    for (let hasClass = false; ; at += 1) {
      const token = tokens[at];
      const isClass = token !== undefined && !token.quoted && /^(?:IN|CLASS1|AWS)$/i.test(token.raw);
      if (isClass && !hasClass) hasClass = true;
      else if (token !== undefined && ttl === undefined && looksLikeTtl(token))
        ttl = token.raw === this.#automaticTtl ? "automatic" : readTtl(token);
      else return { ttl, at };
    }
  }
}
