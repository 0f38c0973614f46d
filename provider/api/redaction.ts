/**
 * Takes secrets (tokens, auth codes, contact data, secret arguments) out of text, by value and before anything is cut. By hand:
 * loggers redact by key or by exact text.
 */
import { domainToASCII, domainToUnicode } from "node:url";
import { ifValid, readValue, recordTypeNames, recordTypes } from "../dns/index.ts";
import { personalContactFields } from "./endpoints/fields.ts";
import { isIgnored, isWordPart, Prefixes, type Reading, readingsOf, writtenAndDecoded } from "./readings.ts";

declare const isRedacted: unique symbol;
/** A text that may be shown: a redactor made it printable and took its values out. */
export type Redacted = string & { readonly [isRedacted]: true };

/** Replaces a value. No value is looked for inside it. */
const marks = { registrar: "[redacted]", program: "[secret]" };
/** Shorter values are redacted only as words of their own: otherwise they would blank out half of every sentence. */
const beginningLength = 8;

/** Values to look for. Batches that grew alike are merged, so that adding one value at a time stays cheap. */
class Values {
  readonly #pending = new Set<string>();
  readonly #batches: Prefixes[] = [];

  add(texts: Iterable<string>): void {
    for (const text of texts) this.#pending.add(text);
  }

  get batches(): readonly Prefixes[] {
    if (this.#pending.size === 0) return this.#batches;
    let batch = new Prefixes([...this.#pending].flatMap(sentAs).flatMap(formsOf));
    this.#pending.clear();
    for (let last = this.#batches.at(-1); isMerged(last, batch); last = this.#batches.at(-1)) {
      batch = new Prefixes([...last.words, ...batch.words]);
      this.#batches.pop();
    }
    this.#batches.push(batch);
    return this.#batches;
  }
}

/** Larger batches stay apart: the entries of a map, and the memory of a merge, are limited. */
const maxMergedSize = 1_000_000;
const isMerged = (last: Prefixes | undefined, batch: Prefixes): last is Prefixes =>
  last !== undefined && last.size <= batch.size && last.size + batch.size <= maxMergedSize;

/** Longer values are no host, address, MX, SRV or CAA. */
const maxSentLength = 1024;

/** A value, and the parts of it that are sent where it is the data of a record: hosts in A-labels, addresses in canonical form. */
function sentAs(value: string): string[] {
  if (value.length > maxSentLength) return [value];
  const parts = recordTypeNames.flatMap((type) => {
    const data = ifValid(() => ({ tag: "", ...recordTypes[type].fromArgs(readValue(type, value)) }));
    const { type: _, tag: _tag, ...fields } = data ?? {};
    return Object.values<unknown>(fields);
  });
  const isSent = (part: unknown): part is string =>
    typeof part === "string" && (part.length >= beginningLength || /[.:]/.test(part));
  const forms = [value, ...parts.filter(isSent)].flatMap((part) => [
    part,
    renamed(part, inALabels),
    renamed(part, inUnicode),
  ]);
  return [...new Set(forms)];
}

const renamed = (value: string, form: (name: string) => string) =>
  value.replace(/[\p{L}\p{M}\p{N}_.-]+/gu, (name) => form(name) || name);
const inUnicode = (name: string) => (/xn--/i.test(name) ? domainToUnicode(name) : name);

function inALabels(name: string): string {
  const ascii = isAscii(name) ? name : domainToASCII(name);
  return ascii.includes("xn--") ? ascii : name;
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/** A value as written and decoded: without blanks, quotes and backslashes, unless it is short. */
function formsOf(value: string): (readonly number[])[] {
  return writtenAndDecoded(value.trim()).map(({ codes }) => {
    const dense = codes.filter((code) => !isIgnored(code));
    return dense.length < beginningLength ? codes : dense;
  });
}

/**
 * Takes values out of text: reads the text as it is, with its escapes undone, and as Base64, and covers in the original what shows
 * a value there. Case, blanks, line breaks and quotes don't matter. Where the text was cut (at its end, before dots, stars, a quote
 * or `[truncated]`), the first 8 or more characters of a value count as the value. Time grows with text plus values.
 */
export class Redactor {
  readonly #mark: string;
  readonly #values = new Values();
  readonly #open = new Values();

  /** @param mark replaces a value */
  constructor(mark = marks.program) {
    this.#mark = mark;
    this.leave(Object.values(marks));
  }

  add(values: readonly string[]): this {
    this.#values.add(values);
    return this;
  }

  /** Values that may be seen: a secret that is a part of one stays there. */
  leave(values: readonly string[]): this {
    this.#open.add(values);
    return this;
  }

  redact(text: string): string {
    const batches = this.#values.batches;
    if (batches.length === 0) return text;
    const readings = readingsOf(text);
    // End of the secret, and of the open value, that begins at a place.
    const [hidden, open] = [new Map<number, number>(), new Map<number, number>()];
    for (const batch of this.#open.batches)
      for (const reading of readings.slice(0, 1)) cover(reading, batch, open, true);
    for (const reading of readings) for (const batch of batches) cover(reading, batch, hidden);
    let [shown, hiddenTo, openTo] = ["", 0, 0];
    for (const place of [...new Set([...hidden.keys(), ...open.keys()])].sort((a, b) => a - b)) {
      openTo = Math.max(openTo, open.get(place) ?? 0);
      const end = hidden.get(place) ?? 0;
      if (end <= Math.max(openTo, hiddenTo)) continue;
      if (place > hiddenTo || shown === "") shown += text.slice(hiddenTo, place) + this.#mark;
      hiddenTo = end;
    }
    return shown + text.slice(hiddenTo);
  }

  /** A text as it may be shown; nothing else makes one. */
  shown(text: string): Redacted {
    return printable(this.redact(text)) as Redacted;
  }
}

/**
 * Notes by its start where each value ends that a reading shows.
 * @param isAnywhere short values count inside words, too
 */
function cover(
  { codes, starts, ends, cuts, isEncoded }: Reading,
  values: Prefixes,
  found: Map<number, number>,
  isAnywhere = false,
) {
  const note = (first: number, last: number) => {
    const start = starts[first] ?? 0;
    found.set(start, Math.max(found.get(start) ?? 0, ends[last] ?? 0));
  };
  const dense: number[] = [];
  let [exact, loose] = [0, 0];
  for (const [at, code] of codes.entries()) {
    exact = values.next(exact, code);
    for (let word = values.wordAt(exact); word !== 0; word = values.shorterWord(word)) {
      const first = at + 1 - values.length(word);
      // Read as Base64, every other word shows some short value.
      const isAlone = !isEncoded && !isWordPart(codes[first - 1]) && !isWordPart(codes[at + 1]);
      if (values.length(word) < beginningLength && !isAlone && !isAnywhere) continue;
      note(first, at);
      break;
    }
    if (isIgnored(code)) continue;
    dense.push(at);
    loose = values.next(loose, code);
    const word = values.wordAt(loose);
    const isCut = cuts[at + 1] === true && !isAnywhere;
    const length = isCut ? values.length(loose) : values.length(word);
    if (length >= beginningLength) note(dense[dense.length - length] ?? at, at);
  }
}

/** Keys whose values are secret; and those whose values are personal, which words of an error message may follow too. */
const secretKeys = "auth_?code|epp(?:_?code)?|(?:[a-z]+_)?token|api_?key|password|secret|user_id";
const personalKeys =
  "e_?mail|phone|fax|name|first_?name|last_?name|address|street|city|state|zip|zip_?code|postal_?code|country|company|organi[sz]ation";
/** A JSON text, also where the end was cut off. */
const quoted = String.raw`"(?:[^"\\]|\\[^])*(?:"|\\?$)`;
const secret = new RegExp(String.raw`(\b(?:${secretKeys})\b["']?\s*[:=]\s*)(${quoted}|[^\s,;&"'{}]+)`, "gi");
const personal = new RegExp(String.raw`("(?:${personalKeys})"\s*:\s*)(${quoted}|\[[^\]]*(?:\]|$))`, "gi");
/** A word that may be an e-mail address; only one with an @ is. */
const addressLike = /[\w.!#$%&'*+/=?^`{|}~\p{L}\p{N}-]+(?:@[\p{L}\p{N}.-]*)?/gu;
/** Personal data that the registrar may quote, and that isn't known here. */
const patterns: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${marks.registrar}`],
  [secret, `$1${marks.registrar}`],
  [personal, `$1${marks.registrar}`],
  [/(?:\+|%2B)\d[\d .()/-]{5,}\d/gi, marks.registrar],
];

export type Redact = (text: string) => string;

/** Values shorter than this are not looked for in the registrar's words. */
const minSecretLength = 3;
/** Longest text that is looked through, in characters; far less of it is shown. */
const maxScannedLength = 16 * 1024;
/** Longest piece of the registrar's own words that a message quotes, in characters. */
const quoteLength = 300;

/**
 * For the registrar's own words. Longer texts come out cut.
 * @param secrets the values to hide, as an answer may echo them
 * @param open what may be seen, such as the domain
 */
export function redactor(secrets: readonly (string | undefined)[], open: readonly string[] = []): Redact {
  const values = secrets.flatMap((value) => (value === undefined ? [] : value.trim()));
  const byValue = new Redactor(marks.registrar)
    .add(values.filter(({ length }) => length >= minSecretLength))
    .leave(open);
  return (text) => {
    let clean = byValue.redact(text.slice(0, maxScannedLength));
    for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
    return clean.replace(addressLike, (word) => (/@|%40/.test(word) ? marks.registrar : word));
  };
}

/** The registrar's own words, fit for a message: redacted, on one line, without control characters, at most 300 characters. */
export function quote(text: string, redact: Redact): string {
  // Redacted before it is cut: of a value that is cut nobody would know what it was.
  const line = onOneLine(redact(text));
  return line.length > quoteLength ? `${wellFormed(line.slice(0, quoteLength))}...` : line;
}

/** Fields whose values are personal, in requests and lists of contacts. */
export const personalFields = [...personalContactFields, "company", "search"];

/** The values of some fields of a request or an answer, so that an answer that echoes them can be cleaned. */
export function valuesOf(fields: readonly string[], value: unknown, inside = false, depth = 0): string[] {
  if (typeof value === "string") return inside ? [value] : [];
  if (typeof value !== "object" || value === null || depth > 8) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    valuesOf(fields, inner, inside || fields.includes(key), depth + 1),
  );
}

const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** Replaces lone surrogates, which neither a URL nor a stored text can hold, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{fffd}");
}

/**
 * A text that is safe to show: what steers a terminal or turns the order of characters round is written as `\u001b`, line
 * ends and tabs stay. In JSON and in the source of a program that is an escape inside quotes, so that the value is kept.
 * @param isOneLine for names and values inside a line: escapes line ends, tabs and invisible characters, too
 */
export function printable(text: string, isOneLine = false): string {
  return text.replace(
    // Controls (C0, C1, DEL), line and paragraph separators, and what marks or overrides the direction of writing.
    isOneLine
      ? /[\p{Cc}\p{Cf}\u2028\u2029]/gu
      : /[^\P{Cc}\n\t]|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
