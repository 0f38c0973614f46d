/** Moves time for everything that asks for the date in this process, and shortens its waits: provider and sandbox alike. */
import type { TimerOptions } from "node:timers";
import timers from "node:timers/promises";
import { isSoak } from "./soak.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** @returns a function that moves the clock on by so many days, until the test ends */
export function withClock(): (days: number) => void {
  let ahead = 0;
  let spy: jest.SpyInstance | undefined;
  afterEach(() => {
    spy?.mockRestore();
    spy = undefined;
    ahead = 0;
  });
  return (days) => {
    ahead += days * dayMs;
    if (spy !== undefined) return;
    const real = Date.now;
    spy = jest.spyOn(Date, "now").mockImplementation(() => real() + ahead);
  };
}

/** While the tests of this file run, each wait between two requests or looks ends after a tenth of its time; not in the soak. */
export function withShortWaits(): void {
  const wait = timers.setTimeout;
  let spy: jest.SpyInstance | undefined;
  if (isSoak) return;
  beforeAll(() => {
    spy = jest.spyOn(timers, "setTimeout").mockImplementation((ms = 0, ...rest) => wait(ms / 10, ...rest));
  });
  afterAll(() => spy?.mockRestore());
}

export interface HeldTime {
  /** Moves time on by so many milliseconds. */
  pass(ms: number): Promise<void>;
  /** Does the provider wait, between two requests or looks? */
  isWaiting(): boolean;
}

/** While the tests of this file run, the clock moves only by a test, and with it all timers. Responses come. */
export function withHeldTime(): HeldTime {
  let waits = 0;
  const real = { ...timers };
  beforeEach(() => {
    waits = 0;
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "clearImmediate", "hrtime"] });
    const wait = async (ms?: number, _value?: unknown, { signal }: TimerOptions = {}) => {
      signal?.throwIfAborted();
      waits += 1;
      try {
        return await new Promise<unknown>((resolve, reject) => {
          const timer = setTimeout(resolve, ms);
          signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason);
          });
        });
      } finally {
        waits -= 1;
      }
    };
    jest.spyOn(timers, "setTimeout").mockImplementation(wait);
    jest.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    // The fake timers leave their own functions in this module of Node, which all files of the process share.
    Object.assign(timers, real);
  });
  return {
    pass: async (ms) => {
      await jest.advanceTimersByTimeAsync(ms);
    },
    isWaiting: () => waits > 0,
  };
}
