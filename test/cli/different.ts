/** A registrar that is different: a server in front of the sandbox that rewrites what goes in and what comes out. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Message {
  method: string;
  /** From the base URL on, without the query. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}

export interface Difference {
  /** Rewrites a request, or answers it with a status of its own. */
  request?(message: Message): Message | { status: number; error?: string; html?: string };
  /** Rewrites the body of a successful answer; `asked` is the request as it came. */
  answer?(body: Record<string, unknown>, asked: Message): unknown;
}

export interface DifferentRegistrar {
  url: string;
  /** `METHOD path` of everything that was asked. */
  asked: string[];
  close(): Promise<void>;
}

export async function startDifferent(sandboxUrl: string, difference: Difference): Promise<DifferentRegistrar> {
  const asked: string[] = [];
  const reply = async (incoming: Message, authorization: string | undefined): Promise<[number, unknown]> => {
    const outgoing = difference.request?.(incoming) ?? incoming;
    if ("status" in outgoing) {
      if (outgoing.html !== undefined) return [outgoing.status, outgoing.html];
      return [outgoing.status, { success: false, error: outgoing.error ?? "refused", message: "Not like this." }];
    }
    const { method, path, query, body } = outgoing;
    const response = await fetch(`${sandboxUrl}${path}${query.size > 0 ? `?${query}` : ""}`, {
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const told: unknown = text === "" ? undefined : JSON.parse(text);
    const isChanged = response.ok && typeof told === "object" && told !== null && difference.answer !== undefined;
    return [response.status, isChanged ? difference.answer?.({ ...told }, incoming) : told];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://different.example");
      const text = Buffer.concat(chunks).toString();
      const incoming: Message = {
        method: request.method ?? "GET",
        path: url.pathname.replace(/^\/api/, ""),
        query: url.searchParams,
        body: text === "" ? undefined : JSON.parse(text),
      };
      asked.push(`${incoming.method} ${incoming.path}`);
      reply(incoming, request.headers.authorization).then(
        ([status, body]) => {
          const isPage = typeof body === "string";
          response.writeHead(status, { "content-type": isPage ? "text/html; charset=utf-8" : "application/json" });
          response.end(body === undefined ? "" : isPage ? body : JSON.stringify(body));
        },
        (error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
