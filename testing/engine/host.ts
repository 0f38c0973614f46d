import { randomBytes } from "node:crypto";
import * as path from "node:path";
import type { ServiceError } from "@grpc/grpc-js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { ProcessError } from "../shared/errors.ts";
import { Child } from "./children.ts";
import { GRPC_OPTIONS, propsOf, type Sdk } from "./sdk.ts";
import { nameOf, type Row } from "./state.ts";
import { forProvider, markSecrets, messageOf, type Props } from "./values.ts";

/** A call that failed, with the provider's message. */
class CallFailed extends Error {
  readonly answer: ServiceError;

  constructor(answer: ServiceError) {
    super(answer.details || answer.message);
    this.answer = answer;
  }
}

/** A resource after a create or update. */
export interface Made {
  id: string;
  outputs: Props;
  /** Why it was made only in part. */
  reasons?: string[];
}

/** Timeout for the host's port and its server. */
const START_MS = 60_000;

export interface CheckResult {
  inputs: Props;
  failures: { property: string; reason: string }[];
}

export interface DiffResult {
  /** Undefined if the provider doesn't know. */
  changes: boolean | undefined;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

export interface ReadResult {
  /** Empty if the resource doesn't exist. */
  id: string;
  outputs: Props | undefined;
  inputs: Props | undefined;
}

/** Identifies a resource in every call. */
export interface Subject {
  urn: string;
  type: string;
}

/** A message that names a resource. */
interface Request<R> {
  setUrn(urn: string): R;
  setName(name: string): R;
  setType(type: string): R;
}

export interface HostOptions {
  sdk: Sdk;
  dir: string;
  env: NodeJS.ProcessEnv;
  /** Address of the engine's server. */
  engine: string;
  onLine: (line: string) => void;
}

/** The SDK's host of dynamic providers: a child process that serves gRPC. */
export class ProviderHost {
  readonly #sdk: Sdk;
  readonly #child: Child;
  readonly #client: ResourceProviderClient;

  private constructor(sdk: Sdk, child: Child, client: ResourceProviderClient) {
    this.#sdk = sdk;
    this.#child = child;
    this.#client = client;
  }

  /** @throws ProcessError if the host doesn't start */
  static async start({ sdk, dir, env, engine, onLine }: HostOptions): Promise<ProviderHost> {
    let reportPort: (port: string) => void = () => {};
    const firstLine = new Promise<string>((resolve) => {
      reportPort = resolve;
    });
    let started = false;
    const child = new Child({
      args: [path.join(sdk.dir, "cmd", "dynamic-provider"), engine],
      cwd: dir,
      env,
      onStdout: (line) => {
        if (started) return onLine(line);
        started = true;
        reportPort(line);
      },
      onStderr: onLine,
    });
    const early = child.ended.then((code) => {
      throw new ProcessError(`the provider host ended with code ${code} before it was ready; its output says why`);
    });
    const port = await Promise.race([firstLine, early]);
    early.catch(() => {}); // from here on, calls report a dead host
    const { ResourceProviderClient } = sdk.providerServer;
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, sdk.grpc.credentials.createInsecure(), GRPC_OPTIONS);
    await new Promise<void>((resolve, reject) => {
      client.waitForReady(new Date(Date.now() + START_MS), (error) => {
        if (error) reject(new ProcessError(`the provider host does not respond: ${messageOf(error)}`));
        else resolve();
      });
    });
    return new ProviderHost(sdk, child, client);
  }

