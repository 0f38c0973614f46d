/** Reading a list to its end, and what that proves. Why each of these, and nothing less: docs/background/lists.md. */
import { type Listing, maxRows, type Page, type PageRequest, type Row } from "./lists.ts";
import { PagesAhead } from "./pagesAhead.ts";

const maxPages = 1000;
/** Readings of a list that moves while it is read. */
const maxReadings = 4;
/** Rows asked for on a page, where the contract says nothing of it. */
export const defaultPageSize = 100;

/** What is known of a list before it is read. */
export interface ListSettings {
  /** Is it asked for in pages? */
  paged: boolean;
  first: number;
  size: number;
  /** What the contract says: how long its pages are, or only how they are asked for; that it has none; or that what is listed is all. */
  contract: "size" | "pages" | "none" | "all" | undefined;
  /** A document shows its total, and no pages. */
  isTotalDocumented: boolean;
  /** May the end stay open, where a single page says that it is all? Else the page after it is asked for. */
  open: boolean;
}

/**
 * Asks for one page. `undefined`: the registrar refuses to give it.
 * @param position how many pages, this one included, were counted to get here
 */
export type Fetch = (request: PageRequest, position: number) => Promise<Page | undefined>;

export async function readPages(fetch: Fetch, settings: ListSettings): Promise<Listing<Row>> {
  for (let number = 1; ; number += 1) {
    const reading = new Reading(settings);
    await reading.read(fetch);
    const listing = reading.listing();
    if (listing !== "moved") return listing;
    if (number === maxReadings) return reading.cut(`it changed during each of ${maxReadings} readings of its pages`);
  }
}

/** How a reading ended, in words for messages. */
const ends = {
  empty: "then nothing",
  refused: "a further page is refused",
  repeated: "the same for every further page number",
  unpaged: "pages are refused",
  unasked: "",
  endless: "",
};

class Reading {
  readonly #settings: ListSettings;
  readonly #pages: Page[] = [];
  readonly #rows: Row[] = [];
  readonly #seen = new Set<string>();
  readonly #totals = new Set<number>();
  #lastKeys: readonly string[] = [];
  #end: keyof typeof ends = "unasked";
  #hasMoved = false;
  #doubt: string | undefined;

  constructor(settings: ListSettings) {
    this.#settings = settings;
  }

  async read(fetch: Fetch): Promise<void> {
    const { paged, first, size, contract, isTotalDocumented, open } = this.#settings;
    const start = paged ? await fetch({ page: first, size }, 1) : undefined;
    this.#add(start ?? (await fetch(undefined, 1)) ?? { rows: [] });
    if (paged && start === undefined) this.#end = "unpaged";
    if (start?.rows.length === 0 && !open && contract === undefined) await this.#askAgain(fetch);
    // Where no pages are known, one is tried: a total may count the rows of a page.
    const isTried = !paged && contract === undefined && !isTotalDocumented && this.#isClaimed();
    if (start === undefined && !isTried) return;
    const ahead = new PagesAhead(fetch);
    try {
      this.#end = await this.#readOn(ahead);
    } finally {
      await ahead.end();
    }
  }

