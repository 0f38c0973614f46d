/** The jest example of the documentation, run as a user runs it: with its own configuration, on the built package. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "..", "..");

it("the documented jest tests of a program pass", () => {
  const jest = join(root, "node_modules", "jest", "bin", "jest.js");
  const { status, stderr } = spawnSync(process.execPath, [jest], {
    cwd: join(root, "examples", "testing"),
    // The types of all examples are checked once, with everything else.
    env: { ...process.env, PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    encoding: "utf8",
  });
  expect(stderr).toMatch(/Tests:\s+2 passed, 2 total/);
  expect(status).toBe(0);
}, 180_000);
