/** The calls of the protocol that need the resources: one wrapper round all of them, from messages to plain values and back. */
import type * as grpc from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { hasUnknown } from "../shared/values.ts";
import type { EngineLog } from "./engineLog.ts";
import { bagOf, checked, differing, statusOf, structOf } from "./messages.ts";
import { PartialError, Provider, type ResourceRequest } from "./provider.ts";

export type Calls = ReturnType<typeof callsOf>;

/** @param cwd tells where the program is */
export function callsOf(log: EngineLog, cwd: () => string) {
  const provider = new Provider(log, cwd);
  return { ...settingsCalls(provider), ...resourceCalls(provider), list: listing(provider) };
}

/** All of a list is one page: asking for the rest would read it from the registrar again. */
function listing(provider: Provider): grpc.handleServerStreamingCall<messages.ListRequest, messages.ListResponse> {
  return (call) => {
    const { request } = call;
    const query = bagOf(request.getQuery());
    const answer = async () => {
      if (hasUnknown(query)) {
        call.write(new messages.ListResponse().setComputed(new messages.ListResponse.Computed()));
        return;
      }
      const ids = await provider.list(request.getToken(), query);
      const limit = request.getLimit() > 0 ? request.getLimit() : ids.length;
      for (const id of ids.slice(0, limit)) {
        call.write(new messages.ListResponse().setResult(new messages.ListResponse.Result().setId(id).setName(id)));
      }
    };
    answer().then(
      () => call.end(),
      (error: unknown) => call.emit("error", statusOf(error)),
    );
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

function settingsCalls(provider: Provider) {
  return {
    checkConfig: answering((request: messages.CheckRequest) => {
      const { inputs, failures } = provider.checkConfig(bagOf(request.getNews()), request.getName());
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
    cancel: answering((_: Empty) => {
      provider.cancel();
      return new Empty();
    }),
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
      const resource = of(request, request.getOlds(), request.getNews());
      const found = await provider.diff(resource, request.getIgnorechangesList());
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
  getTimeout?(): number;
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
    seconds: request.getTimeout?.() ?? 0,
  };
}

/** The last of the types in a URN is the resource's, those before it its parents'. */
const typeOf = (urn: string) => urn.split("::")[2]?.split("$").at(-1) ?? "";
