/**
 * Evidence of success in a response. Every successful response that the specification or the public reference shows has
 * `success: true`. Without evidence, a write has an unknown outcome, and a list counts as incomplete. An echo of the request is no
 * evidence: services echo refused requests, too.
 */
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
const failureMessage =
  /fail|error|denied|refus|reject|invalid|unable|cannot|can't|could ?n[o']t|\bnot\b|forbidden|exceed|quota|limit|too many|locked|expired/i;

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
    .some((value) => failureMessage.test(typeof value === "string" ? value : JSON.stringify(value ?? "")));

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
