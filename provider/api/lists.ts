/** Reading a list to its end, and knowing whether it was the end. */
import { isObject, UnreadableAnswerError } from "./json.ts";

/**
 * A list as it was read. Only from a complete list may anybody conclude that something is gone.
 */
export interface Listing<T> {
  rows: T[];
  /** The total matched, or a further page came back empty or brought nothing new. */
  complete: boolean;
  /** Why it is not complete, for messages. */
  incomplete?: string | undefined;
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
}

/** What a page is asked for with; `undefined`: the list without any paging parameter. */
export type PageRequest = { page: number; size: number } | undefined;

/** Page size asked for, where the contract names none. */
export const usualPageSize = 100;
const mostPages = 1000;

/**
 * Reads all pages of a list.
 * @param fetchPage asks for one page; `undefined`: the registrar refuses to give this page
 */
export async function readPages(
  fetchPage: (request: PageRequest) => Promise<Page | undefined>,
  { paged, size }: { paged: boolean; size: number },
): Promise<Listing<Row>> {
  const gathered = new Gathered();
  const first = await fetchPage(paged ? { page: 1, size } : undefined);
  if (first === undefined) {
    // Paging parameters are not accepted: what comes without them may be everything, or a first page.
    gathered.add(await fetchPage(undefined));
    return gathered.finish(looksCapped(gathered.rows.length, size) ? suspicion(gathered.rows.length) : undefined);
  }
  gathered.add(first);
  if (!paged || gathered.matchesTotal()) return gathered.finish();
  for (let number = 2; number <= mostPages; number += 1) {
    if (gathered.lastCount === 0) return gathered.finish();
    const before = gathered.lastCount;
    const page = await fetchPage({ page: number, size });
    const fresh = gathered.add(page);
    if (gathered.matchesTotal()) return gathered.finish();
    const pagingIgnored = page === undefined || (number === 2 && page.rows.length > 0 && fresh === 0);
    const doubtful = pagingIgnored && gathered.total === undefined && looksCapped(before, size);
    if (fresh === 0) return gathered.finish(doubtful ? suspicion(before) : undefined);
  }
  return gathered.finish(`it goes on after ${mostPages} pages`);
}

class Gathered {
  readonly rows: Row[] = [];
  total: number | undefined;
  pages = 0;
  /** Rows on the page read last. */
  lastCount = 0;
  readonly #seen = new Set<string>();

  /** Adds what is new on a page and returns how much that was; lists that shift between two pages repeat rows. */
  add(page: Page | undefined): number {
    this.pages += 1;
    this.lastCount = page?.rows.length ?? 0;
    this.total = page?.total ?? this.total;
    const keys = keysOf(page?.rows ?? []);
    const fresh = (page?.rows ?? []).filter((_, index) => !this.#seen.has(keys[index] ?? ""));
    for (const key of keys) this.#seen.add(key);
    this.rows.push(...fresh);
    return fresh.length;
  }

  matchesTotal(): boolean {
    return this.total === this.rows.length;
  }

  finish(doubt?: string): Listing<Row> {
    const { rows, total, pages } = this;
    const short = total !== undefined && rows.length < total;
    const incomplete = short ? `the registrar counts ${total} and listed ${rows.length}` : doubt;
    return {
      rows,
      complete: incomplete === undefined,
      ...(incomplete !== undefined && { incomplete }),
      ...(total !== undefined && { total }),
      pages,
    };
  }
}

/** What tells rows apart: their ids where every row has its own, else everything in them. */
function keysOf(rows: readonly Row[]): string[] {
  const ids = rows.map((row) => row["id"] ?? row["record_id"] ?? row["uuid"] ?? row["handle"] ?? row["domain_name"]);
  const usable = ids.every((id) => (typeof id === "string" && id !== "") || typeof id === "number");
  if (usable && new Set(ids).size === rows.length) return ids.map((id) => `id:${id}`);
  return rows.map((row) => JSON.stringify(row));
}

/** Counts at which servers like to stop without a word. */
function looksCapped(count: number, size: number): boolean {
  const round = count >= 10 && (count % 10 === 0 || count % 25 === 0);
  const power = count >= 16 && Number.isInteger(Math.log2(count));
  return count === size || round || power;
}

const suspicion = (count: number) =>
  `it stops at ${count} rows, which looks like a limit, and the registrar gives neither a total nor further pages`;

const commonKeys = ["data", "items", "results", "rows"];
const totalKeys = ["total", "total_count", "totalCount"];

/**
 * Finds the rows in an answer: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`.
 * @param container the contract's own word on where they are, such as `payload.rows`
 * @throws UnreadableAnswerError when there is no list in a known place; that is never an empty list
 */
export function findRows(body: unknown, keys: readonly string[], container?: string): Page {
  const total = findTotal(body);
  const list = container === undefined ? findList(body, keys) : atPath(body, container);
  if (!Array.isArray(list)) {
    if (total === 0 && (list === undefined || list === null || isEmptyObject(list))) return { rows: [], total };
    throw new UnreadableAnswerError(
      container === undefined
        ? `there is no list in it (looked for ${[...keys, ...commonKeys].join(", ")}; found ${describe(body)})`
        : `there is no list at "${container}" (found ${describe(body)})`,
    );
  }
  const rows = list.filter(isObject);
  if (rows.length < list.length) throw new UnreadableAnswerError("its list holds something that is not an object");
  return { rows, total };
}

function findList(body: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  for (const place of [body["data"], body]) {
    if (Array.isArray(place)) return place;
    if (!isObject(place)) continue;
    const key = [...keys, ...commonKeys].find((candidate) => Array.isArray(place[candidate]));
    if (key !== undefined) return place[key];
  }
  return undefined;
}

function findTotal(body: unknown): number | undefined {
  if (!isObject(body)) return undefined;
  const data = isObject(body["data"]) ? body["data"] : {};
  for (const place of [body, data, body["meta"], body["pagination"], data["meta"], data["pagination"]]) {
    if (!isObject(place)) continue;
    for (const key of totalKeys) {
      const value = place[key];
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
