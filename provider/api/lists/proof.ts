/** What one answer says of a list: where its rows are, of their number, of its end, and against itself. */
import { type Answered, isObject, UnreadableAnswerError } from "../json.ts";

export type Row = Record<string, unknown>;

/** A list as it was read. */
export interface Listing<T> {
  rows: T[];
  /** Something in the list proves that it is whole. Only then may anybody conclude that something is gone. */
  complete: boolean;
  /** It says that it is whole, and its end is still to be asked for before anything is gone. */
  open?: boolean | undefined;
  /** Why it is not known to be whole, for messages. */
  incomplete?: string | undefined;
  /** Something in the list shows that there is more than could be read; else, nothing speaks against its being whole. */
  cut?: boolean | undefined;
  /** The registrar's own count, where it gave one. */
  total?: number | undefined;
  /** How many rows said that they are of another domain, and were left out. */
  others?: number;
}

/** What a page is asked for with; `undefined`: the list without any paging parameter. */
export type PageRequest = { page: number; size: number } | undefined;

/** One page of a list. */
export interface Page {
  rows: Row[];
  /** The registrar's own count of the whole list, where it gives one. */
  total?: number | undefined;
  /** Whether the answer says that more follows; absent where it says neither. */
  more?: boolean | undefined;
  /** Why the answer is not to be believed: it is a part, reports an error, or contradicts itself. */
  doubt?: string | undefined;
}

/** Rows of one list. No account comes near this bound; an answer without an end is stopped by it. */
export const maxRows = 1_000_000;

const commonKeys = ["data", "items", "results", "rows"];
const totalKeys = ["total", "total_count", "totalCount"];
/** What speaks of the end of a list: docs/background/lists.md names them. */
const flags = ["has_more", "truncated"];
const ways = ["next", "next_page", "next_cursor"];
const besideRows = ["meta", "pagination", "paging", "links", "_links"];

/**
 * Finds the rows in an answer: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`.
 * @param container the contract's own word on where they are, such as `payload.rows`
 * @param position how many pages, this one included, were counted to get here
 * @throws UnreadableAnswerError when there is no list in a known place; that is never an empty list
 */
export function findRows(answer: Answered, keys: readonly string[], container?: string, position?: number): Page {
  const { body } = answer;
  const parts = partsOf(body);
  const totals = totalsOf(answer, parts);
  const place = container === undefined ? undefined : atPath(body, container);
  const lists = container === undefined ? listsIn(body, keys) : [place].filter((value) => Array.isArray(value));
  const [list] = lists;
  const facts = { total: totals[0], more: saysMore(answer, parts, position), doubt: doubtIn(answer, totals, lists) };
  if (list === undefined) {
    const isNothing = place === undefined || place === null || (isObject(place) && Object.keys(place).length === 0);
    if (totals[0] === 0 && isNothing) return { rows: [], ...facts };
    throw new UnreadableAnswerError(
      container === undefined
        ? `there is no list in it (looked for ${[...keys, ...commonKeys].join(", ")}; found ${describe(body)})`
        : `there is no list at "${container}" (found ${describe(body)})`,
    );
  }
  if (list.length > maxRows) throw new UnreadableAnswerError(`its list has more than ${maxRows} rows`);
  const rows = list.filter(isObject);
  if (rows.length < list.length) throw new UnreadableAnswerError("its list holds something that is not an object");
  return { rows, ...facts };
}

/** Every list in a known place, the likeliest first. */
function listsIn(body: unknown, keys: readonly string[]): unknown[][] {
  const tops = isObject(body) ? [body["data"], body] : [body];
  const places = tops.flatMap((top) =>
    isObject(top)
      ? [...keys, ...commonKeys].map((key) => (top === body && key === "data" ? undefined : top[key]))
      : [top],
  );
  return places.filter((value) => Array.isArray(value));
}

const topsOf = (body: unknown) => [body, isObject(body) ? body["data"] : undefined].filter(isObject);

/** Objects of an answer that speak of the whole list; the rows are never looked at. */
function partsOf(body: unknown): Row[] {
  const inside = (parts: readonly Row[]) =>
    parts.flatMap((part) => besideRows.map((key) => part[key])).filter(isObject);
  const tops = topsOf(body);
  const beside = inside(tops);
  return [...tops, ...beside, ...inside(beside)];
}

/** Each count that an answer gives of the whole list. */
function totalsOf({ headers }: Answered, parts: readonly Row[]): number[] {
  const range = /\/(\d{1,9})$/.exec(headers["content-range"] ?? "")?.[1];
  return [...parts.flatMap((part) => totalKeys.map((key) => part[key])), headers["x-total-count"], range]
    .map(count)
    .filter((total) => total !== undefined);
}

/**
 * Does more follow after this page? `undefined`: the answer does not say so.
 * @param position how many pages, this one included, were counted to get here; `undefined`: no page was asked for
 */
function saysMore({ headers }: Answered, parts: readonly Row[], position: number | undefined) {
  const marks = parts.flatMap((part) => [
    ...flags.map((key) => truth(part[key])),
    ...ways.map((key) => (key in part ? isWay(part[key]) : undefined)),
    isMorePages(part, position),
  ]);
  // Where two marks contradict each other, more may follow.
  if (marks.includes(true) || /rel="?next\b/i.test(headers["link"] ?? "")) return true;
  return marks.includes(false) ? false : undefined;
}

function truth(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "true" || value === "1") return true;
  return value === 0 || value === "false" || value === "0" ? false : undefined;
}

/** A way to the next page: an address, a number, a cursor, or the lack of it. */
function isWay(value: unknown): boolean | undefined {
  if (value === null || value === false || value === "") return false;
  if (typeof value === "number") return value > 0 ? true : undefined;
  return value === true || typeof value === "string" || isObject(value);
}

function isMorePages(part: Row, position: number | undefined): boolean | undefined {
  const last = count(part["last_page"] ?? part["total_pages"]);
  const current = position ?? count(part["current_page"] ?? part["page"]) ?? 1;
  return last === undefined ? undefined : current < last;
}

function count(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function doubtIn({ status, body }: Answered, totals: readonly number[], lists: readonly unknown[][]) {
  if (status === 206) return "the registrar answered 206, a part of it";
  if (topsOf(body).some((top) => isSaid(top["error"]) || isSaid(top["errors"])))
    return "the answer also reports an error";
  if (new Set(totals).size > 1) return `the registrar counts ${[...new Set(totals)].join(" and ")}`;
  const texts = new Set(lists.length > 1 ? lists.map((each) => JSON.stringify(each)) : []);
  return texts.size > 1 ? "the answer holds two lists that differ" : undefined;
}

/** Is there something in it? */
function isSaid(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return truth(value) ?? (value !== undefined && value !== null && value !== "");
}

/** The value at a dotted path. */
export function atPath(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);
}

/** The kind of a value and its keys, never its contents. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (!isObject(value)) return `a ${typeof value}`;
  const keys = Object.keys(value).slice(0, 8);
  return keys.length === 0 ? "an empty object" : `an object with ${keys.join(", ")}`.slice(0, 160);
}
