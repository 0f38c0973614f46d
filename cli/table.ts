/** Tables and paragraphs that fit a terminal. */
import stringWidth from "string-width";
import { reportWidth } from "./output.ts";

const gap = 2;
const narrowest = 6;

/**
 * The lines of a table. Columns are as wide as their widest cell. If the table is wider than the terminal, the widest columns get
 * narrower, and their cells wrap. A file or a program gets lines of any length.
 */
export function table(rows: readonly (readonly string[])[]): string[] {
  // In columns of a terminal: a character can take two, or none.
  const widest = (column: number) => rows.reduce((most, row) => Math.max(most, stringWidth(row[column] ?? "")), 0);
  const widths = fitted((rows[0] ?? []).map((_, column) => widest(column)));
  return rows.flatMap((row) => {
    const cells = row.map((cell, column) => folded(cell, widths[column] ?? 0));
    const height = cells.reduce((most, { length }) => Math.max(most, length), 1);
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((lines, column) => padded(lines[line] ?? "", widths[column] ?? 0))
        .join(" ".repeat(gap))
        .trimEnd(),
    );
  });
}

/** Wraps text; every line after the first is indented. */
export function paragraph(text: string, indent = 0): string {
  const width = reportWidth();
  if (width === undefined) return text;
  return text
    .split("\n")
    .map((line) => folded(line, width, indent).join("\n"))
    .join("\n");
}

/** Breaks at spaces. Breaks a word only if it is wider than a line. */
function folded(text: string, width: number, indent = 0): string[] {
  if (stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  const margin = " ".repeat(Math.min(indent, Math.max(0, width - narrowest)));
  // Words, each with the blanks before it.
  for (const piece of text.trimEnd().split(/(?<=\S)(?=\s)/)) {
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

/** The widths that fit: the widest column shrinks first. */
function fitted(natural: readonly number[]): number[] {
  const widths = [...natural];
  const width = reportWidth() ?? Number.POSITIVE_INFINITY;
  let over = widths.reduce((sum, each) => sum + each, gap * (widths.length - 1)) - width;
  while (over > 0) {
    const widest = widths.reduce((most, each) => Math.max(most, each), 0);
    if (widest <= narrowest) break;
    widths[widths.indexOf(widest)] = widest - 1;
    over -= 1;
  }
  return widths;
}

const padded = (text: string, width: number) => text + " ".repeat(Math.max(0, width - stringWidth(text)));
