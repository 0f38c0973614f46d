/**
 * Reads a list to its end. From top to bottom:
 * 1. `readList` says how a page is requested, and finds its rows.
 * 2. `readPages` reads all pages, and reads them again if rows moved between them. prove.ts says what they prove.
 * 3. `readToEnd` takes one page after the other, until a page is the end, or the pages say that the list is complete.
 * 4. `pagesOf` requests them: by cursor, or by number. Without a contract, the second page is asked for as the table of endpoints
 *    assumes.
 */
import { pMapIterable } from "p-map";
import type { Override } from "../contract.ts";
import type { ResponseForm } from "../endpoints/table.ts";
import { NotFoundError, RefusedError } from "../errors.ts";
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
  const fetchPage: FetchPage = async (request) => {
    const call = callFor(request);
    const position = request?.page ?? 1;
    try {
      const response = await send(call);
      return readable(call, response.status, () => findRows(response, form, call.override, position));
    } catch (error) {
      const isRefused = error instanceof RefusedError || error instanceof NotFoundError;
      if (position > 1 && isRefused && beyondTheEnd.includes(error.status ?? 0)) return "refused";
      throw error;
    }
  };
  return readPages(fetchPage, settingsOf(form, override, row.assumed.includes("answer")));
}

/** @param isAssumed isn't it known that the specification shows the complete list? */
function settingsOf(form: ListCalls["form"], { paging, complete }: Override, isAssumed: boolean): ListSettings {
  const common = { hasCursor: paging?.cursor !== undefined, size: paging?.size ?? 100 };
  // A list that shows everything has one page, unless the contract says how to request more.
  if (complete) return { ...common, paged: Boolean(paging), stated: "all" };
  if (paging === null) return { ...common, paged: false, stated: "one page" };
  if (paging === undefined)
    return { ...common, paged: form.paged, stated: form.paged || isAssumed ? "unknown" : "one page" };
  // Only numbered pages are full but for the last: an `offset` may count pages, and a cursor may follow a short page.
  const isFull = paging.size && !paging.offset && !paging.cursor;
  return { ...common, paged: true, stated: isFull ? "size" : "pages" };
}

/** Statuses with which registrars refuse a page beyond the last one. Others, such as 408, may pass. */
const beyondTheEnd = [400, 404, 410, 416, 422];

type Found = Page | "refused";
type FetchPage = (request: PageRequest) => Promise<Found>;

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
    if (page === "refused") return reading(page);
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
  return reading(pages.at(-1)?.next === null ? "ended" : "unasked");
}

async function* pagesOf(fetchPage: FetchPage, settings: ListSettings): AsyncGenerator<Found> {
  const { paged, size, stated, hasCursor } = settings;
  const first = await fetchPage(paged ? { page: 1, size, before: 0 } : undefined);
  yield first;
  if (first === "refused") return;
  if (hasCursor) yield* pagesByCursor(first, fetchPage, size);
  else if (paged || stated === "unknown") yield* pagesByNumber(first, fetchPage, settings);
}

/** Pages from the second on, until one names no next page. A page without the field of the cursor proves nothing. */
async function* pagesByCursor(first: Page, fetchPage: FetchPage, size: number) {
  let last: Found = first;
  for (let page = 2; last !== "refused" && last.next !== undefined && last.next !== null; page += 1) {
    last = await fetchPage({ page, size, before: 0, cursor: last.next });
    yield last;
  }
}

/** Pages from the second on. Pages that exist by the total of the first page are requested in parallel. */
async function* pagesByNumber({ rows, total = 0 }: Page, fetchPage: FetchPage, { paged, size }: ListSettings) {
  // Without known paging, the length of a page is the number of rows read, at least one: a second page begins after them.
  const length = rows.length;
  const requested: ReturnType<FetchPage>[] = [];
  const request = (page: number) => {
    const fetched = fetchPage({ page, size: paged ? size : length, before: (page - 1) * length });
    requested.push(fetched);
    return fetched;
  };
  const known = Math.min(maxPages, Math.ceil(total / length));
  const ahead = Array.from({ length: Math.max(0, known - 1) }, (_, index) => index + 2);
  try {
    yield* pMapIterable(ahead, request, { concurrency: atOnce });
    for (let page = ahead.length + 2; ; page += 1) yield request(page);
  } finally {
    // An earlier page may end the list: no request is left when the list is read again.
    await Promise.allSettled(requested);
  }
}