  /** @param config stack configuration by full key; secrets marked */
  async configure(provider: Row, config: Props): Promise<void> {
    const request = this.#about(new this.#sdk.provider.ConfigureRequest(), provider)
      .setArgs(this.#sdk.Struct.fromJavaScript(config))
      .setAcceptsecrets(true)
      .setAcceptresources(true)
      .setSendsOldInputs(true)
      .setSendsOldInputsToDelete(true)
      .setId(provider.id ?? "");
    await this.#call<messages.ConfigureResponse>((done) => this.#client.configure(request, done));
  }

  async check(subject: Subject, olds: Props, news: Props): Promise<CheckResult> {
    const request = this.#about(new this.#sdk.provider.CheckRequest(), subject)
      .setOlds(this.#struct(olds))
      .setNews(this.#struct(news))
      .setRandomseed(randomBytes(32));
    const response = await this.#call<messages.CheckResponse>((done) => this.#client.check(request, done));
    return {
      inputs: markSecrets(propsOf(response.getInputs()) ?? {}, news),
      failures: response.getFailuresList().map((failure) => failure.toObject()),
    };
  }

  async diff(
    subject: Subject,
    old: Pick<Row, "id" | "inputs" | "outputs">,
    news: Props,
    ignored: string[],
  ): Promise<DiffResult> {
    const request = this.#about(new this.#sdk.provider.DiffRequest(), subject)
      .setId(old.id ?? "")
      .setOlds(this.#struct(old.outputs))
      .setOldInputs(this.#struct(old.inputs))
      .setNews(this.#struct(news))
      .setIgnorechangesList(ignored);
    const response = await this.#call<messages.DiffResponse>((done) => this.#client.diff(request, done));
    const { DIFF_NONE, DIFF_SOME } = this.#sdk.provider.DiffResponse.DiffChanges;
    const changes = response.getChanges();
    return {
      changes: changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined,
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(subject: Subject, inputs: Props): Promise<Made> {
    const request = this.#about(new this.#sdk.provider.CreateRequest(), subject).setProperties(this.#struct(inputs));
    return this.#made(inputs, async () => {
      const response = await this.#call<messages.CreateResponse>((done) => this.#client.create(request, done));
      return { id: response.getId(), outputs: markSecrets(propsOf(response.getProperties()) ?? {}, inputs) };
    });
  }

  async update(subject: Subject, old: Row, inputs: Props, ignored: string[]): Promise<Made> {
    const request = this.#about(new this.#sdk.provider.UpdateRequest(), subject)
      .setId(old.id ?? "")
      .setOlds(this.#struct(old.outputs))
      .setOldInputs(this.#struct(old.inputs))
      .setNews(this.#struct(inputs))
      .setIgnorechangesList(ignored);
    return this.#made(inputs, async () => {
      const response = await this.#call<messages.UpdateResponse>((done) => this.#client.update(request, done));
      return { id: old.id ?? "", outputs: markSecrets(propsOf(response.getProperties()) ?? {}, inputs) };
    });
  }

  async read(subject: Subject, id: string, inputs: Props, outputs: Props): Promise<ReadResult> {
    const request = this.#about(new this.#sdk.provider.ReadRequest(), subject)
      .setId(id)
      .setInputs(this.#struct(inputs))
      .setProperties(this.#struct(outputs));
    const response = await this.#call<messages.ReadResponse>((done) => this.#client.read(request, done));
    const live = propsOf(response.getProperties());
    const liveInputs = propsOf(response.getInputs());
    return {
      id: response.getId(),
      outputs: live && markSecrets(live, outputs),
      inputs: liveInputs && markSecrets(liveInputs, inputs),
    };
  }

  async delete(subject: Subject, old: Row): Promise<void> {
    const request = this.#about(new this.#sdk.provider.DeleteRequest(), subject)
      .setId(old.id ?? "")
      .setProperties(this.#struct(old.outputs))
      .setOldInputs(this.#struct(old.inputs));
    await this.#call((done) => this.#client.delete(request, done));
  }

  /** Tells the provider that the user wants to stop. Running calls go on. */
  async cancel(): Promise<void> {
    // A provider may not implement Cancel.
    await this.#call((done) => this.#client.cancel(new this.#sdk.Empty(), done)).catch(() => {});
  }

  async stop(): Promise<void> {
    this.#client.close();
    await this.#child.stop();
  }

  #about<R extends Request<R>>(request: R, { urn, type }: Subject): R {
    return request.setUrn(urn).setName(nameOf(urn)).setType(type);
  }

  #call<Response>(ask: (done: (error: ServiceError | null, response: Response) => void) => unknown): Promise<Response> {
    return new Promise((resolve, reject) => {
      ask((error, response) => (error ? reject(new CallFailed(error)) : resolve(response)));
    });
  }

  /** A create or update. Of a partial failure, the details of the gRPC status (google.rpc.Status) have the result. */
  async #made(inputs: Props, call: () => Promise<Made>): Promise<Made> {
    try {
      return await call();
    } catch (error) {
      const [packed] = error instanceof CallFailed ? error.answer.metadata.get("grpc-status-details-bin") : [];
      const details = Buffer.isBuffer(packed) ? this.#sdk.status.Status.deserializeBinary(packed).getDetailsList() : [];
      const detail = details.find((each) => each.getTypeUrl().endsWith("pulumirpc.ErrorResourceInitFailed"));
      if (detail === undefined) throw error;
      const failed = this.#sdk.provider.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
      const outputs = markSecrets(propsOf(failed.getProperties()) ?? {}, inputs);
      return { id: failed.getId(), outputs, reasons: failed.getReasonsList() };
    }
  }

  #struct(props: Props): Struct {
    return this.#sdk.Struct.fromJavaScript(forProvider(props));
  }
}
