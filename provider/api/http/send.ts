/**
 * Sending a call: each request in its turn, again where it may be repeated and its time is not up, until there is an
 * answer or the error that explains it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { successAdvice } from "../assumptions/contract.ts";
import { doubtOf, isRefusal, showsSent, unmarked } from "../assumptions/evidence.ts";
import type { EndpointName } from "../endpoints/table.ts";
import * as errors from "../errors.ts";
import { statusFailure, withAssumed } from "../explain.ts";
import { type Answered, UnreadableAnswerError, type WireAnswer } from "../json.ts";
import { quote } from "../redaction.ts";
import type { Call } from "./call.ts";
import { type CallTime, callTime, timeIsUp } from "./callTime.ts";
import { parseBody, saysSuccess, shapeAdvice, unreadable, wordsOf } from "./decode.ts";
import { type Attempt, NoTurnError, type Pacer, waitBeforeNext } from "./pace.ts";
import { type Transport, TransportFault, withDeadline } from "./transport.ts";

export interface Timeouts {
  /** One request, in milliseconds. */
  requestMs: number;
  /** One call with all its attempts and waits, from the first request on, in milliseconds. */
  budgetMs: number;
  /** Time that a running request gets after an interruption, in milliseconds. */
  graceMs: number;
  /** One request, until its wait is shown, in milliseconds. */
  slowMs: number;
}

/** An answer as it came, before it is decoded. */
export interface Observation {
  operation: EndpointName;
  /** Names of the query parameters that were sent, without their values. */
  query: string[];
  answer: WireAnswer;
}

export interface SendContext {
  transport: Transport;
  pacer: Pacer;
  timeouts: Timeouts;
  interruption?: AbortSignal | undefined;
  /** Writes one line per attempt; absent unless asked for. */
  debug?: ((line: string) => void) | undefined;
  observe?: ((seen: Observation) => void) | undefined;
  progress?: ((message: string) => void) | undefined;
}

/**
 * Sends a call until it is answered, may not be repeated, or its time is up.
 * @throws RegistrarError, always one of its subclasses
 */
export const send = (call: Call, context: SendContext): Promise<Answered> => new Sending(call, context).toAnswer();

interface FailureDetails extends Pick<errors.ErrorFacts, "what" | "words" | "advice" | "status"> {
  /** More about the attempts, such as `out of time`. */
  note?: string | undefined;
}

class Sending {
  readonly #call: Call;
  readonly #context: SendContext;
  readonly #isWrite: boolean;
  /** The time that a program gives a write; a reading may be shared. */
  readonly #time: CallTime | undefined;
  /** Nothing is sent and nothing waits after it. */
  readonly #end: AbortSignal | undefined;
  /** A request needs some time to be answered in: with less than this left it is not sent again. */
  readonly #minAnswerMs: number;
  #attempts = 0;
  #startedAt = 0;
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

