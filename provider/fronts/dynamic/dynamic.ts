/**
 * The dynamic front: resource definitions as handlers that the provider host of Pulumi's Node SDK calls. Light: the client and a definition
 * are loaded at the first call, since a program seldom uses all resources.
 */
import type { Resource } from "../../resources/definition.ts";
import type { HandlerName } from "../../resources/existing/capture.ts";
import type { EngineOperation } from "../shared/engineOperation.ts";
import type { Existing } from "../shared/existing.ts";
import { interruption } from "../shared/interruption.ts";
import { providerKey } from "../shared/ownKeys.ts";
import type { ResourceCalls } from "../shared/resourceCalls.ts";
import type { DynamicHandler } from "./handler.ts";

/** Settings by their full key. Each operation of the engine has its own. */
interface Settings {
  get(key: string): string | undefined;
}

/** Those of the operation that is running; none where a script calls a handler that was never configured. */
let settings: Settings = { get: () => undefined };
/** Handlers that are configured for it. */
let configured = new Set<string>();
/** One for all handlers, as long as nobody configures them for another. */
let current: { settings: Settings; operation: EngineOperation } | undefined;
let lookedUp: { settings: Settings; existing: Existing } | undefined;

/** The host runs one process an operation and configures each handler once: one that is configured again begins a new operation. */
function configure(name: string, get: (key: string) => string | undefined): void {
  // From the first moment on, also in a run that never calls the registrar: the engine may be killed.
  interruption();
  if (configured.size === 0 || configured.has(name)) {
    settings = { get };
    configured = new Set();
  }
  configured.add(name);
}

async function callsOf(resource: Promise<Resource>): Promise<ResourceCalls> {
  const [{ EngineOperation }, { ResourceCalls }, definition] = await Promise.all([
    import("../shared/engineOperation.ts"),
    import("../shared/resourceCalls.ts"),
    resource,
  ]);
  return new ResourceCalls(definition, () => {
    if (current?.settings !== settings) current = { settings, operation: new EngineOperation(settings) };
    return current.operation;
  });
}

/** For what the static function `get` of a class names: one for all of an operation. */
async function existing(): Promise<Existing> {
  const [{ EngineOperation }, { Existing }] = await Promise.all([
    import("../shared/engineOperation.ts"),
    import("../shared/existing.ts"),
  ]);
  if (lookedUp?.settings !== settings) {
    lookedUp = { settings, existing: new Existing(new EngineOperation(settings)) };
  }
  return lookedUp.existing;
}

/**
 * Makes the handler of a resource. Its functions need no `this`, for whoever takes one out or spreads them.
 * @param name under which its module exports the resource
 */
export function dynamicHandler<N extends HandlerName>(
  name: N,
  load: () => Promise<Record<N, Resource>>,
): DynamicHandler {
  let loading: Promise<ResourceCalls> | undefined;
  const calls = () => {
    loading ??= callsOf(load().then((module) => module[name]));
    return loading;
  };
  return {
    configure: ({ config }) => configure(name, (key) => config.get(key)),
    check: async (olds, news) => (await calls()).check(olds, news),
    diff: async (id, olds, news) => {
      const { isChanged, replaces, deleteBeforeReplace } = await (await calls()).diff(id, olds, news);
      return { changes: isChanged, replaces, deleteBeforeReplace };
    },
    create: async (inputs) => (await calls()).create(inputs),
    // Without a state, there is an id alone.
    read: async (id, props) =>
      Object.keys(props).some((key) => key !== providerKey)
        ? (await calls()).read(id, props)
        : (await existing()).read(name, id),
    update: async (id, olds, news) => (await calls()).update(id, olds, news),
    delete: async (id, props) => (await calls()).delete(id, props),
  };
}
