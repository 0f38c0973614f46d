// The tests nearest to a source, which CONTRIBUTING lists by folder; and a fault as text, for what StrykerJS's runner can't reach.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** Folders of sources with their tests, as the table of CONTRIBUTING has them. */
const table: [folder: string, tests: string[]][] = readFileSync("CONTRIBUTING.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, folders, tests] = /^\| (`[^|]+`) \| (`test\/[^|]+`) \|$/.exec(line) ?? [];
    const names = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    return names(folders).map((folder): [string, string[]] => [folder, names(tests)]);
  });

/** @returns the folder and its tests @throws for a source that no row of the table has */
export function nearest(file: string): { folder: string; tests: string[] } {
  const found = table.find(([folder]) => file.startsWith(`${folder}/`));
  if (found === undefined) throw new Error(`CONTRIBUTING names no tests for ${file}`);
  return { folder: found[0], tests: found[1] };
}

/** A part of a file to replace. */
export interface TextFault {
  file: string;
  /** Offsets. */
  start: number;
  end: number;
  replacement: string;
}

/**
 * Plants a fault, builds, and runs the nearest tests.
 * @param left patterns of tests that don't count @returns undefined if the fault doesn't compile
 */
export function isNoticed({ file, start, end, replacement }: TextFault, left: string[] = []): boolean | undefined {
  const text = readFileSync(file, "utf8");
  const run = (...args: string[]) => {
    const ended = spawnSync(process.execPath, args, { stdio: "ignore" });
    // The terminal's Ctrl-C ends the tests, too.
    if (ended.signal !== null) throw new Error(`interrupted at ${file}`);
    return ended.status === 0;
  };
  try {
    writeFileSync(file, text.slice(0, start) + replacement + text.slice(end));
    if (!run("scripts/build.mjs")) return undefined;
    const options = left.flatMap((pattern) => ["--testPathIgnorePatterns", pattern]);
    return !run("node_modules/jest/bin/jest.js", ...nearest(file).tests, "--bail", ...options);
  } finally {
    writeFileSync(file, text);
  }
}
