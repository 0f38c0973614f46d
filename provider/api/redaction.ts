/**
 * Takes out of texts what must not show (tokens, auth codes, contact data, secret arguments), by value and before anything is
 * cut. By hand: the redaction that loggers offer goes by keys or exact texts.
 */
import { quoteInChunks } from "../dns/text.ts";
import { personalContactFields } from "./endpoints/contactFields.ts";

/** What stands in place of a value. No value is looked for in it. */
const marks = { registrar: "[redacted]", program: "[secret]" };
/** Shorter values are hidden only where they stand alone: else they would blank out half of every sentence. */
const beginningLength = 8;

/** Texts by what they begin with: time grows with the length of what is looked through. */
class Beginnings {
  readonly #texts = new Map<string, string[]>();
  readonly #lengths = new Set<number>();

  add(text: string): void {
    const beginning = text.slice(0, beginningLength);
    const same = this.#texts.get(beginning);
    if (same === undefined) this.#texts.set(beginning, [text]);
    else same.push(text);
    this.#lengths.add(beginning.length);
  }

  /** Those that may stand here. */
  at(text: string, place: number): string[] {
    const found: string[] = [];
    for (const length of this.#lengths)
      for (const each of this.#texts.get(text.slice(place, place + length)) ?? []) found.push(each);
    return found;
  }
}

/**
 * Takes values out of texts: as they are, in capitals or small letters, on one line, in JSON, as strings of a zone file, in a URL,
 * and as Base64. Where a text was cut, at its end or before dots, 8 and more characters that a value begins with count as the value.
 */
export class Redactor {
  readonly #mark: string;
  readonly #values = new Beginnings();
  readonly #open = new Beginnings();
  readonly #pending = new Set<string>();

  /** @param mark what stands in place of a value */
  constructor(mark = marks.program) {
    this.#mark = mark;
    this.leave(Object.values(marks));
  }

  /** Values to hide. Their forms are made for the next text. */
  add(values: readonly string[]): this {
    for (const value of values) this.#pending.add(value);
    return this;
  }

  /** Values that may be seen: one that is a part of them stays there. */
  leave(values: readonly string[]): this {
    for (const value of values) this.#open.add(folded(value));
    return this;
  }

  redact(text: string): string {
    for (const form of new Set([...this.#pending].flatMap(formsOf))) this.#values.add(form);
    this.#pending.clear();
    const read = folded(text);
    let shown = "";
    let hiddenTo = 0;
    let openTo = 0;
    for (let at = 0; at < read.length; at += 1) {
      for (const open of this.#open.at(read, at)) {
        if (read.startsWith(open, at)) openTo = Math.max(openTo, at + open.length);
      }
      for (const value of this.#values.at(read, at)) {
        const end = endOf(value, read, at);
        if (end <= Math.max(openTo, hiddenTo)) continue;
        if (at > hiddenTo || shown === "") shown += text.slice(hiddenTo, at) + this.#mark;
        hiddenTo = end;
      }
    }
    return shown + text.slice(hiddenTo);
  }
}

/** Where a value ends that stands here, or what is left of it where the text was cut; 0 if it does not stand here. */
function endOf(value: string, text: string, at: number): number {
  let length = 0;
  while (length < value.length && value[length] === text[at + length]) length += 1;
  const end = at + length;
  if (value.length < beginningLength) {
    return length === value.length && !isWordPart(text[at - 1]) && !isWordPart(text[end]) ? end : 0;
  }
  const isCut = end === text.length || text[end] === "…" || text.startsWith("...", end);
  return length === value.length || isCut ? end : 0;
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Without case, and as long as before. */
function folded(text: string): string {
  return text.replace(/[^a-z]/gu, (character) => {
    const small = character.toUpperCase().toLowerCase();
    return small.length === character.length ? small : character;
  });
}

/** The ways in which a value may be written; Base64 without the filling at its end, which some leave out. */
function formsOf(secret: string): string[] {
  const value = wellFormed(secret);
  const written = [value, value.trim(), value.toLowerCase(), onOneLine(value), quoteInChunks(value).slice(1, -1)];
  const forms = written.flatMap((each) => {
    const inJson = JSON.stringify(each).slice(1, -1);
    const inForm = new URLSearchParams([["", each]]).toString().slice(1);
    const base64 = Buffer.from(each).toString("base64").replaceAll("=", "");
    return [each, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(each), inForm, base64];
  });
  return [...new Set(forms.map(folded))].filter((each) => each !== "");
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
/** What the registrar may tell of somebody whose values nobody knows here. */
const patterns: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${marks.registrar}`],
  [secret, `$1${marks.registrar}`],
  [personal, `$1${marks.registrar}`],
  [/(?:\+|%2B)\d[\d .()/-]{5,}\d/gi, marks.registrar],
];

/** Replaces the secrets in a text. */
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
 */
export function printable(text: string): string {
  return text.replace(
    // Controls (C0, C1, DEL), line and paragraph separators, and what marks or overrides the direction of writing.
    /[^\P{Cc}\n\t]|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
