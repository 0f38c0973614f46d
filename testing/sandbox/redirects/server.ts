/** The redirect port: plain HTTP on loopback that answers URL forwards by the Host header. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type Forwards, redirect } from "./redirect.ts";

export interface RedirectPort {
  /** `http://127.0.0.1:` and the port: where to send a request with the Host header of the forward. */
  readonly url: string;
  close(): Promise<void>;
}

const host = "127.0.0.1";

/** Opens the port. Throws when it is taken. */
export async function openRedirectPort(holdings: Forwards, port = 0): Promise<RedirectPort> {
  const server = createServer((request, response) => {
    const { status, location, body } = redirect(request.headers.host, holdings);
    request.resume();
    response.writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      // A forward may change at any time; real browsers keep a 301 for good.
      "cache-control": "no-store",
      ...(location === undefined ? {} : { location }),
    });
    response.end(body);
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  const at = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host}:${at}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
