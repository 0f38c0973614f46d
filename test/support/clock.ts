/** Moves time for everything that asks for the date in this process, and shortens its waits: provider and sandbox alike. */
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
