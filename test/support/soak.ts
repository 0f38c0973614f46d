/** How long a run this is: `npm test`, or `npm run soak` with its bigger numbers. */

/** Random cases a property runs; set by the soak. */
const asked = process.env["REGISTRAR_RUNS"];

export const isSoak = asked !== undefined;

/** @returns the usual number, or the soak's own */
export const runs = (usual: number, soak = Number(asked)): number => (isSoak ? soak : usual);

/** @returns the time limit of a test with random cases, in milliseconds */
export const limit = (usual: number): number => (isSoak ? 3_600_000 : usual);
