/** From the text of an answer to the values that the table of endpoints promises. */
import * as z from "zod";
import { plainKey, truth, valuesAt } from "../assumptions/evidence.ts";
import type { AnyObject } from "../endpoints/shapes.ts";
import { UnexpectedShapeError } from "../errors.ts";
import {
  atPath,
  describe,
  type Headers,
  isObject,
  parseJson,
  UnreadableAnswerError,
  type WireAnswer,
} from "../json.ts";
import { quote } from "../redaction.ts";
import type { Call } from "./call.ts";

/** The body of an answer; `undefined` when there is none. @throws UnreadableAnswerError */
export function parseBody({ status, headers, text }: WireAnswer): unknown {
  if (status === 204 || status === 205 || text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof UnreadableAnswerError)) throw error;
    const type = contentTypeOf(headers);
    throw new UnreadableAnswerError(`${error.message} (${type}, ${text.length} characters)`);
  }
}

export const contentTypeOf = (headers: Headers): string =>
  headers["content-type"]?.split(";", 1)[0]?.replace(/[^\w./+-]/g, "") || "no content type";

/** The body of an answer; `undefined` where it cannot be read either. */
export function bodyIn(answer: WireAnswer): unknown {
  try {
    return parseBody(answer);
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return undefined;
    throw error;
  }
}

/** Does a response whose status says otherwise report success? */
export const saysSuccess = (response: WireAnswer): boolean =>
  valuesAt(bodyIn(response), "success").some((value) => truth(value) === true);

export function wordsOf(body: unknown): string {
  const parts = ["error", "message", "errors", "detail"]
    .flatMap((key) => valuesAt(body, key))
    .filter((part) => part !== undefined && part !== null && part !== "")
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
  return [...new Set(parts)].join(": ");
}

/**
 * The object an answer is about: in `data` when there is one, else at the top level (or the other way round), or one
 * level deeper.
 * @throws UnreadableAnswerError when none of the fields the object is known to have is there
 */
export function decodeObject<S extends z.ZodType>(
  body: unknown,
  schema: S,
  {
    at,
    container,
    rename,
  }: { at?: "top" | undefined; container?: string | undefined; rename: (value: unknown) => unknown },
): z.output<S> {
  const data = isObject(body) ? body["data"] : undefined;
  const defaults = at === "top" ? [body, data] : [data, body];
  const candidates =
    container === undefined ? defaults.flatMap((value) => [value, ...inner(value)]) : [atPath(body, container)];
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const [onlyField] = fields.length === 1 ? fields : [];
  for (const candidate of candidates) {
    const object = rename(Array.isArray(candidate) && onlyField ? { [onlyField]: candidate } : candidate);
    if (isObject(object) && fields.some((key) => object[key] !== undefined && object[key] !== null)) {
      return decodeWith(schema, object);
    }
  }
  throw new UnreadableAnswerError(`none of the fields it should have is there (found ${describe(body)})`);
}

const inner = (value: unknown) => (isObject(value) ? Object.values(value).filter(isObject) : []);

/** @throws UnreadableAnswerError naming the field, never its value */
export function decodeWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const why = (issue?.message ?? "").replace(/received (undefined|NaN)/, "received nothing of that kind");
  throw new UnreadableAnswerError(`its field "${issue?.path.join(".") ?? ""}" is not as expected (${why})`);
}

/** The object of an answer that may hold anything: in `data` when that is one, else the body. */
export function decodeAny(body: unknown, container: string | undefined): AnyObject {
  const data = atPath(body, container ?? "data");
  return isObject(data) ? data : isObject(body) ? body : {};
}

/** Names of the fields of a response that say nothing of its data. */
export const envelopeFields: readonly string[] = ["success", "message"];

export function outsideData(body: unknown, container = "data"): object {
  const known = [...envelopeFields, container.split(".")[0]].map((name = "") => plainKey(name));
  return Object.fromEntries(
    Object.entries(isObject(body) ? body : {}).filter(([key]) => !known.includes(plainKey(key))),
  );
}

/** Runs a decoding step. @throws UnexpectedShapeError for what it finds unreadable */
export function readable<T>(call: Call, status: number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof UnreadableAnswerError ? unreadable(call, status, error) : error;
  }
}

/** An answer that cannot be read; a write may have been carried out. */
export function unreadable(call: Call, status: number, error: UnreadableAnswerError, tried?: string) {
  return new UnexpectedShapeError({
    operation: call.name,
    domain: call.domain,
    status,
    outcome: call.request.method === "GET" ? "no" : "unknown",
    what: `the response (${status}) cannot be read: ${quote(error.message, call.redact)}`,
    tried,
    advice: shapeAdvice(call),
  });
}

export const shapeAdvice = ({ name }: Call) =>
  `Check registrar:baseUrl; if the registrar's responses have another form, declare it for "${name}" in a contract file (REGISTRAR_CONTRACT_FILE).`;
