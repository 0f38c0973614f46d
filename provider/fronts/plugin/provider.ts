/** The calls of Pulumi's provider protocol that need the resources. */
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { withinSeconds } from "../../api/index.ts";
import type { HandlerName } from "../../imports/capture.ts";
import { fqdnOf, fqdnParts, hasUnknown, pick, unknownValue } from "../../lifecycle/arguments.ts";
import type { Properties, Resource } from "../../lifecycle/definition.ts";
import { resources } from "../../resources/index.ts";
import { CallError, type EngineOperation } from "../shared/engineOperation.ts";
import { ResourceCalls, withSealed } from "../shared/resourceCalls.ts";
import { secretSettings } from "../shared/settings.ts";
import {
  identityIn,
  markedSecret,
  ownKey,
  ownOf,
  pluginType,
  providerKey,
  providerText,
  secretInputsKey,
} from "../shared/state.ts";
import type { EngineLog } from "./engineLog.ts";
import { begin, checkSettings, givenSettings, type Host, invoke, list } from "./instance.ts";
import {
  bagOf,
  CallStatus,
  checked,
  differing,
  type SecretPlaces,
  structOf,
  type Unwrapped,
  wrap,
} from "./messages.ts";

export class Provider {
  readonly #log: EngineLog;
  readonly #host: () => Host;
  #operation: EngineOperation | undefined;
  readonly #calls: ReadonlyMap<string, ResourceCalls>;

