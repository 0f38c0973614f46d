// `node scripts/bare.mjs npm test`: runs a command as on a machine that has Node.js, git and the tools of every system, and
// nothing else: what is optional is not on PATH, and not in the home folder.
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const kept = ["node", "npm", "npx", "git"].concat(
  "[ awk basename bash cat chmod cp cut date dirname echo env expr false find grep head id kill ln ls mkdir mktemp mv".split(
    " ",
  ),
  "printf ps pwd readlink rm rmdir sed sh sleep sort stat tail tee test touch tr true uname uniq wc which xargs".split(
    " ",
  ),
);

const isThere = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const folder = mkdtempSync(join(tmpdir(), "registrar-bare-"));
const [bin, home] = ["bin", "home"].map((name) => join(folder, name));
for (const made of [bin, home]) mkdirSync(made);
const folders = (process.env.PATH ?? "").split(delimiter);
for (const name of kept) {
  const found = folders.map((place) => join(place, name)).find(isThere);
  if (found !== undefined) symlinkSync(found, join(bin, name));
}
// An install folder outside PATH and the home folder is hidden by asking for the small engine.
const { REGISTRAR_BROWSER: _, ...inherited } = process.env;
const env = { ...inherited, PATH: bin, HOME: home, REGISTRAR_ENGINE: "local", npm_config_update_notifier: "false" };
try {
  const [command, ...args] = process.argv.slice(2);
  process.exitCode = spawnSync(command, args, { stdio: "inherit", env }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
