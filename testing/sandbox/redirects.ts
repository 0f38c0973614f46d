/** The redirect port: HTTP on loopback that redirects by the Host header and the URL forwards. */
import { once } from "node:events";
import { createServer, validateHeaderValue } from "node:http";
import { holderOf } from "./dns/zone.ts";
import type { SandboxDomain, SandboxForward } from "./state.ts";

interface RedirectAnswer {
  readonly status: number;
  readonly location?: string;
  /** Plain text. */
  readonly body: string;
}

interface Forwards {
  domains(): readonly SandboxDomain[];
  forwards(domain: string): readonly SandboxForward[];
}

/** The host name of a Host header: lower case, without port and trailing dot. */
const hostOf = (header: string | undefined) => (header ?? "").toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");

/**
 * The forward of a host: the one of its label, otherwise one with `*` in place of its first labels. The domain itself has the
 * empty label.
 */
function findForward(host: string, holdings: Forwards): SandboxForward | undefined {
  const domain = holderOf(host, holdings.domains())?.name;
  if (domain === undefined) return undefined;
  const label = host.slice(0, -domain.length).replace(/\.$/, "");
  const labels = label === "" ? [] : label.split(".");
  const wild = labels.map((_, n) => ["*", ...labels.slice(n + 1)].join("."));
  const forwards = holdings.forwards(domain);
  for (const source of [label, ...wild]) {
    const forward = forwards.find((each) => each.source.toLowerCase().replace(/^@$/, "") === source);
    if (forward !== undefined) return forward;
  }
  return undefined;
}

/** 301 to the destination of a permanent forward, 302 for a temporary one, otherwise a 404 with the reason. */
function redirect(header: string | undefined, holdings: Forwards): RedirectAnswer {
  const host = hostOf(header);
  const forward = findForward(host, holdings);
  if (forward === undefined) {
    return { status: 404, body: `No URL forward for ${JSON.stringify(host)} in this sandbox.\n` };
  }
  const location = asHeader(forward.destination);
  if (location === undefined) {
    return { status: 500, body: `The destination of forward ${forward.id} cannot be sent as a Location.\n` };
  }
  return forward.type === "permanent"
    ? { status: 301, location, body: `Moved permanently: ${location}\n` }
    : { status: 302, location, body: `Found: ${location}\n` };
}

/** The destination for a header, in ASCII if necessary; `undefined` if it isn't a URL, after an edit by hand. */
function asHeader(destination: string): string | undefined {
  if (/^[\x21-\x7e]+$/.test(destination)) return destination;
  try {
    const { href } = new URL(destination);
    validateHeaderValue("location", href);
    return href;
  } catch {
    return undefined;
  }
}

interface RedirectPort {
  /** `http://127.0.0.1:` and the port: where to send a request with the Host header of the forward. */
  readonly url: string;
  close(): Promise<void>;
}

const loopback = "127.0.0.1";

/** Opens the port. @throws if it is taken */
export async function openRedirectPort(holdings: Forwards, port = 0): Promise<RedirectPort> {
  const server = createServer((asked, response) => {
    const { status, location, body } = redirect(asked.headers.host, holdings);
    asked.resume();
    response.writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      // Without it, browsers cache a 301 forever, and a forward may change.
      "cache-control": "no-store",
      ...(location === undefined ? {} : { location }),
    });
    response.end(body);
  });
  server.listen(port, loopback);
  await once(server, "listening");
  const address = server.address();
  const at = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${loopback}:${at}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
