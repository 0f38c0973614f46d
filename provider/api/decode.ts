/** From the text of an answer to the values the operation table promises. */
import * as z from "zod";
import { isObject, parseJson, UnreadableAnswerError } from "./json.ts";
import { atPath, describe } from "./lists.ts";
import type { AnyObject } from "./shapes.ts";

/** What came over the wire. */
export interface WireAnswer {
  status: number;
  contentType: string;
  /** Value of the Retry-After header, if there was one. */
  retryAfter?: string | undefined;
  text: string;
}

/** An answer of an operation whose answers the specification does not show. */
export interface AnyAnswer {
  status: number;
  /** `data` when that is an object, else the whole body when that is one, else `{}`. */
  data: AnyObject;
}

/** The body of an answer; `undefined` when there is none. @throws UnreadableAnswerError */
export function parseBody({ status, contentType, text }: WireAnswer): unknown {
  if (status === 204 || status === 205 || text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof UnreadableAnswerError)) throw error;
    const type = contentType.split(";", 1)[0]?.replace(/[^\w./+-]/g, "") || "no content type";
    throw new UnreadableAnswerError(`${error.message} (${type}, ${text.length} characters)`);
  }
}

/** Whether a body says that the work was not done, in spite of its status. */
export function saysFailure(body: unknown): boolean {
  return isObject(body) && [false, 0, "0", "false"].some((no) => body["success"] === no);
}

/** The registrar's own words in an error body. */
export function wordsOf(body: unknown): string {
  if (!isObject(body)) return "";
  const parts = [body["error"], body["message"], body["errors"], body["detail"]]
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
  const usual = at === "top" ? [body, data] : [data, body];
  const places =
    container === undefined ? usual.flatMap((place) => [place, ...inner(place)]) : [atPath(body, container)];
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  for (const place of places) {
    const candidate = rename(Array.isArray(place) && known.length === 1 && known[0] ? { [known[0]]: place } : place);
    if (isObject(candidate) && known.some((key) => candidate[key] !== undefined && candidate[key] !== null)) {
      return decodeWith(schema, candidate);
    }
  }
  throw new UnreadableAnswerError(`none of the fields it should have is there (found ${describe(body)})`);
}

const inner = (place: unknown) => (isObject(place) ? Object.values(place).filter(isObject) : []);

/** @throws UnreadableAnswerError naming the field, never its value */
export function decodeWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const why = (issue?.message ?? "").replace(/received (undefined|NaN)/, "received nothing of that kind");
  throw new UnreadableAnswerError(`its field "${issue?.path.join(".") ?? ""}" is not as expected (${why})`);
}

export function decodeAny(status: number, body: unknown, container: string | undefined): AnyAnswer {
  const data = container === undefined ? (isObject(body) ? body["data"] : undefined) : atPath(body, container);
  return { status, data: isObject(data) ? data : isObject(body) ? body : {} };
}
