// StrykerJS: small faults planted in the package, one at a time, to see whether a test notices. `npm run mutation` says how.
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  mutate: ["provider/**/*.ts"],
  testRunner: "in-process",
  plugins: [here("inProcessRunner.mjs")],
  coverageAnalysis: "perTest",
  // What is set up at import (tables of operations, of types) would mean a run of all tests for each fault in it.
  ignoreStatic: true,
  // Faults after one another: tests that share a core with others run into their time limits, which looks like a noticed fault.
  concurrency: 1,
  timeoutMS: 120_000,
  dryRunTimeoutMinutes: 60,
  incrementalFile: here("report/incremental.json"),
  tempDirName: here(".work"),
  ignorePatterns: ["dist", "dist.new", "mutation/report", "mutation/.work", "coverage"],
  reporters: ["html", "json", "progress-append-only"],
  htmlReporter: { fileName: here("report/index.html") },
  jsonReporter: { fileName: here("report/mutation.json") },
  disableTypeChecks: false,
  allowConsoleColors: false,
  thresholds: { high: 90, low: 80, break: null },
};
