/** Writes to the terminal. Control characters are escaped. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { styleText } from "node:util";
import { printable } from "../provider/api/redaction.ts";

const cell = /(?<=^| {2}|\d )\(?(?:in \d+ days?|[A-Za-z]+)\)?(?=$| {2}|[,.])/gm;

/** @param tones words that a terminal shows in colour, where they fill a cell or follow a count; NO_COLOR switches that off */
export function print(text: string, tones: Readonly<Record<string, "green" | "yellow" | "red">> = {}): void {
  endProgress();
  const styled = (word: string) => {
    const tone = tones[word.replace(/[\d()]/g, "").replace("  ", " ")];
    return tone === undefined ? word : styleText(tone, word, { stream: process.stdout });
  };
  process.stdout.write(printable(text).replace(cell, styled));
}

const stepTones = { "+": "green", "~": "yellow", "-": "red", e: "red", w: "yellow" } as const;
const step = /^ {1,6}([+~-])[+-]? |^ {4}(?:\S+ \S+ )?([ew])(?:rror|arning): /;

/** Prints a line of an operation, on a terminal with a colour for its sign, as Pulumi does. */
export function printStep(line: string, text = line): void {
  const [, sign, word] = step.exec(line) ?? [];
  const tone = Object.entries(stepTones).find(([key]) => key === (sign ?? word))?.[1];
  const safe = printable(text);
  process.stdout.write(`${tone === undefined ? safe : styleText(tone, safe, { stream: process.stdout })}\n`);
}

export function warn(text: string): void {
  if (text === "") return;
  endProgress();
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

/** Names and values from elsewhere on one line: control characters and line separators as escapes. */
export const oneLine = (text: string): string => printable(text, true);

export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** A command that ends earlier shows no progress. */
const quietSeconds = 2;
/** Channel of Node.js. */
export const responded = "http.client.response.finish";
let work: { text: string; responses: number; timer: NodeJS.Timeout } | undefined;
let isShown = false;

/**
 * Shows the progress of long work on standard error: its step, the seconds, and the count of responses. The next call replaces the
 * line. Only on a terminal: a log gets no line.
 */
export function progress(text: string): void {
  if (!process.stderr.isTTY || process.env["TERM"] === "dumb" || process.env["CI"]) return;
  if (work === undefined) {
    subscribe(responded, countResponse);
    work = { text, responses: 0, timer: setInterval(showWork, 500).unref() };
  }
  work.text = text;
  showWork();
}

/** Progress of work on several things; call the result after each. */
export function countDone(verb: string, total: number, what: string): () => void {
  let done = -1;
  const tell = () => {
    done += 1;
    progress(`${verb} ${done} of ${total} ${what} ...`);
  };
  tell();
  return tell;
}

function countResponse(): void {
  if (work !== undefined) work.responses += 1;
}

function showWork(): void {
  const seconds = Math.floor(process.uptime());
  if (work === undefined || seconds < quietSeconds) return;
  const responses = work.responses === 0 ? "" : `, responses: ${work.responses}`;
  const line = printable(`[${seconds} s${responses}] ${work.text}`)
    .replace(/\s+/g, " ")
    .slice(0, Math.max(1, (process.stderr.columns || 80) - 1));
  process.stderr.write(`\r\u001b[2K${line}`);
  isShown = true;
}

function endProgress(): void {
  clearInterval(work?.timer);
  unsubscribe(responded, countResponse);
  work = undefined;
  if (isShown) process.stderr.write("\r\u001b[2K");
  isShown = false;
}
