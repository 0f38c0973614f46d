/**
 * The JSON of requests and responses. A request has the registrar's names for fields and values, as the contract states them. A
 * response is parsed, searched for evidence of success, translated back, and decoded as the table of endpoints says.
 *
 * Every successful response that the specification or the public reference shows has `success: true`. Without evidence, a write
 * has an unknown outcome, and a list counts as incomplete. An echo of the request proves nothing: services echo refused requests,
 * too.
 */
import * as z from "zod";
import { ifNoError } from "../dns/index.ts";

/** By name, in lower case. */
export type Headers = Readonly<Record<string, string>>;

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
 * Parses JSON. Integers that a number can't hold become strings, so that IDs keep every digit: `JSON.parse` of Node 20 doesn't
 * show the digits of a number. Lone surrogates become U+FFFD, since neither a URL nor a stored string can hold them.
 */
export function parseJson(text: string): unknown {
  const json = largeIntegersAsText(text.startsWith("\u{feff}") ? text.slice(1) : text);
  const repair = (_key: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);
  return JSON.parse(json, /\\u[dD][89a-fA-F]/.test(text) ? repair : undefined);
}

/** JSON strings, so that digits inside are skipped, and numbers. An unterminated string matches to the end, in linear time. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const large = /^-?\d{16,}$/;

function largeIntegersAsText(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  return json.replace(tokens, (token) =>
    large.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

/** The body of a response; `undefined` if it has none. @throws UnreadableResponseError */
export function parseBody({ headers, text }: WireResponse): unknown {
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch {
    const found = `${contentTypeOf(headers)}, ${text.length} characters`;
    throw new UnreadableResponseError(`it is not JSON, or it was cut off (${found})`);
  }
}

export const contentTypeOf = (headers: Headers): string =>
  headers["content-type"]?.split(";", 1)[0]?.replace(/[^\w./+-]/g, "") || "no content type";

/** The body of a failed response; `undefined` if it can't be read. */
export const bodyIn = (response: WireResponse): unknown => ifNoError(() => parseBody(response));

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
  const shown = (key: string) => (/^[\w.-]+$/.test(key) ? key : JSON.stringify(key));
  const keys = Object.keys(value).slice(0, 8).map(shown);
  return keys.length === 0 ? "an empty object" : `an object with ${keys.join(", ")}`;
}

/** The fields that mark a success, with their values; `null`: the responses of this read have no mark. */
export type Mark = Readonly<Record<string, unknown>> | null;

/**
 * Why a list is incomplete. `short`: it shows that there is more. `unmarked`: it has no mark of success. `contradicted`: it
 * also reports an error or a warning. `unreadable`: none of its rows can be read. `sets`: each row is a set of
 * records. `opaque`: it has a row that isn't understood and may be the wanted one. `renamed`: it has the stored ID in a row of
 * another name or type.
 */
export type Cut = "short" | "unmarked" | "contradicted" | "unreadable" | "sets" | "opaque" | "renamed";

/** `has_more`, `hasMore` and `Has-More` are the same key. */
export const plainKey = (key: string): string => key.toLowerCase().replace(/[_-]/g, "");

/** The values of an object by a key in any spelling. */
export const valuesAt = (object: unknown, key: string): unknown[] =>
  Object.entries(isObject(object) ? object : {}).flatMap(([each, value]) => (plainKey(each) === key ? [value] : []));

/** Keys whose value says that something went wrong. A key may go on, as in `errorMessage`. */
const problemKey = /^(error|exception|warning|fail|incomplete|timedout)/;
/** Keys whose value is a word for the outcome. */
const outcomeKey = /^(status|state|result)$/;
const failureWord = /^(fail|error|incomplete|partial|timed[ _-]?out)/i;

/** Does an entry contradict a success? */
function contradicts([spelled, value]: [string, unknown]): boolean {
  const key = plainKey(spelled);
  if (key.startsWith("partial")) return truth(value) === true;
  if (key.startsWith("complete")) return truth(value) === false;
  if (outcomeKey.test(key)) return typeof value === "string" && failureWord.test(value);
  return problemKey.test(key) && isSaid(value);
}

/** The doubt that a contract line resolves. */
export const unmarked = "it has no mark of success";

/** Why a body does not prove success, if it doesn't. @param mark the contract's, instead of `success: true` */
export function doubtAbout(body: unknown, mark: Mark | undefined): string | undefined {
  const top = isObject(body) ? body : {};
  const keys = [top, top["data"], top["meta"]].filter(isObject).flatMap(Object.entries);
  const contradiction = keys.find(contradicts);
  if (contradiction !== undefined) return `it also reports "${contradiction[0]}"`;
  const wanted = mark === undefined ? { success: true } : (mark ?? {});
  return Object.entries(wanted).every(([path, value]) => atPath(top, path) === value) ? undefined : unmarked;
}

