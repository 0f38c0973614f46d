/** A provider host whose engine was killed ends too: it would live on with the token in its environment. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { isAlive } from "../support/processes.ts";
import { until } from "./shelf.ts";

const root = join(__dirname, "..", "..");
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** As an engine starts it, but without the small engine's own watch: the command line of the SDK's host, and a pipe. */
function host(engine: string, env: NodeJS.ProcessEnv, work: string): ChildProcess {
  const code = `
    process.argv.splice(1, 0, "/x/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js");
    const own = require(${JSON.stringify(join(root, "dist", "provider.js"))}).dnsRecord;
    own.configure({ config: { get: () => undefined } });
    setInterval(() => {}, 1000); // as the host's server does
    process.stdout.write("ready\\n");
    ${work}`;
  const child = spawn(process.execPath, ["-e", code, engine], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

const create = `own.create({ domain: "example.com", type: "A", name: "www", content: "192.0.2.1" })
  .then(() => process.stdout.write("created\\n"), (error) => process.stdout.write(error.message + "\\n"));`;

const lines = async (child: ChildProcess): Promise<string[]> => {
  const said: string[] = [];
  if (child.stdout) createInterface(child.stdout).on("line", (line) => said.push(line));
  await once(child, "close");
  return said;
};

it("ends with the end of its standard input, when nobody answers at the engine's address", async () => {
  const child = host("127.0.0.1:1", {}, "");
  await once(child.stdout ?? child, "data");
  child.stdin?.end();
  const [code] = await once(child, "close");
  expect(code).toBe(1);
});

it("finishes the write that runs before it ends", async () => {
  const sandbox = await startSandbox();
  try {
    const child = host("127.0.0.1:1", { REGISTRAR_BASE_URL: sandbox.url, REGISTRAR_API_TOKEN: sandbox.token }, create);
    sandbox.fault({ operation: "records.create", times: 1, fault: { delayMs: 500 } });
    const stop = sandbox.onChange(() => stop());
    const said = lines(child);
    const arrived = setInterval(() => {
      if (!sandbox.log.entries().some(({ method }) => method === "POST")) return;
      clearInterval(arrived);
      child.stdin?.end();
    }, 5);
    expect(await said).toEqual(["ready", "created"]);
    expect(sandbox.records("example.com")).toHaveLength(1);
  } finally {
    await sandbox.close();
  }
});

it("lives on while the engine answers, whatever its standard input does", async () => {
  const engine = createServer().listen(0, "127.0.0.1");
  await once(engine, "listening");
  const { port } = engine.address() as AddressInfo;
  const child = host(`127.0.0.1:${port}`, {}, "");
  await once(child.stdout ?? child, "data");
  const asked = once(engine, "connection");
  child.stdin?.end();
  await asked;
  expect(child.exitCode).toBeNull();
  engine.close();
  const [code] = await once(child, "close");
  expect(code).toBe(1);
});

it("a child of the small engine ends when the engine was killed before the child had begun", async () => {
  const folder = mkdtempSync(join(tmpdir(), "registrar-test-"));
  try {
    const pid = join(folder, "pid");
    const first = join(folder, "first.cjs");
    writeFileSync(first, `require("node:fs").writeFileSync(${JSON.stringify(pid)}, String(process.pid));`);
    const options = { args: ["--require", first, "-e", "setInterval(() => {}, 1000)"], cwd: folder };
    const code = `
      const { Child } = require(${JSON.stringify(join(root, "testing", "engine", "children.ts"))});
      const quiet = () => {};
      new Child({ ...${JSON.stringify(options)}, env: process.env, onStdout: quiet, onStderr: quiet });
      process.kill(process.pid, "SIGKILL");`;
    const engine = spawn(process.execPath, ["--require", "tsx/cjs", "-e", code], { cwd: root, stdio: "ignore" });
    await once(engine, "close");
    await until(() => existsSync(pid) && readFileSync(pid, "utf8") !== "", "the child has begun");
    const child = Number(readFileSync(pid, "utf8"));
    await until(() => !isAlive(child), "the child has ended");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
