/** Decides what the pages of a list prove: docs/background/safety.md has the rules. */
import type { EndpointName } from "../endpoints/table.ts";
import { RegistrarError } from "../errors.ts";
import { settling } from "../explain.ts";
import type { Redact } from "../redaction.ts";
import type { Cut } from "../response.ts";

/** Facts that a list proves about the rows that it lacks. */
export interface Proof {
  /** Is it proven to show every row? Only then may a missing row count as gone. */
  readonly complete: boolean;
  /** Number of pages with rows, as far as the list was read. */
  readonly pages: number;
  /** May the reading lack a row that moved between its pages meanwhile, or is it empty, perhaps by mistake? */
  readonly mayLack?: boolean;
  /** Why it isn't proven complete, for messages. */
  readonly why?: string | undefined;
  /** Set if something contradicts the list: then a row that the list lacks may exist, and no such row may be created. */
  readonly cut?: Cut | undefined;
}

export interface Listing<T> {
  rows: T[];
  proof: Proof;
  /** Redacts what a message shows of a row that can't be decoded. Default: nothing is redacted. */
  redact?: Redact;
}

export type Row = Record<string, unknown>;

export interface Page {
  rows: Row[];
  /** The total that the response states. It may count only the rows of this page. */
  total?: number | undefined;
  /** Does the response say that more rows follow? Absent if the response doesn't say. */
  more?: boolean | undefined;
  /** Why the list may be incomplete. */
  doubt?: Doubt | undefined;
}

export interface Doubt {
  why: string;
  cut: Cut;
}

export const short = (why: string): Doubt => ({ why, cut: "short" });

export interface ListSettings {
  paged: boolean;
  size: number;
  /**
   * Facts about pages that contract or specification state: `size`: rows per page; `pages`: how to request one; `one page`:
   * there is no other; `all`: the list shows all rows; `unknown`.
   */
  stated: "size" | "pages" | "one page" | "all" | "unknown";
}

export interface PageFacts extends Omit<Page, "rows"> {
  rows: number;
  /** Rows that no earlier page had. */
  fresh: number;
}

/** How the pages end; `failed`: a further page can't be read; `unasked`: no further page was requested. */
export type End = "empty" | "refused" | "failed" | "repeated" | "endless" | "unasked";

const ends: Readonly<Partial<Record<End, string>>> = {
  empty: ", then empty pages",
  refused: ", a further page is refused",
  failed: ", a further page can't be read",
  repeated: ", the same rows for every further page number",
};

/** Stops at a list that never ends. */
export const maxPages = 1000;

/** Number of different rows. */
const listedIn = (pages: readonly PageFacts[]) => pages.reduce((sum, { fresh }) => sum + fresh, 0);

/** The registrar's count of rows; `undefined` if it has none, or counts each page; `moved` if it changed between pages. */
function totalIn(pages: readonly PageFacts[]): number | undefined | "moved" {
  const totals = new Set(pages.flatMap(({ total }) => total ?? []));
  if (totals.size < 2) return [...totals][0];
  return pages.every(({ rows, total }) => total === rows) ? undefined : "moved";
}

/** Did rows move between the pages while they were read? */
export const haveMoved = (pages: readonly PageFacts[]): boolean =>
  !pages.some(({ doubt }) => doubt) && (totalIn(pages) === "moved" || pages.some(({ fresh, rows }) => fresh < rows));

/** Would no further page change what the pages prove? The total of one page may count only its rows. */
export const areDecisive = (pages: readonly PageFacts[], settings: ListSettings): boolean =>
  haveMoved(pages) || (pages.length > 1 && sayComplete(pages, settings));

/** Do the pages say that they are all: by their total, by a mark of the end, or by a last page that isn't full? */
function sayComplete(pages: readonly PageFacts[], { stated, size }: ListSettings): boolean {
  const last = pages.at(-1);
  if (last === undefined || last.more === true) return false;
  const areCounted = listedIn(pages) === totalIn(pages);
  // An empty list without a total may be a page beyond the end, or a failure.
  if (listedIn(pages) === 0) return areCounted;
  const before = pages.filter(({ rows }) => rows > 0).slice(0, -1);
  // If rows follow a page with `more: false`, the field isn't a mark of the end.
  const areMarked = last.more === false && before.every(({ more }) => more !== false);
  const isLastSmaller = last.rows < size && before.every(({ rows }) => rows === size);
  return areCounted || (stated === "pages" && areMarked) || (stated === "size" && (areMarked || isLastSmaller));
}

