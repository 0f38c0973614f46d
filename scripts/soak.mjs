// `npm run soak`: the tests that have big sizes and long random runs, with those. `npm run soak -- fuzz` runs only what matches.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const chosen = process.argv.slice(2);
const paths =
  chosen.length > 0
    ? chosen.map((part) => `test/.*${part}`)
    : ["test/dns", "test/meaning", "test/cli/import", "test/api/redact"];

const { status } = spawnSync(process.execPath, [jest, "--runInBand", "--testTimeout=3600000", ...paths], {
  cwd: root,
  stdio: "inherit",
  // Random cases a property runs, and spoiled answers; both can be set from outside.
  env: { REGISTRAR_RUNS: "10000", REGISTRAR_FUZZ_RUNS: "100000", ...process.env },
});
process.exitCode = status ?? 1;
