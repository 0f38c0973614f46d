/**
 * Reading a list to its end, and what that proves. Why each of these, and nothing less: docs/background/safety.md. Nothing
 * of its pages is guessed: what the table assumes and the registrar refuses is an error that names the contract line.
 */
import { isDeepStrictEqual } from "node:util";
import { ifValid, normaliseDomain, normaliseHost } from "../../dns/index.ts";
import { type Override, settling } from "../assumptions/contract.ts";
import { fromWire } from "../assumptions/wireNames.ts";
import type { Answer, EndpointName } from "../endpoints/table.ts";
import { NotFoundError, RefusedError, RegistrarError } from "../errors.ts";
import type { Call } from "../http/call.ts";
import { readable } from "../http/decode.ts";
import type { Answered } from "../json.ts";
import {
  type Cut,
  type Doubt,
  describe,
  distinctRows,
  findRows,
  isReadable,
  keyOf,
  type Listing,
  maxRows,
  type Page,
  type PageRequest,
  type Row,
} from "./proof.ts";

/** What a list needs beside its calls. */
export interface ListCalls {
  form: Extract<Answer, { kind: "list" }>;
  override: Override;
  /** Makes the call for a page, or for the list without pages. */
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

/** What is known of a list before it is read. */
interface ListSettings {
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

/** How a reading ended, in words for messages. */
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
    // Where no pages are known, one is tried: a total may count the rows of a page.
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

  /** Did the list change while it was read? */
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

  /** What the pages prove. */
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

  /** What contradicts the list, or shows that there is more than was read. */
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
    // Where an earlier page ends the list, nobody takes this one.
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
 * Nothing proves that a list is complete, so a missing row may exist. Nothing was changed.
 * @remedy Check the list in the dashboard, and add the contract line from the message.
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
