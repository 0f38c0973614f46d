// `npm test`: makes the clone ready, runs every test, and ends with a plain line of counts. Arguments go to jest.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { prepare, root } from "./prepare.mjs";

prepare();
const { chooseEngine } = await import("../dist/testing.js");
const { engine, why } = await chooseEngine();
process.stdout.write(
  engine === "pulumi"
    ? `Whole programs run on Pulumi's own CLI: ${why}.\n`
    : `Whole programs run on the small engine (${why}); their runs on Pulumi's own CLI, and the comparison with it, are left out.\n`,
);
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "registrar-results-"));
try {
  const results = join(folder, "results.json");
  const jest = join(dirname(require.resolve("jest/package.json")), "bin", "jest.js");
  const args = [jest, "--json", `--outputFile=${results}`, ...process.argv.slice(2)];
  // The JSON goes to the file; without this jest would print it as well.
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const { numPassedTests, numFailedTests, numFailedTestSuites, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(results, "utf8"),
  );
  if (numRuntimeErrorTestSuites > 0) process.stdout.write(`${numRuntimeErrorTestSuites} test files could not run\n`);
  process.stdout.write(
    `${numPassedTests} passed, ${Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0)} failed\n`,
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
