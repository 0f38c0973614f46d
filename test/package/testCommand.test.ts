/** `npm test`, on a folder of its own. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";

const root = join(__dirname, "..", "..");

it("prints the failures and the counts, also of an error that refers to itself", () => {
  const folder = newFolder();
  writeFileSync(
    join(folder, "a.test.js"),
    `it("passes", () => {});
it("fails", () => { const error = new Error("a circle"); throw Object.assign(error, { error }); });`,
  );
  const config = JSON.stringify({ rootDir: folder, transform: {} });
  const { stdout, status } = spawnSync(process.execPath, ["scripts/test.mjs", "--config", config], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stdout).toContain("● fails\n\n    a circle\n");
  expect(stdout.trim().split("\n").at(-1)).toBe("1 passed, 1 failed");
  expect(status).toBe(1);
});
