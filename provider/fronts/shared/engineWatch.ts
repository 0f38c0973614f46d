/** Notices that the engine is gone: a provider host would live on without it, with the token in its environment. */
import { fstatSync } from "node:fs";
import { connect } from "node:net";

/** An engine that still answers after the end of standard input is looked for so often, in milliseconds. */
const lookAgainMs = 5000;
const patienceMs = 2000;
/** The provider host, and the executable of the plugin: the engine names its address to both in the same way. */
const isStartedByEngine = /[\\/](cmd[\\/]dynamic-provider([\\/]index(\.js)?)?|pulumi-resource-registrar(\.js)?)$/;

/**
 * Calls back once when the engine that started this process has ended, also by SIGKILL. The engine holds the other
 * end of its standard input, which the system closes with it; that it does not answer at its address any more
 * makes it certain. Costs nothing while the engine lives, and keeps no process alive.
 * @param args the command line: `.../cmd/dynamic-provider <address of the engine>`
 */
export function watchEngine(gone: () => void, args: readonly string[] = process.argv): void {
  const [, script = "", address = ""] = args;
  if (!isStartedByEngine.test(script) || !isPipe()) return;
  const look = () => {
    const { port, hostname } = URL.canParse(`tcp://${address}`)
      ? new URL(`tcp://${address}`)
      : { port: "", hostname: "" };
    if (Number(port) === 0) return gone();
    const socket = connect({ host: hostname, port: Number(port), timeout: patienceMs });
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

/** Anything else than a pipe says nothing of who started this process. */
function isPipe(): boolean {
  try {
    const standardInput = fstatSync(0);
    return standardInput.isFIFO() || standardInput.isSocket();
  } catch {
    return false;
  }
}
