// `npm test`: installs and builds if needed, runs every test, prints what failed, and ends with a line of counts. Arguments go to jest.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

prepare();
const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const folder = mkdtempSync(join(tmpdir(), "registrar-results-"));
try {
  const chosen = process.argv.slice(2);
  if (chosen.length === 0) process.stdout.write("Every test. This takes some minutes; the last line is the verdict.\n");
  const args = [jest, ...chosen, `--reporters=${join(root, "scripts", "quiet.cjs")}`];
  // The reporter prints to file descriptor 3. What jest and the tests print goes to a log.
  const [log, ended] = [join(folder, "log"), join(folder, "ended")];
  const file = openSync(log, "w");
  const env = { ...process.env, REGISTRAR_TESTS_ENDED: ended };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ["ignore", file, file, 1] });
  if (!existsSync(ended)) process.stderr.write(readFileSync(log));
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
