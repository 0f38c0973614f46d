/** Fills templates of dialects. */

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

/** The key of a template under which a value is. */
export const keyOf = (template: JsonObject, name: string): string | undefined =>
  Object.keys(template).find((key) => only.exec(String(template[key]))?.[1] === name);

/** Does the template show this value? */
export const shows = (template: JsonObject, name: string): boolean => JSON.stringify(template).includes(`$${name}`);
