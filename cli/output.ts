/** Everything that a command writes for people: nothing in it steers the terminal that shows it. */
import { printable } from "../provider/api/printable.ts";

export function print(text: string): void {
  clearProgress();
  process.stdout.write(printable(text));
}

export function warn(text: string): void {
  clearProgress();
  process.stderr.write(printable(text));
}

/** Columns of the terminal that shows the report; `undefined` where it goes to a file or a program. */
export function reportWidth(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? columns : undefined;
}

/** A word of a command line that is printed to be copied. */
export const shellWord = (text: string): string =>
  /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

let isProgressShown = false;

/**
 * Says on standard error, in a line that the next one replaces, what long work is at. Only where that is a terminal that can
 * do so: a log gets none of it.
 */
export function progress(text: string): void {
  const { isTTY, columns } = process.stderr;
  if (!isTTY || process.env["TERM"] === "dumb" || process.env["CI"]) return;
  const line = printable(text)
    .replace(/\s+/g, " ")
    .slice(0, Math.max(1, (columns || 80) - 1));
  process.stderr.write(`\r\u001b[2K${line}`);
  isProgressShown = true;
}

export function clearProgress(): void {
  if (!isProgressShown) return;
  process.stderr.write("\r\u001b[2K");
  isProgressShown = false;
}
