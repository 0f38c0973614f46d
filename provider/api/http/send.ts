/** Sends the request of a call, and repeats it where that is safe, until there is a response that can be read, or an error. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Got } from "got";
import type { EndpointName } from "../endpoints/table.ts";
import * as errors from "../errors.ts";
import { addressAdvice, laterAdvice, shapeAdvice, statusFailure, successAdvice, waitAdvice } from "../explain.ts";
import { quote } from "../redaction.ts";
import {
  doubtAbout,
  isRefusal,
  type ParsedResponse,
  parseBody,
  saysFailure,
  saysSuccess,
  UnreadableResponseError,
  unmarked,
  type WireResponse,
  wordsOf,
} from "../response.ts";
import type { Call } from "./call.ts";
import { type Attempt, type CallTime, callTime, NoTurnError, type Pacer, timeIsUp, waitBeforeNext } from "./pace.ts";
import { type Fault, faultOf } from "./transport.ts";

/** In milliseconds. */
export interface Timeouts {
  /** One request. */
  requestMs: number;
  /** One call with all its attempts and waits, from its first request on. */
  budgetMs: number;
  /** A running request, after an interruption. */
  graceMs: number;
  /** One request, until its wait is shown. */
  slowMs: number;
}

/** A response as it came, before it is decoded. */
export interface Observation {
  operation: EndpointName;
  /** Names of the query parameters that were sent, without their values. */
  query: string[];
  answer: WireResponse;
}

export interface SendOptions {
  /** Aborted if the process is interrupted: nothing new is sent, waits end, running requests get `graceMs`. */
  interruption?: AbortSignal;
  /** Gets every response as it came, for `pulumi-registrar doctor`. */
  observe?: (seen: Observation) => void;
  /** Shows that a response takes longer than `slowMs`. */
  progress?: ((message: string) => void) | undefined;
}

export interface SendContext extends SendOptions {
  /** Loads the HTTP client, once. */
  connect: () => Promise<Got>;
  pacer: Pacer;
  timeouts: Timeouts;
  debug?: ((line: string) => void) | undefined;
}

/** @throws RegistrarError, always one of its subclasses, if no attempt succeeds */
export const send = (call: Call, context: SendContext): Promise<ParsedResponse> =>
  new Sending(call, context).toResponse();

class Sending {
  readonly #call: Call;
  readonly #context: SendContext;
  readonly #isWrite: boolean;
  /** `customTimeouts` of the program. They don't end a read, which other resources may share. */
  readonly #time: CallTime | undefined;
  /** After it, nothing is sent and nothing waits. */
  readonly #end: AbortSignal | undefined;
  /** With less time left than this, a request isn't repeated: its response couldn't come. */
  readonly #minAnswerMs: number;
  #attempts = 0;
  #startedAt: number | undefined;
  #mayBeDone = false;

