/** `pulumi-registrar import` as a command: what it writes, what it says, and what it never touches. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { importCommand } from "../../cli/import.ts";
import { newFolder } from "../support/folder.ts";
import { withoutForeign } from "../support/foreignRows.ts";
import { withRegistrar } from "../support/registrar.ts";
import { run as runCommand } from "./heard.ts";
import { accountDomains, fillAccount } from "./importAccount.ts";

const registrar = withRegistrar();
let folder: string;

beforeEach(() => {
  folder = newFolder();
});

/** The command among others, as people call it. */
const run = (...args: string[]) => {
  const program = new Command("pulumi-registrar").addCommand(importCommand().exitOverride());
  return runCommand(program, "import", ...(args.includes("--out") ? published : []), ...args);
};

/** As if a registry had the package: nothing is packed. */
const published = ["--package", "^0.1.0"];

const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: "utf8" }).sort();

it("writes a project for one domain, says what is left out, and how to go on", async () => {
  fillAccount(registrar.sandbox, 20);
  const target = join(folder, "new");
  const { out, err } = await run("example.com", "--out", target);
  expect(filesIn(target)).toEqual([
    ".gitignore",
    "Pulumi.yaml",
    "import.json",
    "index.ts",
    "package.json",
    "tsconfig.json",
  ]);
  expect(out).toMatch(/^20 resources of 1 domain, written to /);
  expect(out).toContain("pulumi import --file import.json --generate-code=false --yes");
  expect(out).toMatch(/With --protect=false, .* deletes every\s+imported\s+resource/s);
  expect(out).toContain("pulumi preview --expect-no-changes");
  const type = "not one of the registrar's record types";
  expect(err.trim().split(/\n +/)).toEqual([
    "Left out:",
    ...["@ ALIAS", "@ HTTPS", "_25._tcp.mx TLSA", "old URL"].map((row) => `${row} of example.com: ${type}`),
    "parked MX of example.com: content is missing",
    "NS and SOA of example.com itself: managed by the registrar",
  ]);
  expect(readFileSync(join(target, "index.ts"), "utf8")).toContain(
    'new DnsRecord("example-com-wildcard-dev-cname", { domain, name: "*.dev", type: "CNAME", content: "dev.example.net" });',
  );
  expect(registrar.writes()).toEqual([]);
});

it.each([
  [[], "index.ts", 'new DomainLock("example-org-lock", { domain }, { dependsOn: contacts, protect: true });'],
  [
    ["--language", "yaml"],
    "Pulumi.yaml",
    `DomainLock\n properties:\n domain: example.org\n options:\n protect: true\n dependsOn:\n - \${example-org-contacts}\n`,
  ],
])(
  "keeps an imported lock protected after the import %j, and lets it wait for the contacts",
  async (options, file, declared) => {
    registrar.sandbox.dashboard.lock("example.org");
    registrar.sandbox.dashboard.addRecord("example.org", { type: "A", name: "www", content: "192.0.2.1" });
    await run("example.org", "--out", join(folder, "new"), ...options);
    expect(readFileSync(join(folder, "new", file), "utf8").replace(/ +/g, " ")).toContain(declared);
  },
);

it("begins no line of what it says with a registrar's text", async () => {
  const rows = [{ id: 1, type: "WKS\n::error::x", name: "a", content: "b" }];
  const body = { success: true, data: rows, total: 1 };
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 200, body } });
  const { err } = await run("example.com", "--out", join(folder, "new"));
  expect(err).toMatch(/Left out:\n {2}a WKS\\u000a::error::x/i);
});

it("writes a file for each domain of the account, and nothing secret or personal", async () => {
  fillAccount(registrar.sandbox, 20);
  const target = join(folder, "all");
  const { err } = await run("--all", "--out", target);
  expect(withoutForeign(err.trim().split("\n"))).toEqual(["Left out:"]);
  expect(readdirSync(join(target, "domains"))).toHaveLength(5);
  const written = filesIn(target)
    .filter((path) => /\.\w+$/.test(path) && !path.endsWith("domains"))
    .map((path) => readFileSync(join(target, path), "utf8"))
    .join("\n");
  const { sandbox } = registrar;
  const person = sandbox.contacts().flatMap(({ name, email, phone, address }) => [name, email, phone, ...address]);
  const codes = sandbox.domains().map(({ authCode }) => authCode);
  for (const hidden of [...person, ...codes, sandbox.token]) expect(written).not.toContain(hidden);
  expect(written).toContain("ATOM-1001");
});

