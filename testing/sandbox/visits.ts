/** Every request from its arrival to its response: the log, faults, and requests in flight. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Context } from "./context.ts";
import type { Dialect } from "./dialect.ts";
import { type Fault, faultName, isDone } from "./faults.ts";
import { Refusal } from "./refusal.ts";
import type { LogEntry } from "./requestLog.ts";
import { fill } from "./template.ts";

interface Outcome {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = "application/json; charset=utf-8";
const page = "<!doctype html><html><body><h1>Down for maintenance</h1></body></html>";

/** The response of a fault that replaces the work's; `undefined` for a fault without one. */
function responseOf(fault: Fault): Outcome | undefined {
  if (fault === "success-false") {
    return { status: 200, body: { success: false, error: "failed", message: "The request could not be completed." } };
  }
  if (typeof fault === "string" || !("status" in fault)) return undefined;
  return {
    status: fault.status,
    body: fault.body ?? { success: false, error: `status_${fault.status}`, message: `Fault: status ${fault.status}.` },
    headers: fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) },
  };
}

/** Sends the response, changed by the fault. @returns the status that the client sees; 0 for none */
function deliver(reply: FastifyReply, given: Outcome, fault: Fault | undefined): number {
  const text = given.body === undefined ? undefined : JSON.stringify(given.body);
  const { raw } = reply;
  const status = given.status;

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
    case "html":
      reply.code(200).type("text/html; charset=utf-8").send(page);
      return 200;
    case "wrong-content-type":
      reply
        .code(status)
        .type("text/plain; charset=utf-8")
        .send(text ?? "");
      return status;
    case "truncate": {
      const complete = Buffer.from(text ?? "{}");
      reply.hijack();
      raw.writeHead(status, { "content-type": json, "content-length": complete.length });
      raw.write(complete.subarray(0, Math.floor(complete.length / 2)), () => raw.socket?.destroy());
      return status;
    }
    case "endless": {
      reply.hijack();
      raw.writeHead(status, { "content-type": json });
      raw.write('{"success":true,"data":[');
      const chunk = "{},".repeat(20_000);
      const more = setInterval(() => raw.writableNeedDrain || raw.write(chunk), 5);
      raw.on("close", () => clearInterval(more));
      return status;
    }
    default:
      reply.code(status).headers({ ...given.headers });
      if (text === undefined) reply.send();
      else reply.type(json).send(text);
      return status;
  }
}

/** A request in flight. */
interface Visit {
  readonly entry: LogEntry;
  readonly fault: Fault | undefined;
  readonly started: number;
  /** The parsed body, before an operation changes it. */
  body?: unknown;
}

const thrown = z.looseObject({ statusCode: z.int().optional(), message: z.string() });

/** The response to a thrown error. */
export function errorOutcome(error: unknown, { refused, refusedStatus }: Dialect): Outcome {
  const read = thrown.safeParse(error).data;
  const given = read?.statusCode ?? 500;
  const text = read?.message ?? String(error);
  const thrownHere = new Refusal(given === 415 ? 400 : given, given < 500 ? "bad_request" : "internal_error", text);
  const { status, code, message } = error instanceof Refusal ? error : thrownHere;
  return { status: refusedStatus ?? status, body: fill(refused, { code, message }) };
}

export class Visits {
  readonly #context: Context;
  readonly #pathOf: (request: FastifyRequest) => string;
  readonly #visits = new WeakMap<FastifyRequest, Visit>();
  readonly #inFlight = new Set<FastifyReply>();

  constructor(context: Context, pathOf: (request: FastifyRequest) => string) {
    this.#context = context;
    this.#pathOf = pathOf;
    context.store.onChange(({ kind }) => {
      if (kind !== "everything") return;
      // Requests from before a reset get no response from after it.
      for (const reply of this.#inFlight) reply.raw.destroy();
    });
  }

  /** Opens the visit. @returns false if a fault prevents the work; the response is sent then */
  async arrive(operation: string, request: FastifyRequest, reply: FastifyReply, domain?: string): Promise<boolean> {
    const { faults, log, store, closing } = this.#context;
    const fault = faults.strike(operation);
    const { page } = Object(request.query);
    const entry = log.begin({
      at: store.now().toISOString(),
      operation,
      method: request.method,
      path: this.#pathOf(request),
      ...(domain === undefined ? {} : { domain }),
      ...(page === undefined ? {} : { page: Number(page) }),
      ...(fault === undefined ? {} : { fault: faultName(fault) }),
    });
    this.#visits.set(request, { entry, fault, started: performance.now() });
    this.#inFlight.add(reply);
    reply.raw.once("close", () => this.#inFlight.delete(reply));
    if (fault === undefined) return true;
    if (typeof fault === "object" && "delayMs" in fault) await wait(fault.delayMs, undefined, { signal: closing });
    if (isDone(fault)) return true;
    this.send(request, reply, { status: 200 });
    return false;
  }

  /** Keeps the body as the client sent it. */
  read(request: FastifyRequest, body: unknown): void {
    const visit = this.#visits.get(request);
    if (visit !== undefined) visit.body = body;
  }

  /** Notes that the work is done, even if a fault tells the client otherwise. */
  done(request: FastifyRequest): void {
    const visit = this.#visits.get(request);
    if (visit !== undefined) visit.entry.done = true;
  }

  send(request: FastifyRequest, reply: FastifyReply, outcome: Outcome): FastifyReply {
    const visit = this.#visits.get(request);
    const given = (visit?.fault && responseOf(visit.fault)) ?? outcome;
    const status = deliver(reply, given, visit?.fault);
    if (visit !== undefined) {
      visit.entry.status = status;
      visit.entry.durationMs = Math.round(performance.now() - visit.started);
      const query = Object.fromEntries(new URLSearchParams(request.url.split("?")[1]));
      const sent = visit.body ?? (Object.keys(query).length > 0 ? query : undefined);
      const response = visit.fault === "html" ? page : given.body;
      this.#context.log.keep(visit.entry, sent, status === 0 ? undefined : response);
    }
    return reply;
  }
}
