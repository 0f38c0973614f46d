/** `pulumi-registrar acme serve`: lego's `httpreq` on loopback, for programs that call no command, such as Traefik. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { openAccount } from "../account.ts";
import { print, warn } from "../output.ts";
import { toldToStop } from "../sandbox.ts";
import { type ChallengeOptions, challenges, valueForm } from "./challenge.ts";

const host = "127.0.0.1";
const user = "acme";
const challenge = z.object({ fqdn: z.string().min(1), value: z.string().regex(valueForm) });

const digest = (text: string) => createHash("sha256").update(text).digest();

async function respond(
  request: IncomingMessage,
  password: string,
  options: ChallengeOptions,
): Promise<[number, string]> {
  const { method, url, headers } = request;
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  if (!timingSafeEqual(digest(headers.authorization ?? ""), digest(expected)))
    return [401, "HTTPREQ_USERNAME or HTTPREQ_PASSWORD is wrong"];
  const action = method === "POST" && (url === "/present" || url === "/cleanup") ? url : undefined;
  if (action === undefined) return [404, "there are only POST /present and POST /cleanup"];
  const { data } = challenge.safeParse(await json(request).catch(() => undefined));
  if (data === undefined) return [400, "the body needs fqdn and value, so HTTPREQ_MODE must not be RAW"];
  await challenges[action === "/present" ? "present" : "cleanup"](data.fqdn, data.value, options);
  return [200, "done"];
}

export async function serve(options: ChallengeOptions & { port: number }): Promise<void> {
  // Without settings, it fails now and not at the first renewal.
  openAccount();
  const given = process.env["REGISTRAR_ACME_PASSWORD"];
  const password = given || randomBytes(24).toString("base64url");
  const server = createServer((request, response) => {
    void respond(request, password, options)
      .catch((error: Error): [number, string] => [500, error.message])
      .then(([status, text]) => {
        if (status !== 200) warn(`${status}: ${text}\n`);
        response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
      });
  });
  server.listen(options.port, host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  print(`Waiting for challenges, until Ctrl-C. For lego and Traefik (provider httpreq):

  export HTTPREQ_ENDPOINT=http://${host}:${port}
  export HTTPREQ_USERNAME=${user}
  export HTTPREQ_HTTP_TIMEOUT=${options.timeout + 60}
  export HTTPREQ_PASSWORD=${given ? "(the value of REGISTRAR_ACME_PASSWORD)" : password}

`);
  await toldToStop(false);
  server.close();
  server.closeAllConnections();
}
