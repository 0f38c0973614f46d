/** The dynamic front: resource definitions as handlers that the provider host of Pulumi's Node SDK calls. */
import type { Resource } from "../../resources/definition.ts";
import { ResourceCalls } from "../shared/resourceCalls.ts";
import { configure, currentOperation } from "./currentOperation.ts";
import type { DynamicHandler } from "./handler.ts";

/** Makes the handler of a resource. Its functions need no `this`, for whoever takes one out or spreads them. */
export function dynamicHandler(resource: Resource): DynamicHandler {
  const calls = new ResourceCalls(resource, currentOperation);
  return {
    configure: ({ config }) => configure(resource.type, (key) => config.get(key)),
    check: (olds, news) => calls.check(olds, news),
    diff: async (id, olds, news) => {
      const { isChanged, replaces, deleteBeforeReplace } = await calls.diff(id, olds, news);
      return { changes: isChanged, replaces, deleteBeforeReplace };
    },
    create: (inputs) => calls.create(inputs),
    read: (id, props) => calls.read(id, props),
    update: (id, olds, news) => calls.update(id, olds, news),
    delete: (id, props) => calls.delete(id, props),
  };
}
