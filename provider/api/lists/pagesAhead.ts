/** Pages asked for side by side, once it is known how many there are; they are taken in their order. */
import type { Page, PageRequest } from "./lists.ts";

/** Pages asked for at once. All requests of an account share its limits, too. */
const width = 8;

type Asked = NonNullable<PageRequest>;

export class PagesAhead {
  readonly #fetch: (request: Asked, position: number) => Promise<Page | undefined>;
  /** By their position. */
  readonly #asked = new Map<number, Promise<Page | undefined>>();

  constructor(fetch: (request: Asked, position: number) => Promise<Page | undefined>) {
    this.#fetch = fetch;
  }

  /**
   * @param position how many pages, this one included, were counted to get here
   * @param last position of the last page that is known to be there
   */
  take({ page, size }: Asked, position: number, last: number): Promise<Page | undefined> {
    for (let next = position; next <= Math.max(position, Math.min(last, position + width - 1)); next += 1) {
      if (this.#asked.has(next)) continue;
      const asked = this.#fetch({ page: page + next - position, size }, next);
      // Where an earlier page ends the list, nobody takes this one.
      asked.catch(() => undefined);
      this.#asked.set(next, asked);
    }
    const taken = this.#asked.get(position) ?? this.#fetch({ page, size }, position);
    this.#asked.delete(position);
    return taken;
  }

  /** Waits for what nobody took. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#asked.values());
  }
}
