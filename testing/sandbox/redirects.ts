/** The redirect port: HTTP on loopback that redirects by the Host header and the URL forwards. */
import Fastify from "fastify";
import type { Sandbox } from "./control.ts";
import { holderOf } from "./dns/zone.ts";
import { parsedUrl } from "./encoding.ts";
import type { SandboxForward } from "./state.ts";

/** The host name of a Host header: lower case, without port and trailing dot. */
const hostOf = (header: string | undefined) => (header ?? "").toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");

/**
 * The forward of a host: the one of its label, otherwise one with `*` in place of its first labels. The domain itself has the
 * empty label.
 */
function findForward(host: string, sandbox: Sandbox): SandboxForward | undefined {
  const domain = holderOf(host, sandbox.domains())?.name;
  if (domain === undefined) return undefined;
  const label = host.slice(0, -domain.length).replace(/\.$/, "");
  const labels = label === "" ? [] : label.split(".");
  const wild = labels.map((_, n) => ["*", ...labels.slice(n + 1)].join("."));
  const forwards = sandbox.forwards(domain);
  for (const source of [label, ...wild]) {
    const forward = forwards.find((each) => each.source.toLowerCase().replace(/^@$/, "") === source);
    if (forward !== undefined) return forward;
  }
  return undefined;
}

/** The destination for a header, in ASCII if necessary; `undefined` if it isn't a URL, after an edit by hand. */
const asHeader = (destination: string) =>
  /^[\x21-\x7e]+$/.test(destination) ? destination : parsedUrl(destination)?.href;

/**
 * Opens the port: 301 to the destination of a permanent forward, 302 for a temporary one, otherwise a 404 with the reason.
 * @throws if it is taken
 */
export async function openRedirectPort(sandbox: Sandbox, port: number) {
  const app = Fastify({ forceCloseConnections: true });
  app.setNotFoundHandler((request, reply) => {
    const host = hostOf(request.headers.host);
    const forward = findForward(host, sandbox);
    const location = forward && asHeader(forward.destination);
    // Without it, browsers cache a 301 forever, and a forward may change.
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
    if (location === undefined) {
      return reply.code(404).send(`No URL forward for ${JSON.stringify(host)} in this sandbox leads to a URL.\n`);
    }
    const status = forward?.type === "permanent" ? 301 : 302;
    return reply.code(status).header("location", location).send(`Moved to ${location}\n`);
  });
  return { url: await app.listen({ host: "127.0.0.1", port }), close: () => app.close() };
}
