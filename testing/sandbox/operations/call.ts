/** Call and response of an operation of the sandbox. */

import type { Dialect } from "../dialect.ts";
import type { ListViews } from "../lists.ts";
import { fillWritten } from "../rows.ts";
import type { SandboxForward, SandboxRecord } from "../state.ts";
import type { Store } from "../store.ts";
import { fill, type JsonObject } from "../template.ts";

export interface Call {
  readonly store: Store;
  readonly dialect: Dialect;
  readonly views: { readonly records: ListViews<SandboxRecord>; readonly forwards: ListViews<SandboxForward> };
  /** The domain in the path, lower case, in this account; empty if the path has none. */
  readonly domain: string;
  /** The element in the path: an id or a handle. */
  readonly element: string;
  /** Both are validated already; `parse` them again for their types. */
  readonly body: unknown;
  readonly query: unknown;
}

export interface Outcome {
  readonly status: number;
  /** Default: an empty body. */
  readonly body?: unknown;
}

export type Handler = (call: Call) => Outcome;

export const ok = (body: unknown): Outcome => ({ status: 200, body });

/** The response to a create or update. */
export const written = (status: number, message: string, row: JsonObject, dialect: Dialect): Outcome => ({
  status,
  body: fillWritten(row, message, dialect),
});

export const deleted = (message: string, { deleteStatus, deleted }: Dialect): Outcome =>
  deleteStatus === 204 ? { status: 204 } : { status: deleteStatus, body: fill(deleted, { message }) };
