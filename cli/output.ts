/** Everything that a command writes for people: nothing in it steers the terminal that shows it. */
import { printable } from "../provider/api/printable.ts";

export function print(text: string): void {
  process.stdout.write(printable(text));
}

export function warn(text: string): void {
  process.stderr.write(printable(text));
}
