/**
 * Resource definitions as handlers for the Node SDK's provider host. The client and a definition are loaded at the first call,
 * since few programs use all resources.
 */
import type { HandlerName } from "../../imports/capture.ts";
import type { Resource } from "../../lifecycle/definition.ts";
import type { EngineOperation } from "../shared/engineOperation.ts";
import type { Existing } from "../shared/existing.ts";
import { engineAddress, interruption } from "../shared/interruption.ts";
import { providerKey } from "../shared/ownKeys.ts";
import type { ResourceCalls } from "../shared/resourceCalls.ts";
import type { DynamicHandler } from "./handler.ts";

/** Settings of one operation by their full key. */
interface Settings {
  get(key: string): string | undefined;
}

interface Running {
  readonly settings: Settings;
  readonly operation: EngineOperation;
  /** Made at the first import. */
  existing?: Existing;
}

/** The operation that all handlers of a process share. */
class Host {
  /** None if a script calls a handler that was never configured. */
  #settings: Settings = { get: () => undefined };
  /** Handlers that are configured for this operation. */
  readonly #configured = new Set<string>();
  #running: Running | undefined;

  /** The host configures each handler once per operation. A handler that is configured again begins a new operation. */
  configure(name: string, get: Settings["get"]): void {
    // This call comes first, because it watches the engine, which may be killed at any time.
    interruption();
    if (this.#configured.size === 0 || this.#configured.has(name)) {
      this.#settings = { get };
      this.#configured.clear();
    }
    this.#configured.add(name);
  }

  async load(): Promise<() => Running> {
    const { EngineOperation } = await import("../shared/engineOperation.ts");
    return () => {
      if (this.#running?.settings === this.#settings) return this.#running;
      const engine = engineAddress();
      const progress = (message: string) => void showProgress(message, engine).catch(() => undefined);
      this.#running?.operation.close();
      const settings = this.#settings;
      const operation = new EngineOperation({ ...settings, engine, ...(engine && { progress }) });
      this.#running = { settings, operation };
      return this.#running;
    };
  }
}

const host = new Host();

/** Shows a message until the engine prints its next one. Connects the SDK's log to the engine, since the host doesn't. */
async function showProgress(message: string, engine = ""): Promise<void> {
  const { log, runtime } = await import("@pulumi/pulumi");
  if (runtime.getEngine() === undefined) runtime.resetOptions("", "", 1, engine, "", false, "");
  await log.info(message, undefined, undefined, true);
}

async function callsOf(resource: Promise<Resource>): Promise<ResourceCalls> {
  const [now, { ResourceCalls }, definition] = await Promise.all([
    host.load(),
    import("../shared/resourceCalls.ts"),
    resource,
  ]);
  return new ResourceCalls(definition, () => now().operation);
}

async function existing(): Promise<Existing> {
  const [now, { Existing }] = await Promise.all([host.load(), import("../shared/existing.ts")]);
  const operation = now();
  operation.existing ??= new Existing(operation.operation);
  return operation.existing;
}

/** Makes the handler of a resource. Its functions don't use `this`. @param name of the definition that `load` exports */
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
    configure: ({ config }) => host.configure(name, (key) => config.get(key)),
    check: async (olds, news) => (await calls()).check(olds, news),
    diff: async (id, olds, news) => {
      const { isChanged, replaces, deleteBeforeReplace } = await (await calls()).diff(id, olds, news);
      return { changes: isChanged, replaces, deleteBeforeReplace };
    },
    create: async (inputs) => (await calls()).create(inputs),
    read: async (id, props) =>
      Object.keys(props).some((key) => key !== providerKey)
        ? (await calls()).read(id, props)
        : (await existing()).read(name, id),
    update: async (id, olds, news) => (await calls()).update(id, olds, news),
    delete: async (id, props) => (await calls()).delete(id, props),
  };
}
