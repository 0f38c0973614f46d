/** The program as a process, and the gRPC server that it registers its resources with. */
import * as path from "node:path";
import type { handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import type {
  DeploymentInfo,
  ReadResourceRequest,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  RegisterResourceResponse,
  ResourceInvokeRequest,
  SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb.js";
import { NotSupportedError, ProcessError, TestingError } from "../shared/errors.ts";
import { Child } from "./children.ts";
import { type EngineOperation, Stopped } from "./engineOperation.ts";
import { type Generator, readGoal } from "./generator.ts";
import type { Project } from "./project.ts";
import { GRPC_OPTIONS, propsOf, type Sdk } from "./sdk.ts";
import { messageOf } from "./values.ts";

/** gRPC statuses. */
const UNKNOWN_CODE = 2;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;

const SEVERITIES = ["debug", "info", "warning", "error"] as const;

/**
 * Claims all other features, even missing ones, so that this engine refuses them by name: without the claim, the SDK reports an
 * old CLI or hangs. Without alias specs, the SDK lists all former URNs of a resource itself, including those from its
 * parents' names.
 */
const UNCLAIMED = ["outputValues", "OUTPUT_VALUES", "SENDS_OPTIONS_TO_HOOKS", "aliasSpecs", "ALIAS_SPECS"];

/** The program's gRPC server: the resource monitor and the engine, on one port on loopback. */
export class Monitor {
  readonly #sdk: Sdk;
  readonly #operation: EngineOperation;
  readonly #generator: Generator;
  readonly #server;
  /** Called once the program has registered all resources; responds after the deletes. */
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

  /** @returns the address for the program */
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

  /** Wraps an async function as a gRPC handler. Unknown errors end the operation. */
  #handler<Request, Response>(handle: (request: Request) => Promise<Response>): handleUnaryCall<Request, Response> {
    return (call, respond) => {
      handle(call.request).then(
        (response) => respond(null, response),
        (error: unknown) => {
          if (error instanceof Stopped) {
            return respond({ code: UNAVAILABLE, message: "the operation has ended" });
          }
          if (!this.#operation.stopping || error instanceof TestingError) this.#operation.halt(messageOf(error));
          respond({ code: UNKNOWN_CODE, message: messageOf(error) });
        },
      );
    };
  }

  /** Refuses features that this engine doesn't have, by name. */
  #refusal(feature: string): handleUnaryCall<unknown, unknown> {
    return this.#handler(() => Promise.reject(new NotSupportedError(feature)));
  }

  #monitorHandlers(): UntypedServiceImplementation {
    const { resource, Empty } = this.#sdk;
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
        throw new NotSupportedError(`functions of other providers (${request.getTok()})`);
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

  /** Keeps the handlers of this SDK's protocol. Other methods respond with "not implemented". */
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
    const { row } = await this.#generator.register(readGoal(request));
    return new this.#sdk.resource.RegisterResourceResponse()
      .setUrn(row.urn)
      .setId(row.id ?? "")
      .setObject(this.#sdk.Struct.fromJavaScript(row.custom ? row.outputs : {}));
  }

  /** `pulumi.log`. After a failure of the operation, the program's errors only repeat it. */
  #log(request: LogRequest): void {
    const severity = SEVERITIES[request.getSeverity()] ?? "info";
    if (severity === "debug" || request.getEphemeral()) return;
    if (severity === "error" && this.#operation.stopping) return;
    const [urn, message] = [request.getUrn(), request.getMessage().trimEnd()];
    this.#operation.display.diagnostic({ severity, message, ...(urn ? { urn } : {}) });
  }
}

/** Exit code of a program that printed the reason and ended. */
const ALREADY_TOLD = 32;

/** Runs the program to its end, and its registrations meanwhile. */
export async function runProgram(
  operation: EngineOperation,
  generator: Generator,
  env: NodeJS.ProcessEnv,
  afterwards: () => Promise<void>,
): Promise<void> {
  const finish = once(async () => {
    await operation.pool.onIdle();
    if (!operation.stopping) await afterwards();
  });
  const monitor = new Monitor(operation, generator, finish);
  const address = await monitor.start();
  try {
    const child = start(operation, address, env);
    operation.onStop(() => {
      // Running steps finish and are recorded first. The program waits for them, or has exited.
      void operation.pool.onIdle().then(() => child.stop());
    });
    const code = await child.ended;
    if (code === 0) await finish();
    else if (!operation.stopping && !operation.failed && code !== ALREADY_TOLD) {
      operation.halt(`program failed: the Node.js process ended with ${code === null ? "a signal" : `code ${code}`}`);
    } else operation.halt();
    await operation.pool.onIdle();
  } finally {
    monitor.stop();
  }
}

function start(operation: EngineOperation, address: string, env: NodeJS.ProcessEnv): Child {
  const { project, preview, display } = operation;
  const args = [
    path.join(project.sdk.dir, "cmd", "run"),
    ["--monitor", address],
    ["--engine", address],
    ["--organization", "organization"],
    ["--project", project.name],
    ["--root-directory", project.root],
    ["--stack", project.stack],
    ["--pwd", project.dir],
    preview ? ["--dry-run"] : [],
    ["--parallel", String(operation.pool.concurrency)],
    project.main,
  ].flat();
  return new Child({
    args,
    cwd: project.dir,
    env: { ...env, ...programEnv(project) },
    onStdout: (line) => display.diagnostic({ severity: "info", message: line, urn: operation.stackUrn }),
    onStderr: (line) => {
      if (!operation.stopping) display.diagnostic({ severity: "info", message: line, urn: operation.stackUrn });
    },
  });
}

function programEnv(project: Project): NodeJS.ProcessEnv {
  const values: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [key, { value, secret }] of project.config) {
    const [namespace, ...name] = key.split(":");
    const full = `${namespace}:${name.join(":")}`;
    values[full] = value;
    if (secret) secrets.push(full);
  }
  return {
    PULUMI_CONFIG: JSON.stringify(values),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secrets),
    PULUMI_NODEJS_TYPESCRIPT: String(project.typescript),
  };
}

/** Memoizes the call. */
function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= action();
    return result;
  };
}
