/** `pulumi-registrar init`: a project in an empty folder whose test passes as it is. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { sdkRange } from "../../cli/project/manifest.ts";
import { command, root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";
import { fileOf, needing } from "../support/optional.ts";

jest.setTimeout(180_000);

/**
 * `npm install` of the project without a network: a copy of the package, and links to the others. jest takes a link to the package
 * for code of the project, and would transform all of it.
 */
function install(project: string): void {
  const [from, to] = [join(root, "node_modules"), join(project, "node_modules")];
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== "pulumi-registrar") symlinkSync(join(from, name), join(to, name));
  for (const name of ["package.json", "dist"])
    cpSync(join(root, name), join(to, "pulumi-registrar", name), { recursive: true });
}

// That of a project in TypeScript passes in `npm run new-project`.
it("the test of a new project in JavaScript passes as it is", () => {
  const cwd = newFolder();
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  const given = ["--language", "javascript", "--domain", "garden.example", "--package", "^0.1.0"];
  expect(node(command, "init", ...given)).toMatchObject({ status: 0, stderr: "" });
  install(cwd);
  const { status, stderr } = node(join(root, "node_modules", "jest", "bin", "jest.js"));
  expect([status, stderr]).toEqual([0, expect.stringMatching(/Tests:\s+1 passed, 1 total/)]);
});

const folderOf = (language: string) => join(newFolder(), language);

it("prints commands that work in a folder without npm's packages", () => {
  const cwd = folderOf("python");
  const { stdout } = spawnSync(process.execPath, [command, "init", cwd, "--language", "python"], { encoding: "utf8" });
  expect(stdout).not.toContain("npx");
  const shell = (line: string) => spawnSync("sh", ["-c", line], { cwd, encoding: "utf8" });
  const [sandbox = ""] = /^ *node .* sandbox(?= )/m.exec(stdout) ?? [];
  expect(shell(`${sandbox} --profiles`)).toMatchObject({ status: 0, stderr: "" });
  const [, plugin = ""] = /^ *pulumi plugin install .* --file (.*)$/m.exec(stdout) ?? [];
  expect(existsSync(join(cwd, plugin, "pulumi-resource-registrar"))).toBe(true);
});

needing("pulumi").it("prints a command that installs the plugin for a program in Python", async () => {
  const cwd = folderOf("python");
  const { stdout } = spawnSync(process.execPath, [command, "init", cwd, "--language", "python"], { encoding: "utf8" });
  const [install = ""] = /pulumi plugin install .*/.exec(stdout) ?? [];
  const path = `${dirname(fileOf("pulumi"))}:${process.env["PATH"]}`;
  const env = { ...process.env, PATH: path, PULUMI_HOME: newFolder(), PULUMI_SKIP_UPDATE_CHECK: "true" };
  expect(spawnSync("sh", ["-c", install], { cwd, env, encoding: "utf8" })).toMatchObject({ status: 0 });
  expect(spawnSync("pulumi", ["plugin", "ls"], { env, encoding: "utf8" }).stdout).toMatch(/registrar +resource/);
});

it("asks for an SDK that runs on this Node", () => {
  expect(sdkRange("20.19.0")).toBe(">=3.229.0 <3.249.0");
  expect(sdkRange("22.0.0")).toBe("^3.229.0");
});
