/**
 * Plays the engine for the plugin: its server runs in this process, and every call goes over gRPC, in the order and with the
 * wrappings of the real engine. What it gives is what the handlers of the other front give, so that both run the same stories.
 */
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { type Serving, serve } from "../../provider/fronts/plugin/server.ts";
import { deployBy, dynamicFront, type Front, type FrontHandler, typeOf } from "./handlerStack.ts";
import { opened, secret } from "./secretMarks.ts";
import { expectWellPut } from "./wellPut.ts";

export { UNKNOWN as unknown } from "../../testing/engine/values.ts";
export * from "./secretMarks.ts";

type Properties = Record<string, unknown>;

/** The failure of a call. */
export class CallFailed extends Error {
  readonly id?: string;
  readonly properties?: Properties;

  constructor(error: grpc.ServiceError) {
    super(error.details);
    const [details] = error.metadata.get("grpc-status-details-bin");
    if (!(details instanceof Buffer)) return;
    const [any] = Status.deserializeBinary(details).getDetailsList();
    const failed = messages.ErrorResourceInitFailed.deserializeBinary(any?.getValue_asU8() ?? new Uint8Array());
    this.id = failed.getId();
    this.properties = bagOf(failed.getProperties());
  }
}

const bagOf = (struct: Struct | undefined): Properties => ({ ...struct?.toJavaScript() });
const structOf = (bag: Properties) =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(bag)) as Record<string, JavaScriptValue>);

/** The calls of the protocol, on plain values. */
export class PluginClient {
  readonly #client: ResourceProviderClient;
  readonly #serving: Serving;
  /** Messages of failed calls. */
  readonly failures: string[] = [];

  private constructor(serving: Serving) {
    this.#serving = serving;
    this.#client = new ResourceProviderClient(`127.0.0.1:${serving.port}`, grpc.credentials.createInsecure());
  }

  /** @param engine its address, which all plugins of one operation get */
  static async start(engine?: string): Promise<PluginClient> {
    const schemaFile = join(__dirname, "../../provider/fronts/plugin/schema.generated.json");
    const client = new PluginClient(await serve(schemaFile));
    if (engine !== undefined) await client.handshake(engine);
    return client;
  }

  close(): void {
    this.#client.close();
    this.#serving.close();
  }

  async configure(settings: Properties, name = "default"): Promise<void> {
    const args = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, secret(value)]));
    const request = new messages.ConfigureRequest().setArgs(structOf(args)).setName(name).setAcceptsecrets(true);
    await this.#ask<messages.ConfigureResponse>((done) => this.#client.configure(request, done));
  }

  async checkConfig(news: Properties, name = "default") {
    const request = new messages.CheckRequest().setNews(structOf(news)).setName(name);
    return checkedOf(await this.#ask<messages.CheckResponse>((done) => this.#client.checkConfig(request, done)));
  }

  /** @param engine its address */
  async handshake(engine: string): Promise<void> {
    const request = new messages.ProviderHandshakeRequest().setEngineAddress(engine);
    await this.#ask<messages.ProviderHandshakeResponse>((done) => this.#client.handshake(request, done));
  }

  async cancel(): Promise<void> {
    await this.#ask<Empty>((done) => this.#client.cancel(new Empty(), done));
  }

  async invoke(name: string, args: Properties): Promise<Properties> {
    const request = new messages.InvokeRequest().setTok(`registrar:index:${name}`).setArgs(structOf(args));
    return bagOf((await this.#ask<messages.InvokeResponse>((done) => this.#client.invoke(request, done))).getReturn());
  }

  /** The ids of what there is of a type. */
  async list(type: string, query: Properties, limit = 0): Promise<string[]> {
    const request = new messages.ListRequest().setToken(`registrar:index:${type}`).setQuery(structOf(query));
    const ids: string[] = [];
    const stream: AsyncIterable<messages.ListResponse> = this.#client.list(request.setLimit(limit));
    for await (const response of stream) ids.push(response.getResult()?.getId() ?? "not known yet");
    return ids;
  }

  /** @param identity as its URN says it: types of the parents, type and name */
  async check(type: string, olds: Properties, news: Properties, identity = `registrar:index:${type}::it`) {
    const request = new messages.CheckRequest().setUrn(`urn:pulumi:dev::test::${identity}`);
    request.setOlds(structOf(olds)).setNews(structOf(news));
    return checkedOf(await this.#ask<messages.CheckResponse>((done) => this.#client.check(request, done)));
  }

  async diff(type: string, id: string, olds: Properties, news: Properties) {
    const request = new messages.DiffRequest().setUrn(urn(type)).setId(id);
    request.setOlds(structOf(olds)).setNews(structOf(news));
    return differencesOf(await this.#ask<messages.DiffResponse>((done) => this.#client.diff(request, done)));
  }

  /** @param seconds what `customTimeouts` gives the call */
  async create(type: string, news: Properties, isPreview = false, seconds = 0) {
    const request = new messages.CreateRequest().setUrn(urn(type)).setProperties(structOf(news)).setPreview(isPreview);
    request.setTimeout(seconds);
    const response = await this.#ask<messages.CreateResponse>((done) => this.#client.create(request, done));
    return { id: response.getId(), outs: bagOf(response.getProperties()) };
  }

  async read(type: string, id: string, properties: Properties, inputs: Properties = {}) {
    const request = new messages.ReadRequest().setUrn(urn(type)).setId(id);
    request.setProperties(structOf(properties)).setInputs(structOf(inputs));
    const response = await this.#ask<messages.ReadResponse>((done) => this.#client.read(request, done));
    return { id: response.getId(), props: bagOf(response.getProperties()), inputs: bagOf(response.getInputs()) };
  }

  async update(type: string, id: string, olds: Properties, news: Properties, isPreview = false, seconds = 0) {
    const request = new messages.UpdateRequest().setUrn(urn(type)).setId(id).setPreview(isPreview).setTimeout(seconds);
    request.setOlds(structOf(olds)).setNews(structOf(news));
    const response = await this.#ask<messages.UpdateResponse>((done) => this.#client.update(request, done));
    return { outs: bagOf(response.getProperties()) };
  }

  async delete(type: string, id: string, properties: Properties, seconds = 0): Promise<void> {
    const request = new messages.DeleteRequest().setUrn(urn(type)).setId(id).setProperties(structOf(properties));
    request.setTimeout(seconds);
    await this.#ask<Empty>((done) => this.#client.delete(request, done));
  }

  #ask<T>(call: (done: (error: grpc.ServiceError | null, response: T) => void) => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      call((error, response) => {
        if (error === null) return resolve(response);
        this.failures.push(error.details);
        reject(new CallFailed(error));
      });
    });
  }
}

