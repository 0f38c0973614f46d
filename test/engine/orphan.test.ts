/** A provider host whose engine was killed ends too: it would live on with the token in its environment. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startSandbox } from "../../testing/sandbox/index.ts";
import { root } from "../support/built.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** As an engine starts it: the command line of the SDK's host, and a pipe. The engine's address doesn't respond. */
function host(env: NodeJS.ProcessEnv, work: string): ChildProcess {
  const code = `
    process.argv.splice(1, 0, "/x/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js");
    const own = require(${JSON.stringify(join(root, "dist", "provider.js"))}).dnsRecord;
    own.configure({ config: { get: () => undefined } });
    setInterval(() => {}, 1000); // as the host's server does
    process.stdout.write("ready\\n");
    ${work}`;
  const child = spawn(process.execPath, ["-e", code, "127.0.0.1:1"], {
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

it("ends with the end of its standard input, when the engine's address doesn't respond", async () => {
  const child = host({}, "");
  await once(child.stdout ?? child, "data");
  child.stdin?.end();
  const [code] = await once(child, "close");
  expect(code).toBe(1);
});

it("finishes the write that runs before it ends", async () => {
  const sandbox = await startSandbox();
  try {
    const child = host({ REGISTRAR_BASE_URL: sandbox.url, REGISTRAR_API_TOKEN: sandbox.token }, create);
    sandbox.fault({ operation: "records.create", times: 1, fault: { delayMs: 500 } });
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
