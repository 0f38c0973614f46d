import { type EngineOperation, StepFailed, StepSkipped, Stopped } from "./engineOperation.ts";
import { EngineError, NotSupportedError, ProcessError } from "./errors.ts";
import type { Generator } from "./generator.ts";
import { readGoal } from "./goal.ts";
import { messageOf } from "./message.ts";
import {
  fill,
  flagField,
  GRPC_OPTIONS,
  type Handler,
  type Message,
  numberField,
  propsField,
  type Sdk,
  textField,
} from "./sdk.ts";
import { mapProps, type Props, reveal } from "./values.ts";

/** Statuses of gRPC. */
const UNKNOWN_CODE = 2;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;

/** A call of the program that gets no answer. */
class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const RESULT_FAIL = 1;
const RESULT_SKIP = 2;
const SEVERITIES = ["debug", "info", "warning", "error"] as const;

/**
 * Features by the names of the two protocols. Those this engine does not have are claimed too, so that the refusal is
 * ours, names the feature, and comes at once: unclaimed, the SDK speaks of an old CLI or waits for ever.
 */
const FEATURES: Record<string, string> = {
  SECRETS: "secrets",
  RESOURCE_REFERENCES: "resourceReferences",
  ALIAS_SPECS: "aliasSpecs",
  DELETED_WITH: "deletedWith",
  REPLACE_WITH: "replaceWith",
  REPLACEMENT_TRIGGER: "replacementTrigger",
  TRANSFORMS: "transforms",
  INVOKE_TRANSFORMS: "invokeTransforms",
  PARAMETERIZATION: "parameterization",
  RESOURCE_HOOKS: "resourceHooks",
  ERROR_HOOKS: "errorHooks",
};

/** What the program talks to: the resource monitor and the engine, on one port of this machine. */
export class Monitor {
  readonly #sdk: Sdk;
  readonly #operation: EngineOperation;
  readonly #generator: Generator;
  /** The program's stack resource, for SDKs that ask for it. */
  #root = "";
  readonly #server;
  /** Called when the program says that it has registered everything; answered when the deletes are done. */
  readonly #onProgramEnd: () => Promise<void>;

  constructor(operation: EngineOperation, generator: Generator, onProgramEnd: () => Promise<void>) {
    this.#sdk = operation.project.sdk;
    this.#operation = operation;
    this.#generator = generator;
    this.#onProgramEnd = onProgramEnd;
    this.#server = new this.#sdk.grpc.Server(GRPC_OPTIONS);
    this.#server.addService(this.#sdk.monitorService, this.#monitorHandlers());
    this.#server.addService(this.#sdk.engineService, this.#engineHandlers());
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
  #handler(answer: (request: Message) => Promise<Message>): Handler {
    return (call, respond) => {
      answer(call.request).then(
        (response) => respond(null, response),
        (error: unknown) => {
          if (error instanceof Refused) return respond({ code: error.code, message: error.message });
          if (error instanceof Stopped || error instanceof StepFailed) {
            return respond({ code: UNAVAILABLE, message: "the operation has ended" });
          }
          if (!this.#operation.stopping || error instanceof EngineError) this.#operation.halt(messageOf(error));
          respond({ code: UNKNOWN_CODE, message: messageOf(error) });
        },
      );
    };
  }

  /** Refuses by name what this engine does not do. */
  #refusal(feature: string): Handler {
    return this.#handler(() => Promise.reject(new NotSupportedError(feature)));
  }

