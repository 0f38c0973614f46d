/** Calls of a provider over gRPC, and how they fail. */
import { ProcessError } from "./errors.ts";
import {
  bytesField,
  fill,
  type GrpcClient,
  type GrpcError,
  type Message,
  messagesField,
  propsField,
  type Sdk,
  textField,
  textsField,
} from "./sdk.ts";
import { markSecrets, type Props } from "./values.ts";

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

export class ProviderCalls {
  readonly #sdk: Sdk;
  readonly #client: GrpcClient;

  constructor(sdk: Sdk, client: GrpcClient) {
    this.#sdk = sdk;
    this.#client = client;
  }

  request(type: string, fields: Record<string, unknown>): Message {
    const found = this.#sdk.provider[type];
    if (!found) throw new ProcessError(`@pulumi/pulumi ${this.#sdk.version} has no ${type}`);
    return fill(new found(), fields);
  }

  /** @param inputs what is secret in them is secret in what was made in part, too */
  call(method: string, request: Message, inputs: Props = {}): Promise<Message> {
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

  close(): void {
    this.#client.close();
  }
}
