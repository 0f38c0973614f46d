/**
 * A response of the registrar: its JSON, and the evidence of success in it. Every successful response that the specification or
 * the public reference shows has `success: true`. Without evidence, a write has an unknown outcome, and a list counts as
 * incomplete. An echo of the request proves nothing: services echo refused requests, too.
 */

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
 * Parses JSON. Integers that a number can't hold become strings, so that IDs keep every digit: `JSON.parse` of Node 20 doesn't
 * show the digits of a number. Lone surrogates become U+FFFD, since neither a URL nor a stored string can hold them.
 * A key `__proto__` becomes `[__proto__]`, so that no copy of the value loses it: in a quote, an unknown field forbids the order.
 * @throws UnreadableResponseError
 */
export function parseJson(text: string): unknown {
  const json = largeIntegersAsText(text.startsWith("\u{feff}") ? text.slice(1) : text).replaceAll(
    /"__proto__"(?=\s*:)/g,
    '"[__proto__]"',
  );
  const repair = (_key: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);
  try {
    return JSON.parse(json, /\\u[dD][89a-fA-F]/.test(text) ? repair : undefined);
  } catch {
    throw new UnreadableResponseError("it is not JSON, or it was cut off");
  }
}

/**
 * JSON strings, so that digits inside them are skipped, and numbers. An unterminated string matches to the end, in linear time.
 */
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

/** The fields that mark a success, with their values; `null`: the responses of this read have no mark. */
export type Mark = Readonly<Record<string, unknown>> | null;

/**
 * Why a list is incomplete. `short`: it shows that there is more. `unmarked`: it has no mark of success. `contradicted`: it
 * also reports an error or a warning. `unreadable`: it has rows that can't be read.
 */
export type Cut = "short" | "unmarked" | "contradicted" | "unreadable";

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
  if (contradiction !== undefined) return `it also reports "${contradiction[0].slice(0, 40)}"`;
  const wanted = mark === undefined ? { success: true } : (mark ?? {});
  return Object.entries(wanted).every(([key, value]) => top[key] === value) ? undefined : unmarked;
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
