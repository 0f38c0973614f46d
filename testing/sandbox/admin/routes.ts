/** Routes of the control API. */
import * as z from "zod";
import { UnknownItemError } from "../../shared/errors.ts";
import type { SandboxControl } from "../control.ts";
import { serviceNameservers } from "../fixtures.ts";
import type { Addresses, View } from "../page/shape.ts";
import { Refusal } from "../refusal.ts";
import { apexRows } from "../rows.ts";
import * as bodies from "./bodies.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface Route {
  readonly method: Method;
  readonly path: string;
  /** @param given the body, or the query of a GET. @returns the response's body; `undefined` for `{ ok: true }` */
  run(given: unknown, params: unknown): unknown;
}

type Place = z.output<typeof bodies.place>;

const route = <Body extends z.ZodType>(
  method: Method,
  path: string,
  body: Body,
  work: (body: z.output<Body>, place: Place) => unknown,
): Route => ({ method, path, run: (given, params) => work(body.parse(given), bodies.place.parse(params)) });

const plain = (method: Method, path: string, work: (place: Place) => unknown): Route =>
  route(method, path, z.unknown(), (_, place) => work(place));

export function routesOf(sandbox: SandboxControl, addresses: () => Addresses): Route[] {
  const { dashboard, log, clock } = sandbox;
  return [
    plain("GET", "/state", () => viewOf(sandbox, addresses())),
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
function viewOf(sandbox: SandboxControl, addresses: Addresses): View {
  const { profile, rate = null, log, clock, dashboard, balance } = sandbox;
  return {
    ...addresses,
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
