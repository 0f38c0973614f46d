/** Logs messages through the engine, at the resource of the running call. */
import { AsyncLocalStorage } from "node:async_hooks";
import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";

interface Call {
  urn: string;
  /** Messages on their way to the engine. */
  sending: Promise<void>[];
}

/** Logs to standard error while no engine is known. */
export class EngineLog {
  readonly #calls = new AsyncLocalStorage<Call>();
  #engine: EngineClient | undefined;

  /** @param address of the engine, as `127.0.0.1:1234` */
  connect(address: string): void {
    this.close();
    this.#engine = new EngineClient(address, grpc.credentials.createInsecure());
  }

  close(): void {
    this.#engine?.close();
    this.#engine = undefined;
  }

  /** Runs a call of a resource, and waits until the engine has received the call's messages. */
  async during<T>(urn: string, work: () => Promise<T>): Promise<T> {
    const call: Call = { urn, sending: [] };
    try {
      return await this.#calls.run(call, work);
    } finally {
      await Promise.all(call.sending);
    }
  }

  /** @param kind `progress` is shown until the next message, and isn't kept */
  send(message: string, kind: "info" | "warning" | "progress"): void {
    const severity = kind === "warning" ? LogSeverity.WARNING : LogSeverity.INFO;
    const { urn = "", sending = [] } = this.#calls.getStore() ?? {};
    const engine = this.#engine;
    if (engine === undefined) {
      if (kind !== "progress") process.stderr.write(`${message}\n`);
      return;
    }
    const request = new LogRequest().setSeverity(severity).setMessage(message).setUrn(urn);
    request.setEphemeral(kind === "progress");
    sending.push(
      new Promise((resolve) => {
        // A call doesn't fail because its message can't be shown.
        engine.log(request, new grpc.Metadata(), { deadline: Date.now() + 5000 }, () => resolve());
      }),
    );
  }
}
