/** When a request is sent again, and after how long. */
import type { Endpoint } from "./endpoints.ts";

/** What can go wrong on the way; `notSent` is certain, everything else may have reached the registrar. */
export type Fault = "notSent" | "broken";

interface RetryRule {
  readonly statuses: readonly number[];
  readonly faults: readonly Fault[];
}

/** A 429 was certainly not processed, nor was what never left; only harmless calls are repeated after anything else. */
const rules = {
  harmless: { statuses: [429, 500, 502, 503, 504], faults: ["notSent", "broken"] },
  onlyIfNotProcessed: { statuses: [429], faults: ["notSent"] },
  never: { statuses: [], faults: [] },
} as const satisfies Record<string, RetryRule>;

/** The rule of an operation: by its row and by the method it is sent with (a POST is never harmless). */
export function retryRule(row: Pick<Endpoint, "repeat">, method: string): RetryRule {
  if (row.repeat === "never") return rules.never;
  return row.repeat === "safe" && method !== "POST" && method !== "PATCH" ? rules.harmless : rules.onlyIfNotProcessed;
}

/** Attempts at a call that fails for another reason than its rate: about 8 s with the waits between them. */
export const mostAttempts = 6;

const firstBackoffMs = 250;
const longestBackoffMs = 10_000;

/** Exponential, with jitter: 125..250 ms, 250..500 ms, ... up to 10 s. @param failures how many attempts failed so far, from 1 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const full = Math.min(firstBackoffMs * 2 ** (failures - 1), longestBackoffMs);
  return full * (0.5 + random() / 2);
}

/** Adds up to a tenth (and 100 ms at most) to a wait the registrar asked for, so that not everybody comes back at once. */
export function jittered(waitMs: number, random: () => number = Math.random): number {
  return waitMs + random() * Math.min(100, waitMs / 10);
}

/** Milliseconds a Retry-After header asks for: seconds, or an HTTP date. RFC 9110, 10.2.3. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
