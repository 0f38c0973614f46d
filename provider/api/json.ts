/** Reading JSON nobody vouches for. */
import { wellFormed } from "./redact.ts";

/** No answer of this API is nested deeper than a few levels. */
const deepest = 100;
const dropped = ["__proto__", "constructor", "prototype"] as const;

/** An answer that is not what it should be. The message says in which way, and never quotes the answer. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";
}

/**
 * Parses JSON text. Integers that a number cannot hold stay as text, so that ids keep every digit; keys that reach into
 * prototypes are dropped; lone surrogates become U+FFFD.
 * @throws UnreadableAnswerError
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(largeIntegersAsText(text.replace(/^\u{feff}/u, "")));
  } catch {
    throw new UnreadableAnswerError("it is not JSON, or it was cut off");
  }
  const mayHoldSurrogates = /\\u[dD][89a-fA-F]/.test(text);
  return cleaned(value, mayHoldSurrogates, 0);
}

function cleaned(value: unknown, mayHoldSurrogates: boolean, depth: number): unknown {
  if (depth > deepest) throw new UnreadableAnswerError(`it is nested more than ${deepest} levels deep`);
  if (typeof value === "string") return mayHoldSurrogates ? wellFormed(value) : value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, mayHoldSurrogates, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !dropped.some((name) => name === key));
  return Object.fromEntries(kept.map(([key, item]) => [key, cleaned(item, mayHoldSurrogates, depth + 1)]));
}

/** Puts quotes around whole numbers of 16 digits and more that stand outside of strings. */
function largeIntegersAsText(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  let result = "";
  let at = 0;
  while (at < json.length) {
    const open = indexOrEnd(json, '"', at);
    result += json
      .slice(at, open)
      .replace(/(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (digits) =>
        Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
      );
    const close = endOfString(json, open);
    result += json.slice(open, close);
    at = close;
  }
  return result;
}

function endOfString(json: string, open: number): number {
  let close = indexOrEnd(json, '"', open + 1);
  while (close < json.length && isEscaped(json, close)) close = indexOrEnd(json, '"', close + 1);
  return close + 1;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? text.length : at;
}

/** Whether a value is a JSON object (not a list, not `null`). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
