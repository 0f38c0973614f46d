/** Every request from its arrival to its response: the log, faults, and requests in flight. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "./context.ts";
import type { Dialect } from "./dialect.ts";
import { type Fault, faultName, isDone } from "./faults.ts";
import type { Outcome } from "./operations/call.ts";
import { Refusal } from "./refusal.ts";
import type { LogEntry } from "./requestLog.ts";
import type { Route } from "./requests.ts";
import { fill } from "./template.ts";

/** An outcome as it is sent. */
interface Response {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = "application/json; charset=utf-8";
const page = "<!doctype html><html><body><h1>Down for maintenance</h1></body></html>";

/** The response that the fault makes of an outcome. */
function responseOf(outcome: Outcome, fault: Fault | undefined): Response {
  const given = { type: json, body: undefined, ...outcome };
  if (fault === "html") return { status: 200, type: "text/html; charset=utf-8", body: page };
  if (fault === "wrong-content-type") return { ...given, type: "text/plain; charset=utf-8" };
  if (fault === "success-false") {
    const body = { success: false, error: "failed", message: "The request could not be completed." };
    return { status: 200, type: json, body };
  }
  if (typeof fault !== "object" || !("status" in fault)) return given;
  const { status, retryAfter } = fault;
  const failed = { success: false, error: `status_${status}`, message: `Fault: status ${status}.` };
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return { status, type: json, body: fault.body ?? failed, headers };
}

/** Sends the response, or the part of it that the fault lets through. @returns the status that the client sees; 0 for none */
function deliver(reply: FastifyReply, { status, type, body, headers }: Response, fault: Fault | undefined): number {
  const text = body === page ? page : JSON.stringify(body);
  const { raw } = reply;
  switch (fault) {
    case "reset-before":
    case "reset-after":
      reply.hijack();
      raw.socket?.resetAndDestroy();
      return 0;
    case "hang":
    case "hang-before":
      reply.hijack();
      return 0;
    case "truncate": {
      const complete = Buffer.from(text ?? "{}");
      reply.hijack();
      raw.writeHead(status, { "content-type": type, "content-length": complete.length });
      raw.write(complete.subarray(0, Math.floor(complete.length / 2)), () => raw.socket?.destroy());
      return status;
    }
    case "endless": {
      reply.hijack();
      raw.writeHead(status, { "content-type": type });
      raw.write('{"success":true,"data":[');
      const chunk = "{},".repeat(20_000);
      const more = setInterval(() => raw.writableNeedDrain || raw.write(chunk), 5);
      raw.on("close", () => clearInterval(more));
      return status;
    }
    default:
      reply.code(status).headers({ ...headers });
      if (text === undefined) reply.send();
      else reply.type(type).send(text);
      return status;
  }
}

/** A request in flight. */
export interface Visit {
  readonly entry: LogEntry;
  readonly reply: FastifyReply;
  readonly query: object;
  readonly fault: Fault | undefined;
  readonly started: number;
  /** The parsed body, before an operation changes it. */
  body?: unknown;
}

/** The response to a thrown error. */
export function errorOutcome(error: unknown, { refused, refusedStatus }: Dialect): Outcome {
  const { status, code, message } =
    error instanceof Refusal
      ? error
      : new Refusal(500, "internal_error", error instanceof Error ? error.message : String(error));
  return { status: refusedStatus ?? status, body: fill(refused, { code, message }) };
}

export class Visits {
  readonly #context: Context;
  readonly #inFlight = new Set<FastifyReply>();

  constructor(context: Context) {
    this.#context = context;
    context.store.onChange(({ kind }) => {
      if (kind !== "everything") return;
      // Requests from before a reset get no response from after it.
      for (const reply of this.#inFlight) reply.raw.destroy();
    });
  }

  /** Opens the visit. @returns `undefined` if a fault prevents the work; the response is sent then */
  async arrive(
    route: Route | undefined,
    path: string,
    { method, query }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Visit | undefined> {
    const { faults, log, store, closing } = this.#context;
    const { name: operation = "unknown", domain = "" } = route ?? {};
    const fault = faults.strike(operation);
    const { page } = Object(query);
    const entry = log.begin({
      at: store.now().toISOString(),
      operation,
      method,
      path,
      ...(domain === "" ? {} : { domain }),
      ...(page === undefined ? {} : { page: Number(page) }),
      ...(fault === undefined ? {} : { fault: faultName(fault) }),
    });
    const visit = { entry, reply, query: Object(query), fault, started: performance.now() };
    this.#inFlight.add(reply);
    reply.raw.once("close", () => this.#inFlight.delete(reply));
    if (fault === undefined) return visit;
    if (typeof fault === "object" && "delayMs" in fault) await wait(fault.delayMs, undefined, { signal: closing });
    if (isDone(fault)) return visit;
    this.send(visit, { status: 200 });
    return undefined;
  }

  send({ entry, reply, query, fault, started, body }: Visit, outcome: Outcome): void {
    const response = responseOf(outcome, fault);
    entry.status = deliver(reply, response, fault);
    entry.durationMs = Math.round(performance.now() - started);
    const sent = body ?? (Object.keys(query).length > 0 ? query : undefined);
    this.#context.log.keep(entry, sent, entry.status === 0 ? undefined : response.body);
  }
}
