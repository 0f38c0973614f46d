/**
 * Reads a list to its end, and decides what the list proves: docs/background/safety.md has the rules. Paging is never guessed: if the
 * registrar refuses the paging that the table of endpoints assumes, the error names the contract line.
 */
import { isDeepStrictEqual } from "node:util";
import { ifValid, normaliseDomain, normaliseHost, type Renamed } from "../dns/index.ts";
import { settling } from "./assumptions/contract.ts";
import { type Cut, doubtOf, type Mark, plainKey, truth, unmarked } from "./assumptions/evidence.ts";
import { fromWire } from "./assumptions/wireNames.ts";
import type { Answer, EndpointName } from "./endpoints/table.ts";
import { NotFoundError, RefusedError, RegistrarError } from "./errors.ts";
import type { Call, PageRequest } from "./http/call.ts";
import { readable } from "./http/decode.ts";
import { type Answered, atPath, describe, isObject, UnreadableAnswerError } from "./json.ts";

export type Row = Record<string, unknown>;

export interface Listing<T> {
  rows: T[];
  /** Is the list proven complete? Only then may a missing row count as gone. */
  complete: boolean;
  /** The list says that it is complete, but its end was not read. Read the end before a row counts as gone. */
  open?: boolean | undefined;
  /** Why the list isn't proven complete, for messages. */
  incomplete?: string | undefined;
  /** Set if something contradicts the list: then a row that the list lacks may exist, and no such row may be created. */
  cut?: Cut | undefined;
  /** Probable names of fields that the rows lack. */
  fields?: Renamed | undefined;
  /** Number of rows that name another domain, and were left out. */
  others?: number;
}

export interface Page {
  rows: Row[];
  /** The total that the response states. It may count only the rows of this page. */
  total?: number | undefined;
  /** Does the response say that more rows follow? Absent if the response doesn't say. */
  more?: boolean | undefined;
  /** Why the list may be incomplete. */
  doubt?: Doubt | undefined;
}

interface Doubt {
  why: string;
  cut: Cut;
}

const short = (why: string): Doubt => ({ why, cut: "short" });

/** Most rows of a list, to stop at a list that never ends. No account has as many. */
const maxRows = 1_000_000;

const commonKeys = ["data", "items", "results", "rows"];
/** Forms of the keys that describe a list, as `plainKey` spells them. */
const totalKey = /^total(count|records|items|results|rows)?$/;
const moreKey = /^(has)?(more|next)(page)?$|truncated$/;
const nextKey = /^next/;
const lastKey = /^(is)?last(page)?$|^totalpages$|^pagecount$/;
const metaKeys = ["meta", "pagination", "paging", "links"];

interface Finding {
  /** Path to the list in the response, if the contract states one. */
  container?: string | undefined;
  /** Number of this page, from 1. */
  position?: number | undefined;
  mark?: Mark | undefined;
}

/**
 * Finds the rows in a response: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`.
 * @throws UnreadableAnswerError if there is no list in a known place; that is never an empty list
 */
export function findRows(answer: Answered, keys: readonly string[], finding: Finding = {}): Page {
  const { body } = answer;
  const { container, position = 1, mark } = finding;
  const parts = partsOf(body);
  const totals = totalsOf(answer, parts);
  const place = container === undefined ? undefined : atPath(body, container);
  const lists = container === undefined ? listsIn(body, [...keys, ...commonKeys]) : [place].filter(Array.isArray);
  const [list] = lists;
  const facts = {
    total: totals[0],
    more: saysMore(answer, parts, position),
    doubt: doubtIn(answer, totals, lists, mark),
  };
  if (list === undefined) {
    const isNothing = place === undefined || place === null || (isObject(place) && Object.keys(place).length === 0);
    if (totals[0] === 0 && isNothing) return { rows: [], ...facts };
    const looked = container === undefined ? "in it" : `at "${container}"`;
    const places = container === undefined ? `looked for ${[...keys, ...commonKeys].join(", ")}; ` : "";
    throw new UnreadableAnswerError(`there is no list ${looked} (${places}found ${describe(body)})`);
  }
  if (list.length > maxRows) throw new UnreadableAnswerError(`its list has more than ${maxRows} rows`);
  const rows = list.filter(isObject);
  if (rows.length < list.length) throw new UnreadableAnswerError("its list holds something that is not an object");
  return { rows, ...facts };
}

