/** Calls per second of the last minute, in real time, for the page's chart. */

/** How many seconds the chart shows. */
const shownSeconds = 60;

interface Second {
  /** Seconds since the epoch. */
  readonly at: number;
  calls: number;
  limited: number;
}

export class RequestRate {
  #seconds: Second[] = [];
  readonly #clock: () => number;

  /** `clock` counts milliseconds. */
  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** A request was answered with this HTTP status. */
  count(status: number): void {
    const at = this.#now();
    let second = this.#seconds.at(-1);
    if (second?.at !== at) {
      second = { at, calls: 0, limited: 0 };
      this.#seconds = [...this.#seconds.filter((other) => other.at > at - shownSeconds), second];
    }
    second.calls++;
    if (status === 429) second.limited++;
  }

  /** Calls, and those of them answered 429, of every second; the last one is the current one. */
  seconds(): { calls: number; limited: number }[] {
    const first = this.#now() - shownSeconds + 1;
    const known = new Map(this.#seconds.map((second) => [second.at, second]));
    return Array.from({ length: shownSeconds }, (_, n) => {
      const { calls = 0, limited = 0 } = known.get(first + n) ?? {};
      return { calls, limited };
    });
  }

  #now(): number {
    return Math.floor(this.#clock() / 1000);
  }
}
