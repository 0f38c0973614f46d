/**
 * The HTTP server. Routes and validation come from the table of endpoints. Steps of a request: log, faults, authentication,
 * rate limit, ownership, validation, operation, response.
 */
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { EndpointName } from "../../provider/api/endpoints/table.ts";
import type { Context } from "./context.ts";
import { ListViews } from "./lists.ts";
import type { Call, Handler, Outcome } from "./operations/call.ts";
import { contactOperations } from "./operations/contacts.ts";
import { domainOperations } from "./operations/domains.ts";
import { forwardOperations } from "./operations/forwards.ts";
import { marketplaceOperations } from "./operations/marketplace.ts";
import { recordOperations } from "./operations/records.ts";
import { settingOperations } from "./operations/settings.ts";
import { isShown } from "./presentDomain.ts";
import { notFound, Refusal } from "./refusal.ts";
import { authenticate, parseBody, type Route, readRequest, routeOf } from "./requests.ts";
import type { SandboxForward, SandboxRecord } from "./state.ts";
import { errorOutcome, type Visit, Visits } from "./visits.ts";

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

/** Views of lists, for dialects that make them stale. */
function watchedViews(context: Context): Call["views"] {
  const views = {
    records: new ListViews<SandboxRecord>(),
    forwards: new ListViews<SandboxForward>(),
  };
  context.store.onChange((change) => {
    if (change.kind === "everything") for (const view of Object.values(views)) view.clear();
    if (context.dialect.staleLists === 0 && context.dialect.staleSeconds === 0) return;
    if (change.kind === "records") views.records.note(change.domain, change.before);
    if (change.kind === "forwards") views.forwards.note(change.domain, change.before);
  });
  return views;
}

/** Adds every operation of the table to the app. */
function addApi(app: FastifyInstance, context: Context): void {
  const views = watchedViews(context);
  const visits = new Visits(context);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => done(null, text));
  app.all("/*", async (request, reply) => {
    // The path as in the specification: without the base URL and the query.
    const path = (request.url.split("?")[0] ?? "").slice(apiPrefix.length);
    const route = routeOf(request.method, path, context.dialect);
    const visit = await visits.arrive(route, path, request, reply);
    if (visit === undefined) return reply;
    try {
      if (route === undefined) throw notFound("not_found", `There is no operation ${request.method} ${path}.`);
      visits.send(visit, operate(route, request, visit, context, views));
    } catch (error) {
      visits.send(visit, errorOutcome(error, context.dialect));
    }
    return reply;
  });
}

function operate(route: Route, request: FastifyRequest, visit: Visit, context: Context, views: Call["views"]): Outcome {
  const { store, dialect, limiter } = context;
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
  visit.body = parseBody(request.body);
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

/** Creates the app, with the API. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 1000 } });
  app.addHook("onRequest", async (request, reply) => {
    const reason = otherSite(request);
    if (reason === undefined) return undefined;
    const message = `The sandbox serves its own pages and programs on this machine only: ${reason}.`;
    return reply.code(403).send({ success: false, error: "other_site", message });
  });
  await app.register(
    (api, _options, done) => {
      addApi(api, context);
      done();
    },
    { prefix: apiPrefix },
  );
  return app;
}
