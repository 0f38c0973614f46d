/** Moves time for everything that asks for the date in this process: provider and sandbox alike. */
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
