/** A plugin that isn't installed: the engine gets the archive of the release, here from a server on this machine. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { blocksOf } from "../docs/markdown.ts";
import { shellsIn } from "../docs/shell.ts";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";
import { fileOf, needing, type OptionalProgram } from "../support/optional.ts";

const { pluginDownloadURL } = JSON.parse(readFileSync(join(root, "exe", "schema.json"), "utf8"));
let folder: string;
let server: Server;
let asked: string[];

beforeAll(async () => {
  folder = newFolder();
  execFileSync(process.execPath, [join(root, "scripts", "release.mjs"), "archives", join(folder, "archives")]);
  server = createServer(({ url = "" }, response) => {
    asked.push(basename(url));
    response.end(readFileSync(join(folder, "archives", basename(url))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

/**
 * Follows commands in a folder that has only a program, with an empty home of Pulumi, until the record is there.
 * @returns the folder
 */
async function follow(files: Record<string, string>, commands: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  asked = [];
  const own = newFolder();
  const [project, state] = [join(own, "project"), join(own, "state")];
  for (const made of [project, state]) mkdirSync(made);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  const sandbox = await startSandbox();
  const { port } = server.address() as AddressInfo;
  const { env, tool } = shellsIn(own, sandbox);
  // The packages of TypeScript are at hand: `npm` links them.
  tool("npm", `test -e ../node_modules || ln -s "${join(root, "node_modules")}" ..`);
  Object.assign(env, {
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_SKIP_CONFIRMATIONS: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
    PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^${pluginDownloadURL}=http://127.0.0.1:${port}`,
    ...more,
  });
  try {
    await promisify(execFile)("bash", ["-euc", commands], { cwd: project, env });
    expect(sandbox.records("example.com")).toMatchObject([{ type: "A", content: "192.0.2.10" }]);
  } finally {
    await sandbox.close();
  }
  return project;
}

/** The program of the pages in a language. */
const programIn = (language: string) =>
  blocksOf("scripts/registry/_index.md").find((block) => block.language === language)?.code ?? "";
const commandsIn = (language: string) =>
  blocksOf("scripts/registry/installation-configuration.md").find(({ note }) => note?.endsWith(` in ${language}`))
    ?.code ?? "";

const archive = expect.stringMatching(/^pulumi-resource-registrar-v[\d.]+-\w+-\w+\.tar\.gz$/);
const project = (runtime: string) => `name: my-dns\nruntime: ${runtime}\n`;

interface Language {
  readonly needs: OptionalProgram;
  readonly language: string;
  /** The name of its blocks on the pages, and the file of a program. */
  readonly fence: string;
  readonly file: string;
  /** `runtime` in Pulumi.yaml, as the installation page writes it. */
  readonly runtime: string;
}
const venv = "{ name: python, options: { toolchain: pip, virtualenv: venv } }";
const languages: Language[] = [
  { needs: "pulumi", language: "typescript", fence: "ts", file: "index.ts", runtime: "nodejs" },
  { needs: "pulumi-language-python", language: "python", fence: "python", file: "__main__.py", runtime: venv },
  { needs: "pulumi-language-go", language: "go", fence: "go", file: "main.go", runtime: "go" },
  { needs: "pulumi-language-yaml", language: "yaml", fence: "yaml", file: "Pulumi.yaml", runtime: "yaml" },
];
for (const { needs, language, fence, file, runtime } of languages) {
  const title = `the pages, word by word in ${language}, lead from an empty folder to a record`;
  const followed = async () => {
    const settings = { "Pulumi.yaml": project(runtime) };
    const program = file in settings ? project(runtime) + programIn(fence) : programIn(fence);
    await follow({ ...settings, [file]: program }, commandsIn(language), {
      ...(language === "python" && { PULUMI_PYTHON_CMD: fileOf(needs) }),
    });
    expect(asked).toEqual([archive]);
  };
  // The first program in Go compiles Pulumi's SDK.
  needing(needs).it(title, followed, 900_000);
}

needing("pulumi-language-yaml").it("a program in YAML takes the plugin from the npm package's folder", async () => {
  const commands = `pulumi package add "${join(root, "source")}"\npulumi stack init dev\npulumi up`;
  await follow({ "Pulumi.yaml": project("yaml") + programIn("yaml") }, commands);
  expect(asked).toEqual([]);
});

needing("pulumi-language-yaml").it("`package add --server` keeps the address for other machines", async () => {
  const settings = { "Pulumi.yaml": project("yaml") + programIn("yaml") };
  const elsewhere = 'PULUMI_HOME="$PULUMI_HOME/elsewhere" pulumi install';
  const kept = await follow(settings, `${commandsIn("yaml")}\n${elsewhere}`);
  expect(readFileSync(join(kept, "Pulumi.yaml"), "utf8")).toContain(pluginDownloadURL);
  expect(asked).toEqual([archive, archive]);
});
