/** From the text of a response to the values that the table of endpoints promises. */
import * as z from "zod";
import type { Override } from "../assumptions/contract.ts";
import { plainKey, truth, valuesAt } from "../assumptions/evidence.ts";
import { fromWire } from "../assumptions/wireNames.ts";
import { UnexpectedShapeError } from "../errors.ts";
import {
  atPath,
  describe,
  type Headers,
  isObject,
  parseJson,
  UnreadableResponseError,
  type WireResponse,
} from "../json.ts";
import { quote } from "../redaction.ts";
import type { Call } from "./call.ts";

/** The body of a response; `undefined` if it has none. @throws UnreadableResponseError */
export function parseBody({ status, headers, text }: WireResponse): unknown {
  if (status === 204 || status === 205 || text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof UnreadableResponseError)) throw error;
    throw new UnreadableResponseError(`${error.message} (${contentTypeOf(headers)}, ${text.length} characters)`);
  }
}

export const contentTypeOf = (headers: Headers): string =>
  headers["content-type"]?.split(";", 1)[0]?.replace(/[^\w./+-]/g, "") || "no content type";

/** The body of a failed response; `undefined` if it can't be read. */
export function bodyIn(response: WireResponse): unknown {
  try {
    return parseBody(response);
  } catch {
    return undefined;
  }
}

/** Does the body report success, whatever the status says? */
export const saysSuccess = (response: WireResponse): boolean =>
  valuesAt(bodyIn(response), "success").some((value) => truth(value) === true);

/** The registrar's own message in a response, not redacted yet. */
export function wordsOf(body: unknown): string {
  const parts = ["error", "message", "errors", "detail"]
    .flatMap((key) => valuesAt(body, key))
    .filter((part) => part !== undefined && part !== null && part !== "")
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
  return [...new Set(parts)].join(": ");
}

/**
 * The object of a response: at the contract's `container`, else the one that has most of the known fields among `data`,
 * the body, and the objects directly inside them.
 * @throws UnreadableResponseError if no object has a known field
 */
export function decodeObject<S extends z.ZodType>(body: unknown, schema: S, override: Override): z.output<S> {
  const { container } = override;
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const [onlyField] = fields.length === 1 ? fields : [];
  const inside = (value: unknown) => [value, ...(isObject(value) ? Object.values(value).filter(isObject) : [])];
  const places = container === undefined ? [atPath(body, "data"), body].flatMap(inside) : [atPath(body, container)];
  const [best] = places
    .map((place) => fromWire(Array.isArray(place) && onlyField ? { [onlyField]: place } : place, override))
    .filter(isObject)
    .map((object) => ({ object, shown: fields.filter((key) => (object[key] ?? null) !== null).length }))
    .sort((a, b) => b.shown - a.shown);
  if (best !== undefined && best.shown > 0) return decodeWith(schema, best.object);
  throw new UnreadableResponseError(`none of the fields it should have is there (found ${describe(body)})`);
}

/** @throws UnreadableResponseError naming the field, never its value */
export function decodeWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const why = (issue?.message ?? "").replace(/received (undefined|NaN)/, "received nothing of that kind");
  throw new UnreadableResponseError(`its field "${issue?.path.join(".") ?? ""}" is not as expected (${why})`);
}

/** The object of a response whose fields aren't known: `data` if that is an object, else the body. */
export const decodeAny = (body: unknown, container = "data"): Record<string, unknown> =>
  [atPath(body, container), body].find(isObject) ?? {};

/** Names of the fields of a response that say nothing of its data. */
export const envelopeFields: readonly string[] = ["success", "message"];

/** The fields of a response that are neither data nor envelope. */
export function outsideData(body: unknown, container = "data"): object {
  const known = [...envelopeFields, container.split(".")[0]].map((name = "") => plainKey(name));
  const entries = Object.entries(isObject(body) ? body : {});
  return Object.fromEntries(entries.filter(([key]) => !known.includes(plainKey(key))));
}

/** Runs a step of decoding. @throws UnexpectedShapeError in place of UnreadableResponseError */
export function readable<T>(call: Call, status: number, decode: () => T, tried?: string): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof UnreadableResponseError)) throw error;
    throw new UnexpectedShapeError({
      operation: call.name,
      domain: call.domain,
      status,
      // A write may have been carried out.
      outcome: call.request.method === "GET" ? "no" : "unknown",
      what: `the response (${status}) cannot be read: ${quote(error.message, call.redact)}`,
      tried,
      advice: shapeAdvice(call),
    });
  }
}

export const shapeAdvice = ({ name }: Call) =>
  `Check registrar:baseUrl; if the responses have another form, declare it for "${name}" in a contract file (REGISTRAR_CONTRACT_FILE).`;
