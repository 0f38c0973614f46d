/** Is anybody there? One connection, and nothing is sent over it. */
import { connect } from "node:net";
import { codeOf, parseBaseUrl, proxyFor } from "../../provider/api/index.ts";

const patienceMs = 10_000;

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host name does not exist",
  EAI_AGAIN: "the host name could not be looked up",
  ETIMEDOUT: "the connection timed out",
};

/** Why nobody can be reached; `undefined`: somebody can, or a proxy knows the way. */
export async function whyUnreachable(baseUrl: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const base = parseBaseUrl(baseUrl);
  if (proxyFor(base, env) !== undefined) return undefined;
  const port = base.port === "" ? (base.protocol === "https:" ? 443 : 80) : Number(base.port);
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ host: base.hostname.replace(/^\[|\]$/g, ""), port, timeout: patienceMs });
    socket.once("connect", () => resolve(undefined));
    socket.once("timeout", () => resolve("ETIMEDOUT"));
    socket.once("error", (error) => resolve(codeOf(error)));
    socket.once("close", () => resolve("CLOSED"));
    socket.once("connect", () => socket.destroy()).once("timeout", () => socket.destroy());
  });
  return (
    code && `${reasons[code] ?? "no connection could be made"} (${code}); check REGISTRAR_BASE_URL and the network`
  );
}
