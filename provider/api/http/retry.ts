/**
 * What retries: which failed requests are sent again, how often, and after how long. That a 429 makes everybody wait is in
 * pace.ts; what is looked up before a write is repeated, in the life cycles.
 */
import type { Endpoint } from "../endpoints/table.ts";
import type { WireAnswer } from "../json.ts";
import type { TransportFault } from "./transport.ts";

/** What came of one request. */
export type Attempt = { answer: WireAnswer } | { fault: TransportFault };

/** Attempts at a call that fails for another reason than its rate: about 8 s with the waits between them. */
const maxAttempts = 6;

/**
 * After how many milliseconds a failed call is sent again; `undefined`: not at all. A 429 was certainly not processed, nor was what never
 * left; only harmless calls (a POST is none) are repeated after anything else. A 429 is repeated for as long as the call may take.
 * @param attempts how many there were, this one included
 */
export function waitBeforeNext(
  attempt: Attempt,
  { repeat }: Pick<Endpoint, "repeat">,
  method: string,
  attempts: number,
): number | undefined {
  if (repeat === "never") return undefined;
  const isHarmless = repeat === "safe" && method !== "POST" && method !== "PATCH";
  if ("answer" in attempt && attempt.answer.status === 429) return 0;
  if (attempts >= maxAttempts) return undefined;
  if ("fault" in attempt) {
    const { kind } = attempt.fault;
    return kind === "notSent" || (isHarmless && kind === "broken") ? backoffMs(attempts) : undefined;
  }
  const { status, headers } = attempt.answer;
  if (!isHarmless || ![500, 502, 503, 504].includes(status)) return undefined;
  return retryAfterMs(headers["retry-after"]) ?? backoffMs(attempts);
}

const firstBackoffMs = 250;
const maxBackoffMs = 10_000;

/** Exponential, with jitter: 125..250 ms, 250..500 ms, ... up to 10 s. @param failures how many there were so far, from 1 */
export function backoffMs(failures: number): number {
  const full = Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs);
  return full * (0.5 + Math.random() / 2);
}

/** Adds up to a tenth (and 100 ms at most) to a wait the registrar asked for, so that not everybody comes back at once. */
export function jittered(waitMs: number): number {
  return waitMs + Math.random() * Math.min(100, waitMs / 10);
}

/** Milliseconds a Retry-After header asks for: seconds, or an HTTP date. RFC 9110, 10.2.3. got reads it for its own retries only. */
export function retryAfterMs(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
