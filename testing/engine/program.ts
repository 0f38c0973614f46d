/** The program as a process, and the gRPC server that it registers its resources with. */
import * as path from "node:path";
import { promisify } from "node:util";
import type { handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import type {
  DeploymentInfo,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  RegisterResourceResponse,
  SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb.js";
import { NotSupportedError, TestingError } from "../shared/errors.ts";
import { Child } from "./children.ts";
import { type EngineOperation, Stopped } from "./engineOperation.ts";
import { type Generator, readGoal } from "./generator.ts";
import type { Project } from "./project.ts";
import { GRPC_OPTIONS, propsOf } from "./sdk.ts";
import { messageOf } from "./values.ts";

/** gRPC statuses. */
const UNKNOWN_CODE = 2;
const UNAVAILABLE = 14;

const SEVERITIES = ["debug", "info", "warning", "error"] as const;

/**
 * Claims all other features, even missing ones, so that this engine refuses them by name: without the claim, the SDK reports an
 * old CLI or hangs. Without alias specs, the SDK lists all former URNs of a resource itself, including those from its
 * parents' names. Without resource references, it sends the ID of a resource, or the URN of a component.
 */
const UNCLAIMED = [
  ...["outputValues", "aliasSpecs", "resourceReferences"],
  ...["OUTPUT_VALUES", "ALIAS_SPECS", "RESOURCE_REFERENCES", "SENDS_OPTIONS_TO_HOOKS"],
];

/** Wraps an async function as a gRPC handler. Unknown errors end the operation. */
function handlerOf(operation: EngineOperation) {
  return <Request, Response>(handle: (request: Request) => Promise<Response>): handleUnaryCall<Request, Response> =>
    (call, respond) => {
      handle(call.request).then(
        (response) => respond(null, response),
        (error: unknown) => {
          if (error instanceof Stopped) {
            return respond({ code: UNAVAILABLE, message: "the operation has ended" });
          }
          if (!operation.stopping || error instanceof TestingError) operation.halt(messageOf(error));
          respond({ code: UNKNOWN_CODE, message: messageOf(error) });
        },
      );
    };
}

/** The resource monitor. @param onProgramEnd responds after the deletes, once the program has registered all resources */
function monitorHandlers(
  operation: EngineOperation,
  generator: Generator,
  onProgramEnd: () => Promise<void>,
): UntypedServiceImplementation {
  const handler = handlerOf(operation);
  const { resource, Empty } = operation.project.sdk;
  /** Refuses a feature that this engine doesn't have, by name. */
  const refusal = (feature: string) => handler(() => Promise.reject(new NotSupportedError(feature)));
  return {
    supportsFeature: handler(async (request: SupportsFeatureRequest) =>
      new resource.SupportsFeatureResponse().setHassupport(!UNCLAIMED.includes(request.getId())),
    ),
    getDeploymentInfo: handler(async () => deploymentInfo(operation)),
    registerResource: handler((request: RegisterResourceRequest) => register(operation, generator, request)),
    registerResourceOutputs: handler(async (request: RegisterResourceOutputsRequest) => {
      generator.registerOutputs(request.getUrn(), propsOf(request.getOutputs()) ?? {});
      return new Empty();
    }),
    signalAndWaitForShutdown: handler(async () => {
      await onProgramEnd();
      return new Empty();
    }),
    readResource: refusal("stack references, and resources that are only read (.get)"),
    invoke: refusal("functions of other providers"),
    registerStackTransform: refusal("stack transforms"),
    registerStackInvokeTransform: refusal("invoke transforms"),
    registerResourceHook: refusal("resource hooks"),
    registerErrorHook: refusal("error hooks"),
    registerPackage: refusal("parameterized packages"),
    call: refusal("calls of methods (remote components)"),
  };
}

/** The engine: messages of `pulumi.log`, and the version that the program requires. */
function engineHandlers(operation: EngineOperation): UntypedServiceImplementation {
  const handler = handlerOf(operation);
  const { engine, Empty } = operation.project.sdk;
  return {
    log: handler(async (request: LogRequest) => {
      log(operation, request);
      return new Empty();
    }),
    requirePulumiVersion: handler(async () => new engine.RequirePulumiVersionResponse()),
  };
}

function deploymentInfo({ project, preview }: EngineOperation): DeploymentInfo {
  const { DeploymentInfo, ResourceMonitorFeature } = project.sdk.resource;
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

async function register(
  { project: { sdk } }: EngineOperation,
  generator: Generator,
  request: RegisterResourceRequest,
): Promise<RegisterResourceResponse> {
  const row = await generator.register(readGoal(request));
  return new sdk.resource.RegisterResourceResponse()
    .setUrn(row.urn)
    .setId(row.id ?? "")
    .setObject(sdk.Struct.fromJavaScript(row.custom ? row.outputs : {}));
}

/** Shows a message of `pulumi.log`. After a failure of the operation, the program's errors only repeat it. */
function log({ stopping, display }: EngineOperation, request: LogRequest): void {
  const severity = SEVERITIES[request.getSeverity()] ?? "info";
  if (severity === "debug" || request.getEphemeral()) return;
  if (severity === "error" && stopping) return;
  const [urn, message] = [request.getUrn(), request.getMessage().trimEnd()];
  display.diagnostic({ severity, message, ...(urn ? { urn } : {}) });
}

/** Exit code of a program that printed the reason and ended. */
const ALREADY_TOLD = 32;

/** Runs the program to its end, and its registrations meanwhile. */
export async function runProgram(
  operation: EngineOperation,
  generator: Generator,
  afterwards: () => Promise<void>,
): Promise<void> {
  let finished: Promise<void> | undefined;
  const finish = () => {
    finished ??= operation.pool.onIdle().then(() => (operation.stopping ? undefined : afterwards()));
    return finished;
  };
  const { sdk } = operation.project;
  const server = new sdk.grpc.Server(GRPC_OPTIONS);
  // gRPC takes the handlers of this SDK's protocol alone. Methods without one respond with "not implemented".
  server.addService(sdk.monitorServer.ResourceMonitorService, monitorHandlers(operation, generator, finish));
  server.addService(sdk.engineServer.EngineService, engineHandlers(operation));
  const listen = promisify(server.bindAsync.bind(server));
  try {
    const port = await listen("127.0.0.1:0", sdk.grpc.ServerCredentials.createInsecure());
    const address = `127.0.0.1:${port}`;
    const child = start(operation, address);
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
    server.forceShutdown();
  }
}

function start(operation: EngineOperation, address: string): Child {
  const { project, preview } = operation;
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
    env: { ...operation.env, ...programEnv(project) },
    onStdout: (line) => operation.info(line),
    onStderr: (line) => {
      if (!operation.stopping) operation.info(line);
    },
  });
}

function programEnv({ config, typescript }: Project): NodeJS.ProcessEnv {
  const secrets = [...config].flatMap(([key, { secret }]) => (secret ? [key] : []));
  return {
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries([...config].map(([key, { value }]) => [key, value]))),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secrets),
    PULUMI_NODEJS_TYPESCRIPT: String(typescript),
  };
}
