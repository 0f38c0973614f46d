/** `npm test`, on a folder of its own. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";

it("prints the failures and the counts, also of an error that refers to itself", () => {
  const folder = newFolder();
  const failing = `() => { const error = new Error("a circle"); throw Object.assign(error, { error }); }`;
  writeFileSync(join(folder, "a.test.js"), `it("passes", () => {});\nit("fails", ${failing});\n`);
  const args = ["scripts/test.mjs", "--config", JSON.stringify({ rootDir: folder, transform: {} })];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: join(__dirname, "..", ".."), encoding: "utf8" });
  expect(stdout).toContain("● fails\n\n    a circle\n");
  expect([stdout.trim().split("\n").at(-1), status]).toEqual(["1 passed, 1 failed", 1]);
});