it("adds files to a project that is there, and never writes over one", async () => {
  fillAccount(registrar.sandbox, 3);
  writeFileSync(join(folder, "Pulumi.yaml"), "name: mine\nruntime: nodejs\n");
  writeFileSync(join(folder, "index.ts"), "// mine\n");
  const { out } = await run("example.com", "--into", folder);
  expect(filesIn(folder)).toEqual(["Pulumi.yaml", "domains", "domains/example.com.ts", "import.json", "index.ts"]);
  expect(out).toContain('# add to the program: import "./domains/example.com";');
  expect(readFileSync(join(folder, "index.ts"), "utf8")).toBe("// mine\n");
  await expect(run("example.com", "--into", folder)).rejects.toThrow(
    /domains\/example\.com\.ts in .* already exists\. Nothing was written.*pulumi-registrar drift/,
  );
  // Later rows are in files of their own, under names that no resource of the first import has.
  const [first] = registrar.sandbox.records("example.com");
  const { name, type } = first ?? { name: "", type: "A" };
  const added = registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name, content: "192.0.2.200" });
  expect(type).toBe("A");
  const again = await run(`example.com/${name}/A/${added.id}`, "--into", folder);
  expect(again.out).toMatch(/1 resource of 1 domain.*import "\.\/domains\/example\.com-2".*--file import-2\.json/s);
  const names = (file: string): string[] =>
    JSON.parse(readFileSync(join(folder, file), "utf8")).resources.map((row: { name: string }) => row.name);
  expect(names("import.json")).not.toContain(names("import-2.json")[0]);
});

it("refuses a folder that is not empty, or holds no project, before it asks anybody", async () => {
  writeFileSync(join(folder, "notes.txt"), "mine");
  await expect(run("example.com", "--out", folder)).rejects.toThrow(/is not empty.*--into/);
  await expect(run("example.com", "--into", folder)).rejects.toThrow(/contains no Pulumi\.yaml.*--out/);
  expect(registrar.calls()).toEqual([]);
});

it.each([
  [[], /name domains, or use --all/],
  [["example.com"], /--out/],
  [["example.com", "--all", "--out", "x"], /name domains, or use --all/],
  [["example.com", "--out", "x", "--into", "y"], /--out .* or --into/],
  [["example.com", "--out", "x", "--as", "yaml"], /Allowed choices are records, zone/],
])("wrong arguments %j are told as such", async (args, message) => {
  await expect(run(...args)).rejects.toMatchObject({ name: "CommanderError", message: expect.stringMatching(message) });
  expect(registrar.calls()).toEqual([]);
});

it("leaves nothing behind when the domain is not in the account", async () => {
  const target = join(folder, "none");
  await expect(run("elsewhere.example", "--out", target)).rejects.toThrow(/elsewhere\.example/);
  expect(existsSync(target)).toBe(false);
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

  it("a file on the way to the folder is reported in a sentence, and nothing is written", async () => {
    const way = join(project, "Pulumi.yaml", "new");
    await expect(run("example.com", "--out", way)).rejects.toThrow(/not a directory. Nothing was written/);
  });

  it.each<[string, () => void, RegExp]>([
    [
      "a linked file that is not there",
      () => {
        mkdirSync(join(project, "domains"));
        symlinkSync(join(elsewhere, "none"), join(project, "domains", "example.com.ts"));
      },
      /domains\/example\.com\.ts in .* already exists\. Nothing was written/,
    ],
    [
      "a file in the folder's place",
      () => writeFileSync(join(project, "domains"), ""),
      /domains.* cannot be used: .*Nothing was written/,
    ],
  ])("is left as it is: %s", async (_what, make, message) => {
    make();
    const before = filesIn(project);
    await expect(run("example.com", "--into", project)).rejects.toThrow(message);
    expect(filesIn(project)).toEqual(before);
    expect(filesIn(elsewhere)).toEqual([]);
  });

  it("may be reached by a link itself: that is the folder that was named", async () => {
    symlinkSync(project, join(folder, "link"));
    const { code } = await run("example.com", "--into", join(folder, "link"));
    expect([code, existsSync(join(project, "domains", "example.com.ts"))]).toEqual([0, true]);
  });

  it.each<[string, () => void]>([
    ["a file", () => writeFileSync(join(folder, "out"), "")],
    ["a link to nothing", () => symlinkSync(join(elsewhere, "none"), join(folder, "out"))],
  ])("is refused as a new one when it is %s", async (_what, make) => {
    make();
    await expect(run("example.com", "--out", join(folder, "out"))).rejects.toThrow(
      /exists, but is not a readable folder/,
    );
    expect(filesIn(elsewhere)).toEqual([]);
  });
});

it.each(["not a domain", "../../outside", "example.com/www/A", "constructor", "", "a..b"])(
  "a domain of the account called %j stops none of the others, and the exit code says that it was not read",
  async (name) => {
    fillAccount(registrar.sandbox, 1);
    registrar.sandbox.addDomain(name);
    const target = join(folder, "all");
    const { code, err } = await run("--all", "--out", target);
    expect(code).toBe(1);
    expect(err).toContain(
      "Not readable, so the account may hold more than the program declares (exit code 1):\n  a domain of the account: ",
    );
    expect(readdirSync(join(target, "domains")).sort()).toEqual(accountDomains.map((domain) => `${domain}.ts`).sort());
  },
);

it("a list that isn't proven complete is an exit code, too", async () => {
  fillAccount(registrar.sandbox, 30);
  registrar.sandbox.setProfile("silent-cap");
  const { code, err } = await run("example.com", "--out", join(folder, "cut"));
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/DNS records of example\.com: .*nothing proves the list complete/),
  ]);
});
