/**
 * Loaded first by every Node.js process of a test run (optional.ts): the SDK loads the TypeScript compiler, npm's dependency tree,
 * the Automation API and tracing only when something of them is used, instead of at its start, three quarters of which they
 * take. Source maps, in which it looks up where each resource was declared, it does not load at all. Each update of a whole
 * program starts four such processes. `npm run quickstart` and `new-project` start them without this.
 */
require("../../scripts/compiled.cjs");
const Module = require("node:module");

const { _load: load } = Module;
const late =
  /^(?:typescript|@npmcli\/arborist|fdir|normalize-package-data|semver|upath|\.\/automation|source-map-support\/register|@opentelemetry\/(?!api$).*)$/;

Module._load = function (request, parent, isMain) {
  const here = () => load.call(this, request, parent, isMain);
  if (!late.test(request) || !/[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? "")) return here();
  // As a module of the language it is taken as it is; one of CommonJS would be copied name by name, and so loaded.
  return new Proxy(
    {},
    { get: (_, name) => name === "__esModule" || (here()[name] ?? (name === "default" ? here() : undefined)) },
  );
};
