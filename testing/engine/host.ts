import * as path from "node:path";
import { promisify } from "node:util";
import type { ServiceError } from "@grpc/grpc-js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { ProcessError } from "../shared/errors.ts";
import { Child } from "./children.ts";
import { GRPC_OPTIONS, propsOf, type Sdk } from "./sdk.ts";
import type { Row } from "./state.ts";
import { mapProps, markSecrets, messageOf, opened, type Props } from "./values.ts";

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

/** A result of a create or an update. */
interface Result {
  getId?(): string;
  getProperties(): Struct | undefined;
}

type Ask<Response> = (done: (error: ServiceError | null, response: Response) => void) => unknown;

interface HostOptions {
  sdk: Sdk;
  dir: string;
  env: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
}

/** The SDK's host of dynamic providers: a child process that serves gRPC. A request has the fields that the host reads. */
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
  static async start({ sdk, dir, env, onLine }: HostOptions): Promise<ProviderHost> {
    let reportPort: (port: string) => void = () => {};
    const firstLine = new Promise<string>((resolve) => {
      reportPort = resolve;
    });
    let started = false;
    const child = new Child({
      // The host needs no engine at this address.
      args: [path.join(sdk.dir, "cmd", "dynamic-provider"), "127.0.0.1:0"],
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
    await promisify(client.waitForReady.bind(client))(Date.now() + START_MS).catch((error: unknown) => {
      throw new ProcessError(`the provider host does not respond: ${messageOf(error)}`);
    });
    return new ProviderHost(sdk, child, client);
  }

  /** @param config stack configuration by full key; secrets marked */
  async configure(config: Props): Promise<void> {
    const request = new this.#sdk.provider.ConfigureRequest().setArgs(this.#sdk.Struct.fromJavaScript(config));
    await this.#call<messages.ConfigureResponse>((done) => this.#client.configure(request, done));
  }

  async check(olds: Props, news: Props) {
    const request = new this.#sdk.provider.CheckRequest().setOlds(this.#struct(olds)).setNews(this.#struct(news));
    const response = await this.#call<messages.CheckResponse>((done) => this.#client.check(request, done));
    return {
      inputs: markSecrets(propsOf(response.getInputs()) ?? {}, news),
      failures: response.getFailuresList().map((failure) => failure.toObject()),
    };
  }

  async diff(row: Row, old: Row): Promise<DiffResult> {
    const request = new this.#sdk.provider.DiffRequest()
      .setId(old.id ?? "")
      .setOlds(this.#struct(old.outputs))
      .setNews(this.#struct(row.inputs));
    const response = await this.#call<messages.DiffResponse>((done) => this.#client.diff(request, done));
    const { DIFF_NONE, DIFF_SOME } = this.#sdk.provider.DiffResponse.DiffChanges;
    const changes = response.getChanges();
    return {
      changes: changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined,
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(inputs: Props): Promise<Made> {
    const request = new this.#sdk.provider.CreateRequest().setProperties(this.#struct(inputs));
    return this.#made<messages.CreateResponse>(inputs, "", (done) => this.#client.create(request, done));
  }

  async update(row: Row, old: Row): Promise<Made> {
    const request = new this.#sdk.provider.UpdateRequest()
      .setId(old.id ?? "")
      .setOlds(this.#struct(old.outputs))
      .setNews(this.#struct(row.inputs));
    return this.#made<messages.UpdateResponse>(row.inputs, old.id ?? "", (done) => this.#client.update(request, done));
  }

  /** The live resource; `undefined` if it doesn't exist. */
  async read({ id = "", inputs, outputs }: Row): Promise<Pick<Row, "id" | "inputs" | "outputs"> | undefined> {
    const request = new this.#sdk.provider.ReadRequest().setId(id).setProperties(this.#struct(outputs));
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

  async delete({ id = "", outputs }: Row): Promise<void> {
    const request = new this.#sdk.provider.DeleteRequest().setId(id).setProperties(this.#struct(outputs));
    await this.#call((done) => this.#client.delete(request, done));
  }

  async stop(): Promise<void> {
    this.#client.close();
    await this.#child.stop();
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
    return this.#sdk.Struct.fromJavaScript(mapProps(props, opened));
  }
}
