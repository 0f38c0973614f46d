/** Takes out of messages and log lines what must not appear there: tokens, auth codes, query credentials, contact data. */
import { personalContactFields } from "./contactFields.ts";
import { Hider, onOneLine } from "./hide.ts";
import { wellFormed } from "./printable.ts";

const hidden = "[redacted]";
/** Longest piece of the registrar's own words that a message quotes, in characters. */
const quoteLength = 300;

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
const patterns: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`],
  [secret, `$1${hidden}`],
  [personal, `$1${hidden}`],
  [/(?:\+|%2B)\d[\d .()/-]{5,}\d/gi, hidden],
];

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Values shorter than this are not looked for: they would blank out half of every sentence. */
const minSecretLength = 3;
/** Longest text that is looked through, in characters; far less of it is shown. */
const maxScannedLength = 16 * 1024;

/**
 * Longer texts come out cut.
 * @param secrets the values to hide, as an answer may echo them
 * @param open what may be seen, such as the domain
 */
export function redactor(secrets: readonly (string | undefined)[], open: readonly string[] = []): Redact {
  const values = [...new Set(secrets)].filter((value) => value !== undefined).map((value) => value.trim());
  const hider = new Hider(hidden).add(values.filter((value) => value.length >= minSecretLength)).leave(open);
  return (text) => {
    let clean = hider.hide(text.slice(0, maxScannedLength));
    for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
    return clean.replace(addressLike, (word) => (/@|%40/.test(word) ? hidden : word));
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
