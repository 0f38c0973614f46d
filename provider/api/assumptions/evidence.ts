/**
 * Evidence in a response. Every successful response that the specification or the public reference shows says `success: true`. A write without
 * evidence has an unknown outcome, and a list without evidence proves nothing: no list of words that mean failure is ever complete.
 */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../json.ts";

/** Fields of a response that mark a success, with their values; `null`: this reading operation has no mark. */
export type Mark = Readonly<Record<string, unknown>> | null;

/**
 * Why nothing follows from what a list does not show. `short`: something shows that there is more. `unmarked`: its responses show no
 * success. `contradicted`: they also report an error or a warning. `unreadable`: it has rows that cannot be read.
 */
export type Cut = "short" | "unmarked" | "contradicted" | "unreadable";

/** A key without its spelling: `has_more`, `hasMore` and `Has-More` are the same. */
export const plainKey = (key: string): string => key.toLowerCase().replace(/[_-]/g, "");

/** The values of an object by a key, however the key is spelled. */
export const valuesAt = (object: unknown, key: string): unknown[] =>
  Object.entries(isObject(object) ? object : {}).flatMap(([each, value]) => (plainKey(each) === key ? [value] : []));

/** Contradicts a success, of a write and of a list alike: a key that begins so, with a value that says so. */
const contradictions: readonly [beginning: string, says: (value: unknown) => boolean][] = [
  ["error", isSaid],
  ["exception", isSaid],
  ["warning", isSaid],
  ["partial", (value) => truth(value) === true],
  ["complete", (value) => truth(value) === false],
];

/** A doubt that a line of the contract file resolves. */
export const unmarked = "it has no mark of success";

/** Why a body is no evidence of success; `undefined` where it is. @param mark as the contract file names it, in the place of `success: true` */
export function doubtOf(body: unknown, mark: Mark | undefined): string | undefined {
  const top = isObject(body) ? body : {};
  const keys = [top, top["data"], top["meta"]].filter(isObject).flatMap(Object.entries);
  const isContradiction = ([key, value]: [string, unknown]) =>
    contradictions.some(([beginning, says]) => plainKey(key).startsWith(beginning) && says(value));
  const contradiction = keys.find(isContradiction);
  if (contradiction !== undefined) return `it also reports "${contradiction[0].slice(0, 40)}"`;
  const wanted = mark === undefined ? { success: true } : (mark ?? {});
  return Object.entries(wanted).every(([key, value]) => top[key] === value) ? undefined : unmarked;
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

/** A boolean, or one that came as a number or a string. */
export function truth(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "true" || value === "1") return true;
  return value === 0 || value === "false" || value === "0" ? false : undefined;
}

/** Is the value anything but empty or false? */
function isSaid(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return truth(value) ?? (value !== undefined && value !== null && value !== "");
}
