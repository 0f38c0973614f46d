/** Values as the engine and the host exchange them. */
import type { Properties } from "../../lifecycle/definition.ts";

/** The engine's sign for a value that is not known yet, for any type. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Is a value, or any part of it, not known yet? */
export function hasUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}

/** Marks an object as something else than plain data; the values say as what. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A value as a secret. */
export const secret = (value: unknown): Properties => ({ [signatureKey]: secretSignature, value });

/** A value that JSON can hold. */
type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * Plain JSON: what the host can carry. It fails after the work was done if it meets `undefined`, so everything passes
 * through here before a call counts as done.
 */
export function cleanJson(properties: object): Record<string, JsonValue> {
  return JSON.parse(
    JSON.stringify(properties, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );
}
