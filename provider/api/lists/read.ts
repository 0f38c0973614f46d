/**
 * Reads a list to its end, and decodes its rows. From top to bottom:
 * 1. `readList` says how a page is requested, and finds its rows.
 * 2. `readPages` reads all pages, and reads them again if rows moved between them. prove.ts says what they prove.
 * 3. `readToEnd`, `followCursors` and `countPages` request one page after the other, until `Reading.take` names the end, or no
 *    further page needs to be asked for (`unasked`): then prove.ts judges by what the pages say.
 * 4. `recordRows` and `forwardRows` decode the rows.
 *
 * Without a contract, the second page is asked for as the table of endpoints assumes. If it is refused, that proves nothing, and
 * the error names the contract line. A row that can't be decoded is opaque. A list of such rows only can't be read.
 */
import { isDeepStrictEqual } from "node:util";
import { pMapIterable } from "p-map";
import { allOpaque, isOpaque, type Renamed, recordFromWire, renamedIn, type ZoneRow } from "../../dns/index.ts";
import type { Override } from "../contract.ts";
import type { ResponseForm } from "../endpoints/table.ts";
import { NotFoundError, RefusedError } from "../errors.ts";
import { type Forward, forwardFromWire, lacksField, renamedInForward } from "../forward.ts";
import type { Call, PageRequest } from "../http/call.ts";
import { readable } from "../http/send.ts";
import { quote, type Redact } from "../redaction.ts";
import { describe, isObject, type ParsedResponse } from "../response.ts";
import { findRows, maxRows, type Page, type Row, short } from "./find.ts";
import {
  type End,
  haveMoved,
  type ListSettings,
  maxPages,
  type PageFacts,
  type Proof,
  prove,
  sayComplete,
} from "./prove.ts";

export interface Listing<T> {
  rows: T[];
  proof: Proof;
  /** Redacts what a message shows of a row that can't be decoded. Default: nothing is redacted. */
  redact?: Redact;
}

export interface ListCalls {
  form: Extract<ResponseForm, { kind: "list" }>;
  callFor(page?: PageRequest): Call;
  send(call: Call): Promise<ParsedResponse>;
}

/** Reads a list to its end. The rows have the field names of the table of endpoints, but aren't decoded. */
export function readList({ form, callFor, send }: ListCalls): Promise<Listing<Row>> {
  const fetch: Fetch = async (request) => {
    const call = callFor(request);
    const position = request?.page ?? 1;
    try {
      const answer = await send(call);
      return readable(call, answer.status, () => findRows(answer, form, call.override, position));
    } catch (error) {
      // Some registrars refuse a page beyond the last one.
      const isRefused = error instanceof RefusedError && (error.status ?? 0) >= 400;
      if (position > 1 && (isRefused || error instanceof NotFoundError)) return undefined;
      throw error;
    }
  };
  const { row, override } = callFor();
  return readPages(fetch, settingsOf(form, override, row.assumed.includes("answer")));
}

function settingsOf(form: ListCalls["form"], { paging, complete }: Override, isAssumed: boolean): ListSettings {
  return {
    // A list that shows everything has one page, unless the contract says how to request more.
    paged: paging === undefined ? form.paged && !complete : paging !== null,
    hasCursor: paging?.cursor !== undefined,
    size: paging?.size ?? 100,
    contract: statedBy({ paging, complete }),
    isTotalDocumented: !form.paged && !isAssumed,
  };
}

function statedBy({ paging, complete }: Override): ListSettings["contract"] {
  if (complete) return "all";
  if (paging === null) return "none";
  if (paging === undefined) return undefined;
  return paging.size && !paging.offset && !paging.cursor ? "size" : "pages";
}

/** Requests a page. Returns `undefined` if the registrar refuses it. */
type Fetch = (request: PageRequest) => Promise<Page | undefined>;

/** Most pages that are requested in parallel. */
const atOnce = 8;
/** Most readings of a list that changes while it is read. */
const maxReadings = 4;

export async function readPages(fetch: Fetch, settings: ListSettings): Promise<Listing<Row>> {
  for (let number = 1; ; number += 1) {
    const reading = new Reading(settings);
    const end = await readToEnd(reading, fetch, settings);
    const { rows, pages } = reading;
    if (!haveMoved(pages)) return { rows, proof: prove(pages, end, settings) };
    if (number < maxReadings) continue;
    const doubt = short(`it changed during each of ${maxReadings} readings of its pages`);
    return { rows, proof: { complete: false, pages: pages.length, ...doubt } };
  }
}

