/**
 * One HTTP request and its answer. The only file that knows got; no error of got's leaves it, since those hold headers.
 * got repeats nothing here: it knows neither which endpoints may be called twice, nor that everybody waits after a 429, nor
 * the one deadline of a call with all its waits. Those rules are in pace.ts and send.ts.
 */
import type { ClientRequest } from "node:http";
import type { Duplex } from "node:stream";
import type { Got } from "got";
import type { WireAnswer } from "../json.ts";
import { agentsFor } from "./address.ts";

export interface WireRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: URL;
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
}

/**
 * What can go wrong on the way. `notSent` is certain; what is `broken` may have reached the registrar; `unusable` is an
 * answer that a repeated request would get again.
 */
type FaultKind = "notSent" | "broken" | "unusable";

export class TransportFault extends Error {
  override readonly name = "TransportFault";
  readonly kind: FaultKind;
  /** Stable code: ECONNRESET, ETIMEDOUT, TOO_LARGE, ... */
  readonly code: string;

  constructor(kind: FaultKind, code: string, what: string) {
    super(what);
    this.kind = kind;
    this.code = code;
  }
}

/** Sends one request; never repeats, never follows a redirect. @throws TransportFault */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/** Largest answer read, in bytes after decompression. */
const maxAnswerBytes = 32 * 1024 * 1024;
const maxConnectMs = 10_000;

/** @param requestMs the time of a request; a connection never takes longer */
export function createTransport(base: URL, env: NodeJS.ProcessEnv, requestMs: number): Transport {
  const connectMs = Math.min(maxConnectMs, requestMs);
  let loading: Promise<Got> | undefined;
  // Options that all requests share are validated once.
  const load = async () => {
    const [{ got }, agent] = await Promise.all([import("got"), agentsFor(base, env, connectMs)]);
    return got.extend({
      agent,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
    });
  };
  return async ({ method, url, headers, body, signal }) => {
    loading ??= load();
    const got = await loading;
    let fault: TransportFault | undefined;
    try {
      // A stream costs a third less than got's promise, and ends at the first part that is too much.
      const answer = got.stream(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        signal,
        timeout: { connect: connectMs },
      });
      // got waits until somebody has written the body to the stream.
      if (body === undefined && method !== "GET") answer.end();
      answer.on("request", (sent: ClientRequest) => {
        // After an upgrade the connection carries no HTTP. Without a listener Node closes it silently.
        const giveUp = (socket: Duplex) => {
          fault = new TransportFault("unusable", "UPGRADE", "the answer is a change to another protocol (101)");
          socket.destroy();
          answer.destroy();
        };
        sent.once("upgrade", (_answer, socket) => giveUp(socket));
        sent.once("response", ({ statusCode, socket }) => {
          if (statusCode !== undefined && statusCode < 200) giveUp(socket);
        });
      });
      const text = await textOf(answer);
      const { response } = answer;
      if (response === undefined) throw new TransportFault("broken", "UNKNOWN", "the request failed");
      return {
        status: response.statusCode,
        headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
        text,
      };
    } catch (error) {
      if (fault !== undefined) throw fault;
      if (error instanceof TransportFault) throw error;
      throw signal.aborted ? cutOff(signal) : faultOf(error);
    }
  };
}

/** How long the transport may take to end a request that was cut off, in milliseconds. */
const overtimeMs = 250;

/**
 * The answer, or a fault soon after the time is up or the request was cut off. The transport stands on libraries that
 * may leave a promise pending, and a call that never ends would hang a run, or end a command as if all were well.
 * @param stop cuts the request off; aborted here when the time is up
 * @throws TransportFault
 */
export async function withDeadline<T>(answer: Promise<T>, stop: AbortController, timeoutMs: number): Promise<T> {
  const late = new TransportFault("broken", "ETIMEDOUT", "there was no answer in time (ETIMEDOUT)");
  const timers = [setTimeout(() => stop.abort(late), timeoutMs)];
  const isCutOff = new Promise<never>((_, reject) => {
    const giveUp = () => reject(cutOff(stop.signal));
    stop.signal.addEventListener("abort", () => timers.push(setTimeout(giveUp, overtimeMs)), { once: true });
  });
  try {
    return await Promise.race([answer, isCutOff]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

function cutOff({ reason }: AbortSignal): TransportFault {
  return reason instanceof TransportFault ? reason : new TransportFault("broken", "ABORTED", "the request was cut off");
}

/** @throws TransportFault where it is too large */
async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    if (length > maxAnswerBytes) {
      const most = `${maxAnswerBytes / 1024 / 1024} MB`;
      throw new TransportFault("unusable", "TOO_LARGE", `the answer is larger than ${most}`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Codes of failures before anything of the request was sent. */
const notSentCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host name does not exist",
  EAI_AGAIN: "the host name could not be looked up",
  EAI_FAIL: "the host name could not be looked up",
  EADDRNOTAVAIL: "no local address was available",
};
const brokenCodes: Readonly<Record<string, string>> = {
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ETIMEDOUT: "there was no answer in time",
  EHOSTUNREACH: "the host was unreachable",
  ENETUNREACH: "the network was unreachable",
};
const tlsCode = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_)|_CERT|^HOSTNAME_MISMATCH$/;

function faultOf(error: unknown): TransportFault {
  const code = property(error, "code") ?? "";
  const message = property(error, "message") ?? "";
  if (code in notSentCodes) return new TransportFault("notSent", code, `${notSentCodes[code]} (${code})`);
  if (tlsCode.test(code)) return new TransportFault("notSent", code, `TLS failed: ${code}`);
  if (code === "EPROTO")
    return new TransportFault(isConnected(error) ? "broken" : "notSent", code, `TLS failed: ${code}`);
  const proxyStatus = /^Bad response: (\d{3})$/.exec(message)?.[1];
  if (proxyStatus !== undefined) return new TransportFault("notSent", "PROXY", `the proxy answered ${proxyStatus}`);
  if (message === "Proxy timeout") return new TransportFault("notSent", "PROXY", "the proxy did not answer in time");
  if (code === "ETIMEDOUT" && property(error, "event") === "connect") {
    return new TransportFault("notSent", code, "no connection could be made in time (ETIMEDOUT)");
  }
  if (code in brokenCodes) return new TransportFault("broken", code, `${brokenCodes[code]} (${code})`);
  if (code.startsWith("HPE_")) return new TransportFault("broken", code, `the answer is not HTTP (${code})`);
  return new TransportFault("broken", code || "UNKNOWN", `the request failed${code ? ` (${code})` : ""}`);
}

/** Did the TLS connection exist already when the failure came? */
function isConnected(error: unknown): boolean {
  const timings = typeof error === "object" && error !== null && "timings" in error ? error.timings : undefined;
  return (
    typeof timings === "object" && timings !== null && "secureConnect" in timings && timings.secureConnect !== undefined
  );
}

function property(error: unknown, name: "code" | "event" | "message"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
}
