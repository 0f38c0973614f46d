/** One instance of the provider: its settings, and the operation of the engine that it works for. */
import { setMaxListeners } from "node:events";
import { RegistrarError } from "../../api/index.ts";
import { isLookup, rowOf } from "../../lookups/rows.ts";
import type { Properties, Resource } from "../../resources/definition.ts";
import type { HandlerName } from "../../resources/existing/capture.ts";
import { readDomain } from "../../resources/existing/naturalId.ts";
import { resources } from "../../resources/index.ts";
import { CallError, internalError } from "../shared/callError.ts";
import { EngineOperation } from "../shared/engineOperation.ts";
import { inFlight, interruption } from "../shared/interruption.ts";
import { isExplicit } from "../shared/ownKeys.ts";
import type { EngineLog } from "./engineLog.ts";
import { Importer, listedBy } from "./importer.ts";
import { settingsReader } from "./settings.ts";

export class Instance {
  readonly #log: EngineLog;
  readonly #settings: Properties;
  readonly #cwd: string;
  readonly #settingsFirst: boolean;
  /** Aborted when the engine cancels. */
  readonly #cancelled = new AbortController();
  readonly operation: EngineOperation;
  readonly order = new LockOrder();
  #lookups: ReturnType<Instance["openLookups"]> | undefined;
  #importer: Importer | undefined;

  /** @param name of the provider resource */
  constructor(log: EngineLog, settings: Properties, name: string, cwd: string) {
    this.#log = log;
    this.#settings = settings;
    this.#cwd = cwd;
    this.#settingsFirst = isExplicit(name);
    const signal = AbortSignal.any([this.#cancelled.signal, interruption()]);
    // Every waiting call listens.
    setMaxListeners(0, signal);
    this.operation = new EngineOperation({
      get: settingsReader(settings),
      cwd,
      settingsFirst: this.#settingsFirst,
      tell: (message, isWarning) => this.#log.tell(message, isWarning ? "warning" : "info"),
      progress: (message) => this.#log.tell(message, "progress"),
      interruption: signal,
    });
  }

  /** Nothing new is sent and nothing waits any more; what is under way may end. */
  cancel(): void {
    this.#cancelled.abort();
  }

  /** A resource was checked. */
  noteOrder(resource: Resource, urn: string, inputs: Properties): void {
    const advice = this.order.note(resource, urn, inputs);
    if (advice !== undefined && !this.operation.ignoredChecks.includes("lock-last")) this.operation.say(advice, true);
  }

  /** Something was written: what was looked up before may be old. */
  forgetLookups(): void {
    this.#lookups = undefined;
  }

  get importer(): Importer {
    this.#importer ??= new Importer(this.operation);
    return this.#importer;
  }

  /** @throws CallError */
  async invoke(name: string, args: Properties): Promise<Properties> {
    if (!isLookup(name)) throw new CallError(`there is no function ${name}`, "ERR_REGISTRAR_INVALID_INPUT");
    const { resultName } = rowOf(name);
    return this.#asking(async () => {
      const { all, session } = await this.#session();
      // What a program sent: each lookup checks what it is given.
      const result = await inFlight((): Promise<object> => all[name](session, args as never));
      return resultName === undefined ? { ...result } : { [resultName]: result };
    });
  }

  /**
   * Ids of what there is of a resource, each of which an import takes.
   * @param domain default: all of the account
   * @throws CallError, also where the account's domains cannot be read whole
   */
  async list(handler: HandlerName, domain: string | undefined): Promise<string[]> {
    const by = listedBy(handler);
    if (by === undefined)
      throw new CallError(`${resources[handler].type} cannot be listed`, "ERR_REGISTRAR_CONFIGURATION");
    return this.#asking(async () => {
      const domains = domain === undefined ? await this.#domains() : [readDomain(domain)];
      if (handler !== "dnsRecord" && handler !== "urlForward") return domains;
      const ids: string[] = [];
      for (const each of domains) for (const id of await this.importer.list(handler, each)) ids.push(id);
      return ids;
    });
  }

  async #domains(): Promise<string[]> {
    const { all, session } = await this.#session();
    const found = await inFlight(() => all.getDomains(session, {}));
    return found.map(({ domain }) => domain);
  }

  async #asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RegistrarError) throw new CallError(error.message, error.code);
      throw new CallError(error instanceof Error ? error.message : String(error), internalError);
    }
  }

  #session() {
    this.#lookups ??= this.openLookups();
    return this.#lookups;
  }

  private async openLookups() {
    const all = await import("../../lookups/index.ts");
    const configuration = all.readConfiguration({
      get: settingsReader(this.#settings),
      env: process.env,
      cwd: this.#cwd,
      settingsFirst: this.#settingsFirst,
    });
    return { all, session: all.openLookups(all.lookupClient(configuration)) };
  }
}

/**
 * Which items of a domain its `DomainLock` certainly does not wait for. The engine tells no provider what depends on what, but it calls
 * nothing for a resource before all that it depends on is done. What the lock does not wait for is deleted beside it, in any order.
 */
class LockOrder {
  /** Domains of the items that were checked and are not written yet, by URN. */
  readonly #open = new Map<string, unknown>();
  /** By domain: the lock that was checked, until something was said of it. */
  readonly #locks = new Map<unknown, string>();

  /** A resource was checked. @returns what is to be said of the lock of its domain */
  note({ type, onePerDomain }: Resource, urn: string, { domain }: Properties): string | undefined {
    if (type === "DomainLock") this.#locks.set(domain, urn);
    else if (onePerDomain === undefined) this.#open.set(urn, domain);
    const lock = this.#locks.get(domain);
    if (lock === undefined) return undefined;
    const [item] = [...this.#open].find(([, of]) => of === domain) ?? [];
    if (item === undefined) return undefined;
    this.#locks.delete(domain);
    const [name, other] = [lock, item].map((each) => each.split("::").at(-1));
    return (
      `the DomainLock ${name} does not wait for ${other}: when both leave the program, ${other} is deleted before anybody notices that ${domain} is still ` +
      `locked. Let the lock depend on all records, zones and forwards of ${domain}: \`dependsOn\` (in YAML under \`options\`, \`depends_on\` in Python) [lock-last]`
    );
  }

  /** Nothing is left to do for a resource. */
  done(urn: string): void {
    this.#open.delete(urn);
  }
}
