/** The provider as a gRPC server: one wrapper round all calls, from messages to plain values and back. */
import { readFile } from "node:fs/promises";
import * as grpc from "@grpc/grpc-js";
import type { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb.js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { version } from "../../../package.json";
import { bagOf, checked, differing, statusOf, structOf } from "./messages.ts";
import { PartialError, Provider, type ResourceRequest } from "./provider.ts";

/** As the SDK itself sets it: a state may be large. */
const messageSizes = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
};

export interface Serving {
  /** On loopback. */
  port: number;
  close(): void;
}

export interface ServeOptions {
  /** The engine's address, for its log. */
  engine?: string | undefined;
  schemaFile: string;
}

/** Starts the server on a free port of loopback. */
export async function serve({ engine, schemaFile }: ServeOptions): Promise<Serving> {
  const provider = new Provider();
  if (engine !== undefined) provider.log.connect(engine);
  const server = new grpc.Server(messageSizes);
  server.addService(ResourceProviderService, { ...settingsCalls(provider, schemaFile), ...resourceCalls(provider) });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    close: () => {
      provider.log.close();
      server.forceShutdown();
    },
  };
}

/** Makes a call of the protocol of a function. */
function answering<Request, Response>(
  work: (request: Request) => Promise<Response> | Response,
): grpc.handleUnaryCall<Request, Response> {
  return ({ request }, respond) => {
    const run = async () => work(request);
    run().then(
      (response) => respond(null, response),
      (error: unknown) => respond(error instanceof PartialError ? partialStatus(error, request) : statusOf(error)),
    );
  };
}

function partialStatus({ cause, properties }: PartialError, request: unknown) {
  const isWrite = request instanceof messages.CreateRequest || request instanceof messages.UpdateRequest;
  if (!isWrite) return statusOf(cause);
  const inputs = request instanceof messages.CreateRequest ? request.getProperties() : request.getNews();
  return statusOf(cause, { properties, inputs: bagOf(inputs) });
}

/** Answers with nothing. */
const done = (work: () => void): Empty => {
  work();
  return new Empty();
};

function settingsCalls(provider: Provider, schemaFile: string) {
  return {
    handshake: answering((request: messages.ProviderHandshakeRequest) => {
      provider.cwd = request.getProgramDirectory() || request.getRootDirectory() || provider.cwd;
      provider.log.connect(request.getEngineAddress());
      return new messages.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(false);
    }),
    attach: answering((request: PluginAttach) => done(() => provider.log.connect(request.getAddress()))),
    getPluginInfo: answering((_: Empty) => new PluginInfo().setVersion(version)),
    getSchema: answering(async (_: messages.GetSchemaRequest) =>
      new messages.GetSchemaResponse().setSchema(await readFile(schemaFile, "utf8")),
    ),
    checkConfig: answering((request: messages.CheckRequest) => {
      const { inputs, failures } = provider.checkConfig(bagOf(request.getNews()));
      return checked(inputs, failures);
    }),
    diffConfig: answering((request: messages.DiffRequest) => {
      const old = request.hasOldInputs() ? request.getOldInputs() : request.getOlds();
      const differences = provider.diffConfig(bagOf(old), bagOf(request.getNews()));
      return differing(differences.length > 0, differences);
    }),
    configure: answering((request: messages.ConfigureRequest) => {
      provider.configure(bagOf(request.getArgs()), request.getName() ?? "");
      return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),
    cancel: answering((_: Empty) => done(() => provider.cancel())),
    invoke: answering(async (request: messages.InvokeRequest) => {
      const result = await provider.invoke(request.getTok(), bagOf(request.getArgs()));
      return new messages.InvokeResponse().setReturn(structOf(result));
    }),
  };
}

function resourceCalls(provider: Provider) {
  return {
    check: answering(async (request: messages.CheckRequest) => {
      const { inputs, failures } = await provider.check(of(request, request.getOlds(), request.getNews()));
      return checked(inputs, failures);
    }),
    diff: answering(async (request: messages.DiffRequest) => {
      const found = await provider.diff(of(request, request.getOlds(), request.getNews()));
      return differing(found.isChanged, found.differences, found.deleteBeforeReplace);
    }),
    create: answering(async (request: messages.CreateRequest) => {
      const { id, properties } = await provider.create(of(request, undefined, request.getProperties()));
      return new messages.CreateResponse().setId(id).setProperties(structOf(properties));
    }),
    read: answering(async (request: messages.ReadRequest) => {
      const { id, properties, inputs } = await provider.read(of(request, request.getProperties(), request.getInputs()));
      return new messages.ReadResponse().setId(id).setProperties(structOf(properties)).setInputs(structOf(inputs));
    }),
    update: answering(async (request: messages.UpdateRequest) => {
      const { properties } = await provider.update(of(request, request.getOlds(), request.getNews()));
      return new messages.UpdateResponse().setProperties(structOf(properties));
    }),
    delete: answering(async (request: messages.DeleteRequest) => {
      await provider.delete(of(request, request.getProperties(), undefined));
      return new Empty();
    }),
  };
}

interface OfResource {
  getUrn(): string;
  getId?(): string;
  getPreview?(): boolean;
}

/** What the calls of a resource have in common. */
function of(request: OfResource, olds: Struct | undefined, news: Struct | undefined): ResourceRequest {
  const urn = request.getUrn();
  return {
    urn,
    type: typeOf(urn),
    id: request.getId?.() ?? "",
    olds: bagOf(olds),
    news: bagOf(news),
    isPreview: request.getPreview?.() ?? false,
  };
}

/** The last of the types in a URN is the resource's, those before it its parents'. */
const typeOf = (urn: string) => urn.split("::")[2]?.split("$").at(-1) ?? "";
