/** The rate limit: a token bucket of one second, refilled in real time. */
export interface Rate {
  readonly perSecond: number;
  /** Does a 429 carry Retry-After? */
  readonly retryAfter?: boolean;
}

export class RateLimiter {
  readonly rate: Rate;
  readonly #capacity: number;
  #tokens: number;
  #at: number;

  constructor(rate: Rate) {
    if (!(rate.perSecond > 0)) throw new RangeError("perSecond must be above 0.");
    this.rate = rate;
    this.#capacity = Math.max(1, rate.perSecond);
    this.#tokens = this.#capacity;
    this.#at = performance.now();
  }

  /** Takes a token. @returns the seconds until the next one if there is none */
  take(): number | undefined {
    const now = performance.now();
    this.#tokens = Math.min(this.#capacity, this.#tokens + ((now - this.#at) / 1000) * this.rate.perSecond);
    this.#at = now;
    if (this.#tokens < 1) return (1 - this.#tokens) / this.rate.perSecond;
    this.#tokens -= 1;
    return undefined;
  }
}
