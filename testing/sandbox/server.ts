/**
 * The HTTP server. Routes and validation come from the table of endpoints. Steps of a request: log, faults, authentication,
 * rate limit, ownership, validation, operation, response.
 */
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";
import { anyObject } from "../../provider/api/endpoints/shapes.ts";
import { type Endpoint, type EndpointName, endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import type { Context } from "./context.ts";
import { ListViews } from "./lists.ts";
import type { Call, Handler } from "./operations/call.ts";
import { contactOperations } from "./operations/contacts.ts";
import { domainOperations } from "./operations/domains.ts";
import { forwardOperations } from "./operations/forwards.ts";
import { marketplaceOperations } from "./operations/marketplace.ts";
import { recordOperations } from "./operations/records.ts";
import { settingOperations } from "./operations/settings.ts";
import { isShown } from "./presentDomain.ts";
import { badRequest, notFound, Refusal } from "./refusal.ts";
import { authenticate, isElsewhere, pagingOf, querySchema, readQuery, routed, withoutCredentials } from "./requests.ts";
import { readForwardRow, readRow } from "./rows.ts";
import type { SandboxForward, SandboxRecord } from "./state.ts";
import { errorOutcome, Visits } from "./visits.ts";

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

/** The path as in the specification: without the base URL and the query. */
const pathOf = ({ url }: FastifyRequest) => (url.split("?")[0] ?? url).replace(apiPrefix, "");

const texts = z.record(z.string(), z.string());

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

/** Accepts JSON bodies and empty ones. */
function takeJson(app: FastifyInstance, visits: Visits): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, undefined);
    try {
      const body: unknown = JSON.parse(String(text));
      visits.read(request, body);
      done(null, body);
    } catch {
      done(badRequest("invalid_json", "The body is not valid JSON."));
    }
  });
}

/** Adds every operation of the table to the app. */
function addApi(app: FastifyInstance, context: Context): void {
  const views = watchedViews(context);
  const visits = new Visits(context, pathOf);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  takeJson(app, visits);
  app.setErrorHandler((error, request, reply) => visits.send(request, reply, errorOutcome(error, context.dialect)));
  app.setNotFoundHandler(async (request, reply) => {
    const error = notFound("not_found", `There is no operation ${request.method} ${pathOf(request)}.`);
    const isOpen = await visits.arrive("unknown", request, reply);
    if (isOpen) visits.send(request, reply, errorOutcome(error, context.dialect));
    return reply;
  });
  for (const name of endpointNames) addOperation(app, name, context, visits, views);
}

const inPath = (request: FastifyRequest) => {
  const { domain, id, handle } = texts.parse(request.params);
  return { domain: domain?.toLowerCase() ?? "", element: id ?? handle ?? "" };
};

function addOperation(
  app: FastifyInstance,
  name: EndpointName,
  context: Context,
  visits: Visits,
  views: Call["views"],
): void {
  const { store } = context;
  const row: Endpoint = endpoints[name];
  const query = querySchema(row);
  const ownsDomain = row.path.includes("{domain}") && name !== "domains.check";
  app.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ":$1"),
    exposeHeadRoute: false,
    schema: {
      querystring: query,
      ...(row.body === undefined
        ? {}
        : { body: name === "records.update" ? z.union([row.body, z.array(row.body)]) : row.body }),
    },
    onRequest: async (request, reply) => {
      const { domain } = inPath(request);
      if (!(await visits.arrive(name, request, reply, domain === "" ? undefined : domain))) return reply;
      if (isElsewhere(name, context.dialect) && !("isRouted" in request.raw)) {
        throw notFound("not_found", `There is no operation ${request.method} ${pathOf(request)}.`);
      }
      authenticate(row, request, store);
      const seconds = context.limiter?.take();
      if (seconds !== undefined) {
        if (context.limiter?.rate.retryAfter) reply.header("retry-after", String(Math.ceil(seconds)));
        throw new Refusal(429, "rate_limited", "Rate limit exceeded.");
      }
      if (ownsDomain) checkOwnership(domain, context);
      return undefined;
    },
    preValidation: async (request) => {
      const isList = name === "records.list" || name === "forwards.list";
      request.query = readQuery(isList ? pagingOf(request.query, context.dialect) : request.query, query);
      if (name === "records.create" || name === "records.update") {
        const read = (row: unknown) => readRow(row, inPath(request).domain, context.dialect);
        request.body = Array.isArray(request.body) ? request.body.map(read) : read(request.body);
      }
      if (name === "forwards.create" || name === "forwards.update") {
        request.body = readForwardRow(request.body, context.dialect);
      }
      if (name === "lock.set" && anyObject.safeParse(request.body).data?.["locked"] === false) {
        throw badRequest("unlock_unsupported", "locked must be true: unlocking is done in the dashboard only.");
      }
    },
    handler: async (request, reply) => {
      const { dialect } = context;
      const { body } = request;
      const query = withoutCredentials(request.query, row);
      const outcome = handlers[name]({ store, dialect, views, ...inPath(request), body, query });
      visits.done(request);
      return visits.send(request, reply, outcome);
    },
  });
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
  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: (request) => {
      const { method = "", url = "" } = request;
      const route = url.startsWith(apiPrefix)
        ? routed(method, url.slice(apiPrefix.length), context.dialect)
        : undefined;
      if (route === undefined) return url;
      Object.assign(request, { method: route.method, isRouted: true });
      return `${apiPrefix}${route.url}`;
    },
  });
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
