/** Presentation strings of DNS (RFC 1035 section 5.1), and the meanings of a TXT value from an API. */
import { isIPv6 } from "node:net";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The longest character-string of DNS, in bytes. RFC 1035 section 3.3. */
const LONGEST_STRING = 255;

/** A string for a message: quoted, on one line, at most `maxLength` characters. */
export function showText(text: string, maxLength = 80): string {
  return JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}...` : text);
}

/** Is a string an IPv6 address, without a zone (`%eth0`)? RFC 4291 section 2.2. */
export function isIPv6Address(text: string): boolean {
  return isIPv6(text) && !text.includes("%");
}

/** Runs a function of Node.js, which throws if its data isn't valid; then `undefined`. */
export function ifNoError<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Reads a URL. In Node.js 20, `URL.canParse` refuses letters such as `ü` once it has been called some thousand times. */
export const parsedUrl = (text: string) => ifNoError(() => new URL(text));

/** Undoes `\X` and `\DDD` (a byte of UTF-8); `undefined` if an escape is incomplete or the bytes aren't UTF-8. */
function unescapeText(text: string): string | undefined {
  if (!text.includes("\\")) return text;
  const parts: Uint8Array[] = [];
  for (const [found, digits, character] of text.matchAll(/\\([0-9]{3})|\\([^0-9])|[^\\]+|\\/gsu)) {
    if (found === "\\" || Number(digits) > 255) return undefined;
    parts.push(digits === undefined ? Buffer.from(character ?? found) : Uint8Array.of(Number(digits)));
  }
  return ifNoError(() => decoder.decode(Buffer.concat(parts)));
}

/** The parts of data that consists of quoted strings, escapes still in place; `undefined` for other data. */
function quotedStrings(text: string): string[] | undefined {
  const found = [...text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"[ \t\r\n]*/gsy)];
  const length = found.reduce((sum, [all]) => sum + all.length, 0);
  const isQuoted = length === text.length && text.endsWith('"');
  return isQuoted ? found.map(([, inner = ""]) => inner) : undefined;
}

/** Joins and unescapes quoted strings; `undefined` unless all of `text` is quoted. */
export function unquote(text: string): string | undefined {
  const strings = quotedStrings(text);
  return strings === undefined ? undefined : unescapeText(strings.join(""));
}

/** The meaning of an argument: presentation form if all of it is quoted, else the string itself, with its outer blanks. */
export function readText(written: string): string {
  return unquote(written) ?? written;
}

/** One quoted string: `"` and `\` escaped, control characters as `\DDD`. */
export function quote(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped here
  const escaped = text.replace(/["\\\x00-\x1f\x7f]/g, (character) =>
    character === '"' || character === "\\"
      ? `\\${character}`
      : `\\${String(character.charCodeAt(0)).padStart(3, "0")}`,
  );
  return `"${escaped}"`;
}

/** Quoted strings of at most 255 bytes of UTF-8 each, separated by blanks. No character is cut. */
export function quoteInChunks(text: string): string {
  const chunks = [""];
  let bytes = 0;
  for (const character of text) {
    const width = Buffer.byteLength(character);
    bytes += width;
    if (bytes > LONGEST_STRING) {
      chunks.push("");
      bytes = width;
    }
    chunks.push(`${chunks.pop()}${character}`);
  }
  return chunks.map(quote).join(" ");
}

/** The form in which a string is sent and shown: bare, unless that could be read as quoted strings or as no content. */
export function writeText(text: string): string {
  return text.trim() === "" || looksQuoted(text.trim()) ? quoteInChunks(text) : text;
}

const looksQuoted = (text: string) => text.length > 1 && text.startsWith('"') && text.endsWith('"');

/** The meaning of a CAA value: unquoted, without outer blanks, which have no meaning (RFC 8659 section 4.2). */
export function readCaaValue(written: string): string {
  return readText(written.trim()).trim();
}

/** A CAA value as a field: bare, unless that looks like a quoted string. */
export function writeCaaValue(value: string): string {
  return looksQuoted(value) ? quote(value) : value;
}

/** The meanings of a string, the likeliest first: APIs quote without escaping, escape without quoting, or show its quotes. */
export function textsMeant(content: string): string[] {
  const inner = looksQuoted(content) ? content.slice(1, -1) : undefined;
  const joined = inner?.replace(/"[ \t\r\n]+"/g, "");
  const bare = [inner, joined].filter((each) => each !== undefined);
  const meanings = [
    readText(content),
    content,
    unescapeText(content),
    ...bare.flatMap((each) => [each, unescapeText(each)]),
  ];
  return [...new Set(meanings.filter((each) => each !== undefined))];
}
