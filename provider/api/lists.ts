/** Lists as they are answered: where the rows are, what the answer says of their number and of its end. */
import { saysMore } from "./endMarks.ts";
import { isObject, UnreadableAnswerError } from "./json.ts";

/** A list as it was read. */
export interface Listing<T> {
  rows: T[];
  /** Something in the list proves that it is whole. Only then may anybody conclude that something is gone. */
  complete: boolean;
  /** Why it is not known to be whole, for messages. */
  incomplete?: string | undefined;
  /** Something in the list shows that there is more than could be read; else, nothing speaks against its being whole. */
  cut?: boolean | undefined;
  /** The registrar's own count, where it gave one. */
  total?: number | undefined;
  /** Pages asked for. */
  pages: number;
}

export type Row = Record<string, unknown>;

/** One page of a list. */
export interface Page {
  rows: Row[];
  total?: number | undefined;
  /** Whether the answer says that more follows; absent where it says neither. */
  more?: boolean | undefined;
}

/** What a page is asked for with; `undefined`: the list without any paging parameter. */
export type PageRequest = { page: number; size: number } | undefined;

/** Rows of one list. No account comes near this bound; an answer without an end is stopped by it. */
export const maxRows = 1_000_000;

const commonKeys = ["data", "items", "results", "rows"];
const totalKeys = ["total", "total_count", "totalCount"];

/**
 * Finds the rows in an answer: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`.
 * @param container the contract's own word on where they are, such as `payload.rows`
 * @param position how many pages, this one included, were counted to get here
 * @throws UnreadableAnswerError when there is no list in a known place; that is never an empty list
 */
export function findRows(body: unknown, keys: readonly string[], container?: string, position?: number): Page {
  const total = findTotal(body);
  const more = saysMore(body, position);
  const list = container === undefined ? findList(body, keys) : atPath(body, container);
  if (!Array.isArray(list)) {
    if (total === 0 && (list === undefined || list === null || isEmptyObject(list))) return { rows: [], total, more };
    throw new UnreadableAnswerError(
      container === undefined
        ? `there is no list in it (looked for ${[...keys, ...commonKeys].join(", ")}; found ${describe(body)})`
        : `there is no list at "${container}" (found ${describe(body)})`,
    );
  }
  if (list.length > maxRows) throw new UnreadableAnswerError(`its list has more than ${maxRows} rows`);
  const rows = list.filter(isObject);
  if (rows.length < list.length) throw new UnreadableAnswerError("its list holds something that is not an object");
  return { rows, total, more };
}

function findList(body: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  for (const part of [body["data"], body]) {
    if (Array.isArray(part)) return part;
    if (!isObject(part)) continue;
    const key = [...keys, ...commonKeys].find((candidate) => Array.isArray(part[candidate]));
    if (key !== undefined) return part[key];
  }
  return undefined;
}

function findTotal(body: unknown): number | undefined {
  if (!isObject(body)) return undefined;
  const data = isObject(body["data"]) ? body["data"] : {};
  for (const part of [body, data, body["meta"], body["pagination"], data["meta"], data["pagination"]]) {
    if (!isObject(part)) continue;
    for (const key of totalKeys) {
      const value = part[key];
      const total = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
      if (typeof total === "number" && Number.isSafeInteger(total) && total >= 0) return total;
    }
  }
  return undefined;
}

/** The value at a dotted path. */
export function atPath(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

/** The kind of a value and its keys, never its contents. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (!isObject(value)) return `a ${typeof value}`;
  const keys = Object.keys(value).slice(0, 8);
  return keys.length === 0 ? "an empty object" : `an object with ${keys.join(", ")}`.slice(0, 160);
}
