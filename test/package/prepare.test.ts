/** The scripts install what the lock file says, but empty no folder that other checkouts share. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";

it("refuses to install into a folder behind a symbolic link, and leaves it as it is", () => {
  const [folder, shared] = [newFolder(), newFolder()];
  mkdirSync(join(folder, "scripts"));
  for (const name of ["prepare.mjs", "stale.cjs"]) cpSync(join("scripts", name), join(folder, "scripts", name));
  for (const file of [join(folder, "package-lock.json"), join(shared, "kept")]) writeFileSync(file, "{}");
  symlinkSync(shared, join(folder, "node_modules"), "dir");
  const script = 'import("./scripts/prepare.mjs").then(({ prepare }) => prepare())';
  const { status, stderr } = spawnSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^node_modules is a link .* would empty its folder\. .*\.\n$/),
  ]);
  expect(existsSync(join(shared, "kept"))).toBe(true);
});
