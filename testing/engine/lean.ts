/**
 * The SDK loads npm's dependency tree (@npmcli/arborist), the TypeScript compiler and what reads package files at its
 * start, for programs that hand functions to the engine, its own Automation API, and OpenTelemetry. Most programs never use them, and
 * two processes a run spend more than half of their start on them. This is loaded into every child: they stay away until
 * somebody uses them.
 */
export const lean = `data:text/javascript,${encodeURIComponent(`
  import Module from "node:module";
  const load = Module._load;
  const late = /^(?:@npmcli\\/arborist|typescript|normalize-package-data|\\.\\/automation|@opentelemetry\\/(?!api).*)$/;
  Module._load = function (request, parent, isMain) {
    const here = () => load.call(this, request, parent, isMain);
    if (!late.test(request) || !/[\\\\/]@pulumi[\\\\/]pulumi[\\\\/]/.test(parent?.filename ?? "")) return here();
    let loaded;
    const module = () => (loaded ??= here());
    // Bound, since such a function has no property that a proxy must show.
    return new Proxy(function () {}.bind(), {
      // As a module of the language it is taken as it is; one of CommonJS would be copied name by name, and so loaded.
      get(_, key) {
        if (key === "__esModule") return true;
        const value = Reflect.get(module(), key);
        return key === "default" && value === undefined ? module() : value;
      },
      getOwnPropertyDescriptor(_, key) {
        const property = Reflect.getOwnPropertyDescriptor(module(), key);
        return property && { ...property, configurable: true };
      },
      ownKeys: () => Reflect.ownKeys(module()),
      has: (_, key) => Reflect.has(module(), key),
      set: (_, key, value) => Reflect.set(module(), key, value),
      apply: (_, self, args) => Reflect.apply(module(), self, args),
      construct: (_, args) => Reflect.construct(module(), args),
    });
  };`)}`;
