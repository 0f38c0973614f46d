/**
 * Preloaded by every Node.js process of a test run (optional.ts), because each update of a real program starts four. Pulumi's SDK
 * loads the TypeScript compiler, npm's dependency tree, the Automation API and tracing at first use instead of at its start,
 * three quarters of which they take, and source maps never. `npm run quickstart` and `new-project` run without this.
 */
const Module = require("node:module");

const { _load: load } = Module;
const names = ["typescript", "@npmcli/arborist", "fdir", "normalize-package-data", "semver", "upath", "./automation"];
const isLate = (request) =>
  names.includes(request) || /^(?:source-map-support\/register|@opentelemetry\/(?!api$).*)$/.test(request);

Module._load = function (request, parent, isMain) {
  const here = () => load.call(this, request, parent, isMain);
  if (!isLate(request) || !/[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? "")) return here();
  // As a module of the language it is taken as it is; one of CommonJS would be copied name by name, and so loaded.
  return new Proxy(
    {},
    { get: (_, name) => name === "__esModule" || (here()[name] ?? (name === "default" ? here() : undefined)) },
  );
};
