/** Dates as programs and registrars write them, and years between them. */

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const withoutZone = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/;
const maxYears = 10;

/**
 * Milliseconds since 1970 of `2027-03-01` (midnight UTC), an RFC 3339 moment, or a moment without a zone, which is taken
 * as UTC; `undefined` for anything else.
 */
export function momentOf(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const [, date, time] = withoutZone.exec(text.trim()) ?? [];
  const written = date === undefined ? text.trim() : `${date}T${time}Z`;
  if (!dateOnly.test(written) && !/^\d{4}-\d{2}-\d{2}[T ].*(?:Z|[+-]\d{2}:?\d{2})$/i.test(written)) return undefined;
  const moment = Date.parse(written);
  if (Number.isNaN(moment)) return undefined;
  // JavaScript takes 31 February for 3 March.
  const isReal = new Date(`${written.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(written.slice(0, 10));
  return isReal ? moment : undefined;
}

/** The same moment in one form, RFC 3339 in UTC; a text that is none stays as it is. */
export function isoMoment(text: string): string {
  const moment = momentOf(text);
  return moment === undefined ? text : new Date(moment).toISOString();
}

/** The same day so many years later; 29 February becomes the 28th, so that nothing is counted too long. */
export function addYears(moment: number, years: number): number {
  const date = new Date(moment);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}

/** The fewest years that carry a date to a target, or `undefined` if ten are not enough. */
export function yearsToReach(from: number, target: number): number | undefined {
  for (let years = 1; years <= maxYears; years += 1) if (addYears(from, years) >= target) return years;
  return undefined;
}

export const yearsText = (years: number) => (years === 1 ? "1 year" : `${years} years`);
