// `node scripts/browser.mjs`: brings a headless Chromium for the tests of the dashboard page into a temporary folder; the last
// line says where it is. CI does this. Everybody else's tests use the browser that is installed. .ci/browser names the version.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, root } from "./prepare.mjs";

const folder = mkdtempSync(join(tmpdir(), "registrar-browser-"));
cpSync(join(root, ".ci", "browser"), folder, { recursive: true });
install(folder);
const unpack =
  'import("@sparticuz/chromium").then(({ default: { executablePath } }) => executablePath()).then(console.log)';
// It unpacks itself into the folder for temporary files.
const env = { ...process.env, TMPDIR: folder };
process.stdout.write(execFileSync(process.execPath, ["-e", unpack], { cwd: folder, env, encoding: "utf8" }));
