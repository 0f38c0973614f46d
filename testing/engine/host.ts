import { randomBytes } from "node:crypto";
import * as path from "node:path";
import { Child } from "./children.ts";
import { ProcessError } from "./errors.ts";
import { messageOf } from "./message.ts";
import {
  bytesField,
  fill,
  flagField,
  GRPC_OPTIONS,
  type GrpcClient,
  type GrpcError,
  type Message,
  messagesField,
  numberField,
  propsField,
  type Sdk,
  textField,
  textsField,
} from "./sdk.ts";
import type { Row } from "./state.ts";
import { nameOf } from "./urn.ts";
import { forProvider, markSecrets, type Props } from "./values.ts";

/** Made or changed, but not finished: what there is now, and why. */
export class PartialFailure extends Error {
  readonly id: string;
  readonly outputs: Props;
  readonly reasons: string[];
  constructor(message: string, id: string, outputs: Props, reasons: string[]) {
    super(message);
    this.id = id;
    this.outputs = outputs;
    this.reasons = reasons;
  }
}

/** Waiting for the host's port and its server. */
const START_MS = 60_000;
const DIFF_NONE = 1;
const DIFF_SOME = 2;

export interface CheckResult {
  inputs: Props;
  failures: { property: string; reason: string }[];
}

export interface DiffResult {
  /** Undefined: the provider does not know. */
  changes: boolean | undefined;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

export interface ReadResult {
  /** Empty: there is no such resource. */
  id: string;
  outputs: Props | undefined;
  inputs: Props | undefined;
}

/** What identifies a resource in every call. */
export interface Subject {
  urn: string;
  type: string;
}

export interface HostOptions {
  sdk: Sdk;
  dir: string;
  env: NodeJS.ProcessEnv;
  /** Address of the engine's server. */
  engine: string;
  onLine: (line: string) => void;
}

/** The SDK's host of dynamic providers: a process of its own, spoken to over gRPC. */
export class ProviderHost {
  readonly #sdk: Sdk;
  readonly #child: Child;
  readonly #client: GrpcClient;

  private constructor(sdk: Sdk, child: Child, client: GrpcClient) {
    this.#sdk = sdk;
    this.#child = child;
    this.#client = client;
  }

