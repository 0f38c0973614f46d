/** Errors as sentences: those of the package with their code, those of the operating system in words. */
import { withCode } from "../provider/api/errors.ts";

const meanings: Readonly<Record<string, (what: string) => string>> = {
  ENOENT: (what) => `${what} does not exist. Check the path.`,
  EACCES: (what) => `${what}: permission denied. Check who may read and write it.`,
  EPERM: (what) => `${what}: permission denied. Check who may read and write it.`,
  EISDIR: (what) => `${what} is a folder. Name a file.`,
  ENOTDIR: (what) => `part of the path ${what} is not a folder. Check the path.`,
  ENOSPC: (what) => `${what} cannot be written: the disk is full.`,
  EADDRINUSE: (what) => `${what} is in use by another program. Name another port, or 0 for any free one.`,
};

/** What an error says to the person who typed the command. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error)) return error.message;
  if (/^[A-Z]+_/.test(String(error.code))) return withCode(error.message, String(error.code));
  if (!("syscall" in error)) return error.message;
  const meaning = meanings[String(error.code)];
  return meaning === undefined ? error.message : meaning(subjectOf(error));
}

function subjectOf(error: Error): string {
  if ("path" in error && typeof error.path === "string") return error.path;
  if ("port" in error) return `port ${String(error.port)}`;
  return "what you named";
}
