/**
 * How the registrar is reached: its address, the proxy on the way to it (HTTPS_PROXY and NO_PROXY, in either case), the
 * connections, and their faults. got repeats nothing: it doesn't know which endpoints may be called twice, nor the pause of all
 * calls after a 429, nor the deadline of a call with all its waits. Those rules are in pace.ts and send.ts.
 */
import * as http from "node:http";
import * as https from "node:https";
import { isIPv4 } from "node:net";
import type { Duplex } from "node:stream";
import type { Got } from "got";
import { ifNoError, parsedUrl } from "../../dns/index.ts";
import { ConfigurationError, NoAddressError } from "../errors.ts";
import { isObject } from "../response.ts";

/** `localhost`, 127.0.0.0/8 and ::1. Not names below `.localhost`, which a resolver may resolve to anything. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

/** A refresh uses the configuration that the last `pulumi up` stored. */
export const readLater = "A refresh or destroy then needs `--run-program`.";

/** @param hasStack may a stack's configuration have it, too? @throws ConfigurationError */
export function parseBaseUrl(text: string | undefined, hasStack = true): URL {
  const [way, later] = hasStack ? [", or run `pulumi config set registrar:baseUrl <URL>`", ` ${readLater}`] : ["", ""];
  const advice = `Set REGISTRAR_BASE_URL${way}; production is https://www.atom.com/api.${later}`;
  const subject = "the registrar's base URL";
  const written = text?.trim() ?? "";
  if (written === "") throw new NoAddressError({ what: `${subject} is not set`, advice });
  const fault = faultIn(written);
  if (fault === undefined) return new URL(written);
  throw new ConfigurationError({ what: `${subject} ${fault}`, advice });
}

function faultIn(text: string): string | undefined {
  const url = parsedUrl(text);
  if (url === undefined) return "is not a URL";
  const { username, password, search, hash, protocol, hostname, host } = url;
  if (username !== "" || password !== "") return "contains credentials; use the token instead";
  if (search !== "" || hash !== "") return "contains a query or a fragment";
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) return undefined;
  return `must start with https:// (got ${protocol}//${host})`;
}

/** Joins the path of the base URL (`/api`) and that of an endpoint. */
export function urlOf(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, "")}${path}`;
  return url;
}

const sockets = {
  keepAlive: true,
  // As many as requests at once: see pace.ts.
  maxSockets: 16,
  // Servers often close an idle connection after 5 seconds; a write sent at that moment would have an unknown outcome.
  timeout: 4000,
  scheduling: "lifo",
} as const;

/** The agents for one origin. The library for proxies is loaded only if there is a proxy. */
async function agentsFor(origin: URL, proxy: URL | undefined, connectMs: number) {
  if (origin.protocol === "http:") return { http: wary(new http.Agent(sockets)) };
  if (proxy === undefined) return { https: wary(new https.Agent(sockets)) };
  const { HttpsProxyAgent } = await import("hpagent");
  return { https: wary(new HttpsProxyAgent({ ...sockets, timeout: Math.min(sockets.timeout, connectMs), proxy })) };
}

/** Closes an idle connection on which data arrives: a second response would count as the response to the next request. */
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

/**
 * The proxy for an origin, by HTTPS_PROXY and NO_PROXY. Loopback is never proxied.
 * @throws ConfigurationError if the variable holds no proxy; the message omits its value, which may contain a password
 */
export function proxyFor(origin: URL, env: NodeJS.ProcessEnv): URL | undefined {
  if (origin.protocol !== "https:" || isLoopback(origin.hostname)) return undefined;
  const read = (name: string) =>
    [name.toLowerCase(), name].map((key) => ({ key, text: env[key]?.trim() ?? "" })).find(({ text }) => text !== "");
  const named = read("HTTPS_PROXY");
  if (named === undefined || isExcepted(origin, read("NO_PROXY")?.text ?? "")) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(named.text) ? named.text : `http://${named.text}`;
  const proxy = parsedUrl(text);
  const reason = proxy === undefined ? "it is not a URL" : whyUnusable(proxy);
  if (proxy !== undefined && reason === undefined) return proxy;
  throw new ConfigurationError({
    what: `${named.key} does not contain a usable proxy: ${reason}`,
    advice:
      `Set it to http://host:port or http://name:password@host:port (special characters percent-encoded), or ` +
      `unset ${named.key}.`,
  });
}

