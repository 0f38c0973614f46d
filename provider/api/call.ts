/** One call: its attempts, their pacing and waits, and the error that tells the whole story when it fails. */
import { setTimeout as sleep } from "node:timers/promises";
import { withDeadline } from "./deadline.ts";
import type { WireAnswer } from "./decode.ts";
import { parseBody, saysFailure, wordsOf } from "./decode.ts";
import type { Endpoint, EndpointName } from "./endpoints.ts";
import * as errors from "./errors.ts";
import { UnreadableAnswerError } from "./json.ts";
import { type Pacer, PausedTooLongError, type Verdict, WaitedTooLongError } from "./pacing.ts";
import { quote, type Redact } from "./redact.ts";
import { backoffMs, jittered, mostAttempts, retryAfterMs, retryRule } from "./retries.ts";
import { statusError, withAssumed } from "./statusErrors.ts";
import { type Transport, TransportFault, type WireRequest } from "./transport.ts";

export interface Timeouts {
  /** One request, in milliseconds. */
  requestMs: number;
  /** One call with all its attempts and waits, from the first request on, in milliseconds. */
  budgetMs: number;
  /** What a running request gets after an interruption, in milliseconds. */
  graceMs: number;
}

/** What all calls of one client share. */
export interface CallContext {
  transport: Transport;
  pacer: Pacer;
  timeouts: Timeouts;
  interruption?: AbortSignal | undefined;
  /** Writes one line per attempt; absent unless asked for. */
  debug?: ((line: string) => void) | undefined;
  observe?: ((seen: Observation) => void) | undefined;
}

/** An answer as it came, whatever is made of it later. */
export interface Observation {
  operation: EndpointName;
  /** Names of the query parameters that were sent, without their values. */
  query: string[];
  answer: WireAnswer;
}

/** A call as it goes over the wire. */
export interface Call {
  name: EndpointName;
  row: Endpoint;
  domain?: string | undefined;
  /** What of it is a guess, and how the contract corrects that: whole sentences; empty when nothing is. */
  assumed: string;
  request: Pick<WireRequest, "method" | "url" | "headers" | "body">;
  redact: Redact;
}

/** A successful answer and its parsed body. */
export interface Answered {
  status: number;
  body: unknown;
}

type Attempt = { answer: WireAnswer } | { fault: TransportFault };

/**
 * Sends a call until it is answered, may not be repeated, or its time is up.
 * @throws RegistrarError, always one of its subclasses
 */
export async function perform(call: Call, context: CallContext): Promise<Answered> {
  const { name: operation, row, domain, request, redact } = call;
  const { timeouts, interruption } = context;
  const rule = retryRule(row, request.method);
  const isWrite = row.method !== "GET";
  let attempts = 0;
  let startedAt = 0;
  let maybeDone = false;
  let last: Attempt | undefined;
  /** A request needs some time to be answered in: with less than this left it is not sent again. */
  const leastMs = Math.min(1000, timeouts.budgetMs / 10);

  const elapsed = () => (attempts === 0 ? 0 : performance.now() - startedAt);
  const facts = (details: {
    what: string;
    words?: string;
    advice: string;
    note?: string;
    status?: number;
  }): errors.ErrorFacts => ({
    operation,
    domain,
    status: details.status,
    outcome: isWrite && maybeDone ? "unknown" : "no",
    what: details.what,
    words: details.words,
    tried: [tried(attempts, elapsed()), details.note].filter(Boolean).join("; "),
    advice: details.advice,
  });
  const interrupted = (status?: number) =>
    new errors.InterruptedError(
      facts({
        what: maybeDone ? "interrupted before the answer came" : "not sent: the run was interrupted",
        advice: "Run the same command again; it goes on from what is there then.",
        ...(status !== undefined && { status }),
      }),
    );

  for (;;) {
    const again = attempts > 0;
    let attempt: Attempt;
    try {
      attempt = await context.pacer.run(
        {
          writes: isWrite ? domain : undefined,
          again,
          patienceMs: timeouts.budgetMs - elapsed() - (again ? leastMs : 0),
          signal: interruption,
        },
        async () => {
          attempts += 1;
          if (attempts === 1) startedAt = performance.now();
          const result = await sendOnce(call, context, attempts, timeouts.budgetMs - elapsed());
          return { result, verdict: verdictOf(result) };
        },
      );
    } catch (error) {
      if (error instanceof PausedTooLongError) {
        const note = again ? undefined : "not sent";
        throw new errors.RateLimitedError(
          facts({ what: error.message, ...(note && { note }), advice: "Wait that long, then run it again." }),
        );
      }
      if (interruption?.aborted) throw interrupted();
      if (error instanceof WaitedTooLongError) {
        if (last !== undefined) throw failed(last, "out of time");
        const advice = "Wait a while and run it again; fewer programs at once on one account help.";
        throw new errors.RateLimitedError(facts({ what: error.message, note: "not sent", advice }));
      }
      throw error;
    }
    last = attempt;

    const failure = "fault" in attempt ? attempt.fault : undefined;
    const status = "answer" in attempt ? attempt.answer.status : undefined;
    if ("answer" in attempt && attempt.answer.status >= 200 && attempt.answer.status < 300) {
      return read(attempt.answer);
    }
    if (failure ? failure.fault === "broken" : (status ?? 0) >= 500 || (status ?? 0) < 400) maybeDone = true;

    const mayRepeat = failure
      ? !isAnswer(failure) && rule.faults.some((fault) => fault === failure.fault)
      : rule.statuses.some((code) => code === status);
    const asked = "answer" in attempt ? retryAfterMs(attempt.answer.retryAfter) : undefined;
    const wait = asked === undefined ? backoffMs(attempts) : jittered(asked);
    if (!mayRepeat || (status !== 429 && attempts >= mostAttempts)) throw failed(attempt);
    if (interruption?.aborted) throw failure?.code === "ABORTED" ? interrupted() : failed(attempt, "interrupted");
    if (elapsed() + wait + leastMs > timeouts.budgetMs) {
      const seconds = Math.ceil(wait / 1000);
      throw failed(attempt, asked === undefined ? "out of time" : `the registrar asked to wait ${seconds} s`);
    }
    try {
      await sleep(wait, undefined, interruption && { signal: interruption });
    } catch {
      throw failed(attempt, "interrupted");
    }
  }

  function read(answer: WireAnswer): Answered {
    try {
      const body = parseBody(answer);
      if (!saysFailure(body)) return { status: answer.status, body };
      const words = quote(wordsOf(body), redact);
      throw new errors.RefusedError(
        facts({
          what: `the registrar answered ${answer.status} and success: false${words && `, "${words}"`}`,
          words,
          status: answer.status,
          advice: withAssumed("Nothing was changed; correct what the message names.", call),
        }),
      );
    } catch (error) {
      if (error instanceof UnreadableAnswerError) throw unreadable(call, answer.status, error, attempts, elapsed());
      throw error;
    }
  }

  function failed(attempt: Attempt, note?: string): errors.RegistrarError {
    const rest = note === undefined ? {} : { note };
    if ("answer" in attempt) {
      return statusError(attempt.answer, call, (told) => facts({ ...told, status: attempt.answer.status, ...rest }));
    }
    const { fault } = attempt;
    if (fault.code === "ABORTED" && interruption?.aborted) return interrupted();
    if (isAnswer(fault)) {
      return new errors.UnexpectedShapeError(facts({ what: fault.message, advice: shapeAdvice(operation), ...rest }));
    }
    const advice =
      fault.fault === "notSent"
        ? "Check registrar:baseUrl, the network, and HTTPS_PROXY / NO_PROXY, then run it again."
        : "Run it again later; what is there then is looked at first.";
    return new errors.NetworkError(facts({ what: quote(fault.message, redact), advice, ...rest }));
  }
}

