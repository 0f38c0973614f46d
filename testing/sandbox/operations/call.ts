/** Call and response of an operation of the sandbox. */

import type { Behaviour } from "../behaviour.ts";
import type { ListViews } from "../lists.ts";
import type { JsonObject } from "../present.ts";
import type { SandboxForward, SandboxRecord } from "../state.ts";
import type { Store } from "../store.ts";

export interface Call {
  readonly store: Store;
  readonly behaviour: Behaviour;
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
  readonly body?: JsonObject;
}

export type Handler = (call: Call) => Outcome;

export const ok = (body: JsonObject): Outcome => ({ status: 200, body });

/** The response to a create or update. The behaviour may omit the object. */
export const written = (status: number, message: string, data: JsonObject, behaviour: Behaviour): Outcome => ({
  status,
  body: { success: true, message, ...(behaviour.writesWithoutObject ? {} : { data }) },
});

export const deleted = (message: string, behaviour: Behaviour): Outcome =>
  behaviour.deleteStatus === 204 ? { status: 204 } : ok({ success: true, message });
