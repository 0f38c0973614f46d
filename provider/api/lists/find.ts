/** Finds the rows of a list in a response, and what the response says about the list. */
import { isDeepStrictEqual } from "node:util";
import type { Override } from "../contract.ts";
import type { ResponseForm } from "../endpoints/table.ts";
import {
  atPath,
  type Cut,
  describe,
  doubtAbout,
  fromWire,
  isObject,
  type Mark,
  type ParsedResponse,
  plainKey,
  truth,
  UnreadableResponseError,
  unmarked,
} from "../response.ts";

export type Row = Record<string, unknown>;

type ListForm = Pick<Extract<ResponseForm, { kind: "list" }>, "keys" | "identity">;

export interface Page {
  rows: Row[];
  /** The total that the response states. It may count only the rows of this page. */
  total?: number | undefined;
  /** Does the response say that more rows follow? Absent if the response doesn't say. */
  more?: boolean | undefined;
  /** The cursor of the next page; `null`: the response says that there is none. */
  next?: string | number | null | undefined;
  /** Why the list may be incomplete. */
  doubt?: Doubt | undefined;
}

export interface Doubt {
  why: string;
  cut: Cut;
}

export const short = (why: string): Doubt => ({ why, cut: "short" });

const commonKeys = ["data", "items", "results", "rows"];
/** Forms of the keys that describe a list, as `plainKey` spells them. */
const totalKey = /^total(count|records|items|results|rows|entries)?$/;
/** Counts the rows of the list, as at Linode, unless another key does: then it counts those of the page. */
const resultsKey = /^results$/;
const moreKey = /^(has)?(more|next)(page)?$|truncated$/;
const nextKey = /^next/;
const lastKey = /^(is)?last(page)?$|^(total)?pages$|^pagecount$/;
const metaKeys = ["meta", "pagination", "paging", "links", "resultinfo", "pageinfo"];

/**
 * Finds the rows in a response: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`.
 * @param position number of this page, from 1
 * @throws UnreadableResponseError if there is no list in a known place; that is never an empty list
 */
export function findRows(answer: ParsedResponse, form: ListForm, override: Override, position = 1): Page {
  const { body } = answer;
  const { container, success: mark, paging } = override;
  const keys = [...form.keys, ...commonKeys];
  const parts = partsOf(body);
  const totals = totalsOf(answer, parts);
  const place = container === undefined ? undefined : atPath(body, container);
  const lists = container === undefined ? listsIn(body, keys) : [place].filter(Array.isArray);
  const list = lists[0] ?? (totals[0] === 0 && isNothing(place) ? [] : undefined);
  if (list === undefined) {
    const looked = container === undefined ? `in it (looked for ${keys.join(", ")}; ` : `at "${container}" (`;
    throw new UnreadableResponseError(`there is no list ${looked}found ${describe(body)})`);
  }
  const listed = list.filter(isObject);
  if (listed.length < list.length) throw new UnreadableResponseError("its list holds something that is not an object");
  const rows = namedRows(listed, override);
  const next = paging?.next === undefined ? undefined : cursorAt(body, paging.next);
  return {
    rows,
    total: totals[0],
    more: saysMore(answer, parts, position) ?? (next === undefined ? undefined : next !== null),
    next,
    doubt: doubtIn(answer, totals, lists, mark) ?? doubtAboutIds(rows, form),
  };
}

const isNothing = (place: unknown) =>
  place === undefined || place === null || (isObject(place) && Object.keys(place).length === 0);

const serviceTypes = ["SOA", "NS"];

/**
 * Rows with the specification's names. In a list that never has a name, the apex is not absent but the name has another key, so
 * that the rows can't be read.
 */
function namedRows(wire: readonly Row[], override: Override): Row[] {
  const read = (translation: Override) => wire.map((row): Row => ({ ...Object(fromWire(row, translation)) }));
  const rows = read(override);
  const isNamed = ({ name, type }: Row) =>
    typeof name === "string" || serviceTypes.includes(String(type).toUpperCase());
  return override.apex !== "absent" || rows.some(isNamed) ? rows : read({ ...override, apex: undefined });
}

/** A domain or contact without its identifying field can't be used. Of two rows with one ID, nobody knows which is meant. */
function doubtAboutIds(rows: readonly Row[], { identity }: ListForm): Doubt | undefined {
  const isIdentified = (row: Row) => identity.some((key) => ["string", "number"].includes(typeof row[key]));
  const odd = identity.length === 0 ? undefined : rows.find((row) => !isIdentified(row));
  if (odd !== undefined) return { why: `a row has no ${identity[0]} (found ${describe(odd)})`, cut: "unreadable" };
  const ids = rows.map(idOf).filter((id) => id !== undefined);
  return new Set(ids).size < ids.length ? { why: "two rows have the same ID", cut: "contradicted" } : undefined;
}

