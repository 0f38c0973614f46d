/**
 * Reading a list to its end, and what that proves. Why each of these, and nothing less: docs/background/safety.md. Nothing
 * of its pages is guessed: what the table assumes and the registrar refuses is an error that names the contract line.
 */
import { isDeepStrictEqual } from "node:util";
import { ifValid, normaliseDomain, normaliseHost } from "../dns/index.ts";
import { type Override, settling } from "./assumptions/contract.ts";
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
  /** Something in the list proves that it is complete. Only then may anybody conclude that something is gone. */
  complete: boolean;
  /** It says that it is complete, and its end is still to be asked for before anything is gone. */
  open?: boolean | undefined;
  /** Why it is not known to be complete, for messages. */
  incomplete?: string | undefined;
  /** Set where something contradicts the list: then nothing can be called new, either. */
  cut?: Cut | undefined;
  /** The registrar's own count, where it gave one. */
  total?: number | undefined;
  /** How many rows said that they are of another domain, and were left out. */
  others?: number;
}

export interface Page {
  rows: Row[];
  /** The registrar's own count of the complete list, where it gives one. */
  total?: number | undefined;
  /** Does the response say that more follows? Absent where it doesn't say. */
  more?: boolean | undefined;
  /** Why the response proves nothing: it is a part, shows no success, contradicts itself, or has rows that cannot be read. */
  doubt?: Doubt | undefined;
}

interface Doubt {
  why: string;
  cut: Cut;
}

/** Rows of one list. No account comes near this bound; an answer without an end is stopped by it. */
const maxRows = 1_000_000;

const commonKeys = ["data", "items", "results", "rows"];
/** Keys without their spelling, as `plainKey` has them: docs/background/safety.md names them. */
const totalKey = /^total(count|records|items|results|rows)?$/;
const moreKey = /^(has)?(more|next)(page)?$|truncated$/;
const wayKey = /^next/;
const lastKey = /^(is)?last(page)?$|^totalpages$|^pagecount$/;
const besideRows = ["meta", "pagination", "paging", "links"];

/**
 * Finds the rows in an answer: `[...]`, `{data: [...]}`, `{data: {<key>: [...]}}` or `{<key>: [...]}`.
 * @param container the contract's own word on where they are, such as `payload.rows`
 * @param position how many pages, this one included, were counted to get here
 * @throws UnreadableAnswerError when there is no list in a known place; that is never an empty list
 */
