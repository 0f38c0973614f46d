/** What the fields of answers hold, read leniently. */
import * as z from "zod";

/** `null` and absent mean the same everywhere in this API. */
export const absent = (value: unknown) => (value === null ? undefined : value);

/** A text field of an answer; absent when missing or `null`. */
export const text = z.preprocess(absent, z.string().optional());
/** A text of an answer that some servers write as a number. */
export const textOrNumber = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : absent(value)),
  z.string().optional(),
);
/** A number of an answer; may come as decimal text (`0x10` is none). */
export const number = z.preprocess(
  (value) =>
    typeof value === "string" && /^\s*-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
      ? Number(value)
      : absent(value),
  z.number().optional(),
);
/** A flag of an answer; some servers write 0 and 1, or text. */
export const flag = z.preprocess((value) => {
  if (value === 1 || value === "1" || value === "true") return true;
  if (value === 0 || value === "0" || value === "false") return false;
  return absent(value);
}, z.boolean().optional());
/** A list of texts; a single text stands for a list of one. */
export const texts = z.preprocess(
  (value) => (typeof value === "string" ? [value] : absent(value)),
  z.array(z.string()).optional(),
);

/** Ids come as integers or as text; the program keeps text. */
export const elementId = z.union([z.string().min(1), z.number().int(), z.bigint()]).transform((value) => String(value));

/** Any JSON object: an answer whose fields the specification does not show. */
export const anyObject = z.record(z.string(), z.unknown());
export type AnyObject = z.output<typeof anyObject>;
