/** The calls for a list: its pages are asked for one by one, and some refusals say only that there is no such page. */
import { type Answered, readable } from "./answer.ts";
import type { Call } from "./call.ts";
import type { Override } from "./contract.ts";
import type { Answer, EndpointName } from "./endpoints.ts";
import * as errors from "./errors.ts";
import { findRows, type Listing, type Page, type PageRequest, type Row } from "./lists.ts";
import { readPages } from "./pages.ts";
import { fromWire } from "./wireNames.ts";

/** Rows asked for on a page, where the contract says nothing of it. */
const defaultPageSize = 100;

type ListForm = Extract<Answer, { kind: "list" }>;
type MakeCall = (page?: PageRequest) => Call;
/** A page; `undefined`: the registrar refuses to give it; `"failed"`: page 0 could not be asked for. */
type Fetched = Page | "failed" | undefined;

/** Failures that say nothing of whether there is a page 0. */
const probeFailures = [errors.ServerError, errors.NetworkError, errors.RateLimitedError, errors.UnexpectedShapeError];

export class ListReader {
  readonly #send: (call: Call) => Promise<Answered>;
  /** Whether the pages of a list count from 0 or 1, once that is certain. */
  readonly #firstPages = new Map<EndpointName, number>();

  constructor(send: (call: Call) => Promise<Answered>) {
    this.#send = send;
  }

  /**
   * Reads a list to its end; its rows have the table's names and are not decoded yet.
   * @param callFor makes the call for a page, or for the list without pages
   */
  read(name: EndpointName, form: ListForm, override: Override, callFor: MakeCall): Promise<Listing<Row>> {
    const { paging, complete } = override;
    return readPages((page, position) => this.#page(form, override, callFor(page), page, position), {
      paged: paging === undefined ? form.paged : paging !== null,
      size: paging?.size ?? defaultPageSize,
      first: paging?.first ?? (complete ? 1 : this.#firstPages.get(name)),
      isAll: complete === true,
      learnFirst: (first) => void this.#firstPages.set(name, first),
    });
  }

  /** @param position how many pages, this one included, were counted to get here; `undefined`: whether it is there is only tried */
  async #page(
    form: ListForm,
    override: Override,
    call: Call,
    page: PageRequest,
    position: number | undefined,
  ): Promise<Fetched> {
    const isProbe = page !== undefined && position === undefined;
    try {
      const { status, body } = await this.#send(isProbe ? { ...call, row: { ...call.row, repeat: "never" } } : call);
      return readable(call, status, () => {
        const found = findRows(body, form.keys, override.container, position);
        return { ...found, rows: found.rows.map((row): Row => ({ ...Object(fromWire(row, override)) })) };
      });
    } catch (error) {
      if (
        page !== undefined &&
        isPageRefused(error, position, call.row.assumed.includes("query") && !override.paging)
      ) {
        return undefined;
      }
      if (isProbe && probeFailures.some((kind) => error instanceof kind)) return "failed";
      throw error;
    }
  }
}

/** Whether an error says that there is no such page; of the first page, it may say so only where its parameters are a guess. */
function isPageRefused(error: unknown, position: number | undefined, isPagingAssumed: boolean): boolean {
  if (position === 1) return isPagingAssumed && error instanceof errors.BadRequestError;
  return [errors.BadRequestError, errors.NotFoundError, errors.RefusedError].some((kind) => error instanceof kind);
}
