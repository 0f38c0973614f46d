/**
 * The HTTP side: routes and request validation from the table of endpoints, and what happens to every request on its way:
 * log, faults, authentication, rate limit, ownership, validation, the operation, the answer.
 */
import { setTimeout as wait } from "node:timers/promises";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";
import { type Endpoint, type EndpointName, endpointNames, endpoints } from "../../provider/api/endpoints.ts";
import { anyObject, errorBody } from "../../provider/api/shapes.ts";
import type { Behaviour } from "./behaviour.ts";
import { deliver, type Outcome } from "./deliver.ts";
import { type Fault, type Faults, faultName, isDone } from "./faults.ts";
import { ListViews } from "./lists.ts";
import { answerSchema, describeRoute, openApiOptions } from "./openapi.ts";
import { handlers } from "./operations/index.ts";
import { isShown } from "./present.ts";
import { quotingRefusals } from "./quoting.ts";
import type { Random } from "./random.ts";
import type { RateLimiter } from "./rate.ts";
import { badRequest, notFound, Refusal } from "./refusal.ts";
import type { LogEntry, RequestLog } from "./requestLog.ts";
import type { SandboxForward, SandboxRecord } from "./state.ts";
import type { Store } from "./store.ts";

/** What the server and its neighbours (admin interface, dashboard) share. */
export interface Context {
  readonly store: Store;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly random: Random;
  readonly profile: readonly string[];
  readonly behaviour: Behaviour;
  readonly limiter: RateLimiter | undefined;
  /** Ends what waits when the sandbox closes or starts afresh. */
  readonly closing: AbortSignal;
}

/** What is known about a request while it runs. */
interface Visit {
  readonly entry: LogEntry;
  readonly fault: Fault | undefined;
  readonly started: number;
}

export const apiPrefix = "/api";

const texts = z.record(z.string(), z.string());
const credentials = z.object({ api_token: z.string().optional(), user_id: z.string().optional() });
const noQuery = z.strictObject({});
const pagedQuery = z.looseObject({ page: z.int() });
const thrown = z.looseObject({ statusCode: z.int().optional(), message: z.string() });

/** The path as the specification writes it: without the base URL's part and without the query. */
const pathOf = ({ url }: FastifyRequest) => (url.split("?")[0] ?? url).replace(apiPrefix, "");

/** The query schema of a route: the row's, plus credentials where they go in the query. */
function querySchema(row: Endpoint): z.ZodObject {
  const query = row.query ?? noQuery;
  return row.auth === "query" ? query.extend(credentials.shape) : query;
}

/** Queries are text; whole numbers become numbers where the schema wants them. */
function readQuery(query: unknown, schema: z.ZodObject): unknown {
  if (typeof query !== "object" || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const field = schema.shape[key];
      const wantsNumber = field !== undefined && !z.safeParse(field, value).success && /^\d+$/.test(String(value));
      return [key, wantsNumber ? Number(value) : value];
    }),
  );
}

/** The operations count pages from 1. */
function fromFirstPage(query: unknown, { firstPage }: Behaviour): unknown {
  if (firstPage === 1) return query;
  const read = pagedQuery.safeParse(query).data;
  return read === undefined ? query : { ...read, page: read.page + 1 };
}

/** Requests name the record type as the behaviour says; the table says `type`. */
function readTypeKey(body: unknown, typeKey: string): unknown {
  const read = anyObject.safeParse(body);
  if (typeKey === "type" || !read.success) return body;
  const { [typeKey]: type, ...rest } = read.data;
  if ("type" in rest) throw badRequest("unknown_field", `The record type is in "${typeKey}", not in "type".`);
  return type === undefined ? rest : { ...rest, type };
}

function authenticate(row: Endpoint, request: FastifyRequest, store: Store): void {
  const { token, userId, marketplaceToken, appraisalToken } = store.state.secrets;
  if (row.auth === "bearer") {
    if (request.headers.authorization !== `Bearer ${token}`) {
      throw new Refusal(401, "unauthorized", "Missing or invalid bearer token.");
    }
    return;
  }
  if (request.headers.authorization !== undefined) {
    throw badRequest("unexpected_authorization", "Marketplace operations are called without an Authorization header.");
  }
  const given = credentials.safeParse(request.query).data;
  const key = row === endpoints["marketplace.appraise"] ? appraisalToken : marketplaceToken;
  if (given?.api_token !== key || given.user_id !== userId) {
    throw new Refusal(401, "unauthorized", "Missing or invalid API key or user ID.");
  }
}

/** "A token that may not act on the domain gives 403"; an unknown domain gives 404. */
function checkOwnership(name: string, { store, behaviour }: Context): void {
  const domain = store.domain(name);
  if (domain.account === "own" && isShown(domain, store.now(), behaviour)) return;
  if (domain.account === "own") throw notFound("domain_not_found", `The domain ${name} was not found.`);
  if (behaviour.foreignDomain === 404) throw notFound("domain_not_found", `The domain ${name} was not found.`);
  throw new Refusal(403, "forbidden", `This token may not act on ${name}.`);
}

/** The error answer for whatever was thrown. */
function errorOutcome(error: unknown): Outcome {
  if (error instanceof Refusal) return { status: error.status, body: error.body };
  const read = thrown.safeParse(error).data;
  const status = read?.statusCode ?? 500;
  if (status < 500) {
    const refusal = new Refusal(status === 415 ? 400 : status, "bad_request", read?.message ?? "Bad request.");
    return { status: refusal.status, body: refusal.body };
  }
  return { status: 500, body: new Refusal(500, "internal_error", read?.message ?? String(error)).body };
}

