/** `pulumi-registrar init`: a project in an empty folder whose test passes as it is. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { sdkRange } from "../../cli/project/manifest.ts";
import { command, root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

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

it("asks for an SDK that runs on this Node", () => {
  expect(sdkRange("20.19.0")).toBe(">=3.229.0 <3.249.0");
  expect(sdkRange("22.0.0")).toBe("^3.229.0");
});