  #monitorHandlers(): Record<string, Handler> {
    const handlers: Record<string, Handler> = {
      supportsFeature: this.#handler(async (request) => {
        const known = Object.values(FEATURES).includes(textField(request, "id"));
        return this.#answer(this.#sdk.resource, "SupportsFeatureResponse", { hassupport: known });
      }),
      getDeploymentInfo: this.#handler(async () => this.#deploymentInfo()),
      registerResource: this.#handler((request) => this.#register(request)),
      registerResourceOutputs: this.#handler(async (request) => {
        this.#generator.registerOutputs(textField(request, "urn"), propsField(request, "outputs") ?? {});
        return this.#empty();
      }),
      readResource: this.#handler(async (request) => {
        const isStack = textField(request, "type") === "pulumi:pulumi:StackReference";
        throw new NotSupportedError(isStack ? "stack references" : "resources that are only read (.get)");
      }),
      invoke: this.#handler(async (request) => {
        const properties = callFunction(this.#operation, textField(request, "tok"), propsField(request, "args") ?? {});
        const { resource, provider } = this.#sdk;
        const fields = { return: this.#sdk.structOf(properties) };
        // Newer SDKs have a message of the monitor's own; on the wire, both are the same.
        return "ResourceInvokeResponse" in resource
          ? this.#answer(resource, "ResourceInvokeResponse", fields)
          : this.#answer(provider, "InvokeResponse", fields);
      }),
      signalAndWaitForShutdown: this.#handler(async () => {
        await this.#onProgramEnd();
        return this.#empty();
      }),
      registerStackTransform: this.#refusal("stack transforms"),
      registerStackInvokeTransform: this.#refusal("invoke transforms"),
      registerResourceHook: this.#refusal("resource hooks"),
      registerErrorHook: this.#refusal("error hooks"),
      registerPackage: this.#refusal("parameterized packages"),
      call: this.#refusal("calls of methods (remote components)"),
    };
    return this.#withoutOthers(this.#sdk.monitorService, handlers);
  }

  #engineHandlers(): Record<string, Handler> {
    const handlers: Record<string, Handler> = {
      log: this.#handler(async (request) => {
        this.#log(request);
        return this.#empty();
      }),
      setRootResource: this.#handler(async (request) => {
        this.#root = textField(request, "urn");
        return this.#answer(this.#sdk.engine, "SetRootResourceResponse", {});
      }),
      getRootResource: this.#handler(async () =>
        this.#answer(this.#sdk.engine, "GetRootResourceResponse", { urn: this.#root }),
      ),
      requirePulumiVersion: this.#handler(async () =>
        this.#answer(this.#sdk.engine, "RequirePulumiVersionResponse", {}),
      ),
    };
    return this.#withoutOthers(this.#sdk.engineService, handlers);
  }

  /** Keeps the handlers this SDK's protocol has; what else it has is answered as not implemented. */
  #withoutOthers(service: unknown, handlers: Record<string, Handler>): Record<string, Handler> {
    const methods = typeof service === "object" && service !== null ? Object.keys(service) : [];
    const refuse: Handler = (_call, respond) => respond({ code: UNIMPLEMENTED, message: "not implemented" });
    return Object.fromEntries(methods.map((method) => [method, handlers[method] ?? refuse]));
  }

  #answer(module: Sdk["resource"], name: string, fields: Record<string, unknown>): Message {
    const type = module[name];
    if (!type) throw new Refused(UNIMPLEMENTED, `@pulumi/pulumi ${this.#sdk.version} has no ${name}`);
    return fill(new type(), fields);
  }

  #empty(): Message {
    return new this.#sdk.emptyMessage();
  }

  #deploymentInfo(): Message {
    const { project, preview } = this.#operation;
    const features = Object.keys(FEATURES).map((name) => this.#sdk.monitorFeatures[name]);
    if (features.every((number) => number === undefined)) throw new Refused(UNIMPLEMENTED, "not implemented");
    return this.#answer(this.#sdk.resource, "DeploymentInfo", {
      project: project.name,
      stack: project.stack,
      organization: "organization",
      dryrun: preview,
      supportedfeaturesList: features.filter((number) => number !== undefined),
    });
  }

  async #register(request: Message): Promise<Message> {
    const goal = readGoal(request);
    try {
      const { row } = await this.#generator.register(goal);
      return this.#answer(this.#sdk.resource, "RegisterResourceResponse", {
        urn: row.urn,
        id: row.id ?? "",
        object: this.#sdk.structOf(row.custom ? row.outputs : {}),
      });
    } catch (error) {
      const others = error instanceof StepFailed && !this.#operation.stopping;
      if (!others) throw error;
      // By the URN the program tells what depends on it.
      return this.#answer(this.#sdk.resource, "RegisterResourceResponse", {
        urn: error.urn,
        id: error.made?.id ?? "",
        object: this.#sdk.structOf(error.made?.outputs ?? {}),
        result: error instanceof StepSkipped ? RESULT_SKIP : RESULT_FAIL,
      });
    }
  }

  /** `pulumi.log`. Once the operation has failed, errors of the program are only echoes of it. */
  #log(request: Message): void {
    const severity = SEVERITIES[numberField(request, "severity")] ?? "info";
    if (severity === "debug" || flagField(request, "ephemeral")) return;
    if (severity === "error" && this.#operation.stopping) return;
    const urn = textField(request, "urn");
    const message = textField(request, "message").trimEnd();
    this.#operation.display.diagnostic({ severity, message, ...(urn ? { urn } : {}) });
  }
}

/** The functions built into the engine: a resource of this run by its URN, and all of the state as it was before. */
function callFunction({ news, olds, project }: EngineOperation, token: string, args: Props): Props {
  if (token === "pulumi:pulumi:getResource") {
    const row = news.get(String(args["urn"]))?.row;
    if (!row) throw new Refused(UNKNOWN_CODE, `unknown resource ${String(args["urn"])}`);
    return { urn: row.urn, id: row.id ?? "", state: row.outputs };
  }
  if (token !== "pulumi:pulumi:readStackResourceOutputs") {
    throw new NotSupportedError(`functions of other providers (${token})`);
  }
  const name = String(args["stackName"]);
  const own = [project.stack, `${project.name}/${project.stack}`, `organization/${project.name}/${project.stack}`];
  if (!own.includes(name)) throw new Refused(UNKNOWN_CODE, `unknown stack "${name}"`);
  const outputs = [...olds].map(([urn, { row }]): [string, Props] => [
    urn,
    { type: row.type, outputs: mapProps(row.outputs, reveal) },
  ]);
  return { name, outputs: Object.fromEntries(outputs) };
}
