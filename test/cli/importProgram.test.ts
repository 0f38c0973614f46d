/** Programs that `pulumi-registrar import` writes: the engine at hand compiles and runs them. */
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Import } from "../../cli/import/plan.ts";
import { writeProgram } from "../../cli/import/program.ts";
import { pluginRow } from "../../provider/fronts/shared/state.ts";
import { type OperationResult, openStack, type Stack } from "../../testing/engine/index.ts";
import { newFolder } from "../support/folder.ts";
import { needing } from "../support/optional.ts";
import { succeeds } from "../support/programs.ts";
import { withRegistrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";
import { accountDomains, fillAccount, read } from "./importing.ts";
import { run } from "./run.ts";

const root = join(__dirname, "..", "..");
const registrar = withRegistrar();

/** Writes the project as the command does, installed as `npm install` would leave it. */
function write(
  folder: string,
  { plan, rows }: Pick<Import, "plan" | "rows">,
  language: "typescript" | "yaml" = "typescript",
): void {
  const resources = language === "yaml" ? rows.map(pluginRow) : rows;
  const files = { ...writeProgram({ ...plan, language }, "^0.1.0"), "import.json": JSON.stringify({ resources }) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

/** Runs a story with a stack of the program in a folder. */
async function withStack(cwd: string, story: (stack: Stack, up: OperationResult) => Promise<void>): Promise<void> {
  const { url, token } = registrar.sandbox;
  const env = { REGISTRAR_BASE_URL: url, REGISTRAR_API_TOKEN: token, PULUMI_NODEJS_TRANSPILE_ONLY: "false" };
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

/** Reads one domain as a zone, and others, and writes their program. @returns the number of resources */
async function imported(folder: string, others: string[], language?: "yaml"): Promise<number> {
  const zone = await read(["example.com"], { as: "zone" });
  const rest = await read(others);
  expect([...zone.leftOut, ...rest.leftOut]).toEqual([]);
  const rows = [...zone.rows, ...rest.rows];
  const plan = { ...rest.plan, domains: [...zone.plan.domains, ...rest.plan.domains] };
  write(folder, { plan, rows }, language);
  return rows.length;
}

/** Several times what it takes on a machine that does nothing else. */
jest.setTimeout(isSoak ? 900_000 : 180_000);

const [small, large] = isSoak ? [3000, 3000] : [20, 100];

it(`${small} records of every type, and ${large} as a zone: imported, then nothing is to be done`, async () => {
  const { sandbox } = registrar;
  fillAccount(sandbox, large, small);
  const folder = newFolder();
  const count = await imported(
    folder,
    accountDomains.filter((domain) => domain !== "example.com"),
  );
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
    await imported(folder, ["example.org"], "yaml");
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
