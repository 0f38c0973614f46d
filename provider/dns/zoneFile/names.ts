/** Names in zone files: relative to an origin, with escapes. */
import { InvalidNameError, normaliseHost, showText } from "../names.ts";
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

/** Whether a name ends in a dot that is no part of a label. */
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