function idOf(row: Row): string | undefined {
  const { id: own, record_id, recordId, uuid, handle, name, source, domain_name } = row;
  // A record or forward may also have the name of its domain, which doesn't identify it.
  const isDomain = name === undefined && source === undefined;
  const id = own ?? record_id ?? recordId ?? uuid ?? handle ?? (isDomain ? domain_name : undefined);
  return (typeof id === "string" && id !== "") || typeof id === "number" ? `id:${id}` : undefined;
}

/** Identifies a row: by its ID, else by all its values. */
export const keyOf = (row: Row): string => idOf(row) ?? JSON.stringify(row);

/** Every list in a known place, the likeliest first. */
function listsIn(body: unknown, keys: readonly string[]): unknown[][] {
  const data = atPath(body, "data");
  const inside = (value: unknown) => (isObject(value) ? keys.map((key) => value[key]) : [value]);
  return [...new Set([data, body].flatMap(inside))].filter(Array.isArray);
}

/** Objects of a response that describe the list, never its rows. */
function partsOf(body: unknown): Row[] {
  const inside = (parts: readonly Row[]) =>
    parts
      .flatMap(Object.entries)
      .flatMap(([key, value]) => (metaKeys.includes(plainKey(key)) ? [value] : []))
      .filter(isObject);
  const tops = [body, atPath(body, "data")].filter(isObject);
  const meta = inside(tops);
  return [...tops, ...meta, ...inside(meta)];
}

function totalsOf({ headers }: ParsedResponse, parts: readonly Row[]): number[] {
  const range = /\/(\d{1,9})$/.exec(headers["content-range"] ?? "")?.[1];
  const countsOf = (names: RegExp, ...others: unknown[]) =>
    [...parts.flatMap(Object.entries).flatMap(([key, value]) => (names.test(plainKey(key)) ? [value] : [])), ...others]
      .map(count)
      .filter((total) => total !== undefined);
  const totals = countsOf(totalKey, headers["x-total-count"], range);
  return totals.length > 0 ? totals : countsOf(resultsKey);
}

/** Do more rows follow the page at this position? `undefined`: the response doesn't say. */
function saysMore({ headers }: ParsedResponse, parts: readonly Row[], position: number): boolean | undefined {
  const marks = parts.flatMap(Object.entries).map(([spelled, value]: [string, unknown]) => {
    const key = plainKey(spelled);
    if (moreKey.test(key) && truth(value) !== undefined) return truth(value);
    if (lastKey.test(key)) return typeof value === "boolean" ? !value : isBelow(position, count(value));
    return nextKey.test(key) ? namesNext(value) : undefined;
  });
  // If two marks contradict each other, more rows may follow.
  if (marks.includes(true) || /rel="?next\b/i.test(headers["link"] ?? "")) return true;
  return marks.includes(false) ? false : undefined;
}

/** The next cursor; `null` if the response says that there is none; `undefined` if it has no such field. */
function cursorAt(body: unknown, path: string): string | number | null | undefined {
  const cursor = atPath(body, path);
  if (cursor === null || cursor === "" || cursor === false) return null;
  return typeof cursor === "string" || typeof cursor === "number" ? cursor : undefined;
}

const isBelow = (position: number, last: number | undefined) => (last === undefined ? undefined : position < last);

/** Does a value name the next page: by its address, its number or a cursor? */
function namesNext(value: unknown): boolean | undefined {
  if (value === null || value === false || value === "") return false;
  if (typeof value === "number") return value > 0 ? true : undefined;
  return value === true || typeof value === "string" || isObject(value);
}

function count(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function doubtIn(
  { status, body }: ParsedResponse,
  totals: readonly number[],
  lists: readonly unknown[][],
  mark: Mark | undefined,
): Doubt | undefined {
  if (status !== 200) return short(`the registrar responded with ${status}`);
  const doubt = doubtAbout(body, mark);
  if (doubt !== undefined) {
    const cut = doubt === unmarked ? "unmarked" : "contradicted";
    return { why: `the response doesn't show that it succeeded: ${doubt}`, cut };
  }
  const counts = [...new Set(totals)];
  if (counts.length > 1) return short(`the registrar counts ${counts.join(" and ")}`);
  return lists.every((list) => isDeepStrictEqual(list, lists[0]))
    ? undefined
    : short("the response has two lists that differ");
}
