// `npm run mutation`: plants small faults, one at a time, and lists those that no test notices. Without an argument, a sample of
// MUTATION_SAMPLE faults (default: 300), drawn by MUTATION_SEED (default: the number of the week), and a tenth as many of elements left
// out of lists and patterns. With a file or glob as its argument, every fault there.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { prepare } from "../scripts/prepare.mjs";
import { elementFaults, survives } from "./elements.ts";
import { keyOf, sampleFile } from "./sample.mjs";

prepare();
// Tests that need an optional program are skipped.
process.env.REGISTRAR_TEST_PROGRAMS = JSON.stringify({ files: {} });
const here = fileURLToPath(new URL(".", import.meta.url));
const sampled = [
  "provider/lifecycle",
  "provider/api/lists",
  "provider/api/contract.ts",
  "provider/api/explain.ts",
  "provider/api/readings.ts",
  "provider/api/response.ts",
  "provider/fronts/shared",
];
const week = Math.floor(Date.now() / (7 * 86_400_000));
const { MUTATION_SAMPLE: size = "300", MUTATION_SEED: seed = String(week) } = process.env;

/** All faults of the sampled files and folders, as StrykerJS finds them. */
async function faultsOf(places) {
  const all = readdirSync("provider", { recursive: true }).map((name) => join("provider", name));
  const files = all.filter((name) => name.endsWith(".ts") && places.some((place) => name.startsWith(place)));
  const logger = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const read = files.sort().map((name) => ({ name, content: readFileSync(name, "utf8"), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  return (await new Instrumenter(logger).instrument(read, options)).mutants;
}

/** Numbers from 0 to 1, the same for each seed: the generator mulberry32. */
function randomNumbers(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawn(faults, count, random) {
  const left = [...faults];
  const next = () => left.splice(Math.floor(random() * left.length), 1);
  return Array.from({ length: Math.min(Math.round(count), left.length) }, next).flat();
}

const rangeOf = ({ fileName, location: { start, end } }) =>
  `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;

/** Runs StrykerJS. @param keys the faults to run; every one if there is none */
function plant(mutate, keys) {
  mkdirSync(join(here, "report"), { recursive: true });
  writeFileSync(sampleFile, JSON.stringify(keys ?? null));
  const stryker = join(here, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const args = [
    stryker,
    "run",
    join(here, "stryker.config.mjs"),
    "--mutate",
    mutate,
    ...(keys ? [] : ["--incremental"]),
  ];
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
}

/** Prints the survivors, and how many were noticed. */
function report(keys) {
  const { files } = JSON.parse(readFileSync(join(here, "report", "mutation.json"), "utf8"));
  const all = Object.entries(files).flatMap(([fileName, { mutants }]) =>
    mutants.map(({ location: { start, end }, ...rest }) => {
      const from0 = ({ line, column }) => ({ line: line - 1, column: column - 1 });
      return { ...rest, fileName, location: { start: from0(start), end: from0(end) } };
    }),
  );
  const tried = all
    .filter((fault) => keys === undefined || keys.includes(keyOf(fault)))
    .filter(({ status }) => ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status));
  const survivors = tried.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const lines = survivors.map(({ fileName, location: { start }, mutatorName, replacement }) => {
    const [text = "", ...more] = String(replacement).split("\n");
    return `  ${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}: ${text}${more.length > 0 ? " ..." : ""}\n`;
  });
  const noticed = tried.length - survivors.length;
  const share = tried.length === 0 ? 0 : Math.round((100 * noticed) / tried.length);
  process.stdout.write(
    `\nSurvivors:\n${lines.sort().join("")}\n${noticed} of ${tried.length} faults were noticed (${share} %).\n`,
  );
}

const [chosen] = process.argv.slice(2);
let keys;
let mutate = chosen;
if (chosen === undefined) {
  const faults = await faultsOf(sampled);
  const sample = drawn(faults, Number(size), randomNumbers(Number(seed)));
  process.stdout.write(`${sample.length} of ${faults.length} faults, drawn by MUTATION_SEED=${seed}\n`);
  keys = sample.map(keyOf);
  mutate = [...new Set(sample.map(rangeOf))].join(",");
}
process.exitCode = plant(mutate, keys);
if (process.exitCode === 0) report(keys);

// Ctrl-C ends the tests of a fault. Their end ends this process, after the file has its text again.
process.on("SIGINT", () => {});
const all = elementFaults(chosen?.replace(/\*.*/, "") ?? "");
const elements = chosen === undefined ? drawn(all, Number(size) / 10, randomNumbers(Number(seed))) : all;
const unnoticed = elements.filter(survives).length;
process.stdout.write(`${elements.length - unnoticed} of ${elements.length} elements left out were noticed.\n`);
