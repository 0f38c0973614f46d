/**
 * Changes that the registrar accepted (202) and that wait for somebody's approval. Per field: the old live value is
 * pending, which is neither drift nor sent again; the new one is done; a third one is drift. After `pendingDays` the old
 * value counts as drift, too.
 */
import * as z from "zod";
import { isObject } from "../api/index.ts";
import type { Properties } from "./definition.ts";

const defaultDays = 14;
const dayMs = 24 * 60 * 60 * 1000;

export const pendingDaysArgument = z.int().min(0).optional().meta({
  description: "Days to wait for the owner's approval before a change is sent again. Default: 14.",
  default: defaultDays,
});

const before = "What it was before; empty if it was nothing.";

/** The outputs of a resource whose changes may wait. @param fields those that may */
export const pendingOutputs = (fields: Readonly<Record<string, z.ZodType>>, description: string) => ({
  pendingSince: z
    .string()
    .optional()
    .meta({ description: "Time at which the waiting change was first sent. ISO 8601." }),
  pending: z
    .object(
      Object.fromEntries(
        Object.entries(fields).map(([name, type]) => [name, type.optional().meta({ description: before })]),
      ),
    )
    .optional()
    .meta({ description }),
});

interface PendingState {
  pendingDays?: number | undefined;
  pendingSince?: string | undefined;
  pending?: Values | undefined;
}

/** What is logged of a state in which a change waits: names of fields, and no values. @param subject whose they are */
export const waitingText =
  (subject: (id: string, state: Properties) => string) =>
  (id: string, state: Properties): string | undefined => {
    const { pending, pendingSince, pendingDays: days = defaultDays } = state;
    const until = Date.parse(String(pendingSince)) + Number(days) * dayMs;
    if (!isObject(pending) || !Number.isFinite(until)) return undefined;
    const fields = Object.keys(pending).sort().join(", ");
    return `${subject(id, state)}: the registrar waits for the owner's approval of the new ${fields}, and asks for it by e-mail. Until then, the old one stays. Without approval by ${new Date(until).toISOString().slice(0, 10)}, it counts as drift, and the next \`pulumi up\` sends it again.`;
  };

type Values = Readonly<Record<string, unknown>>;

/** The fields that the program manages, with its values, and how two values of one are compared. */
export interface Managed<Field extends string, Value> {
  readonly values: { readonly [F in Field]?: Value | undefined };
  readonly names: readonly Field[];
  same(field: Field, a: unknown, b: unknown): boolean;
}

/**
 * What waits: what waited before without the fields that were sent since, and of these those that wait now. A field that
 * the program put back to what it was waits for nothing.
 * @param before what each field was whose change waits now
 */
export function stillWaiting<F extends string>(
  { pendingSince, pending }: PendingState,
  { values, names, same }: Managed<F, unknown>,
  { sent = [], before = {}, now = 0 }: { sent?: readonly string[]; before?: Values; now?: number } = {},
): PendingState {
  const former = Object.entries(pending ?? {}).filter(([field]) => !sent.includes(field));
  const all: Values = { ...Object.fromEntries(former), ...before };
  const waiting = names.filter((field) => field in all && !same(field, all[field], values[field]));
  if (waiting.length === 0) return {};
  const isNew = pendingSince === undefined || Object.keys(before).length > 0;
  return {
    pendingSince: isNew ? new Date(now).toISOString() : pendingSince,
    pending: Object.fromEntries(waiting.map((field) => [field, all[field]])),
  };
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
  const { pending = {}, pendingSince = "", pendingDays: days = defaultDays } = state;
  const isWaiting = now < Date.parse(pendingSince) + days * dayMs;
  const done: string[] = [];
  const drifted: { field: F; value: Value }[] = [];
  for (const field of managed.names) {
    const value = live(field);
    const isDone = value !== undefined && managed.same(field, value, managed.values[field]);
    if (!isDone && isWaiting && field in pending && managed.same(field, value ?? "", pending[field])) continue;
    done.push(field);
    if (!isDone && value !== undefined) drifted.push({ field, value });
  }
  return { drifted, waiting: stillWaiting(state, managed, { sent: done }) };
}
