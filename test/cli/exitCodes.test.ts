/** Exit codes that depend on the process: none says 0 before the work has finished. Others are in test/cases/recorded. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { command, root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();

async function ended(args: readonly string[], reads = true) {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: "pipe" });
  if (!reads) child.stdout.destroy();
  const [out, err, [code]] = await Promise.all([
    reads ? text(child.stdout) : "",
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, out, err };
}

it("a command whose work never ends fails and says so", async () => {
  const script = `
    const { runToEnd } = require(${JSON.stringify(join(root, "cli", "runToEnd.ts"))});
    runToEnd("pulumi-registrar", () => new Promise(() => {}));`;
  const { code, err } = await ended(["--require", require.resolve("tsx/cjs"), "-e", script]);
  expect([code, err]).toEqual([1, expect.stringMatching(/^pulumi-registrar: ended before its work was finished/)]);
});

it("a command whose reader has seen enough ends at once, without a word", async () => {
  writeFileSync(join(folder, "good.zone"), "$ORIGIN example.com.\n$TTL 300\nwww A 192.0.2.1\n");
  expect(await ended([command, "zone", "check", "good.zone"], false)).toMatchObject({ code: 141, err: "" });
});

it("try in a folder without a program ends, though its input stays open", async () => {
  expect(await ended([command, "try"])).toMatchObject({ code: 1, err: expect.stringContaining("[ERR_ENGINE_PROJECT") });
});
