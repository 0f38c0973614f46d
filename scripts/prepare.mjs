// Makes a fresh clone ready: installs what the lock file says and builds, each only when it is missing or stale.
import { execSync } from "node:child_process";
import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import stale from "./stale.cjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

export function prepare() {
  if (process.version.localeCompare("v20.19", "en", { numeric: true }) < 0) refuse("This needs Node 20.19 or newer");
  if (isInstallStale() && lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink())
    refuse("node_modules is a link and older than package-lock.json: `npm ci` would empty its folder. Run it there");
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
    refuse(`${command} failed`, error.status || 1);
  }
}

function refuse(why, status = 1) {
  process.stderr.write(`${why}.\n`);
  process.exit(status);
}
