/** The rate at which an account may be called, as learnt from its answers. Times are in milliseconds of a steady clock. */
export class RateControl {
  #pausedUntil = 0;
  #tickets = 0;

  pausedForMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** How long to wait before the next request may be sent; 0: now. */
  waitMs(now: number): number {
    return this.pausedForMs(now);
  }

  /** A request is sent: returns its number. */
  sent(_now: number): number {
    this.#tickets += 1;
    return this.#tickets;
  }

  accepted(_ticket: number, _now: number): void {}

  refused(_ticket: number, retryAfterMs: number | undefined, now: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + (retryAfterMs ?? 200));
  }
}
