/** Domains, as their registrar and their owner change them. */
import type { SandboxControl } from "../control.ts";
import { Refusal } from "../refusal.ts";
import { type AdminApp, done } from "./app.ts";
import { domainPart, inDomain, newDomain, outcome } from "./bodies.ts";

export function addDomains(app: AdminApp, sandbox: SandboxControl): void {
  const { dashboard } = sandbox;
  app.post("/domains", { schema: { body: newDomain } }, ({ body: { name, ...part } }) => {
    if (sandbox.domains().some((domain) => domain.name === name)) {
      throw new Refusal(409, "domain_exists", `The sandbox has ${name} already. Change it, or remove it first.`);
    }
    sandbox.addDomain(name, part);
    return sandbox.domain(name);
  });
  app.get("/domains/:domain", { schema: { params: inDomain } }, ({ params }) => sandbox.domain(params.domain));
  app.patch("/domains/:domain", { schema: { params: inDomain, body: domainPart } }, ({ params: { domain }, body }) => {
    const { locked, autoRenew, privacy, dnssec, nameservers, contacts, expires } = body;
    if (locked !== undefined) locked ? dashboard.lock(domain) : dashboard.unlock(domain);
    if (autoRenew !== undefined) dashboard.setAutoRenew(domain, autoRenew);
    if (privacy !== undefined) dashboard.setPrivacy(domain, privacy);
    if (dnssec !== undefined) dashboard.setDnssec(domain, dnssec);
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
  app.delete("/domains/:domain", { schema: { params: inDomain } }, ({ params }) => {
    sandbox.removeDomain(params.domain);
    return done;
  });
}
