/** Parses JSON. `JSON.parse` of Node 20 doesn't show the digits of a number. */
import { wellFormed } from "./redaction.ts";

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
 * Parses JSON. Integers that a number can't hold become strings, so that IDs keep every digit. Lone surrogates become U+FFFD.
 * A key `__proto__` becomes `[__proto__]`, so that no copy of the value loses it: in a quote, an unknown field forbids the order.
 * @throws UnreadableResponseError
 */
export function parseJson(text: string): unknown {
  const json = largeIntegersAsText(text.startsWith("\u{feff}") ? text.slice(1) : text).replaceAll(
    /"__proto__"(?=\s*:)/g,
    '"[__proto__]"',
  );
  const repair = (_key: string, value: unknown) => (typeof value === "string" ? wellFormed(value) : value);
  try {
    return JSON.parse(json, /\\u[dD][89a-fA-F]/.test(text) ? repair : undefined);
  } catch {
    throw new UnreadableResponseError("it is not JSON, or it was cut off");
  }
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
