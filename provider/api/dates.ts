/** Dates and moments, as programs and registrars write them. */

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const withoutZone = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/;

/** Milliseconds since 1970 of `2027-03-01` (midnight UTC) or an RFC 3339 moment. Without a zone, it is in UTC. */
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

/** RFC 3339 in UTC. */
export const isoText = (moment: number): string => new Date(moment).toISOString();

/** The same day some years later. 29 February becomes the 28th, so that the date is never too late. */
export function addYears(moment: number, years: number): number {
  const date = new Date(moment);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}
