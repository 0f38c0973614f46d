/** Fills templates of dialects, and reads values from requests of their form. */
import { words } from "./encoding.ts";
import { badRequest } from "./refusal.ts";

export type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const word = /\$(\w+)(:text)?/g;
const only = /^\$(\w+)(:text)?$/;

/** The key that stands for all fields of a row. */
export const fieldsKey = "$fields";

/** Fills a template. A value that is `undefined` leaves out its key. */
export function fill(template: unknown, values: JsonObject): unknown {
  if (typeof template === "string") {
    const [, name, asText] = only.exec(template) ?? [];
    if (name === undefined) return template.replace(word, (_, each: string) => String(values[each] ?? ""));
    const value = values[name];
    return asText === undefined || value === undefined || value === null ? value : String(value);
  }
  if (Array.isArray(template)) return template.map((item) => fill(item, values));
  return isObject(template) ? filled(template, values) : template;
}

/** Fills an object, without keys that have no value, and without objects that become empty. */
export function filled(template: JsonObject, values: JsonObject): JsonObject {
  const entries = Object.entries(template).flatMap(([key, item]): [string, unknown][] => {
    if (key === fieldsKey) return Object.entries(Object(values["fields"]));
    const value = fill(item, values);
    const isEmpty = isObject(value) && isObject(item) && Object.keys(value).length < 1 && Object.keys(item).length > 0;
    return value === undefined || isEmpty ? [] : [[String(fill(key, values)), value]];
  });
  return Object.fromEntries(entries);
}

/** The values in a body of the template's form. @throws Refusal if the body has other keys, or a string of another form */
export function valuesIn(template: JsonObject, body: JsonObject): JsonObject {
  const values: JsonObject = {};
  for (const [key, given] of Object.entries(body)) {
    if (Object.hasOwn(template, key)) Object.assign(values, valuesOf(template[key], given));
    else if (fieldsKey in template) values[key] = given;
    else throw badRequest("unknown_field", `There is no field ${JSON.stringify(key)}.`);
  }
  return values;
}

function valuesOf(template: unknown, given: unknown): JsonObject {
  if (isObject(template)) return isObject(given) ? valuesIn(template, given) : {};
  if (typeof template !== "string" || given === null) return {};
  const [, name] = only.exec(template) ?? [];
  if (name !== undefined) return { [name]: given };
  const names = [...template.matchAll(word)].map(([, each = ""]) => each);
  const parts = words(String(given), names.length, template);
  return Object.fromEntries(names.map((each, n) => [each, parts[n]]));
}

/** The key of a template under which a value is. */
export const keyOf = (template: JsonObject, name: string): string | undefined =>
  Object.keys(template).find((key) => only.exec(String(template[key]))?.[1] === name);

/** The value of a body at the place of its word in a template. */
export function valueAt(template: JsonObject, body: unknown, name: string): unknown {
  if (!isObject(body)) return undefined;
  const key = keyOf(template, name);
  if (key !== undefined) return body[key];
  const inner = Object.entries(template).map(([each, part]) => isObject(part) && valueAt(part, body[each], name));
  return inner.find((value) => value !== undefined && value !== false);
}

/** Does the template show this value? */
export const shows = (template: JsonObject, name: string): boolean => JSON.stringify(template).includes(`$${name}`);
