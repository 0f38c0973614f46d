/** The width of each column of a table, in characters: that of its longest cell. */
export function columnWidths(rows: Iterable<readonly string[]>): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return widths;
}
