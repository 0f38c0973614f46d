/**
 * When a request may be sent, and sent again, and for how long. All calls of a client share it: requests at once, writes of one
 * domain at once, and no request while the registrar has asked for a pause (429).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { type ErrorFacts, InterruptedError } from "../errors.ts";
import type { Headers, WireResponse } from "../response.ts";
import type { Call } from "./call.ts";
import type { Fault } from "./transport.ts";

/** Requests at once, over all domains. */
export const maxAtOnce = 16;

/** The request can't be sent in the time that its call has. */
export class NoTurnError extends Error {
  override readonly name = "NoTurnError";
  /** Did the registrar ask for a longer wait? */
  readonly isAsked: boolean;

  constructor(pauseMs: number, waitedMs: number) {
    const isAsked = pauseMs >= 1000;
    const seconds = Math.ceil((isAsked ? pauseMs : waitedMs) / 1000);
    super(isAsked ? `the registrar asked to wait ${seconds} s` : `the rate limit let nothing through for ${seconds} s`);
    this.isAsked = isAsked;
  }
}

export interface Turn {
  /** The domain of a write. */
  writes?: string | undefined;
  /** Was it sent before? Repeated requests come first. */
  again: boolean;
  /** The longest wait, in milliseconds. A first request waits longer while other requests succeed. */
  maxWaitMs: number;
  signal?: AbortSignal | undefined;
}

export class Pacer {
  readonly #account = new PQueue({ concurrency: maxAtOnce });
  readonly #domains = new Map<string, PQueue>();
  readonly #writesPerDomain: number;
  #pausedUntil = 0;
  /** Refusals in a row, each of a request sent after the pause of the one before. */
  #refusals = 0;
  /** When a request was last answered with anything but 429. */
  #gotOnAt = Number.NEGATIVE_INFINITY;

  constructor(writesPerDomain = 4) {
    this.#writesPerDomain = writesPerDomain;
  }

  /** Sends a request when its turn comes. @throws NoTurnError; the signal's AbortError if aborted before the request was sent */
  async run(turn: Turn, request: () => Promise<Attempt>): Promise<Attempt> {
    const { writes, again, signal } = turn;
    const since = performance.now();
    // An abort ends the wait, never a running request.
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
      const isRefused = "answer" in attempt && attempt.answer.status === 429;
      if (isRefused) {
        this.#pause(attempt.answer.headers, sentAt);
      } else {
        this.#gotOnAt = performance.now();
        this.#refusals = 0;
      }
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

  /** Pauses all calls after a 429. */
  #pause(headers: Headers, sentAt: number): void {
    if (sentAt >= this.#pausedUntil) this.#refusals += 1;
    const askedMs = retryAfterMs(headers["retry-after"]);
    // Up to a tenth more (at most 100 ms), so that several clients don't come back at once.
    const pauseMs =
      askedMs === undefined ? backoffMs(this.#refusals) : askedMs + Math.random() * Math.min(100, askedMs / 10);
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pauseMs);
  }

  #queueOf(domain: string): PQueue {
    const queue = this.#domains.get(domain) ?? new PQueue({ concurrency: this.#writesPerDomain });
    this.#domains.set(domain, queue);
    return queue;
  }
}

export type Attempt = { answer: WireResponse } | { fault: Fault };

/** Attempts at a call, other than those that got a 429: about 8 s with the waits between them. */
const maxAttempts = 6;

/**
 * Milliseconds until a failed call is sent again; `undefined`: it isn't. A 429, or a request that wasn't sent, was certainly
 * not carried out. Otherwise only harmless calls are repeated, which a POST or PATCH never is. A contract's method counts, too.
 * @param attempts attempts so far, with this one
 */
export function waitBeforeNext(attempt: Attempt, { row, request }: Call, attempts: number): number | undefined {
  if (row.isOrder) return undefined;
  const isHarmless = ![row.method, request.method].some((method) => method === "POST" || method === "PATCH");
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

/** Exponential, with jitter: 125..250 ms, 250..500 ms, ... up to 10 s. @param failures failures so far, from 1 */
function backoffMs(failures: number): number {
  const full = Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs);
  return full * (0.5 + Math.random() / 2);
}

/** A Retry-After header in milliseconds: seconds, or an HTTP date. RFC 9110 10.2.3. got reads it for its own retries only. */
function retryAfterMs(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The time that a program gives a call (`customTimeouts`). Only its waits and writes end with it; a read may be shared. */
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
  return current.run({ seconds, end: AbortSignal.timeout(Math.min(Math.ceil(seconds * 1000), longestMs)) }, work);
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