/** Adds every operation of the table to the app. */
function addApi(app: FastifyInstance, context: Context): void {
  const { store, log, faults } = context;
  const views = {
    records: new ListViews<SandboxRecord>(context.random),
    forwards: new ListViews<SandboxForward>(context.random),
  };
  store.onChange((change) => {
    if (change.kind === "everything") {
      for (const view of Object.values(views)) view.clear();
      // What was asked before belongs to what was there before.
      for (const reply of unanswered) reply.raw.destroy();
    }
    if (context.behaviour.staleLists === 0 && context.behaviour.staleSeconds === 0) return;
    if (change.kind === "records") views.records.note(change.domain, change.before);
    if (change.kind === "forwards") views.forwards.note(change.domain, change.before);
  });
  const visits = new WeakMap<FastifyRequest, Visit>();
  const unanswered = new Set<FastifyReply>();

  const send = (request: FastifyRequest, reply: FastifyReply, outcome: Outcome) => {
    const visit = visits.get(request);
    const status = deliver(reply, outcome, visit?.fault);
    if (visit !== undefined) {
      visit.entry.status = status;
      visit.entry.ms = Math.round(performance.now() - visit.started);
      log.finish(visit.entry);
    }
    return reply;
  };

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    if (text === "") return done(null, undefined);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(badRequest("invalid_json", "The body is not valid JSON."));
    }
  });
  app.setErrorHandler((error, request, reply) => send(request, reply, errorOutcome(error)));

  /** Opens the visit; lets a fault strike that keeps the work from being done. */
  const arrive = async (operation: string, request: FastifyRequest, reply: FastifyReply, domain?: string) => {
    const fault = faults.strike(operation);
    const entry = log.begin({
      at: store.now().toISOString(),
      operation,
      method: request.method,
      path: pathOf(request),
      ...(domain === undefined ? {} : { domain }),
      ...(fault === undefined ? {} : { fault: faultName(fault) }),
    });
    visits.set(request, { entry, fault, started: performance.now() });
    unanswered.add(reply);
    reply.raw.once("close", () => unanswered.delete(reply));
    if (fault === undefined) return true;
    if (typeof fault === "object" && "delayMs" in fault)
      await wait(fault.delayMs, undefined, { signal: context.closing });
    if (isDone(fault)) return true;
    send(request, reply, { status: 200 });
    return false;
  };

  app.setNotFoundHandler(async (request, reply) => {
    const error = notFound("not_found", `There is no operation ${request.method} ${pathOf(request)}.`);
    if (await arrive("unknown", request, reply)) send(request, reply, { status: 404, body: error.body });
    return reply;
  });

  for (const name of endpointNames) addOperation(name);

  function addOperation(name: EndpointName): void {
    const row: Endpoint = endpoints[name];
    const query = querySchema(row);
    const ownsDomain = row.path.includes("{domain}") && name !== "domains.check";
    const inPath = (request: FastifyRequest) => {
      const { domain, id, handle } = texts.parse(request.params);
      return { domain: domain?.toLowerCase() ?? "", element: id ?? handle ?? "" };
    };
    app.route({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ":$1"),
      exposeHeadRoute: false,
      schema: {
        ...describeRoute(name),
        querystring: query,
        ...(row.body === undefined ? {} : { body: row.body }),
        response: { "2xx": answerSchema(row), "4xx": errorBody },
      },
      onRequest: async (request, reply) => {
        const { domain } = inPath(request);
        if (!(await arrive(name, request, reply, domain === "" ? undefined : domain))) return reply;
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
        request.query = fromFirstPage(readQuery(request.query, query), context.behaviour);
        if (name === "records.create" || name === "records.update") {
          request.body = readTypeKey(request.body, context.behaviour.typeKey);
        }
        if (name === "lock.set" && anyObject.safeParse(request.body).data?.["locked"] === false) {
          throw badRequest("unlock_unsupported", "locked must be true: unlocking is done in the dashboard only.");
        }
      },
      handler: async (request, reply) => {
        const { behaviour } = context;
        const { body } = request;
        const query = withoutCredentials(request.query, row);
        const work = () => handlers[name]({ store, behaviour, views, ...inPath(request), body, query });
        const outcome = behaviour.refusalsQuote ? quotingRefusals(name, store, body, work) : work();
        const visit = visits.get(request);
        if (visit !== undefined) visit.entry.done = true;
        return send(request, reply, outcome);
      },
    });
  }
}

function withoutCredentials(query: unknown, row: Endpoint): unknown {
  const read = anyObject.safeParse(query);
  if (row.auth !== "query" || !read.success) return query;
  const { api_token: _token, user_id: _user, ...rest } = read.data;
  return rest;
}

/** The API and its description. */
const apiPlugin = (context: Context) => async (api: FastifyInstance) => {
  await api.register(swagger, openApiOptions(apiPrefix));
  addApi(api, context);
  api.get("/openapi.json", { schema: { hide: true } }, () => api.swagger());
};

/** An app that can hold the API, and whatever stands beside it. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 1000 } });
  await app.register(apiPlugin(context), { prefix: apiPrefix });
  return app;
}
