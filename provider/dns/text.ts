/** Presentation strings of DNS (RFC 1035 section 5.1) and what a TXT value on the wire of an API can mean. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The longest character-string of DNS, in bytes. RFC 1035 section 3.3. */
const LONGEST_STRING = 255;

/** A text for a message: quoted, on one line, at most `maxLength` characters. */
export function showText(text: string, maxLength = 80): string {
  return JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}...` : text);
}

/** The length of a text in bytes of UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** True if a string has a UTF-8 form, that is: holds no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}

/** What stands behind a backslash: a character, or a byte above 127 in three digits. */
function escapedAt(text: string, at: number): { part: string | number; length: number } | undefined {
  const code = text.codePointAt(at);
  if (code === undefined) return undefined;
  const character = String.fromCodePoint(code);
  if (!/[0-9]/.test(character)) return { part: character, length: character.length };
  const digits = text.slice(at, at + 3);
  if (!/^[0-9]{3}$/.test(digits) || Number(digits) > 255) return undefined;
  return { part: Number(digits) < 0x80 ? String.fromCharCode(Number(digits)) : Number(digits), length: 3 };
}

/** Undoes `\X` and `\DDD` (a byte; bytes are read as UTF-8). `undefined` if an escape is incomplete or the bytes are not UTF-8. */
function unescapeText(text: string): string | undefined {
  if (!text.includes("\\")) return text;
  const parts: (string | number)[] = [];
  for (let at = 0; at < text.length; ) {
    const slash = text.indexOf("\\", at);
    if (slash < 0) {
      parts.push(text.slice(at));
      break;
    }
    if (slash > at) parts.push(text.slice(at, slash));
    const escaped = escapedAt(text, slash + 1);
    if (escaped === undefined) return undefined;
    parts.push(escaped.part);
    at = slash + 1 + escaped.length;
  }

  // Almost always; only a byte that is no character by itself takes the way over bytes.
  if (parts.every((part) => typeof part === "string") && isWellFormed(text)) return parts.join("");
  const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : Uint8Array.of(part)));
  try {
    return decoder.decode(Buffer.concat(bytes));
  } catch {
    return undefined;
  }
}

/** The quoted strings a text consists of, escapes still in place, or `undefined` if it consists of anything else. */
function quotedStrings(text: string): string[] | undefined {
  if (!text.startsWith('"') || !text.endsWith('"')) return undefined;
  const strings: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '"') return undefined;
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    if (end >= text.length) return undefined;
    strings.push(text.slice(at + 1, end));
    at = end + 1;
    while (isBlank(text[at])) at += 1;
  }
  return strings;
}

/** The text that one or more quoted strings mean, joined and unescaped; `undefined` if `text` is not, as a whole, quoted. */
export function unquote(text: string): string | undefined {
  if (!isWellFormed(text)) return undefined;
  const strings = quotedStrings(text);
  return strings === undefined ? undefined : unescapeText(strings.join(""));
}

/** What a text someone wrote means: presentation form if it is quoted as a whole, else itself, to the last blank. */
export function readText(written: string): string {
  return unquote(written) ?? written;
}

/** One quoted string: `"` and `\` escaped, control characters as `\DDD`, everything else as it is. */
export function quote(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped here
  const escaped = text.replace(/["\\\x00-\x1f\x7f]/g, (character) =>
    character === '"' || character === "\\"
      ? `\\${character}`
      : `\\${String(character.charCodeAt(0)).padStart(3, "0")}`,
  );
  return `"${escaped}"`;
}

/** Quoted strings of at most 255 bytes of UTF-8 each, separated by blanks; no character is cut in two. */
export function quoteInChunks(text: string): string {
  const chunks: string[] = [];
  let start = 0;
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes + width > LONGEST_STRING) {
      chunks.push(text.slice(start, at));
      start = at;
      bytes = 0;
    }
    bytes += width;
    at += code < 0x10000 ? 1 : 2;
  }
  chunks.push(text.slice(start));
  return chunks.map(quote).join(" ");
}

/**
 * How a text is sent or shown as content: bare, unless the bare text would look like quoted strings or like no content at
 * all to a reader who strips outer blanks and takes escapes less strictly.
 */
export function writeText(text: string): string {
  return text.trim() === "" || looksQuoted(text.trim()) ? quoteInChunks(text) : text;
}

const looksQuoted = (text: string) => text.length > 1 && text.startsWith('"') && text.endsWith('"');

/**
 * What the value of a CAA record means, as someone wrote it: unquoted, and without blanks at its ends. They have no meaning
 * in any property (RFC 8659 section 4.2), and a registrar may drop them.
 */
export function readCaaValue(written: string): string {
  return readText(written.trim()).trim();
}

/** The value of a CAA record as a field of its own: bare, unless that would look like a quoted string. */
export function writeCaaValue(value: string): string {
  return looksQuoted(value) ? quote(value) : value;
}

/**
 * What a text of an API means, and then the other texts that it could mean where an API quotes without escaping, escapes
 * without quoting, or shows quotes that belong to the text.
 */
export function textsMeant(content: string): string[] {
  const texts = new Set<string>([readText(content), content]);
  const add = (text: string | undefined): void => {
    if (text !== undefined) texts.add(text);
  };
  add(unescapeText(content));
  if (looksQuoted(content)) {
    const inner = content.slice(1, -1);
    for (const joined of [inner, inner.replace(/"[ \t\r\n]+"/g, "")]) {
      add(joined);
      add(unescapeText(joined));
    }
  }
  return [...texts];
}
