/** The code of an error of the system, such as `ENOENT`, for messages: its text may name paths. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown error";
}
