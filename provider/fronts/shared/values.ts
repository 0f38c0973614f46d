/** Values as the engine and the host exchange them. */

/** The engine's sign for a value that is not known yet, for any type. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Is a value, or any part of it, not known yet? */
export function hasUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}

/**
 * Plain JSON: what the host can carry. It fails after the work was done if it meets `undefined`, so everything passes
 * through here before a call counts as done.
 */
export function cleanJson(properties: object): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(properties)) {
    const clean = cleanValue(value);
    if (clean === undefined) continue;
    // Not by assignment: a key may be called `__proto__`.
    if (key === "__proto__")
      Object.defineProperty(cleaned, key, { value: clean, configurable: true, enumerable: true, writable: true });
    else cleaned[key] = clean;
  }
  return cleaned;
}

/** As `JSON.stringify` would write it, and `undefined` for what it leaves out; a big integer is written as text. */
function cleanValue(value: unknown): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return String(value);
    case "object":
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((element: unknown) => cleanValue(element) ?? null);
      if ("toJSON" in value && typeof value.toJSON === "function") return cleanValue(value.toJSON());
      return cleanJson(value);
    default:
      return undefined;
  }
}