/** May a list of this length be one full page? Pages of documented APIs have a multiple of 5 rows. */
export const mayBePage = (rows: number): boolean => rows % 5 === 0;

/**
 * The proof of a list. Pure. The first line that applies decides:
 *
 * | the pages | proof |
 * |---|---|
 * | have a doubt, fewer rows than their total, or promise more, or are too many (`endless`) | cut |
 * | are of a list that shows all rows (`all`) | complete |
 * | don't say that they are complete (`sayComplete`) | none |
 * | are several with rows, or have no row | complete |
 * | are one, after which an empty page or a refusal (1) comes | complete |
 * | are one, with a total, of a list that has no other (`one page`) | complete |
 * | are one, whose total may count only that page | none |
 *
 * (1) A refused second page proves the end if the first one was requested with the same parameters: otherwise the registrar may
 * refuse these. Then it proves the end of a list whose length is that of no full page (`mayBePage`).
 * @param pages all pages in order, also empty ones
 */
export function prove(pages: readonly PageFacts[], end: End, settings: ListSettings): Proof {
  const { stated, paged } = settings;
  const [rows, total] = [listedIn(pages), totalIn(pages)];
  const filled = pages.filter((page) => page.rows > 0).length;
  const complete = { complete: true, pages: filled, mayLack: filled !== 1 || hasLost(pages, settings) };
  const unproven = (why: string, cut?: Cut): Proof => ({ complete: false, pages: filled, why, cut });
  const doubt = pages.find((page) => page.doubt)?.doubt;
  if (doubt !== undefined) return unproven(doubt.why, doubt.cut);
  if (typeof total === "number" && rows < total)
    return unproven(`the registrar counts ${total} and listed ${rows}`, "short");
  if (pages.at(-1)?.more === true)
    return unproven(`the registrar says that more follows after ${rows} rows, and does not return it`, "short");
  if (end === "endless") return unproven(`it goes on after ${maxPages} pages`, "short");
  if (stated === "all") return complete;
  const read = `${rows} rows${ends[end] ?? ""}`;
  if (!sayComplete(pages, settings)) {
    const lack = total === undefined ? "without a total or a mark of the end" : `but the registrar counts ${total}`;
    return unproven(`${read}, ${lack}`);
  }
  const isEnd = end === "empty" || (end === "refused" && (paged || !mayBePage(rows)));
  const isTotalProof = stated === "one page" && total !== undefined;
  return filled > 1 || rows === 0 || isEnd || isTotalProof ? complete : unproven(`${read}, which may be one page`);
}

/**
 * May the empty page at the end have lost its rows to the page before while they were read? Example: of 101 rows in pages of 100,
 * one is deleted after the first page was read, so the second is empty. The page before is full then.
 */
function hasLost(pages: readonly PageFacts[], { stated, size }: ListSettings): boolean {
  const [before, last] = pages.slice(-2);
  if (before === undefined || last === undefined || last.rows > 0) return false;
  return before.more === true || (stated === "size" ? before.rows === size : mayBePage(before.rows));
}

const cutWords: Readonly<Record<Cut, string>> = {
  short: "the list is incomplete",
  unmarked: "the response doesn't prove that the list is complete",
  contradicted: "the response doesn't prove that the list is complete",
  unreadable: "the list can't be read",
  sets: "the list can't be read",
  opaque: "a row of the list isn't understood",
  renamed: "another row of the list has its ID",
};

/**
 * Nothing proves that a list is complete, so a row that it lacks may exist.
 * @cause the registrar reports no total
 * @cause the list has other pages
 * @cause a row has no data: fill it in or delete it in the dashboard
 * @cause another row has a stored ID: run `pulumi state delete`
 * @remedy Compare the list with the dashboard, then add the [contract line](contract.md) of the message.
 */
export class IncompleteListError extends RegistrarError {
  override readonly code = "ERR_REGISTRAR_INCOMPLETE_LIST";
  readonly #why: string;

  /** @param subject such as `whether www.example.com A 192.0.2.1 is still there` */
  constructor(
    subject: string,
    operation: EndpointName,
    domain: string | undefined,
    { why = "it appears to be cut off", cut }: Pick<Proof, "why" | "cut">,
    done = "Nothing was changed.",
  ) {
    const reason = cut ? cutWords[cut] : "nothing proves that the list is complete";
    super({
      operation,
      domain,
      what: `${subject} cannot be determined: ${reason} (${why})`,
      advice: `${done} ${settling(operation, cut)}`,
    });
    this.#why = why;
  }

  override get sharedCause(): string {
    return `${this.code} ${this.operation} ${this.domain} ${this.#why}`;
  }
}
