/** Zone files as entries of tokens: blanks, comments, parentheses, quotes and escapes. RFC 1035 section 5.1. */
import { showText } from "../text.ts";

/**
 * A zone file has a syntax error. None of it is used.
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

/** What stands at a place: a string or a word, with their escapes; a comment; or what only stands between these. `$` is the end of the file. */
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
