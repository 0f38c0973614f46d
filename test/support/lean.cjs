/**
 * Preloaded by every Node.js process of a test run (optional.ts), because each update of a real program starts four. Pulumi's SDK
 * loads the TypeScript compiler, npm's dependency tree, the Automation API and tracing at first use instead of at its start,
 * three quarters of which they take, and source maps never. Programs whose types aren't checked are transpiled by swc, once for all
 * processes. `npm run quickstart` and `new-project` run without this.
 */
const { createHash } = require("node:crypto");
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

const { _load: load } = Module;
const names = ["typescript", "@npmcli/arborist", "fdir", "normalize-package-data", "semver", "upath", "./automation"];
const isLate = (request) =>
  names.includes(request) || /^(?:source-map-support\/register|@opentelemetry\/(?!api$).*)$/.test(request);

const transpiled = join(__dirname, "..", "..", "node_modules", ".cache", "transpiled");
const options = { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } };

/** In place of ts-node, which loads the TypeScript compiler in each process. */
function register() {
  Module._extensions[".ts"] = (module, file) => {
    const source = readFileSync(file, "utf8");
    const made = join(transpiled, `${createHash("sha256").update(source).digest("hex")}.js`);
    if (!existsSync(made)) {
      mkdirSync(transpiled, { recursive: true });
      const own = `${made}.${process.pid}`;
      writeFileSync(own, require("@swc/core").transformSync(source, { ...options, filename: file }).code);
      renameSync(own, made);
    }
    module._compile(readFileSync(made, "utf8"), file);
  };
}
const isTranspiled = () => process.env["PULUMI_NODEJS_TRANSPILE_ONLY"] === "true";
const isTsNode = (request) => /(?:^|[\\/])ts-node(?:@[\d.]+)?$/.test(request);

Module._load = function (request, parent, isMain) {
  const here = () => load.call(this, request, parent, isMain);
  if (isTsNode(request) && isTranspiled()) return { register };
  if (!isLate(request) || !/[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? "")) return here();
  // As a module of the language it is taken as it is; one of CommonJS would be copied name by name, and so loaded.
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === "version" && request === "typescript") return require("typescript/package.json").version;
        return name === "__esModule" || (here()[name] ?? (name === "default" ? here() : undefined));
      },
    },
  );
};
