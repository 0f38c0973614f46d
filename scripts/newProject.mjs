// `npm run new-project`: what a new user does. Packs the package, makes a project with `pulumi-registrar init`, installs it from a registry
// of packages with the newest SDK for this Node, compiles all entries of the package with all types, and runs the project's test.
// `-- 3.229.0` takes this version of the SDK; what follows are options of `pulumi-registrar init`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

prepare();
const [sdk, ...options] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "registrar-new-project-"));
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
const entries = ["", "/native", "/provider", "/testing"];
const everything = entries.map((entry, at) => `export * as entry${at} from "pulumi-registrar${entry}";\n`).join("");
/** A rename with `adopt` costs no write: the new resource adopts the record, which the old one then leaves. */
const renamed = `const { readFileSync, readdirSync, writeFileSync } = require("node:fs");
const { openTestStack } = require("pulumi-registrar/testing");
it("a renamed resource adopts its record", async () => {
  const site = await openTestStack({ cwd: __dirname });
  try {
    expect(await site.stack.up()).toMatchObject({ exitCode: 0 });
    const program = readdirSync(__dirname).find((name) => /^index\\.[jt]s$/.test(name));
    writeFileSync(program, readFileSync(program, "utf8").replace('DnsRecord("hello", {', 'DnsRecord("renamed", { adopt: "matching",'));
    site.sandbox.log.clear();
    expect(await site.stack.up()).toMatchObject({ exitCode: 0, summary: { create: 1, delete: 1 } });
    expect(site.sandbox.log.entries({ writes: true })).toEqual([]);
  } finally {
    await site.close();
  }
});
`;
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
  writeFileSync(join(folder, "rename.test.js"), renamed);
  run("npm", "test");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