function whyUnusable({ protocol, username, password }: URL): string | undefined {
  if (protocol !== "http:" && protocol !== "https:") return `${protocol}// is not supported, only http:// and https://`;
  const isEncoded = ifNoError(() => decodeURIComponent(`${username}:${password}`)) !== undefined;
  return isEncoded ? undefined : "a % in its name or password is not followed by two hexadecimal digits";
}

/** Is an origin in NO_PROXY, which the library doesn't read? `*`, and hosts (with subdomains), each with or without a port. */
function isExcepted(origin: URL, list: string): boolean {
  const bare = (host: string) => host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const port = origin.port || "443";
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = entry, onlyPort = port] = /^(.*[^:]):(\d+)$/.exec(entry) ?? [];
      const suffix = bare(name.replace(/^\*?\.?/, ""));
      const isIn = suffix !== "" && `.${bare(origin.hostname)}`.endsWith(`.${suffix}`);
      return entry === "*" || (isIn && onlyPort === port);
    });
}

/** Why a request got no response. */
export interface Fault {
  /** `notSent`: certainly not sent. `broken`: perhaps received. `unusable`: a repeat would get the same response. */
  readonly kind: "notSent" | "broken" | "unusable";
  /** Stable code: ECONNRESET, ETIMEDOUT, TOO_LARGE, ... */
  readonly code: string;
  readonly what: string;
}

const maxConnectMs = 10_000;

/** Makes the HTTP client, which never repeats a request and never follows a redirect. @param requestMs the time of a request */
export async function connect(base: URL, proxy: URL | undefined, requestMs: number): Promise<Got> {
  const connectMs = Math.min(maxConnectMs, requestMs);
  const [{ got }, agent] = await Promise.all([import("got"), agentsFor(base, proxy, connectMs)]);
  // got validates these options once, and those of a request each time.
  return got.extend({
    agent,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    timeout: { connect: connectMs },
  });
}

const faults: Readonly<Record<string, readonly [Fault["kind"], string]>> = {
  ECONNREFUSED: ["notSent", "the connection was refused"],
  ENOTFOUND: ["notSent", "the host name does not exist"],
  EAI_AGAIN: ["notSent", "the host name could not be looked up"],
  EAI_FAIL: ["notSent", "the host name could not be looked up"],
  EADDRNOTAVAIL: ["notSent", "no local address was available"],
  ECONNRESET: ["broken", "the connection was reset"],
  EPIPE: ["broken", "the connection was closed"],
  ETIMEDOUT: ["broken", "no response came in time"],
  EHOSTUNREACH: ["broken", "the host was unreachable"],
  ENETUNREACH: ["broken", "the network was unreachable"],
};
const tlsCode = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_)|_CERT|^HOSTNAME_MISMATCH$/;

/** The fault that an error of got is about. The error itself holds headers, and is dropped. */
export function faultOf(error: unknown): Fault {
  const facts: Record<string, unknown> = isObject(error) ? error : {};
  const code = typeof facts["code"] === "string" ? facts["code"] : "";
  const message = error instanceof Error ? error.message : "";
  const notSent = (what: string, shown = code): Fault => ({ kind: "notSent", code: shown, what });
  const broken = (what: string): Fault => ({ kind: "broken", code: code || "UNKNOWN", what });
  if (tlsCode.test(code)) return notSent(`TLS failed: ${code}`);
  // Before the TLS connection exists, no request can have been sent.
  if (code === "EPROTO") {
    const isConnected = isObject(facts["timings"]) && facts["timings"]["secureConnect"] !== undefined;
    return (isConnected ? broken : notSent)(`TLS failed: ${code}`);
  }
  const proxyStatus = /^Bad response: (\d{3})$/.exec(message)?.[1];
  if (proxyStatus !== undefined) return notSent(`the proxy responded with ${proxyStatus}`, "PROXY");
  if (message === "Proxy timeout") return notSent("the proxy did not respond in time", "PROXY");
  if (code === "ETIMEDOUT" && facts["event"] === "connect") {
    return notSent("no connection could be made in time (ETIMEDOUT)");
  }
  const known = faults[code];
  if (known !== undefined) return { kind: known[0], code, what: `${known[1]} (${code})` };
  if (code.startsWith("HPE_")) return broken(`the response is not HTTP (${code})`);
  return broken(`the request failed${code ? ` (${code})` : ""}`);
}
