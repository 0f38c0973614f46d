// Limits of the code's size, and of the package's. `npm run check` fails above a limit; a limit only goes down, except for an entry in
// docs/maintainers/decisions.md. Goals: 18,500 lines of provider/, 5,600 of cli/.
// With the path of the packed package as its argument, its size is counted, too.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { root } from "./prepare.mjs";

const sources = ["provider", "cli", "testing", "test", "scripts"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
  .filter((file) => !file.includes("node_modules"));
const isCode = (file) => /\.(ts|mjs|cjs|js)$/.test(file);
const isGenerated = (file) => /\.generated\.ts$/.test(file);
const under = (folder) => sources.filter((file) => file.startsWith(`${folder}/`) && isCode(file) && !isGenerated(file));
const linesOf = (file) => readFileSync(`${root}/${file}`, "utf8").split("\n");
const lines = (files) => files.reduce((sum, file) => sum + linesOf(file).length - 1, 0);
const longest = (files) => Math.max(...files.flatMap(linesOf).map((line) => line.length));

const megabytes = (bytes) => Math.round(bytes / 1e5) / 10;
const [tarball] = process.argv.slice(2);

/** Name, what it is now, and the most that it may be. */
const budgets = [
  ["lines of provider/", lines(under("provider")), 20900],
  ["files of provider/", under("provider").length, 122],
  ["characters of the longest line of provider/", longest(under("provider")), 130],
  ["lines that are generated", lines(sources.filter(isGenerated)), 2245],
  ["lines of cli/", lines(under("cli")), 5580],
  ["lines of testing/", lines(under("testing")), 7860],
  ["lines of scripts/", lines(under("scripts")), 2770],
  ["lines of test/", lines(under("test")), 29730],
  [
    "lines of cases in test/",
    lines(sources.filter((file) => file.startsWith("test/cases/") && /\.\w+$/.test(file))),
    4390,
  ],
  ["lines of recorded JSON", lines(sources.filter((file) => /^test\/.*\.json$/.test(file))), 40],
  ...(tarball === undefined
    ? []
    : [
        ["megabytes, packed", megabytes(statSync(tarball).size), 1.5],
        ["megabytes, unpacked", megabytes(gunzipSync(readFileSync(tarball)).length), 6.7],
      ]),
];
for (const [name, now, most] of budgets) {
  process.stdout.write(`${now > most ? "OVER  " : "      "}${name}: ${now} of ${most}\n`);
}
process.exitCode = budgets.some(([, now, most]) => now > most) ? 1 : 0;
