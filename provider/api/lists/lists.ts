/** Lists as they are answered: where the rows are, and what the answer says of their number, of its end and against itself. */
import { normaliseDomain, normaliseHost } from "../../dns/index.ts";
import { type Answered, isObject, UnreadableAnswerError } from "../json.ts";

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

/** A domain's list without rows of another one. Whoever lists those may leave out others. */
export function ownRows(listing: Listing<Row>, domain: string): Listing<Row> {
  const isOther = isOfAnother(listing.rows, normaliseDomain(domain));
  const rows = listing.rows.filter((row) => !isOther(row));
  const others = listing.rows.length - rows.length;
  if (others === 0) return listing;
  const incomplete = `${others} of its ${listing.rows.length} rows are of another domain`;
  return { ...listing, rows, others, complete: false, open: false, incomplete };
}

/** Which rows say that they are of another domain: by a field of its own, or by a whole name among whole names. */
function isOfAnother(rows: readonly Row[], domain: string): (row: Row) => boolean {
  const isIn = (name: string) =>
    `.${name.toLowerCase().replace(/\.$/, "")}`.endsWith(`.${domain}`) || isUnder(name, domain);
  const nameOf = (row: Row) => String(row["name"] ?? row["source"] ?? "");
  const names = rows.map(nameOf);
  const areWhole =
    names.every((name) => name.length < 2 || name.includes(".")) &&
    names.some((name) => isIn(name.replace(/^[^.]*\./, "")));
  return (row) => {
    const named = [row["domain_name"], row["domain"]].filter((value) => typeof value === "string" && value !== "");
    const name = nameOf(row);
    return (
      named.some((value) => !isIn(String(value))) ||
      (name.length > 1 && (areWhole || name.endsWith(".")) && !isIn(name))
    );
  };
}

function isUnder(name: string, domain: string): boolean {
  try {
    return `.${normaliseHost(name)}`.endsWith(`.${domain}`);
  } catch {
    return false;
  }
}

/**
 * Looks for something in a list, whose end is asked for only where it does not show.
 * @param mustProve whether that it does not show is to be proven
 */
export async function seek<T>(
  read: (args: { open: boolean }) => Promise<Listing<T>>,
  isIt: (row: T) => boolean,
  mustProve = true,
) {
  let list = await read({ open: true });
  if (mustProve && list.open && !list.rows.some(isIt)) list = await read({ open: false });
  return { ...list, found: list.rows.find(isIt) };
}

export type Row = Record<string, unknown>;

/** One page of a list. */
export interface Page {
  rows: Row[];
  total?: number | undefined;
  /** Whether the answer says that more follows; absent where it says neither. */
  more?: boolean | undefined;
  /** Why the answer is not to be believed: it is a part, reports an error, or contradicts itself. */
  doubt?: string | undefined;
}

/** What a page is asked for with; `undefined`: the list without any paging parameter. */
export type PageRequest = { page: number; size: number } | undefined;

/** Rows of one list. No account comes near this bound; an answer without an end is stopped by it. */
export const maxRows = 1_000_000;

const commonKeys = ["data", "items", "results", "rows"];
const totalKeys = ["total", "total_count", "totalCount"];
const flags = ["has_more", "hasMore", "has_next", "has_next_page", "hasNextPage", "truncated", "partial"];
const ways = ["next", "next_page", "next_url", "next_page_url", "next_link", "next_cursor", "next_page_token"];

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
  const facts = {
    total: totals[0],
    more: saysMore(answer, parts, position),
    doubt: doubtIn(answer, totals, lists),
  };
  if (list === undefined) {
    if (totals[0] === 0 && (place === undefined || place === null || isEmptyObject(place)))
      return { rows: [], ...facts };
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

/** Objects of an answer that speak of the whole list; the rows are never looked at. */
function partsOf(body: unknown): Record<string, unknown>[] {
  const tops = [body, isObject(body) ? body["data"] : undefined].filter(isObject);
  const inner = ["meta", "pagination", "paging", "page_info", "links", "_links"];
  const known = [...tops, ...tops.flatMap((top) => inner.map((key) => top[key])).filter(isObject)];
  return [...new Set([...known, ...known.flatMap((part) => inner.map((key) => part[key])).filter(isObject)])];
}

/** Each count that an answer gives of the whole list. */
function totalsOf({ headers }: Answered, parts: readonly Record<string, unknown>[]): number[] {
  const range = /\/(\d{1,9})$/.exec(headers["content-range"] ?? "")?.[1];
  return [...parts.flatMap((part) => totalKeys.map((key) => part[key])), headers["x-total-count"], range]
    .map(count)
    .filter((total) => total !== undefined);
}

/**
 * Does more follow after this page? `undefined`: the answer does not say so.
 * @param position how many pages, this one included, were counted to get here; `undefined`: no page was asked for
 */
function saysMore({ headers }: Answered, parts: readonly Record<string, unknown>[], position: number | undefined) {
  const said = parts.flatMap((part) => [
    ...flags.map((key) => truth(part[key])),
    ...ways.map((key) => (key in part ? isWay(part[key]) : undefined)),
    isMorePages(part, position),
  ]);
  // Where two marks contradict each other, more may follow.
  if (said.includes(true) || /rel="?next\b/i.test(headers["link"] ?? "")) return true;
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
  const tops = [body, isObject(body) ? body["data"] : undefined].filter(isObject);
  if (tops.some((top) => isSaid(top["error"]) || isSaid(top["errors"]))) return "the answer also reports an error";
  if (new Set(totals).size > 1) return `the registrar counts ${[...new Set(totals)].join(" and ")}`;
  const [list, ...others] = lists.map((each) => (lists.length > 1 ? JSON.stringify(each) : ""));
  return others.some((other) => other !== list) ? "the answer holds two lists that differ" : undefined;
}

/** Is there something in it? */
function isSaid(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return truth(value) === undefined ? value !== undefined && value !== null && value !== "" : truth(value) === true;
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
