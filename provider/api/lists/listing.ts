/** The calls for a list: its pages are asked for one by one, and some refusals say only that there is no such page. */

import type { Override } from "../assumptions/contract.ts";
import { fromWire } from "../assumptions/wireNames.ts";
import type { Answer } from "../endpoints/table.ts";
import { BadRequestError, NotFoundError } from "../errors.ts";
import { readable } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import type { Answered } from "../json.ts";
import { findRows, type Listing, type Page, type PageRequest, type Row } from "./lists.ts";
import { defaultPageSize, type ListSettings, readPages } from "./pages.ts";

type ListForm = Extract<Answer, { kind: "list" }>;

/** What a list needs beside its calls. */
export interface ListCalls {
  form: ListForm;
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
    size: paging?.size ?? defaultPageSize,
    contract: complete ? "all" : paging === null ? "none" : paging && (paging.size ? "size" : "pages"),
    isTotalDocumented: !form.paged && !callFor().row.assumed.includes("answer"),
    open,
  };
  const page = async (request: PageRequest, position: number): Promise<Page | undefined> => {
    const call = callFor(request);
    try {
      const answer = await send(call);
      return readable(call, answer.status, () => {
        const found = findRows(answer, form.keys, override.container, request && position);
        return { ...found, rows: found.rows.map((row): Row => ({ ...Object(fromWire(row, override)) })) };
      });
    } catch (error) {
      const isGuess = position > 1 || (call.row.assumed.includes("query") && !paging);
      if (request !== undefined && isGuess && isRefused(error, position)) return undefined;
      throw error;
    }
  };
  return readPages(page, settings);
}

/** Does an error say that there is no such page, or, of the first one, that its parameters are not known? */
const isRefused = (error: unknown, position: number): boolean =>
  error instanceof BadRequestError || (position > 1 && error instanceof NotFoundError);
