// `npm run check`: checks format, lint, types, unused code, words, the packed package, and whether programs for the last release still
// compile. All run at the same time.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { prepare, root } from "./prepare.mjs";

prepare();
const folder = mkdtempSync(join(tmpdir(), "registrar-package-"));
const bin = (name) => join(root, "node_modules", ".bin", name);
const failed = [];
/** Prints the output of a command when it has ended, so that no two are mixed. */
const run = async (title, command, ...args) => {
  const ended = promisify(execFile)(command, args, { cwd: root, maxBuffer: 1e9 });
  const { stdout, stderr, message } = await ended.catch((error) => error);
  process.stdout.write(`\n== ${title}\n${stdout || stderr ? `${stdout}${stderr}` : `${message ?? ""}\n`}`);
  if (message !== undefined) failed.push(title);
};
/** The package as it would be published. */
const checkPackage = async () => {
  await run("pack", "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder);
  const [tarball] = readdirSync(folder);
  if (tarball === undefined) return;
  await Promise.all([
    run("package manifest", bin("publint"), "run", join(folder, tarball), "--strict"),
    run("types of the package", bin("attw"), join(folder, tarball)),
    run("budgets", process.execPath, join(root, "scripts", "budgets.mjs"), join(folder, tarball)),
  ]);
};
try {
  await Promise.all([
    run("format and lint", bin("biome"), "check", "--error-on-warnings", "."),
    run("types", bin("tsc"), "--noEmit"),
    run("types of the dashboard page", bin("tsc"), "--noEmit", "-p", "testing/sandbox/page/browser"),
    run("unused code", bin("knip")),
    run("words", bin("tsx"), "scripts/words.ts"),
    run("schema of the last release", bin("tsx"), "scripts/breaks.ts"),
    checkPackage(),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(failed.length === 0 ? "\nEvery check is clean.\n" : `\nNot clean: ${failed.sort().join(", ")}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
