/** DomainContacts at a domain that takes no other contacts. Changes that wait for an approval: approvals. */
import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { person, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const domain = "example.com";
/** The registrant of the fixtures. */
const first = "ATOM-1001";
const contacts = (args: Record<string, unknown>): Program => ({
  contacts: { handler: "domainContacts", args: { domain, ...args } },
});

it("equal contacts are left as they are, whatever the case of the handle", async () => {
  const stack = new HandlerStack();
  await stack.up(contacts({ registrant: "atom-1001", billing: first }));
  expect(registrar.calls()).toEqual(["GET domains.get"]);
  expect(await stack.refresh()).toEqual(unchanged);
});

it.each<[domain: string, arrange: () => unknown, says: RegExp, isSent: boolean]>([
  [
    "on foreign nameservers",
    () => registrar.sandbox.dashboard.setNameservers(domain, ["ns1.example.net", "ns2.example.net"]),
    /contacts of a domain can only be managed on the service's own nameservers.*ns1\.example\.net.*a `Nameservers`/s,
    true,
  ],
  [
    "whose lock can't be read",
    () => {
      registrar.sandbox.fault({ operation: "lock.get", times: 1, fault: { status: 501, body: { success: false } } });
      registrar.sandbox.dashboard.lock(domain);
    },
    /cannot change while the domain is locked \(400.*Unlock it in the.*dashboard/s,
    true,
  ],
  [
    "that has expired",
    () => registrar.sandbox.clock.advance({ days: 400 }),
    /cannot change while its status is "expired".*renew/s,
    false,
  ],
])("contacts of a domain %s don't change, and the error says why", async (_domain, arrange, says, isSent) => {
  registrar.sandbox.dashboard.setContacts(domain, { tech: null });
  arrange();
  const { errors } = await new HandlerStack().up(contacts({ registrant: first, tech: first }), { skipPreview: true });
  expect(errors["contacts"]).toMatch(says);
  expect(registrar.writes()).toEqual(isSent ? ["PUT domainContacts.set"] : []);
});

it("the preview refuses other contacts of a locked domain; once unlocked, it changes them and locks again", async () => {
  const program = { ...contacts({ tech: first }), lock: { handler: "domainLock" as const, args: { domain } } };
  const stack = await applied(program, quick, { oneByOne: true });
  const maker = await applied({ other: { handler: "contact", args: { ...person, email: "tech@example.org" } } });
  const tech = String(maker.state.get("other")?.outputs["handle"]);
  const changed = { ...program, ...contacts({ tech }) };
  registrar.writes();
  const { errors } = await stack.preview(changed);
  expect(errors["contacts"]).toMatch(/cannot change while the domain is locked\. Unlock.*dashboard.*up --refresh/);
  expect(registrar.writes()).toEqual([]);
  // Contacts that are set already are no change.
  registrar.sandbox.dashboard.setContacts(domain, { tech });
  expect((await stack.preview(changed)).errors).toEqual({});
  registrar.sandbox.dashboard.setContacts(domain, { tech: first });

  registrar.sandbox.dashboard.unlock(domain);
  await stack.refresh();
  expect((await stack.up(changed)).errors).toEqual({});
  expect(registrar.writes()).toEqual(["PUT domainContacts.set", "PUT lock.set"]);
  expect(registrar.sandbox.domain(domain)).toMatchObject({ locked: true, contacts: { tech } });
});
