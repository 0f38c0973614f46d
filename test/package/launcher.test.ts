/** The executable that the engine starts as the plugin, where Node is missing or too old. */
import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/built.ts";
import { newFolder } from "../support/folder.ts";

const [without, tooOld] = [newFolder(), newFolder()];
symlinkSync(process.execPath, join(tooOld, "node"));
const old = join(tooOld, "old.cjs");
writeFileSync(
  old,
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } });\n',
);

it.each([
  { path: "has no Node", env: { PATH: without }, found: "there is no `node` on PATH" },
  {
    path: "has a Node that is too old",
    env: { PATH: tooOld, NODE_OPTIONS: `--require=${old}` },
    found: "`node` on PATH is 20.18.3",
  },
])("says which Node the plugin needs where PATH $path", ({ env, found }) => {
  const plugin = join(root, "exe", "pulumi-resource-registrar");
  const { status, stdout, stderr } = spawnSync(plugin, { env, encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`runs on Node 20.19 or newer, and ${found}. Nothing was changed`);
});
