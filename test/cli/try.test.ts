/** `pulumi-registrar try`: a new project's program on a registrar of this machine, edited and applied again. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFiles } from "../../cli/init/templates.ts";
import { command, root } from "../support/built.ts";
import { recordsAt, startCommand } from "../support/commands.ts";
import { newFolder } from "../support/folder.ts";

jest.setTimeout(180_000);

/** The command in a new project. */
function started(...args: string[]) {
  const cwd = newFolder();
  const project = { project: "garden", dependency: "^0.1.0", domain: "garden.example", node: 22 };
  for (const [path, text] of Object.entries(projectFiles({ ...project, language: "javascript" }))) {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"));
  const temporary = join(cwd, "tmp");
  mkdirSync(temporary);
  // A person with an account has its variables set.
  const real = { REGISTRAR_BASE_URL: "https://registrar.example/api", REGISTRAR_API_TOKEN: "token-of-the-account" };
  const started = startCommand([command, "try", ...args], { ...real, TMPDIR: temporary }, cwd);
  return { ...started, round: () => started.until("Ctrl-C ends.\n"), cwd, temporary };
}

it("shows the record, what is edited at either end after Enter, and leaves nothing", async () => {
  const { cwd, child, ended, round, temporary, heard } = started("--domain", "garden.example");
  const first = await round();
  const [, admin = ""] = /Dashboard: (\S+)\/\n/.exec(first) ?? [];
  const records = () => recordsAt(`${admin}/`, "garden.example");
  expect([first, await records()]).toEqual([
    expect.stringMatching(/Domains: .*garden\.example.*\+ 2 created/s),
    [expect.objectContaining({ name: "hello", content: "declared with Pulumi" })],
  ]);
  expect(first.match(/This is the small test engine/g)).toHaveLength(1);

  const [{ id } = { id: 0 }] = await records();
  const byHand = { method: "PATCH", headers: { "content-type": "application/json" }, body: '{ "ttl": 900 }' };
  expect((await fetch(`${admin}/domains/garden.example/records/${id}`, byHand)).status).toBe(200);
  const program = join(cwd, "index.js");
  writeFileSync(program, readFileSync(program, "utf8").replace("declared with", "edited for"));
  child.stdin.write("\n");
  const second = await round();
  expect(second).toMatch(/Refreshing.*~ ttl +: 300 => 900.*Updating.*edited for Pulumi.*~ 1 updated/s);
  expect(second).not.toContain("This is the small test engine");
  expect(await records()).toEqual([expect.objectContaining({ content: "edited for Pulumi", ttl: 300 })]);

  writeFileSync(program, "throw new Error('half written');\n");
  child.stdin.write("\n");
  const third = await round();
  expect([third.includes("Refreshing"), third]).toEqual([false, expect.stringContaining("half written")]);
  child.kill("SIGINT");
  expect([await ended, heard()]).toEqual([0, expect.stringContaining("https://www.pulumi.com/docs/install/")]);
  expect(readdirSync(temporary)).toEqual([]);
});

it("ends with the input, and with 1 if the program failed", async () => {
  const { child, ended, round } = started();
  child.stdin.end();
  const said = await round();
  expect([said, await ended]).toEqual([expect.stringContaining("--domain adds yours"), 1]);
  expect(said).toMatch(/ERR_REGISTRAR_DOMAIN_NOT_HELD[\s\S]*\n\nNothing was changed\.\n\nEdit the program/);
});
