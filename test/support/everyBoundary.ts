/** Every limit of the sources has a row: a value on it, a value just beside it, and outcomes that differ. */
import { limitsIn } from "./limits.ts";

/** @returns what comes of a value; an error counts as its message */
type Attempt = (value: number) => unknown;
/** A pattern is an outcome that matches it. */
type Outcome = readonly [value: number, outcome: unknown];
export type Boundary = readonly [attempt: Attempt, on: Outcome, beside: Outcome, ...more: Outcome[]];

async function outcomeOf(attempt: Attempt, value: number): Promise<unknown> {
  try {
    return await attempt(value);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message;
  }
}

/**
 * Tests of the limits of a folder. A limit without a row fails.
 * @param rows by place; if a place has several, `: ` and words follow
 * @param elsewhere limits that another test meets, and those that no test can meet; by place, with the test or the reason
 */
export function everyBoundary(
  folder: string,
  rows: Readonly<Record<string, Boundary>>,
  elsewhere: Readonly<Record<string, string>> = {},
): void {
  it(`every limit of ${folder} has a row`, () => {
    const places = limitsIn(folder).map((place) => place.slice(folder.length + 1));
    const tried = Object.keys(rows).map((name) => name.split(": ")[0] ?? "");
    expect(places.filter((place) => !tried.includes(place) && !(place in elsewhere))).toEqual([]);
    expect(Object.keys(elsewhere).filter((place) => !places.includes(place) || tried.includes(place))).toEqual([]);
  });

  it.each(Object.entries(rows))("%s: on the limit and beside it, the outcomes differ", async (_, boundary) => {
    const [attempt, ...outcomes] = boundary;
    const found: Outcome[] = [];
    for (const [value] of outcomes) found.push([value, await outcomeOf(attempt, value)]);
    expect(found).toEqual(
      outcomes.map(([value, outcome]) => [value, outcome instanceof RegExp ? expect.stringMatching(outcome) : outcome]),
    );
  });
}
