import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localStack } from "../../testing/engine/index.ts";
import { type LogEntry, startSandbox } from "../../testing/sandbox/index.ts";

const root = join(__dirname, "..", "..");
const domain = "example.com";

it("a process killed while a create is under way leaves a zone from which the next run gets through", async () => {
  const folder = mkdtempSync(join(tmpdir(), "registrar-killed-"));
  const sandbox = await startSandbox();
  const declared = join(folder, "declared.json");
  const declare = (rest: object) =>
    writeFileSync(
      declared,
      JSON.stringify({
        www: { class: "DnsRecord", args: { domain, type: "A", name: "www", content: "192.0.2.1", ...rest } },
      }),
    );
  const options = {
    cwd: join(root, "test/programs/declared"),
    stateDir: join(folder, "state"),
    passphrase: "x",
    config: { "registrar:lookupSeconds": "1" },
    env: { REGISTRAR_BASE_URL: sandbox.url, REGISTRAR_API_TOKEN: sandbox.token, DECLARED: declared },
  };
  let engine: ChildProcess | undefined;
  try {
    declare({});
    // The registrar does the work and never answers; then the whole process group is killed, as by a power cut.
    sandbox.fault({ operation: "records.create", times: 1, fault: "hang" });
    const arrived = new Promise<void>((resolve) => {
      const stop = sandbox.onChange(() => {
        stop();
        resolve();
      });
    });
    const code = `const { localStack } = require(${JSON.stringify(join(root, "dist", "testing.js"))});
      localStack(${JSON.stringify(options)}).then((stack) => stack.up());`;
    engine = spawn(process.execPath, ["-e", code], { stdio: "ignore", detached: true });
    await arrived;
    engine.kill("SIGKILL");
    await once(engine, "exit");
    expect(sandbox.records(domain)).toHaveLength(1);

    const stack = await localStack(options);
    try {
      const second = await stack.up();
      expect(second.exitCode).not.toBe(0);
      expect(second.output).toMatch(/exists already.*adopt: true/s);
      // By the message's own advice.
      declare({ adopt: true });
      const third = await stack.up();
      expect(third.exitCode).toBe(0);
      expect(sandbox.records(domain)).toHaveLength(1);
      expect(writesAfter(sandbox.log.entries())).toEqual(["POST"]);
      declare({});
      expect((await stack.up({ expectNoChanges: true })).exitCode).toBe(0);
      expect((await stack.destroy()).exitCode).toBe(0);
      expect(sandbox.records(domain)).toEqual([]);
    } finally {
      await stack.close();
    }
  } finally {
    engine?.kill("SIGKILL");
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

function writesAfter(entries: readonly LogEntry[]): string[] {
  return entries.filter(({ method }) => method !== "GET").map(({ method }) => method);
}
