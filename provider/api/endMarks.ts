/** What an answer says of the end of its list, beside a total: `has_more`, `next`, `last_page` and their like. */
import { isObject } from "./json.ts";

const flags = ["has_more", "hasMore", "has_next", "hasNext", "has_next_page", "hasNextPage"];
const ways = [
  ...["next", "next_page", "nextPage", "next_url", "nextUrl", "next_page_url", "nextPageUrl", "next_link", "nextLink"],
  ...["next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken"],
];
const lastPages = ["last_page", "lastPage", "total_pages", "totalPages", "num_pages", "numPages", "page_count"];
const currentPages = ["current_page", "currentPage", "page"];

/** Objects of an answer that speak of the whole list; the rows are never looked at. */
function parts(body: unknown): Record<string, unknown>[] {
  const tops = [body, isObject(body) ? body["data"] : undefined].filter(isObject);
  const inner = tops.flatMap((top) =>
    ["meta", "pagination", "paging", "page_info", "pageInfo", "links", "_links"].map((key) => top[key]),
  );
  const known = [...tops, ...inner.filter(isObject)];
  const deeper = known.flatMap((part) => [part["pagination"], part["links"], part["_links"]].filter(isObject));
  return [...new Set([...known, ...deeper])];
}

/**
 * Does more follow after this page? `undefined`: the answer does not say so.
 * @param position how many pages, this one included, were counted to get here; `undefined`: no page was asked for
 */
export function saysMore(body: unknown, position: number | undefined): boolean | undefined {
  const said = parts(body).flatMap((part) => [
    ...flags.map((key) => truth(part[key])),
    ...ways.map((key) => (key in part ? isWay(part[key]) : undefined)),
    isMorePages(part, position),
  ]);
  // Where two marks contradict each other, more may follow.
  if (said.includes(true)) return true;
  return said.includes(false) ? false : undefined;
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

function isMorePages(part: Record<string, unknown>, position: number | undefined): boolean | undefined {
  const last = lastPages.map((key) => count(part[key])).find((value) => value !== undefined);
  if (last === undefined) return undefined;
  const current = position ?? currentPages.map((key) => count(part[key])).find((value) => value !== undefined) ?? 1;
  return current < last;
}

function count(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
