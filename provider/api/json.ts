/** Parses untrusted JSON. `JSON.parse` of Node 20 shows neither the digits of a number nor its depth. */
import { wellFormed } from "./redaction.ts";

const maxDepth = 100;
/**
 * Values in a response, with lists and objects. Each costs about 60 bytes: 32 MB of `{}` would cost gigabytes. A zone of
 * 200,000 records has fewer.
 */
const maxValues = 4_000_000;
/** Keys that reach into prototypes. They stay as unknown fields, in brackets: in a quote, an unknown field forbids the order. */
const renamed: readonly string[] = ["__proto__", "constructor", "prototype"];

/** By name, in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** A response as it came. */
export interface WireResponse {
  status: number;
  headers: Headers;
  text: string;
}

export interface ParsedResponse extends Omit<WireResponse, "text"> {
  body: unknown;
}

/** The form of a response is wrong. The message says how, and never quotes the response. */
export class UnreadableResponseError extends Error {
  override readonly name = "UnreadableResponseError";
}

/**
 * Parses JSON. Integers that a number can't hold become strings, so that IDs keep every digit. Keys that reach into
 * prototypes get brackets. Lone surrogates become U+FFFD.
 * @throws UnreadableResponseError
 */
export function parseJson(text: string): unknown {
  checkSize(text);
  const json = largeIntegersAsText(text.startsWith("\u{feff}") ? text.slice(1) : text);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UnreadableResponseError("it is not JSON, or it was cut off");
  }
  const mayHoldSurrogates = /\\u[dD][89a-fA-F]/.test(text);
  return cleaned(value, mayHoldSurrogates, maxDepth);
}

/** Cleans in place, since a copy would double the memory of a large response. */
function cleaned(value: unknown, mayHoldSurrogates: boolean, depth: number): unknown {
  if (typeof value === "string") return mayHoldSurrogates ? wellFormed(value) : value;
  if (typeof value !== "object") return value;
  if (depth === 0) throw new UnreadableResponseError(`it is nested more than ${maxDepth} levels deep`);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = cleaned(item, mayHoldSurrogates, depth - 1);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const item = cleaned(value[key], mayHoldSurrogates, depth - 1);
      if (renamed.includes(key)) delete value[key];
      value[renamed.includes(key) ? `[${key}]` : key] = item;
    }
  }
  return value;
}

/** JSON strings, so that digits inside them are skipped, and numbers. An unterminated string matches to the end, in linear time. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const large = /^-?\d{16,}$/;

function largeIntegersAsText(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  return json.replace(tokens, (token) =>
    large.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

const [comma, openObject, openList] = [...",{["].map((character) => character.charCodeAt(0));

/** Counts the characters that begin a value, also inside strings. @throws UnreadableResponseError for too many */
function checkSize(json: string): void {
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === comma || character === openObject || character === openList) values += 1;
  }
  if (values <= maxValues) return;
  throw new UnreadableResponseError(
    `it has more than ${maxValues} values; ask for smaller pages ("paging": {"size": ...} in a contract file)`,
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function atPath(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);
}

/** The kind of a value and its keys, never its contents. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (!isObject(value)) return `a ${typeof value}`;
  const keys = Object.keys(value).slice(0, 8);
  return keys.length === 0 ? "an empty object" : `an object with ${keys.join(", ")}`.slice(0, 160);
}