  constructor(call: Call, context: SendContext) {
    this.#call = call;
    this.#context = context;
    this.#isWrite = call.row.method !== "GET";
    this.#time = this.#isWrite ? callTime() : undefined;
    const ends = [context.interruption, this.#time?.end].filter((signal) => signal !== undefined);
    this.#end = ends.length > 1 ? AbortSignal.any(ends) : ends[0];
    this.#minAnswerMs = Math.min(1000, context.timeouts.budgetMs / 10);
  }

  async toResponse(): Promise<ParsedResponse> {
    for (let last: Attempt | undefined; ; ) {
      last = await this.#paced(last);
      if ("answer" in last && last.answer.status >= 200 && last.answer.status < 300) return this.#read(last.answer);
      if (mayBeDone(last, this.#call)) this.#mayBeDone = true;
      await this.#waitToRepeat(last);
    }
  }

  async #paced(last: Attempt | undefined): Promise<Attempt> {
    const { pacer } = this.#context;
    const again = last !== undefined;
    const writes = this.#isWrite ? this.#call.domain : undefined;
    const maxWaitMs = this.#leftMs() - (again ? this.#minAnswerMs : 0);
    try {
      return await pacer.run({ writes, again, maxWaitMs, signal: this.#end }, () => this.#attempt());
    } catch (error) {
      if (!(error instanceof NoTurnError)) throw this.#end?.aborted ? this.#ended(last) : error;
      if (last !== undefined) throw this.#failed(last, error.isAsked ? error.message : "out of time");
      const advice = error.isAsked ? "Wait that long, then run it again." : waitAdvice;
      throw new errors.RateLimitedError(this.#facts({ what: error.message, note: "not sent", advice }));
    }
  }

  /** One request, with its deadline, its grace after an interruption, and its line in the debug log. */
  async #attempt(): Promise<Attempt> {
    const { request, name, redact } = this.#call;
    const { timeouts, debug, observe, progress } = this.#context;
    this.#attempts += 1;
    const startedAt = performance.now();
    this.#startedAt ??= startedAt;
    const stop = new AbortController();
    const slow = `${name}: waiting for the registrar's response for ${timeouts.slowMs / 1000} s`;
    const stopAfter = (ms: number, why: Fault) => setTimeout(() => stop.abort(why), ms);
    const timers = [
      setTimeout(() => progress?.(slow), timeouts.slowMs).unref(),
      // The timeout of got doesn't end a request that still waits for a proxy.
      stopAfter(Math.max(1, Math.min(timeouts.requestMs, this.#leftMs())), timedOut),
    ];
    const onEnd = () => timers.push(stopAfter(timeouts.graceMs, aborted));
    this.#end?.addEventListener("abort", onEnd, { once: true });
    try {
      const attempt = await this.#exchange(stop.signal);
      const outcome = "answer" in attempt ? attempt.answer.status : attempt.fault.code;
      const ms = Math.round(performance.now() - startedAt);
      const { method, url } = request;
      debug?.(redact(`registrar: ${method} ${url.pathname} ${outcome} ${ms} ms, attempt ${this.#attempts}`));
      if ("answer" in attempt)
        observe?.({ operation: name, query: [...url.searchParams.keys()], answer: attempt.answer });
      return attempt;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.#end?.removeEventListener("abort", onEnd);
    }
  }

  async #exchange(signal: AbortSignal): Promise<Attempt> {
    const { method, url, headers, json } = this.#call.request;
    const got = await this.#context.connect();
    try {
      // A stream costs a third less than got's promise, and ends at the first chunk that exceeds the limit.
      const stream = got.stream(url, { method, headers, ...(json !== undefined && { json }), signal });
      // Without a body, got waits until its stream is ended.
      if (json === undefined && method !== "GET") stream.end();
      const text = await textOf(stream);
      if (text === undefined) return { fault: tooLarge };
      const { response } = stream;
      if (response === undefined) return { fault: faultOf(undefined) };
      const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      return { answer: { status: response.statusCode, headers: Object.fromEntries(entries), text } };
    } catch (error) {
      return { fault: [timedOut, aborted].find((each) => each === signal.reason) ?? faultOf(error) };
    }
  }

  /** @throws RegistrarError if the call isn't sent again */
  async #waitToRepeat(attempt: Attempt): Promise<void> {
    const waitMs = waitBeforeNext(attempt, this.#call, this.#attempts);
    if (waitMs === undefined) throw this.#failed(attempt);
    if (waitMs + this.#minAnswerMs > this.#leftMs()) throw this.#failed(attempt, "out of time");
    try {
      await sleep(waitMs, undefined, { ...(this.#end && { signal: this.#end }) });
    } catch {
      throw this.#ended(attempt);
    }
  }

  #ended(last: Attempt | undefined): errors.RegistrarError {
    if (last === undefined) return this.#interrupted();
    return this.#failed(last, this.#time?.end.aborted ? "the time of the option customTimeouts was up" : "interrupted");
  }

  #read(answer: WireResponse): ParsedResponse {
    const { status, headers } = answer;
    const { name, row, override, redact } = this.#call;
    const body = readable(this.#call, status, () => parseBody(answer), { tried: this.#tried(), advice: addressAdvice });
    if (isRefusal(body)) throw this.#failed({ answer });
    // A read is judged by the data in its response.
    const isJudged = status !== 204 && (this.#isWrite || row.answer.kind === "any");
    const doubt = isJudged ? doubtAbout(body, override.success) : undefined;
    if (doubt === undefined || (doubt === unmarked && status === 202 && row.mayWait)) return { status, headers, body };
    this.#mayBeDone = true;
    const words = quote(wordsOf(body), redact);
    const why = `${quote(doubt, redact)}${words && `, "${words}"`}`;
    const advice =
      doubt === unmarked && !saysFailure(body)
        ? successAdvice(name, body)
        : "Check in the registrar's dashboard, then run it again.";
    const what = `the response (${status}) doesn't show that it succeeded: ${why}`;
    throw new errors.UnconfirmedError(this.#facts({ status, what, words, advice }));
  }

  #failed(attempt: Attempt, note?: string): errors.RegistrarError {
    if ("answer" in attempt) {
      const { kind, ...details } = statusFailure(attempt.answer, this.#call);
      return new kind(this.#facts({ ...details, status: attempt.answer.status, note }));
    }
    const { kind, what } = attempt.fault;
    if (attempt.fault === aborted) return this.#interrupted();
    if (kind === "unusable") return new errors.UnexpectedShapeError(this.#facts({ what, advice: addressAdvice, note }));
    const checked = `Check the host and port of ${errors.baseUrlName}, then run it again.`;
    const advice = kind === "notSent" ? checked : laterAdvice;
    return new errors.NetworkError(this.#facts({ what: quote(what, this.#call.redact), advice, note }));
  }

  #interrupted(): errors.InterruptedError {
    const advice = "Run the same command again; it continues from the state of the registrar at that time.";
    const facts = (what: string) => this.#facts({ what, advice });
    if (this.#time?.end.aborted) {
      return timeIsUp(this.#time, facts(this.#mayBeDone ? "before a response arrived" : "before this was sent"));
    }
    const what = this.#mayBeDone ? "interrupted before a response arrived" : "not sent: the run was interrupted";
    return new errors.InterruptedError(facts(what));
  }

  /** @param note more about the attempts, such as `out of time` */
  #facts({ note, ...details }: errors.ErrorFacts & { note?: string | undefined }): errors.ErrorFacts {
    return {
      ...details,
      operation: this.#call.name,
      domain: this.#call.domain,
      outcome: this.#isWrite && this.#mayBeDone ? "unknown" : "no",
      tried: [this.#tried(), note].filter(Boolean).join("; "),
    };
  }

  #tried(): string | undefined {
    if (this.#attempts === 0) return undefined;
    const attempts = this.#attempts === 1 ? "attempt" : "attempts";
    const seconds = (this.#context.timeouts.budgetMs - this.#leftMs()) / 1000;
    return `${this.#attempts} ${attempts} over ${seconds.toFixed(1)} s`;
  }

  #leftMs(): number {
    const now = performance.now();
    return this.#context.timeouts.budgetMs - (now - (this.#startedAt ?? now));
  }
}

/** May a failed request have been carried out? */
function mayBeDone(attempt: Attempt, { row }: Call): boolean {
  if ("fault" in attempt) return attempt.fault.kind !== "notSent";
  const { answer } = attempt;
  // An order is never repeated if anything says that it was carried out.
  return answer.status >= 500 || answer.status < 400 || (row.isOrder === true && saysSuccess(answer));
}

/** The largest response, in bytes after decompression. */
const maxAnswerBytes = 32 * 1024 * 1024;
const tooLarge: Fault = { kind: "unusable", code: "TOO_LARGE", what: "the response is larger than 32 MB" };
const timedOut: Fault = { kind: "broken", code: "ETIMEDOUT", what: "no response came in time (ETIMEDOUT)" };
const aborted: Fault = { kind: "broken", code: "ABORTED", what: "the request was aborted" };

/** `undefined` if it is too large. */
async function textOf(answer: AsyncIterable<Buffer>): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    if (length > maxAnswerBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Runs a step of decoding. @throws UnexpectedShapeError in place of UnreadableResponseError */
export function readable<T>(
  call: Call,
  status: number,
  decode: () => T,
  { tried, advice = shapeAdvice(call) }: Partial<Pick<errors.ErrorFacts, "tried" | "advice">> = {},
): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof UnreadableResponseError)) throw error;
    throw new errors.UnexpectedShapeError({
      operation: call.name,
      domain: call.domain,
      status,
      // A write may have been carried out.
      outcome: call.request.method === "GET" ? "no" : "unknown",
      what: `the response (${status}) cannot be read: ${quote(error.message, call.redact)}`,
      tried,
      advice,
    });
  }
}
