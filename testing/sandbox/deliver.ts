/** Puts an answer on the wire, or what a fault makes of it. */
import type { FastifyReply } from "fastify";
import type { Fault } from "./faults.ts";

export interface Outcome {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = "application/json; charset=utf-8";
const page = "<!doctype html><html><body><h1>Down for maintenance</h1></body></html>";

/** The answer a fault gives in place of the work, for faults that answer at all. */
function answerOf(fault: Fault): Outcome | undefined {
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

/** What is answered in place of the outcome. */
export const givenFor = (outcome: Outcome, fault: Fault | undefined): Outcome =>
  (fault === undefined ? undefined : answerOf(fault)) ?? outcome;

/** Sends the answer, bent by the fault. Says which status the client saw; 0 for none. */
export function deliver(reply: FastifyReply, given: Outcome, fault: Fault | undefined): number {
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
      const whole = Buffer.from(text ?? "{}");
      reply.hijack();
      raw.writeHead(status, { "content-type": json, "content-length": whole.length });
      raw.write(whole.subarray(0, Math.floor(whole.length / 2)), () => raw.socket?.destroy());
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
