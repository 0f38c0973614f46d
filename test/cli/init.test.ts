/** `pulumi-registrar init`: a project in an empty folder whose test passes as it is. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sdkRange } from "../../cli/project/manifest.ts";
import { command, root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

jest.setTimeout(180_000);

const folder = newFolder();

afterEach(() => jest.restoreAllMocks());

function registrar(cwd: string, ...args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: folder },
    encoding: "utf8",
  });
  return { status, out: stdout, err: stderr };
}

/** A project of a name, in a folder that is empty. */
function project(name: string): string {
  const made = join(folder, name);
  mkdirSync(made);
  return made;
}

/**
 * `npm install` of the project without a network: a copy of the package, and links to the others. jest takes a link to the package
 * for code of the project, and would transform all of it.
 */
function installed(made: string): void {
  const [from, to] = [join(root, "node_modules"), join(made, "node_modules")];
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== "pulumi-registrar") symlinkSync(join(from, name), join(to, name));
  for (const name of ["package.json", "dist"])
    cpSync(join(root, name), join(to, "pulumi-registrar", name), { recursive: true });
}

function testOf(made: string): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "node_modules", "jest", "bin", "jest.js")], {
    cwd: made,
    encoding: "utf8",
  });
  return { status, said: stderr };
}

it("TypeScript: everything is there, the package too, and nothing is overwritten", () => {
  const made = project("My Domains");
  writeFileSync(join(made, "notes.txt"), "mine");
  const { status, out } = registrar(made, "init");
  const files = [
    ".github/workflows/test.yaml",
    ".gitignore",
    "Pulumi.yaml",
    "index.test.ts",
    "index.ts",
    "jest.config.cjs",
  ];
  const others = ["notes.txt", "package.json", "tsconfig.json", "vendor/pulumi-registrar-0.1.0.tgz"];
  const found = readdirSync(made, { recursive: true, encoding: "utf8" }).filter(
    (path) => !/^\.github(\/workflows)?$|^vendor$/.test(path),
  );
  expect([status, found.sort()]).toEqual([0, [...files, ...others]]);
  expect(out).toMatch(/npm install\n {2}npx pulumi-registrar try\n {2}npm test/);
  expect(JSON.parse(readFileSync(join(made, "package.json"), "utf8"))).toMatchObject({
    name: "my-domains",
    // No registry had this command: what it is made of is in the project.
    dependencies: { "pulumi-registrar": "file:vendor/pulumi-registrar-0.1.0.tgz" },
  });

  const mine = ["index.ts", "vendor/pulumi-registrar-0.1.0.tgz"];
  for (const file of mine) writeFileSync(join(made, file), "mine");
  const again = registrar(made, "init");
  expect([again.status, again.err]).toEqual([1, expect.stringMatching(/already exist.*Nothing was written/)]);
  for (const file of mine) expect(again.err).toContain(file);
  for (const file of mine) expect(readFileSync(join(made, file), "utf8")).toBe("mine");
});

// That of a project in TypeScript passes in `npm run new-project`.
it("the test of a new project in JavaScript passes as it is", () => {
  const made = project("javascript");
  const given = ["--language", "javascript", "--domain", "garden.example", "--package", "^0.1.0"];
  expect(registrar(folder, "init", "javascript", ...given)).toMatchObject({ status: 0, err: "" });
  expect(existsSync(join(made, "vendor"))).toBe(false);
  installed(made);
  const { status, said } = testOf(made);
  expect([status, said]).toEqual([0, expect.stringMatching(/Tests:\s+1 passed, 1 total/)]);
});

it("asks for an SDK that runs on this Node", () => {
  expect(sdkRange("20.19.0")).toBe(">=3.229.0 <3.249.0");
  expect(sdkRange("22.0.0")).toBe("^3.229.0");
});
