/**
 * The control API: control of the sandbox over HTTP, for other processes and the dashboard page. All bodies are JSON. The path
 * holds the secret. Rate limits and faults don't apply. Changes get a row in the page's log.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import { UnknownItemError } from "../shared/errors.ts";
import * as bodies from "./admin/bodies.ts";
import { routesOf } from "./admin/routes.ts";
import type { SandboxControl } from "./control.ts";
import { sendPage, wantsPage } from "./page/serve.ts";
import type { Addresses } from "./page/shape.ts";
import { Refusal } from "./refusal.ts";

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof Refusal) return error.status;
  if (error instanceof UnknownItemError) return 404;
  return error instanceof z.ZodError ? 400 : (error.statusCode ?? 500);
}

const messageOf = (error: Error) =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
    : error.message;

/**
 * Adds the control API to an app whose prefix holds the secret. `GET /` lists the routes; a browser gets the dashboard page.
 */
export function addAdmin(app: FastifyInstance, sandbox: SandboxControl, addresses: () => Addresses): void {
  const routes = routesOf(sandbox, addresses);
  const logByHand = ({ method, url, params, body }: FastifyRequest, result: unknown) => {
    const path = url.replace(app.prefix, "");
    const { domain } = bodies.place.parse(params);
    const at = sandbox.clock.now().toISOString();
    const row = { at, operation: "by hand", method, path, ...(domain && { domain }), byHand: true } as const;
    const begun = Object.assign(sandbox.log.begin(row), { status: 200, done: true });
    sandbox.log.keep(begun, body, result);
  };
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(statusOf(error)).send({ error: messageOf(error) }),
  );
  app.get("/", (request, reply) =>
    wantsPage(request)
      ? sendPage(reply)
      : {
          routes: routes.map(({ method, path }) => `${method} ${path}`),
          profile: sandbox.profile,
          rate: sandbox.rate ?? null,
          now: sandbox.clock.now(),
        },
  );
  for (const { method, path: url, run } of routes) {
    app.route({
      method,
      url,
      handler: async (request) => {
        const { params, query, body } = request;
        const result = run(method === "GET" ? query : body, params) ?? { ok: true };
        if (method !== "GET" && url !== "/log") logByHand(request, result);
        return result;
      },
    });
  }
}
