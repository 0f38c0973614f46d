/** The end of a process while calls are running. */
import { setMaxListeners } from "node:events";
import { fstatSync } from "node:fs";
import { connect } from "node:net";

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

/** An engine that still answers after the end of standard input is looked for so often, in milliseconds. */
const lookAgainMs = 5000;
const timeoutMs = 2000;
/** The provider host, and the executable of the plugin: the engine names its address to both in the same way. */
const isStartedByEngine = /[\\/](cmd[\\/]dynamic-provider([\\/]index(\.js)?)?|pulumi-resource-registrar(\.js)?)$/;

/** Address of the engine that started this process as a provider: `.../cmd/dynamic-provider <address>`. */
export function engineAddress(): string | undefined {
  const [, script = "", address = ""] = process.argv;
  return isStartedByEngine.test(script) ? address : undefined;
}

/**
 * Calls back once when the engine that started this process has ended, also by SIGKILL: a provider host would live on, with the token in its
 * environment. The engine holds the other end of standard input, which the system closes with it; that nothing answers at its address makes it
 * certain. Costs nothing while the engine lives, and keeps no process alive.
 */
function watchEngine(gone: () => void): void {
  const address = engineAddress();
  if (address === undefined || !isPipe()) return;
  const look = () => {
    const { port, hostname } = URL.canParse(`tcp://${address}`)
      ? new URL(`tcp://${address}`)
      : { port: "", hostname: "" };
    if (Number(port) === 0) return gone();
    const socket = connect({ host: hostname, port: Number(port), timeout: timeoutMs });
    const decide = (isThere: boolean) => {
      socket.destroy();
      if (!isThere) gone();
      else setTimeout(look, lookAgainMs).unref();
    };
    socket
      .once("connect", () => decide(true))
      .once("timeout", () => decide(true))
      .once("error", () => decide(false))
      .unref();
  };
  process.stdin
    .once("end", look)
    .on("error", () => undefined)
    .resume();
  if ("unref" in process.stdin) process.stdin.unref();
}

/** Only a pipe shows that an engine started this process. */
function isPipe(): boolean {
  try {
    const standardInput = fstatSync(0);
    return standardInput.isFIFO() || standardInput.isSocket();
  } catch {
    return false;
  }
}
