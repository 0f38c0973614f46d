/** Says in words why a schema refuses a value. A schema's own messages win. */
import type * as z from "zod";
import { showText } from "../dns/index.ts";

type Refused = Parameters<z.core.$ZodErrorMap>[0];

/** @param isShown may a message show the value? */
export const wrongValue =
  (isShown: boolean): z.core.$ZodErrorMap =>
  (refused) => {
    const words = refused.input === undefined ? "is missing" : wordsOf(refused, isShown);
    return refused.path?.length ? `${refused.path.map(step).join("").replace(/^\./, "")} ${words}` : words;
  };

const step = (part: PropertyKey) =>
  typeof part === "string" && /^\w+$/.test(part)
    ? `.${part}`
    : `[${typeof part === "number" ? part : showText(String(part))}]`;

function wordsOf(refused: Refused, isShown: boolean): string {
  const unit = Array.isArray(refused.input) ? " elements" : typeof refused.input === "string" ? " characters" : "";
  const verb = unit === "" ? "must be" : "must have";
  if (refused.code === "invalid_type") return typeWords(refused.expected, refused.input, isShown);
  if (refused.code === "invalid_value")
    return `must be ${refused.values.map((each) => JSON.stringify(each)).join(" or ")}`;
  if (refused.code === "unrecognized_keys") return `has no key ${showText(String(refused.keys[0]))}`;
  if (refused.code === "too_small") return `${verb} at least ${refused.minimum}${unit}`;
  if (refused.code === "too_big") return `${verb} at most ${refused.maximum}${unit}`;
  return "is not a value that this argument takes";
}

const names: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
};

function typeWords(expected: string, value: unknown, isShown: boolean): string {
  return misquoted(expected, value, isShown) ?? `must be ${names[expected] ?? "a map"}`;
}

/**
 * Says how to write a value that its quotes, or the lack of them, give another type: a habit of YAML and JSON. `undefined` for any other
 * value.
 */
export function misquoted(expected: string, value: unknown, isShown: boolean): string | undefined {
  if (expected === "string" && typeof value !== "object")
    return `must be a string: write ${isShown ? `"${value}"` : "it"} in quotes`;
  if (!isShown || typeof value !== "string") return undefined;
  if (expected === "array") return `must be a list: write [${showText(value)}]`;
  const isMeant = expected === "boolean" ? /^(?:true|false)$/ : /^-?\d{1,15}$/;
  const isOfType = ["boolean", "int", "number"].includes(expected) && isMeant.test(value);
  return isOfType ? `got the string ${showText(value)}: write ${value}` : undefined;
}
