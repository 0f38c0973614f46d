/** How the sandbox behaves: log, profile, faults, rate limit and clock. */
import * as z from "zod";
import type { SandboxControl } from "../control.ts";
import { UnknownElementError } from "../dashboard.ts";
import { profiles } from "../profiles.ts";
import { type AdminApp, done } from "./app.ts";
import { faultRule, logQuery, numbered, rate } from "./bodies.ts";

const secret = /^(?:auth_?code|api_?token|user_?id|password)$/i;

export function addConditions(app: AdminApp, sandbox: SandboxControl): void {
  app.get("/log", { schema: { querystring: logQuery } }, ({ query }) => {
    const entries = sandbox.log.entries(query);
    return { count: entries.length, entries };
  });
  app.get("/log/:id", { schema: { params: numbered } }, ({ params: { id } }) => {
    const found = sandbox.log.exchanges.get(id);
    if (found === undefined) throw new UnknownElementError(`request ${id} in its log any more`);
    return JSON.parse(JSON.stringify(found, (key, value) => (secret.test(key) ? "[hidden]" : value)));
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
}
