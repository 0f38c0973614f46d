/**
 * Sending a call: each request in its turn, again where it may be repeated and its time is not up, until there is an
 * answer or the error that tells the whole story.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { shapeAdvice, unreadable } from "./answer.ts";
import { type AttemptContext, attemptOnce } from "./attempt.ts";
import type { Call } from "./call.ts";
import { type CallTime, callTime, timeIsUp } from "./callTime.ts";
import { failureIn, parseBody, saysSuccess, type WireAnswer, wordsOf } from "./decode.ts";
import * as errors from "./errors.ts";
import { statusFailure, withAssumed } from "./explain.ts";
import { type Answered, UnreadableAnswerError } from "./json.ts";
import { askedToWait, type Pacer, PausedTooLongError, type Verdict, WaitedTooLongError } from "./pacing.ts";
import { quote } from "./redaction.ts";
import { type Attempt, nextTry, type RetryRule, retryAfterMs, retryRule } from "./retries.ts";
import type { TransportFault } from "./transport.ts";

/** What all calls of one client share. */
export interface SendContext extends AttemptContext {
  pacer: Pacer;
}

/**
 * Sends a call until it is answered, may not be repeated, or its time is up.
 * @throws RegistrarError, always one of its subclasses
 */
export const send = (call: Call, context: SendContext): Promise<Answered> => new Sending(call, context).toAnswer();

interface FailureDetails extends Pick<errors.ErrorFacts, "what" | "words" | "advice" | "status"> {
  /** What else belongs to what was tried, such as `out of time`. */
  note?: string | undefined;
}

/** One call on its way. */
class Sending {
  readonly #call: Call;
  readonly #context: SendContext;
  /** What the program gives a write; a reading may be for others, too. */
  readonly #time: CallTime | undefined;
  readonly #rule: RetryRule;
  /** A request needs some time to be answered in: with less than this left it is not sent again. */
  readonly #minAnswerMs: number;
  #attempts = 0;
  #startedAt = 0;
  #mayBeDone = false;

  constructor(call: Call, context: SendContext) {
    this.#call = call;
    this.#time = call.row.method === "GET" ? undefined : callTime();
    this.#context = this.#time === undefined ? context : endingWith(this.#time.end, context);
    this.#rule = retryRule(call.row, call.request.method);
    this.#minAnswerMs = Math.min(1000, context.timeouts.budgetMs / 10);
  }

  async toAnswer(): Promise<Answered> {
    for (let last: Attempt | undefined; ; ) {
      last = await this.#attempt(last);
      if ("answer" in last && last.answer.status >= 200 && last.answer.status < 300) return this.#read(last.answer);
      if (mayBeDone(last)) this.#mayBeDone = true;
      await this.#waitToRepeat(last);
    }
  }

  /** Sends one request when its turn comes. */
  async #attempt(last: Attempt | undefined): Promise<Attempt> {
    const { pacer, timeouts, interruption } = this.#context;
    const again = last !== undefined;
    const turn = {
      writes: this.#isWrite ? this.#call.domain : undefined,
      again,
      patienceMs: timeouts.budgetMs - this.#elapsedMs() - (again ? this.#minAnswerMs : 0),
      signal: interruption,
    };
    try {
      return await pacer.run(turn, async () => {
        this.#attempts += 1;
        if (!again) this.#startedAt = performance.now();
        const leftMs = timeouts.budgetMs - this.#elapsedMs();
        const result = await attemptOnce(this.#call, this.#context, this.#attempts, leftMs);
        return { result, verdict: verdictOf(result) };
      });
    } catch (error) {
      throw this.#withoutTurn(error, last);
    }
  }

