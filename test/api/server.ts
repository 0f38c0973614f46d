/** A hand-written HTTP server on loopback that answers what a test says and remembers what it was asked. */
import * as http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Api, type ClientOptions, createClient, parseContract, RegistrarError } from "../../provider/api/index.ts";
import { expectWellPut } from "../support/wellPut.ts";

export interface Seen {
  method: string;
  /** Path and query, as they came. */
  url: string;
  path: string;
  query: Record<string, string>;
  headers: http.IncomingHttpHeaders;
  body: string;
  at: number;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. An object of a 2xx says `success: true`, as every documented one does, unless it has a `success` of its own. */
  json?: unknown;
  /** Sent as it is. */
  text?: string;
  /** Writes to the connection what need not be HTTP; nothing else is sent. */
  raw?: Act;
}
export type Act = (socket: Socket) => void;

export type Respond = (seen: Seen, number: number) => Reply | Promise<Reply>;

export class TestServer {
  readonly seen: Seen[] = [];
  respond: Respond = () => ({});
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));
  readonly #open = new Set<Socket>();

  /** Listens while the tests of a file run. */
  async start(): Promise<void> {
    this.#server.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.on("close", () => this.#open.delete(socket));
      socket.on("error", () => {});
      socket.on("end", () => socket.destroy());
    });
    // As a proxy gets it.
    this.#server.on("connect", (request: http.IncomingMessage, socket: Socket) => {
      socket.resume();
      void this.#answer(request, new http.ServerResponse(request));
    });
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Connections that the client has not closed. */
  get open(): number {
    return this.#open.size;
  }

  /** A client of this server. @param contract the content of a contract file */
  client({ contract = {}, ...options }: Partial<Omit<ClientOptions, "contract">> & { contract?: object } = {}): Api {
    const corrected = parseContract(contract, "registrar.json");
    return createClient({ baseUrl: this.baseUrl, token: "t", contract: corrected, ...options });
  }

  get baseUrl(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/api`;
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? "", this.baseUrl);
    const seen: Seen = {
      method: request.method ?? "",
      url: request.url ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body,
      at: performance.now(),
    };
    const reply = await this.respond(seen, this.seen.push(seen));
    if (reply.raw) {
      reply.raw(request.socket);
      return;
    }
    const { status = 200, json } = reply;
    const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
    const marked = isObject && status < 300 ? { success: true, ...json } : json;
    const text = reply.text ?? (json === undefined ? "" : JSON.stringify(marked));
    response.writeHead(status, { "content-type": "application/json", ...reply.headers });
    response.end(text);
  }
}

/** A server for the tests of a file. Each test begins with nothing seen, and with an answer that says nothing. */
export function withServer(): TestServer {
  const server = new TestServer();
  beforeAll(async () => {
    // Loaded here, since loading counts as part of the first call's time.
    await import("got");
    await server.start();
  });
  beforeEach(() => {
    server.seen.length = 0;
    server.respond = () => ({});
  });
  afterAll(() => server.stop());
  return server;
}

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<RegistrarError> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof RegistrarError)) throw new Error(`expected a RegistrarError, got ${String(error)}`);
  expectWellPut(error.message);
  return error;
}

/** Keeps every response back. @returns those that wait, and a function that sends them */
export function held(server: Pick<TestServer, "respond">, json: unknown) {
  const waiting: (() => void)[] = [];
  server.respond = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { json };
  };
  return { waiting, release: () => waiting.splice(0).map((resolve) => resolve()) };
}

const [realTimeout, { now }] = [setTimeout, Date];
/** Waits until a condition holds; fails after five seconds, also where a test holds the time. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = now() + 5000;
  while (!(await condition())) {
    if (now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => realTimeout(resolve, 5));
  }
}
