import type { handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import type {
  DeploymentInfo,
  ReadResourceRequest,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  RegisterResourceResponse,
  ResourceInvokeRequest,
  SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb.js";
import { type EngineOperation, StepFailed, StepSkipped, Stopped } from "./engineOperation.ts";
import { EngineError, NotSupportedError, ProcessError } from "./errors.ts";
import type { Generator } from "./generator.ts";
import { readGoal } from "./goal.ts";
import { messageOf } from "./message.ts";
import { GRPC_OPTIONS, propsOf, type Sdk } from "./sdk.ts";
import type { Row } from "./state.ts";
import type { Props } from "./values.ts";

/** Statuses of gRPC. */
const UNKNOWN_CODE = 2;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;

/** A call of the program that gets no answer, and ends nothing. */
class Refused extends Error {}

const SEVERITIES = ["debug", "info", "warning", "error"] as const;

/**
 * All other features are claimed, also those this engine does not have, so that the refusal is ours, names the feature, and
 * comes at once: unclaimed, the SDK speaks of an old CLI or waits for ever. Without alias specs, the SDK says each URN itself
 * that a resource may have had, those that its parents' names made included.
 */
const UNCLAIMED = ["outputValues", "OUTPUT_VALUES", "SENDS_OPTIONS_TO_HOOKS", "aliasSpecs", "ALIAS_SPECS"];

/** What the program talks to: the resource monitor and the engine, on one port of this machine. */
export class Monitor {
  readonly #sdk: Sdk;
  readonly #operation: EngineOperation;
  readonly #generator: Generator;
  readonly #server;
  /** Called when the program says that it has registered everything; answered when the deletes are done. */
  readonly #onProgramEnd: () => Promise<void>;

  constructor(operation: EngineOperation, generator: Generator, onProgramEnd: () => Promise<void>) {
    this.#sdk = operation.project.sdk;
    this.#operation = operation;
    this.#generator = generator;
    this.#onProgramEnd = onProgramEnd;
    this.#server = new this.#sdk.grpc.Server(GRPC_OPTIONS);
    const { ResourceMonitorService } = this.#sdk.monitorServer;
    const { EngineService } = this.#sdk.engineServer;
    this.#server.addService(ResourceMonitorService, this.#known(ResourceMonitorService, this.#monitorHandlers()));
    this.#server.addService(EngineService, this.#known(EngineService, this.#engineHandlers()));
  }

  /** @returns the address the program is to connect to */
  start(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.bindAsync("127.0.0.1:0", this.#sdk.grpc.ServerCredentials.createInsecure(), (error, port) => {
        if (error) reject(new ProcessError(`could not open a port for the program: ${error.message}`));
        else resolve(`127.0.0.1:${port}`);
      });
    });
  }

  stop(): void {
    this.#server.forceShutdown();
  }

  /** An async function as a gRPC handler. Errors other than the known ones end the operation. */
  #handler<Request, Answer>(answer: (request: Request) => Promise<Answer>): handleUnaryCall<Request, Answer> {
    return (call, respond) => {
      answer(call.request).then(
        (response) => respond(null, response),
        (error: unknown) => {
          if (error instanceof Stopped || error instanceof StepFailed) {
            return respond({ code: UNAVAILABLE, message: "the operation has ended" });
          }
          const isRefused = error instanceof Refused;
          if (!isRefused && (!this.#operation.stopping || error instanceof EngineError))
            this.#operation.halt(messageOf(error));
          respond({ code: UNKNOWN_CODE, message: messageOf(error) });
        },
      );
    };
  }

  /** Refuses by name what this engine does not do. */
  #refusal(feature: string): handleUnaryCall<unknown, unknown> {
    return this.#handler(() => Promise.reject(new NotSupportedError(feature)));
  }

  #monitorHandlers(): UntypedServiceImplementation {
    const { resource, provider, Empty, Struct } = this.#sdk;
    return {
      supportsFeature: this.#handler(async (request: SupportsFeatureRequest) =>
        new resource.SupportsFeatureResponse().setHassupport(!UNCLAIMED.includes(request.getId())),
      ),
      getDeploymentInfo: this.#handler(async () => this.#deploymentInfo()),
      registerResource: this.#handler((request: RegisterResourceRequest) => this.#register(request)),
      registerResourceOutputs: this.#handler(async (request: RegisterResourceOutputsRequest) => {
        this.#generator.registerOutputs(request.getUrn(), propsOf(request.getOutputs()) ?? {});
        return new Empty();
      }),
      readResource: this.#handler(async (request: ReadResourceRequest) => {
        const isStack = request.getType() === "pulumi:pulumi:StackReference";
        throw new NotSupportedError(isStack ? "stack references" : "resources that are only read (.get)");
      }),
      invoke: this.#handler(async (request: ResourceInvokeRequest) => {
        const properties = callFunction(this.#operation, request.getTok(), propsOf(request.getArgs()) ?? {});
        // Newer SDKs have a message of the monitor's own; on the wire, both are the same.
        const Response: typeof InvokeResponse =
          Reflect.get(resource, "ResourceInvokeResponse") ?? provider.InvokeResponse;
        return new Response().setReturn(Struct.fromJavaScript(properties));
      }),
      signalAndWaitForShutdown: this.#handler(async () => {
        await this.#onProgramEnd();
        return new Empty();
      }),
      registerStackTransform: this.#refusal("stack transforms"),
      registerStackInvokeTransform: this.#refusal("invoke transforms"),
      registerResourceHook: this.#refusal("resource hooks"),
      registerErrorHook: this.#refusal("error hooks"),
      registerPackage: this.#refusal("parameterized packages"),
      call: this.#refusal("calls of methods (remote components)"),
    };
  }

  #engineHandlers(): UntypedServiceImplementation {
    const { engine, Empty } = this.#sdk;
    return {
      log: this.#handler(async (request: LogRequest) => {
        this.#log(request);
        return new Empty();
      }),
      requirePulumiVersion: this.#handler(async () => new engine.RequirePulumiVersionResponse()),
    };
  }

  /** Keeps the handlers this SDK's protocol has; what else it has is answered as not implemented. */
  #known(service: object, handlers: UntypedServiceImplementation): UntypedServiceImplementation {
    const refuse: handleUnaryCall<unknown, unknown> = (_call, respond) =>
      respond({ code: UNIMPLEMENTED, message: "not implemented" });
    return Object.fromEntries(Object.keys(service).map((method) => [method, handlers[method] ?? refuse]));
  }

  #deploymentInfo(): DeploymentInfo {
    const { project, preview } = this.#operation;
    const { DeploymentInfo, ResourceMonitorFeature } = this.#sdk.resource;
    const features = Object.entries(ResourceMonitorFeature).filter(
      ([name]) => !UNCLAIMED.includes(name.replace("RESOURCE_MONITOR_FEATURE_", "")),
    );
    return new DeploymentInfo()
      .setProject(project.name)
      .setStack(project.stack)
      .setOrganization("organization")
      .setDryrun(preview)
      .setSupportedfeaturesList(features.map(([, number]) => Number(number)));
  }

  async #register(request: RegisterResourceRequest): Promise<RegisterResourceResponse> {
    const goal = readGoal(request);
    const { RegisterResourceResponse, Result } = this.#sdk.resource;
    const answer = (urn: string, row: Row | undefined) =>
      new RegisterResourceResponse()
        .setUrn(urn)
        .setId(row?.id ?? "")
        .setObject(this.#sdk.Struct.fromJavaScript(row?.custom ? row.outputs : {}));
    try {
      const { row } = await this.#generator.register(goal);
      return answer(row.urn, row);
    } catch (error) {
      const others = error instanceof StepFailed && !this.#operation.stopping;
      if (!others) throw error;
      // By the URN the program tells what depends on it.
      return answer(error.urn, error.made).setResult(error instanceof StepSkipped ? Result.SKIP : Result.FAIL);
    }
  }

  /** `pulumi.log`. Once the operation has failed, errors of the program are only echoes of it. */
  #log(request: LogRequest): void {
    const severity = SEVERITIES[request.getSeverity()] ?? "info";
    if (severity === "debug" || request.getEphemeral()) return;
    if (severity === "error" && this.#operation.stopping) return;
    const [urn, message] = [request.getUrn(), request.getMessage().trimEnd()];
    this.#operation.display.diagnostic({ severity, message, ...(urn ? { urn } : {}) });
  }
}

/** The function built into the engine: a resource of this run by its URN. */
function callFunction({ news }: EngineOperation, token: string, args: Props): Props {
  if (token !== "pulumi:pulumi:getResource") throw new NotSupportedError(`functions of other providers (${token})`);
  const row = news.get(String(args["urn"]))?.row;
  if (!row) throw new Refused(`unknown resource ${String(args["urn"])}`);
  return { urn: row.urn, id: row.id ?? "", state: row.outputs };
}
