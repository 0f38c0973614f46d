// `npm test`: installs and builds if needed, runs every test, prints what failed, and ends with a line of counts. Arguments go to jest.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { prepare, root } from "./prepare.mjs";

prepare();
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "registrar-results-"));
try {
  const results = join(folder, "results.json");
  const jest = join(dirname(require.resolve("jest/package.json")), "bin", "jest.js");
  const reporter = `--reporters=${join(root, "scripts", "quiet.cjs")}`;
  const chosen = process.argv.slice(2);
  if (chosen.length === 0) process.stdout.write("Every test. This takes some minutes; the last line is the verdict.\n");
  const args = [jest, reporter, "--json", `--outputFile=${results}`, ...chosen];
  // The reporter prints to file descriptor 3. What jest and the tests print goes to a log.
  const log = join(folder, "log");
  const file = openSync(log, "w");
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", file, file, 1] });
  if (existsSync(results)) tellCounts(JSON.parse(readFileSync(results, "utf8")));
  else process.stderr.write(readFileSync(log));
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tellCounts(counts) {
  const broken = counts.numRuntimeErrorTestSuites;
  if (broken > 0) process.stdout.write(`${broken} test files could not run\n`);
  const failed = Math.max(counts.numFailedTests, counts.numFailedTestSuites > 0 ? 1 : 0);
  const skipped = counts.numPendingTests > 0 ? `, ${counts.numPendingTests} skipped` : "";
  process.stdout.write(`${counts.numPassedTests} passed, ${failed} failed${skipped}\n`);
}
