/** Secrets as the engine marks them. */

type Properties = Record<string, unknown>;

export const signature = "4dabf18193072939515e22adb298388d";
export const secretMark = "1b47061264138c4ac30d75fd1eb44270";
/** A secret as the engine sends it. */
export const secret = (value: unknown): Properties => ({ [signature]: secretMark, value });
/** Values without the marks of secrets, as a program sees them. */
export function opened<T>(value: T): T;
export function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  if (Reflect.get(value, signature) === secretMark) return opened(Reflect.get(value, "value"));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, opened(inner)]));
}
