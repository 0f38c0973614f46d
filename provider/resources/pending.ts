/**
 * Changes that the registrar accepted (202) and that wait for somebody's approval. Per field: the old live value is
 * pending, which is neither drift nor sent again; the new one is done; a third one is drift. After `pendingDays` the old
 * value counts as drift, too.
 */
import * as z from "zod";
import { anyObject } from "../api/endpoints/shapes.ts";
import { isObject } from "../api/index.ts";
import type { Properties } from "./definition.ts";

const defaultDays = 14;
const dayMs = 24 * 60 * 60 * 1000;

export const pendingDaysArgument = z.number().min(0).optional().meta({
  description: "Days to wait for the owner's approval of a change before it is sent again. Default: 14.",
  default: defaultDays,
});

/** The outputs of a resource whose changes may wait. @param before what `pending` holds, for the reference */
export const pendingOutputs = (before: string) => ({
  pendingSince: z
    .string()
    .optional()
    .meta({ description: "When the change that waits for the owner's approval was first sent (ISO 8601)." }),
  pending: anyObject.optional().meta({ description: before }),
});

interface PendingState {
  pendingDays?: number | undefined;
  pendingSince?: string | undefined;
  pending?: Values | undefined;
}

/** What a person is told of a state in which a change waits: names of fields, and no values. @param subject whose they are */
export const waitingText =
  (subject: (id: string) => string) =>
  (id: string, { pending, pendingSince, pendingDays: days = defaultDays }: Properties): string | undefined => {
    const until = Date.parse(String(pendingSince)) + Number(days) * dayMs;
    if (!isObject(pending) || !Number.isFinite(until)) return undefined;
    const fields = Object.keys(pending).sort().join(", ");
    return `${subject(id)}: the registrar waits for the owner's approval of the new ${fields}, and asks for it by e-mail. Until then, the old one stays. Without approval by ${new Date(until).toISOString().slice(0, 10)}, it counts as drift, and the next \`pulumi up\` sends it again.`;
  };

type Values = Readonly<Record<string, unknown>>;

/** Waiting for approval: since when, and what each field was before (`null`: nothing). */
export interface Pending {
  since: string;
  before: Values;
}

/** The fields that the program manages, with its values, and how two values of one are compared. */
export interface Managed<Field extends string, Value> {
  readonly values: { readonly [F in Field]?: Value | undefined };
  readonly names: readonly Field[];
  same(field: Field, a: unknown, b: unknown): boolean;
}

/** What a state says of it. */
export function pendingOf({ pendingSince: since, pending: before }: PendingState): Pending | undefined {
  return since === undefined || before === undefined ? undefined : { since, before };
}

/** How a state keeps it. A field that the program put back to what it was waits for nothing. */
export function pendingState<F extends string>(
  pending: Pending | undefined,
  { values, names, same }: Managed<F, unknown>,
): PendingState {
  if (pending === undefined) return {};
  const { since, before } = pending;
  const waiting = names.filter((field) => field in before && !same(field, before[field], values[field]));
  if (waiting.length === 0) return {};
  return { pendingSince: since, pending: Object.fromEntries(waiting.map((field) => [field, before[field]])) };
}

/** What waits once some fields were sent: those that wait now, and of the former ones those that were not sent. */
export function pendingAfter(
  former: Pending | undefined,
  sent: readonly string[],
  before: Values,
  now: number,
): Pending {
  const kept = Object.entries(former?.before ?? {}).filter(([field]) => !sent.includes(field));
  const isNew = former === undefined || Object.keys(before).length > 0;
  const since = isNew ? new Date(now).toISOString() : former.since;
  return { since, before: { ...Object.fromEntries(kept), ...before } };
}

/**
 * What a refresh finds: a field is as the program wants it where that is live, not shown by the registrar, or still
 * waiting; else it has drifted.
 * @param live the live value of a field; `undefined` where the registrar does not show it
 */
export function settle<F extends string, Value>(
  state: PendingState,
  managed: Managed<F, Value>,
  live: (field: F) => Value | undefined,
  now: number,
): { drifted: { field: F; value: Value }[]; waiting: PendingState } {
  const pending = pendingOf(state);
  const { pendingDays: days = defaultDays } = state;
  const isWaiting = pending !== undefined && now < Date.parse(pending.since) + days * dayMs;
  const before: Record<string, unknown> = {};
  const drifted: { field: F; value: Value }[] = [];
  for (const field of managed.names) {
    const value = live(field);
    if (value !== undefined && managed.same(field, value, managed.values[field])) continue;
    if (isWaiting && field in pending.before && managed.same(field, value ?? null, pending.before[field])) {
      before[field] = pending.before[field];
    } else if (value !== undefined) drifted.push({ field, value });
  }
  return { drifted, waiting: pendingState(pending && { since: pending.since, before }, managed) };
}
