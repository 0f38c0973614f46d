/** Parsing JSON from a source that is not trusted. By hand, since `JSON.parse` of Node 20 shows neither the digits of a number nor its depth. */
import { wellFormed } from "./redaction.ts";

/** Levels of nesting; no answer of this API has more than a few. */
const maxDepth = 100;
/**
 * Values in one answer, lists, objects and what they hold. Each costs some 60 bytes, so that 32 MB of `{}` would cost
 * gigabytes. A zone of 200,000 records has fewer.
 */
const maxValues = 4_000_000;
const dropped = ["__proto__", "constructor", "prototype"] as const;

/** By name, in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** A successful answer and its parsed body. */
export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** An answer that is not what it should be. The message says in which way, and never quotes the answer. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";
}

/**
 * Parses JSON text. Integers that a number cannot hold stay as text, so that ids keep every digit; keys that reach into
 * prototypes are dropped; lone surrogates become U+FFFD. What is too deep or has too many values is refused before it is
 * parsed, in a time linear in the length of the text.
 * @throws UnreadableAnswerError
 */
export function parseJson(text: string): unknown {
  const json = largeIntegersAsText(text.startsWith("\u{feff}") ? text.slice(1) : text);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UnreadableAnswerError("it is not JSON, or it was cut off");
  }
  const mayHoldSurrogates = /\\u[dD][89a-fA-F]/.test(text);
  return cleaned(value, mayHoldSurrogates);
}

/** Cleans what was just parsed, in place: a copy would double what a large answer costs. */
function cleaned(value: unknown, mayHoldSurrogates: boolean): unknown {
  if (typeof value === "string") return mayHoldSurrogates ? wellFormed(value) : value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = cleaned(item, mayHoldSurrogates);
  } else if (isObject(value)) {
    for (const key of dropped) if (Object.hasOwn(value, key)) delete value[key];
    for (const key of Object.keys(value)) value[key] = cleaned(value[key], mayHoldSurrogates);
  }
  return value;
}

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, minus, zero, nine] = [code('"'), code("\\"), code("-"), code("0"), code("9")];
const [comma, openObject, openList, closeObject, closeList] = [code(","), code("{"), code("["), code("}"), code("]")];

/**
 * Goes once over the text: counts its values and levels, and puts quotes around whole numbers too large to be exact.
 * @throws UnreadableAnswerError for too many values or levels
 */
function largeIntegersAsText(json: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      at = endOfString(json, at);
    } else if (character === comma) {
      values += 1;
    } else if (character === openObject || character === openList) {
      values += 1;
      depth += 1;
      if (depth > maxDepth) throw new UnreadableAnswerError(`it is nested more than ${maxDepth} levels deep`);
    } else if (character === closeObject || character === closeList) {
      depth -= 1;
    } else if (character === minus || isDigit(character)) {
      const end = endOfNumber(json, at);
      if (end - at > 15 && isInexact(json.slice(at, end))) {
        pieces.push(json.slice(copied, at), '"', json.slice(at, end), '"');
        copied = end;
      }
      at = end - 1;
    }
    if (values > maxValues) {
      throw new UnreadableAnswerError(
        `it has more than ${maxValues} values; ask for smaller pages ("paging": {"size": ...} in a contract file)`,
      );
    }
  }
  return copied === 0 ? json : `${pieces.join("")}${json.slice(copied)}`;
}

const isDigit = (character: number) => character >= zero && character <= nine;

/** Whether the text of a number is a whole one that a number cannot hold. */
function isInexact(digits: string): boolean {
  return /^-?[0-9]{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits));
}

/** Where a number ends: behind its last digit, sign, point or exponent. */
function endOfNumber(json: string, start: number): number {
  let end = start + 1;
  while (end < json.length && /[0-9.eE+-]/.test(json.charAt(end))) end += 1;
  return end;
}

/** Where the quote is that closes a string; the end of the text if none does. */
function endOfString(json: string, open: number): number {
  let at = open + 1;
  while (at < json.length) {
    const character = json.charCodeAt(at);
    if (character === quote) return at;
    at += character === backslash ? 2 : 1;
  }
  return at;
}

/** Whether a value is a JSON object (not a list, not `null`). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