async function readToEnd(reading: Reading, fetch: Fetch, settings: ListSettings): Promise<End> {
  const { paged, size, contract, isTotalDocumented, hasCursor } = settings;
  const refused: Page = { rows: [], doubt: short("it is refused") };
  const first = (await fetch(paged ? { page: 1, size, before: 0 } : undefined)) ?? refused;
  const end = reading.take(first);
  if (end !== undefined) return end;
  if (hasCursor) return followCursors(reading, fetch, first.next, size);
  // A total may count only the rows of the first page, so a second page is requested.
  const isOnly = !paged && (contract !== undefined || isTotalDocumented);
  return isOnly ? "unasked" : countPages(reading, fetch, first, settings);
}

/** Follows cursors until the list ends, or a page says that no page follows. A page without the field proves nothing. */
async function followCursors(reading: Reading, fetch: Fetch, first: Page["next"], size: number): Promise<End> {
  let cursor = first;
  for (let page = 2; cursor !== undefined && cursor !== null; page += 1) {
    if (reading.isTooLong(page)) return "endless";
    const found = await fetch({ page, size, before: reading.rows.length, cursor });
    const end = reading.take(found);
    if (end !== undefined) return end;
    cursor = found?.next;
  }
  return cursor === null ? "ended" : "unasked";
}

/** Requests pages by number, until the list ends or the pages say that it is complete. */
async function countPages(reading: Reading, fetch: Fetch, first: Page, settings: ListSettings): Promise<End> {
  for await (const page of pagesAfter(first, fetch, settings)) {
    const end = reading.take(page);
    if (end !== undefined) return end;
    if (haveMoved(reading.pages) || sayComplete(reading.pages, settings)) break;
    if (reading.isTooLong(reading.pages.length + 1)) return "endless";
  }
  return "unasked";
}

