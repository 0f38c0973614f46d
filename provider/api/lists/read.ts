/**
 * Reads a list to its end, and decodes its rows.
 * - Paging is never guessed: if the registrar refuses the paging that the table of endpoints assumes, the error names the
 *   contract line.
 * - A row that can't be decoded is opaque. A list of such rows only can't be read.
 */
import { isDeepStrictEqual } from "node:util";
import { allOpaque, isOpaque, type Renamed, recordFromWire, renamedIn, type ZoneRow } from "../../dns/index.ts";
import type { Override } from "../contract.ts";
import type { ResponseForm } from "../endpoints/table.ts";
import { NotFoundError, RefusedError } from "../errors.ts";
import { type Forward, forwardFromWire, lacksField, renamedInForward } from "../forward.ts";
import type { Call, PageRequest } from "../http/call.ts";
import { readable } from "../http/send.ts";
import { fromWire } from "../http/wire.ts";
import type { Redact } from "../redaction.ts";
import { describe, isObject, type ParsedResponse } from "../response.ts";
import { type Doubt, findRows, maxRows, type Page, type Row, short } from "./find.ts";
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

/** Rows without repetitions of an ID; `undefined` if rows that differ share one. */
function distinctRows(rows: readonly Row[]): Row[] | undefined {
  const known = new Map<string, Row>();
  let isClear = true;
  const distinct = rows.filter((row) => {
    const id = idOf(row);
    const other = id === undefined ? undefined : known.get(id);
    if (id !== undefined) known.set(id, row);
    if (other !== undefined && !isDeepStrictEqual(row, other)) isClear = false;
    return other === undefined;
  });
  return isClear ? distinct : undefined;
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

/** Does a row have an identifying field, as a string or number? Without it, a domain or contact can't be used. */
const isIdentified = (row: Row, identity: readonly string[]): boolean =>
  identity.length === 0 || identity.some((key) => typeof row[key] === "string" || typeof row[key] === "number");

export interface ListCalls {
  form: Extract<ResponseForm, { kind: "list" }>;
  callFor(page?: PageRequest): Call;
  send(call: Call): Promise<ParsedResponse>;
}

/** Reads a list to its end. The rows have the field names of the table of endpoints, but aren't decoded. */
export function readList({ form, callFor, send }: ListCalls): Promise<Listing<Row>> {
  const { row, override } = callFor();
  const { paging, container, success: mark } = override;
  const pageIn = (answer: ParsedResponse, position: number): Page => {
    const found = findRows(answer, form.keys, { container, mark, next: paging?.next, position });
    const rows = rowsIn(found.rows, override);
    const odd = rows.find((each) => !isIdentified(each, form.identity));
    const why = `a row has no ${form.identity[0]} (found ${describe(odd)})`;
    return { ...found, rows, doubt: found.doubt ?? (odd && { why, cut: "unreadable" }) };
  };
  const fetch: Fetch = async (request, position) => {
    const call = callFor(request);
    try {
      const answer = await send(call);
      return readable(call, answer.status, () => pageIn(answer, request === undefined ? 1 : position));
    } catch (error) {
      // Some registrars refuse a page beyond the last one.
      const isRefused = error instanceof RefusedError && (error.status ?? 0) >= 400;
      if (position > 1 && (isRefused || error instanceof NotFoundError)) return undefined;
      throw error;
    }
  };
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

/** Requests the page at a position, from 1. Returns `undefined` if the registrar refuses it. */
type Fetch = (request: PageRequest | undefined, position: number) => Promise<Page | undefined>;

/** Most pages that are requested in parallel. */
const atOnce = 8;
/** Most readings of a list that changes while it is read. */
const maxReadings = 4;

export async function readPages(fetch: Fetch, settings: ListSettings): Promise<Listing<Row>> {
  for (let number = 1; ; number += 1) {
    const reading = new Reading(settings);
    const end = await reading.read(fetch);
    const { rows, pages } = reading;
    if (!haveMoved(pages)) return { rows, proof: prove(pages, end, settings) };
    if (number < maxReadings) continue;
    const doubt = short(`it changed during each of ${maxReadings} readings of its pages`);
    return { rows, proof: { complete: false, pages: pages.length, ...doubt } };
  }
}

const serviceTypes = ["SOA", "NS"];

/**
 * Rows with the specification's names. In a list that never has a name, the apex is not absent but the name has another key, so
 * that the rows can't be read.
 */
function rowsIn(wire: readonly Row[], override: Override): Row[] {
  const read = (translation: Override) => wire.map((row): Row => ({ ...Object(fromWire(row, translation)) }));
  const rows = read(override);
  const isNamed = ({ name, type }: Row) =>
    typeof name === "string" || serviceTypes.includes(String(type).toUpperCase());
  return override.apex !== "absent" || rows.some(isNamed) ? rows : read({ ...override, apex: undefined });
}

/** One reading of all pages: the rows without repetitions, and the facts of each page. */
class Reading {
  readonly rows: Row[] = [];
  readonly pages: PageFacts[] = [];
  readonly #settings: ListSettings;
  readonly #seen = new Set<string>();
  /** The rows of the last page, as keys. */
  #last: readonly string[] = [];

  constructor(settings: ListSettings) {
    this.#settings = settings;
  }

  async read(fetch: Fetch): Promise<End> {
    const { paged, size, contract, isTotalDocumented, hasCursor } = this.#settings;
    const start = (await fetch(paged ? { page: 1, size, before: 0 } : undefined, 1)) ?? {
      rows: [],
      doubt: short("it is refused"),
    };
    this.#add(start);
    if (start.rows.length === 0) return "empty";
    if (hasCursor) return this.#follow(fetch, start);
    // A total may count only the rows of the first page, so a second page is requested.
    const isOnly = !paged && (contract !== undefined || isTotalDocumented);
    return isOnly ? "unasked" : await this.#readOn(fetch, start);
  }

  /** Follows cursors to an empty page, or to one that says that no page follows. A page without the field proves nothing. */
  async #follow(fetch: Fetch, { next }: Page): Promise<End> {
    let cursor = next;
    for (let position = 2; typeof cursor === "string" || typeof cursor === "number"; position += 1) {
      if (position > maxPages || this.rows.length > maxRows) return "endless";
      const request = { page: position, size: this.#settings.size, before: this.rows.length, cursor };
      const page = await fetch(request, position);
      if (page === undefined) return "refused";
      if (!this.#add(page)) return "repeated";
      if (page.rows.length === 0) return "empty";
      cursor = page.next;
    }
    return cursor === null ? "ended" : "unasked";
  }

  /** Requests pages by number, until one is empty, refused or seen before, or the pages say that the list is complete. */
  async #readOn(fetch: Fetch, { rows, total = 0 }: Page): Promise<End> {
    // Without known paging, the length of a page is the number of rows read: a second page begins after them.
    const size = this.#settings.paged ? this.#settings.size : rows.length;
    const request = (page: number) => fetch({ page, size, before: (page - 1) * rows.length }, page);
    const ahead = new PagesAhead(request, Math.min(maxPages, Math.ceil(total / rows.length)));
    try {
      for (let position = 2; ; position += 1) {
        if (position > maxPages || this.rows.length > maxRows) return "endless";
        if (haveMoved(this.pages) || (position > 2 && sayComplete(this.pages, this.#settings))) return "unasked";
        const page = await ahead.page(position);
        if (page === undefined) return "refused";
        if (!this.#add(page)) return "repeated";
        if (page.rows.length === 0) return "empty";
      }
    } finally {
      await ahead.finished();
    }
  }

  /** Adds the rows of a page. @returns false if it has none that earlier pages lack, and ends the list */
  #add({ rows: given, ...said }: Page): boolean {
    const distinct = distinctRows(given);
    const rows = distinct ?? given;
    const keys = rows.map(keyOf);
    const fresh = rows.filter((_, index) => !this.#seen.has(keys[index] ?? ""));
    const last = this.pages.at(-1);
    const isLate = this.#settings.contract !== undefined && fresh.length > 0 && last?.more === false;
    const contradiction: Doubt | undefined =
      distinct === undefined ? { why: "rows that differ have the same ID", cut: "contradicted" } : undefined;
    const late = isLate ? short("rows came after a page that is said to be the last") : undefined;
    const doubt = said.doubt ?? contradiction ?? late;
    if (last !== undefined && fresh.length === 0 && keys.length > 0) {
      const before = new Set(this.#last);
      const isEarlier = !keys.every((key) => before.has(key));
      last.doubt ??= doubt ?? (isEarlier ? short("an earlier page comes again") : undefined);
      // The registrar ignores paging, or repeats a page for later numbers. Otherwise the list changed while it was read.
      const isSame = isDeepStrictEqual(keys, this.#last) && (said.total ?? last.total) === last.total;
      if (isEarlier || isSame) return false;
    }
    this.pages.push({ ...said, doubt, listed: given.length, rows: rows.length, fresh: fresh.length });
    for (const row of fresh) this.rows.push(row);
    for (const key of keys) this.#seen.add(key);
    this.#last = keys;
    return true;
  }
}

/** Pages from the second on. Requests up to `atOnce` in parallel while the first page's total says that they exist. */
class PagesAhead {
  readonly #request: (position: number) => Promise<Page | undefined>;
  /** Number of pages that are known to exist. */
  readonly #known: number;
  readonly #asked: Promise<Page | undefined>[] = [];

  constructor(request: (position: number) => Promise<Page | undefined>, known: number) {
    this.#request = request;
    this.#known = known;
  }

  page(position: number): Promise<Page | undefined> | undefined {
    const last = Math.max(position, Math.min(this.#known, position + atOnce - 1));
    while (this.#asked.length + 2 <= last) {
      const page = this.#request(this.#asked.length + 2);
      // If an earlier page ends the list, this page isn't used, and its failure doesn't count.
      page.catch(() => undefined);
      this.#asked.push(page);
    }
    return this.#asked[position - 2];
  }

  finished(): Promise<unknown> {
    return Promise.allSettled(this.#asked);
  }
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

/** Rows that all lack a field. The field has another name, so that nothing is known of any row. */
interface Lacking {
  count: number;
  reason: string;
  row: Row | undefined;
  fields: Renamed | undefined;
}

function unreadable<Decoded>({ rows, proof }: Listing<Decoded>, lacking: Lacking): Listing<Decoded> {
  const { count, reason, row, fields } = lacking;
  const why = `0 of ${count} rows can be read: ${reason} (found ${describe(row)})`;
  return { rows, proof: { ...proof, complete: false, cut: proof.cut ?? "unreadable", why, fields } };
}

export function recordRows(listing: Listing<Row>, domain: string): Listing<ZoneRow> {
  const { redact = (text) => text } = listing;
  const list = decoded(listing, (wire) => {
    const row = recordFromWire(wire, domain);
    return isOpaque(row) ? { ...row, reason: redact(row.reason), row: redactedRow(row.row, redact) } : row;
  });
  const lacking = allOpaque(list.rows);
  const [first] = lacking;
  if (first === undefined) return list;
  const { reason, row } = first;
  return unreadable(list, { count: lacking.length, reason, row, fields: renamedIn(row, domain) });
}

export function forwardRows(listing: Listing<Row>, domain: string): Listing<Forward> {
  const { redact = (text) => text } = listing;
  const list = decoded(listing, (wire): Forward => {
    const { unreadable: reason, row = {}, ...forward } = forwardFromWire(wire, domain);
    return reason === undefined ? forward : { ...forward, unreadable: redact(reason), row: redactedRow(row, redact) };
  });
  const { length: count } = list.rows;
  const [first] = list.rows;
  if (first === undefined || !list.rows.every(lacksField)) return list;
  const { unreadable: reason = "", row } = first;
  return unreadable(list, { count, reason, row, fields: renamedInForward(first, domain) });
}
