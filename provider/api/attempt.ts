/** One request of a call, with its deadline, its grace after an interruption, and its line in the debug log. */
import type { Call } from "./call.ts";
import { withDeadline } from "./deadline.ts";
import type { WireAnswer } from "./decode.ts";
import type { EndpointName } from "./endpoints.ts";
import type { Attempt } from "./retries.ts";
import { type Transport, TransportFault } from "./transport.ts";

export interface Timeouts {
  /** One request, in milliseconds. */
  requestMs: number;
  /** One call with all its attempts and waits, from the first request on, in milliseconds. */
  budgetMs: number;
  /** What a running request gets after an interruption, in milliseconds. */
  graceMs: number;
}

/** What all requests of one client share. */
export interface AttemptContext {
  transport: Transport;
  timeouts: Timeouts;
  interruption?: AbortSignal | undefined;
  /** Writes one line per attempt; absent unless asked for. */
  debug?: ((line: string) => void) | undefined;
  observe?: ((seen: Observation) => void) | undefined;
}

/** An answer as it came, before it is decoded. */
export interface Observation {
  operation: EndpointName;
  /** Names of the query parameters that were sent, without their values. */
  query: string[];
  answer: WireAnswer;
}

/**
 * @param number of the attempt, from 1
 * @param leftMs what is left of the call's time
 */
export async function attemptOnce(
  { name, request, redact }: Call,
  { transport, timeouts, interruption, debug, observe }: AttemptContext,
  number: number,
  leftMs: number,
): Promise<Attempt> {
  const stop = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  const onInterruption = () => {
    grace = setTimeout(() => stop.abort(), timeouts.graceMs);
  };
  interruption?.addEventListener("abort", onInterruption, { once: true });
  const startedAt = performance.now();
  const log = (outcome: string | number) => {
    const ms = Math.round(performance.now() - startedAt);
    debug?.(redact(`registrar: ${request.method} ${request.url.pathname} ${outcome} ${ms} ms, attempt ${number}`));
  };
  try {
    const timeoutMs = Math.max(1, Math.min(timeouts.requestMs, leftMs));
    const answer = await withDeadline(transport({ ...request, timeoutMs, signal: stop.signal }), stop, timeoutMs);
    log(answer.status);
    observe?.({ operation: name, query: [...request.url.searchParams.keys()], answer });
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
