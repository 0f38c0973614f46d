// `npm run check`: what is said about the code without running it: format and lint, types, unused code, and whether
// the package can be used as its manifest says.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

prepare();
const folder = mkdtempSync(join(tmpdir(), "registrar-package-"));
const bin = (name) => join(root, "node_modules", ".bin", name);
const failed = [];
const run = (title, command, ...args) => {
  process.stdout.write(`\n== ${title}\n`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) failed.push(title);
};
try {
  run("format and lint", bin("biome"), "check", "--error-on-warnings", ".");
  run("types", bin("tsc"), "--noEmit");
  run("types of the dashboard page", bin("tsc"), "--noEmit", "-p", "testing/sandbox/page/browser");
  run("unused code", bin("knip"));
  run("pack", "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder);
  const [tarball] = readdirSync(folder);
  run("package manifest", bin("publint"), "run", join(folder, tarball), "--strict");
  run("types of the package", bin("attw"), join(folder, tarball));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(failed.length === 0 ? "\nEvery check is clean.\n" : `\nNot clean: ${failed.join(", ")}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
