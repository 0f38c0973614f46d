/**
 * Control of the sandbox over HTTP, for other processes: the quick start, a command's tests, the dashboard page. Bodies and
 * answers are JSON. The path holds the secret. Nothing here is logged, limited or struck by faults.
 */
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { routesOf } from "./admin/routes.ts";
import type { SandboxControl } from "./control.ts";
import { ConflictingProfilesError, UnknownItemError, UnknownProfileError } from "./errors.ts";
import { sendPage, wantsPage } from "./page/serve.ts";
import type { Addresses } from "./page/shape.ts";
import { Refusal } from "./refusal.ts";

const wrongRequests = [UnknownProfileError, ConflictingProfilesError, z.ZodError];

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof Refusal) return error.status;
  if (error instanceof UnknownItemError) return 404;
  return wrongRequests.some((kind) => error instanceof kind) ? 400 : (error.statusCode ?? 500);
}

const messageOf = (error: Error) =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
    : error.message;

/**
 * Adds the admin interface to an app whose prefix holds the secret. `GET /` lists what there is; a browser gets the
 * dashboard page there.
 */
export function addAdmin(app: FastifyInstance, sandbox: SandboxControl, addresses: () => Addresses): void {
  const routes = routesOf(sandbox, addresses);
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
      handler: async ({ params, query, body }) => run(method === "GET" ? query : body, params) ?? { ok: true },
    });
  }
}
