/** How long a run this is: `npm test`, or `npm run soak` with its bigger numbers. */

/** Random cases a property runs; set by the soak. */
const asked = process.env["REGISTRAR_RUNS"];

export const isSoak = asked !== undefined;
// An hour for each test.
if (isSoak) jest.setTimeout(3_600_000);

/** Rows of a product, of which none has a behaviour of its own: in `npm test`, those that are tried; else all. */
export const some = <T>(rows: readonly T[], isTried: (place: number, row: T) => boolean): readonly T[] =>
  rows.filter((row, place) => isSoak || process.env["REGISTRAR_ROWS"] === "all" || isTried(place, row));

/** @returns the usual number, or the soak's own */
export const runs = (usual: number, soak = Number(asked)): number => (isSoak ? soak : usual);
