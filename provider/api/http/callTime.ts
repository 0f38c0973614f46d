/**
 * The time that a program gives a call (`customTimeouts`). Only the waits and writes of this call end with it; a read may be
 * shared with other calls.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorFacts, InterruptedError } from "../errors.ts";

export interface CallTime {
  readonly seconds: number;
  readonly end: AbortSignal;
}

/** The longest time that a timer takes. */
const longestMs = 2 ** 31 - 1;

const current = new AsyncLocalStorage<CallTime | undefined>();

/** @param seconds 0 or none: no limit */
export function withinSeconds<T>(seconds: number, work: () => T): T {
  if (!(seconds > 0)) return work();
  return current.run({ seconds, end: AbortSignal.timeout(Math.min(seconds * 1000, longestMs)) }, work);
}

export const callTime = (): CallTime | undefined => current.getStore();

/** @param facts `what` says what the call was doing */
export function timeIsUp({ seconds }: CallTime, facts: Omit<ErrorFacts, "advice">): InterruptedError {
  return new InterruptedError({
    ...facts,
    what: `the ${seconds} s of the option customTimeouts were up ${facts.what}`,
    advice: "Give it more time, and run `pulumi up` again; it continues from the state of the registrar at that time.",
  });
}
