/** Zone files as entries of tokens (blanks, comments, parentheses, quotes and escapes), and the words behind the type of one record. RFC 1035 section 5.1. */
import { InvalidNameError, type Place, ZoneFileError } from "../errors.ts";
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
  /** It begins with a blank: its owner is that of the entry before. */
  ownerOmitted: boolean;
  /** The comment that ends it, without the semicolon and outer blanks. Comments inside parentheses belong to nothing. */
  comment?: string;
  end: number;
}

/** The text of a file, and where its lines begin. */
export class Source {
  readonly text: string;
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  place(offset: number): Place {
    this.#lineStarts ??= lineStarts(this.text);
    let [low, high] = [0, this.#lineStarts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }

  fail(offset: number, reason: string): never {
    throw new ZoneFileError(this.place(offset), reason);
  }
}

/** A line ends with LF, CR LF, or CR alone. */
function lineStarts(text: string): number[] {
  return [startOf(text), ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
}

/** A byte order mark is no text. */
function startOf(text: string): number {
  return text.startsWith("\ufeff") ? 1 : 0;
}

/** One piece: a string, a word, a comment, a parenthesis, blanks, or the end of a line or of the file (`$`). */
const pieceForm =
  /"(?<string>[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*)"|(?<word>(?:[^\p{Cc} ;()"\\]|\\[^\r\n])+)|;(?<remark>[^\r\n]*)|(?<parenthesis>[()])|(?<end>\r\n?|\n|$)|[ \t]+/uy;

/**
 * The entries of a file, in time linear in its length; lines that hold only blanks and comments are passed over.
 * @throws ZoneFileError for a string, a parenthesis or an escape that is left open, and for control characters
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

/** @param open where the parentheses begin that are not closed yet */
function follow(parenthesis: string, at: number, open: number[], source: Source): void {
  if (parenthesis === "(") open.push(at);
  else if (open.pop() === undefined) source.fail(at, 'this ")" has no matching "(". Remove it');
}

/** Says why nothing that a file may hold stands at a place. */
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

/** Undoes `\DDD` and `\X` where they stand for a character that names may hold; `undefined` if one does not. */
function unescapeName(raw: string): string | undefined {
  let isPlain = true;
  const name = raw.replace(/\\([0-9]{3}|[\s\S])/g, (_, escaped: string) => {
    const character = escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped;
    isPlain &&= /^[a-z0-9_*/-]$/i.test(character) && (escaped.length === 3 || !/[0-9]/.test(escaped));
    return character;
  });
  return isPlain ? name : undefined;
}

/** Does a name end in a dot that isn't part of a label? */
const isAbsolute = (raw: string) => /(?:^|[^\\])(?:\\\\)*\.$/.test(raw);

/**
 * The canonical full name that a word means: A-labels, lower case, no trailing dot; `.` for the root.
 * @param origin canonical; `.` for the root, `undefined` if nothing has said it
 * @throws ZoneFileError
 */
export function readName(token: Token, origin: string | undefined, source: Source): string {
  const { raw, quoted, offset } = token;
  if (quoted) source.fail(offset, "a name must not be quoted. Remove the quotes");
  if (raw === ".") return ".";
  if (!isAbsolute(raw) && origin === undefined) {
    source.fail(
      offset,
      `${showText(raw)} is a relative name, but the origin is not known. Give the origin, or write $ORIGIN with the domain above this line`,
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

interface Given {
  tokens: readonly Token[];
  type: string;
  origin: string | undefined;
  source: Source;
  /** The place to point at if there are too few words. */
  end: number;
}

/** The words of one record's data, taken one by one; each failure says its place. */
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

  /** An unquoted word that fits; `form` says what to write. */
  word(what: string, form: string, fits: (word: string) => boolean): string {
    const { raw, quoted, offset } = this.#next(what);
    const { type, source } = this.#given;
    if (quoted || !fits(raw)) {
      source.fail(offset, `${showText(raw)} is not ${form}. It is the ${what} of this ${type} record`);
    }
    return raw;
  }

  number(what: string, max: number): number {
    const fits = (word: string) => /^[0-9]{1,10}$/.test(word) && Number(word) <= max;
    return Number(this.word(what, `a whole number from 0 to ${max}`, fits));
  }

  /** A complete host name without its dot; a single label keeps the dot, since without it its meaning would be open. */
  host(what: string): string {
    const name = readName(this.#next(what), this.#given.origin, this.#given.source);
    return name.includes(".") ? name : `${name}.`;
  }

  text(what: string): string {
    return this.#textOf([this.#next(what)]);
  }

  /** All strings and words that are left, joined. At least one. */
  texts(what: string): string {
    const first = this.#next(what);
    const more = this.#given.tokens.slice(this.#at);
    this.#at += more.length;
    return this.#textOf([first, ...more]);
  }

  /** @throws ZoneFileError if words are left */
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

/** Is data written in the form of any type: `\# 4 C0000201`, a length and hexadecimal bytes? RFC 3597 section 5. */
export function isGeneric(tokens: readonly Token[]): boolean {
  return tokens[0]?.raw === "\\#" && !tokens[0].quoted;
}

/** The bytes. @throws ZoneFileError if the length or a digit is wrong */
export function readGeneric(tokens: readonly Token[], source: Source, end: number): Buffer {
  const [, length, ...digits] = tokens;
  if (length === undefined) source.fail(end, "the length after \\# is missing");
  if (!/^[0-9]{1,5}$/.test(length.raw) || Number(length.raw) > 65535) {
    source.fail(length.offset, "the length after \\# must be a whole number from 0 to 65535");
  }
  for (const { raw, offset } of digits) {
    if (!/^[0-9a-f]+$/i.test(raw)) source.fail(offset, "the data after \\# must consist of hexadecimal digits");
  }
  const bytes = digits.map(({ raw }) => raw).join("");
  if (bytes.length !== 2 * Number(length.raw)) {
    source.fail(
      length.offset,
      `the data after \\# has ${bytes.length / 2} bytes, but the stated length is ${Number(length.raw)}`,
    );
  }
  return Buffer.from(bytes, "hex");
}

/** Takes data apart into words of presentation form. Throws a `RangeError` as soon as there are too few bytes. */
export class Bytes {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new RangeError("too few bytes");
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  rest(): Buffer {
    return this.take(this.#bytes.length - this.#at);
  }

  restAsString(): string {
    return escaped(this.rest());
  }

  strings(): string[] {
    const strings: string[] = [];
    while (!this.isAtEnd) strings.push(this.string());
    return strings;
  }

  number(size: number): string {
    return String(this.take(size).readUIntBE(0, size));
  }

  string(): string {
    return escaped(this.take(this.take(1).readUInt8()));
  }

  name(): string {
    const labels: string[] = [];
    for (let label = this.string(); label !== ""; label = this.string()) labels.push(label);
    return `${labels.join(".")}.`;
  }
}

const escaped = (bytes: Buffer) => [...bytes].map((byte) => `\\${String(byte).padStart(3, "0")}`).join("");
