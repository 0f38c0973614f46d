/** The end of a request, whatever the libraries below do. */
import { TransportFault } from "./transport.ts";

/** How long the transport's own timers may be late before they are not waited for any longer, in milliseconds. */
const overtimeMs = 250;

/**
 * The answer, or a fault soon after the time is up or the request was cut off. The transport stands on libraries that
 * may forget to settle, and a call that never ends would hang a run, or end a command as if all were well.
 * @param stop cuts the request off; aborted here when the time is up
 * @throws TransportFault
 */
export async function withDeadline<T>(answer: Promise<T>, stop: AbortController, timeoutMs: number): Promise<T> {
  const timers: NodeJS.Timeout[] = [];
  const deadline = new Promise<never>((_, reject) => {
    const failAfter = (ms: number, code: string, what: string) => {
      const fail = () => {
        reject(new TransportFault("broken", code, what));
        stop.abort();
      };
      timers.push(setTimeout(fail, ms));
    };
    failAfter(timeoutMs + overtimeMs, "ETIMEDOUT", "there was no answer in time (ETIMEDOUT)");
    stop.signal.addEventListener("abort", () => failAfter(overtimeMs, "ABORTED", "the request was cut off"), {
      once: true,
    });
  });
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
