/**
 * StrykerJS's test runner: jest's own describe, it and expect in one process, where the package is loaded once for all
 * faults. jest loads everything anew for each file and each fault, which takes many times as long as the tests.
 *
 * What a fault leaves behind in the process could fail a later test. So a fault counts as noticed only if the test that
 * failed passes as soon as the fault is switched off; if it does not, StrykerJS goes on in a new process.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { DryRunStatus, MutantRunStatus, TestStatus } from "@stryker-mutator/api/test-runner";
import { readSample } from "./sample.mjs";

/** A fault that makes a test wait for nothing costs no more than this. In milliseconds. */
const testTimeout = 20_000;
/** So many of the tests that noticed most faults go first. */
const favourites = 5;
/** These folders run built programs, or nothing of the package: a fault is not seen there, except in `messages`. */
const elsewhere = ["docs", "engine", "package", "programs", "sandbox", "support"];
const messages = "docs/messages.test.ts";
/** Test files that run the built package, which has no faults, or that signal this process. */
const isApart = /support\/(?:built|programs|languages)\.ts"|process\.emit\(|setMocks/;
/** Their tests take longest, so they go last. */
const late = ["stories", "cli", "meaning"];

const require = createRequire(join(process.cwd(), "package.json"));
const circus = require("jest-circus");

/** What the package's instrumented code reads and writes. */
globalThis.__stryker__ ??= {};
const instrumented = globalThis.__stryker__;

class InProcessRunner {
  /** Every test: `{ id, file }`, in the order in which they are tried. */
  #entries = [];
  /** Ids of the tests of the file that runs. */
  #idOf = new Map();
  /** Milliseconds by file. */
  #took = new Map();
  /** How many faults each test noticed. */
  #noticed = new Map();
  #isSampled = readSample();
  #stopsAtFailure = false;
  #hasFailed = false;

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    provideJest();
    compileTypeScript();
    process.on("uncaughtException", blameRunningTest).on("unhandledRejection", blameRunningTest);
    circus.addEventHandler((event) => this.#onEvent(event));
    // What is set up at import counts as that, whichever test imports it first.
    for (const file of typeScriptIn("provider")) require(file);
    for (const file of testFiles()) {
      const restore = keptEnvironment();
      this.#entries.push(...this.#load(file).entries);
      restore();
    }
  }

