/** Programs that reach the plugin from other languages than TypeScript, on the Pulumi CLI with their language hosts. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileOf, needing, pulumiCli } from "../support/optional.ts";
import { type Run, withProgram } from "../support/programs.ts";

const domain = "example.com";
const executable = join(__dirname, "../../exe/pulumi-resource-registrar");
const config = { "registrar:ignoreChecks": "a-reserved" };

/** One life of a program with the record `www`, and a lock that depends on all else. */
async function life({ stack, sandbox, calls, writes }: Run, lookups: string[]): Promise<void> {
  const up = await stack.up();
  expect([up.exitCode, up.output]).toEqual([0, expect.stringContaining("created")]);
  expect(writes().at(-1)).toBe("PUT lock.set");
  expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
  expect(calls()).toEqual(lookups);
  const www = sandbox.records(domain).find(({ name }) => name === "www");
  sandbox.dashboard.editRecord(domain, www?.id ?? 0, { ttl: 900 });
  const drift = await stack.refresh({ previewOnly: true, expectNoChanges: true });
  expect([drift.exitCode, drift.output]).toEqual([7, expect.stringMatching(/~ ttl\s*: 300 => 900/)]);
  await stack.refresh();
  writes();
  expect((await stack.up()).exitCode).toBe(0);
  expect(writes()).toEqual(["PUT records.update"]);
  const refused = await stack.destroy();
  expect([refused.exitCode, refused.output]).toEqual([1, expect.stringContaining("dashboard can unlock it")]);
  expect(writes()).toEqual([]);
  sandbox.dashboard.unlock(domain);
  expect((await stack.destroy()).exitCode).toBe(0);
  expect(sandbox.records(domain)).toEqual([]);
}

needing("pulumi-language-yaml").it("a program in YAML is applied, repaired and destroyed", async () => {
  await withProgram(
    async (run) => {
      await life(run, []);
    },
    { program: "examples/yaml", stack: { config } },
  );
});

needing("pulumi-language-python").it("a program in Python is applied, repaired and destroyed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "registrar-python-"));
  try {
    const env = { ...process.env, PULUMI_HOME: join(folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "true" };
    const args = ["package", "gen-sdk", executable, "--language", "python", "--out", folder];
    execFileSync(pulumiCli().path, args, { env, stdio: "ignore" });
    // The package asks for its own version: this is what an installation of it would leave there.
    const installed = join(folder, "python", "pulumi_registrar-0.1.0.dist-info");
    mkdirSync(installed);
    writeFileSync(join(installed, "METADATA"), "Metadata-Version: 2.1\nName: pulumi_registrar\nVersion: 0.1.0\n");
    const python = { PULUMI_PYTHON_CMD: fileOf("pulumi-language-python"), PYTHONPATH: join(folder, "python") };
    await withProgram(
      async (run) => {
        await life(run, ["GET nameservers.get"]);
      },
      { program: "examples/python", stack: { config, env: { ...python, PYTHONDONTWRITEBYTECODE: "1" } } },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
