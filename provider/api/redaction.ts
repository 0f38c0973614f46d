/**
 * Redacts secrets (tokens, auth codes, contact data, secret arguments) in text, by value and before anything is cut. The
 * packages of loggers redact by key or by exact text only.
 */
import { isIPv6 } from "node:net";
import { parsedUrl, printData } from "../dns/index.ts";
import { contactFields, identifyingFields } from "./endpoints/shapes.ts";

declare const isRedacted: unique symbol;
/** A string that may be shown: redacted and printable. Only a redactor makes one. */
export type Redacted = string & { readonly [isRedacted]: true };

/** They replace values, and are never redacted themselves. */
const marks = { registrar: "[redacted]", program: "[secret]" };
/** Shorter values are redacted only as separate words: otherwise they would blank out half of every sentence. */
const wholeLength = 8;
/** Shown in place of the registrar's own message. */
const withheld = "the registrar's message repeats a secret, and isn't shown";

interface Place {
  start: number;
  end: number;
}

/** Values to find in text, in each of their forms. Time grows with the text, and hardly with the number of values. */
class Values {
  readonly #added = new Set<string>();
  readonly #pending = new Set<string>();
  /** Forms by their first eight characters, or all of a shorter form. */
  readonly #byStart = new Map<string, Set<string>>();
  readonly #lengths = new Set<number>();
  readonly #runs = new Set<string>();

  add(values: Iterable<string>): void {
    for (const value of values) if (!this.#added.has(value)) this.#pending.add(value);
  }

  get byStart(): ReadonlyMap<string, ReadonlySet<string>> {
    const added = [...this.#pending];
    this.#pending.clear();
    for (const value of added) this.#added.add(value);
    for (const form of added.flatMap((value) => stringsOf(value.trim()).flatMap(formsOf))) {
      const start = form.slice(0, wholeLength);
      if (form === "") continue;
      this.#byStart.set(start, (this.#byStart.get(start) ?? new Set()).add(form));
      this.#lengths.add(start.length);
      for (const run of runsOf(form)) this.#runs.add(run);
    }
    return this.#byStart;
  }

  /** Eight characters in a row, from each place of each form. */
  get runs(): ReadonlySet<string> {
    return this.byStart.size > 0 ? this.#runs : new Set();
  }

  /** @param isAnywhere finds short values inside words, too */
  placesIn(text: string, isAnywhere = false): Place[] {
    const { byStart } = this;
    const places: Place[] = [];
    for (let start = 0; byStart.size > 0 && start < text.length; start += 1) {
      for (const length of this.#lengths) {
        for (const form of byStart.get(text.slice(start, start + length)) ?? []) {
          const end = start + form.length;
          const isAlone = !/[\p{L}\p{N}]/u.test(`${text[start - 1] ?? ""}${text[end] ?? ""}`);
          if (text.startsWith(form, start) && (isAlone || isAnywhere || form.length >= wholeLength))
            places.push({ start, end });
        }
      }
    }
    return places;
  }
}

/** Eight characters in a row, from each place of a string. */
const runsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - wholeLength + 1) }, (_, at) => text.slice(at, at + wholeLength));

/** Small letters; keeps the length. */
const folded = (text: string) =>
  text.replace(/\p{Lu}/gu, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter));

/** The value, and the strings in which a TXT shows it: of 255 bytes, with escapes (RFC 1035 sections 3.3 and 5.1). */
const stringsOf = (value: string): string[] => {
  const strings = printData({ type: "TXT", content: value.toWellFormed() }).slice(1, -1).split('" "');
  return [value, ...strings.filter((string) => string !== value && string.length >= wholeLength)];
};

