/**
 * Reads a list to its end. From top to bottom:
 * 1. `readList` says how a page is requested, and finds its rows.
 * 2. `readPages` reads all pages, and reads them again if rows moved between them. prove.ts says what they prove.
 * 3. `readToEnd` takes one page after the other, until a page is the end, or the pages say that the list is complete.
 * 4. `pagesOf` requests them. Without a contract, the second page is asked for as the table of endpoints assumes.
 */
import { pMapIterable } from "p-map";
import type { Override } from "../contract.ts";
import type { ResponseForm } from "../endpoints/table.ts";
import { NotFoundError, RefusedError, RegistrarError } from "../errors.ts";
import type { Call, PageRequest } from "../http/call.ts";
import { readable } from "../http/send.ts";
import type { ParsedResponse } from "../response.ts";
import {
  areDecisive,
  type End,
  haveMoved,
  type Listing,
  type ListSettings,
  maxPages,
  mayBePage,
  type Page,
  type PageFacts,
  prove,
  type Row,
  short,
} from "./prove.ts";
import { findRows, idOf, keyOf } from "./rows.ts";

export interface ListCalls {
  form: Extract<ResponseForm, { kind: "list" }>;
  call: Call;
  callFor(page?: PageRequest): Call;
  send(call: Call): Promise<ParsedResponse>;
}

/** The rows have the field names of the table of endpoints, but aren't decoded. */
export function readList({ form, call: { row, override }, callFor, send }: ListCalls): Promise<Listing<Row>> {
  const fetchPage: FetchPage = async (request, position, isCounted = false) => {
    const call = callFor(request);
    try {
      const response = await send(call);
      return readable(call, response.status, () => findRows(response, form, call.override, position));
    } catch (error) {
      const isRefused = error instanceof RefusedError || error instanceof NotFoundError;
      const isEnd = isRefused && [...beyondTheEnd, ...(isCounted ? [200] : [])].includes(error.status ?? 0);
      if (position > 1 && isEnd) return "refused";
      if (isCounted && error instanceof RegistrarError && failedPage.includes(error.code)) return "failed";
      throw error;
    }
  };
  return readPages(fetchPage, settingsOf(form, override, row.assumed.includes("answer")));
}

/** @param isAssumed isn't it known that the specification shows the complete list? */
function settingsOf(form: ListCalls["form"], { paging, complete }: Override, isAssumed: boolean): ListSettings {
  const common = { size: paging?.size ?? 100 };
  // A list that shows everything has one page, unless the contract says how to request more.
  if (complete) return { ...common, paged: Boolean(paging), stated: "all" };
  if (paging === null) return { ...common, paged: false, stated: "one page" };
  if (paging === undefined)
    return { ...common, paged: form.paged, stated: form.paged || isAssumed ? "unknown" : "one page" };
  return { ...common, paged: true, stated: paging.size ? "size" : "pages" };
}

/** Statuses with which registrars refuse a page beyond the last one. Others, such as 408, may pass. */
const beyondTheEnd = [400, 404, 410, 416, 422];
/** Errors of a page beyond a total that is reached, which leave the rows before it readable. */
const failedPage = ["REFUSED", "SERVER", "UNEXPECTED_SHAPE", "FORBIDDEN", "UNSUPPORTED_OPERATION"].map(
  (code) => `ERR_REGISTRAR_${code}`,
);

type Found = Page | "refused" | "failed";
/** @param position of the page, from 1 @param isCounted did the pages before it have as many rows as the first one's total? */
type FetchPage = (request: PageRequest, position: number, isCounted?: boolean) => Promise<Found>;

/** Most pages that are requested in parallel. */
const atOnce = 8;
/** Most readings of a list that changes while it is read. */
const maxReadings = 4;

export async function readPages(fetchPage: FetchPage, settings: ListSettings): Promise<Listing<Row>> {
  for (let number = 1; ; number += 1) {
    const { rows, pages, end } = await readToEnd(fetchPage, settings);
    if (!haveMoved(pages)) return { rows, proof: prove(pages, end, settings) };
    if (number < maxReadings) continue;
    // Two equal rows without IDs look like one that moved to another page, and may have hidden a row.
    const isDoubled = rows.some((row) => idOf(row) === undefined);
    const doubled = isDoubled ? ", or has two equal rows without IDs: delete one in the dashboard" : "";
    const doubt = short(`it changed during each of ${maxReadings} readings of its pages${doubled}`);
    return { rows, proof: { complete: false, pages: pages.length, ...doubt } };
  }
}

/** One reading of all pages: the rows without repetitions, the facts of each page, and how the list ends. */
async function readToEnd(fetchPage: FetchPage, settings: ListSettings) {
  const rows: Row[] = [];
  const pages: PageFacts[] = [];
  const seen = new Set<string>();
  const reading = (end: End) => ({ rows, pages, end });
  for await (const page of pagesOf(fetchPage, settings)) {
    if (page === "refused" || page === "failed") return reading(page);
    const { rows: shown, ...said } = page;
    const fresh = shown.filter((row) => !seen.has(keyOf(row)));
    // A registrar that knows no pages shows the same rows for every number.
    if (shown.length > 0 && fresh.length === 0) return reading("repeated");
    pages.push({ ...said, rows: shown.length, fresh: fresh.length });
    for (const row of fresh) {
      rows.push(row);
      seen.add(keyOf(row));
    }
    if (shown.length === 0) return reading("empty");
    if (areDecisive(pages, settings)) break;
    if (pages.length === maxPages) return reading("endless");
  }
  return reading("unasked");
}

/** The pages in order, the first one without a number. */
async function* pagesOf(fetchPage: FetchPage, settings: ListSettings): AsyncGenerator<Found> {
  const { paged, size, stated } = settings;
  const first = await fetchPage(paged ? { size } : undefined, 1);
  yield first;
  if (typeof first !== "string" && first.rows.length > 0 && (paged || stated === "unknown"))
    yield* furtherPages(first, fetchPage, settings);
}

/**
 * Pages from the second on. Numbers begin at 1 if the page 1 repeats the first one, else at 0: then it is the second. A list
 * whose total is reached isn't asked for page 1: its page 2 is only to show that the total doesn't count a page. Pages that exist
 * by the total are requested in parallel.
 */
async function* furtherPages(first: Page, fetchPage: FetchPage, { paged, size }: ListSettings) {
  const { length } = first.rows;
  const total = first.total ?? 0;
  const requested: Promise<Found>[] = [];
  // Without known paging, the length of a page is the number of rows read: a second page begins after them.
  const request = (page: number, position: number) => {
    const fetched = fetchPage({ page, size: paged ? size : length }, position, total === length);
    requested.push(fetched);
    return fetched;
  };
  const keys = new Set(first.rows.map(keyOf));
  const isFirst = (page: Found) =>
    typeof page !== "string" && page.rows.length > 0 && page.rows.every((row) => keys.has(keyOf(row)));
  let before = 0;
  if (total !== length || mayBePage(length)) {
    const one = await request(1, 2);
    if (!isFirst(one)) {
      yield one;
      before = 1;
    }
  }
  const known = Math.min(maxPages, Math.ceil(total / length));
  const ahead = Array.from({ length: Math.max(0, known - 1 - before) }, (_, index) => index + 2 + before);
  try {
    yield* pMapIterable(ahead, (position) => request(position - before, position), { concurrency: atOnce });
    for (let position = ahead.length + 2 + before; ; position += 1) yield request(position - before, position);
  } finally {
    // An earlier page may end the list: no request is left when the list is read again.
    await Promise.allSettled(requested);
  }
}
