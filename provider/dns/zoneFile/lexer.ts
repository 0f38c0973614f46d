/** Zone files as entries of tokens: blanks, comments, parentheses, quotes and escapes. RFC 1035 section 5.1. */
import { showText } from "../names.ts";

/**
 * A zone file that cannot be read as a whole. Nothing of it is used.
 * @remedy Correct the line and column that the message names.
 */
export class ZoneFileError extends Error {
  readonly code = "ERR_REGISTRAR_ZONE_FILE";
  /** From 1. */
  readonly line: number;
  /** In characters, from 1; a tab is one. */
  readonly column: number;
  /** What is wrong there, and what to write instead. */
  readonly reason: string;

  constructor({ line, column }: Place, reason: string) {
    super(`line ${line}, column ${column}: ${reason}`);
    this.name = "ZoneFileError";
    this.line = line;
    this.column = column;
    this.reason = reason;
  }
}

/** A place in the file, both from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A word or a quoted string. */
export interface Token {
  /** What is written, without the quotes; escapes still in place. */
  raw: string;
  quoted: boolean;
  /** Where it begins in the file. */
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
  /** Where it ends in the file. */
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

  /** @throws ZoneFileError always */
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

const isBlank = (character: string | undefined) => character === " " || character === "\t";
const isLineEnd = (character: string | undefined) =>
  character === "\n" || character === "\r" || character === undefined;

/** Characters that end a word. */
const endsWord = /[ \t\r\n;()"]/;

/**
 * The entries of a file, in time linear in its length.
 * @throws ZoneFileError for a string, a parenthesis or an escape that is left open, and for control characters
 */
export function* entriesOf(source: Source): Generator<Entry> {
  const reader = new Reader(source);
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) yield entry;
}

class Reader {
  readonly #source: Source;
  readonly #text: string;
  #at: number;

  constructor(source: Source) {
    this.#source = source;
    this.#text = source.text;
    this.#at = startOf(source.text);
  }

  /** The next entry; lines that hold only blanks and comments are passed over. */
  next(): Entry | undefined {
    while (this.#at < this.#text.length) {
      const entry = this.#entry();
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  #entry(): Entry | undefined {
    const ownerOmitted = isBlank(this.#text[this.#at]);
    const tokens: Token[] = [];
    const open: number[] = [];
    let comment: string | undefined;
    for (;;) {
      const character = this.#text[this.#at];
      if (isLineEnd(character) && open.length === 0) break;
      if (character === ";") {
        const text = this.#comment();
        if (open.length === 0) comment = text;
      } else if (isLineEnd(character) || isBlank(character) || character === "(" || character === ")") {
        this.#separator(character, open);
      } else {
        tokens.push(character === '"' ? this.#string() : this.#word());
      }
    }
    const end = this.#at;
    this.#at += this.#text.startsWith("\r\n", end) ? 2 : 1;
    if (tokens.length === 0) return undefined;
    return { tokens, ownerOmitted, end, ...(comment !== undefined && comment !== "" && { comment }) };
  }

  /** Passes over what only stands between tokens. @param open where the parentheses begin that are not closed yet */
  #separator(character: string | undefined, open: number[]): void {
    const opened = open.at(-1);
    if (character === undefined && opened !== undefined) {
      this.#source.fail(opened, 'this "(" is never closed. Write ")" where the record ends');
    }
    if (character === "(") open.push(this.#at);
    if (character === ")" && open.pop() === undefined) {
      this.#source.fail(this.#at, 'this ")" has no matching "(". Remove it');
    }
    this.#at += 1;
  }

  #comment(): string {
    const start = this.#at + 1;
    let end = start;
    while (!isLineEnd(this.#text[end])) end += 1;
    this.#at = end;
    return this.#text.slice(start, end).trim();
  }

  #string(): Token {
    const offset = this.#at;
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      const character = this.#text[this.#at];
      if (isLineEnd(character)) {
        this.#source.fail(
          offset,
          'this string is not closed on its line. Write the closing "\\"", or split it into several strings',
        );
      }
      if (character === "\\") this.#escape();
    }
    this.#at += 1;
    return { raw: this.#text.slice(offset + 1, this.#at - 1), quoted: true, offset };
  }

  #word(): Token {
    const offset = this.#at;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (endsWord.test(character)) break;
      if (character === "\\") this.#escape();
      else if (character < " " || character === "\u007f") {
        this.#source.fail(
          this.#at,
          `the control character ${showText(character)} is not allowed in a zone file. Save the file as UTF-8 text`,
        );
      }
    }
    return { raw: this.#text.slice(offset, this.#at), quoted: false, offset };
  }

  /** Goes to the character that a backslash takes literally. */
  #escape(): void {
    if (isLineEnd(this.#text[this.#at + 1])) {
      this.#source.fail(this.#at, "a backslash at the end of a line escapes nothing. Write \\\\ for a backslash");
    }
    this.#at += 1;
  }
}
