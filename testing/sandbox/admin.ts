/**
 * Control of the sandbox over HTTP, for other processes: the quick start, a command's tests, a dashboard page. Bodies and
 * answers are JSON. The path holds the secret. Nothing here is logged, limited or struck by faults.
 */
import type { FastifyInstance } from "fastify";
import { validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { contactRoles, recordTypes } from "../../provider/api/shapes.ts";
import { UnknownApprovalError } from "./approvals.ts";
import type { SandboxControl } from "./control.ts";
import { UnknownElementError } from "./dashboard.ts";
import { namedFaults } from "./faults.ts";
import { sendPage, wantsPage } from "./page/serve.ts";
import type { Addresses } from "./page/shape.ts";
import { addView } from "./page/view.ts";
import { ConflictingProfilesError, profiles, UnknownProfileError } from "./profiles.ts";
import { Refusal } from "./refusal.ts";
import { snapshot } from "./snapshot.ts";

const text = z.string().exactOptional();
const whole = z.int().nonnegative().exactOptional();
const flag = z.boolean().exactOptional();

const rate = z.strictObject({ perSecond: z.number().positive(), retryAfter: flag });
const faultRule = z.strictObject({
  operation: text,
  times: whole,
  after: whole,
  probability: z.number().min(0).max(1).exactOptional(),
  fault: z.union([
    z.enum(namedFaults),
    z.strictObject({
      status: z.int().min(200).max(599),
      body: z.json().exactOptional(),
      retryAfter: z.union([z.number(), z.string()]).exactOptional(),
      done: flag,
    }),
    z.strictObject({ delayMs: z.int().nonnegative() }),
  ]),
});
const recordFields = {
  name: text,
  ttl: whole,
  comment: text,
  priority: whole,
  content: text,
  service: text,
  protocol: text,
  weight: whole,
  port: whole,
  target: text,
  flags: whole,
  tag: text,
  value: text,
};
const recordPart = z.strictObject({ type: z.enum(recordTypes).exactOptional(), ...recordFields });
const newRecord = z.strictObject({ type: z.enum(recordTypes), ...recordFields });
const forwardType = z.string().min(1).exactOptional();
const forwardPart = z.strictObject({ source: text, destination: text, type: forwardType });
const newForward = z.strictObject({ source: text, destination: z.string(), type: forwardType });
const contactPart = z.strictObject({
  type: text,
  label: text,
  name: text,
  email: text,
  phone: text,
  fax: text,
  organization: text,
  address: z.array(z.string()).exactOptional(),
  city: text,
  state: text,
  zip: text,
  country: text,
  disclosed_fields: z.array(z.string()).exactOptional(),
  verified: flag,
});
const handles = z.partialRecord(z.enum(contactRoles), z.string().nullable());
const newDomain = z.strictObject({
  name: z.string().min(1),
  account: z.enum(["own", "other"]).exactOptional(),
  locked: flag,
  autoRenew: flag,
  privacy: flag,
  nameservers: z.array(z.string()).exactOptional(),
  expires: z.iso.datetime().exactOptional(),
  restrictedUntil: z.iso.datetime().nullable().exactOptional(),
  authCode: text,
});
const domainPart = z.strictObject({
  locked: flag,
  autoRenew: flag,
  privacy: flag,
  nameservers: z.array(z.string()).exactOptional(),
  contacts: handles.exactOptional(),
  expires: z.iso.datetime().exactOptional(),
});
const logQuery = z.strictObject({
  operation: text,
  method: text,
  domain: text,
  writes: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .exactOptional(),
});
const inDomain = z.object({ domain: z.string() });
const element = z.object({ domain: z.string(), id: z.coerce.number().int() });
const outcome = z.object({ domain: z.string(), outcome: z.enum(["complete", "fail"]) });
const inTld = z.object({ tld: z.string() });
const amount = z.number().nonnegative().exactOptional();
const pricePart = z.strictObject({ register: amount, renew: amount, transfer: amount, icannFee: amount });
const numbered = z.object({ id: z.coerce.number().int() });

const unknownThings = [UnknownElementError, UnknownApprovalError];
const wrongRequests = [UnknownProfileError, ConflictingProfilesError];

/**
 * Adds the admin interface to an app whose prefix holds the secret. `GET /` lists what there is; a browser gets the
 * dashboard page there.
 */
export function addAdmin(plainApp: FastifyInstance, sandbox: SandboxControl, addresses: () => Addresses): void {
  const app = plainApp.withTypeProvider<ZodTypeProvider>();
  const { dashboard } = sandbox;
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
  const done = { ok: true };

  app.get("/", (request, reply) =>
    wantsPage(request)
      ? sendPage(reply)
      : { routes, profile: sandbox.profile, rate: sandbox.rate ?? null, now: sandbox.clock.now() },
  );
  addView(app, sandbox, addresses);
  app.get("/state", () => snapshot(sandbox));

  app.get("/log", { schema: { querystring: logQuery } }, ({ query }) => {
    const entries = sandbox.log.entries(query);
    return { count: entries.length, entries };
  });
  app.delete("/log", () => {
    sandbox.log.clear();
    return done;
  });

  app.get("/profiles", () =>
    Object.entries(profiles).map(([name, { description, needs }]) => ({ name, description, needs })),
  );
  const profileBody = z.strictObject({ profile: z.union([z.string(), z.array(z.string())]) });
  app.put("/profile", { schema: { body: profileBody } }, ({ body }) => {
    sandbox.setProfile(body.profile);
    return { profile: sandbox.profile };
  });

  app.get("/faults", () =>
    sandbox.faults().map(({ id, hits, rule }) => ({
      id,
      hits,
      rule: { ...rule, ...(rule.operation === undefined ? {} : { operation: String(rule.operation) }) },
    })),
  );
  app.post("/faults", { schema: { body: faultRule } }, ({ body }) => ({ id: sandbox.fault(body).id }));
  app.delete("/faults", () => {
    sandbox.clearFaults();
    return done;
  });
  app.delete("/faults/:id", { schema: { params: numbered } }, ({ params }) => {
    const fault = sandbox.faults().find(({ id }) => id === params.id);
    if (fault === undefined) throw new UnknownElementError(`fault ${params.id}`);
    fault.clear();
    return done;
  });

  app.put("/rate", { schema: { body: rate } }, ({ body }) => {
    sandbox.setRate(body);
    return done;
  });
  app.delete("/rate", () => {
    sandbox.setRate(undefined);
    return done;
  });
  const duration = z.strictObject({ days: z.number().exactOptional(), hours: z.number().exactOptional() });
  app.post("/clock/advance", { schema: { body: duration } }, ({ body }) => {
    sandbox.clock.advance(body);
    return { now: sandbox.clock.now() };
  });

  app.post("/domains", { schema: { body: newDomain } }, ({ body: { name, ...part } }) => {
    sandbox.addDomain(name, part);
    return sandbox.domain(name);
  });
  app.get("/domains/:domain", { schema: { params: inDomain } }, ({ params }) => sandbox.domain(params.domain));
  app.patch("/domains/:domain", { schema: { params: inDomain, body: domainPart } }, ({ params: { domain }, body }) => {
    const { locked, autoRenew, privacy, nameservers, contacts, expires } = body;
    if (locked !== undefined) locked ? dashboard.lock(domain) : dashboard.unlock(domain);
    if (autoRenew !== undefined) dashboard.setAutoRenew(domain, autoRenew);
    if (privacy !== undefined) dashboard.setPrivacy(domain, privacy);
    if (nameservers !== undefined) dashboard.setNameservers(domain, nameservers);
    if (contacts !== undefined) dashboard.setContacts(domain, contacts);
    if (expires !== undefined) dashboard.setExpiry(domain, expires);
    return sandbox.domain(domain);
  });
  app.post("/domains/:domain/transfer/:outcome", { schema: { params: outcome } }, ({ params }) => {
    if (params.outcome === "complete") dashboard.completeTransfer(params.domain);
    else dashboard.failTransfer(params.domain);
    return sandbox.domain(params.domain);
  });
  const balanceBody = z.strictObject({ balance: z.number().nonnegative() });
  app.put("/balance", { schema: { body: balanceBody } }, ({ body }) => {
    dashboard.setBalance(body.balance);
    return done;
  });
  app.patch("/prices/:tld", { schema: { params: inTld, body: pricePart } }, ({ params, body }) => {
    dashboard.setPrices(params.tld, body);
    return done;
  });
  app.delete("/domains/:domain", { schema: { params: inDomain } }, ({ params }) => {
    sandbox.removeDomain(params.domain);
    return done;
  });

  const records = "/domains/:domain/records";
  app.get(records, { schema: { params: inDomain } }, ({ params }) => sandbox.records(params.domain));
  app.post(records, { schema: { params: inDomain, body: newRecord } }, ({ params, body }) =>
    dashboard.addRecord(params.domain, body),
  );
  app.patch(`${records}/:id`, { schema: { params: element, body: recordPart } }, ({ params, body }) =>
    dashboard.editRecord(params.domain, params.id, body),
  );
  app.delete(`${records}/:id`, { schema: { params: element } }, ({ params }) => {
    dashboard.deleteRecord(params.domain, params.id);
    return done;
  });

  const forwards = "/domains/:domain/forwards";
  app.get(forwards, { schema: { params: inDomain } }, ({ params }) => sandbox.forwards(params.domain));
  app.post(forwards, { schema: { params: inDomain, body: newForward } }, ({ params, body }) =>
    dashboard.addForward(params.domain, body),
  );
  app.patch(`${forwards}/:id`, { schema: { params: element, body: forwardPart } }, ({ params, body }) =>
    dashboard.editForward(params.domain, params.id, body),
  );
  app.delete(`${forwards}/:id`, { schema: { params: element } }, ({ params }) => {
    dashboard.deleteForward(params.domain, params.id);
    return done;
  });

  app.get("/contacts", () => sandbox.contacts());
  const byHandle = z.object({ handle: z.string() });
  app.patch("/contacts/:handle", { schema: { params: byHandle, body: contactPart } }, ({ params, body }) => {
    dashboard.editContact(params.handle, body);
    return done;
  });
  const quota = z.strictObject({ dailyLimit: whole, usedToday: whole });
  app.put("/appraisals/quota", { schema: { body: quota } }, ({ body }) => {
    dashboard.setAppraisalQuota(body);
    return done;
  });
  app.get("/approvals", () => dashboard.pendingApprovals());
  app.post("/approvals/:id/approve", { schema: { params: numbered } }, ({ params }) => {
    dashboard.approve(params.id);
    return done;
  });
  app.post("/approvals/:id/reject", { schema: { params: numbered } }, ({ params }) => {
    dashboard.reject(params.id);
    return done;
  });
}
