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

const root = join(__dirname, "..", "..");
const isKept = (file) => file.startsWith(join(root, "node_modules/")) || file.startsWith(join(root, "dist/"));
/** These are written last by an installation, and by a build. */
const marks = ["node_modules/.package-lock.json", "dist/THIRD_PARTY_LICENSES"];
const timeOf = (mark) => fs.statSync(join(root, mark), { throwIfNoEntry: false })?.mtimeMs;
const age = JSON.stringify([process.version, process.arch, marks.map(timeOf)]);
const program = /^.*[\\/]([^\\/]+)$/.exec(process.argv[1] ?? "")?.[1] ?? "none";
const flags = createHash("sha256").update(JSON.stringify([process.execArgv, process.env.NODE_OPTIONS]));
const folder = join(root, "node_modules", ".cache", "compiled");
const store = join(folder, `${program}-${flags.digest("hex").slice(0, 12)}`);

// The SDK sets it, and V8 takes nothing that was compiled under other flags.
v8.setFlagsFromString("--allow-natives-syntax");

/** What another process left: the text and the code of each module. */
const { known, paths } = read();
Object.assign(Module._pathCache, paths);
/** Modules that this process had to compile. */
const compiled = new Map();

function read() {
  try {
    const bytes = fs.readFileSync(store);
    const end = 4 + bytes.readUInt32LE();
    const head = JSON.parse(bytes.toString("utf8", 4, end));
    if (head.age !== age) return { known: new Map() };
    let at = end;
    const next = (size) => {
      at += size;
      return bytes.subarray(at - size, at);
    };
    return {
      known: new Map(head.files.map(([file, text, code]) => [file, { text: next(text), code: next(code) }])),
      paths: head.paths,
    };
  } catch {
    return { known: new Map() };
  }
}

function write() {
  if (compiled.size === 0) return;
  for (const [file, { text, script }] of compiled) known.set(file, { text, code: script.createCachedData() });
  compiled.clear();
  const head = Buffer.from(
    JSON.stringify({
      age,
      files: [...known].map(([file, { text, code }]) => [file, text.length, code.length]),
      paths: Object.fromEntries(Object.entries(Module._pathCache).filter(([, file]) => isKept(file))),
    }),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const own = `${store}.${process.pid}`;
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(
      own,
      Buffer.concat([size, head, ...[...known.values()].flatMap(({ text, code }) => [text, code])]),
    );
    fs.renameSync(own, store);
  } catch {
    // Where nothing can be written, each process compiles for itself.
  }
}

function compile(module, text, filename, cachedData) {
  const script = new Script(Module.wrap(text), { filename, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) {
    // A host of providers is killed at its end.
    if (compiled.size === 0) setTimeout(write, 250).unref();
    compiled.set(filename, { text: Buffer.from(text), script });
  }
  const require = (id) => module.require(id);
  require.resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  require.resolve.paths = (request) => Module._resolveLookupPaths(request, module);
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  const call = [module.exports, require, module, filename, dirname(filename)];
  return script.runInThisContext().apply(module.exports, call);
}

const { ".js": load } = Module._extensions;
Module._extensions[".js"] = (module, filename) => {
  const found = known.get(filename);
  if (found === undefined) load(module, filename);
  else compile(module, found.text.toString(), filename, found.code);
};

const { _compile: compileAnew } = Module.prototype;
Module.prototype._compile = function (text, filename, format) {
  // What imports while it runs, Node itself has to compile.
  const isPlain = format !== "module" && isKept(filename) && !/\bimport\s*\(/.test(text);
  if (!isPlain) return compileAnew.call(this, text, filename, format);
  return compile(this, text.replace(/^#!/, "//"), filename);
};

process.on("exit", write);
