/** What happens when somebody wants the process to end while calls are running. */
import { setMaxListeners } from "node:events";
import { watchEngine } from "./engineWatch.ts";

/** How long an answer may take to reach the engine once the last call is done, in milliseconds. */
const farewellMs = 250;

let controller: AbortController | undefined;
let running = 0;
let ending: (() => void) | undefined;

/**
 * Aborted at the first SIGINT or SIGTERM, and when the engine is gone: from then on nothing new is sent. The process ends as it would have, but
 * only after the calls in flight are done (the client gives them 4 seconds), so that what they did gets into the state.
 */
export function interruption(): AbortSignal {
  if (controller !== undefined) return controller.signal;
  const made = new AbortController();
  controller = made;
  // Every waiting call listens.
  setMaxListeners(0, made.signal);
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    const othersDecide = process.listenerCount(name) > 0;
    process.once(name, () => {
      made.abort();
      if (othersDecide) return;
      endWith(() => process.kill(process.pid, name));
    });
  }
  watchEngine(() => {
    made.abort();
    endWith(() => process.exit(1));
  });
  return made.signal;
}

function endWith(end: () => void): void {
  ending = end;
  if (running === 0) end();
}

/** Runs a call that should be finished before the process ends. */
export async function inFlight<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0 && ending !== undefined) setTimeout(ending, farewellMs);
  }
}
