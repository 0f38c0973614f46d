// The faults of a sample, as `run.mjs` tells the test runner: a list of keys, or null for every fault.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const sampleFile = fileURLToPath(new URL("report/sample.json", import.meta.url));

/** The path of a fault's file from the root. */
export const pathOf = ({ fileName }) => fileName.slice(fileName.lastIndexOf("provider/"));

/** Names a fault: its file, place and replacement. */
export const keyOf = ({ fileName, location: { start, end }, replacement }) =>
  [pathOf({ fileName }), start.line, start.column, end.line, end.column, replacement].join(":");

/** Tells for each fault if it is in the sample; it may contain others, which StrykerJS plants, too. */
export function readSample() {
  const keys = JSON.parse(readFileSync(sampleFile, "utf8"));
  return (fault) => keys === null || keys.includes(keyOf(fault));
}
