/** The provider as the engine calls it, on plain values: resources, settings, functions. */
import { withinSeconds } from "../../api/index.ts";
import { isLookup, rowOf } from "../../lookups/rows.ts";
import type { CheckFailure, Properties, Resource } from "../../resources/definition.ts";
import type { HandlerName } from "../../resources/existing/capture.ts";
import { resources } from "../../resources/index.ts";
import { CallError } from "../shared/callError.ts";
import { droppingOf } from "../shared/ignoredRecords.ts";
import { markedSecret, ownKey, providerKey, providerText, secretInputsKey } from "../shared/ownKeys.ts";
import { ResourceCalls } from "../shared/resourceCalls.ts";
import { unknownValue } from "../shared/values.ts";
import { type Difference, detailed } from "./diffs.ts";
import type { EngineLog } from "./engineLog.ts";
import { Instance } from "./instance.ts";
import { type SecretPlaces, secretNames, type Unwrapped, unwrap, wrap } from "./secrets.ts";
import { checkSettings, givenSettings, secretSettings } from "./settings.ts";

/** A request about a resource: what it is, and its bags as the engine sent them. */
export interface ResourceRequest {
  urn: string;
  type: string;
  id: string;
  /** What the last call answered, or the inputs before. */
  olds: Properties;
  news: Properties;
  isPreview: boolean;
  /** What the program gives a call that writes (`customTimeouts`), in seconds; 0: nothing is said. */
  seconds: number;
}

interface Kind {
  resource: Resource;
  calls: ResourceCalls;
  handler: HandlerName;
}

export class Provider {
  readonly log: EngineLog;
  readonly #cwd: () => string;
  #instance: Instance | undefined;
  /** Name of the provider that this process works for. */
  #name: string | undefined;
  readonly #kinds: ReadonlyMap<string, Kind>;

  /** @param cwd tells where the program is */
  constructor(log: EngineLog, cwd: () => string) {
    this.log = log;
    this.#cwd = cwd;
    this.#kinds = new Map(
      (Object.keys(resources) as HandlerName[]).map((handler) => {
        const resource: Resource = resources[handler];
        const calls = new ResourceCalls(resource, () => this.#running.operation);
        return [`registrar:index:${resource.type}`, { handler, resource, calls }];
      }),
    );
  }