export function findRows(
  answer: Answered,
  keys: readonly string[],
  {
    container,
    position,
    mark,
  }: { container?: string | undefined; position?: number | undefined; mark?: Mark | undefined } = {},
): Page {
  const { body } = answer;
  const parts = partsOf(body);
  const totals = totalsOf(answer, parts);
  const place = container === undefined ? undefined : atPath(body, container);
  const lists = container === undefined ? listsIn(body, keys) : [place].filter((value) => Array.isArray(value));
  const [list] = lists;
  const facts = {
    total: totals[0],
    more: saysMore(answer, parts, position),
    doubt: doubtIn(answer, totals, lists, mark),
  };
  if (list === undefined) {
    const isNothing = place === undefined || place === null || (isObject(place) && Object.keys(place).length === 0);
    if (totals[0] === 0 && isNothing) return { rows: [], ...facts };
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

const topsOf = (body: unknown) => [body, isObject(body) ? body["data"] : undefined].filter(isObject);

/** Objects of an answer that are about the complete list; the rows are never looked at. */
function partsOf(body: unknown): Row[] {
  const inside = (parts: readonly Row[]) =>
    parts
      .flatMap(Object.entries)
      .flatMap(([key, value]) => (besideRows.includes(plainKey(key)) ? [value] : []))
      .filter(isObject);
  const tops = topsOf(body);
  const beside = inside(tops);
  return [...tops, ...beside, ...inside(beside)];
}

function totalsOf({ headers }: Answered, parts: readonly Row[]): number[] {
  const range = /\/(\d{1,9})$/.exec(headers["content-range"] ?? "")?.[1];
  const counts = parts.flatMap(Object.entries).flatMap(([key, value]) => (totalKey.test(plainKey(key)) ? [value] : []));
  return [...counts, headers["x-total-count"], range].map(count).filter((total) => total !== undefined);
}

/**
 * Does more follow after this page? `undefined`: the answer does not say so.
 * @param position how many pages, this one included, were counted to get here; 1 where no page was asked for
 */
function saysMore({ headers }: Answered, parts: readonly Row[], position = 1) {
  const marks = parts.flatMap((part) => {
    const entries = Object.entries(part).map(([key, value]): [string, unknown] => [plainKey(key), value]);
    return entries.map(([key, value]) => {
      if (moreKey.test(key) && truth(value) !== undefined) return truth(value);
      if (lastKey.test(key)) return isBefore(position, value);
      return wayKey.test(key) ? isWay(value) : undefined;
    });
  });
  // If two marks contradict each other, more may follow.
  if (marks.includes(true) || /rel="?next\b/i.test(headers["link"] ?? "")) return true;
  return marks.includes(false) ? false : undefined;
}

/** A way to the next page: an address, a number, a cursor, or the lack of it. */
function isWay(value: unknown): boolean | undefined {
  if (value === null || value === false || value === "") return false;
  if (typeof value === "number") return value > 0 ? true : undefined;
  return value === true || typeof value === "string" || isObject(value);
}

/** Is a page before the last one, which is named by its number, or said to be this one or not? */
function isBefore(current: number, last: unknown): boolean | undefined {
  if (typeof last === "boolean") return !last;
  const number = count(last);
  return number === undefined ? undefined : current < number;
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
  if (status !== 200) return { why: `the registrar answered ${status}`, cut: "short" };
  const doubt = doubtOf(body, mark);
  if (doubt !== undefined) {
    const cut = doubt === unmarked ? "unmarked" : "contradicted";
    return { why: `the response doesn't show that it succeeded: ${doubt}`, cut };
  }
  if (new Set(totals).size > 1)
    return { why: `the registrar counts ${[...new Set(totals)].join(" and ")}`, cut: "short" };
  const texts = new Set(lists.length > 1 ? lists.map((each) => JSON.stringify(each)) : []);
  return texts.size > 1 ? { why: "the response has two lists that differ", cut: "short" } : undefined;
}

/** Counts a row that is listed twice once. Rows that differ and share an ID are not told apart. */
function distinctRows(rows: readonly Row[]): { rows: Row[]; doubt?: Doubt } {
  const known = new Map<string, Row>();
  const distinct: Row[] = [];
  for (const row of rows) {
    const id = idOf(row);
    const other = id === undefined ? undefined : known.get(id);
    if (other === undefined) distinct.push(row);
    else if (!isDeepStrictEqual(row, other))
      return { rows: [...rows], doubt: { why: "rows that differ have the same ID", cut: "unreadable" } };
    if (id !== undefined) known.set(id, row);
  }
  return { rows: distinct };
}

/** Tells a row apart: its ID, else all that it says. */
const keyOf = (row: Row): string => idOf(row) ?? JSON.stringify(row);

function idOf(row: Row): string | undefined {
  const { id: own, record_id, recordId, uuid, handle, name, source, domain_name } = row;
  // A record or forward may also name its domain, which tells nothing apart.
  const isDomain = name === undefined && source === undefined;
  const id = own ?? record_id ?? recordId ?? uuid ?? handle ?? (isDomain ? domain_name : undefined);
  return (typeof id === "string" && id !== "") || typeof id === "number" ? `id:${id}` : undefined;
}

/** Does a row have all fields that say what it is? @param shows a row has one field of each group */
const isReadable = (row: Row, shows: readonly (readonly string[])[]): boolean =>
  shows.every((group) => group.some((key) => typeof row[key] === "string" || typeof row[key] === "number"));

export interface ListCalls {
  form: Extract<Answer, { kind: "list" }>;
  override: Override;
  callFor(page?: PageRequest): Call;
  send(call: Call): Promise<Answered>;
  /** May the end of a list of one page stay open? */
  open: boolean;
}

/** Reads a list to its end; its rows have the table's names and are not decoded yet. */
export function readList({ form, override, callFor, send, open }: ListCalls): Promise<Listing<Row>> {
  const { paging, complete } = override;
  const settings: ListSettings = {
    paged: paging === undefined ? form.paged : paging !== null,
    first: paging?.first ?? 1,
    size: paging?.size ?? 100,
    contract: complete ? "all" : paging === null ? "none" : paging && (paging.size ? "size" : "pages"),
    isTotalDocumented: !form.paged && !callFor().row.assumed.includes("answer"),
    open,
  };
  const page = async (request: PageRequest, position: number): Promise<Page | undefined> => {
    const call = callFor(request);
    try {
      const answer = await send(call);
      return readable(call, answer.status, () => {
        const { container, success: mark } = override;
        const found = findRows(answer, form.keys, { container, mark, position: request && position });
        const rows = found.rows.map((row): Row => ({ ...Object(fromWire(row, override)) }));
        const odd = rows.find((row) => !isReadable(row, form.shows));
        const why = `a row has no ${form.shows.map(([field]) => field).join(" and ")} (found ${describe(odd)})`;
        return { ...found, rows, doubt: found.doubt ?? (odd && { why, cut: "unreadable" }) };
      });
    } catch (error) {
      // Some say in this way that there is no such page.
      const isRefused = error instanceof RefusedError && (error.status ?? 0) >= 400;
      if (position > 1 && (isRefused || error instanceof NotFoundError)) return undefined;
      throw error;
    }
  };
  return readPages(page, settings);
}

interface ListSettings {
  paged: boolean;
  first: number;
  size: number;
  /** The contract says how long pages are, how they are asked for, that there are none, or that the list shows all rows. */
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
type Fetch = (request: PageRequest, position: number) => Promise<Page | undefined>;

const maxPages = 1000;
/** Pages asked for at once, where it is known how many there are. */
const atOnce = 8;
/** Readings of a list that moves while it is read. */
const maxReadings = 4;

export async function readPages(fetch: Fetch, settings: ListSettings): Promise<Listing<Row>> {
  for (let number = 1; ; number += 1) {
    const reading = new Reading(settings);
    await reading.read(fetch);
    if (!reading.hasMoved) return reading.listing();
    if (number === maxReadings) {
      return reading.cut({ why: `it changed during each of ${maxReadings} readings of its pages`, cut: "short" });
    }
  }
}

const short = (why: string): Doubt => ({ why, cut: "short" });

const ends = {
  empty: ", then nothing",
  refused: ", a further page is refused",
  repeated: ", the same for every further page number",
  unasked: "",
  endless: "",
};

class Reading {
  readonly #settings: ListSettings;
  readonly #pages: Page[] = [];
  readonly #rows: Row[] = [];
  readonly #seen = new Set<string>();
  readonly #totals = new Set<number>();
  /** How many rows were listed: one that is listed twice counts twice, as it may in a total. */
  #listed = 0;
  #end: keyof typeof ends = "unasked";
  #isTorn = false;
  #doubt: Doubt | undefined;

  constructor(settings: ListSettings) {
    this.#settings = settings;
  }

  async read(fetch: Fetch): Promise<void> {
    const { paged, first, size, contract, isTotalDocumented, open } = this.#settings;
    const start = (await fetch(paged ? { page: first, size } : undefined, 1)) ?? {
      rows: [],
      doubt: short("it is refused"),
    };
    this.#add(start);
    if (paged && start.rows.length === 0 && !open && contract === undefined) {
      // An empty page may lie beyond the last one, where pages count from 0.
      const whole = await fetch(undefined, 2);
      if (whole?.rows.length) this.#doubt = short(`page ${first} is empty, and the list is not`);
    }
    // If no pages are known, one is tried: a total may count the rows of a page.
    if (paged || (contract === undefined && !isTotalDocumented && this.#isClaimed())) await this.#readOn(fetch, start);
  }

  async #readOn(fetch: Fetch, { rows, total = 0 }: Page): Promise<void> {
    const { paged, first, size, open } = this.#settings;
    // Of a list that came without pages the second one begins where it ends.
    const pageSize = paged ? size : rows.length;
    const known = Math.min(maxPages, Math.ceil(total / rows.length));
    const asked: Promise<Page | undefined>[] = [];
    const ask = (position: number) => fetch({ page: first + position - 1, size: pageSize }, position);
    const isOpen = open && rows.length < size;
    if (rows.length === 0) this.#end = "empty";
    try {
      for (let position = 2; this.#end === "unasked"; position += 1) {
        if (position > maxPages || this.#rows.length > maxRows) this.#end = "endless";
        else if (this.hasMoved || (this.#isClaimed() && (position > 2 || isOpen))) break;
        else this.#end = this.#take(await pageAhead(asked, ask, position, known));
      }
    } finally {
      await Promise.allSettled(asked);
    }
  }

  /** @returns how the reading ends with this page, if it does */
  #take(page: Page | undefined): keyof typeof ends {
    if (page === undefined) return "refused";
    if (!this.#add(page)) return "repeated";
    return page.rows.length === 0 ? "empty" : "unasked";
  }

  /** @returns whether it has rows that were not seen, or none */
  #add(given: Page): boolean {
    const page = { ...given, ...distinctRows(given.rows) };
    const keys = page.rows.map(keyOf);
    const fresh = page.rows.filter((_, index) => !this.#seen.has(keys[index] ?? ""));
    const isLie = this.#settings.contract !== undefined && fresh.length > 0 && this.#pages.at(-1)?.more === false;
    this.#doubt ??=
      given.doubt ?? page.doubt ?? (isLie ? short("rows came after a page that is said to be the last") : undefined);
    if (page.total !== undefined) this.#totals.add(page.total);
    if (fresh.length === 0 && keys.length > 0) {
      // Paging is ignored, or the last page is given for every number beyond it; an earlier one is what no list shows twice.
      if (!isDeepStrictEqual(keys, this.#pages.at(-1)?.rows.map(keyOf)))
        this.#doubt ??= short("an earlier page comes again");
      return false;
    }
    this.#pages.push(page);
    this.#listed += given.rows.length;
    if (fresh.length < keys.length) this.#isTorn = true;
    for (const row of fresh) this.#rows.push(row);
    for (const key of keys) this.#seen.add(key);
    return true;
  }

  /** The registrar's count; `undefined` where it gives none, or counts the rows of each page; `moved`: another one each time. */
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

  /** Does the list say that this is all of it? */
  #isClaimed(): boolean {
    const { contract, size } = this.#settings;
    const last = this.#pages.at(-1);
    if (last?.more === true) return false;
    // A limit never leaves nothing.
    if (this.#total === this.#rows.length || this.#total === this.#listed) return true;
    if (this.#total === undefined && this.#rows.length === 0) return true;
    if (contract !== "size" && contract !== "pages") return false;
    const areFull = this.#filled.slice(0, -1).every(({ rows }) => rows.length === size);
    const isShort = areFull && last !== undefined && last.rows.length < size;
    return last?.more === false || (contract === "size" && isShort);
  }

  cut({ why, cut }: Doubt): Listing<Row> {
    const total = this.#total;
    const isShort = typeof total === "number" && this.#listed < total;
    return { rows: this.#rows, complete: false, incomplete: why, cut, ...(isShort && { total }) };
  }

  listing(): Listing<Row> {
    const { contract, isTotalDocumented, open } = this.#settings;
    const [rows, total, end] = [this.#rows, this.#total, this.#end];
    const against = this.#against();
    if (against !== undefined) return this.cut(against);
    const listing = { rows, complete: true, ...(typeof total === "number" && { total }) };
    // Rows can move from page to page meanwhile: such a list is read again before anything is gone.
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

  /** The reason that contradicts the list, or shows that there is more than was read. */
  #against(): Doubt | undefined {
    const [rows, total] = [this.#listed, this.#total];
    if (this.#doubt !== undefined) return this.#doubt;
    if (typeof total === "number" && rows < total) return short(`the registrar counts ${total} and listed ${rows}`);
    if (this.#pages.at(-1)?.more === true) {
      return short(`the registrar says that more follows after ${rows} rows, and does not return it`);
    }
    return this.#end === "endless" ? short(`it goes on after ${maxPages} pages or ${maxRows} rows`) : undefined;
  }
}

/** A page, and those behind it that are known to be there are asked for with it. */
function pageAhead(
  asked: Promise<Page | undefined>[],
  ask: (position: number) => Promise<Page | undefined>,
  position: number,
  known: number,
) {
  for (let next = position; next <= Math.max(position, Math.min(known, position + atOnce - 1)); next += 1) {
    const page = asked[next] ?? ask(next);
    // If an earlier page ends the list, this one isn't taken.
    page.catch(() => undefined);
    asked[next] = page;
  }
  return asked[position];
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

const cutWords: Readonly<Record<Cut, string>> = {
  short: "the list is incomplete",
  unmarked: "the list proves nothing",
  contradicted: "the list proves nothing",
  unreadable: "the list can't be read",
};

/**
 * Nothing proves that a list is complete, so what it does not show may exist all the same. Nothing was changed.
 * @remedy Add the contract line that the message shows, after you have checked that the registrar really lists
 * everything. See the page about what a list proves.
 */
export class IncompleteListError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INCOMPLETE_LIST";

  /** @param subject what cannot be determined, such as `whether www.example.com A 192.0.2.1 is still there` */
  constructor(
    subject: string,
    operation: EndpointName,
    domain: string | undefined,
    { incomplete = "it appears to be cut off", cut }: Pick<Listing<unknown>, "incomplete" | "cut">,
  ) {
    super({
      operation,
      domain,
      what: `${subject} cannot be determined: ${cut ? cutWords[cut] : "nothing proves that the list is complete"} (${incomplete})`,
      advice: `Nothing was changed. ${settling(operation, cut)}`,
    });
  }

  override get sharedCause(): string {
    return `${this.code} ${this.operation} ${this.domain}`;
  }
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

const isUnder = (name: string, domain: string) => `.${ifValid(() => normaliseHost(name)) ?? ""}`.endsWith(`.${domain}`);
