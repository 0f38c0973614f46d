import { randomBytes } from "node:crypto";
import * as path from "node:path";
import { Child } from "./children.ts";
import { messageOf, ProcessError } from "./errors.ts";
import { ProviderCalls } from "./providerCalls.ts";
import {
  flagField,
  GRPC_OPTIONS,
  type GrpcClient,
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
  readonly #calls: ProviderCalls;

  private constructor(sdk: Sdk, child: Child, client: GrpcClient) {
    this.#sdk = sdk;
    this.#child = child;
    this.#calls = new ProviderCalls(sdk, client);
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
    const request = this.#calls.request("ConfigureRequest", {
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
    await this.#calls.call("configure", request);
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
      await this.#calls.call("cancel", new this.#sdk.emptyMessage());
    } catch {
      // A provider may know no cancellation.
    }
  }

  async stop(): Promise<void> {
    this.#calls.close();
    await this.#child.stop();
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
    const request = this.#calls.request(type, { urn, name: nameOf(urn), type: resourceType, ...fields });
    return this.#calls.call(method, request, inputs);
  }
}
