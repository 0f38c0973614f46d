import { setTimeout as delay } from "node:timers/promises";
import { type Api, callTime, forEverybody, InterruptedError, inTime, RegistrarError, timeIsUp } from "../api/index.ts";
import type { RowList, Rows } from "./list.ts";

/** The last write of something, as its state remembers it. */
export interface LastWrite {
  /** When it ended: ISO 8601; `undefined` where it was never written, or is not remembered. */
  writtenAt?: string | undefined;
}

/** A wait of which a person wants to know why. */
const noticedMs = 1000;

/** Looks again for what the registrar may show late, as often and for as long as is configured. */
export class Poll {
  readonly #bounds: Api["lookups"];
  readonly #now: () => number;
  readonly #interruption: AbortSignal | undefined;
  readonly #progress: ((message: string) => void) | undefined;
  readonly #settled = new WeakMap<object, { until: number; looking: Promise<void> }>();

  /** @param progress shows waits that a person notices */
  constructor(
    bounds: Api["lookups"],
    now: () => number,
    interruption: AbortSignal | undefined,
    progress?: (message: string) => void,
  ) {
    this.#bounds = bounds;
    this.#now = now;
    this.#interruption = interruption;
    this.#progress = progress;
  }

  /**
   * Until when a list may lag behind a write; `undefined`: this one no longer could.
   * @param readAt when the reading of the list began, in milliseconds since 1970
   */
  lagsUntil({ writtenAt }: LastWrite, readAt: number): number | undefined {
    // What this list does not show was written by an earlier run, which had ended by then, whatever its clock says.
    const until = Math.min(Date.parse(writtenAt ?? ""), readAt) + this.#bounds.withinMs;
    return until > readAt ? until : undefined;
  }

  /**
   * Looks for something that may not show yet, with growing waits: soon at first, the last look at the end of the time.
   * At most as often as configured.
   * @param until the last look is at this moment (milliseconds since 1970); default: the whole configured time from now
   */
  async until<Found>(look: () => Promise<Found | undefined>, until?: number): Promise<Found | undefined> {
    const { times, withinMs } = this.#bounds;
    const start = this.#now();
    const end = until ?? start + withinMs;
    for (let attempt = 1; ; attempt += 1) {
      const began = this.#now();
      const found = await look();
      // A look that began before the end may have seen what was there then, however late its answer came.
      if (found !== undefined || attempt >= times || began >= end) return found;
      const next = start + (end - start) * Math.min(1, attempt / (times - 1)) ** 1.5;
      // Timers may fire a millisecond early.
      await this.#wait(next + 1 - this.#now());
    }
  }

  /** The same where a look that fails has seen nothing, and an interruption only ends it. */
  async untilShown<Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    try {
      return await this.until(() =>
        look().catch((error: unknown) => {
          if (!(error instanceof RegistrarError) || error instanceof InterruptedError) throw error;
          return undefined;
        }),
      );
    } catch (error) {
      if (error instanceof InterruptedError) return undefined;
      throw error;
    }
  }

  /**
   * Runs a write. Where its outcome is unknown, it counts as done if its effect shows.
   * @param look finds the effect, with as many looks as it takes
   * @throws the error of the write otherwise
   */
  async confirmed<Done>(write: () => Promise<Done>, look: () => Promise<Done | undefined>): Promise<Done> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof RegistrarError) || error.outcome === "no") throw error;
      const done = await look().catch(() => undefined);
      if (done === undefined) throw error;
      return done;
    }
  }

  /** Looks for something in new readings of a list. @returns what was found, and the last reading */
  async inList<Row extends object, Found>(
    list: RowList<Row>,
    find: (items: Rows<Row>) => Found | undefined,
    until?: number,
  ): Promise<{ found: Found | undefined; last: Rows<Row> }> {
    let last: Rows<Row> | undefined;
    const found = await this.until(async () => {
      last = await list.reread();
      return find(last);
    }, until);
    if (found !== undefined || last?.open !== true) return { found, last: last ?? (await list.read()) };
    const proven = await list.proven();
    return { found: find(proven), last: proven };
  }

  /**
   * The list as it is when it can no longer lag behind anything that was done before this operation: read again, at most
   * as often as configured, until the longest time that lists may lag is over since it was first read. All who ask share
   * the looks. A reading that began late enough is not repeated.
   */
  async settled<Row extends object>(list: RowList<Row>): Promise<Rows<Row>> {
    const until = (list.firstReadAt ?? this.#now()) + this.#bounds.withinMs;
    const items = await list.read();
    if (items.readAt >= until) return items;
    const known = this.#settled.get(list);
    const looking =
      known?.until === until
        ? known.looking
        : forEverybody(() => this.inList(list, () => undefined, until)).then(() => undefined);
    this.#settled.set(list, { until, looking });
    await inTime(looking);
    return list.read();
  }

  async #wait(milliseconds: number): Promise<void> {
    if (milliseconds >= noticedMs) {
      const seconds = Math.round(milliseconds / 1000);
      this.#progress?.(`the registrar may show a write late: looking again in ${seconds} s`);
    }
    const time = callTime();
    const signals = [this.#interruption, time?.end].filter((signal) => signal !== undefined);
    try {
      await delay(Math.max(0, milliseconds), undefined, signals.length > 0 ? { signal: AbortSignal.any(signals) } : {});
    } catch (error) {
      if (time?.end.aborted) throw timeIsUp(time, { what: "while waiting for the registrar to show a write" });
      if (this.#interruption?.aborted) {
        throw new InterruptedError({
          what: "interrupted while waiting",
          advice: "Nothing more was sent. Run the command again.",
        });
      }
      throw error;
    }
  }
}
