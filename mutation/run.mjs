// `npm run mutation`: plants small faults, one at a time, and lists those that no test notices. Without an argument, a sample of
// MUTATION_SAMPLE faults (default: 300), drawn by MUTATION_SEED (default: the number of the week), and a tenth as many of elements left
// out of lists and patterns. With a file or glob as its argument, every fault there. With `--near`, one fault in each file of provider/
// (or of the folder that follows), for which only the tests count that CONTRIBUTING names for its folder.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { prepare } from "../scripts/prepare.mjs";
import { elementFaults, survives } from "./elements.ts";
import { isNoticed, nearest } from "./near.ts";
import { keyOf, pathOf, sampleFile } from "./sample.mjs";

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

/** Faults that were tried, with their status. */
function triedFaults(keys) {
  const { files } = JSON.parse(readFileSync(join(here, "report", "mutation.json"), "utf8"));
  const all = Object.entries(files).flatMap(([fileName, { mutants }]) =>
    mutants.map(({ location: { start, end }, ...rest }) => {
      const from0 = ({ line, column }) => ({ line: line - 1, column: column - 1 });
      return { ...rest, fileName, location: { start: from0(start), end: from0(end) } };
    }),
  );
  return all.filter((fault) => keys === undefined || keys.includes(keyOf(fault)));
}

const isKilled = ({ status }) => status === "Killed" || status === "Timeout";
const isSurvivor = ({ status }) => status === "Survived" || status === "NoCoverage";

function describe({ fileName, location: { start }, mutatorName, replacement }) {
  const [text = "", ...more] = String(replacement).split("\n");
  return `  ${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}: ${text}${more.length > 0 ? " ..." : ""}\n`;
}

/** Prints the survivors, and how many were noticed. */
function report(noticed, survivors) {
  const tried = noticed + survivors.length;
  const share = tried === 0 ? 0 : Math.round((100 * noticed) / tried);
  process.stdout.write(
    `\nSurvivors:\n${survivors.map(describe).sort().join("")}\n${noticed} of ${tried} faults were noticed (${share} %).\n`,
  );
}

/** The fault as a part of its file's text. */
function asText({ fileName, location: { start, end }, replacement }) {
  const file = pathOf({ fileName });
  const lines = readFileSync(file, "utf8").split("\n");
  const offset = ({ line, column }) => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);
  return { file, start: offset(start), end: offset(end), replacement };
}

function groupBy(all, nameOf) {
  const groups = new Map();
  for (const each of all) {
    const name = nameOf(each);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(each);
  }
  return groups;
}

/** One fault in each file. Those that the runner can't reach, or that survive there, are planted in the text, where all near tests run. */
async function plantNear(folder = "provider") {
  const random = randomNumbers(Number(seed));
  const byFile = groupBy(await faultsOf([folder]), ({ fileName }) => fileName);
  const sample = [...byFile.values()].flatMap((faults) => drawn(faults, 1, random));
  const inProcess = [...groupBy(sample, ({ fileName }) => nearest(fileName).folder)].flatMap(([name, faults]) => {
    process.env.REGISTRAR_MUTATION_TESTS = nearest(`${name}/`)
      .tests.map((test) => test.slice("test/".length))
      .join(",");
    const keys = faults.map(keyOf);
    return plant(faults.map(rangeOf).join(","), keys) === 0 ? triedFaults(keys) : faults;
  });
  const left = inProcess.filter((fault) => !isKilled(fault));
  process.stdout.write(`\nPlanted in the text:\n${left.map(describe).join("")}\n`);
  const survivors = [];
  let noticed = inProcess.length - left.length;
  for (const fault of left) {
    const isSeen = isNoticed(asText(fault));
    // A fault that doesn't compile is no fault.
    if (isSeen === true) noticed += 1;
    if (isSeen === false) survivors.push(fault);
    process.stdout.write(`${isSeen ?? "no fault"}:${describe(fault)}`);
  }
  report(noticed, survivors);
}

const [chosen, folder] = process.argv.slice(2);
// Ctrl-C ends the tests of a fault. Their end ends this process, after the file has its text again.
process.on("SIGINT", () => {});
if (chosen === "--near") {
  await plantNear(folder);
  process.exit();
}
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
if (process.exitCode === 0) {
  const tried = triedFaults(keys);
  report(tried.filter(isKilled).length, tried.filter(isSurvivor));
}

const all = elementFaults(chosen?.replace(/\*.*/, "") ?? "");
const elements = chosen === undefined ? drawn(all, Number(size) / 10, randomNumbers(Number(seed))) : all;
const unnoticed = elements.filter(survives).length;
process.stdout.write(`${elements.length - unnoticed} of ${elements.length} elements left out were noticed.\n`);