  constructor(log: EngineLog, host: () => Host) {
    this.#log = log;
    this.#host = host;
    const handlers = Object.keys(resources) as HandlerName[];
    const calls = handlers.map((name) => new ResourceCalls(name, resources[name], () => this.#running));
    this.#calls = new Map(calls.map((each) => [pluginType(each.resource.type), each]));
  }

  get #running(): EngineOperation {
    this.#operation ??= begin(this.#log, {}, "default", this.#host());
    return this.#operation;
  }

  checkConfig(request: messages.CheckRequest): messages.CheckResponse {
    const { properties, places } = bagOf(request.getNews());
    const given = givenSettings(properties);
    const failures = checkSettings(given, request.getName(), this.#host().cwd);
    return checked(structOf(wrap(given, places, secretSettings)), failures);
  }

  /** Begins an operation of the engine. */
  configure(request: messages.ConfigureRequest): messages.ConfigureResponse {
    const settings = givenSettings(bagOf(request.getArgs()).properties);
    this.#operation?.close();
    this.#operation = begin(this.#log, settings, request.getName() ?? "", this.#host());
    return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
  }

  /** Called after Ctrl-C, and at the end of every operation. */
  cancel(): Empty {
    this.#operation?.cancel();
    return new Empty();
  }

  async check(request: messages.CheckRequest): Promise<messages.CheckResponse> {
    const calls = this.#callsOf(request);
    const [olds, news] = [bagOf(request.getOlds()), bagOf(request.getNews())];
    const marked = marking(news.properties, calls.resource, news.places);
    const { inputs, failures } = await calls.check(olds.properties, marked, identityIn(request.getUrn()));
    return checked(wrapped(calls.resource, inputs, news.places), failures);
  }

  async diff(request: messages.DiffRequest): Promise<messages.DiffResponse> {
    const calls = this.#callsOf(request);
    const [olds, news] = [bagOf(request.getOlds()).properties, bagOf(request.getNews()).properties];
    const { changes, isChanged, deleteBeforeReplace } = await calls.diff(request.getId(), olds, news);
    return differing(isChanged, changes, { olds, news }, deleteBeforeReplace);
  }

  async create(request: messages.CreateRequest): Promise<messages.CreateResponse> {
    const calls = this.#callsOf(request);
    const news = bagOf(request.getProperties());
    const response = new messages.CreateResponse();
    if (request.getPreview()) return response.setProperties(this.#previewed(calls.resource, news));
    const { id, outs } = await this.#writing(request, news, () =>
      calls.create(news.properties, identityIn(request.getUrn())),
    );
    return response.setId(id).setProperties(stored(calls, outs, news.places));
  }

  async update(request: messages.UpdateRequest): Promise<messages.UpdateResponse> {
    const calls = this.#callsOf(request);
    const [olds, news] = [bagOf(request.getOlds()), bagOf(request.getNews())];
    const response = new messages.UpdateResponse();
    if (request.getPreview()) return response.setProperties(this.#previewed(calls.resource, news, olds));
    const { outs } = await this.#writing(request, news, () =>
      calls.update(request.getId(), olds.properties, news.properties, identityIn(request.getUrn())),
    );
    return response.setProperties(stored(calls, outs, news.places));
  }

  /** Reads the live row; an empty response means gone. Without a state of this package, finds the row by its ID. */
  async read(request: messages.ReadRequest): Promise<messages.ReadResponse> {
    const calls = this.#callsOf(request);
    const [state, inputs] = [bagOf(request.getProperties()), bagOf(request.getInputs())];
    const { [providerKey]: code, ...known } = state.properties;
    const found =
      code === undefined
        ? await calls.find(request.getId(), request.getUrn())
        : await calls.read(request.getId(), known, identityIn(request.getUrn()));
    const response = new messages.ReadResponse();
    if (found.id === undefined) return response.setProperties(structOf({})).setInputs(structOf({}));
    const places = new Map([...inputs.places, ...state.places]);
    return response
      .setId(found.id)
      .setProperties(stored(calls, found.props ?? {}, places))
      .setInputs(wrapped(calls.resource, found.inputs ?? {}, places));
  }

  async delete(request: messages.DeleteRequest): Promise<Empty> {
    const calls = this.#callsOf(request);
    const state = bagOf(request.getProperties());
    const identity = identityIn(request.getUrn());
    await this.#writing(request, state, () => calls.delete(request.getId(), state.properties, identity));
    return new Empty();
  }

  async invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
    const name = request.getTok().replace(pluginType(""), "");
    const { properties, places } = bagOf(request.getArgs());
    this.#running.secrets.note([...places.keys()].map((argument) => properties[argument]));
    const { result, secrets } = await invoke(this.#running, name, properties);
    const hidden = places.size > 0 ? Object.keys(result) : secrets;
    return new messages.InvokeResponse().setReturn(structOf(wrap(result, new Map(), hidden)));
  }

  /** Returns the IDs of existing rows as one page: for a second page, the provider would read the registrar's list again. */
  async list(request: messages.ListRequest): Promise<messages.ListResponse[]> {
    const { domain } = bagOf(request.getQuery()).properties;
    if (hasUnknown(domain)) return [new messages.ListResponse().setComputed(new messages.ListResponse.Computed())];
    const { handler } = this.#callsFor(request.getToken());
    const ids = await list(this.#running, handler, typeof domain === "string" ? domain : undefined);
    return ids
      .slice(0, request.getLimit() > 0 ? request.getLimit() : ids.length)
      .map((id) => new messages.ListResponse().setResult(new messages.ListResponse.Result().setId(id).setName(id)));
  }

  failed(error: unknown): CallStatus {
    return error instanceof CallStatus ? error : new CallStatus(this.#running.callError(error));
  }

  /** Runs a call that writes. If it fails after it created the resource, its error contains the state. */
  async #writing<T>(request: Writing, { places }: Unwrapped, work: () => Promise<T>): Promise<T> {
    try {
      return await withinSeconds(request.getTimeout(), work);
    } catch (error) {
      if (!(error instanceof CallError) || error.properties === undefined) throw error;
      if (request instanceof messages.DeleteRequest) throw error;
      const inputs = request instanceof messages.CreateRequest ? request.getProperties() : request.getNews();
      throw new CallStatus(error, { properties: stored(this.#callsOf(request), error.properties, places), inputs });
    } finally {
      this.#running.lookups = undefined;
    }
  }

  /** The last type in a URN is the resource's; those before it are its parents'. */
  #callsOf(request: { getUrn(): string }): ResourceCalls {
    return this.#callsFor(request.getUrn().split("::")[2]?.split("$").at(-1) ?? "");
  }

  #callsFor(type: string): ResourceCalls {
    const calls = this.#calls.get(type);
    if (calls === undefined) throw this.#running.refusal(`there is no resource of type ${type}`);
    return calls;
  }

  /** Outputs of a preview: arguments, `fqdn` if its parts are known, and outputs that last. All others are unknown. */
  #previewed(resource: Resource, { properties, places }: Unwrapped, olds?: Unwrapped): Struct {
    this.#running.canAskOrWarn();
    const { [ownKey]: _own, ...args } = properties;
    const kept = Object.entries(args).filter(([name]) => !resource.controls.includes(name));
    const lasting = pick(olds?.properties ?? {}, resource.lasting ?? []);
    const fqdn = fqdnParts.some((key) => hasUnknown(args[key])) ? undefined : fqdnOf(args);
    const known = withSealed({ ...lasting, fqdn }, properties);
    const outputs = Object.keys(resource.outputs).map((name) => [name, known[name] ?? unknownValue]);
    return wrapped(resource, { ...Object.fromEntries(outputs), ...Object.fromEntries(kept) }, places);
  }
}

type Writing = messages.CreateRequest | messages.UpdateRequest | messages.DeleteRequest;

/** Adds the provider's code to a state: after a switch to the classes, a refresh or destroy before the first `up` needs it. */
const stored = ({ handler, resource }: ResourceCalls, state: Properties, places: SecretPlaces): Struct =>
  wrapped(resource, { ...state, [providerKey]: providerText(handler) }, places);

function wrapped(resource: Resource, properties: Properties, places: SecretPlaces): Struct {
  const { secretInputs = [], secretOutputs = [] } = resource;
  return structOf(wrap(properties, places, [...secretInputs, ...secretOutputs]));
}

/** Adds the names of secret arguments, which only the TypeScript classes send with their arguments. */
function marking(news: Properties, { secretInputs = [] }: Resource, places: SecretPlaces): Properties {
  const given = secretInputs.filter((name) => news[name] !== undefined && news[name] !== null);
  const names = [...new Set([...places.keys(), ...given, ...markedSecret(news)])]
    .filter((name) => !name.startsWith("__"))
    .sort();
  return names.length === 0 ? news : { ...news, [ownKey]: { ...ownOf(news), [secretInputsKey]: names } };
}
