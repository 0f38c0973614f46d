/** The words behind the type of one record. */
import { showText } from "../names.ts";
import { unquote, writeText } from "../text.ts";
import type { Source, Token } from "./lexer.ts";
import { readName } from "./names.ts";

/** The words of one record's data, taken one by one; each failure says its place. */
export class Words {
  readonly source: Source;
  readonly #tokens: readonly Token[];
  readonly #type: string;
  readonly #origin: string | undefined;
  readonly #end: number;
  #at = 0;

  /** @param end where to point if there are too few words */
  constructor(options: {
    tokens: readonly Token[];
    type: string;
    origin: string | undefined;
    source: Source;
    end: number;
  }) {
    this.source = options.source;
    this.#tokens = options.tokens;
    this.#type = options.type;
    this.#origin = options.origin;
    this.#end = options.end;
  }

  #next(what: string): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) this.source.fail(this.#end, `the ${what} of this ${this.#type} record is missing`);
    this.#at += 1;
    return token;
  }

  /** An unquoted word that fits; `form` says what to write. */
  word(what: string, form: string, fits: (word: string) => boolean): string {
    const { raw, quoted, offset } = this.#next(what);
    if (quoted || !fits(raw))
      this.source.fail(offset, `${showText(raw)} is not ${form}. It is the ${what} of this ${this.#type} record`);
    return raw;
  }

  number(what: string, max: number): number {
    const fits = (word: string) => /^[0-9]{1,10}$/.test(word) && Number(word) <= max;
    return Number(this.word(what, `a whole number from 0 to ${max}`, fits));
  }

  /** A complete host name without its dot; a single label keeps the dot, since without it its meaning would be open. */
  host(what: string): string {
    const name = readName(this.#next(what), this.#origin, this.source);
    return name.includes(".") ? name : `${name}.`;
  }

  /** One string or word, as text. */
  text(what: string): string {
    return this.#textOf([this.#next(what)]);
  }

  /** All strings and words that are left, joined. At least one. */
  texts(what: string): string {
    const first = this.#next(what);
    const more = this.#tokens.slice(this.#at);
    this.#at = this.#tokens.length;
    return this.#textOf([first, ...more]);
  }

  /** @throws ZoneFileError if words are left */
  finish(): void {
    const token = this.#tokens[this.#at];
    if (token === undefined) return;
    this.source.fail(
      token.offset,
      `${showText(token.raw)} comes after the data of this ${this.#type} record. Remove it`,
    );
  }

  #textOf(tokens: readonly Token[]): string {
    const text = unquote(tokens.map(({ raw }) => `"${raw}"`).join(""));
    if (text !== undefined) return writeText(text);
    const wrong = tokens.find(({ raw }) => hasWrongEscape(raw));
    if (wrong !== undefined) {
      this.source.fail(
        wrong.offset,
        "an escape must be a backslash followed by one character or three digits from 000 to 255",
      );
    }
    this.source.fail(
      tokens[0]?.offset ?? this.#end,
      "the bytes of this text are not UTF-8, but the registrar stores only text",
    );
  }
}

function hasWrongEscape(raw: string): boolean {
  const rest = raw.replace(/\\(?:([0-9]{3})|[^0-9])/g, (found, digits?: string) =>
    Number(digits ?? 0) <= 255 ? "" : found,
  );
  return rest.includes("\\");
}
