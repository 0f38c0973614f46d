// `npm test`: makes the clone ready, runs every test, the provider's first, and ends with a plain line of counts. Arguments go to jest.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findEngine } from "./engine.mjs";
import { prepare, root } from "./prepare.mjs";

prepare();
if ((await findEngine()) === undefined) process.exit(1);
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "registrar-results-"));
try {
  const results = join(folder, "results.json");
  const jest = join(dirname(require.resolve("jest/package.json")), "bin", "jest.js");
  const order = `--testSequencer=${join(root, "scripts", "providerFirst.cjs")}`;
  const args = [jest, "--json", `--outputFile=${results}`, order, ...process.argv.slice(2)];
  // The JSON goes to the file; without this jest would print it as well.
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, numRuntimeErrorTestSuites } =
    JSON.parse(readFileSync(results, "utf8"));
  if (numRuntimeErrorTestSuites > 0) process.stdout.write(`${numRuntimeErrorTestSuites} test files could not run\n`);
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0);
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
  process.stdout.write(`${numPassedTests} passed, ${failed} failed${skipped}\n`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
