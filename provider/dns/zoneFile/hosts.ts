/** Reads names of a zone file: owners and hosts in data. */
import { InvalidNameError } from "../errors.ts";
import { normaliseHost } from "../names.ts";
import { showText } from "../text.ts";
import type { Source, Token } from "./words.ts";

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
