/** `pulumi-registrar import` as a command: what it writes, what it says, and what it never touches. */
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everythingIn, newFolder } from "../support/folder.ts";
import { withoutForeign } from "../support/foreignRows.ts";
import { withRegistrar } from "../support/registrar.ts";

import { fillAccount } from "./importing.ts";
import { run } from "./run.ts";

const registrar = withRegistrar();
let folder: string;

beforeEach(() => {
  folder = newFolder();
});

/** As if a registry had the package: nothing is packed. */
const published = ["--package", "^0.1.0"];
const intoNew = (target: string, ...args: string[]) => run("import", ...published, ...args, "--out", target);
const into = (target: string) => run("import", "example.com", "--into", target);

const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: "utf8" }).sort();

it("writes a file for each domain of the account, and nothing secret or personal", async () => {
  fillAccount(registrar.sandbox, 20);
  const target = join(folder, "all");
  const { err } = await intoNew(target, "--all");
  expect(withoutForeign(err.trim().split("\n"))).toEqual([
    "Left out (--verbose lists the rows):",
    expect.stringMatching(/^ {2}5 records \(MX\) of 5 domains \(bare\.example, .*\): content or priority is missing$/),
  ]);
  expect(readdirSync(join(target, "domains"))).toHaveLength(5);
  const written = everythingIn(target);
  const { sandbox } = registrar;
  const person = sandbox.contacts().flatMap(({ name, email, phone, address }) => [name, email, phone, ...address]);
  const codes = sandbox.domains().map(({ authCode }) => authCode);
  for (const hidden of [...person, ...codes, sandbox.token]) expect(written).not.toContain(hidden);
  expect(written).toContain("ATOM-1001");
});

describe("a folder whose content points elsewhere", () => {
  let project: string;
  let elsewhere: string;
  beforeEach(() => {
    [project, elsewhere] = [join(folder, "project"), join(folder, "elsewhere")];
    mkdirSync(project);
    mkdirSync(elsewhere);
    writeFileSync(join(project, "Pulumi.yaml"), "name: mine\nruntime: nodejs\n");
    fillAccount(registrar.sandbox, 1);
  });

  const domains = () => join(project, "domains");
  it.each([
    {
      ...{ content: "a linked file that is not there", taken: "domains/example.com.ts" },
      make: () => {
        mkdirSync(domains());
        symlinkSync(join(elsewhere, "none"), join(domains(), "example.com.ts"));
      },
    },
    { content: "a linked folder", taken: "domains", make: () => symlinkSync(elsewhere, domains()) },
    { content: "a file in the folder's place", taken: "domains", make: () => writeFileSync(domains(), "") },
  ])("is left as it is: $content", async ({ make, taken }) => {
    make();
    const before = filesIn(project);
    const err = expect.stringContaining(`${taken} in ${project} already exists. Nothing was written`);
    expect(await into(project)).toMatchObject({ code: 1, err });
    expect([filesIn(project), filesIn(elsewhere)]).toEqual([before, []]);
  });

  it("may be reached by a link itself: that is the folder that was named", async () => {
    symlinkSync(project, join(folder, "link"));
    const { code } = await into(join(folder, "link"));
    expect([code, existsSync(join(project, "domains", "example.com.ts"))]).toEqual([0, true]);
  });

  it("is refused as a new one when it is a link to nothing", async () => {
    symlinkSync(join(elsewhere, "none"), join(folder, "out"));
    const { err } = await intoNew(join(folder, "out"), "example.com");
    expect(err).toContain("not a readable folder");
    expect(filesIn(elsewhere)).toEqual([]);
  });
});

describe.each(["import example.com", "zone import example.com.zone"])("%s --into", (command) => {
  const runInto = (runtime: string) => {
    writeFileSync(join(folder, "Pulumi.yaml"), `name: mine\n${runtime}\n`);
    const file = join(folder, "example.com.zone");
    writeFileSync(file, "$ORIGIN example.com.\nwww 300 IN A 192.0.2.1\n");
    const args = command.replace("example.com.zone", file).split(" ");
    return run(...args, "--into", folder);
  };

  it.each(["runtime: nodejs", 'runtime: "nodejs"', "runtime:\n  name: nodejs\n  options: { typescript: true }"])(
    "adds a file to a project with %j",
    async (runtime) => {
      await runInto(runtime);
      expect(filesIn(folder)).toContain(join("domains", "example.com.ts"));
    },
  );

  const javascript = "runtime: { name: nodejs, options: { typescript: false } }";
  it.each(["runtime: python", "runtime: go", "runtime: yaml", "runtime:\n  options: {}\n  name: python", javascript])(
    "refuses a project with %j, and names the remedy",
    async (runtime) => {
      const says = command.startsWith("zone")
        ? /`zoneRecords`/
        : /--out and --language yaml.*`pulumi import --file NEW/;
      expect(await runInto(runtime)).toMatchObject({ code: 1, err: expect.stringMatching(says) });
      expect(filesIn(folder)).toEqual(["Pulumi.yaml", "example.com.zone"]);
    },
  );
});
