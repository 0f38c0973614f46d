/**
 * Between the program's values and the wire. A request has the registrar's names for fields and values, as the contract states
 * them. A response is parsed, translated back, and decoded as the table of endpoints says.
 */
import * as z from "zod";
import type { Override } from "../contract.ts";
import {
  atPath,
  describe,
  type Headers,
  isObject,
  parseJson,
  plainKey,
  truth,
  UnreadableResponseError,
  valuesAt,
  type WireResponse,
} from "../response.ts";

type Names = Readonly<Record<string, string>>;
/** Keys come from the network: `toString` isn't one of a table. */
const at = <T>(table: Readonly<Record<string, T>> = {}, key = ""): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const wordOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);

/** The names of an object's fields: those of its record type win. */
function namesFor(type: unknown, fields: Override["fields"] = {}): Names {
  const own = at(fields, wordOf(type)?.toUpperCase());
  const all = Object.entries({ ...fields, ...(typeof own === "object" && own) });
  return Object.fromEntries(all.flatMap(([name, wire]) => (typeof wire === "string" ? [[name, wire]] : [])));
}

export function toWire(value: unknown, translation: Override): unknown {
  if (Array.isArray(value)) return value.map((each) => toWire(each, translation));
  if (!isObject(value)) return value;
  const { fields, values, apex = "@" } = translation;
  const names = namesFor(value["type"], fields);
  const wire: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const isApex = key === "name" && item === "@" && "type" in value;
    if (isApex && apex === "absent") continue;
    const written = isApex && apex === "empty" ? "" : (at(at(values, key), wordOf(item)) ?? toWire(item, translation));
    setAt(wire, (at(names, key) ?? key).split("."), written);
  }
  return wire;
}

function setAt(object: Record<string, unknown>, [key = "", ...path]: readonly string[], value: unknown): void {
  const inner = object[key];
  const below = isObject(inner) ? inner : {};
  object[key] = path.length === 0 ? value : below;
  if (path.length > 0) setAt(below, path, value);
}

/** Translates a response. A field with another name on the wire isn't read under its own. One on the wire may be several. */
export function fromWire(value: unknown, translation: Override): unknown {
  const { fields, values = {}, apex } = translation;
  if (fields === undefined && Object.keys(values).length === 0 && apex !== "absent") return value;
  if (Array.isArray(value)) return value.map((each) => fromWire(each, translation));
  if (!isObject(value)) return value;
  const typeKey = at(fields, "type");
  const names = namesFor(value[typeof typeKey === "string" ? typeKey : "type"], fields);
  const wires = Object.values(names);
  const own = Object.keys(value).flatMap((key) =>
    wires.includes(key) || at(names, key) !== undefined ? [] : [[key, key]],
  );
  const read = [...own, ...Object.entries(names)].flatMap(([name = "", wire = ""]) => {
    const item = at(value, wire) ?? atPath(value, wire);
    const words = Object.entries(at(values, name) ?? {});
    const word = words.findLast(([, each]) => String(each) === wordOf(item))?.[0];
    return item === undefined ? [] : [[name, word ?? fromWire(item, translation)]];
  });
  const row: Record<string, unknown> = Object.fromEntries(read);
  return apex === "absent" && "type" in row && !("name" in row) ? { ...row, name: null } : row;
}

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
