/** What the state of an item holds beside its arguments, and how it is read and written. */

import { randomUUID } from "node:crypto";
import { managedKeys, managedText, type Properties } from "../definition.ts";
import { UnfinishedError, UnknownOutcomeError } from "../errors.ts";
import type { Run } from "../run.ts";
import type { Item, ItemKind } from "./kind.ts";
import { recordIdOf } from "./search.ts";

export function itemState<Row extends Item>(kind: ItemKind<Row>) {
  function stateOf(args: Properties, row: Row, run: Run, written: boolean, previous: Properties = {}): Properties {
    const recordId = row.id ?? recordIdOf(previous);
    const writtenAt = written ? new Date(run.now()).toISOString() : previous["writtenAt"];
    return {
      ...Object.fromEntries(managedKeys(args, kind.controls).map((key) => [key, args[key]])),
      managed: managedText(managedKeys(args, kind.controls)),
      ...(recordId !== undefined && { recordId }),
      ...(writtenAt !== undefined && { writtenAt }),
      ...(!written && previous["lastWrite"] !== undefined && { lastWrite: previous["lastWrite"] }),
      ...(written ? kind.accepted?.(row, kind.wanted(args)) : undefined),
    };
  }

  return { stateOf };
}

/** Errors after which the item may exist, so that the state must know of it. */
export function isUnfinished(error: unknown): error is UnfinishedError | UnknownOutcomeError {
  return error instanceof UnfinishedError || error instanceof UnknownOutcomeError;
}

/** A list that still shows what was there before the last write is read again. */
export const lastWriteOf = (row: Item, before: Item | undefined): Properties =>
  before !== undefined && row !== before ? { lastWrite: "update" } : {};

/** What a state remembers of rows that were left for siblings. */
export const noteOf = (handedOver: readonly string[]): Properties =>
  handedOver.length === 0 ? {} : { handedOver: [...handedOver] };

/** Marks a state of which nobody knows whether the item is there: the next update looks, whatever it is to change. */
export const unfinished = (state: Properties): Properties => ({ ...state, unfinished: true });

/** A made-up label for a resource whose registrar id is not known, or is another resource's label. */
export function label(domain: string): string {
  return `${domain}/${randomUUID().slice(0, 13)}`;
}

/** What the registrar is known to have made of our value counts as our value. */
export function keepAccepted(live: Properties, state: Properties): Properties {
  return state["acceptedTtl"] !== undefined && live["ttl"] === state["acceptedTtl"]
    ? { ...live, ttl: state["ttl"] }
    : live;
}

export function acceptedOf(state: Properties): Properties {
  return state["acceptedTtl"] === undefined ? {} : { acceptedTtl: state["acceptedTtl"] };
}
