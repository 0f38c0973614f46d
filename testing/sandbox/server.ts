/**
 * The HTTP server. Routes and validation come from the table of endpoints. Steps of a request: log, faults, authentication,
 * rate limit, ownership, validation, operation, response.
 */
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { EndpointName } from "../../provider/api/endpoints/table.ts";
import type { Handler, Outcome } from "./operations/call.ts";
import { contactOperations } from "./operations/contacts.ts";
import { domainOperations } from "./operations/domains.ts";
import { forwardOperations } from "./operations/forwards.ts";
import { marketplaceOperations } from "./operations/marketplace.ts";
import { recordOperations } from "./operations/records.ts";
import { settingOperations } from "./operations/settings.ts";
import { isShown } from "./presentDomain.ts";
import { notFound, Refusal } from "./refusal.ts";
import { authenticate, parseJson, type Route, readRequest, routeOf } from "./requests.ts";
import { arrive, type Context, errorOutcome, send, type Visit } from "./visits.ts";

export const apiPrefix = "/api";

/** The handler of each endpoint. */
const handlers: Readonly<Record<EndpointName, Handler>> = {
  ...domainOperations,
  ...recordOperations,
  ...forwardOperations,
  ...settingOperations,
  ...contactOperations,
  ...marketplaceOperations,
};

/** "A token that may not act on the domain gives 403"; an unknown domain gives 404. */
function checkOwnership(name: string, { store, dialect }: Context): void {
  const domain = store.domain(name);
  if (domain.account === "own" && isShown(domain, store.now())) return;
  if (domain.account === "own") throw notFound("domain_not_found", `The domain ${name} was not found.`);
  if (dialect.foreignDomain === 404) throw notFound("domain_not_found", `The domain ${name} was not found.`);
  throw new Refusal(403, "forbidden", `This token may not act on ${name}.`);
}

function operate(route: Route, request: FastifyRequest, visit: Visit, context: Context): Outcome {
  const { store, dialect, limiter, views } = context;
  const { name, row, domain, element } = route;
  const query = Object(request.query);
  authenticate(row, request.headers.authorization, query, store);
  const seconds = limiter?.take();
  if (seconds !== undefined) {
    if (limiter?.rate.retryAfter) visit.reply.header("retry-after", String(Math.ceil(seconds)));
    throw new Refusal(429, "rate_limited", "Rate limit exceeded.");
  }
  if (domain !== "" && name !== "domains.check") checkOwnership(domain, context);
  const missing = name.endsWith(".update") ? dialect.putMissing : dialect.deleteMissing;
  if (missing !== null && /^(records|forwards)\.(update|delete)$/.test(name)) {
    throw new Refusal(missing, "not_found", "There is no such route.");
  }
  visit.body = parseJson(request.body, "body");
  const outcome = handlers[name]({
    store,
    dialect,
    views,
    domain,
    element,
    ...readRequest(route, visit.body, query, dialect),
  });
  visit.entry.done = true;
  return outcome;
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * The reason why a request may come from a page of another site. A browser names that site in Origin, or, after DNS rebinding, in
 * Host; listening on loopback alone keeps neither out.
 */
function otherSite({ headers: { host = "", origin } }: FastifyRequest): string | undefined {
  if (!loopback.test(host)) return `Host is ${JSON.stringify(host)}`;
  return origin === undefined || origin === `http://${host}` ? undefined : `Origin is ${JSON.stringify(origin)}`;
}

/** Creates the app, with every operation of the table. Bodies are strings. */
export function createApp(context: Context): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 1000 } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => done(null, text));
  app.addHook("onRequest", async (request, reply) => {
    const reason = otherSite(request);
    if (reason === undefined) return undefined;
    const message = `The sandbox serves its own pages and programs on this machine only: ${reason}.`;
    return reply.code(403).send({ success: false, error: "other_site", message });
  });
  app.all(`${apiPrefix}/*`, async (request, reply) => {
    // The path as in the specification: without the base URL and the query.
    const path = (request.url.split("?")[0] ?? "").slice(apiPrefix.length);
    const route = routeOf(request.method, path);
    reply.header("date", context.store.now().toUTCString());
    const visit = await arrive(context, route, path, request, reply);
    if (visit === undefined) return reply;
    try {
      if (route === undefined) throw notFound("not_found", `There is no operation ${request.method} ${path}.`);
      send(visit, operate(route, request, visit, context), context.log);
    } catch (error) {
      send(visit, errorOutcome(error, context.dialect), context.log);
    }
    return reply;
  });
  return app;
}
