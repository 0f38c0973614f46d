/** Changes of contacts that wait for the owner's approval: of a contact's fields, and of a domain's handles. */
import * as z from "zod";
import { isObject, isoText } from "../api/index.ts";
import type { Properties } from "./definition.ts";

/** Days for which a change waits (202). */
const defaultDays = 14;
const dayMs = 24 * 60 * 60 * 1000;

export const approvalDaysArgument = z.int().min(0).optional().meta({
  description: "Days to wait for the owner's approval before a change is sent again. Default: 14.",
  default: defaultDays,
});

/** The outputs of a resource whose changes may wait. @param fields fields whose changes may wait */
export const pendingOutputs = (fields: Readonly<Record<string, z.ZodType>>, description: string) => {
  const before = (name: string) => `The previous \`${name}\`; empty if there was none.`;
  const values = Object.entries(fields).map(([name, type]) => [name, type.optional().describe(before(name))]);
  return {
    pendingSince: z.string().optional().describe("Time of the first request of the waiting change. ISO 8601."),
    pending: z.object(Object.fromEntries(values)).optional().describe(description),
  };
};

interface PendingState {
  approvalDays?: number | undefined;
  pendingSince?: string | undefined;
  pending?: Properties | undefined;
}

/** The message about a change that waits: names of fields, and no values. @param subject names the contact or domain */
export const waitingText =
  (subject: (id: string, state: Properties) => string) =>
  (id: string, state: Properties): string | undefined => {
    const { pending, pendingSince, approvalDays: days = defaultDays } = state;
    const until = Date.parse(String(pendingSince)) + Number(days) * dayMs;
    if (!isObject(pending) || !Number.isFinite(until)) return undefined;
    const fields = Object.keys(pending).sort().join(", ");
    return (
      `${subject(id, state)}: the registrar waits for the owner's approval of the new ${fields}, and asks for ` +
      "it by e-mail. Until then, the old one stays. Without approval by " +
      `${isoText(until).slice(0, 10)}, it counts as drift, and the next \`pulumi up --refresh\` sends it again.`
    );
  };

type Values<F extends string, Value = unknown> = { readonly [K in F]?: Value | undefined };

/**
 * Changes of fields that the registrar accepted (202) and that wait for the owner's approval. Per field, the old live value is
 * pending: it isn't drift and isn't sent again. The new value is done. Any other value is drift, after `approvalDays` the old
 * one, too. @param same do two values of a field mean the same?
 */
export function approvedChanges<F extends string>(
  names: readonly F[],
  same: (field: F, a: unknown, b: unknown) => boolean,
) {
  const given = (values: Values<F>): F[] => names.filter((field) => values[field] !== undefined);

  /** The wanted fields that differ. @param other the value to compare with */
  const differing = (wanted: Values<F>, other: (field: F) => unknown) =>
    given(wanted).filter((field) => !same(field, other(field), wanted[field]));

  /** The changed fields to send, also one that is set back while it waits: the registrar can drop the change. */
  const toSend = (
    { pending = {} }: PendingState,
    wanted: Values<F>,
    changed: readonly F[],
    live: (field: F) => unknown,
  ) => changed.filter((field) => field in pending || !same(field, live(field), wanted[field]));

  /**
   * The changes that wait after a write: earlier ones that weren't sent since, and its own. One that is set back doesn't wait.
   * @param before the old value of each field whose change waits since the write
   */
  function stillWaiting(
    { pendingSince, pending = {} }: PendingState,
    wanted: Values<F>,
    sent: readonly string[] = [],
    before: Values<string> = {},
  ): PendingState {
    const former = Object.entries(pending).filter(([field]) => !sent.includes(field));
    const all: Values<string> = { ...Object.fromEntries(former), ...before };
    const waiting = differing(wanted, (field) => all[field]).filter((field) => field in all);
    if (waiting.length === 0) return {};
    return {
      pendingSince: Object.keys(before).length > 0 ? isoText(Date.now()) : pendingSince,
      pending: Object.fromEntries(waiting.map((field) => [field, all[field]])),
    };
  }

  /**
   * Compares the live fields with the program's in a refresh. @param live `undefined` if the registrar doesn't show the field
   * @returns the live values that have drifted, and the changes that still wait
   */
  function observe<Value>(
    state: PendingState,
    wanted: Values<F, Value>,
    live: (field: F) => Value | undefined,
  ): { drifted: Values<F, Value>; waiting: PendingState } {
    const { pending = {}, pendingSince = "", approvalDays: days = defaultDays } = state;
    const isWaiting = Date.now() < Date.parse(pendingSince) + days * dayMs;
    const sent: F[] = [];
    const drifted: { [K in F]?: Value } = {};
    for (const field of given(wanted)) {
      const value = live(field);
      const isDone = same(field, value, wanted[field]);
      if (!isDone && isWaiting && same(field, value ?? "", pending[field])) continue;
      sent.push(field);
      if (!isDone && value !== undefined) drifted[field] = value;
    }
    return { drifted, waiting: stillWaiting(state, wanted, sent) };
  }

  return { given, differing, toSend, stillWaiting, observe };
}
