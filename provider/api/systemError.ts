import { isObject } from "./json.ts";

/** The code of an error of the system, such as `ENOENT`, for messages: its text may name paths. With several addresses each has its error. */
export function codeOf(error: unknown): string {
  if (!isObject(error)) return "unknown error";
  if (error["code"] !== undefined) return String(error["code"]);
  const inner: unknown = Array.isArray(error["errors"]) ? error["errors"][0] : undefined;
  return inner === undefined ? "unknown error" : codeOf(inner);
}