/** Every list in a known place, the likeliest first. */
function listsIn(body: unknown, keys: readonly string[]): unknown[][] {
  const data = atPath(body, "data");
  const inside = (value: unknown) => (isObject(value) ? keys.map((key) => value[key]) : [value]);
  return [...new Set([data, body].flatMap(inside))].filter(Array.isArray);
}

/** Objects of a response that describe the list, never its rows. */
function partsOf(body: unknown): Row[] {
  const inside = (parts: readonly Row[]) =>
    parts
      .flatMap(Object.entries)
      .flatMap(([key, value]) => (metaKeys.includes(plainKey(key)) ? [value] : []))
      .filter(isObject);
  const tops = [body, atPath(body, "data")].filter(isObject);
  const meta = inside(tops);
  return [...tops, ...meta, ...inside(meta)];
}

function totalsOf({ headers }: Answered, parts: readonly Row[]): number[] {
  const range = /\/(\d{1,9})$/.exec(headers["content-range"] ?? "")?.[1];
  const counts = parts.flatMap(Object.entries).flatMap(([key, value]) => (totalKey.test(plainKey(key)) ? [value] : []));
  return [...counts, headers["x-total-count"], range].map(count).filter((total) => total !== undefined);
}

/** Do more rows follow the page at this position? `undefined`: the response doesn't say. */
function saysMore({ headers }: Answered, parts: readonly Row[], position: number): boolean | undefined {
  const marks = parts.flatMap(Object.entries).map(([spelled, value]: [string, unknown]) => {
    const key = plainKey(spelled);
    if (moreKey.test(key) && truth(value) !== undefined) return truth(value);
    if (lastKey.test(key)) return typeof value === "boolean" ? !value : isBelow(position, count(value));
    return nextKey.test(key) ? namesNext(value) : undefined;
  });
  // If two marks contradict each other, more rows may follow.
  if (marks.includes(true) || /rel="?next\b/i.test(headers["link"] ?? "")) return true;
  return marks.includes(false) ? false : undefined;
}

const isBelow = (position: number, last: number | undefined) => (last === undefined ? undefined : position < last);

/** Does a value name the next page: by its address, its number or a cursor? */
function namesNext(value: unknown): boolean | undefined {
  if (value === null || value === false || value === "") return false;
  if (typeof value === "number") return value > 0 ? true : undefined;
  return value === true || typeof value === "string" || isObject(value);
}

function count(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function doubtIn(
  { status, body }: Answered,
  totals: readonly number[],
  lists: readonly unknown[][],
  mark: Mark | undefined,
): Doubt | undefined {
  if (status !== 200) return short(`the registrar responded with ${status}`);
  const doubt = doubtOf(body, mark);
  if (doubt !== undefined) {
    const cut = doubt === unmarked ? "unmarked" : "contradicted";
    return { why: `the response doesn't show that it succeeded: ${doubt}`, cut };
  }
  const counts = [...new Set(totals)];
  if (counts.length > 1) return short(`the registrar counts ${counts.join(" and ")}`);
  return lists.every((list) => isDeepStrictEqual(list, lists[0]))
    ? undefined
    : short("the response has two lists that differ");
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
  form: Extract<Answer, { kind: "list" }>;
  callFor(page?: PageRequest): Call;
  send(call: Call): Promise<Answered>;
  open: boolean;
}

/** Reads a list to its end, unless `open` allows to stop. The rows have the field names of the table of endpoints, but aren't decoded. */
export function readList({ form, callFor, send, open }: ListCalls): Promise<Listing<Row>> {
  const { row, override } = callFor();
  const { paging, complete, container, success: mark } = override;
  const settings: ListSettings = {
    paged: paging === undefined ? form.paged : paging !== null,
    first: paging?.first ?? 1,
    size: paging?.size ?? 100,
    contract: complete ? "all" : paging === null ? "none" : paging && (paging.size ? "size" : "pages"),
    isTotalDocumented: !form.paged && !row.assumed.includes("answer"),
    open,
  };
  const page = async (request: PageRequest, position: number): Promise<Page | undefined> => {
    const call = callFor(request);
    try {
      const answer = await send(call);
      return readable(call, answer.status, () => {
        const found = findRows(answer, form.keys, { container, mark, position: request && position });
        const rows = found.rows.map((row): Row => ({ ...Object(fromWire(row, override)) }));
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

interface ListSettings {
  paged: boolean;
  /** Number of the first page. */
  first: number;
  size: number;
  /** The contract states: `size`: rows per page; `pages`: how to request a page; `none`: no pages exist; `all`: the list shows all rows. */
  contract: "size" | "pages" | "none" | "all" | undefined;
  /** Does the specification show a total and no pages? Then a total equal to the number of rows proves the list complete. */
  isTotalDocumented: boolean;
  /** Omit the request for a second page if the first page says that it is the only one. */
  open: boolean;
}

/** Requests the page at a position, from 1. Returns `undefined` if the registrar refuses it. */
type Fetch = (request: PageRequest, position: number) => Promise<Page | undefined>;

const maxPages = 1000;
/** Maximum number of pages that are requested in parallel, if the number of pages is known. */
const atOnce = 8;
/** Maximum number of readings of a list that changes while it is read. */
const maxReadings = 4;

export async function readPages(fetch: Fetch, settings: ListSettings): Promise<Listing<Row>> {
  for (let number = 1; ; number += 1) {
    const reading = new Reading(settings);
    await reading.read(fetch);
    if (!reading.hasMoved) return reading.listing();
    if (number === maxReadings)
      return reading.cut(short(`it changed during each of ${maxReadings} readings of its pages`));
  }
}

const ends = {
  empty: ", then empty pages",
  refused: ", a further page is refused",
  repeated: ", the same rows for every further page number",
  unasked: "",
  endless: "",
};

class Reading {
  readonly #settings: ListSettings;
  readonly #pages: Page[] = [];
  readonly #rows: Row[] = [];
  readonly #seen = new Set<string>();
  readonly #totals = new Set<number>();
  /** Number of listed rows. A repeated row counts each time, since the registrar's total may count so, too. */
  #listed = 0;
  #end: keyof typeof ends = "unasked";
  #isTorn = false;
  #doubt: Doubt | undefined;

  constructor(settings: ListSettings) {
    this.#settings = settings;
  }

  async read(fetch: Fetch): Promise<void> {
    const { paged, first, size, contract, isTotalDocumented, open } = this.#settings;
    const request = paged ? { page: first, size } : undefined;
    const start = (await fetch(request, 1)) ?? { rows: [], doubt: short("it is refused") };
    this.#add(start);
    if (paged && start.rows.length === 0 && !open && contract === undefined) {
      // If the registrar counts pages from 0, this empty page may be beyond the last one.
      const unpaged = await fetch(undefined, 2);
      if (unpaged?.rows.length) this.#doubt = short(`page ${first} is empty, and the list is not`);
    }
    // Without known paging, a second page is tried: a total may count only the rows of the first page.
    if (paged || (contract === undefined && !isTotalDocumented && this.#isClaimed())) await this.#readOn(fetch, start);
  }

  async #readOn(fetch: Fetch, { rows, total = 0 }: Page): Promise<void> {
    const { paged, first, size, open } = this.#settings;
    // Without known paging, the length of a page is the number of rows read: a second page begins after them.
    const pageSize = paged ? size : rows.length;
    const known = Math.min(maxPages, Math.ceil(total / rows.length));
    const asked: Promise<Page | undefined>[] = [];
    const pageAt = (position: number) => {
      const last = Math.max(position, Math.min(known, position + atOnce - 1));
      while (asked.length + 2 <= last) {
        const page = fetch({ page: first + asked.length + 1, size: pageSize }, asked.length + 2);
        // If an earlier page ends the list, this page isn't used, and its failure doesn't count.
        page.catch(() => undefined);
        asked.push(page);
      }
      return asked[position - 2];
    };
    const isOpen = open && rows.length < size;
    if (rows.length === 0) this.#end = "empty";
    try {
      for (let position = 2; this.#end === "unasked"; position += 1) {
        if (position > maxPages || this.#rows.length > maxRows) this.#end = "endless";
        else if (this.hasMoved || (this.#isClaimed() && (position > 2 || isOpen))) break;
        else this.#end = this.#take(await pageAt(position));
      }
    } finally {
      await Promise.allSettled(asked);
    }
  }

  /** Adds a page. @returns how the list ends with this page; `unasked` if it goes on */
  #take(page: Page | undefined): keyof typeof ends {
    if (page === undefined) return "refused";
    if (!this.#add(page)) return "repeated";
    return page.rows.length === 0 ? "empty" : "unasked";
  }

  /** Adds the rows of a page. @returns false if all its rows were seen before */
  #add(given: Page): boolean {
    const distinct = distinctRows(given.rows);
    const page = { ...given, rows: distinct ?? given.rows };
    const keys = page.rows.map(keyOf);
    const fresh = page.rows.filter((_, index) => !this.#seen.has(keys[index] ?? ""));
    const last = this.#pages.at(-1);
    this.#doubt ??= given.doubt;
    if (distinct === undefined) this.#doubt ??= { why: "rows that differ have the same ID", cut: "contradicted" };
    if (this.#settings.contract !== undefined && fresh.length > 0 && last?.more === false)
      this.#doubt ??= short("rows came after a page that is said to be the last");
    if (page.total !== undefined) this.#totals.add(page.total);
    if (fresh.length === 0 && keys.length > 0) {
      // The registrar ignores paging, or repeats the last page for later numbers. An earlier page that comes again is a contradiction.
      if (!isDeepStrictEqual(keys, last?.rows.map(keyOf))) this.#doubt ??= short("an earlier page comes again");
      return false;
    }
    this.#pages.push(page);
    this.#listed += given.rows.length;
    if (fresh.length < keys.length) this.#isTorn = true;
    for (const row of fresh) this.#rows.push(row);
    for (const key of keys) this.#seen.add(key);
    return true;
  }

  /** The registrar's count of rows; `undefined` without a count of the complete list; `moved` if it changed between pages. */
  get #total(): number | undefined | "moved" {
    if (this.#totals.size < 2) return [...this.#totals][0];
    return this.#pages.every(({ rows, total }) => total === rows.length) ? undefined : "moved";
  }

  get hasMoved(): boolean {
    return this.#doubt === undefined && (this.#isTorn || this.#total === "moved");
  }

  get #filled(): Page[] {
    return this.#pages.filter(({ rows }) => rows.length > 0);
  }

  /** Does the list say that it is complete? */
  #isClaimed(): boolean {
    const { contract, size } = this.#settings;
    const last = this.#pages.at(-1);
    if (last?.more === true) return false;
    if (this.#total === this.#rows.length || this.#total === this.#listed) return true;
    // An empty list is complete, whatever the page size.
    if (this.#total === undefined && this.#rows.length === 0) return true;
    if (contract !== "size" && contract !== "pages") return false;
    const areFull = this.#filled.slice(0, -1).every(({ rows }) => rows.length === size);
    const isShort = areFull && last !== undefined && last.rows.length < size;
    return last?.more === false || (contract === "size" && isShort);
  }

  cut({ why, cut }: Doubt): Listing<Row> {
    return { rows: this.#rows, complete: false, incomplete: why, cut };
  }

  listing(): Listing<Row> {
    const { contract, isTotalDocumented, open } = this.#settings;
    const [rows, total, end] = [this.#rows, this.#total, this.#end];
    const doubt = this.#doubt ?? this.#shortness();
    if (doubt !== undefined) return this.cut(doubt);
    const listing = { rows, complete: true };
    // Rows can move between pages: a list of several pages is read again before a row counts as gone.
    const areSeveral = this.#filled.length > 1;
    if (contract === "all" && !(areSeveral && open)) return listing;
    const incomplete = `${rows.length} rows${ends[end]}`;
    if (contract !== "all" && !this.#isClaimed()) {
      return { ...listing, complete: false, incomplete: `${incomplete}, without a total or a mark of the end` };
    }
    const isTotalProof = total !== undefined && (contract === "none" || isTotalDocumented);
    const isEnded = rows.length === 0 || end === "empty" || end === "refused" || isTotalProof;
    if (areSeveral ? !open : isEnded) return listing;
    const onePage = `${incomplete}, which may be one page`;
    return { ...listing, ...(open ? { open } : { complete: false }), incomplete: onePage };
  }

  #shortness(): Doubt | undefined {
    const [rows, total] = [this.#listed, this.#total];
    if (typeof total === "number" && rows < total) return short(`the registrar counts ${total} and listed ${rows}`);
    if (this.#pages.at(-1)?.more === true) {
      return short(`the registrar says that more follows after ${rows} rows, and does not return it`);
    }
    return this.#end === "endless" ? short(`it goes on after ${maxPages} pages or ${maxRows} rows`) : undefined;
  }
}

/**
 * Finds a row. Reads the list to its end only if a first reading, which may stop early, lacks the row.
 * @param mustProve must the absence of the row be proven?
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

const cutWords: Readonly<Record<Cut, string>> = {
  short: "the list is incomplete",
  unmarked: "the response doesn't prove that the list is complete",
  contradicted: "the response doesn't prove that the list is complete",
  unreadable: "the list can't be read",
};

/**
 * Nothing proves that a list is complete, so a row that it lacks may exist. Nothing was changed.
 * @remedy Check that the registrar really lists everything, then add the contract line that the message shows. See the page
 * about what a list proves.
 */
export class IncompleteListError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INCOMPLETE_LIST";
  readonly #incomplete: string;

  /** @param subject such as `whether www.example.com A 192.0.2.1 is still there` */
  constructor(
    subject: string,
    operation: EndpointName,
    domain: string | undefined,
    { incomplete = "it appears to be cut off", cut, fields }: Pick<Listing<unknown>, "incomplete" | "cut" | "fields">,
  ) {
    const reason = cut ? cutWords[cut] : "nothing proves that the list is complete";
    super({
      operation,
      domain,
      what: `${subject} cannot be determined: ${reason} (${incomplete})`,
      advice: `Nothing was changed. ${settling(operation, cut, fields)}`,
    });
    this.#incomplete = incomplete;
  }

  override get sharedCause(): string {
    return `${this.code} ${this.operation} ${this.domain} ${this.#incomplete}`;
  }
}

/** Leaves out rows of other domains. A list that has some may lack rows of this domain: it isn't complete. */
export function ownRows(listing: Listing<Row>, domain: string): Listing<Row> {
  const isOther = isOfAnother(listing.rows, normaliseDomain(domain));
  const rows = listing.rows.filter((row) => !isOther(row));
  const others = listing.rows.length - rows.length;
  if (others === 0) return listing;
  const incomplete = `${others} of its ${listing.rows.length} rows are of another domain`;
  return { ...listing, rows, others, complete: false, open: false, incomplete };
}

/** Tests if a row is of another domain: by its domain field, or by its name if that ends in a dot or all names look absolute. */
function isOfAnother(rows: readonly Row[], domain: string): (row: Row) => boolean {
  const isIn = (name: string) =>
    `.${name.toLowerCase().replace(/\.$/, "")}`.endsWith(`.${domain}`) || isUnder(name, domain);
  const nameOf = (row: Row) => String(row["name"] ?? row["source"] ?? "");
  const names = rows.map(nameOf);
  const areAbsolute =
    names.every((name) => name.length < 2 || name.includes(".")) &&
    names.some((name) => isIn(name.replace(/^[^.]*\./, "")));
  return (row) => {
    const named = [row["domain_name"], row["domain"]].filter((value) => typeof value === "string" && value !== "");
    const name = nameOf(row);
    const isAbsolute = name.length > 1 && (areAbsolute || name.endsWith("."));
    return named.some((value) => !isIn(String(value))) || (isAbsolute && !isIn(name));
  };
}

const isUnder = (name: string, domain: string) => `.${ifValid(() => normaliseHost(name)) ?? ""}`.endsWith(`.${domain}`);