  /** @throws ProcessError if the host does not come up */
  static async start({ sdk, dir, env, engine, onLine }: HostOptions): Promise<ProviderHost> {
    let sayPort: (port: string) => void = () => {};
    const firstLine = new Promise<string>((resolve) => {
      sayPort = resolve;
    });
    let started = false;
    const child = new Child({
      args: [path.join(sdk.dir, "cmd", "dynamic-provider"), engine],
      cwd: dir,
      env,
      onStdout: (line) => {
        if (started) return onLine(line);
        started = true;
        sayPort(line);
      },
      onStderr: onLine,
    });
    const early = child.ended.then((code) => {
      throw new ProcessError(`the provider host ended with code ${code} before it was ready; its output says why`);
    });
    const port = await Promise.race([firstLine, early]);
    early.catch(() => {}); // from here on a dead host shows in the calls
    const { Client, credentials } = sdk.grpc;
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), GRPC_OPTIONS);
    await new Promise<void>((resolve, reject) => {
      client.waitForReady(new Date(Date.now() + START_MS), (error) => {
        if (error) reject(new ProcessError(`the provider host does not answer: ${messageOf(error)}`));
        else resolve();
      });
    });
    return new ProviderHost(sdk, child, client);
  }

  /** @param config stack configuration by full key; secrets marked */
  async configure(provider: Row, config: Props): Promise<void> {
    const request = this.#request("ConfigureRequest", {
      args: this.#sdk.structOf(config),
      acceptsecrets: true,
      acceptresources: true,
      sendsOldInputs: true,
      sendsOldInputsToDelete: true,
      id: provider.id,
      urn: provider.urn,
      name: nameOf(provider.urn),
      type: provider.type,
    });
    await this.#call("configure", request);
  }

  async check(subject: Subject, olds: Props, news: Props): Promise<CheckResult> {
    const answer = await this.#ask("check", "CheckRequest", subject, {
      olds: this.#struct(olds),
      news: this.#struct(news),
      randomseed: randomBytes(32),
    });
    const failures = messagesField(answer, "failures").map((failure) => ({
      property: textField(failure, "property"),
      reason: textField(failure, "reason"),
    }));
    return { inputs: markSecrets(propsField(answer, "inputs") ?? {}, news), failures };
  }

  async diff(
    subject: Subject,
    old: Pick<Row, "id" | "inputs" | "outputs">,
    news: Props,
    ignored: string[],
  ): Promise<DiffResult> {
    const answer = await this.#ask("diff", "DiffRequest", subject, {
      id: old.id,
      olds: this.#struct(old.outputs),
      oldInputs: this.#struct(old.inputs),
      news: this.#struct(news),
      ignorechangesList: ignored,
    });
    const changes = numberField(answer, "changes");
    return {
      changes: changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined,
      replaces: textsField(answer, "replaces"),
      deleteBeforeReplace: flagField(answer, "deletebeforereplace"),
    };
  }

  async create(subject: Subject, inputs: Props, timeout: number): Promise<{ id: string; outputs: Props }> {
    const answer = await this.#ask(
      "create",
      "CreateRequest",
      subject,
      { properties: this.#struct(inputs), timeout },
      inputs,
    );
    return { id: textField(answer, "id"), outputs: markSecrets(propsField(answer, "properties") ?? {}, inputs) };
  }

  async update(subject: Subject, old: Row, inputs: Props, timeout: number, ignored: string[]): Promise<Props> {
    const fields = {
      id: old.id,
      olds: this.#struct(old.outputs),
      oldInputs: this.#struct(old.inputs),
      news: this.#struct(inputs),
      timeout,
      ignorechangesList: ignored,
    };
    const answer = await this.#ask("update", "UpdateRequest", subject, fields, inputs);
    return markSecrets(propsField(answer, "properties") ?? {}, inputs);
  }

  async read(subject: Subject, id: string, inputs: Props, outputs: Props): Promise<ReadResult> {
    const fields = { id, inputs: this.#struct(inputs), properties: this.#struct(outputs) };
    const answer = await this.#ask("read", "ReadRequest", subject, fields, inputs);
    const live = propsField(answer, "properties");
    const liveInputs = propsField(answer, "inputs");
    return {
      id: textField(answer, "id"),
      outputs: live && markSecrets(live, outputs),
      inputs: liveInputs && markSecrets(liveInputs, inputs),
    };
  }

  async delete(subject: Subject, old: Row, timeout: number): Promise<void> {
    await this.#ask("delete", "DeleteRequest", subject, {
      id: old.id,
      properties: this.#struct(old.outputs),
      oldInputs: this.#struct(old.inputs),
      timeout,
    });
  }

  /** Tells the provider that the user wants to stop. Running calls go on. */
  async cancel(): Promise<void> {
    try {
      await this.#call("cancel", new this.#sdk.emptyMessage());
    } catch {
      // A provider may know no cancellation.
    }
  }

  async stop(): Promise<void> {
    this.#client.close();
    await this.#child.stop();
  }

  #request(type: string, fields: Record<string, unknown>): Message {
    const found = this.#sdk.provider[type];
    if (!found) throw new ProcessError(`@pulumi/pulumi ${this.#sdk.version} has no ${type}`);
    return fill(new found(), fields);
  }

  /** @param inputs what is secret in them is secret in what was made in part, too */
  #call(method: string, request: Message, inputs: Props = {}): Promise<Message> {
    const definition = this.#sdk.providerMethods[method];
    if (!definition) throw new ProcessError(`@pulumi/pulumi ${this.#sdk.version} has no provider method ${method}`);
    return new Promise((resolve, reject) => {
      const { path: route, requestSerialize, responseDeserialize } = definition;
      this.#client.makeUnaryRequest(route, requestSerialize, responseDeserialize, request, (error, answer) => {
        if (answer && !error) resolve(answer);
        else reject(error ? this.#failure(error, inputs) : new Error(`${method} gave no answer`));
      });
    });
  }

  /** The message is the provider's own. A partial failure travels as a detail of the gRPC status (google.rpc.Status). */
  #failure(error: GrpcError, inputs: Props): Error {
    const message = error.details || error.message;
    const [packed] = error.metadata?.get("grpc-status-details-bin") ?? [];
    if (!Buffer.isBuffer(packed)) return new Error(message);
    const status = this.#sdk.status["Status"]?.deserializeBinary(packed);
    for (const detail of status ? messagesField(status, "details") : []) {
      if (!textField(detail, "typeUrl").endsWith("pulumirpc.ErrorResourceInitFailed")) continue;
      const failed = this.#sdk.provider["ErrorResourceInitFailed"]?.deserializeBinary(bytesField(detail, "value"));
      if (!failed) continue;
      const outputs = markSecrets(propsField(failed, "properties") ?? {}, inputs);
      return new PartialFailure(message, textField(failed, "id"), outputs, textsField(failed, "reasons"));
    }
    return new Error(message);
  }

  #struct(props: Props): Message {
    return this.#sdk.structOf(forProvider(props));
  }

  #ask(
    method: string,
    type: string,
    subject: Subject,
    fields: Record<string, unknown>,
    inputs?: Props,
  ): Promise<Message> {
    const { urn, type: resourceType } = subject;
    const request = this.#request(type, { urn, name: nameOf(urn), type: resourceType, ...fields });
    return this.#call(method, request, inputs);
  }
}
