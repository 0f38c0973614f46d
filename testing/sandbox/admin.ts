/**
 * Control of the sandbox over HTTP, for other processes: the quick start, a command's tests, a dashboard page. Bodies and
 * answers are JSON. The path holds the secret. Nothing here is logged, limited or struck by faults.
 */
import type { FastifyInstance } from "fastify";
import { validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { addAccount } from "./admin/account.ts";
import { addConditions } from "./admin/conditions.ts";
import { addDomains } from "./admin/domains.ts";
import { addItems } from "./admin/items.ts";
import { UnknownApprovalError } from "./approvals.ts";
import type { SandboxControl } from "./control.ts";
import { UnknownElementError } from "./dashboard.ts";
import { sendPage, wantsPage } from "./page/serve.ts";
import type { Addresses } from "./page/shape.ts";
import { addView } from "./page/view.ts";
import { ConflictingProfilesError, UnknownProfileError } from "./profiles.ts";
import { Refusal } from "./refusal.ts";
import { byHand } from "./requestLog.ts";
import { snapshot } from "./snapshot.ts";

const unknownThings = [UnknownElementError, UnknownApprovalError];
const whatPeopleChange = /^\/(?:domains|contacts|approvals|balance|prices|appraisals)\b/;
const wrongRequests = [UnknownProfileError, ConflictingProfilesError];

/**
 * Adds the admin interface to an app whose prefix holds the secret. `GET /` lists what there is; a browser gets the
 * dashboard page there.
 */
export function addAdmin(plainApp: FastifyInstance, sandbox: SandboxControl, addresses: () => Addresses): void {
  const app = plainApp.withTypeProvider<ZodTypeProvider>();
  const routes: string[] = [];
  app.addHook("onRoute", ({ method, path, prefix }) => {
    if (method !== "HEAD") routes.push(`${String(method)} ${path.slice(prefix.length) || "/"}`);
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status =
      error instanceof Refusal
        ? error.status
        : unknownThings.some((kind) => error instanceof kind)
          ? 404
          : wrongRequests.some((kind) => error instanceof kind)
            ? 400
            : (error.statusCode ?? 500);
    return reply.code(status).send({ error: error.message });
  });
  app.get("/", (request, reply) =>
    wantsPage(request)
      ? sendPage(reply)
      : { routes, profile: sandbox.profile, rate: sandbox.rate ?? null, now: sandbox.clock.now() },
  );
  app.addHook("onSend", (request, reply, _payload, done) => {
    const { method, body } = request;
    const path = request.url.slice(app.prefix.length);
    if (method !== "GET" && reply.statusCode < 300 && whatPeopleChange.test(path)) {
      const entry = sandbox.log.begin({ at: sandbox.clock.now().toISOString(), operation: byHand, method, path });
      sandbox.log.finish(Object.assign(entry, { status: reply.statusCode, done: true }), body ? { request: body } : {});
    }
    done();
  });
  addView(app, sandbox, addresses);
  app.get("/state", () => snapshot(sandbox));
  for (const add of [addConditions, addDomains, addItems, addAccount]) add(app, sandbox);
}
