/** The words behind the type of one record. */
import { InvalidNameError, normaliseHost } from "../names.ts";
import { showText, unquote, writeText } from "../text.ts";
import type { Source, Token } from "./lexer.ts";

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

/** True if a name ends in a dot that is no part of a label. */
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

/** What the data of one record is read from. */
interface Given {
  tokens: readonly Token[];
  type: string;
  origin: string | undefined;
  source: Source;
  /** Where to point if there are too few words. */
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

  /** One string or word, as text. */
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

/** True if data is written as any type can be: `\# 4 C0000201`, a length and hexadecimal bytes. RFC 3597 section 5. */
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

  /** The rest as one string. */
  restAsString(): string {
    return escaped(this.rest());
  }

  /** Every string that is left. */
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

/** Every byte as `\DDD`. */
const escaped = (bytes: Buffer) => [...bytes].map((byte) => `\\${String(byte).padStart(3, "0")}`).join("");
