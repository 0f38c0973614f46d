/** The message of a thrown value. Doesn't use `instanceof`: a test runner may have another `Error`. */
export function messageOf(error: unknown): string {
  const hasMessage = typeof error === "object" && error !== null && "message" in error;
  return hasMessage ? String(error.message) : String(error);
}
