/** What an operation of the sandbox is given, and what it answers. */

import type { Behaviour } from "../behaviour.ts";
import type { ListViews } from "../lists.ts";
import type { JsonObject } from "../present.ts";
import type { SandboxForward, SandboxRecord } from "../state.ts";
import type { Store } from "../store.ts";

export interface Call {
  readonly store: Store;
  readonly behaviour: Behaviour;
  readonly views: { readonly records: ListViews<SandboxRecord>; readonly forwards: ListViews<SandboxForward> };
  /** The domain in the path, lower case; empty where the path has none. It is held by this account. */
  readonly domain: string;
  /** The element in the path: an id or a handle. */
  readonly element: string;
  /** Both already fit the operation's row; `parse` them again for their types. */
  readonly body: unknown;
  readonly query: unknown;
}

export interface Answer {
  readonly status: number;
  /** Absent: an empty body. */
  readonly body?: JsonObject;
}

export type Handler = (call: Call) => Answer;

export const ok = (body: JsonObject): Answer => ({ status: 200, body });

/** The answer to a create or update, with the object or, as the behaviour says, without. */
export const written = (status: number, message: string, data: JsonObject, behaviour: Behaviour): Answer => ({
  status,
  body: { success: true, message, ...(behaviour.writesWithoutObject ? {} : { data }) },
});

export const deleted = (message: string, behaviour: Behaviour): Answer =>
  behaviour.deleteStatus === 204 ? { status: 204 } : ok({ success: true, message });
