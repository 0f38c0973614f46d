/**
 * The control API: control of the sandbox over HTTP, for other processes and the dashboard page. All bodies are JSON. The path
 * holds the secret. Rate limits and faults don't apply. Changes get a row in the page's log.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import { UnknownItemError } from "../shared/errors.ts";
import type { WholeSandbox } from "./control.ts";
import { serviceNameservers } from "./fixtures.ts";
import { sendPage, wantsPage } from "./page/serve.ts";
import type { View } from "./page/shape.ts";
import { Refusal } from "./refusal.ts";
import { parseJson } from "./requests.ts";
import { apexRows } from "./rows.ts";
import { bodies, place } from "./schemas.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface Route {
  readonly method: Method;
  readonly path: string;
  /** @returns the response's body; `undefined` for `{ ok: true }` */
  run(given: unknown, params: unknown): unknown;
}

type Place = z.output<typeof place>;

const route = <Body extends z.ZodType>(
  method: Method,
  path: string,
  body: Body,
  work: (body: z.output<Body>, place: Place) => unknown,
): Route => ({ method, path, run: (given, params) => work(body.parse(given), place.parse(params)) });

const plain = (method: Method, path: string, work: (place: Place) => unknown): Route =>
  route(method, path, z.unknown(), (_, place) => work(place));

function routesOf(sandbox: WholeSandbox): Route[] {
  const { dashboard, log, clock } = sandbox;
  return [
    plain("GET", "/state", () => viewOf(sandbox)),
    plain("GET", "/credentials", () => {
      const { token, marketplaceUserId, marketplaceToken, appraisalToken } = sandbox;
      return { token, marketplaceUserId, marketplaceToken, appraisalToken };
    }),

    plain("GET", "/log/:id", ({ id }) => {
      const exchange = log.exchange(id);
      if (exchange === undefined) throw new UnknownItemError(`response for row ${id} of the log`);
      return exchange;
    }),
    plain("DELETE", "/log", () => log.clear()),
    route("POST", "/clock/advance", bodies.duration, (duration) => clock.advance(duration)),

    route("POST", "/domains", bodies.newDomain, ({ name, ...part }) => {
      if (sandbox.domains().some((domain) => domain.name === name)) {
        throw new Refusal(409, "domain_exists", `The sandbox has ${name} already. Change it, or remove it first.`);
      }
      sandbox.addDomain(name, part);
      return sandbox.domain(name);
    }),
    route("PATCH", "/domains/:domain", bodies.domainPart, (part, { domain }) => {
      dashboard.editDomain(domain, part);
      return sandbox.domain(domain);
    }),
    plain("DELETE", "/domains/:domain", ({ domain }) => sandbox.removeDomain(domain)),
    plain("POST", "/domains/:domain/transfer/complete", ({ domain }) => dashboard.completeTransfer(domain)),
    plain("POST", "/domains/:domain/transfer/fail", ({ domain }) => dashboard.failTransfer(domain)),

    route("POST", "/domains/:domain/records", bodies.newRecord, (body, { domain }) =>
      dashboard.addRecord(domain, body),
    ),
    route("PATCH", "/domains/:domain/records/:id", bodies.recordPart, (part, { domain, id }) =>
      dashboard.editRecord(domain, id, part),
    ),
    plain("DELETE", "/domains/:domain/records/:id", ({ domain, id }) => dashboard.deleteRecord(domain, id)),
    route("POST", "/domains/:domain/forwards", bodies.newForward, (body, { domain }) =>
      dashboard.addForward(domain, body),
    ),
    route("PATCH", "/domains/:domain/forwards/:id", bodies.forwardPart, (part, { domain, id }) =>
      dashboard.editForward(domain, id, part),
    ),
    plain("DELETE", "/domains/:domain/forwards/:id", ({ domain, id }) => dashboard.deleteForward(domain, id)),

    route("PATCH", "/contacts/:handle", bodies.contactPart, (part, { handle }) => dashboard.editContact(handle, part)),
    plain("POST", "/approvals/:id/approve", ({ id }) => dashboard.approve(id)),
    plain("POST", "/approvals/:id/reject", ({ id }) => dashboard.reject(id)),
  ];
}

/** Everything but the tokens. */
function viewOf(sandbox: WholeSandbox): View {
  const { url, dns, redirects, profile, rate = null, log, clock, dashboard, balance } = sandbox;
  return {
    url,
    ...(dns && { dns }),
    ...(redirects && { redirects }),
    now: clock.now().toISOString(),
    profile,
    rate,
    serviceNameservers,
    faults: sandbox.faults().length,
    requests: log.rows(),
    domains: sandbox.domains().map((domain) => ({
      ...domain,
      records: sandbox.records(domain.name),
      apex: apexRows(domain),
      forwards: sandbox.forwards(domain.name),
    })),
    contacts: sandbox.contacts(),
    approvals: dashboard.pendingApprovals(),
    ledger: sandbox.ledger(),
    balance,
  };
}

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof Refusal) return error.status;
  if (error instanceof UnknownItemError) return 404;
  return error instanceof z.ZodError ? 400 : (error.statusCode ?? 500);
}

const messageOf = (error: Error) =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
    : error.message;

/** Adds the control API to an app, at a path that holds the secret. `GET` lists the routes; a browser gets the dashboard page. */
export function addAdmin(app: FastifyInstance, prefix: string, sandbox: WholeSandbox): void {
  const routes = routesOf(sandbox);
  const logByHand = ({ method, url, params }: FastifyRequest, body: unknown, result: unknown) => {
    const path = url.slice(prefix.length);
    const { domain } = place.parse(params);
    const at = sandbox.clock.now().toISOString();
    const row = { at, operation: "by hand", method, path, ...(domain && { domain }), byHand: true } as const;
    const begun = Object.assign(sandbox.log.begin(row), { status: 200, done: true });
    sandbox.log.keep(begun, body, result);
  };
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(statusOf(error)).send({ error: messageOf(error) }),
  );
  for (const url of [prefix, `${prefix}/`]) {
    app.get(url, (request, reply) =>
      wantsPage(request)
        ? sendPage(reply)
        : {
            routes: routes.map(({ method, path }) => `${method} ${path}`),
            profile: sandbox.profile,
            rate: sandbox.rate ?? null,
            now: sandbox.clock.now(),
          },
    );
  }
  for (const { method, path, run } of routes) {
    const handler = async (request: FastifyRequest) => {
      const body = parseJson(request.body, "body");
      const result = run(body, request.params) ?? { ok: true };
      if (method !== "GET" && path !== "/log") logByHand(request, body, result);
      return result;
    };
    app.route({ method, url: `${prefix}${path}`, handler });
  }
}
