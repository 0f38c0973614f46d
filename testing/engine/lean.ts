/**
 * The SDK loads npm's dependency tree (@npmcli/arborist) and the TypeScript compiler at its start, for programs that hand
 * functions to the engine. Most of them never do, and two processes a run spend half of their start on it. This is loaded into every
 * child: both stay away until somebody uses them.
 */
export const lean = `data:text/javascript,${encodeURIComponent(`
  import Module from "node:module";
  const load = Module._load;
  const late = new Set(["@npmcli/arborist", "typescript"]);
  Module._load = function (request, parent, isMain) {
    const here = () => load.call(this, request, parent, isMain);
    if (!late.has(request) || !/[\\\\/]@pulumi[\\\\/]pulumi[\\\\/]/.test(parent?.filename ?? "")) return here();
    let loaded;
    const module = () => (loaded ??= here());
    // Bound, since such a function has no property that a proxy must show.
    return new Proxy(function () {}.bind(), {
      // A module of CommonJS has no such mark: asking for it is no use yet.
      get: (_, key) => (key === "__esModule" ? undefined : Reflect.get(module(), key)),
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
