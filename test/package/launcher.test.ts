/** The executable that the engine starts as the plugin, where Node is missing or too old. */
import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

function start(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(join(root, "exe", "pulumi-resource-registrar"), {
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

it("says which Node the plugin needs where PATH has none", () => {
  const stderr = expect.stringMatching(
    /runs on Node 20\.19 or newer, and there is no `node` on PATH\. Nothing was changed/,
  );
  expect(start({ PATH: folder })).toEqual({ status: 1, stdout: "", stderr });
});

it("says which Node the plugin needs where the one on PATH is too old", () => {
  symlinkSync(process.execPath, join(folder, "node"));
  const old = join(folder, "old.cjs");
  writeFileSync(
    old,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } });\n',
  );
  const stderr = expect.stringMatching(
    /runs on Node 20\.19 or newer, and `node` on PATH is 20\.18\.3\. Nothing was changed/,
  );
  expect(start({ PATH: folder, NODE_OPTIONS: `--require=${old}` })).toEqual({ status: 1, stdout: "", stderr });
});
