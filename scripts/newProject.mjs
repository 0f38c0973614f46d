// `npm run new-project`: the first steps of a new user. Writes a project with `pulumi-registrar init`, installs it with the newest SDK for
// this Node, compiles all entries of the package, and runs the project's test. `-- 3.229.0` installs this version of the SDK; further
// arguments are options of `pulumi-registrar init`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

prepare();
const [sdk, ...options] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "registrar-new-project-"));
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
const entries = ["", "/plugin", "/provider", "/testing"];
const everything = entries.map((entry, at) => `export * as entry${at} from "pulumi-registrar${entry}";\n`).join("");
try {
  run(process.execPath, join(root, "dist", "cli.js"), "init", ...options);
  run("npm", "install", "--no-audit", "--no-fund", ...(sdk === undefined ? [] : [`@pulumi/pulumi@${sdk}`]));
  const installed = join(folder, "node_modules", "@pulumi", "pulumi", "package.json");
  const { version } = JSON.parse(readFileSync(installed, "utf8"));
  process.stdout.write(`Node ${process.versions.node}, @pulumi/pulumi ${version}\n`);
  if (existsSync(join(folder, "tsconfig.json"))) {
    writeFileSync(join(folder, "everything.ts"), everything);
    run("npx", "--no-install", "tsc", "--skipLibCheck", "false");
  }
  run("npm", "test");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
