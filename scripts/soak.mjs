// `npm run soak`: the tests that have random cases or big sizes, with many more of them. `npm run soak -- fuzz` runs only what matches.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const chosen = process.argv.slice(2);

/** Does a test make random cases, or take its size from the soak? */
const isSized = (file) => /\/(fastCheck|soak|arbitraries)\.ts"/.test(readFileSync(`${root}/${file}`, "utf8"));
const files = readdirSync(`${root}/test`, { recursive: true })
  .map((file) => `test/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".test.ts"))
  .filter((file) => (chosen.length > 0 ? chosen.some((part) => file.includes(part)) : isSized(file)));

const { status } = spawnSync(
  process.execPath,
  [jest, "--runInBand", "--testTimeout=3600000", "--ignoreProjects", "plugin", "--runTestsByPath", ...files],
  {
    cwd: root,
    stdio: "inherit",
    // Random cases of a property, and damaged responses. The environment can set both.
    env: { REGISTRAR_RUNS: "10000", REGISTRAR_FUZZ_RUNS: "100000", ...process.env },
  },
);
process.exitCode = status ?? 1;