  async dryRun() {
    const all = await this.#run(this.#entries);
    // Another file's test in the same process can break a test that passes under jest: no fault can be seen by it.
    const tests = all.filter(({ status }) => status !== TestStatus.Failed);
    const broken = new Set(all.filter((test) => !tests.includes(test)).map(({ id }) => id));
    this.#entries = this.#entries.filter(({ id }) => !broken.has(id));
    for (const id of broken) process.stderr.write(`left out, since it fails without a fault in this process: ${id}\n`);
    this.#quickFirst();
    return { status: DryRunStatus.Complete, tests, mutantCoverage: instrumented.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    if (!this.#isSampled(activeMutant)) return { status: MutantRunStatus.Error, errorMessage: "not in the sample" };
    const chosen = new Set(testFilter);
    const entries = this.#entries.filter(({ id }) => testFilter === undefined || chosen.has(id));
    const first = this.#bestOf(entries);
    let nrOfTests = 0;
    for (const part of [first, entries.filter((entry) => !first.includes(entry))]) {
      Object.assign(instrumented, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
      const results = await this.#run(part, true);
      const isEndless = hitLimit !== undefined && instrumented.hitCount > hitLimit;
      Object.assign(instrumented, { activeMutant: undefined, hitLimit: undefined, hitCount: undefined });
      if (isEndless) return { status: MutantRunStatus.Timeout, reason: "an endless loop" };
      nrOfTests += results.length;
      const failed = results.find(({ status }) => status === TestStatus.Failed);
      if (failed === undefined) continue;
      const { id, failureMessage } = failed;
      const [again] = await this.#run(this.#entries.filter((entry) => entry.id === id));
      if (again.status === TestStatus.Failed)
        throw new Error(`${id} fails without the fault, too: ${again.failureMessage}; at first: ${failureMessage}`);
      this.#noticed.set(id, (this.#noticed.get(id) ?? 0) + 1);
      return { status: MutantRunStatus.Killed, killedBy: [id], failureMessage, nrOfTests };
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  /** The files that take least go first from now on. */
  #quickFirst() {
    this.#entries.sort((one, other) => (this.#took.get(one.file) ?? 0) - (this.#took.get(other.file) ?? 0));
  }

  #bestOf(entries) {
    const times = ({ id }) => this.#noticed.get(id) ?? 0;
    return entries
      .filter((entry) => times(entry) > 0)
      .sort((one, other) => times(other) - times(one))
      .slice(0, favourites);
  }

  /** Loads a test file, anew each time that its tests run: what it made when it was loaded, it may have taken away at its end. */
  #load(file) {
    delete require.cache[file];
    circus.resetState();
    const suite = circus.getState();
    suite.testTimeout = testTimeout;
    require(file);
    return { suite, entries: testsIn(suite.rootDescribeBlock).map((test) => ({ id: idOf(file, test), file, test })) };
  }

  /** @returns the results, up to the first failure if asked */
  async #run(entries, untilFailure = false) {
    this.#stopsAtFailure = untilFailure;
    this.#hasFailed = false;
    const results = [];
    for (const file of new Set(entries.map((entry) => entry.file))) {
      const ids = new Set(entries.filter((entry) => entry.file === file).map(({ id }) => id));
      results.push(...(await this.#runFile(file, ids)));
      if (untilFailure && this.#hasFailed) break;
    }
    return results;
  }

  async #runFile(file, ids) {
    const restore = keptEnvironment();
    const { suite, entries } = this.#load(file);
    const chosen = entries.filter(({ id }) => ids.has(id));
    this.#idOf = new Map(entries.map(({ id, test }) => [test, id]));
    for (const { id, test } of entries) if (!ids.has(id)) test.mode = "skip";
    await circus.run();
    restore();
    process.exitCode = undefined;
    const wrong = suite.unhandledErrors.map(textOf);
    return chosen
      .filter(({ test }) => test.status === "done" || wrong.length > 0)
      .map(({ id, test }) => {
        this.#took.set(file, (this.#took.get(file) ?? 0) + (test.duration ?? 0));
        const messages = [...test.errors.map(textOf), ...wrong];
        if (messages.length > 0) this.#hasFailed = true;
        const common = { id, name: id, timeSpentMs: test.duration ?? 0 };
        return messages.length > 0
          ? { ...common, status: TestStatus.Failed, failureMessage: messages.join("\n") }
          : { ...common, status: TestStatus.Success };
      });
  }

  #onEvent(event) {
    if (event.name === "hook_start" && event.hook.type === "beforeAll") {
      const [test] = testsIn(event.hook.parent).filter(({ mode }) => mode !== "skip");
      if (test !== undefined) instrumented.currentTestId = this.#idOf.get(test);
    }
    if (event.name === "test_start") {
      if (this.#stopsAtFailure && this.#hasFailed) event.test.mode = "skip";
      if (event.test.mode !== "skip") instrumented.currentTestId = this.#idOf.get(event.test);
    }
    if (event.name === "test_done" && event.test.errors.length > 0) this.#hasFailed = true;
  }
}

/** Test files set variables of the process. @returns a function that puts back the present ones */
function keptEnvironment() {
  const environment = { ...process.env };
  return () => {
    for (const key of Object.keys(process.env)) if (!Object.hasOwn(environment, key)) delete process.env[key];
    Object.assign(process.env, environment);
  };
}

/** jest's globals, as far as the tests use them. */
function provideJest() {
  const { jestExpect } = createRequire(require.resolve("jest-circus"))("@jest/expect");
  const { ModuleMocker } = require("jest-mock");
  const mocker = new ModuleMocker(globalThis);
  const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
  const jest = {
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    setTimeout: (milliseconds) => Object.assign(circus.getState(), { testTimeout: milliseconds }),
  };
  const globals = { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, expect: jestExpect, jest };
  Object.assign(globalThis, globals);
}

/** TypeScript files become CommonJS as in jest's own runs. */
function compileTypeScript() {
  const { transformSync } = require("@swc/core");
  const { transform } = require("./jest.config.cjs").projects[0];
  const [, options] = Object.values(transform).find((each) => Array.isArray(each));
  const compiled = new Map();
  require.extensions[".ts"] = (module, filename) => {
    if (!compiled.has(filename)) {
      const text = withOwnResults(filename, readFileSync(filename, "utf8"));
      const { code } = transformSync(text, { ...options, filename, swcrc: false });
      compiled.set(filename, code);
    }
    module._compile(compiled.get(filename), filename);
  };
}

/** A result that is memoized by text counts for the fault and the test under which it was made: others would not reach the code. */
function withOwnResults(filename, text) {
  if (!filename.endsWith(join("provider", "dns", "names.ts"))) return text;
  const key = "JSON.stringify(args)";
  if (!text.includes(key)) throw new Error(`memoizeByText in ${filename} no longer has its keys by ${key}`);
  return text.replace(
    key,
    "JSON.stringify([globalThis.__stryker__.activeMutant, globalThis.__stryker__.currentTestId, args])",
  );
}

function blameRunningTest(error) {
  circus.getState().currentlyRunningTest?.errors.push(error);
}

function testFiles() {
  const asked = process.env.REGISTRAR_MUTATION_TESTS?.split(",") ?? [];
  const files = typeScriptIn("test")
    .map((path) => ({ path, name: relative("test", path).replaceAll("\\", "/") }))
    .filter(({ name, path }) => name.endsWith(".test.ts") && !isApart.test(readFileSync(path, "utf8")))
    .filter(({ name }) =>
      asked.length > 0
        ? asked.some((part) => name.startsWith(part))
        : name === messages || !elsewhere.includes(name.split("/")[0]),
    );
  const rank = ({ name }) => late.indexOf(name.split("/")[0]);
  const size = ({ path }) => statSync(path).size;
  return files.sort((one, other) => rank(one) - rank(other) || size(one) - size(other)).map(({ path }) => path);
}

function typeScriptIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.d)\.ts$/.test(file));
  return files.map((file) => join(process.cwd(), folder, file));
}

function testsIn(block) {
  return block.children.flatMap((child) => (child.type === "test" ? [child] : testsIn(child)));
}

const idOf = (file, test) => `${relative(process.cwd(), file)}: ${titleOf(test)}`;

function titleOf({ name, parent }) {
  return parent?.parent ? `${titleOf(parent)} ${name}` : name;
}

/** Of an error as jest keeps it: alone, or with another that says where it was. */
function textOf(error) {
  const [first] = Array.isArray(error) ? error : [error];
  return first instanceof Error ? (first.stack ?? first.message) : String(first);
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "in-process", InProcessRunner)];
