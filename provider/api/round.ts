/** One round over all pages of a list: what it brought, how it ended, and what that proves. Why: docs/background/lists.md. */
import { type Listing, maxRows, type Page, type PageRequest, type Row } from "./lists.ts";
import { PagesAhead } from "./pagesAhead.ts";

const maxPages = 1000;

/** What is known of a list before it is read. */
export interface ListSettings {
  paged: boolean;
  /** Rows asked for on a page. */
  size: number;
  /** Number of the first page; `undefined`: 1 is tried, and 0 asked for once where nothing else excludes it. */
  first: number | undefined;
  /** The contract says that what is listed is everything. */
  isAll: boolean;
  /** Called with the number of the first page, once it is certain. */
  learnFirst(first: number): void;
}

/**
 * Asks for one page. `undefined`: the registrar refuses to give this page; `"failed"`: page 0 could not be asked for.
 * @param position how many pages, this one included, were counted to get here
 */
export type Fetch = (request: PageRequest, position?: number) => Promise<Page | "failed" | undefined>;

type Verdict = "whole" | "again" | { doubt: string; isCut: boolean };

/** One round over all pages of a list. */
export class Round {
  readonly #settings: ListSettings;
  readonly #fetch: Fetch;
  readonly #rows: Row[] = [];
  /** Key of each row, so that a row of an earlier page is recognised. */
  readonly #keys: string[] = [];
  readonly #seen = new Set<string>();
  #last: { keys: string[]; more: boolean | undefined } = { keys: [], more: undefined };
  #filled = 0;
  #total: number | undefined;
  #hasMoved = false;
  /** How the round ended: at the end of the list; at a page that was refused or was the first one again; or nowhere. */
  #end: "end" | "unpaged" | "refused" | "ignored" | "repeated" | "moved" | "endless" = "endless";
  /** Keys of the page that was taken for the first one. */
  #firstKeys: readonly string[] = [];
  #isAsked0 = false;
  #mayStartAt0 = false;

  constructor(settings: ListSettings, fetch: Fetch) {
    this.#settings = settings;
    this.#fetch = fetch;
  }

