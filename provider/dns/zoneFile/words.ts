/** Splits zone files into entries of tokens, and reads the words of one record's data. RFC 1035 section 5.1. */
import { InvalidNameError, ifValid, type Place, ZoneFileError } from "../errors.ts";
import type { Field, Value } from "../fields.ts";
import { normaliseHost } from "../names.ts";
import { showText, unquote, writeText } from "../text.ts";

export interface Token {
  /** Without the quotes; escapes still in place. */
  raw: string;
  quoted: boolean;
  /** Its first character in the file. */
  offset: number;
}

/** One entry: the words of a line, or of several in parentheses. */
export interface Entry {
  /** At least one. */
  tokens: Token[];
  /** Does it begin with a blank, and so have the owner of the previous entry? */
  ownerOmitted: boolean;
  /** The comment at its end, without the semicolon and outer blanks. Comments inside parentheses are ignored. */
  comment?: string;
  end: number;
}

export class Source {
  readonly text: string;
  /** Warnings by offset. */
  readonly notes = new Map<number, string>();
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  place(offset: number): Place {
    // A line ends with LF, CR LF, or CR alone.
    const ends = () => [...this.text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length);
    this.#lineStarts ??= [startOf(this.text), ...ends()];
    let [low, high] = [0, this.#lineStarts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }

  note(offset: number, reason: string): void {
    this.notes.set(offset, reason);
  }

  fail(offset: number, reason: string): never {
    throw new ZoneFileError(this.place(offset), reason);
  }
}

/** Skips a byte order mark. */
const startOf = (text: string) => (text.startsWith("\ufeff") ? 1 : 0);

/** A string, a word, a comment, a parenthesis, the end of a line or of the file (`$`), or blanks. */
const quoted = String.raw`"(?<string>[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*)"`;
const word = String.raw`(?<word>(?:[^\p{Cc} ;()"\\]|\\[^\r\n])+)`;
const pieceForm = new RegExp(
  String.raw`${quoted}|${word}|;(?<remark>[^\r\n]*)|(?<parenthesis>[()])|(?<end>\r\n?|\n|$)|[ \t]+`,
  "uy",
);

/**
 * The entries of a file, in time linear in its length. Lines of only blanks and comments are skipped.
 * @throws ZoneFileError for an unclosed string, parenthesis or escape, and for control characters
 */
export function* entriesOf(source: Source): Generator<Entry> {
  const { text } = source;
  const open: number[] = [];
  let [begin, tokens, comment]: [number, Token[], string] = [startOf(text), [], ""];
  for (let at = begin; at <= text.length; ) {
    pieceForm.lastIndex = at;
    const { string, word, remark, parenthesis, end } = pieceForm.exec(text)?.groups ?? failAt(source, at);
    const next = Math.max(pieceForm.lastIndex, at + 1);
    const raw = string ?? word;
    if (raw !== undefined) tokens.push({ raw, quoted: string !== undefined, offset: at });
    else if (remark !== undefined && open.length === 0) comment = remark.trim();
    else if (parenthesis !== undefined) follow(parenthesis, at, open, source);
    else if (end !== undefined && open.length === 0) {
      const ownerOmitted = /[ \t]/.test(text.charAt(begin));
      if (tokens.length > 0) yield { tokens, ownerOmitted, end: at, ...(comment !== "" && { comment }) };
      [begin, tokens, comment] = [next, [], ""];
    } else if (end === "") {
      source.fail(open.at(-1) ?? at, 'this "(" is never closed. Write ")" where the record ends');
    }
    at = next;
  }
}

/** @param open offsets of the parentheses that aren't closed yet */
function follow(parenthesis: string, at: number, open: number[], source: Source): void {
  if (parenthesis === "(") open.push(at);
  else if (open.pop() === undefined) source.fail(at, 'this ")" has no matching "(". Remove it');
}

/** Fails with the reason why the text at an offset isn't valid. */
function failAt(source: Source, begin: number): never {
  const { text } = source;
  const inString = /"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*/y;
  inString.lastIndex = begin;
  const at = begin + (inString.exec(text)?.[0].length ?? 0);
  if (text[at] === "\\")
    source.fail(at, "a backslash at the end of a line escapes nothing. Write \\\\ for a backslash");
  if (at > begin) {
    const reason = 'this string is not closed on its line. Write the closing "\\"", or split it into several strings';
    source.fail(begin, reason);
  }
  const reason = `the control character ${showText(text.charAt(at))} is not allowed in a zone file. Save the file as UTF-8 text`;
  source.fail(at, reason);
}

/** Undoes `\DDD` and `\X`; `undefined` if one means a character that names can't contain. */
function unescapeName(raw: string): string | undefined {
  let isPlain = true;
  const name = raw.replace(/\\([0-9]{3}|[\s\S])/g, (_, escaped: string) => {
    const character = escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped;
    isPlain &&= /^[a-z0-9_*/-]$/i.test(character) && (escaped.length === 3 || !/[0-9]/.test(escaped));
    return character;
  });
  return isPlain ? name : undefined;
}

/** Does a name end in a dot that isn't escaped? */
const isAbsolute = (raw: string) => /(?:^|[^\\])(?:\\\\)*\.$/.test(raw);

/**
 * The canonical full name that a word means: A-labels, lower case, no trailing dot; `.` for the root.
 * @param origin canonical, or `undefined` if it isn't known
 * @throws ZoneFileError
 */
export function readName(token: Token, origin: string | undefined, source: Source): string {
  const { quoted, offset } = token;
  // GoDaddy's exports write `_sip._tls.@`.
  const raw = token.raw.replace(/(?<=[^\\])\.@$/, "");
  if (quoted) source.fail(offset, "a name must not be quoted. Remove the quotes");
  if (raw === ".") return ".";
  if (!isAbsolute(raw) && origin === undefined) {
    source.fail(
      offset,
      `${showText(raw)} is a relative name, but the origin is not known. Give the origin, or write $ORIGIN with ` +
        `the domain above this line`,
    );
  }
  if (raw === "@" && origin !== undefined) return origin;
  const name = unescapeName(raw);
  if (name === undefined) {
    source.fail(
      offset,
      `${showText(raw)} escapes a character that the registrar does not support in names. Remove the record`,
    );
  }
  const full = isAbsolute(raw) ? name : origin === "." ? `${name}.` : `${name}.${origin}.`;
  try {
    return normaliseHost(full);
  } catch (error) {
    if (error instanceof InvalidNameError) source.fail(offset, error.message);
    throw error;
  }
}

/** {@link readName} as an argument. A single label keeps its final dot, without which it would be ambiguous. */
export function readHost(token: Token, origin: string | undefined, source: Source): string {
  const name = readName(token, origin, source);
  return name.includes(".") ? name : `${name}.`;
}

/** An owner as written, and the origin at its place. */
export interface Owner {
  token: Token;
  origin: string | undefined;
}

/**
 * The canonical full name of an owner. Reads `\\052` as `*`, and a SOA record's `example.com` as `example.com.`: exports
 * write these. Notes a name that ends in the domain without a final dot.
 * @throws ZoneFileError
 */
export function readOwner({ token, origin }: Owner, type: string, source: Source): string {
  const { offset } = token;
  const raw = token.raw.replace(/^\\052(?=\.|$)/, "*");
  if (raw !== token.raw)
    source.note(offset, `${token.raw} is read as ${raw}: Route 53 writes a wildcard so. By RFC 1035 it is the digit 4`);
  const name = unescapeName(raw)?.toLowerCase() ?? "";
  const repeats = !isAbsolute(raw) && (name === origin || name.endsWith(`.${origin}`));
  if (type === "SOA" && (repeats || (origin === undefined && raw.includes("."))))
    return readName({ ...token, raw: raw.replace(/\.?$/, ".") }, undefined, source);
  const full = readName({ ...token, raw }, origin, source);
  if (repeats) {
    const short = name === origin ? "@" : name.slice(0, -1 - (origin ?? "").length);
    source.note(
      offset,
      `the owner repeats the domain: without a final dot, ${raw} means ${full}. Write ${short}, or ${raw}. with its dot`,
    );
  }
  return full;
}

interface Given {
  tokens: readonly Token[];
  type: string;
  source: Source;
  /** Place of the error if there are too few words. */
  end: number;
  /** The host that a word means, as an argument. */
  hostOf(word: Token): string;
}

/** Reads the words of one record's data one by one; each failure states its place. */
export class Words {
  readonly #given: Given;
  #at = 0;

  constructor(given: Given) {
    this.#given = given;
  }

  #next(what: string): Token {
    const { tokens, type, end } = this.#given;
    const token = tokens[this.#at];
    if (token === undefined) this.#given.source.fail(end, `the ${what} of this ${type} record is missing`);
    this.#at += 1;
    return token;
  }

  /** The argument that the next words mean: all that remain for a TXT, else one. */
  read(key: string, { rdata, meanings, message }: Field): Value {
    const { tokens, type, source, hostOf } = this.#given;
    const token = this.#next(key);
    if (rdata === "name") return hostOf(token);
    if (rdata === "rest") return this.#textOf([token]);
    if (rdata === "strings") {
      const more = tokens.slice(this.#at);
      this.#at += more.length;
      return this.#textOf([token, ...more]);
    }
    const [value] = (token.quoted ? undefined : ifValid(() => meanings(token.raw, key, ""))) ?? [];
    if (value !== undefined) return value;
    return source.fail(
      token.offset,
      `${showText(token.raw)} doesn't fit the ${key} of this ${type} record: ${message}`,
    );
  }

  /** @throws ZoneFileError if words remain */
  finish(): void {
    const { tokens, type, source } = this.#given;
    const token = tokens[this.#at];
    if (token === undefined) return;
    source.fail(token.offset, `${showText(token.raw)} comes after the data of this ${type} record. Remove it`);
  }

  #textOf(tokens: readonly Token[]): string {
    const text = unquote(tokens.map(({ raw }) => `"${raw}"`).join(""));
    if (text !== undefined) return writeText(text);
    const wrong = tokens.find(({ raw }) => hasWrongEscape(raw));
    const reason =
      wrong === undefined
        ? "the bytes of this text are not UTF-8, but the registrar stores only text"
        : "an escape must be a backslash followed by one character or three digits from 000 to 255";
    this.#given.source.fail((wrong ?? tokens[0])?.offset ?? this.#given.end, reason);
  }
}

function hasWrongEscape(raw: string): boolean {
  const rest = raw.replace(/\\(?:([0-9]{3})|[^0-9])/g, (found, digits?: string) =>
    Number(digits ?? 0) <= 255 ? "" : found,
  );
  return rest.includes("\\");
}
