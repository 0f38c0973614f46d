/**
 * How fast an account may be called. All calls of one client share it: so many requests at once, so many writes of one
 * domain, and nobody sends anything while the registrar has asked everybody to wait (429).
 */
import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { type Attempt, backoffMs, jittered, retryAfterMs } from "./retry.ts";

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
