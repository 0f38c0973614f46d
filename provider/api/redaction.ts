/**
 * Redacts secrets (tokens, auth codes, contact data, secret arguments) in text, by value and before anything is cut. The
 * packages of loggers redact by key or by exact text only.
 */
import { domainToASCII, domainToUnicode } from "node:url";
import { ifValid, readValue, recordTypeNames, recordTypes } from "../dns/index.ts";
import { contactFields, identifyingFields } from "./endpoints/fields.ts";
import { isIgnored, isWordPart, Prefixes, type Reading, readingsOf, writtenAndDecoded } from "./readings.ts";

declare const isRedacted: unique symbol;
/** A string that may be shown: redacted and printable. Only a redactor makes one. */
export type Redacted = string & { readonly [isRedacted]: true };

/** They replace values, and are never redacted themselves. */
const marks = { registrar: "[redacted]", program: "[secret]" };
/** Shorter values are redacted only as separate words: otherwise they would blank out half of every sentence. */
const beginningLength = 8;

/** Values to find. Batches of similar size are merged, so that adding one value at a time stays cheap. */
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

/** A Map has a limit of entries. */
const maxMergedSize = 1_000_000;
const isMerged = (last: Prefixes | undefined, batch: Prefixes): last is Prefixes =>
  last !== undefined && last.size <= batch.size && last.size + batch.size <= maxMergedSize;

/** Longer values are no host, address, MX, SRV or CAA. */
const maxSentLength = 1024;

/** A value, and the parts that are sent if it is the data of a record: hosts in A-labels, addresses in canonical form. */
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
  return writtenAndDecoded(value.trim()).map(({ characters }) => {
    const codes = characters.map(({ code }) => code);
    const dense = codes.filter((code) => !isIgnored(code));
    return dense.length < beginningLength ? codes : dense;
  });
}

/**
 * Redacts values in text. It searches each reading of the text (as written, with escapes undone, as Base64), and covers the
 * place in the original. Case, blanks, line breaks and quotes don't matter. Where the text was cut, the first 8 or more
 * characters of a value count as the value. Time grows with text plus values, not with their product.
 */
export class Redactor {
  readonly #mark: string;
  readonly #values = new Values();
  readonly #open = new Values();

  constructor(mark = marks.program) {
    this.#mark = mark;
    this.leave(Object.values(marks));
  }

  add(values: readonly string[]): this {
    this.#values.add(values);
    return this;
  }

  /** Values that may be shown. A secret that is a part of one is shown there. */
  leave(values: readonly string[]): this {
    this.#open.add(values);
    return this;
  }

  redact(text: string): string {
    const batches = this.#values.batches;
    if (batches.length === 0) return text;
    const readings = readingsOf(text);
    // By start in the original: the end of the secret, and of the open value.
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

  shown(text: string): Redacted {
    return printable(this.redact(text)) as Redacted;
  }
}

/**
 * Notes the values in a reading: by their start, their end.
 * @param isAnywhere finds short values inside words, too
 */
function cover(
  { characters, cuts, isBase64 }: Reading,
  values: Prefixes,
  found: Map<number, number>,
  isAnywhere = false,
) {
  const note = (first: number, last: number) => {
    const start = characters[first]?.start ?? 0;
    found.set(start, Math.max(found.get(start) ?? 0, characters[last]?.end ?? 0));
  };
  const dense: number[] = [];
  let [exact, loose] = [0, 0];
  for (const [at, { code }] of characters.entries()) {
    exact = values.next(exact, code);
    for (let word = values.wordAt(exact); word !== 0; word = values.shorterWord(word)) {
      const first = at + 1 - values.length(word);
      // Read as Base64, every other word shows some short value.
      const isAlone = !isBase64 && !isWordPart(characters[first - 1]?.code) && !isWordPart(characters[at + 1]?.code);
      if (values.length(word) < beginningLength && !isAlone && !isAnywhere) continue;
      note(first, at);
      break;
    }
    if (isIgnored(code)) continue;
    dense.push(at);
    loose = values.next(loose, code);
    const isCut = cuts[at + 1] === true && !isAnywhere;
    const length = values.length(isCut ? loose : values.wordAt(loose));
    if (length >= beginningLength) note(dense[dense.length - length] ?? at, at);
  }
}

/** Keys of secret values, and of personal ones, which other words of an error message may follow. */
const secretKeys = "auth_?code|epp(?:_?code)?|(?:[a-z]+_)?token|api_?key|password|secret|user_id";
const personalKeys =
  "e_?mail|phone|fax|name|first_?name|last_?name|address|street|city|state|zip|zip_?code|postal_?code|country|company|organi[sz]ation";
/** A JSON string, also if its end was cut off. */
const quoted = String.raw`"(?:[^"\\]|\\[^])*(?:"|\\?$)`;
const secret = new RegExp(String.raw`(\b(?:${secretKeys})\b["']?\s*[:=]\s*)(${quoted}|[^\s,;&"'{}]+)`, "gi");
const personal = new RegExp(String.raw`("(?:${personalKeys})"\s*:\s*)(${quoted}|\[[^\]]*(?:\]|$))`, "gi");
/** A word that may be an e-mail address; only one with an @ is. */
const addressLike = /[\w.!#$%&'*+/=?^`{|}~\p{L}\p{N}-]+(?:@[\p{L}\p{N}.-]*)?/gu;
/** Secrets and personal data that a registrar may quote and that this program doesn't know. */
const patterns: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${marks.registrar}`],
  [secret, `$1${marks.registrar}`],
  [personal, `$1${marks.registrar}`],
  [/(?:\+|%2B)\d[\d .()/-]{5,}\d/gi, marks.registrar],
];

export type Redact = (text: string) => string;

/** Shorter values aren't redacted in the registrar's own message. */
const minSecretLength = 3;
/** Characters of the registrar's own message that are searched; far fewer are shown. */
const maxScannedLength = 16 * 1024;
/** Characters of the registrar's own message that an error quotes. */
const quoteLength = 300;

/**
 * Redacts the registrar's own message, and cuts it.
 * @param secrets values that a response may repeat
 * @param open values that may be shown, such as the domain
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

/** The registrar's own message for an error: redacted, on one line, without control characters, at most 300 characters. */
export function quote(text: string, redact: Redact): string {
  // Redacted before it is cut: the beginning of a value would not be found.
  const line = redact(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > quoteLength ? `${wellFormed(line.slice(0, quoteLength))}...` : line;
}

/** Fields whose values are personal, in requests and lists of contacts. */
export const personalFields = [...identifyingFields.map((name) => contactFields[name].wire), "company", "search"];

/** The values of some fields of a request or a response, to be redacted. */
export function valuesOf(fields: readonly string[], value: unknown, inside = false): string[] {
  if (typeof value === "string") return inside ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => valuesOf(fields, inner, inside || fields.includes(key)));
}

/** Replaces lone surrogates, which neither a URL nor a stored string can hold, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{fffd}");
}

/**
 * Escapes characters that control a terminal or the direction of writing, such as `\u001b`; line ends and tabs stay. In JSON
 * and source code the escape is inside quotes, so that the value is kept.
 * @param isOneLine for names and values inside a line: escapes line ends, tabs and invisible characters, too
 */
export function printable(text: string, isOneLine = false): string {
  return text.replace(
    // Controls (C0, C1, DEL), line and paragraph separators, and marks and overrides of the direction of writing.
    isOneLine
      ? /[\p{Cc}\p{Cf}\u2028\u2029]/gu
      : /[^\P{Cc}\n\t]|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
