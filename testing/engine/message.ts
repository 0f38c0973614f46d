/** The text of anything thrown. Not by `instanceof`: a test runner may have an `Error` of its own. */
export function messageOf(error: unknown): string {
  const hasMessage = typeof error === "object" && error !== null && "message" in error;
  return hasMessage ? String(error.message) : String(error);
}
