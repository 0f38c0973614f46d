/** A plugin that nobody installed: the engine gets the archive of the release, here from a server on this machine. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { generated, pythonEnv } from "../support/languages.ts";
import { needing, pulumiCli } from "../support/optional.ts";

const root = join(__dirname, "..", "..");
const { pluginDownloadURL, version } = JSON.parse(readFileSync(join(root, "exe", "schema.json"), "utf8"));
const record = { domain: "example.com", type: "TXT", name: "hello", content: "hello" };
let folder: string;
let server: Server;
let asked: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "registrar-download-"));
  execFileSync(process.execPath, [join(root, "scripts", "archives.mjs"), join(folder, "archives")]);
  server = createServer(({ url = "" }, response) => {
    asked.push(basename(url));
    response.end(readFileSync(join(folder, "archives", basename(url))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** Brings a program from nothing to a record, with an empty home of Pulumi. */
async function fromNothing(
  name: string,
  files: Record<string, string>,
  { from, downloads = 1, env = {} }: { from?: string[]; downloads?: number; env?: Record<string, string> },
): Promise<void> {
  asked = [];
  const [project, state] = [join(folder, name), join(folder, `${name}-state`)];
  for (const made of [project, state]) mkdirSync(made);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  const sandbox = await startSandbox();
  const { port } = server.address() as AddressInfo;
  const environment = {
    ...process.env,
    PATH: `${dirname(pulumiCli().path)}:${process.env["PATH"]}`,
    PULUMI_HOME: join(folder, `${name}-home`),
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: "a",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^${pluginDownloadURL}=http://127.0.0.1:${port}`,
    REGISTRAR_BASE_URL: sandbox.url,
    REGISTRAR_API_TOKEN: sandbox.token,
    ...env,
  };
  const pulumi = (...args: string[]) =>
    promisify(execFile)(pulumiCli().path, [...args, "--non-interactive"], { cwd: project, env: environment });
  try {
    if (from !== undefined) await pulumi("package", "add", ...from);
    await pulumi("stack", "init", "dev");
    await pulumi("up", "--yes");
    expect(sandbox.records("example.com")).toMatchObject([{ type: "TXT", content: "hello" }]);
    const archive = expect.stringMatching(/^pulumi-resource-registrar-v[\d.]+-\w+-\w+\.tar\.gz$/);
    expect(asked).toEqual(Array.from({ length: downloads }, () => archive));
  } finally {
    await sandbox.close();
  }
}

const yaml = {
  name: "dns",
  runtime: "yaml",
  resources: { hello: { type: "registrar:DnsRecord", properties: record } },
};

needing("pulumi-language-yaml").it("a program in YAML gets the plugin by itself", () =>
  fromNothing(
    "inYaml",
    { "Pulumi.yaml": JSON.stringify(yaml) },
    { from: [`registrar@${version}`, "--server", pluginDownloadURL] },
  ),
);

needing("pulumi-language-yaml").it("a program in YAML takes the plugin from the npm package's folder", () =>
  fromNothing("inFolder", { "Pulumi.yaml": JSON.stringify(yaml) }, { from: [join(root, "plugin")], downloads: 0 }),
);

needing("pulumi-language-python").it("a program in Python gets the plugin by itself", () => {
  const args = Object.entries(record).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const program = `import pulumi_registrar as registrar\n\nregistrar.DnsRecord("hello", ${args.join(", ")})\n`;
  const files = { "Pulumi.yaml": "name: dns\nruntime: python\n", "__main__.py": program };
  return fromNothing("inPython", files, { env: pythonEnv(folder) });
});

for (const front of ["pulumi-registrar/native", "../nodejs"]) {
  needing("pulumi").it(`a program in TypeScript that imports from ${front} gets the plugin by itself`, () => {
    generated("nodejs", folder);
    if (!existsSync(join(folder, "node_modules")))
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const program = `import { DnsRecord } from "${front}";\n\nnew DnsRecord("hello", ${JSON.stringify(record)});\n`;
    const files = { "Pulumi.yaml": "name: dns\nruntime: nodejs\n", "index.ts": program };
    return fromNothing(`from-${front.replaceAll(/\W/g, "")}`, files, { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
  });
}
