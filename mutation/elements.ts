// The part of `npm run mutation` for lists and patterns, which StrykerJS leaves alone where they are set up at import: leaves out an
// element of a list, or an alternative, an anchor or the flag `i` of a pattern. The tables of elements notice each of these at once, so
// they don't count here: a survivor is an element whose use no test shows.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { type Elements, elementsIn, type Fault } from "../test/support/elements.ts";

/** The tests of a folder, nearest first. */
const nearest: Readonly<Record<string, string>> = {
  "provider/api": "test/api test/meaning test/cli",
  "provider/dns": "test/dns test/lookups",
  "provider/lifecycle": "test/lifecycle test/rows test/stories",
  "provider/lookups": "test/lookups",
  "provider/": "test/stories test/plugin",
  "cli/": "test/cli",
  "testing/engine": "test/engine",
  "testing/": "test/sandbox",
};

type Planted = Elements & { fault: Fault };

/** The faults in files whose path begins so. */
export const elementFaults = (start: string): Planted[] =>
  ["provider", "cli", "testing"]
    .flatMap(elementsIn)
    .filter(({ file }) => file.startsWith(start))
    .flatMap((each) => each.faults.map((fault) => ({ ...each, fault })));

/** Plants one fault, and runs the tests. @returns does none notice it? */
export function survives({ place, file, fault: { what, start, end } }: Planted): boolean {
  const text = readFileSync(file, "utf8");
  const [, tests = ""] = Object.entries(nearest).find(([folder]) => file.startsWith(folder)) ?? [];
  const options = ["--bail", "--ignoreProjects", "plugin", "--testPathIgnorePatterns", "everyElement"];
  let ended: ReturnType<typeof spawnSync>;
  try {
    writeFileSync(file, text.slice(0, start) + text.slice(end));
    const args = ["node_modules/jest/bin/jest.js", ...tests.split(" "), ...options];
    ended = spawnSync(process.execPath, args, { stdio: "ignore" });
  } finally {
    writeFileSync(file, text);
  }
  // The terminal's Ctrl-C ends the tests, too.
  if (ended.signal !== null) process.exit(1);
  const isUnnoticed = ended.status === 0;
  process.stdout.write(`${isUnnoticed ? "survived" : "noticed"}: ${place} without ${JSON.stringify(what)}\n`);
  return isUnnoticed;
}