/** A value in all its forms: raw, as a host or address is sent, JSON-escaped, percent-encoded, Base64. */
function formsOf(value: string): string[] {
  const text = value.toWellFormed();
  const escaped = [text, sentForm(text), JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
  return [...new Set([...escaped, ...(text.length < wholeLength ? [] : base64Of(text))].map(folded))];
}

/** A host in A-labels, or an IPv6 address in its short form. Other values stay: no host has a `<`. */
function sentForm(text: string): string {
  const isAddress = isIPv6(text);
  if (!isAddress && /^\p{ASCII}*$/u.test(text)) return text;
  const url = `http://${isAddress ? `[${text}]` : text.replace(/[/?#@:\\]/g, "<")}`;
  return parsedUrl(url)?.hostname.replace(/^\[(.*)\]$/, "$1") ?? text;
}

/** Base64 of a value that is anywhere in encoded text: the characters that depend on the value alone. */
const base64Of = (text: string): string[] =>
  [0, 2, 3].map((start, before) => {
    const bytes = Buffer.from("\0".repeat(before) + text);
    return bytes.toString("base64").slice(start, Math.floor((bytes.length * 4) / 3));
  });

/** Redacts values in text, in all forms of `formsOf`. Case doesn't matter. */
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
    if (this.#values.byStart.size === 0) return text;
    const lower = folded(text);
    const open = this.#open.placesIn(lower, true);
    const hidden = this.#values.placesIn(lower).filter((place) => !open.some((each) => isInside(place, each)));
    let [shown, shownTo] = ["", 0];
    for (const { start, end } of hidden) {
      if (end <= shownTo) continue;
      if (start > shownTo || shown === "") shown += text.slice(shownTo, start) + this.#mark;
      shownTo = end;
    }
    return shown + text.slice(shownTo);
  }

  /** Does a string hold eight characters in a row of a value, in any form? */
  holds(text: string): boolean {
    const lower = folded(text);
    const { runs } = this.#values;
    const starts = runsOf(lower).flatMap((run, start) => (runs.has(run) ? [start] : []));
    if (starts.length === 0) return false;
    const open = this.#open.placesIn(lower, true);
    return starts.some((start) => !open.some((each) => isInside({ start, end: start + wholeLength }, each)));
  }

  shown(text: string): Redacted {
    return printable(this.redact(text)) as Redacted;
  }
}

/** The registrar's own messages that a string quotes. */
export type Words = string | readonly string[] | undefined;

/** Replaces the registrar's own messages in a string if they hold eight characters of a secret. */
export const withholding = (text: string, words: Words, ...known: readonly Redactor[]): string =>
  [words ?? []]
    .flat()
    .filter((each) => known.some((redactor) => redactor.holds(each)))
    .reduce((shown, each) => shown.replaceAll(each, withheld), text);

const isInside = (place: Place, outer: Place) => outer.start <= place.start && place.end <= outer.end;

/** A word that may be an e-mail address; only one with an @ is. */
const addressLike = /[\w.!#$%&'*+/=?^`{|}~\p{L}\p{N}-]+(?:@[\p{L}\p{N}.-]*)?/gu;
/** Secrets and personal data that a registrar may quote and that this program doesn't know. */
const patterns: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${marks.registrar}`],
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
 * Redacts the registrar's own message, and cuts it. A message with eight characters in a row of a secret isn't printed at all.
 * @param secrets values that a response may repeat
 * @param open values that may be shown, such as the domain
 */
export function redactor(secrets: readonly (string | undefined)[], open: readonly string[] = []): Redact {
  const values = secrets.flatMap((value) => (value === undefined ? [] : value.trim()));
  const byValue = new Redactor(marks.registrar)
    .add(values.filter(({ length }) => length >= minSecretLength))
    .leave(open);
  return (text) => {
    const scanned = text.slice(0, maxScannedLength);
    if (byValue.holds(scanned)) return withheld;
    let clean = byValue.redact(scanned);
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
  return line.length > quoteLength ? `${line.slice(0, quoteLength).toWellFormed()}...` : line;
}

/** Fields whose values are personal, in requests and lists of contacts. */
export const personalFields = [...identifyingFields.map((name) => contactFields[name].wire), "company", "search"];

/** The values of some fields of a request or a response, to be redacted. */
export function valuesOf(fields: readonly string[], value: unknown, inside = false): string[] {
  if (typeof value === "string") return inside ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => valuesOf(fields, inner, inside || fields.includes(key)));
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
