/** Shapes of responses and contracts, as strings without values. */
import { type Endpoint, endpoints } from "../../provider/api/endpoints/table.ts";
import {
  type Configuration,
  contentTypeOf,
  type EndpointName,
  type FieldNames,
  findRows,
  isObject,
  type Observation,
  type Override,
  parseBody,
  UnreadableResponseError,
} from "../../provider/api/index.ts";

const deepest = 4;
const maxKeys = 30;

/** Looks like the name of a field, and not like data as a key (a handle, an e-mail address, a domain)? */
export const isFieldName = (key: string) => key.length <= 40 && /^[a-z][\w-]*$/i.test(key) && !/\d{4}|-\d/.test(key);

/**
 * The common shape of several values, such as `{ success: boolean, data: [2 x { id: number, type: string }] }`; `?` marks a field that
 * some lack.
 */
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
    const inner = depth >= deepest ? "..." : shapeOf(items, depth + 1);
    kinds.add(items.length === 0 ? "[]" : `[${count}${inner}]`);
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
    const holders = objects.filter((object) => Object.hasOwn(object, key));
    const mark = holders.length < objects.length ? "?" : "";
    const inside = holders.map((object) => object[key]);
    return `${key}${mark}: ${shapeOf(inside, depth + 1)}`;
  });
  return `{ ${fields.join(", ")} }`;
}

/** A name of the response, without data. A name with a dot, such as `www.example`, may be that of a record. */
export const showKey = (key: string): string => (isFieldName(key) ? key : "(a key that may be data)");

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

/** Number of rows of a list; `undefined` if it wasn't found. */
export function rowsIn(
  operation: EndpointName,
  body: unknown,
  { contract }: Pick<Configuration, "contract">,
): number | undefined {
  const { answer }: Endpoint = endpoints[operation];
  if (answer.kind !== "list" || body === undefined) return undefined;
  try {
    const { container } = contract.endpoints[operation] ?? {};
    return findRows({ status: 200, headers: {}, body }, answer, { container }).rows.length;
  } catch {
    return undefined;
  }
}

/** The table's row of an operation, with the contract's corrections. */
export function contractText(operation: EndpointName, { contract }: Configuration): string {
  const { method, path }: Endpoint = endpoints[operation];
  const override = contract.endpoints[operation];
  if (override === null) return "no such operation (contract file)";
  const corrections = [
    ...namesIn(override?.fields).map(([name, wire]) => `${name} is ${wire}`),
    ...(override?.container === undefined ? [] : [`in ${override.container}`]),
    ...(override?.paging === null ? ["no pages"] : override?.paging ? [`pages by ${pagesBy(override.paging)}`] : []),
  ];
  const line = `${override?.method ?? method} ${override?.path ?? path}`;
  return corrections.length === 0 ? line : `${line} (${corrections.join(", ")})`;
}

/** Names on the wire, with those of single types: `port of SRV`. */
export const namesIn = (fields: FieldNames = {}, type = ""): [name: string, wire: string][] =>
  Object.entries(fields).flatMap(([name, wire]): [string, string][] =>
    typeof wire === "string" ? [[`${name}${type}`, wire]] : namesIn(wire, ` of ${name}`),
  );

/** The parameters that ask for a page. */
export const pagesBy = ({ page, offset, cursor, pageSize }: NonNullable<Override["paging"]>): string =>
  [page ?? offset ?? cursor, pageSize].filter(Boolean).join(", ");
