/** A plugin that isn't installed: the engine gets the archive of the release, here from a server on this machine. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { blocksOf } from "../docs/markdown.ts";
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

/** Follows commands in a folder that has only a program, with an empty home of Pulumi, until the record is there. */
async function follow(name: string, files: Record<string, string>, commands: string, env: NodeJS.ProcessEnv = {}) {
  asked = [];
  const [project, state] = [join(folder, name), join(folder, `${name}-state`)];
  for (const made of [project, state]) mkdirSync(made);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  const sandbox = await startSandbox();
  const { port } = server.address() as AddressInfo;
  const environment = {
    ...process.env,
    PATH: `${dirname(fileOf("pulumi"))}:${process.env["PATH"]}`,
    PULUMI_HOME: join(folder, `${name}-home`),
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: "a",
    PULUMI_SKIP_CONFIRMATIONS: "true",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^${pluginDownloadURL}=http://127.0.0.1:${port}`,
    REGISTRAR_BASE_URL: sandbox.url,
    REGISTRAR_API_TOKEN: sandbox.token,
    ...env,
  };
  try {
    await promisify(execFile)("bash", ["-euc", commands], { cwd: project, env: environment });
    expect(sandbox.records("example.com")).toMatchObject([{ type: "A", content: "192.0.2.10" }]);
  } finally {
    await sandbox.close();
  }
}

/** The program of the pages in a language. */
const programIn = (language: string) =>
  blocksOf("docs/_index.md").find((block) => block.language === language)?.code ?? "";
const commandsIn = (language: string) =>
  blocksOf("docs/installation-configuration.md").find(({ note }) => note?.endsWith(` in ${language}`))?.code ?? "";

const archive = expect.stringMatching(/^pulumi-resource-registrar-v[\d.]+-\w+-\w+\.tar\.gz$/);
const project = (runtime: string) => `name: my-dns\nruntime: ${runtime}\n`;

/** The packages of TypeScript are at hand: `npm` links them. */
function npm(): NodeJS.ProcessEnv {
  const tools = newFolder();
  writeFileSync(
    join(tools, "npm"),
    `#!/bin/sh\ntest -e ../node_modules || ln -s "${join(root, "node_modules")}" ..\n`,
    {
      mode: 0o755,
    },
  );
  const path = [tools, dirname(fileOf("pulumi")), process.env["PATH"]].join(delimiter);
  return { PATH: path };
}

const python = (): NodeJS.ProcessEnv => ({ PULUMI_PYTHON_CMD: fileOf("pulumi-language-python") });

const languages: [OptionalProgram, language: string, fence: string, file: string, env: () => NodeJS.ProcessEnv][] = [
  ["pulumi", "typescript", "ts", "index.ts", npm],
  ["pulumi-language-python", "python", "python", "__main__.py", python],
  ["pulumi-language-go", "go", "go", "main.go", () => ({})],
  ["pulumi-language-yaml", "yaml", "yaml", "Pulumi.yaml", () => ({})],
];
/** `runtime` in Pulumi.yaml, as the installation page writes it, where it isn't the language's name. */
const runtimes: Readonly<Record<string, string>> = {
  typescript: "nodejs",
  python: "{ name: python, options: { toolchain: pip, virtualenv: venv } }",
};
for (const [needs, language, fence, file, env] of languages) {
  const title = `the pages, word by word in ${language}, lead from an empty folder to a record`;
  const followed = async () => {
    const runtime = runtimes[language] ?? language;
    const settings = { "Pulumi.yaml": project(runtime) };
    const program = file in settings ? project(runtime) + programIn(fence) : programIn(fence);
    await follow(language, { ...settings, [file]: program }, commandsIn(language), env());
    expect(asked).toEqual([archive]);
  };
  // The first program in Go compiles Pulumi's SDK.
  needing(needs).it(title, followed, 900_000);
}

needing("pulumi-language-yaml").it("a program in YAML takes the plugin from the npm package's folder", async () => {
  const commands = `pulumi package add "${join(root, "source")}"\npulumi stack init dev\npulumi up`;
  await follow("inFolder", { "Pulumi.yaml": project("yaml") + programIn("yaml") }, commands);
  expect(asked).toEqual([]);
});

needing("pulumi-language-yaml").it("`package add --server` keeps the address for other machines", async () => {
  const settings = { "Pulumi.yaml": project("yaml") + programIn("yaml") };
  const elsewhere = `PULUMI_HOME="${join(folder, "elsewhere")}" pulumi install`;
  await follow("kept", settings, `${commandsIn("yaml")}\n${elsewhere}`);
  expect(readFileSync(join(folder, "kept", "Pulumi.yaml"), "utf8")).toContain(pluginDownloadURL);
  expect(asked).toEqual([archive, archive]);
});