  get #running(): Instance {
    this.#instance ??= new Instance(this.log, {}, "default", this.#cwd());
    return this.#instance;
  }

  checkConfig(news: Properties, name: string): { inputs: Properties; failures: CheckFailure[] } {
    const { properties, places } = unwrap(news);
    const given = givenSettings(properties);
    return { inputs: wrap(given, [places], secretSettings), failures: checkSettings(given, name, this.#cwd()) };
  }

  /** Another token, or another address, is the same provider: never a reason to replace a resource. */
  diffConfig(olds: Properties, news: Properties): Difference[] {
    const [old, wanted] = [olds, news].map((bag) => givenSettings(unwrap(bag).properties));
    const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(wanted ?? {})])].sort();
    const changes = names
      .filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(wanted?.[name]))
      .map((path) => ({ path, kind: "update" as const, reason: "differs" }));
    return detailed(changes, old ?? {}, wanted ?? {});
  }

  /**
   * Begins an operation of the engine.
   * @throws CallError where a person started this process and the engine hands it two providers: no later call says whose it is
   */
  configure(settings: Properties, name: string): void {
    if (this.#name !== undefined && this.#name !== name) {
      const message = `one process of this plugin cannot be both the provider ${this.#name} and ${name}: leave PULUMI_DEBUG_PROVIDERS out, so that Pulumi starts one for each`;
      throw new CallError(message, "ERR_REGISTRAR_CONFIGURATION");
    }
    this.#name = name;
    this.#instance = new Instance(this.log, givenSettings(unwrap(settings).properties), name, this.#cwd());
  }

  /** Also the end of every operation. */
  cancel(): void {
    this.#name = undefined;
    this.#instance?.cancel();
  }

  async check(request: ResourceRequest): Promise<{ inputs: Properties; failures: CheckFailure[] }> {
    const { resource, calls } = this.#kind(request);
    const [olds, news] = [unwrap(request.olds), unwrap(request.news)];
    const marked = marking(news.properties, resource, news.places);
    const { inputs, failures } = await this.log.during(request.urn, async () => {
      const found = await calls.check(olds.properties, marked);
      this.#running.noteOrder(resource, request.urn, found.inputs);
      return found;
    });
    return { inputs: this.#wrapped(resource, inputs, [news.places]), failures };
  }

  async diff(request: ResourceRequest, ignoreChanges: readonly string[]) {
    const { calls } = this.#kind(request);
    const [olds, news] = [unwrap(request.olds).properties, unwrap(request.news).properties];
    const [reason] = ignoreChanges.flatMap((path) => droppingOf(path, olds) ?? []);
    if (reason !== undefined) throw new CallError(reason, "ERR_REGISTRAR_CONFIGURATION");
    const { changes, isChanged, deleteBeforeReplace } = await calls.diff(request.id, olds, news);
    if (!isChanged) this.#running.order.done(request.urn);
    return { isChanged, deleteBeforeReplace, differences: detailed(changes, olds, news) };
  }

  async create(request: ResourceRequest): Promise<{ id: string; properties: Properties }> {
    const kind = this.#kind(request);
    const news = unwrap(request.news);
    if (request.isPreview) return { id: "", properties: this.#foreseen(kind, request, news) };
    const { id, outs } = await this.#writing(request, [news.places], () => kind.calls.create(news.properties));
    return { id, properties: this.#stored(kind, outs, [news.places]) };
  }

  async update(request: ResourceRequest): Promise<{ properties: Properties }> {
    const kind = this.#kind(request);
    const [olds, news] = [unwrap(request.olds), unwrap(request.news)];
    if (request.isPreview) return { properties: this.#foreseen(kind, request, news) };
    const { outs } = await this.#writing(request, [news.places], () =>
      kind.calls.update(request.id, olds.properties, news.properties),
    );
    return { properties: this.#stored(kind, outs, [news.places]) };
  }

  /** What is live; an empty answer for what is gone. Without a state of ours: what an id of the program's, or of a person's, names. */
  async read(request: ResourceRequest): Promise<{ id: string; properties: Properties; inputs: Properties }> {
    const kind = this.#kind(request);
    const [state, inputs] = [unwrap(request.olds), unwrap(request.news)];
    const places = [state.places, inputs.places];
    const found = await this.log.during(request.urn, () =>
      state.properties[providerKey] === undefined
        ? this.#running.importer.read(kind.handler, request.id)
        : kind.calls.read(request.id, withoutCode(state.properties)),
    );
    if (found.id === undefined) return { id: "", properties: {}, inputs: {} };
    return {
      id: found.id,
      properties: this.#stored(kind, found.props ?? {}, places),
      inputs: this.#wrapped(kind.resource, found.inputs ?? {}, places),
    };
  }

  async delete(request: ResourceRequest): Promise<void> {
    const { calls } = this.#kind(request);
    const state = unwrap(request.olds);
    await this.#writing(request, [state.places], () => calls.delete(request.id, state.properties));
  }

  async invoke(token: string, args: Properties): Promise<Properties> {
    const name = token.replace(/^registrar:index:/, "");
    const { properties, places } = unwrap(args);
    const result = await this.log.during("", () => this.#running.invoke(name, properties));
    const isSecret = (isLookup(name) && rowOf(name).isSecret) || places.size > 0;
    return isSecret ? wrap(result, [], Object.keys(result)) : result;
  }

  /** Ids of what there is of a resource. */
  async list(type: string, query: Properties): Promise<string[]> {
    const { handler } = this.#kind({ type });
    const { domain } = unwrap(query).properties;
    return this.log.during("", () => this.#running.list(handler, typeof domain === "string" ? domain : undefined));
  }

  /** A call that writes. What it made, although it failed, goes with its error, with its secrets wrapped. */
  async #writing<T>(request: ResourceRequest, places: readonly SecretPlaces[], work: () => Promise<T>): Promise<T> {
    const kind = this.#kind(request);
    try {
      return await this.log.during(request.urn, () => withinSeconds(request.seconds, work));
    } catch (error) {
      if (error instanceof CallError && error.properties !== undefined) {
        throw new PartialError(error, this.#stored(kind, error.properties, places));
      }
      throw error;
    } finally {
      this.#running.order.done(request.urn);
      this.#running.forgetLookups();
    }
  }

  #kind({ type }: Pick<ResourceRequest, "type">): Kind {
    const kind = this.#kinds.get(type);
    if (kind === undefined) throw new CallError(`there is no resource of type ${type}`, "ERR_REGISTRAR_CONFIGURATION");
    return kind;
  }

  /** With what the other front needs: a stack may go over to it, and be refreshed or destroyed at once. */
  #stored({ handler, resource }: Kind, state: Properties, places: readonly SecretPlaces[]): Properties {
    return this.#wrapped(resource, { ...state, [providerKey]: providerText(handler) }, places);
  }

  /** What a preview can say of a resource: its arguments, and that the rest is not known yet. */
  #foreseen({ resource }: Kind, { urn }: ResourceRequest, { properties, places }: Unwrapped): Properties {
    this.#running.order.done(urn);
    this.#running.operation.canLook();
    const { [ownKey]: _own, ...args } = properties;
    const kept = Object.entries(args).filter(([name]) => !resource.controls.includes(name));
    const unknown = Object.keys(resource.outputs).map((name): [string, unknown] => [name, unknownValue]);
    return this.#wrapped(resource, { ...Object.fromEntries(unknown), ...Object.fromEntries(kept) }, [places]);
  }

  #wrapped(resource: Resource, properties: Properties, places: readonly SecretPlaces[]): Properties {
    const { secretInputs = [], secretOutputs = [] } = resource;
    // Of a resource that was read, the state itself says which of its arguments are secret.
    return wrap(properties, places, [...secretInputs, ...secretOutputs, ...unplaced(properties, places)]);
  }
}

/** Something was made, and is not as it should be. */
export class PartialError extends Error {
  override readonly cause: CallError;
  readonly properties: Properties;

  constructor(cause: CallError, properties: Properties) {
    super(cause.message);
    this.name = "PartialError";
    this.cause = cause;
    this.properties = properties;
  }
}

/** Inputs that a state shows have none. */
function withoutCode(properties: Properties): Properties {
  const { [providerKey]: _code, ...rest } = properties;
  return rest;
}

/** Arguments with the names of those that the program marked secret, as the classes of the dynamic front send them. */
function marking(news: Properties, { secretInputs = [] }: Resource, places: SecretPlaces): Properties {
  const given = secretInputs.filter((name) => news[name] !== undefined && news[name] !== null);
  const names = [...new Set([...secretNames(places), ...given, ...markedSecret(news)])]
    .filter((name) => !name.startsWith("__"))
    .sort();
  const own = typeof news[ownKey] === "object" ? { ...news[ownKey] } : {};
  return names.length === 0 ? news : { ...news, [ownKey]: { ...own, [secretInputsKey]: names } };
}

/** Arguments that the bag itself names as secret, where no request said which part of them is. */
const unplaced = (properties: Properties, places: readonly SecretPlaces[]): string[] =>
  markedSecret(properties).filter((name) => !places.some((each) => each.has(name)));
