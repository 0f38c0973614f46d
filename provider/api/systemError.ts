import { isObject } from "./json.ts";

/** The code of an error of the system, such as `ENOENT`, for messages: its text may name paths. With several addresses each has its error. */
export function codeOf(error: unknown): string {
  if (!isObject(error)) return "unknown error";
  if (error["code"] !== undefined) return String(error["code"]);
  const inner: unknown = Array.isArray(error["errors"]) ? error["errors"][0] : undefined;
  return inner === undefined ? "unknown error" : codeOf(inner);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EISDIR: "it is a folder",
  ENOTDIR: "part of its path is not a folder",
  EEXIST: "it exists already",
  ENOSPC: "the disk is full",
  EROFS: "the disk can only be read",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links lead round in a circle",
  EMFILE: "too many files are open",
};

/** Why a file could not be read or written, as the end of a sentence; the code, where nothing else is known. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? code;
}
