/** Takes out of messages and log lines what must not appear there: tokens, auth codes, query credentials, contact data. */

const hidden = "[redacted]";
/** Longest piece of the registrar's own words that a message quotes, in characters. */
const quoteLength = 300;

/** Keys whose values are secret; and those whose values are personal, which words of an error message may follow too. */
const secretKeys = "auth_?code|epp(?:_?code)?|(?:[a-z]+_)?token|api_?key|password|secret|user_id";
const personalKeys = "email|phone|fax|name|first_name|last_name|address|zip";
const quoted = `"(?:[^"\\\\]|\\\\.)*"`;
const secret = new RegExp(`(["']?\\b(?:${secretKeys})\\b["']?\\s*[:=]\\s*)(${quoted}|[^\\s,;&"'{}]+)`, "gi");
const personal = new RegExp(`("(?:${personalKeys})"\\s*:\\s*)(${quoted}|\\[[^\\]]*\\])`, "gi");
const patterns: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`],
  [secret, `$1${hidden}`],
  [personal, `$1${hidden}`],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, hidden],
  [/\+\d[\d .()/-]{5,}\d/g, hidden],
];
/** Values shorter than this are not searched for: they would blank out half of every sentence. */
const shortestSecret = 4;

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** @param secrets the values to hide, in any spelling an answer may echo them in (plain, URL-encoded, JSON-escaped). */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  const spellings = new Set<string>();
  for (const value of secrets) {
    if (value === undefined || value.trim().length < shortestSecret) continue;
    for (const spelling of [
      value,
      value.trim(),
      encodeURIComponent(wellFormed(value)),
      JSON.stringify(value).slice(1, -1),
    ]) {
      spellings.add(spelling);
    }
  }
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const spelling of longestFirst) clean = clean.replaceAll(spelling, hidden);
    for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
    return clean;
  };
}

/** The registrar's own words, fit for a message: on one line, without control characters, redacted, at most 300 characters. */
export function quote(text: string, redact: Redact): string {
  // Cut once before redacting (the patterns need not run over megabytes) and once after.
  const line = redact(
    text
      .slice(0, 4 * quoteLength)
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
      .trim(),
  );
  return line.length > quoteLength ? `${wellFormed(line.slice(0, quoteLength))}...` : line;
}

/** Fields of a request whose values are personal, in operations about contacts. */
export const personalFields = ["email", "phone", "fax", "name", "first_name", "last_name", "address", "zip", "search"];

/** The values of some fields of a request, so that an answer that echoes them can be cleaned. */
export function valuesOf(fields: readonly string[], value: unknown, inside = false, depth = 0): string[] {
  if (typeof value === "string") return inside ? [value] : [];
  if (typeof value !== "object" || value === null || depth > 8) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    valuesOf(fields, inner, inside || fields.includes(key), depth + 1),
  );
}

/** Replaces lone surrogates, which neither a URL nor a stored text can hold, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{fffd}");
}
