/**
 * Node.js compiles every module of every process anew, which is half of the time of the short processes that tests start. Here
 * a process leaves what V8 made of the modules of packages and of `dist`, and where it found them, to the next ones that
 * are started like it (node_modules/.cache). After an installation or a build it begins anew.
 */
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const Module = require("node:module");
const { dirname, join } = require("node:path");
const v8 = require("node:v8");
const { Script } = require("node:vm");

const root = join(__dirname, "..");
const isKept = (file) => file.startsWith(join(root, "node_modules/")) || file.startsWith(join(root, "dist/"));
/** These are written last by an installation, and by a build. */
const marks = ["node_modules/.package-lock.json", "dist/THIRD_PARTY_LICENSES"];
const timeOf = (mark) => fs.statSync(join(root, mark), { throwIfNoEntry: false })?.mtimeMs;
const age = JSON.stringify([process.version, process.arch, marks.map(timeOf)]);
const program = /^.*[\\/]([^\\/]+)$/.exec(process.argv[1] ?? "")?.[1] ?? "none";
const flags = createHash("sha256").update(JSON.stringify([process.execArgv, process.env.NODE_OPTIONS]));
const store = join(root, "node_modules/.cache/compiled", `${program}-${flags.digest("hex").slice(0, 12)}`);

// The SDK sets it, and V8 takes nothing that was compiled under other flags.
v8.setFlagsFromString("--allow-natives-syntax");

/** What other processes left: the text and the code of each module, and its file by what is asked for. */
const { known, paths } = read();
Object.assign(Module._pathCache, paths);
/** Modules that this process had to compile. */
const compiled = new Map();

function read() {
  const none = { known: new Map(), paths: {} };
  try {
    const found = v8.deserialize(fs.readFileSync(store));
    return found.age === age ? found : none;
  } catch {
    return none;
  }
}

function write() {
  if (compiled.size === 0) return;
  for (const [file, { text, script }] of compiled) known.set(file, { text, code: script.createCachedData() });
  compiled.clear();
  const found = Object.entries(Module._pathCache).filter(([, file]) => isKept(file));
  const own = `${store}.${process.pid}`;
  try {
    fs.mkdirSync(dirname(store), { recursive: true });
    fs.writeFileSync(own, v8.serialize({ age, known, paths: Object.fromEntries(found) }));
    fs.renameSync(own, store);
  } catch {
    // Where nothing can be written, each process compiles for itself.
  }
}

function run(module, text, filename, cachedData) {
  const script = new Script(Module.wrap(text), { filename, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) {
    // A host of providers is killed at its end.
    if (compiled.size === 0) setTimeout(write, 250).unref();
    compiled.set(filename, { text, script });
  }
  const require = Object.assign((id) => module.require(id), {
    resolve: (request, options) => Module._resolveFilename(request, module, false, options),
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
  const call = [module.exports, require, module, filename, dirname(filename)];
  return script.runInThisContext().apply(module.exports, call);
}

const { ".js": load } = Module._extensions;
Module._extensions[".js"] = (module, filename) => {
  const found = known.get(filename);
  if (found === undefined) load(module, filename);
  else run(module, found.text, filename, found.code);
};

const { _compile: compile } = Module.prototype;
Module.prototype._compile = function (text, filename, format) {
  // What imports while it runs, Node itself has to compile.
  const isPlain = format !== "module" && isKept(filename) && !/\bimport\s*\(/.test(text);
  return isPlain ? run(this, text.replace(/^#!/, "//"), filename) : compile.call(this, text, filename, format);
};

process.on("exit", write);
