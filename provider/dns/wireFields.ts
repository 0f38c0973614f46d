import { showText } from "./names.ts";

/** A row of the registrar that cannot be understood. It never stops a program: the row is only shown, with the reason. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** The fields of one untrusted row. `null`, like a missing field, reads as `undefined`. */
export interface WireFields {
  /** A text. @throws UnreadableError on any other value. */
  text(key: string): string | undefined;
  /** A whole number from 0 to `max`, as a number or as decimal digits; an empty text reads as `undefined`. @throws UnreadableError */
  integer(key: string, max: number): number | undefined;
}

/** A whole number from 0 to `max` from decimal digits. @throws UnreadableError */
export function integerFromText(text: string, max: number, what: string): number {
  const digits = text.trim();
  if (!/^[0-9]{1,10}$/.test(digits) || Number(digits) > max) {
    throw new UnreadableError(`${what} is not a whole number from 0 to ${max}`);
  }
  return Number(digits);
}

export function wireFields(row: Record<string, unknown>): WireFields {
  const value = (key: string): unknown => (Object.hasOwn(row, key) ? (row[key] ?? undefined) : undefined);
  return {
    text(key) {
      const found = value(key);
      if (found === undefined || typeof found === "string") return found;
      throw new UnreadableError(`${key} is not a text`);
    },
    integer(key, max) {
      const found = value(key);
      if (found === undefined || (typeof found === "string" && found.trim() === "")) return undefined;
      if (typeof found === "string") return integerFromText(found, max, key);
      if (typeof found === "number" && Number.isInteger(found) && found >= 0 && found <= max) return found;
      throw new UnreadableError(`${key} is not a whole number from 0 to ${max}`);
    },
  };
}

/** One value out of two places that may both hold it. @throws UnreadableError if they contradict each other. */
export function agreed<V extends string | number>(
  what: string,
  one: V | undefined,
  other: V | undefined,
): V | undefined {
  if (one !== undefined && other !== undefined && one !== other) {
    throw new UnreadableError(
      `${what} is given twice, as ${showText(String(one), 40)} and ${showText(String(other), 40)}`,
    );
  }
  return one ?? other;
}
