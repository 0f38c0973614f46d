/** The log of a call: shown by the engine, at the resource that it is about. */
import { AsyncLocalStorage } from "node:async_hooks";
import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";

/** The call that is running: its resource, and what of it is still on its way to the engine. */
interface Call {
  urn: string;
  sending: Promise<void>[];
}

/** The log of the engine; standard error while none is known. */
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

  /** Runs a call of a resource. It ends once the engine has what was logged. */
  async during<T>(urn: string, work: () => Promise<T>): Promise<T> {
    const call: Call = { urn, sending: [] };
    try {
      return await this.#calls.run(call, work);
    } finally {
      await Promise.all(call.sending);
    }
  }

  /** @param kind `progress` is shown until something else is, and kept nowhere */
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
        // That a message is not shown is no reason to fail what it is about.
        engine.log(request, new grpc.Metadata(), { deadline: Date.now() + 5000 }, () => resolve());
      }),
    );
  }
}