  async toAnswer(): Promise<Answered> {
    for (let last: Attempt | undefined; ; ) {
      last = await this.#paced(last);
      if ("answer" in last && last.answer.status >= 200 && last.answer.status < 300) return this.#read(last.answer);
      if (mayBeDone(last)) this.#mayBeDone = true;
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
      const advice = error.isAsked
        ? "Wait that long, then run it again."
        : "Wait a while and run it again. Run fewer programs at the same time on one account.";
      throw new errors.RateLimitedError(this.#facts({ what: error.message, note: "not sent", advice }));
    }
  }

  /** One request, with its deadline, its grace after an interruption, and its line in the debug log. */
  async #attempt(): Promise<Attempt> {
    const { request, name, redact } = this.#call;
    const { transport, timeouts, debug, observe, progress } = this.#context;
    this.#attempts += 1;
    const startedAt = performance.now();
    if (this.#attempts === 1) this.#startedAt = startedAt;
    const stop = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const onEnd = () => {
      grace = setTimeout(() => stop.abort(), timeouts.graceMs);
    };
    this.#end?.addEventListener("abort", onEnd, { once: true });
    const slow = setTimeout(
      () => progress?.(`${name}: waiting for the registrar's response for ${timeouts.slowMs / 1000} s`),
      timeouts.slowMs,
    ).unref();
    const log = (outcome: string | number) => {
      const ms = Math.round(performance.now() - startedAt);
      const { pathname } = request.url;
      debug?.(redact(`registrar: ${request.method} ${pathname} ${outcome} ${ms} ms, attempt ${this.#attempts}`));
    };
    try {
      const timeoutMs = Math.max(1, Math.min(timeouts.requestMs, this.#leftMs()));
      const answer = await withDeadline(transport({ ...request, signal: stop.signal }), stop, timeoutMs);
      log(answer.status);
      observe?.({ operation: name, query: [...request.url.searchParams.keys()], answer });
      return { answer };
    } catch (error) {
      if (!(error instanceof TransportFault)) throw error;
      log(error.code);
      return { fault: error };
    } finally {
      clearTimeout(grace);
      clearTimeout(slow);
      this.#end?.removeEventListener("abort", onEnd);
    }
  }

  /** @throws RegistrarError where the call is not sent again */
  async #waitToRepeat(attempt: Attempt): Promise<void> {
    const { row, request } = this.#call;
    const isDone = this.#isWrite && "answer" in attempt && attempt.answer.status < 500 && mayBeDone(attempt);
    const waitMs = isDone ? undefined : waitBeforeNext(attempt, row, request.method, this.#attempts);
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

  #read(answer: WireAnswer): Answered {
    try {
      const body = parseBody(answer);
      if (isRefusal(body)) throw this.#refused(answer.status, body);
      const doubt = this.#doubtIn(answer.status, body);
      if (doubt !== undefined) throw this.#unconfirmed(answer.status, doubt, body);
      return { status: answer.status, headers: answer.headers, body };
    } catch (error) {
      throw error instanceof UnreadableAnswerError
        ? unreadable(this.#call, answer.status, error, this.#tried())
        : error;
    }
  }

  /** Why a successful status is no evidence that a write was carried out. A reading is judged by what it shows. */
  #doubtIn(status: number, body: unknown): string | undefined {
    const { row, sent, mark } = this.#call;
    const isJudged = this.#isWrite || row.answer.kind === "any";
    if (!isJudged || status === 204) return undefined;
    const doubt = doubtOf(body, mark);
    if (doubt !== unmarked) return doubt;
    // The echo of an order is no evidence that it was placed.
    const isShown = row.repeat !== "never" && showsSent(body, sent);
    return isShown || (status === 202 && row.mayWait) ? undefined : doubt;
  }

  #refused(status: number, body: unknown): errors.RefusedError {
    const advice = withAssumed("Nothing was changed. Correct the problem that the message names.", this.#call);
    const what = `the registrar answered ${status} and reports a failure`;
    return new errors.RefusedError(this.#facts({ ...this.#quoting(what, body), status, advice }));
  }

  /** The work may have been done, or not: the caller looks. */
  #unconfirmed(status: number, doubt: string, body: unknown): errors.UnconfirmedError {
    this.#mayBeDone = true;
    const advice =
      doubt === unmarked ? successAdvice(this.#call.name) : "Check in the registrar's dashboard, then run it again.";
    const what = `the response (${status}) doesn't show that it succeeded: ${doubt}`;
    return new errors.UnconfirmedError(this.#facts({ ...this.#quoting(what, body), status, advice }));
  }

  #quoting(what: string, body: unknown): Pick<FailureDetails, "what" | "words"> {
    const words = quote(wordsOf(body), this.#call.redact);
    return { what: `${what}${words && `, "${words}"`}`, words };
  }

  #failed(attempt: Attempt, note?: string): errors.RegistrarError {
    if ("fault" in attempt) return this.#faulted(attempt.fault, note);
    const { kind, ...details } = statusFailure(attempt.answer, this.#call);
    return new kind(this.#facts({ ...details, status: attempt.answer.status, note }));
  }

  #faulted({ code, kind, message }: TransportFault, note: string | undefined): errors.RegistrarError {
    if (code === "ABORTED" && this.#end?.aborted) return this.#interrupted();
    if (kind === "unusable") {
      return new errors.UnexpectedShapeError(this.#facts({ what: message, advice: shapeAdvice(this.#call), note }));
    }
    const advice =
      kind === "notSent"
        ? "Check registrar:baseUrl, the network, and HTTPS_PROXY / NO_PROXY, then run it again."
        : "Run it again later; the provider then checks first what already exists.";
    return new errors.NetworkError(this.#facts({ what: quote(message, this.#call.redact), advice, note }));
  }

  #interrupted(): errors.InterruptedError {
    if (this.#time?.end.aborted) {
      const what = this.#mayBeDone ? "before a response arrived" : "before this was sent";
      return timeIsUp(this.#time, this.#facts({ what, advice: "" }));
    }
    return new errors.InterruptedError(
      this.#facts({
        what: this.#mayBeDone ? "interrupted before a response arrived" : "not sent: the run was interrupted",
        advice: "Run the same command again; it continues from the state of the registrar at that time.",
      }),
    );
  }

  #facts({ note, ...details }: FailureDetails): errors.ErrorFacts {
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

  /** The rest of the call's time, which begins with its first request. */
  #leftMs(): number {
    const { budgetMs } = this.#context.timeouts;
    return this.#attempts === 0 ? budgetMs : budgetMs - (performance.now() - this.#startedAt);
  }
}

/** May the work of a failed request have been done? */
function mayBeDone(attempt: Attempt): boolean {
  if ("fault" in attempt) return attempt.fault.kind !== "notSent";
  const { answer } = attempt;
  // A 4xx whose body reports success is no refusal.
  return answer.status >= 500 || answer.status < 400 || saysSuccess(answer);
}