  /** An empty page may lie beyond the last one, where pages count from 0. */
  async #askAgain(fetch: Fetch): Promise<void> {
    const { rows = [] } = (await fetch(undefined, 1)) ?? {};
    if (rows.length > 0) this.#doubt = `page ${this.#settings.first} is empty, and the list is not`;
  }

  async #readOn(ahead: PagesAhead): Promise<keyof typeof ends> {
    const { paged, first, open } = this.#settings;
    const [{ total = 0, rows } = { rows: [] }] = this.#pages;
    // Of a list that came without pages the second one begins where it ends.
    const size = paged ? this.#settings.size : rows.length;
    const known = Math.min(maxPages, Math.ceil(total / rows.length));
    for (let position = 2; position <= maxPages && this.#rows.length <= maxRows; position += 1) {
      if (this.#pages.at(-1)?.rows.length === 0) return "empty";
      if (this.#hasMoved || this.#total === "moved") return "unasked";
      const isOpen = open && rows.length < this.#settings.size;
      if (this.#isClaimed() && (position > 2 || isOpen)) return "unasked";
      const page = await ahead.take({ page: first + position - 1, size }, position, known);
      if (page === undefined) return "refused";
      if (!this.#add(page)) return "repeated";
    }
    return "endless";
  }

  /** @returns whether it is another page than the one before */
  #add(page: Page): boolean {
    const keys = keysOf(page.rows);
    const fresh = page.rows.filter((_, index) => !this.#seen.has(keys[index] ?? ""));
    // Paging is ignored, or the last page is given for every number beyond it.
    const isRepeated = keys.length > 0 && keys.join("\n") === this.#lastKeys.join("\n");
    if (fresh.length < keys.length && !isRepeated) this.#hasMoved = true;
    const { contract } = this.#settings;
    const isLie = contract !== undefined && fresh.length > 0 && this.#pages.at(-1)?.more === false;
    this.#doubt ??= page.doubt ?? (isLie ? "more rows came after a page that says that it is the last" : undefined);
    if (page.total !== undefined) this.#totals.add(page.total);
    if (isRepeated) return false;
    for (const row of fresh) this.#rows.push(row);
    for (const key of keys) this.#seen.add(key);
    this.#lastKeys = keys;
    this.#pages.push(page);
    return true;
  }

  /** The registrar's count; `undefined` where it gives none, or counts the rows of each page; `moved`: another one each time. */
  get #total(): number | undefined | "moved" {
    if (this.#totals.size < 2) return [...this.#totals][0];
    return this.#pages.every(({ rows, total }) => total === rows.length) ? undefined : "moved";
  }

  /** Does the list say that this is all of it? */
  #isClaimed(): boolean {
    const { contract, size } = this.#settings;
    const last = this.#pages.at(-1);
    if (last?.more === true) return false;
    // A limit never leaves nothing.
    if (this.#total === this.#rows.length || (this.#total === undefined && this.#rows.length === 0)) return true;
    if (contract !== "size" && contract !== "pages") return false;
    const areFull = this.#filled.slice(0, -1).every(({ rows }) => rows.length === size);
    const isShort = areFull && last !== undefined && last.rows.length < size;
    return last?.more === false || (contract === "size" && isShort);
  }

  get #filled(): Page[] {
    return this.#pages.filter(({ rows }) => rows.length > 0);
  }

  cut(incomplete: string): Listing<Row> {
    return { rows: this.#rows, complete: false, incomplete, cut: true };
  }

  /** What the pages prove; `moved`: they changed while they were read. */
  listing(): Listing<Row> | "moved" {
    const { contract, isTotalDocumented, open } = this.#settings;
    const [rows, total, end] = [this.#rows, this.#total, this.#end];
    if (this.#doubt !== undefined) return this.cut(this.#doubt);
    if (this.#hasMoved || total === "moved") return "moved";
    if (total !== undefined && rows.length < total) {
      return { ...this.cut(`the registrar counts ${total} and listed ${rows.length}`), total };
    }
    if (this.#pages.at(-1)?.more === true) {
      return this.cut(`the registrar says that more follows after ${rows.length} rows, and does not return it`);
    }
    if (end === "endless") return this.cut(`it goes on after ${maxPages} pages or ${maxRows} rows`);
    const listing = { rows, complete: true, ...(total !== undefined && { total }) };
    if (contract === "all") return listing;
    const incomplete = [`${rows.length} rows`, ...(ends[end] === "" ? [] : [ends[end]])].join(", ");
    if (!this.#isClaimed()) {
      return { ...listing, complete: false, incomplete: `${incomplete}, without a total or a mark of the end` };
    }
    const isTold = total !== undefined && (contract === "none" || isTotalDocumented);
    // Rows that move from page to page meanwhile show in a total only: else such a list is read again before anything is gone.
    const isStill = this.#filled.length > 1 && (total !== undefined || !open);
    const isEnded = rows.length === 0 || end === "empty" || end === "refused" || isStill;
    if (isTold || isEnded) return listing;
    return {
      ...listing,
      ...(open ? { open } : { complete: false }),
      incomplete: `${incomplete}, which may be one page`,
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
