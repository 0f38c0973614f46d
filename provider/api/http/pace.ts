/**
 * How fast an account may be called, and which failed requests are sent again, how often, and after how long. All calls of one client share
 * it: so many requests at once, so many writes of one domain, and none while the registrar has asked for a pause (429). Whether a write was
 * carried out is looked up in the life cycles.
 */
import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import type { Endpoint } from "../endpoints/table.ts";
import type { WireAnswer } from "../json.ts";
import type { TransportFault } from "./transport.ts";

/** Requests at once, over all domains. */
export const maxAtOnce = 16;
/** Writes of one domain at once, where the setting does not say: what any registrar takes. */
const usualWritesAtOnce = 4;

/** The turn of a request does not come in the time that its call has. */
export class NoTurnError extends Error {
  override readonly name = "NoTurnError";
  /** Is it the registrar that asked for a longer wait? */
  readonly isAsked: boolean;

  constructor(pauseMs: number, waitedMs: number) {
    const isAsked = pauseMs >= 1000;
    const seconds = Math.ceil((isAsked ? pauseMs : waitedMs) / 1000);
    super(isAsked ? `the registrar asked to wait ${seconds} s` : `the rate limit let nothing through for ${seconds} s`);
    this.isAsked = isAsked;
  }
}

export interface Turn {
  /** The domain a write is for; reads do not count. */
  writes?: string | undefined;
  /** Was it sent before? Then it comes before those that were not. */
  again: boolean;
  /** How long it waits, in milliseconds; a first one waits on for as long as others get on. */
  maxWaitMs: number;
  signal?: AbortSignal | undefined;
}

export class Pacer {
  readonly #account = new PQueue({ concurrency: maxAtOnce });
  readonly #domains = new Map<string, PQueue>();
  readonly #writesPerDomain: number;
  #pausedUntil = 0;
  /** Refusals in a row, each sent after the pause that the one before had caused. */
  #refusals = 0;
  /** When the registrar last took a request without refusing it for its rate. */
  #gotOnAt = Number.NEGATIVE_INFINITY;

  constructor(writesPerDomain = usualWritesAtOnce) {
    this.#writesPerDomain = writesPerDomain;
  }

  /**
   * Makes a request when it is its turn. The slots are held for the one request only.
   * @throws NoTurnError; the signal's AbortError when aborted before the request was made
   */
  async run(turn: Turn, request: () => Promise<Attempt>): Promise<Attempt> {
    const { writes, again, signal } = turn;
    const since = performance.now();
    // Aborting ends the waiting, never a request that runs.
    const waiting = new AbortController();
    const giveUp = () => waiting.abort(signal?.reason);
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    const options = { priority: again ? 1 : 0, signal: waiting.signal };
    const inSlot = async () => {
      await this.#untilUnpaused(turn, since, waiting.signal);
      signal?.removeEventListener("abort", giveUp);
      const sentAt = performance.now();
      const attempt = await request();
      this.#note(attempt, sentAt);
      return attempt;
    };
    const inAccount = () => this.#account.add(inSlot, options);
    try {
      return await (writes === undefined ? inAccount() : this.#queueOf(writes).add(inAccount, options));
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  async #untilUnpaused({ again, maxWaitMs }: Turn, since: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      const pauseMs = Math.max(0, this.#pausedUntil - now);
      const waitedMs = now - (again ? since : Math.max(since, this.#gotOnAt));
      if (waitedMs + pauseMs > maxWaitMs) throw new NoTurnError(pauseMs, waitedMs);
      if (pauseMs === 0) return;
      await sleep(pauseMs, undefined, { signal });
    }
  }

  #note(attempt: Attempt, sentAt: number): void {
    const now = performance.now();
    if ("fault" in attempt || attempt.answer.status !== 429) {
      this.#gotOnAt = now;
      this.#refusals = 0;
      return;
    }
    if (sentAt >= this.#pausedUntil) this.#refusals += 1;
    const askedMs = retryAfterMs(attempt.answer.headers["retry-after"]);
    const pauseMs = askedMs === undefined ? backoffMs(this.#refusals) : jittered(askedMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
  }

  #queueOf(domain: string): PQueue {
    const queue = this.#domains.get(domain) ?? new PQueue({ concurrency: this.#writesPerDomain });
    this.#domains.set(domain, queue);
    return queue;
  }
}

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
function backoffMs(failures: number): number {
  const full = Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs);
  return full * (0.5 + Math.random() / 2);
}

/** Adds up to a tenth (and 100 ms at most) to a wait the registrar asked for, so that not everybody comes back at once. */
function jittered(waitMs: number): number {
  return waitMs + Math.random() * Math.min(100, waitMs / 10);
}

/** Milliseconds a Retry-After header asks for: seconds, or an HTTP date. RFC 9110, 10.2.3. got reads it for its own retries only. */
function retryAfterMs(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
