// Makes a fresh clone ready: installs what the lock file says and builds, each only when it is missing or stale.
import { execSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import stale from "./stale.cjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

export function prepare() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`This needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
    process.exit(1);
  }
  if (isInstallStale()) run("Installing dependencies", "npm ci --ignore-scripts --no-audit --no-fund --loglevel=error");
  if (stale.changedSource() !== undefined) run("Building", "node scripts/build.mjs");
}

/** npm writes its own note when it has installed what the lock file says. */
function isInstallStale() {
  const [lock, installed] = ["package-lock.json", "node_modules/.package-lock.json"].map((name) => join(root, name));
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs;
}

function run(title, command) {
  process.stdout.write(`${title} (${command}) ...\n`);
  try {
    execSync(command, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  } catch (error) {
    process.stderr.write(`${command} failed.\n`);
    process.exit(error.status || 1);
  }
}
