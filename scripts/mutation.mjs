// `npm run mutation`: plants small faults in the package, one at a time, and looks whether a test notices. Arguments say
// where: `npm run mutation -- provider/api/lists.ts provider/dns`. `--tests=api,stories/sets` runs only the test files that begin so.
// What else begins with `--` goes to StrykerJS, as `--force`.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { install, root } from "./prepare.mjs";

const given = process.argv.slice(2);
const only = given.find((argument) => argument.startsWith("--tests="));
const flags = given.filter((argument) => argument.startsWith("--") && argument !== only);
/** A folder means everything in it. */
const places = given
  .filter((argument) => !argument.startsWith("--"))
  .map((place) => {
    const [file, lines] = place.split(/:(?=\d)/);
    const path = relative(root, join(process.cwd(), file)).replaceAll("\\", "/");
    if (statSync(join(root, path)).isDirectory()) return `${path}/**/*.ts`;
    return lines === undefined ? path : `${path}:${lines}`;
  });
const folder = join(root, "mutation");

install(root);
install(folder);
const stryker = join(folder, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
const { status } = spawnSync(
  process.execPath,
  [
    stryker,
    "run",
    join("mutation", "stryker.config.mjs"),
    ...(places.length > 0 ? ["--mutate", places.join(",")] : []),
    ...flags,
  ],
  {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...(only && { REGISTRAR_MUTATION_TESTS: only.slice("--tests=".length) }) },
  },
);
process.exitCode = status ?? 1;
