/** Runs the stories of a test file on the plugin, over gRPC. */
import { deployBy, dynamicFront, type StackBehaviour } from "./handlerStack.ts";
import { PluginClient, pluginFront } from "./pluginFront.ts";

/**
 * A plugin for the tests of a file, by which their stacks are deployed.
 * @param behaviour of the engine and the language, in all of them
 */
export function onPlugin(behaviour: StackBehaviour = {}): { readonly client: PluginClient } {
  let running: PluginClient | undefined;
  const client = () => {
    if (running === undefined) throw new Error("the plugin runs only inside a test");
    return running;
  };
  beforeAll(async () => {
    running = await PluginClient.start();
    deployBy(pluginFront(client), behaviour);
  });
  afterAll(() => {
    running?.close();
    deployBy(dynamicFront);
  });
  return {
    get client() {
      return client();
    },
  };
}
