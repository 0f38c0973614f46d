/**
 * How fast an account may be called. Everybody who uses one client shares it: a limit on requests at once, a rate that
 * slows down for all on a 429 and recovers gently, and as many writes of one domain at a time as it gains from.
 */
import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { RateControl } from "./rate.ts";
import { WriteWidth } from "./writeWidth.ts";

/** Requests at once, over all domains. */
export const maxAtOnce = 16;
/** A waiting request looks this often whether a pause was lifted, in milliseconds. */
const lookAgainMs = 50;

/** What the registrar's answer to a request says about the rate. */
export type Verdict =
  | { kind: "accepted"; hasFailed?: boolean }
  | { kind: "refused"; retryAfterMs?: number | undefined }
  | { kind: "silent" };

/** Why a call ends, in words: the registrar asked for a wait that is too long for it. */
export const askedToWait = (waitMs: number) => `the registrar asked to wait ${Math.ceil(waitMs / 1000)} s`;

/** Everybody waits, and for longer than this call may take. */
export class PausedTooLongError extends Error {
  override readonly name = "PausedTooLongError";
  readonly pauseMs: number;

  constructor(pauseMs: number) {
    super(askedToWait(pauseMs));
    this.pauseMs = pauseMs;
  }
}

/** The turn of a request did not come in time, though its call was sent before, or nobody's request was accepted meanwhile. */
export class WaitedTooLongError extends Error {
  override readonly name = "WaitedTooLongError";

  constructor(waitedMs: number) {
    super(`the rate limit let nothing through for ${Math.ceil(waitedMs / 1000)} s`);
  }
}

export interface Turn {
  /** The domain a write is for; reads do not count. */
  writes?: string | undefined;
  /** Comes before those who were never sent. */
  again: boolean;
  /**
   * Gives up when everybody has to wait longer than this, in milliseconds; or when the turn has not come by then, unless it
   * is a first one and others got on.
   */
  patienceMs: number;
  signal?: AbortSignal | undefined;
}

export class Pacer {
  readonly #account = new PQueue({ concurrency: maxAtOnce });
  /** One at a time asks for the next moment to send, in order. */
  readonly #gate = new PQueue({ concurrency: 1 });
  readonly #domains = new Map<string, { queue: PQueue; width: WriteWidth }>();
  readonly #rate = new RateControl();
  readonly #writesPerDomain: number;
  /** When the registrar last took a request without refusing it for its rate. */
  #gotOnAt = Number.NEGATIVE_INFINITY;

  /** @param writesPerDomain writes of one domain at once, at most */
  constructor(writesPerDomain = maxAtOnce) {
    this.#writesPerDomain = writesPerDomain;
  }

  /**
   * Runs a request when it is its turn. The slots are held for the one request only.
   * @throws PausedTooLongError, WaitedTooLongError; the signal's AbortError when aborted before the request started
   */
  async run<T>(turn: Turn, request: () => Promise<{ result: T; verdict: Verdict }>): Promise<T> {
    // Aborting ends the waiting, never a request that runs.
    const waiting = new AbortController();
    const giveUp = () => waiting.abort(turn.signal?.reason);
    if (turn.signal?.aborted) giveUp();
    turn.signal?.addEventListener("abort", giveUp, { once: true });
    const patience = this.#watch(turn, waiting);
    const options = { priority: turn.again ? 1 : 0, signal: waiting.signal };
    const paced = async () => {
      const ticket =
        this.#now() ?? (await this.#gate.add(() => this.#nextMoment(turn.patienceMs, waiting.signal), options));
      turn.signal?.removeEventListener("abort", giveUp);
      patience.end();
      const { result, verdict } = await request();
      if (verdict.kind !== "refused") this.#gotOnAt = performance.now();
      if (verdict.kind === "accepted") this.#rate.accepted(ticket, performance.now());
      if (verdict.kind === "refused") this.#rate.refused(ticket, verdict.retryAfterMs, performance.now());
      if (turn.writes !== undefined) this.#learnWidth(turn.writes, verdict);
      return result;
    };
    const inAccount = () => this.#account.add(paced, options);
    try {
      return await (turn.writes === undefined ? inAccount() : this.#domain(turn.writes).queue.add(inAccount, options));
    } catch (error) {
      const { reason }: { reason: unknown } = waiting.signal;
      throw reason instanceof WaitedTooLongError ? reason : error;
    } finally {
      turn.signal?.removeEventListener("abort", giveUp);
      patience.end();
    }
  }

  /** Ends the waiting for a turn when its patience is over. */
  #watch({ again, patienceMs }: Turn, waiting: AbortController): { end(): void } {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout;
    const wait = (milliseconds: number) => {
      timer = setTimeout(() => {
        const still = again ? 0 : this.#gotOnAt + patienceMs - performance.now();
        if (still > 0) wait(still);
        else waiting.abort(new WaitedTooLongError(performance.now() - startedAt));
      }, milliseconds);
    };
    wait(Math.max(0, patienceMs));
    return { end: () => clearTimeout(timer) };
  }

  /** The next moment, where nobody waits for one and it is now. */
  #now(): number | undefined {
    const now = performance.now();
    return this.#gate.pending === 0 && this.#rate.waitMs(now) <= 0 ? this.#rate.sent(now) : undefined;
  }

  async #nextMoment(patienceMs: number, signal: AbortSignal): Promise<number> {
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      const wait = this.#rate.waitMs(now);
      if (wait <= 0) return this.#rate.sent(now);
      const pause = this.#rate.pausedForMs(now);
      if (pause > Math.max(0, patienceMs) && wait >= pause) throw new PausedTooLongError(pause);
      await sleep(Math.min(wait, lookAgainMs), undefined, { signal });
    }
  }

  #domain(name: string): { queue: PQueue; width: WriteWidth } {
    const known = this.#domains.get(name);
    if (known !== undefined) return known;
    const width = new WriteWidth(this.#writesPerDomain);
    const made = { width, queue: new PQueue({ concurrency: width.width }) };
    this.#domains.set(name, made);
    return made;
  }

  #learnWidth(domain: string, verdict: Verdict): void {
    const { queue, width } = this.#domain(domain);
    const isTrouble = verdict.kind === "silent" || (verdict.kind === "accepted" && verdict.hasFailed === true);
    width.answered(queue.size > 0, isTrouble, performance.now());
    if (queue.concurrency !== width.width) queue.concurrency = width.width;
  }
}
