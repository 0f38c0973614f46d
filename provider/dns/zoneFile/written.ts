/** Reads the entries of a zone file as records whose data isn't read yet. RFC 1035 section 5, RFC 2308 section 4. */

import { readType, typeProblem } from "../registry.ts";
import { showText } from "../text.ts";
import { type Entry, entriesOf, type Owner, readName, readOwner, type Source, type Token } from "./words.ts";

export interface Dialect {
  /** "Cloudflare" */
  name: string;
  /** Found in every export with these differences. */
  mark: RegExp;
  /** The differences, in words. */
  reading: string;
  /** The TTL that stands for the service's own choice. */
  automaticTtl?: string;
}

const dialects: readonly Dialect[] = [
  // developers.cloudflare.com/dns/manage-dns-records/how-to/import-and-export
  {
    name: "Cloudflare",
    mark: /^;; Domain: |\scf_tags=|\sdns\.cloudflare\.com\.\s/m,
    reading: "TTL 1 means automatic and is left out, and so are the tags (cf_tags) in comments",
    automaticTtl: "1",
  },
  {
    name: "GoDaddy",
    mark: /^; Exported \(y-m-d hh:mm:ss\)|^\S+\.@\s/m,
    reading: "`.@` at the end of a name means the domain",
  },
  {
    name: "Route 53",
    mark: /^\\052[.\s]|;\s*AWS routing=/m,
    reading: "\\052 is the wildcard *, and weights and other routing stay behind as comments",
  },
];

export const dialectOf = (text: string): Dialect | undefined => dialects.find(({ mark }) => mark.test(text));

/** A comment without Cloudflare's tags at its end. A value in quotes may contain blanks. */
function withoutTags(comment: string): string {
  const at = comment.search(/\bcf_tags=/);
  const areTags = at >= 0 && /^(?:[^\s"]|"(?:[^"\\]|\\.)*")*$/.test(comment.slice(at));
  return areTags ? comment.slice(0, at).trimEnd() : comment;
}

/** The name of a class in capitals; `undefined` for other words. RFC 1035 section 3.2.4, RFC 3597 section 5. */
function readClass(word: string): string | undefined {
  const name = word.toUpperCase();
  if (name === "CLASS1") return "IN";
  return /^(?:IN|CS|CH|HS|CLASS[0-9]{1,5})$/.test(name) ? name : undefined;
}

/** The largest TTL, in seconds. RFC 2181 section 8. */
export const LARGEST_TTL = 2147483647;

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

/** A TTL below this, in seconds, is hardly ever meant. */
const SHORT_TTL = 30;

/** One record as written, with the defaults of the lines above it. */
export interface WrittenRecord {
  owner: Owner;
  /** Origin of names in the data. Canonical; `.` for the root. */
  origin: string | undefined;
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
export class WrittenRecords {
  readonly #source: Source;
  readonly #dialect: Dialect | undefined;
  firstOrigin: string | undefined;
  #origin: string | undefined;
  #defaultTtl: number | undefined;
  #lastTtl: number | undefined;
  #soaMinimum: number | undefined;
  #owner: Owner | undefined;

  /**
   * @param origin canonical, as if the file began with $ORIGIN
   * @param defaultTtl seconds, as if the file began with $TTL
   */
  constructor(source: Source, origin: string | undefined, defaultTtl: number | undefined) {
    this.#source = source;
    this.#dialect = dialectOf(source.text);
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
    if (typeof ttl === "number") this.#lastTtl = ttl;
    if (type === "SOA") {
      this.#soaMinimum = this.#minimumOf(data, end);
      this.#origin ??= readOwner(owner, type, this.#source);
    }
    return {
      owner,
      origin: this.#origin,
      // RFC 2308 section 4; without $TTL the last TTL (RFC 1035 section 5.1), then, as BIND does, the SOA's.
      ttl: ttl === "automatic" ? undefined : (ttl ?? this.#defaultTtl ?? this.#lastTtl ?? this.#soaMinimum),
      class: className ?? "IN",
      type,
      data,
      comment: comment && withoutTags(comment),
      offset,
      end,
    };
  }

  /** Reads TTL and class, which precede the type in any order. @returns them, and the position of the type */
  #beforeType(tokens: readonly Token[], from: number, end: number) {
    let ttl: number | "automatic" | undefined;
    let className: string | undefined;
    for (let at = from; ; at += 1) {
      const token = tokens[at];
      if (token === undefined) this.#source.fail(end, "the record type is missing");
      const { raw, quoted } = token;
      if (!quoted && ttl === undefined && looksLikeTtl(raw))
        ttl = raw === this.#dialect?.automaticTtl ? "automatic" : this.#ttl(token);
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
    if (ttl < SHORT_TTL)
      this.#source.note(token.offset, `a TTL of ${ttl} seconds makes resolvers ask for every visit. Write 300 or more`);
    return ttl;
  }

  /** The last value of a SOA record. RFC 1035 section 3.3.13. */
  #minimumOf(data: readonly Token[], end: number): number {
    const minimum = data[6];
    if (minimum === undefined || data.length > 7) {
      const reason = "a SOA record has seven values: primary server, mailbox, serial, refresh, retry, expire, minimum";
      this.#source.fail(data[7]?.offset ?? end, reason);
    }
    return (minimum.quoted ? undefined : readTtl(minimum.raw)) ?? this.#ttl(minimum);
  }
}
