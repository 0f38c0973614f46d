/**
 * Reads a list to its end. Paging is never guessed: if the registrar refuses the paging that the table of endpoints assumes, the error
 * names the contract line.
 */
import { isDeepStrictEqual } from "node:util";
import type { Override } from "../contract.ts";
import type { ResponseForm } from "../endpoints/table.ts";
import { NotFoundError, RefusedError } from "../errors.ts";
import { readable } from "../explain.ts";
import type { Call, PageRequest } from "../http/call.ts";
import { fromWire } from "../http/wire.ts";
import type { Redact } from "../redaction.ts";
import { describe, type ParsedResponse } from "../response.ts";
import { findRows, maxRows, type Page, type Row, short } from "./find.ts";
import {
  areClaimed,
  type End,
  haveMoved,
  type ListSettings,
  maxPages,
  type PageFacts,
  type Proof,
  prove,
} from "./prove.ts";

export interface Listing<T> {
  rows: T[];
  proof: Proof;
  /** Redacts what a message shows of a row that can't be decoded. Default: nothing is redacted. */
  redact?: Redact;
}

/** Rows without repetitions; `undefined` if rows that differ share an ID. */
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
  const { paging, complete, container, success: mark } = override;
  const settings: ListSettings = {
    // A list that shows everything has one page, unless the contract says how to request more.
    paged: paging === undefined ? form.paged && !complete : paging !== null,
    hasCursor: paging?.cursor !== undefined,
    size: paging?.size ?? 100,
    contract: complete
      ? "all"
      : paging === null
        ? "none"
        : paging && (paging.size && !paging.offset && !paging.cursor ? "size" : "pages"),
    isTotalDocumented: !form.paged && !row.assumed.includes("answer"),
  };
  const page = async (request: PageRequest, position: number): Promise<Page | undefined> => {
    const call = callFor(request);
    try {
      const answer = await send(call);
      return readable(call, answer.status, () => {
        const place = { container, mark, next: paging?.next };
        const found = findRows(answer, form.keys, { ...place, position: request && position });
        const rows = rowsIn(found.rows, override);
        const odd = rows.find((row) => !isIdentified(row, form.identity));
        const why = `a row has no ${form.identity[0]} (found ${describe(odd)})`;
        return { ...found, rows, doubt: found.doubt ?? (odd && { why, cut: "unreadable" }) };
      });
    } catch (error) {
      // Some registrars refuse a page beyond the last one.
      const isRefused = error instanceof RefusedError && (error.status ?? 0) >= 400;
      if (position > 1 && (isRefused || error instanceof NotFoundError)) return undefined;
      throw error;
    }
  };
  return readPages(page, settings);
}

/** Requests the page at a position, from 1. Returns `undefined` if the registrar refuses it. */
type Fetch = (request: PageRequest, position: number) => Promise<Page | undefined>;

/** Maximum number of pages that are requested in parallel, if the number of pages is known. */
const atOnce = 8;
/** Maximum number of readings of a list that changes while it is read. */
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
 * Rows with the specification's names. In a list that never has a name, the apex is not absent but the name has another key, so that
 * the rows can't be read.
 */
function rowsIn(wire: readonly Row[], override: Override): Row[] {
  const read = (translation: Override) => wire.map((row): Row => ({ ...Object(fromWire(row, translation)) }));
  const rows = read(override);
  const isNamed = ({ name, type }: Row) =>
    typeof name === "string" || serviceTypes.includes(String(type).toUpperCase());
  return override.apex !== "absent" || rows.some(isNamed) ? rows : read({ ...override, apex: undefined });
}

/** One reading of all pages. */
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
    return cursor === null ? "empty" : "unasked";
  }

  async #readOn(fetch: Fetch, { rows, total = 0 }: Page): Promise<End> {
    // Without known paging, the length of a page is the number of rows read: a second page begins after them.
    const size = this.#settings.paged ? this.#settings.size : rows.length;
    const known = Math.min(maxPages, Math.ceil(total / rows.length));
    const asked: Promise<Page | undefined>[] = [];
    const pageAt = (position: number) => {
      const last = Math.max(position, Math.min(known, position + atOnce - 1));
      while (asked.length + 2 <= last) {
        const number = asked.length + 2;
        const page = fetch({ page: number, size, before: (number - 1) * rows.length }, number);
        // If an earlier page ends the list, this page isn't used, and its failure doesn't count.
        page.catch(() => undefined);
        asked.push(page);
      }
      return asked[position - 2];
    };
    try {
      for (let position = 2; ; position += 1) {
        if (position > maxPages || this.rows.length > maxRows) return "endless";
        if (haveMoved(this.pages) || (position > 2 && areClaimed(this.pages, this.#settings))) return "unasked";
        const page = await pageAt(position);
        if (page === undefined) return "refused";
        if (!this.#add(page)) return "repeated";
        if (page.rows.length === 0) return "empty";
      }
    } finally {
      await Promise.allSettled(asked);
    }
  }

  /** Adds the rows of a page. @returns false if all its rows were seen before */
  #add({ rows: given, ...said }: Page): boolean {
    const distinct = distinctRows(given);
    const rows = distinct ?? given;
    const keys = rows.map(keyOf);
    const fresh = rows.filter((_, index) => !this.#seen.has(keys[index] ?? ""));
    const last = this.pages.at(-1);
    const isLate = this.#settings.contract !== undefined && fresh.length > 0 && last?.more === false;
    const doubt =
      said.doubt ??
      (distinct === undefined
        ? { why: "rows that differ have the same ID", cut: "contradicted" as const }
        : undefined) ??
      (isLate ? short("rows came after a page that is said to be the last") : undefined);
    if (last !== undefined && fresh.length === 0 && keys.length > 0) {
      // The registrar ignores paging, or repeats the last page for later numbers.
      const isRepeated = isDeepStrictEqual(keys, this.#last) && (said.total ?? last.total) === last.total;
      const before = new Set(this.#last);
      const isEarlier = !keys.every((key) => before.has(key));
      last.doubt ??= doubt ?? (isEarlier ? short("an earlier page comes again") : undefined);
      if (isRepeated || isEarlier) return false;
      // The list changed while it was read.
    }
    this.pages.push({ ...said, doubt, listed: given.length, rows: rows.length, fresh: fresh.length });
    for (const row of fresh) this.rows.push(row);
    for (const key of keys) this.#seen.add(key);
    this.#last = keys;
    return true;
  }
}
