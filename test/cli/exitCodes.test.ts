/** Exit codes that depend on the process: none says 0 before the work has finished. Others are in test/cases/recorded. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { command, root } from "../support/built.ts";
import { startCommand } from "../support/commands.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();

it("a command whose work never ends fails and says so", async () => {
  const script = `
    const { runToEnd } = require(${JSON.stringify(join(root, "cli", "runToEnd.ts"))});
    runToEnd("pulumi-registrar", () => new Promise(() => {}));`;
  const { ended, heard } = startCommand(["--require", require.resolve("tsx/cjs"), "-e", script], {}, folder);
  expect([await ended, heard()]).toEqual([
    1,
    expect.stringMatching(/^pulumi-registrar: ended before its work was finished/),
  ]);
});

it("a command whose reader has seen enough ends at once, without a word", async () => {
  writeFileSync(join(folder, "good.zone"), "$ORIGIN example.com.\n$TTL 300\nwww A 192.0.2.1\n");
  const { child, ended, heard } = startCommand([command, "zone", "check", "good.zone"], {}, folder);
  child.stdout.destroy();
  expect([await ended, heard()]).toEqual([141, ""]);
});

it("try in a folder without a program ends, though its input stays open", async () => {
  const { ended, heard } = startCommand([command, "try"], {}, folder);
  expect([await ended, heard()]).toEqual([1, expect.stringContaining("[ERR_ENGINE_PROJECT")]);
});
