/** Runs the stories of a test file on the plugin, over gRPC. */
import { deployBy, dynamicFront } from "./handlerStack.ts";
import { PluginClient, pluginFront } from "./pluginFront.ts";

/** A plugin for the tests of a file, by which their stacks are deployed. */
export function onPlugin(): { readonly client: PluginClient } {
  let running: PluginClient | undefined;
  const client = () => {
    if (running === undefined) throw new Error("the plugin runs only inside a test");
    return running;
  };
  beforeAll(async () => {
    running = await PluginClient.start();
    deployBy(pluginFront(client));
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
