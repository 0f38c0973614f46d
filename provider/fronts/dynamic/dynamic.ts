/** The dynamic front: resource definitions as handlers that the provider host of Pulumi's Node SDK calls. */
import type { Resource } from "../../resources/definition.ts";
import type { ResourceCalls } from "../shared/resourceCalls.ts";
import { configure } from "./configure.ts";
import type { DynamicHandler } from "./handler.ts";

/**
 * Makes the handler of a resource. Its functions need no `this`, for whoever takes one out or spreads them.
 * @param type name of the resource
 * @param load gives its definition: at the first call, since a program seldom uses all resources
 */
export function dynamicHandler(type: string, load: () => Promise<Resource>): DynamicHandler {
  let loading: Promise<ResourceCalls> | undefined;
  const calls = () => {
    loading ??= Promise.all([import("./calls.ts"), load()]).then(([{ callsOf }, resource]) => callsOf(resource));
    return loading;
  };
  return {
    configure: ({ config }) => configure(type, (key) => config.get(key)),
    check: async (olds, news) => (await calls()).check(olds, news),
    diff: async (id, olds, news) => {
      const { isChanged, replaces, deleteBeforeReplace } = await (await calls()).diff(id, olds, news);
      return { changes: isChanged, replaces, deleteBeforeReplace };
    },
    create: async (inputs) => (await calls()).create(inputs),
    read: async (id, props) => (await calls()).read(id, props),
    update: async (id, olds, news) => (await calls()).update(id, olds, news),
    delete: async (id, props) => (await calls()).delete(id, props),
  };
}
