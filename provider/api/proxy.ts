/** Proxies from the environment: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. */
import * as http from "node:http";
import * as https from "node:https";
import type { Duplex } from "node:stream";
import { isLoopback } from "./baseUrl.ts";

/** As many connections at once as requests (see pacing.ts). */
const sockets = {
  keepAlive: true,
  maxSockets: 16,
  // Servers often close an idle connection after 5 seconds; a write sent just then would have an unknown outcome.
  timeout: 4000,
  scheduling: "lifo",
} as const;

export interface Agents {
  http?: http.Agent;
  https?: https.Agent;
}

/** The agents for one origin; a proxy's own library is loaded only when there is a proxy. */
export async function agentsFor(origin: URL, env: NodeJS.ProcessEnv): Promise<Agents> {
  const proxy = proxyFor(origin, env);
  const secure = origin.protocol === "https:";
  if (proxy === undefined) {
    return secure ? { https: wary(new https.Agent(sockets)) } : { http: wary(new http.Agent(sockets)) };
  }
  const { HttpProxyAgent, HttpsProxyAgent } = await import("hpagent");
  const options = { ...sockets, proxy };
  return secure ? { https: wary(new HttpsProxyAgent(options)) } : { http: wary(new HttpProxyAgent(options)) };
}

/**
 * Closes a connection over which something comes while no request waits for an answer: a server's farewell, or a second
 * answer. It would be taken for the answer to the next request.
 */
function wary<A extends http.Agent>(agent: A): A {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  function close(this: Duplex): void {
    this.destroy();
  }
  agent.keepSocketAlive = (socket) => {
    socket.on("data", close);
    return keep(socket);
  };
  agent.reuseSocket = (socket, request) => {
    socket.off("data", close);
    reuse(socket, request);
  };
  return agent;
}

/** The proxy for an origin, if the environment names one and does not except the origin. Loopback is never proxied. */
export function proxyFor(origin: URL, env: NodeJS.ProcessEnv): string | undefined {
  if (isLoopback(origin.hostname)) return undefined;
  const read = (name: string) => env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined;
  const proxy = origin.protocol === "https:" ? read("HTTPS_PROXY") : read("HTTP_PROXY");
  if (proxy === undefined || isExcepted(origin, read("NO_PROXY") ?? "")) return undefined;
  return /^[a-z]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** NO_PROXY: `*`, or host names that except themselves and everything below, with an optional port. */
function isExcepted(origin: URL, list: string): boolean {
  const host = origin.hostname.toLowerCase();
  const port = origin.port || (origin.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = entry, onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const suffix = name.replace(/^\*?\.?/, "");
      return (onlyPort === undefined || onlyPort === port) && (host === suffix || host.endsWith(`.${suffix}`));
    });
}
