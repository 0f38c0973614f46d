/** Which rows of a list are shown, in which order, and how much of a long text: only computes. */

/** What a column is sorted and found by. */
export type SortValue = string | number | undefined;

/** How a reader wants a list. */
export interface Arrangement {
  /** The column it is sorted by; `undefined`: as the registrar lists it. */
  readonly column?: number;
  readonly isDescending?: boolean;
  /** Shown are rows that contain all of its words, in any case. */
  readonly filter?: string;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compare(one: SortValue, other: SortValue): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return collator.compare(String(one), String(other));
}

/**
 * The rows that are shown, in their order. What has no value comes last in both directions; rows of the same value stay in
 * the order in which they were given.
 * @param valuesOf a row's values, by column
 */
export function arranged<Row>(
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly SortValue[],
  { column, isDescending = false, filter = "" }: Arrangement,
): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const text = valuesOf(row).join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (column === undefined) return found;
  return found.sort((one, other) => {
    const [a, b] = [valuesOf(one)[column], valuesOf(other)[column]];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return isDescending ? compare(b, a) : compare(a, b);
  });
}

/** What a press on a column's heading does: up, down, and back to the registrar's order. */
export function sortedBy(column: number, before: Arrangement): Arrangement {
  const { filter = "" } = before;
  if (before.column !== column) return { column, filter };
  return before.isDescending ? { filter } : { column, isDescending: true, filter };
}

const longest = 88;
const kept = 60;

/** The beginning of a text that is too long for a row; `undefined` if it is not. No character is cut in two. */
export function beginningOf(text: string): string | undefined {
  const characters = [...text];
  return characters.length > longest ? characters.slice(0, kept).join("") : undefined;
}
