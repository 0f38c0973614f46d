/** Output on the pages: what the command above printed, without what differs between runs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Block, blockPattern, blocksOf, root, textOf } from "../markdown.ts";

/** `<!-- output -->`, or `<!-- output: lines with PATTERN -->`, which shows the other lines as `...`. */
const outputNote = /^output(?:: lines with (.+))?$/;

/** The output that a page shows after a block. */
export function outputAfter(block: Block): Block | undefined {
  const next = blocksOf(block.page)[block.place + 1];
  return outputNote.test(next?.note ?? "") ? next : undefined;
}

/** Lines about one resource, whose order differs between runs. */
const ofResource = /^ [ +~<>=-]{1,3} +(?:\w+:\w+:|pulumi-nodejs:)/;
/** Progress that a terminal overwrites, durations, and addresses of the state. */
const passing =
  /\b(?:creating|updating|deleting|reading|refreshing|importing)(?: \[.*\])? *$|^(?:Duration|Permalink): |^@ [a-z ]+\.+$| running$/;

/** @param port the one that the page shows in place of a free one */
function steady(output: string, replaced: Readonly<Record<string, string>>, port = "8080"): string[] {
  let text = stripVTControlCharacters(output).replace(/ \(\d+(?:\.\d+)?m?s\)/g, "");
  for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to);
  text = text
    .replace(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`)
    .replace(/\b(token|market|appraisal|admin)_\w{12,}/g, "$1_...")
    .replaceAll(process.versions.node, "22.12.0");
  const lines = text.split("\n").map((line) => line.trimEnd());
  const kept = lines.filter((line, at) => !passing.test(line) && !(ofResource.test(line) && lines.indexOf(line) < at));
  const sorted: string[] = [];
  for (const line of kept) {
    let at = sorted.length;
    while (ofResource.test(line) && ofResource.test(sorted[at - 1] ?? "") && (sorted[at - 1] ?? "") > line) at -= 1;
    sorted.splice(at, 0, line);
  }
  return sorted.filter((line, at) => line !== "" || (sorted[at - 1] ?? "") !== "");
}

/** Compares the output with what the page shows, or with `UPDATE_DOCS=1` writes it there. */
export function expectShown(shown: Block, output: string, replaced: Readonly<Record<string, string>> = {}): void {
  const [, pattern] = outputNote.exec(shown.note ?? "") ?? [];
  const chosen = pattern === undefined ? /(?:)/ : new RegExp(pattern);
  const [, port] = /127\.0\.0\.1:(\d+)/.exec(shown.code) ?? [];
  const lines = steady(output, replaced, port).map((line) => (chosen.test(line) ? line : "..."));
  const joined = lines.filter((line, at) => line !== "..." || lines[at - 1] !== "...").join("\n");
  const text = joined.trimEnd().replace(/^\.\.\.\n|\n\.\.\.$/g, "");
  if (process.env["UPDATE_DOCS"] === undefined) {
    expect(`${shown.page}:${shown.line}\n${text}\n`).toBe(`${shown.page}:${shown.line}\n${shown.code}`);
    return;
  }
  let place = 0;
  const updated = textOf(shown.page).replace(blockPattern, (block: string, note: string, language: string) =>
    place++ === shown.place ? `<!-- ${note} -->\n\`\`\`${language}\n${text}\n\`\`\`` : block,
  );
  writeFileSync(join(root, shown.page), updated);
}