/** An answer that cannot be read; a write may have been carried out. */
export function unreadable(call: Call, status: number, error: UnreadableAnswerError, attempts = 1, ms = 0) {
  return new errors.UnexpectedShapeError({
    operation: call.name,
    domain: call.domain,
    status,
    outcome: call.request.method === "GET" ? "no" : "unknown",
    what: `the answer (${status}) cannot be read: ${quote(error.message, call.redact)}`,
    tried: ms > 0 ? tried(attempts, ms) : undefined,
    advice: shapeAdvice(call.name),
  });
}

const shapeAdvice = (name: EndpointName) =>
  `Check registrar:baseUrl; if the registrar answers in another form, say so for "${name}" in a contract file (REGISTRAR_CONTRACT).`;

/** Something came, and the same would come again. */
const isAnswer = ({ code }: TransportFault) => code === "TOO_LARGE" || code === "UPGRADE";

const tried = (attempts: number, ms: number) =>
  attempts === 0
    ? undefined
    : `${attempts} ${attempts === 1 ? "attempt" : "attempts"} over ${(ms / 1000).toFixed(1)} s`;

function verdictOf(attempt: Attempt): Verdict {
  if ("fault" in attempt) return { kind: "silent" };
  if (attempt.answer.status !== 429) return { kind: "accepted" };
  return { kind: "refused", retryAfterMs: retryAfterMs(attempt.answer.retryAfter) };
}

async function sendOnce(call: Call, context: CallContext, attempt: number, leftMs: number): Promise<Attempt> {
  const { timeouts, interruption, debug } = context;
  const stop = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  const onInterruption = () => {
    grace = setTimeout(() => stop.abort(), timeouts.graceMs);
  };
  interruption?.addEventListener("abort", onInterruption, { once: true });
  const startedAt = performance.now();
  const log = (outcome: string | number) => {
    const ms = Math.round(performance.now() - startedAt);
    debug?.(
      call.redact(
        `registrar: ${call.request.method} ${call.request.url.pathname} ${outcome} ${ms} ms, attempt ${attempt}`,
      ),
    );
  };
  try {
    const timeoutMs = Math.max(1, Math.min(timeouts.requestMs, leftMs));
    const answer = await withDeadline(
      context.transport({ ...call.request, timeoutMs, signal: stop.signal }),
      stop,
      timeoutMs,
    );
    log(answer.status);
    context.observe?.({ operation: call.name, query: [...call.request.url.searchParams.keys()], answer });
    return { answer };
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    log(error.code);
    return { fault: error };
  } finally {
    clearTimeout(grace);
    interruption?.removeEventListener("abort", onInterruption);
  }
}