/** Pages from the second on. Pages that exist by the total of the first page are requested in parallel. */
async function* pagesAfter({ rows, total = 0 }: Page, fetch: Fetch, { paged, size }: ListSettings) {
  // Without known paging, the length of a page is the number of rows read: a second page begins after them.
  const length = rows.length;
  const requested: ReturnType<Fetch>[] = [];
  const request = (page: number) => {
    const answer = fetch({ page, size: paged ? size : length, before: (page - 1) * length });
    requested.push(answer);
    return answer;
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

/** One reading of all pages: the rows without repetitions, and the facts of each page. */
class Reading {
  readonly rows: Row[] = [];
  readonly pages: PageFacts[] = [];
  readonly #isDescribed: boolean;
  readonly #seen = new Set<string>();
  /** The rows of the last page, as keys. */
  #last: readonly string[] = [];

  /** @param settings do they describe the pages? Then a page that is said to be the last is the last */
  constructor({ contract }: ListSettings) {
    this.#isDescribed = contract !== undefined;
  }

  isTooLong(page: number): boolean {
    return page > maxPages || this.rows.length > maxRows;
  }

  /** Adds a page. @returns the end of the list, if this page is the end */
  take(page: Page | undefined): End | undefined {
    if (page === undefined) return "refused";
    const { rows, doubt } = withoutRepetitions(page);
    const keys = rows.map(keyOf);
    const fresh = rows.filter((_, index) => !this.#seen.has(keys[index] ?? ""));
    const last = this.pages.at(-1);
    const repeated = last && this.#repeated(page, keys, fresh.length, last);
    if (last !== undefined && repeated !== undefined) {
      // The page isn't counted, so the page before it gets its doubt.
      last.doubt ??= doubt ?? (repeated === "earlier" ? short("an earlier page comes again") : undefined);
      return "repeated";
    }
    const isLate = this.#isDescribed && fresh.length > 0 && last?.more === false;
    const late = isLate ? short("rows came after a page that is said to be the last") : undefined;
    const { rows: listed, ...said } = page;
    const facts = { listed: listed.length, rows: rows.length, fresh: fresh.length };
    this.pages.push({ ...said, ...facts, doubt: doubt ?? late });
    for (const row of fresh) this.rows.push(row);
    for (const key of keys) this.#seen.add(key);
    this.#last = keys;
    return rows.length === 0 ? "empty" : undefined;
  }

  /**
   * The page that a page without a fresh row repeats: the last one, as registrars do for every further number, or an earlier one.
   * `undefined`: it repeats none, since the list changed while it was read.
   */
  #repeated({ total }: Page, keys: readonly string[], fresh: number, last: PageFacts): "last" | "earlier" | undefined {
    if (keys.length === 0 || fresh > 0) return undefined;
    const before = new Set(this.#last);
    if (!keys.every((key) => before.has(key))) return "earlier";
    return isDeepStrictEqual(keys, this.#last) && (total ?? last.total) === last.total ? "last" : undefined;
  }
}

/** The rows of a page without repetitions of an ID; all of them, and a doubt, if rows that differ share one. */
function withoutRepetitions({ rows, doubt }: Page): Pick<Page, "rows" | "doubt"> {
  const known = new Map<string, Row>();
  const distinct: Row[] = [];
  for (const row of rows) {
    const id = idOf(row);
    const other = id === undefined ? undefined : known.get(id);
    if (other === undefined) distinct.push(row);
    else if (!isDeepStrictEqual(row, other))
      return { rows, doubt: doubt ?? { why: "rows that differ have the same ID", cut: "contradicted" } };
    if (id !== undefined) known.set(id, row);
  }
  return { rows: distinct, doubt };
}

/** Identifies a row: by its ID, else by all its values. */
const keyOf = (row: Row): string => idOf(row) ?? JSON.stringify(row);

function idOf(row: Row): string | undefined {
  const { id: own, record_id, recordId, uuid, handle, name, source, domain_name } = row;
  // A record or forward may also have the name of its domain, which doesn't identify it.
  const isDomain = name === undefined && source === undefined;
  const id = own ?? record_id ?? recordId ?? uuid ?? handle ?? (isDomain ? domain_name : undefined);
  return (typeof id === "string" && id !== "") || typeof id === "number" ? `id:${id}` : undefined;
}

/** A list with decoded rows. */
export const decoded = <Wire, Decoded>(
  { rows, proof }: Listing<Wire>,
  decode: (row: Wire) => Decoded,
): Listing<Decoded> => ({ rows: rows.map(decode), proof });

/** A value with each of its strings redacted: a row that can't be decoded may quote the request, its token included. */
function redactedIn(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactedIn(each, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), redactedIn(each, redact)]));
}

const redactedRow = (row: Row, redact: Redact): Row => ({ ...Object(redactedIn(row, redact)) });

/** @param lacking rows that all lack a field: it has another name, so that nothing is known of any row */
function unreadable<Decoded>(
  { rows, proof, redact }: Required<Listing<Decoded>>,
  lacking: readonly { reason?: string; row?: Readonly<Row> }[],
  renamed: (row: Readonly<Row>) => Renamed | undefined,
): Listing<Decoded> {
  const [first] = lacking;
  if (first === undefined) return { rows, proof };
  const { reason, row = {} } = first;
  const why = quote(`0 of ${lacking.length} rows can be read: ${reason} (found ${describe(row)})`, redact);
  return { rows, proof: { ...proof, complete: false, cut: proof.cut ?? "unreadable", why, fields: renamed(row) } };
}

export function recordRows(listing: Listing<Row>, domain: string): Listing<ZoneRow> {
  const { redact = (text) => text } = listing;
  const list = decoded(listing, (wire) => {
    const row = recordFromWire(wire, domain);
    return isOpaque(row) ? { ...row, reason: redact(row.reason), row: redactedRow(row.row, redact) } : row;
  });
  return unreadable({ ...list, redact }, allOpaque(list.rows), (row) => renamedIn(row, domain));
}

export function forwardRows(listing: Listing<Row>, domain: string): Listing<Forward> {
  const { redact = (text) => text } = listing;
  const list = decoded(listing, (wire): Forward => {
    const { unreadable: reason, row = {}, ...forward } = forwardFromWire(wire, domain);
    return reason === undefined ? forward : { ...forward, unreadable: redact(reason), row: redactedRow(row, redact) };
  });
  const lacking = list.rows.every(lacksField) ? list.rows : [];
  return unreadable(
    { ...list, redact },
    lacking.map(({ unreadable: reason = "", row = {} }) => ({ reason, row })),
    (row) => renamedInForward(row, domain),
  );
}
