/**
 * Evidence of success in a response. Every successful response that the specification or the public reference shows has
 * `success: true`. Without evidence, a write has an unknown outcome, and a list counts as incomplete. There is no list of words that
 * mean failure, since it could never be complete.
 */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../json.ts";

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

/** Does an entry contradict a success? Its key may go on, as in `errorMessage`. */
function contradicts([spelled, value]: [string, unknown]): boolean {
  const key = plainKey(spelled);
  if (key.startsWith("partial")) return truth(value) === true;
  if (key.startsWith("complete")) return truth(value) === false;
  return /^(error|exception|warning)/.test(key) && isSaid(value);
}

/** The doubt that a contract line resolves. */
export const unmarked = "it has no mark of success";

/** Why a body does not prove success, if it doesn't. @param mark the contract's, instead of `success: true` */
export function doubtOf(body: unknown, mark: Mark | undefined): string | undefined {
  const top = isObject(body) ? body : {};
  const keys = [top, top["data"], top["meta"]].filter(isObject).flatMap(Object.entries);
  const contradiction = keys.find(contradicts);
  if (contradiction !== undefined) return `it also reports "${contradiction[0].slice(0, 40)}"`;
  const wanted = mark === undefined ? { success: true } : (mark ?? {});
  return Object.entries(wanted).every(([key, value]) => top[key] === value) ? undefined : unmarked;
}

/** The field of a body that probably marks a success, to be proposed for the contract. */
export function markIn(body: unknown): Record<string, string | true> | undefined {
  for (const [key, value] of Object.entries(isObject(body) ? body : {})) {
    if (value === true || (typeof value === "string" && /^(ok|success)$/i.test(value))) return { [key]: value };
  }
  return undefined;
}

/** Does a body refuse, as the specification shows it (`success: false`) or as JSend does? */
export const isRefusal = (body: unknown): boolean =>
  valuesAt(body, "success").some((value) => truth(value) === false) ||
  valuesAt(body, "status").some((value) => value === "error" || value === "fail");

/** Does a body show every field of a request as it was sent? Numbers may come as strings. */
export function showsSent(body: unknown, sent: unknown): boolean {
  if (!isObject(sent) || Object.keys(sent).length === 0) return false;
  const isSent = (shown: unknown, value: unknown) =>
    isDeepStrictEqual(shown, value) || (typeof value !== "object" && String(shown) === String(value));
  return [body, isObject(body) ? body["data"] : undefined]
    .filter(isObject)
    .some((object) => Object.entries(sent).every(([key, value]) => isSent(object[key], value)));
}

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
