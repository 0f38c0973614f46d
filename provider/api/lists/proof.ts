/** What one response says of a list: where its rows are, of their number, of its end, and against itself. */
import { isDeepStrictEqual } from "node:util";
import { doubtOf, type Mark, plainKey, truth, unmarked } from "../assumptions/evidence.ts";
import { type Answered, isObject, UnreadableAnswerError } from "../json.ts";

export type Row = Record<string, unknown>;

/**
 * Why nothing follows from what a list does not show. `short`: something shows that there is more. `unmarked`: its responses show no
 * success. `contradicted`: they also report an error or a warning. `unreadable`: it has rows that cannot be read.
 */
export type Cut = "short" | "unmarked" | "contradicted" | "unreadable";

/** A list as it was read. */
export interface Listing<T> {
  rows: T[];
  /** Something in the list proves that it is whole. Only then may anybody conclude that something is gone. */
  complete: boolean;
  /** It says that it is whole, and its end is still to be asked for before anything is gone. */
  open?: boolean | undefined;
  /** Why it is not known to be whole, for messages. */
  incomplete?: string | undefined;
  /** Set where something contradicts the list: then nothing can be called new, either. */
  cut?: Cut | undefined;
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
  /** Why the response proves nothing: it is a part, shows no success, contradicts itself, or has rows that cannot be read. */
  doubt?: Doubt | undefined;
}

export interface Doubt {
  why: string;
  cut: Cut;
}

/** Rows of one list. No account comes near this bound; an answer without an end is stopped by it. */
export const maxRows = 1_000_000;

const commonKeys = ["data", "items", "results", "rows"];
/** Keys without their spelling, as `plainKey` has them: docs/background/safety.md lists the proofs. */
const totalKey = /^total(count|records|items|results|rows)?$/;
const moreKey = /^(has)?(more|next)(page)?$|truncated$/;
const wayKey = /^next/;
const lastKey = /^(is)?last(page)?$|^totalpages$|^pagecount$/;
const besideRows = ["meta", "pagination", "paging", "links"];

/**
 * Finds the rows in an answer: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`.
 * @param container the contract's own word on where they are, such as `payload.rows`
 * @param position how many pages, this one included, were counted to get here
 * @throws UnreadableAnswerError when there is no list in a known place; that is never an empty list
 */
export function findRows(
  answer: Answered,
  keys: readonly string[],
  {
    container,
    position,
    mark,
  }: { container?: string | undefined; position?: number | undefined; mark?: Mark | undefined } = {},
): Page {
  const { body } = answer;
  const parts = partsOf(body);
  const totals = totalsOf(answer, parts);
  const place = container === undefined ? undefined : atPath(body, container);
  const lists = container === undefined ? listsIn(body, keys) : [place].filter((value) => Array.isArray(value));
  const [list] = lists;
  const facts = {
    total: totals[0],
    more: saysMore(answer, parts, position),
    doubt: doubtIn(answer, totals, lists, mark),
  };
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
    parts
      .flatMap(Object.entries)
      .flatMap(([key, value]) => (besideRows.includes(plainKey(key)) ? [value] : []))
      .filter(isObject);
  const tops = topsOf(body);
  const beside = inside(tops);
  return [...tops, ...beside, ...inside(beside)];
}

/** Each count that an answer gives of the whole list. */
function totalsOf({ headers }: Answered, parts: readonly Row[]): number[] {
  const range = /\/(\d{1,9})$/.exec(headers["content-range"] ?? "")?.[1];
  const counts = parts.flatMap(Object.entries).flatMap(([key, value]) => (totalKey.test(plainKey(key)) ? [value] : []));
  return [...counts, headers["x-total-count"], range].map(count).filter((total) => total !== undefined);
}

/**
 * Does more follow after this page? `undefined`: the answer does not say so.
 * @param position how many pages, this one included, were counted to get here; `undefined`: no page was asked for
 */
function saysMore({ headers }: Answered, parts: readonly Row[], position: number | undefined) {
  const marks = parts.flatMap((part) => {
    const entries = Object.entries(part).map(([key, value]): [string, unknown] => [plainKey(key), value]);
    const current = position ?? count(part["current_page"] ?? part["page"]) ?? 1;
    return entries.map(([key, value]) => {
      if (moreKey.test(key) && truth(value) !== undefined) return truth(value);
      if (lastKey.test(key)) return isBefore(current, value);
      return wayKey.test(key) ? isWay(value) : undefined;
    });
  });
  // Where two marks contradict each other, more may follow.
  if (marks.includes(true) || /rel="?next\b/i.test(headers["link"] ?? "")) return true;
  return marks.includes(false) ? false : undefined;
}

/** A way to the next page: an address, a number, a cursor, or the lack of it. */
function isWay(value: unknown): boolean | undefined {
  if (value === null || value === false || value === "") return false;
  if (typeof value === "number") return value > 0 ? true : undefined;
  return value === true || typeof value === "string" || isObject(value);
}

/** Is a page before the last one, which is named by its number, or said to be this one or not? */
function isBefore(current: number, last: unknown): boolean | undefined {
  if (typeof last === "boolean") return !last;
  const number = count(last);
  return number === undefined ? undefined : current < number;
}

function count(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function doubtIn(
  { status, body }: Answered,
  totals: readonly number[],
  lists: readonly unknown[][],
  mark: Mark | undefined,
): Doubt | undefined {
  if (status !== 200) return { why: `the registrar answered ${status}`, cut: "short" };
  const doubt = doubtOf(body, mark);
  if (doubt !== undefined) {
    const cut = doubt === unmarked ? "unmarked" : "contradicted";
    return { why: `the response doesn't show that it succeeded: ${doubt}`, cut };
  }
  if (new Set(totals).size > 1)
    return { why: `the registrar counts ${[...new Set(totals)].join(" and ")}`, cut: "short" };
  const texts = new Set(lists.length > 1 ? lists.map((each) => JSON.stringify(each)) : []);
  return texts.size > 1 ? { why: "the response has two lists that differ", cut: "short" } : undefined;
}

/** Counts a row that is listed twice once. Rows that differ and share an ID are not told apart. */
export function distinctRows(rows: readonly Row[]): { rows: Row[]; doubt?: Doubt } {
  const known = new Map<string, Row>();
  const distinct: Row[] = [];
  for (const row of rows) {
    const id = idOf(row);
    const other = id === undefined ? undefined : known.get(id);
    if (other === undefined) distinct.push(row);
    else if (!isDeepStrictEqual(row, other))
      return { rows: [...rows], doubt: { why: "rows that differ have the same ID", cut: "unreadable" } };
    if (id !== undefined) known.set(id, row);
  }
  return { rows: distinct };
}

/** What tells a row apart: its ID, else all that it says. */
export const keyOf = (row: Row): string => idOf(row) ?? JSON.stringify(row);

function idOf(row: Row): string | undefined {
  const { id: own, record_id, recordId, uuid, handle, name, source, domain_name } = row;
  // A record or forward may also name its domain, which tells nothing apart.
  const isDomain = name === undefined && source === undefined;
  const id = own ?? record_id ?? recordId ?? uuid ?? handle ?? (isDomain ? domain_name : undefined);
  return (typeof id === "string" && id !== "") || typeof id === "number" ? `id:${id}` : undefined;
}

/** Does a row have all fields that say what it is? @param shows a row has one field of each group */
export const isReadable = (row: Row, shows: readonly (readonly string[])[]): boolean =>
  shows.every((group) => group.some((key) => typeof row[key] === "string" || typeof row[key] === "number"));

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
