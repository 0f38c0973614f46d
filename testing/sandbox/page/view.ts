/** What the page asks for every second: where things are, the last requests, and what the sandbox holds if it changed. */
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import type { SandboxControl } from "../control.ts";
import { serviceNameservers } from "../fixtures.ts";
import { snapshot } from "../snapshot.ts";
import type { Addresses, View } from "./shape.ts";

/** How many requests the page lists. */
const shown = 100;

/** Adds `GET /view?version=`: the state is left out when the version is the current one. */
export function addView(plainApp: FastifyInstance, sandbox: SandboxControl, addresses: () => Addresses): void {
  const app = plainApp.withTypeProvider<ZodTypeProvider>();
  // Of this run: a page that outlives a restart must not take the new state for the one it knows.
  let version = Date.now();
  const stopCounting = sandbox.onChange(() => {
    version++;
  });
  app.addHook("onClose", (_app, done) => {
    stopCounting();
    done();
  });

  const query = z.strictObject({ version: z.coerce.number().int().exactOptional() });
  app.get(
    "/view",
    { schema: { querystring: query } },
    ({ query: { version: known } }): View => ({
      version,
      ...addresses(),
      now: sandbox.clock.now().toISOString(),
      profile: sandbox.profile,
      rate: sandbox.rate ?? null,
      serviceNameservers,
      faults: sandbox.faults().length,
      requests: sandbox.log.tail(shown),
      ...(known === version ? {} : { state: snapshot(sandbox) }),
    }),
  );
}
