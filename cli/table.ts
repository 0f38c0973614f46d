/** Tables and paragraphs that fit a terminal. */
import stringWidth from "string-width";

const gap = 2;
/** No column gets narrower than this: below, a table cannot be read at all. */
const narrowest = 6;

export interface Fit {
  /** Columns of the terminal. Default: lines of any length. */
  width?: number | undefined;
  /** What happens to a cell that is wider than its column. Default: it goes on in the next line. */
  overflow?: "wrap" | "cut";
}

/** A table's lines: columns as wide as their widest cell, or narrower, the widest first, where the terminal is narrow. */
export function table(rows: readonly (readonly string[])[], { width, overflow = "wrap" }: Fit = {}): string[] {
  const widths = fitted(columnWidths(rows), width, overflow);
  return rows.flatMap((row) => {
    const cells = row.map((cell, column) => linesOf(cell, widths[column] ?? 0, overflow));
    const height = cells.reduce((most, { length }) => Math.max(most, length), 1);
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((lines, column) => padded(lines[line] ?? "", widths[column] ?? 0))
        .join(" ".repeat(gap))
        .trimEnd(),
    );
  });
}

/** Text in lines that fit; those after the first are indented. */
export function paragraph(
  text: string,
  { width, indent = 0 }: { width?: number | undefined; indent?: number },
): string {
  if (width === undefined) return text;
  return text
    .split("\n")
    .map((line) => folded(line, width, indent).join("\n"))
    .join("\n");
}

/** Breaks at spaces, and inside of a word only where it is wider than a line. */
function folded(text: string, width: number, indent = 0): string[] {
  const lines: string[] = [];
  let line = "";
  const margin = " ".repeat(Math.min(indent, Math.max(0, width - narrowest)));
  for (const piece of piecesOf(text)) {
    if (stringWidth(line + piece) <= width) {
      line += piece;
      continue;
    }
    if (line.trim() !== "") {
      lines.push(line);
      line = margin;
    }
    for (const character of line.trim() === "" && lines.length > 0 ? piece.trimStart() : piece) {
      if (stringWidth(line + character) > width) {
        lines.push(line);
        line = margin;
      }
      line += character;
    }
  }
  return [...lines, line];
}

/** Words, each with the blanks before it. */
function piecesOf(text: string): string[] {
  return text.trimEnd().split(/(?<=\S)(?=\s)/);
}

/** In characters of a terminal: some take two, some none. */
function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell));
  }
  return widths;
}

/** What is folded is taken from the widest column; what is cut, from the last: the first ones say what a row is about. */
function fitted(natural: readonly number[], width: number | undefined, overflow: "wrap" | "cut"): number[] {
  const widths = [...natural];
  if (width === undefined) return widths;
  let over = widths.reduce((sum, each) => sum + each, gap * (widths.length - 1)) - width;
  while (over > 0) {
    const widest = widths.reduce((most, each) => Math.max(most, each), 0);
    if (widest <= narrowest) break;
    const column = overflow === "wrap" ? widths.indexOf(widest) : widths.findLastIndex((each) => each > narrowest);
    widths[column] = (widths[column] ?? 0) - 1;
    over -= 1;
  }
  return widths;
}

function linesOf(cell: string, width: number, overflow: "wrap" | "cut"): string[] {
  if (stringWidth(cell) <= width) return [cell];
  const lines = folded(cell, width);
  if (overflow === "wrap") return lines;
  let kept = cell.slice(0, width);
  while (kept !== "" && stringWidth(kept) > width - 3) kept = [...kept].slice(0, -1).join("");
  return [`${kept}...`];
}

const padded = (text: string, width: number) => text + " ".repeat(Math.max(0, width - stringWidth(text)));