/** Messages of a failure. The contract must not call a response with such a message a success. */
const failureMessages = [
  /fail|error|denied|refus|reject|invalid|unable|cannot|can't|could ?n[o']t|\bnot\b/i,
  /forbidden|exceed|quota|limit|too many|locked|expired/i,
];

/** The field of a body that marks a success, to be proposed for the contract; none beside a message of failure. */
export function markIn(body: unknown): Record<string, string | true> | undefined {
  if (saysFailure(body)) return undefined;
  for (const [key, value] of Object.entries(isObject(body) ? body : {})) {
    if (!/^(success|ok|status|result|code)$/.test(plainKey(key))) continue;
    if (value === true || (typeof value === "string" && /^(ok|success)$/i.test(value))) return { [key]: value };
  }
  return undefined;
}

/** Does a body without a mark of success have a message of failure? */
export const saysFailure = (body: unknown): boolean =>
  ["message", "detail", "reason"]
    .flatMap((key) => valuesAt(body, key))
    .some((value) =>
      failureMessages.some((words) => words.test(typeof value === "string" ? value : JSON.stringify(value ?? ""))),
    );

/** Does a body refuse, as the specification shows it (`success: false`) or as JSend does? */
export const isRefusal = (body: unknown): boolean =>
  valuesAt(body, "success").some((value) => truth(value) === false) ||
  valuesAt(body, "status").some((value) => value === "error" || value === "fail");

/** A boolean, or a number or string that stands for one. */
export function truth(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "true" || value === "1") return true;
  return value === 0 || value === "false" || value === "0" ? false : undefined;
}

function isSaid(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return truth(value) ?? (value !== undefined && value !== null && value !== "");
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

/** The registrar's names and values, where they aren't those of the specification: see contract.ts. */
export interface Translation {
  fields?: Readonly<Record<string, string | Names>> | undefined;
  values?: Readonly<Record<string, Readonly<Record<string, string | number>>>> | undefined;
  apex?: "@" | "." | "empty" | undefined;
  /** Path to the object in the response. */
  container?: string | undefined;
}

type Names = Readonly<Record<string, string>>;
/** Keys come from the network: `toString` isn't one of a table. */
const at = <T>(table: Readonly<Record<string, T>> = {}, key = ""): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export const wordOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** The names of an object's fields: those of its record type win. */
function namesFor(type: unknown, fields: Translation["fields"] = {}): Names {
  const own = at(fields, wordOf(type)?.toUpperCase());
  const all = Object.entries({ ...fields, ...(typeof own === "object" && own) });
  return Object.fromEntries(all.flatMap(([name, wire]) => (typeof wire === "string" ? [[name, wire]] : [])));
}

export function toWire(value: unknown, translation: Translation): unknown {
  if (Array.isArray(value)) return value.map((each) => toWire(each, translation));
  if (!isObject(value)) return value;
  const { fields, values, apex = "@" } = translation;
  const names = namesFor(value["type"], fields);
  const wire: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const isApex = key === "name" && item === "@" && "type" in value;
    const named = isApex && apex !== "@" ? apex.replace("empty", "") : undefined;
    const written = named ?? at(at(values, key), wordOf(item)) ?? toWire(item, translation);
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
export function fromWire(value: unknown, translation: Translation): unknown {
  const { fields, values = {} } = translation;
  if (fields === undefined && Object.keys(values).length === 0) return value;
  if (Array.isArray(value)) return value.map((each) => fromWire(each, translation));
  if (!isObject(value)) return value;
  const itemAt = (wire: string) => at(value, wire) ?? atPath(value, wire);
  const wordAt = (name: string, item: unknown) =>
    Object.entries(at(values, name) ?? {}).findLast(([, each]) => String(each) === wordOf(item))?.[0];
  const typeKey = at(fields, "type");
  const type = itemAt(typeof typeKey === "string" ? typeKey : "type");
  const names = namesFor(wordAt("type", type) ?? type, fields);
  const wires = Object.values(names);
  const own = Object.keys(value).flatMap((key) =>
    wires.includes(key) || at(names, key) !== undefined ? [] : [[key, key]],
  );
  const read = [...own, ...Object.entries(names)].flatMap(([name = "", wire = ""]) => {
    const item = itemAt(wire);
    return item === undefined ? [] : [[name, wordAt(name, item) ?? fromWire(item, translation)]];
  });
  return Object.fromEntries(read);
}

/**
 * The object of a response: at the contract's `container`, else `data`, or the body where `data` is empty or not an object. An
 * envelope may have a field of the object's name, such as `status`.
 * @throws UnreadableResponseError if the object has no known field
 */
export function decodeObject<S extends z.ZodType>(body: unknown, schema: S, override: Translation): z.output<S> {
  const { container } = override;
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const data = atPath(body, container ?? "data");
  const isInData = container !== undefined || (isObject(data) && Object.keys(data).length > 0);
  const found = fromWire(isInData ? data : body, override);
  if (isObject(found) && fields.some((key) => (found[key] ?? null) !== null)) return decodeWith(schema, found);
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
