/** A client that does nothing but send what it is told: the sandbox's tests look at the bytes. */
import { type AnyOptions, startSandbox, type WholeSandbox } from "../../testing/sandbox/index.ts";

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, or `undefined` when it is empty. */
  readonly body: unknown;
}

export type RawClient = ReturnType<typeof rawClient>;

export function rawClient(url: string, token: string) {
  const authorization = { authorization: `Bearer ${token}` };
  const send = async (
    method: string,
    path: string,
    { body, headers = authorization }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<RawReply> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(url + path, { method, headers: { ...type, ...headers }, ...content });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
  };
  return {
    get: (path: string) => send("GET", path),
    post: (path: string, body?: unknown) => send("POST", path, { body }),
    put: (path: string, body?: unknown) => send("PUT", path, { body }),
    delete: (path: string) => send("DELETE", path),
    send,
  };
}

const open: WholeSandbox[] = [];
afterAll(() => Promise.all(open.map((sandbox) => sandbox.close())));

/** A sandbox and a raw client of it, closed after the tests of the file. */
export async function withSandbox(options: AnyOptions = {}): Promise<{ sandbox: WholeSandbox; api: RawClient }> {
  const sandbox = await startSandbox(options);
  open.push(sandbox);
  return { sandbox, api: rawClient(sandbox.url, sandbox.token) };
}

export const com = "/registrar/v1/domains/example.com";
export const a = { type: "A", name: "www", content: "192.0.2.1", ttl: 300 };