/** @param type alone, or with the resource's name, as `DnsRecord::www` */
const urn = (type: string) => `urn:pulumi:dev::test::registrar:index:${type}${type.includes("::") ? "" : "::it"}`;
const checkedOf = (response: messages.CheckResponse) => ({
  inputs: bagOf(response.getInputs()),
  failures: response.getFailuresList().map((each) => ({ property: each.getProperty(), reason: each.getReason() })),
});

function differencesOf(response: messages.DiffResponse) {
  return {
    changes: response.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
    replaces: response.getReplacesList(),
    deleteBeforeReplace: response.getDeletebeforereplace(),
    detailed: Object.fromEntries(response.getDetaileddiffMap().toObject(false, (_, diff) => diff.getKind())),
  };
}

/** The plugin as a front that runs the stories of the other one. */
export function pluginFront(client: () => PluginClient): Front {
  const handlerOf = (handler: string, name: string): FrontHandler => {
    const type = `${typeOf(handler)}::${name.split("$").at(-1)}`;
    return {
      check: async (olds, { __provider: _code, __registrar: own, ...news }) => {
        const identity: unknown = Reflect.get(Object(own), "identity");
        const { inputs, failures } = await client().check(type, olds, news, String(identity));
        return { inputs: opened(inputs), failures };
      },
      diff: (id, olds, news) => client().diff(type, id, olds, news),
      create: async (inputs) => {
        const { id, outs } = await client().create(type, inputs).catch(plainFailure);
        return { id, outs: opened(outs) };
      },
      read: async (id, props) => {
        const found = await client().read(type, id, props);
        if (found.id === "") return {};
        return { id: found.id, props: opened(found.props), inputs: opened(found.inputs) };
      },
      update: async (id, olds, news) => {
        const { outs } = await client().update(type, id, olds, news).catch(plainFailure);
        return { outs: opened(outs) };
      },
      delete: (id, props) => client().delete(type, id, props),
    };
  };
  return {
    handlerOf,
    configure: (config) =>
      client().configure(
        Object.fromEntries(Object.entries(config).map(([key, value]) => [key.replace("registrar:", ""), value])),
      ),
  };
}

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
  afterEach(() => {
    for (const message of client().failures.splice(0)) expectWellPut(message);
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

function plainFailure(error: unknown): never {
  if (error instanceof CallFailed && error.properties !== undefined) {
    throw Object.assign(error, { properties: opened(error.properties) });
  }
  throw error;
}
