/** Programs that `pulumi-registrar import` writes: the engine at hand runs them. test/package/types compiles one. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type OperationResult, openStack, type Stack } from "../../testing/engine/index.ts";
import { newFolder } from "../support/folder.ts";
import { needing } from "../support/optional.ts";
import { succeeds } from "../support/programs.ts";
import { withRegistrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";
import { fillAccount, writeAccount } from "./importing.ts";
import { run } from "./run.ts";

const registrar = withRegistrar();

/** Runs a story with a stack of the program in a folder. */
async function withStack(cwd: string, story: (stack: Stack, up: OperationResult) => Promise<void>): Promise<void> {
  const { url, token } = registrar.sandbox;
  const env = { REGISTRAR_BASE_URL: url, REGISTRAR_API_TOKEN: token };
  const stack = await openStack({ cwd, stateDir: join(cwd, "state"), env });
  try {
    await succeeds(stack.import(join(cwd, "import.json")));
    registrar.calls();
    const up = await succeeds(stack.up({ expectNoChanges: true }));
    expect(registrar.calls()).toEqual([]);
    await story(stack, up);
    expect(registrar.writes()).toEqual([]);
  } finally {
    await stack.close();
  }
}

/** Several times what it takes on a machine that does nothing else. */
jest.setTimeout(isSoak ? 900_000 : 180_000);

const [small, large] = isSoak ? [3000, 3000] : [20, 50];

it(`${small} records of every type, and ${large} as a zone: imported, then nothing is to be done`, async () => {
  const { sandbox } = registrar;
  fillAccount(sandbox, large, small);
  const folder = newFolder();
  const count = await writeAccount(folder);
  await withStack(folder, async (stack, up) => {
    expect(up.summary).toMatchObject({ same: count + 1 });
    await succeeds(stack.refresh({ previewOnly: true, expectNoChanges: true }));
  });
});

/** Every text of a length over what YAML programs give a meaning, in a record that may hold it. */
const textsOf = (length: number): string[] =>
  length === 0 ? [""] : textsOf(length - 1).flatMap((text) => ["$", "{", "}", "a"].map((sign) => text + sign));

needing("pulumi-language-yaml").it(
  "a program in YAML evaluates no string, and imports the rows that drift shows",
  async () => {
    const { dashboard } = registrar.sandbox;
    const texts = [...[1, 2, 3, 4].flatMap(textsOf), ["$$", "{pulumi.cwd}"].join(""), `${"$".repeat(99)}{a}`];
    for (const [index, content] of texts.entries()) {
      dashboard.addRecord("example.com", { type: "TXT", name: `t${index}`, content, comment: `costs ${content}` });
    }
    for (const content of ["$$5", ["$$", "{pulumi.cwd}"].join("")]) {
      dashboard.addRecord("example.org", { type: "TXT", name: "costs", content });
    }
    const folder = newFolder();
    await writeAccount(folder, ["example.org"], "yaml");
    await withStack(folder, async (stack) => {
      dashboard.addRecord("example.com", { type: "A", name: "by-hand", content: "192.0.2.77" });
      const file = join(folder, "state.json");
      const unmanaged = async () => {
        writeFileSync(file, JSON.stringify(await stack.exportState({ showSecrets: true })));
        const { out } = await run("drift", "--export", file);
        return out.split("\n").filter((line) => line.startsWith("  pulumi import "));
      };
      const commands = await unmanaged();
      expect(commands).toHaveLength(1);
      const cli = { PULUMI_BACKEND_URL: `file://${join(folder, "state")}`, PULUMI_CONFIG_PASSPHRASE: "registrar-test" };
      const { stdout } = await promisify(execFile)("sh", ["-c", `${commands[0]} --stack dev --yes`], {
        cwd: folder,
        env: { ...process.env, ...cli, PULUMI_SKIP_UPDATE_CHECK: "true" },
      });
      expect(stdout).toContain("content: 192.0.2.77");
      expect(await unmanaged()).toEqual([]);
    });
  },
);
