/** `registrar import` as a command: what it writes, what it says, and what it never touches. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { importCommand } from "../../cli/import.ts";
import { withRegistrar } from "../support/registrar.ts";
import { fillAccount } from "./importAccount.ts";

const registrar = withRegistrar();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "registrar-test-"));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Runs the command; answers what it printed. */
async function run(...args: string[]): Promise<{ out: string; err: string }> {
  const told = { out: "", err: "" };
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    told.out += String(text);
    return true;
  });
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    told.err += String(text);
    return true;
  });
  const command = importCommand().exitOverride();
  try {
    await new Command("registrar")
      .exitOverride()
      .addCommand(command)
      .parseAsync(["import", ...args], { from: "user" });
  } finally {
    jest.restoreAllMocks();
  }
  return told;
}

const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: "utf8" }).sort();

it("writes a project for one domain, says what is left out, and how to go on", async () => {
  fillAccount(registrar.sandbox, 20);
  registrar.sandbox.setProfile("apex-listed");
  const target = join(folder, "new");
  const { out, err } = await run("example.com", "--out", target);
  expect(filesIn(target)).toEqual(["Pulumi.yaml", "import.json", "index.ts", "package.json", "tsconfig.json"]);
  expect(out).toMatch(/^24 resources of 1 domain, written to /);
  expect(out).toContain("pulumi import --file import.json --generate-code=false --protect=false --yes");
  expect(out).toContain("pulumi preview --expect-no-changes");
  expect(err).toBe("\nLeft out:\n  NS and SOA of example.com itself: made by the registrar\n");
  expect(readFileSync(join(target, "index.ts"), "utf8")).toContain(
    'new DnsRecord("example-com-wildcard-dev-cname", { domain, name: "*.dev", type: "CNAME", content: "dev.example.net" });',
  );
  expect(registrar.writes()).toEqual([]);
});

it("writes a file for each domain of the whole account, and nothing secret or personal", async () => {
  fillAccount(registrar.sandbox, 20);
  const target = join(folder, "all");
  const { err } = await run("--all", "--out", target);
  expect(err).toBe("");
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
    /domains\/example\.com\.ts, import\.json in .* are there already\. Nothing was written/,
  );
});

it("refuses a folder that is not empty, or holds no project, before it asks anybody", async () => {
  writeFileSync(join(folder, "notes.txt"), "mine");
  await expect(run("example.com", "--out", folder)).rejects.toThrow(/is not empty.*--into/);
  await expect(run("example.com", "--into", folder)).rejects.toThrow(/holds no Pulumi\.yaml.*--out/);
  expect(registrar.calls()).toEqual([]);
});

it.each([
  [[], /name domains, or use --all/],
  [["example.com"], /--out/],
  [["example.com", "--all", "--out", "x"], /name domains, or use --all/],
  [["example.com", "--out", "x", "--into", "y"], /--out .* or --into/],
  [["example.com", "--out", "x", "--format", "yaml"], /Allowed choices are records, zone/],
])("wrong arguments %j are told as such", async (args, message) => {
  await expect(run(...args)).rejects.toMatchObject({ name: "CommanderError", message: expect.stringMatching(message) });
  expect(registrar.calls()).toEqual([]);
});

it("leaves nothing behind when the domain is not in the account", async () => {
  const target = join(folder, "none");
  await expect(run("elsewhere.example", "--out", target)).rejects.toThrow(/elsewhere\.example/);
  expect(existsSync(target)).toBe(false);
});
