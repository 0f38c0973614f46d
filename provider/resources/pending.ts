/**
 * Changes that the registrar accepted (202) and that wait for somebody's approval. Per field: the old live value is
 * pending, which is neither drift nor sent again; the new one is done; a third one is drift. After `pendingDays` the old
 * value counts as drift, too.
 */
import * as z from "zod";
import type { Properties } from "./definition.ts";

const defaultDays = 14;
const dayMs = 24 * 60 * 60 * 1000;

export const pendingDaysArgument = z.number().min(0).optional().meta({
  description: "Days to wait for the owner's approval of a change before it is sent again. Default: 14.",
  default: defaultDays,
});

/** Waiting for approval: since when, and what each field was before (`null`: nothing). */
export interface Pending {
  since: string;
  before: Properties;
}

type Same = (field: string, a: unknown, b: unknown) => boolean;

/** What a state says of it. */
export function pendingOf(state: Properties): Pending | undefined {
  const [since, before] = [state["pendingSince"], state["pending"]];
  if (typeof since !== "string" || typeof before !== "object" || before === null) return undefined;
  return { since, before: { ...before } };
}

/** How a state keeps it. A field that the program put back to what it was waits for nothing. */
export function pendingOutputs(pending: Pending | undefined, args: Properties, same: Same): Properties {
  const waiting = Object.entries(pending?.before ?? {}).filter(
    ([field, old]) => field in args && !same(field, old, args[field]),
  );
  if (pending === undefined || waiting.length === 0) return {};
  return { pendingSince: pending.since, pending: Object.fromEntries(waiting) };
}

/**
 * What a state shows of each field, given what is live: the program's value where that is live, not shown by the
 * registrar, or still waiting; else the live one.
 * @param args the fields that the program manages, with its values
 * @param live the live value of a field; `undefined` where the registrar does not show it
 */
export function settle(
  state: Properties,
  args: Properties,
  live: (field: string) => unknown,
  same: Same,
  now: number,
): { shown: Properties; pending: Pending | undefined } {
  const pending = pendingOf(state);
  const days = typeof state["pendingDays"] === "number" ? state["pendingDays"] : defaultDays;
  const isWaiting = pending !== undefined && now < Date.parse(pending.since) + days * dayMs;
  const before: Properties = {};
  const shown: Properties = {};
  for (const [field, wanted] of Object.entries(args)) {
    const value = live(field);
    shown[field] = wanted;
    if (value !== undefined && same(field, value, wanted)) continue;
    if (isWaiting && field in pending.before && same(field, value ?? null, pending.before[field])) {
      before[field] = pending.before[field];
    } else if (value !== undefined) {
      shown[field] = value;
    }
  }
  return { shown, pending: pending && { since: pending.since, before } };
}
