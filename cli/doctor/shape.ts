/** Shapes of responses, as strings without values. */
import {
  contentTypeOf,
  isObject,
  type Observation,
  parseBody,
  UnreadableResponseError,
} from "../../provider/api/index.ts";

const deepest = 4;
const maxKeys = 30;

/** Looks like the name of a field, and not like data as a key (a handle, an e-mail address, a domain)? */
export const isFieldName = (key: string) => key.length <= 40 && /^[a-z][\w-]*$/i.test(key) && !/\d{4}|-\d/.test(key);

/** The common shape of several values: `{ success: boolean, data: [2 x { id: number }] }`; `?` marks a field that some lack. */
function shapeOf(values: readonly unknown[], depth = 0): string {
  const kinds = new Set<string>();
  const objects = values.filter(isObject);
  const lists = values.filter(Array.isArray);
  for (const value of values) {
    if (value === null || value === undefined) kinds.add("null");
    else if (typeof value !== "object") kinds.add(typeof value);
  }
  if (objects.length > 0) kinds.add(depth >= deepest ? "{...}" : shapeOfObjects(objects, depth));
  if (lists.length > 0) {
    const items = lists.flat();
    const count = lists.length === 1 ? `${items.length} x ` : "";
    kinds.add(items.length === 0 ? "[]" : `[${count}${depth >= deepest ? "..." : shapeOf(items, depth + 1)}]`);
  }
  return [...kinds].join(" | ");
}

function shapeOfObjects(objects: readonly Record<string, unknown>[], depth: number): string {
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  if (keys.length === 0) return "{}";
  if (keys.length > maxKeys || !keys.every(isFieldName)) {
    const entries = objects.flatMap((object) => Object.values(object));
    return `{ ${keys.length} keys: ${shapeOf(entries, depth + 1)} }`;
  }
  const fields = keys.map((key) => {
    const inside = objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key]);
    return `${key}${inside.length < objects.length ? "?" : ""}: ${shapeOf(inside, depth + 1)}`;
  });
  return `{ ${fields.join(", ")} }`;
}

/** The JSON value of a response and its shape; no `value` if it isn't JSON. */
export function bodyOf(answer: Observation["answer"]): { shape: string; value?: unknown } {
  try {
    const value = parseBody(answer);
    return { shape: value === undefined ? "nothing" : shapeOf([value]), value };
  } catch (error) {
    if (!(error instanceof UnreadableResponseError)) throw error;
    return { shape: `not JSON (${contentTypeOf(answer.headers)})` };
  }
}
