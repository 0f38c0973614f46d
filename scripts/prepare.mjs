// Makes a fresh clone ready: installs what the lock file says and builds, each only when it is missing or stale.
import { execFileSync } from "node:child_process";
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
  if (isInstallStale()) {
    say("Installing dependencies (npm ci) ...");
    run(npm(), ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
  if (stale.changedSource() !== undefined) {
    say("Building ...");
    run(process.execPath, [join(root, "scripts", "build.mjs")]);
  }
}

/** npm writes its own note when it has installed what the lock file says. */
function isInstallStale() {
  const [lock, installed] = ["package-lock.json", "node_modules/.package-lock.json"].map((name) => join(root, name));
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs;
}

/** The npm that started this process, with its configuration. */
function npm() {
  return process.env.npm_execpath ?? "npm";
}

function run(command, args) {
  const [file, rest] = /\.[cm]?js$/.test(command) ? [process.execPath, [command, ...args]] : [command, args];
  try {
    execFileSync(file, rest, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
  } catch (error) {
    process.stderr.write(`${[command, ...args].join(" ")} failed.\n`);
    process.exit(error.status || 1);
  }
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