  /** The turn of the next request did not come. */
  #withoutTurn(error: unknown, last: Attempt | undefined): unknown {
    const isPause = error instanceof PausedTooLongError;
    if (!isPause && this.#context.interruption?.aborted) return this.#interrupted();
    if (!isPause && !(error instanceof WaitedTooLongError)) return error;
    // A pause of less than a second is one that nobody asked for in words.
    if (last !== undefined) return this.#failed(last, isPause && error.pauseMs >= 1000 ? error.message : "out of time");
    const advice = isPause
      ? "Wait that long, then run it again."
      : "Wait a while and run it again. Run fewer programs at the same time on one account.";
    return new errors.RateLimitedError(this.#facts({ what: error.message, note: "not sent", advice }));
  }

  /** @throws RegistrarError where the call is not sent again */
  async #waitToRepeat(attempt: Attempt): Promise<void> {
    const { timeouts, interruption } = this.#context;
    const isDone = this.#isWrite && "answer" in attempt && attempt.answer.status < 500 && mayBeDone(attempt);
    const next = isDone ? undefined : nextTry(attempt, this.#rule, this.#attempts);
    if (next === undefined) throw this.#failed(attempt);
    if (interruption?.aborted) throw this.#failed(attempt, this.#endNote);
    if (this.#elapsedMs() + next.waitMs + this.#minAnswerMs > timeouts.budgetMs) {
      throw this.#failed(attempt, next.askedMs ? askedToWait(next.waitMs) : "out of time");
    }
    try {
      await sleep(next.waitMs, undefined, interruption && { signal: interruption });
    } catch {
      throw this.#failed(attempt, this.#endNote);
    }
  }

  #read(answer: WireAnswer): Answered {
    try {
      const body = parseBody(answer);
      const failure = failureIn(body);
      if (failure === undefined) return { status: answer.status, headers: answer.headers, body };
      const words = quote(wordsOf(body), this.#call.redact);
      throw new errors.RefusedError(
        this.#facts({
          what: `the registrar answered ${answer.status} and ${failure}${words && `, "${words}"`}`,
          words,
          status: answer.status,
          advice: withAssumed("Nothing was changed. Correct the problem that the message names.", this.#call),
        }),
      );
    } catch (error) {
      throw error instanceof UnreadableAnswerError
        ? unreadable(this.#call, answer.status, error, this.#tried())
        : error;
    }
  }

  #failed(attempt: Attempt, note?: string): errors.RegistrarError {
    if ("fault" in attempt) return this.#faulted(attempt.fault, note);
    const { kind, ...details } = statusFailure(attempt.answer, this.#call);
    return new kind(this.#facts({ ...details, status: attempt.answer.status, note }));
  }

  /** The error of a request that got no whole answer. */
  #faulted({ code, kind, message }: TransportFault, note: string | undefined): errors.RegistrarError {
    if (code === "ABORTED" && this.#context.interruption?.aborted) return this.#interrupted();
    if (kind === "unusable") {
      return new errors.UnexpectedShapeError(this.#facts({ what: message, advice: shapeAdvice(this.#call), note }));
    }
    const advice =
      kind === "notSent"
        ? "Check registrar:baseUrl, the network, and HTTPS_PROXY / NO_PROXY, then run it again."
        : "Run it again later; the provider then checks first what already exists.";
    return new errors.NetworkError(this.#facts({ what: quote(message, this.#call.redact), advice, note }));
  }

  get #endNote(): string {
    return this.#time?.end.aborted ? "the time of the option customTimeouts was up" : "interrupted";
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
    return `${this.#attempts} ${attempts} over ${(this.#elapsedMs() / 1000).toFixed(1)} s`;
  }

  get #isWrite(): boolean {
    return this.#call.row.method !== "GET";
  }

  #elapsedMs(): number {
    return this.#attempts === 0 ? 0 : performance.now() - this.#startedAt;
  }
}

/** The same, where nothing is sent and nothing waits after a signal, as after an interruption. */
function endingWith(end: AbortSignal, context: SendContext): SendContext {
  const { interruption } = context;
  return { ...context, interruption: interruption === undefined ? end : AbortSignal.any([interruption, end]) };
}

/** Whether the work of a failed request may have been done all the same. */
function mayBeDone(attempt: Attempt): boolean {
  if ("fault" in attempt) return attempt.fault.kind !== "notSent";
  const { answer } = attempt;
  // A 4xx whose body reports success is no refusal.
  return answer.status >= 500 || answer.status < 400 || saysSuccess(answer);
}

function verdictOf(attempt: Attempt): Verdict {
  if ("fault" in attempt) return { kind: "silent" };
  if (attempt.answer.status !== 429) return { kind: "accepted", hasFailed: attempt.answer.status >= 500 };
  return { kind: "refused", retryAfterMs: retryAfterMs(attempt.answer.headers["retry-after"]) };
}
