/** Splits zone files into entries of tokens, and reads the tokens of one record's data. RFC 1035 section 5.1. */
import { ifValid, type Place, ZoneFileError } from "../errors.ts";
import { expected, mapFields, type Value } from "../recordType.ts";
import { type RecordTypeName, recordTypes } from "../registry.ts";
import { showText, unquote, writeText } from "../text.ts";

/** A word or a string, and the place of its first character. */
export interface Token extends Place {
  /** Without the quotes; escapes still in place. */
  raw: string;
  quoted: boolean;
}

/** One entry: the words of a line, or of several in parentheses. */
export interface Entry {
  tokens: [Token, ...Token[]];
  /** Does it begin with a blank, and so have the owner of the previous entry? */
  ownerOmitted: boolean;
  /** The comment at its end, without the semicolon and outer blanks; may be empty. Comments inside parentheses are ignored. */
  comment: string;
  end: Place;
}

export function fail(place: Place, reason: string): never {
  throw new ZoneFileError(place, reason);
}

/** A string without its quotes. */
const inString = String.raw`[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*`;
const word = String.raw`(?<word>(?:[^\p{Cc} ;()"\\]|\\[^\r\n])+)`;
/** A string, a word, a comment, a parenthesis, or the end of a line or of the file (`$`). */
const pieceForm = new RegExp(
  String.raw`"(?<string>${inString})"|${word}|;(?<remark>[^\r\n]*)|(?<parenthesis>[()])|(?<end>\r\n?|\n|$)`,
  "uy",
);

/** @throws ZoneFileError for an unclosed string or escape, and for control characters */
function* piecesOf(text: string): Generator<{ found: Readonly<Record<string, string>>; place: Place }> {
  for (let [at, line, lineStart] = [0, 1, 0]; at <= text.length; ) {
    while (text[at] === " " || text[at] === "\t") at += 1;
    const place = { line, column: at - lineStart + 1 };
    pieceForm.lastIndex = at;
    const found = pieceForm.exec(text)?.groups ?? failAt(text, at, place);
    at = Math.max(pieceForm.lastIndex, at + 1);
    if (found["end"] !== undefined) [line, lineStart] = [line + 1, at];
    yield { found, place };
  }
}

/** The entries of a file, in linear time. @throws ZoneFileError: unclosed strings, parentheses, escapes; control characters */
export function* entriesOf(text: string): Generator<Entry> {
  const open: Place[] = [];
  let [tokens, comment, ownerOmitted]: [Token[], string, boolean?] = [[], ""];
  for (const { found, place } of piecesOf(text.replace(/^\ufeff/, ""))) {
    const { string, word, remark, parenthesis, end } = found;
    const { line, column } = place;
    const raw = string ?? word;
    ownerOmitted ??= column > 1;
    if (raw !== undefined) tokens.push({ raw, quoted: string !== undefined, line, column });
    else if (parenthesis === "(") open.push(place);
    else if (parenthesis === ")" && open.pop() === undefined) fail(place, 'this ")" has no matching "(". Remove it');
    const [outer] = open;
    if (outer !== undefined && end === "") fail(outer, 'this "(" is never closed. Write ")" where the record ends');
    if (outer !== undefined) continue;
    comment = remark?.trim() ?? comment;
    if (end === undefined) continue;
    const [first, ...others] = tokens;
    if (first !== undefined) yield { tokens: [first, ...others], ownerOmitted, comment, end: place };
    [tokens, comment, ownerOmitted] = [[], "", undefined];
  }
}

/** Fails with the reason why the text at an offset isn't valid. */
function failAt(text: string, begin: number, place: Place): never {
  const openString = new RegExp(`"${inString}`, "y");
  openString.lastIndex = begin;
  const length = openString.exec(text)?.[0].length ?? 0;
  const wrong = text.charAt(begin + length);
  if (wrong === "\\") {
    const reason = "a backslash at the end of a line escapes nothing. Write \\\\ for a backslash";
    fail({ ...place, column: place.column + length }, reason);
  }
  if (length > 0)
    fail(place, 'this string is not closed on its line. Write the closing "\\"", or split it into several strings');
  fail(place, `the control character ${showText(wrong)} is not allowed in a zone file. Save the file as UTF-8 text`);
}

export const tokensOf = (text: string): Token[] => [...entriesOf(text)].flatMap(({ tokens }) => tokens);

/** The arguments that hold a record's data. @param end place of the error if tokens are missing @throws ZoneFileError */
export function readTokens(
  type: RecordTypeName,
  tokens: readonly Token[],
  hostOf: (token: Token) => string,
  end: Place = { line: 1, column: 1 },
): Readonly<Record<string, Value>> {
  const { inOrder, named } = recordTypes[type];
  let at = 0;
  const values = mapFields(inOrder, (field, key): Value => {
    const token = tokens[at] ?? fail(end, `the ${key} of this ${type} record is missing`);
    at += 1;
    if (field.rdata === "name") return hostOf(token);
    if (field.rdata === "rest") return textOf([token]);
    if (field.rdata === "strings") {
      const more = tokens.slice(at);
      at = tokens.length;
      return textOf([token, ...more]);
    }
    const [value] = (token.quoted ? undefined : ifValid(() => field.meanings(token.raw, key, ""))) ?? [];
    if (value !== undefined) return value;
    const problem = `${showText(token.raw)} doesn't fit the ${key} of this ${type} record: it ${expected(field)}`;
    return fail(token, problem);
  });
  const extra = tokens[at];
  if (extra !== undefined) fail(extra, `${showText(extra.raw)} comes after the data of this ${type} record. Remove it`);
  return mapFields(named, (_, key) => values[key]);
}

function textOf(tokens: readonly [Token, ...Token[]]): string {
  const text = unquote(tokens.map(({ raw }) => `"${raw}"`).join(""));
  if (text !== undefined) return writeText(text);
  const isWrong = ({ raw }: Token) => unquote(`"${raw}"`) === undefined;
  const reason =
    "this text has bytes that are not UTF-8, or an escape other than a backslash and one character or three digits (000 to 255)";
  return fail(tokens.find(isWrong) ?? tokens[0], reason);
}
