/** Lets running calls finish before the process ends. */
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { once } from "../../dns/once.ts";

/** Milliseconds for a response to reach the engine after the last call. */
const farewellMs = 250;

const running = new Set<Promise<unknown>>();

/** Runs a call. The process doesn't end before the call does. */
export function inFlight<T>(work: () => Promise<T>): Promise<T> {
  const call = work().finally(() => running.delete(call));
  running.add(call);
  return call;
}

async function afterCalls(end: () => void): Promise<void> {
  while (running.size > 0) {
    await Promise.allSettled(running);
    await delay(farewellMs);
  }
  end();
}

/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM, and when the engine is gone. Then no new request is sent. The
 * process ends after the calls in flight, which the client gives 4 seconds, so that their results get into the state.
 */
export const interruption = once((): AbortSignal => {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    const othersDecide = process.listenerCount(name) > 0;
    process.once(name, () => {
      controller.abort();
      if (!othersDecide) void afterCalls(() => process.kill(process.pid, name));
    });
  }
  watchEngine(() => {
    controller.abort();
    void afterCalls(() => process.exit(1));
  });
  return controller.signal;
});

/** The script of the provider host or of the plugin. The engine passes its address to both as the next argument. */
const isStartedByEngine = /[\\/](cmd[\\/]dynamic-provider([\\/]index(\.js)?)?|pulumi-resource-registrar(\.js)?)$/;

/** Address of the engine that started this process as a provider. */
export function engineAddress(): string | undefined {
  const [, script = "", address = ""] = process.argv;
  return isStartedByEngine.test(script) ? address : undefined;
}

/** Milliseconds from one check to the next that the engine still listens, once standard input has ended. */
const lookAgainMs = 1000;
const timeoutMs = 2000;

/**
 * Calls back when the engine that started this process has ended: standard input is closed, and nothing listens at the engine's
 * address. Without this, a provider host would outlive an engine that got SIGKILL, with the token in its environment.
 */
function watchEngine(gone: () => void): void {
  const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(engineAddress() ?? "") ?? [];
  if (port === "") return;
  const look = () => {
    const socket = connect({ host, port: Number(port), timeout: timeoutMs });
    const again = () => {
      socket.destroy();
      setTimeout(look, lookAgainMs).unref();
    };
    socket.once("connect", again).once("timeout", again).once("error", gone).unref();
  };
  process.stdin.once("end", look).once("error", look).resume();
  if ("unref" in process.stdin) process.stdin.unref();
}
