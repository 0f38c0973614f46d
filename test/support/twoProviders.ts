/** Two providers in one program: the engine starts a process for each, and both get its address. */
import { deployBy, dynamicFront } from "./handlerStack.ts";
import { PluginClient, pluginFront } from "./pluginFront.ts";

const engine = "127.0.0.1:9";

/** Two plugins for the tests of a file: the second one deploys the resources whose name begins with `other`. @returns their clients */
export function onTwoProviders(): readonly PluginClient[] {
  const clients: PluginClient[] = [];
  const cancel = async () => {
    for (const client of clients) await client.cancel();
  };
  beforeAll(async () => {
    for (const _ of ["default", "other"]) clients.push(await PluginClient.start(engine));
    const fronts = clients.map((client) => pluginFront(() => client));
    let config = {};
    let configured: (Promise<void> | undefined)[] = [];
    deployBy({
      handlerOf(handler, name) {
        const at = name.startsWith("other") ? 1 : 0;
        const started = fronts[at];
        if (started === undefined) throw new Error("two plugins run");
        // As the engine, starts a provider at the first call that needs it: that of deleted resources after the writes of the other.
        const call = async () => {
          configured[at] ??= started.configure(config);
          await configured[at];
        };
        return new Proxy(started.handlerOf(handler, name), {
          get: (calls, key) => {
            const made: unknown = Reflect.get(calls, key);
            return typeof made === "function" ? (...args: unknown[]) => call().then(() => made(...args)) : made;
          },
        });
      },
      async configure(given) {
        await cancel();
        [config, configured] = [given, []];
      },
    });
  });
  beforeEach(cancel);
  afterAll(() => {
    for (const client of clients) client.close();
    deployBy(dynamicFront);
  });
  return clients;
}
