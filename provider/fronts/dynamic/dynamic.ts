/** Definitions as handlers for the Node SDK's provider host. Each is loaded at its first call, since few programs use all. */
import { once } from "../../dns/once.ts";
import type { HandlerName } from "../../imports/capture.ts";
import type { Properties, Resource } from "../../lifecycle/definition.ts";
import type { EngineOperation } from "../shared/engineOperation.ts";
import { engineAddress, interruption } from "../shared/interruption.ts";
import { identityOf, providerKey } from "../shared/state.ts";

interface Settings {
  get(key: string): string | undefined;
}

/** The operation that all handlers of a process share. */
class Host {
  /** None if a script calls a handler that was never configured. */
  #settings: Settings = { get: () => undefined };
  /** Handlers that are configured for this operation. */
  readonly #configured = new Set<string>();
  #operation: EngineOperation | undefined;

  /** The host configures each handler once per operation. A handler that is configured again begins a new operation. */
  configure(name: string, settings: Settings): void {
    // This call comes first, because it watches the engine, which may be killed at any time.
    interruption();
    if (this.#configured.size === 0 || this.#configured.has(name)) {
      this.#settings = settings;
      this.#configured.clear();
      this.#operation?.close();
      this.#operation = undefined;
    }
    this.#configured.add(name);
  }

  /** @param Operation the class, which the first call has loaded */
  operationOf(Operation: typeof EngineOperation): EngineOperation {
    const [settings, engine] = [this.#settings, engineAddress()];
    const progress = (message: string) => void showProgress(message, engine).catch(() => undefined);
    this.#operation ??= new Operation({ get: (key) => settings.get(key), engine, progress });
    return this.#operation;
  }
}

const host = new Host();

/** Shows a message until the engine prints its next one. Connects the SDK's log to the engine, since the host doesn't. */
async function showProgress(message: string, engine: string | undefined): Promise<void> {
  if (engine === undefined) return;
  const { log, runtime } = await import("@pulumi/pulumi");
  if (runtime.getEngine() === undefined) runtime.resetOptions("", "", 1, engine, "", false, "");
  await log.info(message, undefined, undefined, true);
}

/** Makes the handler of a resource. Its functions don't use `this`. @param name of the definition that `load` exports */
export function dynamicHandler<N extends HandlerName>(name: N, load: () => Promise<Record<N, Resource>>) {
  const calls = once(async () => {
    const { EngineOperation } = await import("../shared/engineOperation.ts");
    const { ResourceCalls } = await import("../shared/resourceCalls.ts");
    return new ResourceCalls(name, (await load())[name], () => host.operationOf(EngineOperation));
  });
  return {
    configure: ({ config }: { config: Settings }) => host.configure(name, config),
    check: async (olds: Properties, news: Properties) => (await calls()).check(olds, news, identityOf(news)),
    diff: async (id: string, olds: Properties, news: Properties) => {
      const { isChanged, replaces, deleteBeforeReplace } = await (await calls()).diff(id, olds, news);
      return { changes: isChanged, replaces, deleteBeforeReplace };
    },
    create: async (inputs: Properties) => (await calls()).create(inputs),
    read: async (id: string, props: Properties) => {
      const isKnown = Object.keys(props).some((key) => key !== providerKey);
      return isKnown ? (await calls()).read(id, props) : (await calls()).find(id);
    },
    update: async (id: string, olds: Properties, news: Properties) => (await calls()).update(id, olds, news),
    delete: async (id: string, props: Properties) => (await calls()).delete(id, props),
  };
}