  async read(): Promise<Round> {
    const { paged, size, first = 1 } = this.#settings;
    const start = paged ? await this.#page({ page: first, size }, 1) : undefined;
    if (start === undefined) return this.#readUnpaged();
    this.#add(start);
    this.#firstKeys = this.#last.keys;
    if (this.#matches()) return this;
    if (this.#looksLikeSecond() && (await this.#startsAt0())) return this.#from0();
    await this.#readOn(first);
    const isOpen = !this.#matches() && this.#end !== "ignored" && this.#end !== "endless";
    return isOpen && (await this.#startsAt0()) ? this.#from0() : this;
  }

  async #page(request: PageRequest, position?: number): Promise<Page | undefined> {
    const page = await this.#fetch(request, position);
    return page === "failed" ? undefined : page;
  }

  /** Without parameters: the list has no pages, or the registrar refuses to be asked for one. */
  async #readUnpaged(): Promise<Round> {
    const page = await this.#page(undefined);
    this.#add(page ?? { rows: [] });
    // A limit never leaves nothing.
    this.#end = this.#last.more === false || this.#rows.length === 0 ? "end" : "unpaged";
    return this;
  }

  async #readOn(first: number): Promise<void> {
    const ahead = new PagesAhead((request, position) => this.#page(request, position));
    try {
      await this.#readPages(first, ahead);
    } finally {
      await ahead.end();
    }
  }

  async #readPages(first: number, ahead: PagesAhead): Promise<void> {
    const { size } = this.#settings;
    // A page with fewer rows than were asked for may have been cut after its position was computed: the next page begins
    // where a page of that many rows ends, and an empty page after it is an end under any limit.
    let step = this.#rows.length === 0 ? size : Math.min(size, this.#rows.length);
    for (let number = first + 1; number < first + maxPages && this.#rows.length <= maxRows; number += 1) {
      if (this.#last.keys.length === 0 || this.#last.more === false) {
        this.#end = "end";
        return;
      }
      const position = number - first + 1;
      // Whether pages of fewer rows are given shows at the second.
      const isSure = this.#total !== undefined && (position > 2 || step === size);
      const pages = isSure ? Math.min(maxPages, Math.ceil((this.#total ?? 0) / step)) : position;
      let page = await ahead.take({ page: number, size: step }, position, pages);
      if (page === undefined && position === 2 && step < size) {
        // It may be the number of rows that is refused.
        page = await this.#page({ page: number, size }, position);
        step = size;
        if (page?.rows.length === 0) page = undefined;
      }
      if (page === undefined) {
        this.#end = "refused";
        return;
      }
      const { keys: before, more } = this.#last;
      const fresh = this.#add(page);
      if (this.#matches()) return;
      if (fresh > 0 || this.#last.keys.length === 0) continue;
      // The page before once more: paging is ignored, or the last page is given for every number beyond it.
      const isSame = before.length === this.#last.keys.length && before.every((key, i) => key === this.#last.keys[i]);
      this.#end = !isSame ? "moved" : position === 2 ? "ignored" : "repeated";
      if (isSame) {
        // What it said the first time it said of itself.
        this.#last.more = more;
      } else this.#hasMoved = true;
      return;
    }
  }

  /** Takes what is new on a page, and returns how much that was. */
  #add({ rows, total, more }: Page): number {
    const keys = keysOf(rows);
    const before = this.#rows.length;
    rows.forEach((row, index) => {
      const key = keys[index] ?? "";
      if (this.#seen.has(key)) return;
      this.#rows.push(row);
      this.#keys.push(key);
    });
    for (const key of keys) this.#seen.add(key);
    const fresh = this.#rows.length - before;
    if (fresh > 0 && fresh < rows.length) this.#hasMoved = true;
    if (total !== undefined && this.#total !== undefined && total !== this.#total) this.#hasMoved = true;
    this.#total = total ?? this.#total;
    this.#last = { keys, more };
    if (rows.length > 0) this.#filled += 1;
    return fresh;
  }

  #matches(): boolean {
    return this.#total === this.#rows.length && this.#last.more !== true;
  }

  /** Would the page numbered 1 hold just these rows, if pages were counted from 0? */
  #looksLikeSecond(): boolean {
    const { size } = this.#settings;
    const [count, total] = [this.#rows.length, this.#total ?? 0];
    return count < Math.min(size, total) && count === Math.max(0, Math.min(size, total - size));
  }

  /** Asks once for a page 0, unless the number of the first page is known. Is it a page before the first one read? */
  async #startsAt0(): Promise<boolean> {
    const { first, size, learnFirst } = this.#settings;
    if (first !== undefined || this.#isAsked0) return false;
    this.#isAsked0 = true;
    const page = await this.#fetch({ page: 0, size });
    if (page === "failed") {
      this.#mayStartAt0 = true;
      return false;
    }
    const here = new Set(this.#firstKeys);
    const keys = keysOf(page?.rows ?? []);
    const known = keys.filter((key) => here.has(key)).length;
    if (known > 0 && known < keys.length) this.#hasMoved = true;
    const isBefore = keys.length > 0 && known === 0;
    // Where both are empty, the numbers are still open, and it does not matter.
    const isCertain = page === undefined || known === keys.length;
    if (isBefore || (isCertain && (page === undefined || here.size > 0))) learnFirst(isBefore ? 0 : 1);
    return isBefore;
  }

  #from0(): Promise<Round> {
    return new Round({ ...this.#settings, first: 0 }, this.#fetch).read();
  }

  /** @param twin the round before this one */
  judge(isAll: boolean, twin: Round | undefined): Verdict {
    if (this.#hasMoved) return "again";
    if (this.#matches()) return "whole";
    const [rows, total] = [this.#rows.length, this.#total];
    if (total !== undefined && rows < total) {
      return { doubt: `the registrar counts ${total} and listed ${rows}`, isCut: true };
    }
    if (this.#last.more === true) {
      return { doubt: `the registrar says that more follows after ${rows} rows, and does not return it`, isCut: true };
    }
    if (this.#end === "endless") return { doubt: `it goes on after ${maxPages} pages or ${maxRows} rows`, isCut: true };
    if (isAll) return "whole";
    if (this.#end === "moved") return "again";
    if (this.#end !== "end") return { doubt: `${rows} rows, ${nothing[this.#end]}`, isCut: false };
    if (this.#mayStartAt0)
      return { doubt: `${rows} rows from page 1 on, and page 0 cannot be requested`, isCut: false };
    if (this.#filled < 2) return "whole";
    return twin !== undefined && !twin.#hasMoved && this.#equals(twin) ? "whole" : "again";
  }

  #equals(other: Round): boolean {
    const [here, there] = [this.#seen, other.#seen];
    return here.size === there.size && [...there].every((key) => here.has(key));
  }

  listing(verdict: Exclude<Verdict, "again">): Omit<Listing<Row>, "pages"> {
    const [rows, total] = [this.#rows, this.#total];
    return {
      rows,
      complete: verdict === "whole",
      ...(verdict !== "whole" && { incomplete: verdict.doubt, ...(verdict.isCut && { cut: true }) }),
      ...(total !== undefined && { total }),
    };
  }

  keyed(): [string, Row][] {
    return this.#rows.map((row, index) => [this.#keys[index] ?? "", row]);
  }
}

/** What a list lacks that would prove it whole. */
const nothing = {
  unpaged: "without a total or a mark of the end",
  ignored: "the same for every page number, without a total or a mark of the end",
  repeated: "then the last page again and again, without a total or a mark of the end",
  refused: "a further page is refused, and there is no total or mark of the end",
};

/** What tells rows apart: their ids where every row has its own, else everything in them. */
function keysOf(rows: readonly Row[]): string[] {
  const ids = rows.map((row) => row["id"] ?? row["record_id"] ?? row["uuid"] ?? row["handle"] ?? row["domain_name"]);
  const usable = ids.every((id) => (typeof id === "string" && id !== "") || typeof id === "number");
  if (usable && new Set(ids).size === rows.length) return ids.map((id) => `id:${id}`);
  return rows.map((row) => JSON.stringify(row));
}
