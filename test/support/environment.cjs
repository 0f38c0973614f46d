/**
 * jest's environment for the tests: the realm of the process itself, instead of one for each file. Test files and the code under
 * test are loaded anew for each file, as ever; packages of others (nodeModules.cjs) once by Node itself, so that a file
 * pays for none of them, and nothing of theirs is from another realm than what is tested.
 */
const hooks = require("node:async_hooks");
const vm = require("node:vm");
const { ModernFakeTimers } = require("@jest/fake-timers");
const { ModuleMocker } = require("jest-mock");

/** Code that jest compiles for this context belongs to the realm of the process. */
const here = vm.createContext();
const { compileFunction } = vm;
/** Modules as functions, by file: each test file calls them anew, with a state of its own, and pays for no second compilation. */
const compiled = new Map();
vm.compileFunction = (source, parameters, options = {}) => {
  const { filename, parsingContext } = options;
  if (parsingContext !== here) return compileFunction(source, parameters, options);
  const known = compiled.get(filename);
  if (known?.source === source) return known.made;
  // Without jest's function for `import()`, which the transform has replaced: that would keep the first test file in memory.
  const made = compileFunction(source, parameters, { filename });
  compiled.set(filename, { source, made });
  return made;
};

/** How nodeModules.cjs gets at Node's own modules: a test file is given jest's `require` only. */
globalThis[Symbol.for("require of Node")] = require;

/** Node follows every promise of the process for each storage that was ever used, until it is switched off. */
const storages = new Set();
hooks.AsyncLocalStorage = class extends hooks.AsyncLocalStorage {
  constructor() {
    super();
    storages.add(this);
  }
};

/** Of the process: what the code under test hears once for as long as it is loaded, and the SDK at the end. */
const events = ["exit", "SIGINT", "SIGTERM"];
const listeners = () => events.map((event) => [event, process.listeners(event)]);

module.exports = class OneRealm {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #before = { console, exit: process.exit, variables: process.env, env: { ...process.env }, heard: listeners() };

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  getVmContext() {
    return here;
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  async setup() {
    // jest asks for a hundred frames; the SDK takes a stack for each promise.
    Error.stackTraceLimit = 10;
  }

  /** The next file finds the process as this one found it. */
  async teardown() {
    this.fakeTimersModern.dispose();
    for (const storage of storages) storage.disable();
    // The SDK's, with the address of the last program's engine.
    delete globalThis.globalStore;
    const { env, heard, ...rest } = this.#before;
    globalThis.console = rest.console;
    process.exit = rest.exit;
    // The SDK's at the end would speak of promises that tests left open.
    for (const [event, known] of heard)
      for (const listener of process.listeners(event)) if (!known.includes(listener)) process.off(event, listener);
    // A test may have replaced it. Only this object sets the variables of the process, which `os.tmpdir` reads.
    process.env = rest.variables;
    for (const key of Object.keys(process.env)) if (!(key in env)) delete process.env[key];
    Object.assign(process.env, env);
  }
};
