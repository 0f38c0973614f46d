/** A provider host whose engine was killed ends too: it would live on with the token in its environment. */
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Fault, startSandbox } from "../../testing/sandbox/index.ts";
import { until } from "../api/server.ts";
import { root } from "../support/built.ts";
import { startCommand } from "../support/commands.ts";

/** As an engine starts it: the command line of the SDK's host, and a pipe. The engine's address doesn't respond. */
function host(env: NodeJS.ProcessEnv, work: string, address = "127.0.0.1:1") {
  const code = `
    process.argv.splice(1, 0, "/x/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js");
    const own = require(${JSON.stringify(join(root, "dist", "provider.js"))}).dnsRecord;
    own.configure({ config: { get: () => undefined } });
    setInterval(() => {}, 1000); // as the host's server does
    process.stdout.write("ready\\n");
    ${work}`;
  return startCommand(["-e", code, address], env);
}

const create = `own.create({ domain: "example.com", type: "A", name: "www", content: "192.0.2.1" })
  .then(() => process.stdout.write("created\\n"), (error) => process.stdout.write(error.message + "\\n"));`;

it("ends with the end of its standard input, when the engine's address doesn't respond", async () => {
  const { child, ended, until: says } = host({}, "");
  await says("ready");
  child.stdin.end();
  expect(await ended).toBe(1);
});

it("stays while the engine's address responds, and ends soon after", async () => {
  const engine = createServer().listen(0, "127.0.0.1");
  await once(engine, "listening");
  const { child, ended, until: says } = host({}, "", `127.0.0.1:${Object(engine.address()).port}`);
  await says("ready");
  child.stdin.end();
  const [socket] = await once(engine, "connection");
  await once(socket, "close");
  expect(child.exitCode).toBeNull();
  engine.close();
  expect(await ended).toBe(1);
});

it.each<[what: string, fault: Fault, says: RegExp, rows: number]>([
  ["finishes the write that runs", { delayMs: 500 }, /^ready\ncreated\n$/, 1],
  ["sends no write again that the registrar puts off", { status: 429, retryAfter: 60 }, /; interrupted\)/, 0],
])("%s before it ends", async (_, fault, says, rows) => {
  const sandbox = await startSandbox();
  try {
    sandbox.fault({ operation: "records.create", times: 1, fault });
    const env = { REGISTRAR_BASE_URL: sandbox.url, REGISTRAR_API_TOKEN: sandbox.token };
    const { child, ended, heard } = host(env, create);
    await until(() => sandbox.log.entries().some(({ method }) => method === "POST"));
    child.stdin.end();
    await ended;
    expect(heard()).toMatch(says);
    expect(sandbox.records("example.com")).toHaveLength(rows);
  } finally {
    await sandbox.close();
  }
});
