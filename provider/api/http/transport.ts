/**
 * One HTTP request and its response. The only file that knows got. No error of got leaves it, since those hold headers.
 * got repeats nothing: it doesn't know which endpoints may be called twice, nor the pause of all calls after a 429, nor the
 * deadline of a call with all its waits. Those rules are in pace.ts and send.ts.
 */
import type { Got } from "got";
import { isObject, type WireResponse } from "../json.ts";
import { agentsFor } from "./address.ts";

export interface WireRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: URL;
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
}

/**
 * `notSent`: certainly not sent. `broken`: it may have reached the registrar. `unusable`: a response that a repeated request
 * would get again.
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
export type Transport = (request: WireRequest) => Promise<WireResponse>;

/** The largest response, in bytes after decompression. */
const maxAnswerBytes = 32 * 1024 * 1024;
const maxConnectMs = 10_000;

/** @param requestMs the time of a request; a connection never takes longer */
export function createTransport(base: URL, env: NodeJS.ProcessEnv, requestMs: number): Transport {
  const connectMs = Math.min(maxConnectMs, requestMs);
  let loading: Promise<Got> | undefined;
  // got validates these options once, and those of a request each time.
  const load = async () => {
    const [{ got }, agent] = await Promise.all([import("got"), agentsFor(base, env, connectMs)]);
    return got.extend({
      agent,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      timeout: { connect: connectMs },
    });
  };
  return async ({ method, url, headers, body, signal }) => {
    loading ??= load();
    const got = await loading;
    try {
      // A stream costs a third less than got's promise, and ends at the first chunk that exceeds the limit.
      const answer = got.stream(url, { method, headers, ...(body !== undefined && { body }), signal });
      // Without a body, got waits until its stream is ended.
      if (body === undefined && method !== "GET") answer.end();
      const text = await Promise.race([textOf(answer), whenAborted(signal)]);
      const { response } = answer;
      if (response === undefined) throw new TransportFault("broken", "UNKNOWN", "the request failed");
      return {
        status: response.statusCode,
        headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
        text,
      };
    } catch (error) {
      if (error instanceof TransportFault) throw error;
      throw signal.aborted ? abortOf(signal) : faultOf(error);
    }
  };
}

const abortOf = ({ reason }: AbortSignal): TransportFault =>
  reason instanceof TransportFault ? reason : new TransportFault("broken", "ABORTED", "the request was aborted");

/** Rejects when the request is aborted. got itself leaves its stream pending after a 101. */
const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(abortOf(signal)), { once: true }));

/** The end of a request whose time is up. */
export const noResponse = () => new TransportFault("broken", "ETIMEDOUT", "no response came in time (ETIMEDOUT)");

/** @throws TransportFault if it is too large */
async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    if (length > maxAnswerBytes) {
      const most = `${maxAnswerBytes / 1024 / 1024} MB`;
      throw new TransportFault("unusable", "TOO_LARGE", `the response is larger than ${most}`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const faults: Readonly<Record<string, readonly [FaultKind, string]>> = {
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

function faultOf(error: unknown): TransportFault {
  const facts: Record<string, unknown> = isObject(error) ? error : {};
  const code = typeof facts["code"] === "string" ? facts["code"] : "";
  const message = error instanceof Error ? error.message : "";
  const notSent = (what: string, shown = code) => new TransportFault("notSent", shown, what);
  const broken = (what: string) => new TransportFault("broken", code || "UNKNOWN", what);
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
  if (known !== undefined) return new TransportFault(known[0], code, `${known[1]} (${code})`);
  if (code.startsWith("HPE_")) return broken(`the response is not HTTP (${code})`);
  return broken(`the request failed${code ? ` (${code})` : ""}`);
}
