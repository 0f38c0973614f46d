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

/** A resource after a create or update. */
export interface Made {
  id: string;
  outputs: Props;
  /** Why it was made only in part. */
  reasons?: string[];
}

/** Timeout for the host's port and its server. */
const START_MS = 60_000;

export interface DiffResult {
  /** Undefined if the provider doesn't know. */
  changes: boolean | undefined;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** Identifies a resource in every call. */
type Subject = Pick<Row, "urn" | "type">;

/** A message that names a resource. */
interface Request {
  setUrn(urn: string): unknown;
  setName(name: string): unknown;
  setType(type: string): unknown;
}

/** A result of a create or an update. */
interface Result {
  getId?(): string;
  getProperties(): Struct | undefined;
}

type Ask<Response> = (done: (error: ServiceError | null, response: Response) => void) => unknown;

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

  async check(subject: Subject, olds: Props, news: Props) {
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

  async diff(row: Row, old: Row): Promise<DiffResult> {
    const request = this.#changing(new this.#sdk.provider.DiffRequest(), row, old);
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
    return this.#made<messages.CreateResponse>(inputs, "", (done) => this.#client.create(request, done));
  }

  async update(row: Row, old: Row): Promise<Made> {
    const request = this.#changing(new this.#sdk.provider.UpdateRequest(), row, old);
    return this.#made<messages.UpdateResponse>(row.inputs, old.id ?? "", (done) => this.#client.update(request, done));
  }

  /** The live resource; `undefined` if it doesn't exist. */
  async read({
    id = "",
    inputs,
    outputs,
    ...subject
  }: Row): Promise<Pick<Row, "id" | "inputs" | "outputs"> | undefined> {
    const request = this.#about(new this.#sdk.provider.ReadRequest(), subject)
      .setId(id)
      .setInputs(this.#struct(inputs))
      .setProperties(this.#struct(outputs));
    const response = await this.#call<messages.ReadResponse>((done) => this.#client.read(request, done));
    const live = propsOf(response.getProperties());
    const liveInputs = propsOf(response.getInputs());
    if (!response.getId() || live === undefined) return undefined;
    return {
      id: response.getId(),
      outputs: markSecrets(live, outputs),
      inputs: liveInputs ? markSecrets(liveInputs, inputs) : inputs,
    };
  }

  async delete(old: Row): Promise<void> {
    const request = this.#about(new this.#sdk.provider.DeleteRequest(), old)
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

  #about<R extends Request>(request: R, { urn, type }: Subject): R {
    request.setUrn(urn);
    request.setName(nameOf(urn));
    request.setType(type);
    return request;
  }

  /** A diff or an update of a resource, with its old and its new inputs. */
  #changing<R extends messages.DiffRequest | messages.UpdateRequest>(request: R, row: Row, old: Row): R {
    request.setId(old.id ?? "");
    request.setOlds(this.#struct(old.outputs));
    request.setOldInputs(this.#struct(old.inputs));
    request.setNews(this.#struct(row.inputs));
    request.setIgnorechangesList(row.ignoreChanges);
    return this.#about(request, row);
  }

  /** Fails with the provider's message. */
  #call<Response>(ask: Ask<Response>): Promise<Response> {
    return new Promise((resolve, reject) => {
      ask((error, response) => {
        if (error === null) resolve(response);
        else reject(Object.assign(error, { message: error.details || error.message }));
      });
    });
  }

  /** A create or update. Of a partial failure, the details of the gRPC status (google.rpc.Status) have the result. */
  #made<Response extends Result>(inputs: Props, id: string, ask: Ask<Response>): Promise<Made> {
    const madeOf = (made: Result) => ({
      id: made.getId?.() ?? id,
      outputs: markSecrets(propsOf(made.getProperties()) ?? {}, inputs),
    });
    return this.#call(ask).then(madeOf, (error: ServiceError) => {
      const [packed] = error.metadata.get("grpc-status-details-bin");
      const details = Buffer.isBuffer(packed) ? this.#sdk.status.Status.deserializeBinary(packed).getDetailsList() : [];
      const detail = details.find((each) => each.getTypeUrl().endsWith("pulumirpc.ErrorResourceInitFailed"));
      if (detail === undefined) throw error;
      const failed = this.#sdk.provider.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
      return { ...madeOf(failed), reasons: failed.getReasonsList() };
    });
  }

  #struct(props: Props): Struct {
    return this.#sdk.Struct.fromJavaScript(forProvider(props));
  }
}
