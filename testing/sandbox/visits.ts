/** Every request from its arrival to its response: the log, and faults. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Dialect } from "./dialect.ts";
import { type Fault, type Faults, faultName, isDone } from "./faults.ts";
import type { Call, Outcome } from "./operations/call.ts";
import type { RateLimiter } from "./rate.ts";
import { Refusal } from "./refusal.ts";
import type { FullRequestLog, LogEntry } from "./requestLog.ts";
import type { Route } from "./requests.ts";
import { fill } from "./template.ts";

/** Shared by the server and the control of the sandbox. */
export interface Context extends Pick<Call, "store" | "dialect" | "views"> {
  readonly log: FullRequestLog;
  readonly faults: Faults;
  readonly profile: readonly string[];
  readonly limiter: RateLimiter | undefined;
  /** Aborts requests in flight when the sandbox closes or is reset. */
  readonly closing: AbortController;
}

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
      reply.hijack();
      return 0;
    case "truncate": {
      const complete = Buffer.from(text ?? "{}");
      reply.hijack();
      raw.writeHead(status, { "content-type": type, "content-length": complete.length });
      raw.write(complete.subarray(0, Math.floor(complete.length / 2)), () => raw.socket?.destroy());
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

/** Opens the visit. @returns `undefined` if a fault prevents the work; the response is sent then */
export async function arrive(
  { faults, log, store, closing: { signal } }: Context,
  route: Route | undefined,
  path: string,
  { method, query }: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
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
  // Requests from before a reset get no response from after it.
  const drop = () => reply.raw.destroy();
  signal.addEventListener("abort", drop);
  reply.raw.once("close", () => signal.removeEventListener("abort", drop));
  const visit = { entry, reply, query: Object(query), fault, started: performance.now() };
  if (fault === undefined) return visit;
  if (typeof fault === "object" && "delayMs" in fault) await wait(fault.delayMs, undefined, { signal });
  if (isDone(fault)) return visit;
  send(visit, { status: 200 }, log);
  return undefined;
}

export function send(
  { entry, reply, query, fault, started, body }: Visit,
  outcome: Outcome,
  log: FullRequestLog,
): void {
  const response = responseOf(outcome, fault);
  entry.status = deliver(reply, response, fault);
  entry.durationMs = Math.round(performance.now() - started);
  const sent = body ?? (Object.keys(query).length > 0 ? query : undefined);
  log.keep(entry, sent, entry.status === 0 ? undefined : response.body);
}
