/**
 * The provider as a gRPC server. What needs the resources is loaded with the first call that does, so that the engine has
 * its first answers at once.
 */
import { readFile } from "node:fs/promises";
import * as grpc from "@grpc/grpc-js";
import type { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb.js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { version } from "../../../package.json";
import type { Calls } from "./calls.ts";
import { EngineLog } from "./engineLog.ts";

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
  const log = new EngineLog();
  if (engine !== undefined) log.connect(engine);
  const server = new grpc.Server(messageSizes);
  server.addService(ResourceProviderService, implementation(log, schemaFile));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    close: () => {
      log.close();
      server.forceShutdown();
    },
  };
}

function implementation(log: EngineLog, schemaFile: string): grpc.UntypedServiceImplementation {
  let cwd = process.cwd();
  let loading: Promise<Calls> | undefined;
  const loaded = () => {
    loading ??= import("./calls.ts").then(({ callsOf }) => callsOf(log, () => cwd));
    return loading;
  };
  const later =
    <Request, Response>(
      choose: (calls: Calls) => grpc.handleUnaryCall<Request, Response>,
    ): grpc.handleUnaryCall<Request, Response> =>
    (call, respond) => {
      loaded().then((calls) => choose(calls)(call, respond), failing(respond));
    };
  return {
    handshake: answering((request: messages.ProviderHandshakeRequest) => {
      cwd = request.getProgramDirectory() || request.getRootDirectory() || cwd;
      log.connect(request.getEngineAddress());
      return new messages.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(false);
    }),
    attach: answering((request: PluginAttach) => {
      log.connect(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: answering((_: Empty) => new PluginInfo().setVersion(version)),
    getSchema: answering(async (_: messages.GetSchemaRequest) =>
      new messages.GetSchemaResponse().setSchema(await readFile(schemaFile, "utf8")),
    ),
    checkConfig: later(({ checkConfig }) => checkConfig),
    diffConfig: later(({ diffConfig }) => diffConfig),
    configure: later(({ configure }) => configure),
    invoke: later(({ invoke }) => invoke),
    check: later(({ check }) => check),
    diff: later(({ diff }) => diff),
    create: later(({ create }) => create),
    read: later(({ read }) => read),
    update: later(({ update }) => update),
    delete: later((calls) => calls.delete),
    list: (call: grpc.ServerWritableStream<messages.ListRequest, messages.ListResponse>) => {
      loaded().then(
        (calls) => calls.list(call),
        (error: unknown) => call.emit("error", statusOf(error)),
      );
    },
    cancel: later(({ cancel }) => cancel),
  };
}

function answering<Request, Response>(
  work: (request: Request) => Promise<Response> | Response,
): grpc.handleUnaryCall<Request, Response> {
  return ({ request }, respond) => {
    const run = async () => work(request);
    run().then((response) => respond(null, response), failing(respond));
  };
}

const failing =
  <Response>(respond: grpc.sendUnaryData<Response>) =>
  (error: unknown) =>
    respond(statusOf(error));

/** Nothing that is known to happen: what was read or loaded is beside this file. */
const statusOf = (error: unknown) => ({
  code: grpc.status.UNKNOWN,
  details: error instanceof Error ? error.message : String(error),
});
