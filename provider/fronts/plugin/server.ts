/** The gRPC server of the plugin. Loads the resources at the first call that needs them, so that the first responses are fast. */
import { readFile } from "node:fs/promises";
import * as grpc from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { version } from "../../../package.json";
import { once } from "../../dns/once.ts";
import { EngineLog } from "./engineLog.ts";
import type { Host } from "./instance.ts";
import type { Provider } from "./provider.ts";

/** Limits as in the SDK, since a state may be large. */
const messageSizes = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
};

export interface Serving {
  port: number;
  close(): void;
}

export async function serve(schemaFile: string): Promise<Serving> {
  const log = new EngineLog();
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

/** Calls that need the resources. Without `diffConfig`, the engine compares settings itself, and replaces nothing. */
const calls = [
  ...(["checkConfig", "configure", "cancel", "invoke"] as const),
  ...(["check", "diff", "create", "read", "update", "delete"] as const),
];

function implementation(log: EngineLog, schemaFile: string): grpc.UntypedServiceImplementation {
  let host: Host = { cwd: process.cwd() };
  const load = once(async () => {
    const { Provider } = await import("./provider.ts");
    return new Provider(log, () => host);
  });
  const asked = async <T>(request: object, work: (provider: Provider) => Promise<T> | T): Promise<T> => {
    const provider = await load();
    const urn = "getUrn" in request && typeof request.getUrn === "function" ? String(request.getUrn()) : "";
    try {
      return await log.during(urn, async () => work(provider));
    } catch (error) {
      throw provider.failed(error);
    }
  };
  return {
    handshake: answering((request: messages.ProviderHandshakeRequest) => {
      const address = request.getEngineAddress();
      host = {
        cwd: request.getProgramDirectory() || request.getRootDirectory() || host.cwd,
        engine: address || undefined,
      };
      log.connect(address);
      return new messages.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(false);
    }),
    getPluginInfo: answering((_: Empty) => new PluginInfo().setVersion(version)),
    getSchema: answering(async (_: messages.GetSchemaRequest) =>
      new messages.GetSchemaResponse().setSchema(await readFile(schemaFile, "utf8")),
    ),
    // gRPC gives each call a request of its own type.
    ...Object.fromEntries(
      calls.map((name) => [name, answering((request: never) => asked(request, (provider) => provider[name](request)))]),
    ),
    list: (call: grpc.ServerWritableStream<messages.ListRequest, messages.ListResponse>) => {
      asked(call.request, (provider) => provider.list(call.request)).then(
        (found) => {
          for (const each of found) call.write(each);
          call.end();
        },
        (error: unknown) => call.emit("error", error),
      );
    },
  };
}

function answering<Request, Response>(
  work: (request: Request) => Promise<Response> | Response,
): grpc.handleUnaryCall<Request, Response> {
  return ({ request }, respond) => {
    const run = async () => work(request);
    run().then(
      (response) => respond(null, response),
      (error: Error) => respond(error),
    );
  };
}
