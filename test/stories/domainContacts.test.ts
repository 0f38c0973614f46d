import { firstContact } from "../../testing/sandbox/index.ts";
import { applied, unchanged } from "../support/applied.ts";
import { withClock } from "../support/clock.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { person, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const advanceDays = withClock();
const domain = "example.com";
/** The registrant of the fixtures. */
const first = "ATOM-1001";

const contacts = (args: Record<string, unknown>): Program => ({
  contacts: { handler: "domainContacts", args: { domain, ...args } },
});
const live = () => registrar.sandbox.domain(domain).contacts;
const outputs = (stack: HandlerStack) => stack.state.get("contacts")?.outputs ?? {};

/** A handle of another person (whose e-mail address makes the registrar ask), or of the same one. */
async function another(email: string): Promise<string> {
  const stack = await applied({ other: { handler: "contact", args: { ...person, email, label: email } } });
  return String(stack.state.get("other")?.outputs["handle"]);
}

describe("DomainContacts", () => {
  const setting = ["GET domains.get", "GET lock.get", "GET contacts.list", "PUT domainContacts.set"];

  it("sets the roles that differ, does nothing twice, repairs a change by hand, and leaves all as it is when it goes", async () => {
    const tech = await another("tech@example.org");
    const stack = new HandlerStack();
    const program = contacts({ registrant: first, tech });
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.calls()).toEqual(setting);
    expect(live()).toEqual({ registrant: first, admin: first, billing: first, tech });
    expect((await stack.up(program)).steps).toEqual({ contacts: "same" });
    expect(registrar.calls()).toEqual([]);

    registrar.sandbox.dashboard.setContacts(domain, { tech: first, admin: tech });
    expect((await stack.refresh()).drift).toEqual({ contacts: { tech: first } });
    expect(registrar.calls()).toEqual(["GET domains.get"]);
    expect((await stack.up(program)).steps).toEqual({ contacts: "update" });
    expect(registrar.calls()).toEqual(setting);
    expect(live()).toEqual({ registrant: first, admin: tech, billing: first, tech });

    said();
    registrar.calls();
    expect((await stack.destroy()).errors).toEqual({});
    expect(registrar.calls()).toEqual([]);
    expect(said()).toMatch(/contacts of example\.com \(registrant, tech\) were not changed/);
  });

  it("takes equal contacts as they are, in any case of the handle", async () => {
    const stack = new HandlerStack();
    await stack.up(contacts({ registrant: "atom-1001", billing: first }));
    expect(registrar.calls()).toEqual(["GET domains.get"]);
    expect(await stack.refresh()).toEqual(unchanged);
  });

  describe("while the owner has to approve a new registrant", () => {
    const asked = async (rest: Record<string, unknown> = {}) => {
      const owner = await another("owner@new.example");
      const stack = new HandlerStack();
      const program = contacts({ registrant: owner, ...rest });
      expect((await stack.up(program)).errors).toEqual({});
      expect(registrar.writes()).toEqual(["PUT domainContacts.set"]);
      expect(outputs(stack)).toMatchObject({ registrant: owner, pending: { registrant: first } });
      expect(live().registrant).toBe(first);
      return { stack, program, owner };
    };
    /** Nothing happens, however often it is asked. */
    const isQuiet = async (stack: HandlerStack, program: Program) => {
      expect((await stack.up(program)).steps).toEqual({ contacts: "same" });
      expect(await stack.refresh()).toEqual(unchanged);
      expect((await stack.up(program)).steps).toEqual({ contacts: "same" });
      expect(registrar.writes()).toEqual([]);
    };
    const approval = () => registrar.sandbox.dashboard.pendingApprovals()[0]?.id ?? 0;

    it("it waits without a repetition or drift, and settles once approved", async () => {
      const { stack, program, owner } = await asked();
      await isQuiet(stack, program);
      advanceDays(13);
      await isQuiet(stack, program);
      registrar.sandbox.dashboard.approve(approval());
      expect(await stack.refresh()).toEqual(unchanged);
      expect(live().registrant).toBe(owner);
      expect(outputs(stack)).not.toHaveProperty("pendingSince");
      expect(outputs(stack)).not.toHaveProperty("pending");
      await isQuiet(stack, program);
    });

    it("up and refresh say in one line who has to approve what; a preview after a lost state says that the domain is locked", async () => {
      const { stack, program } = await asked({ admin: first });
      const line =
        /^The contacts of example\.com: the registrar waits .* approval of the new registrant.* Without approval by \d{4}-\d\d-\d\d, .*\n$/;
      expect(said()).toMatch(line);
      await stack.refresh();
      expect(said()).toMatch(line);
      registrar.sandbox.dashboard.lock(domain);
      expect((await new HandlerStack().preview(program)).errors["contacts"]).toMatch(
        /contacts of example\.com cannot change while the domain is locked/,
      );
      registrar.sandbox.dashboard.approve(approval());
      await stack.refresh();
      expect(said()).toBe("");
    });

    it("a refusal cannot be seen: after 14 days it is drift, and sent again once", async () => {
      const { stack, program, owner } = await asked();
      registrar.sandbox.dashboard.reject(approval());
      await isQuiet(stack, program);
      advanceDays(14);
      expect((await stack.refresh()).drift).toEqual({ contacts: { registrant: first } });
      expect((await stack.up(program)).steps).toEqual({ contacts: "update" });
      expect(registrar.writes()).toEqual(["PUT domainContacts.set"]);
      await isQuiet(stack, program);
      registrar.sandbox.dashboard.approve(approval());
      expect(live().registrant).toBe(owner);
      expect(await stack.refresh()).toEqual(unchanged);
    });

    it("waits as long as the program says", async () => {
      const { stack, program } = await asked({ approvalDays: 3 });
      advanceDays(2);
      await isQuiet(stack, program);
      advanceDays(1);
      expect((await stack.refresh()).drift).toEqual({ contacts: { registrant: first } });
    });

    it("a third registrant is drift, and so is a change of a role that does not wait", async () => {
      const { stack, program, owner } = await asked({ tech: first });
      const third = await another("third@evil.example");
      registrar.sandbox.dashboard.setContacts(domain, { tech: third });
      expect((await stack.refresh()).drift).toEqual({ contacts: { tech: third } });
      registrar.calls();
      await stack.up(program);
      expect(live().tech).toBe(first);
      expect(outputs(stack)).toMatchObject({ registrant: owner, pending: { registrant: first } });
      registrar.sandbox.dashboard.setContacts(domain, { registrant: third });
      expect((await stack.refresh()).drift).toMatchObject({ contacts: { registrant: third } });
    });

    it("a registrant that was sent again, and needs no approval, waits for nothing: its former value is drift", async () => {
      const { stack } = await asked({ tech: first });
      const same = await another(firstContact.email);
      expect((await stack.up(contacts({ registrant: same, tech: first }))).errors).toEqual({});
      expect(live().registrant).toBe(same);
      expect(outputs(stack)).not.toHaveProperty("pending");
      registrar.sandbox.dashboard.setContacts(domain, { registrant: first });
      expect((await stack.refresh()).drift).toEqual({ contacts: { registrant: first } });
    });

    it("a registrant that the program puts back is sent, so that nothing waits any more", async () => {
      const { stack } = await asked();
      await stack.up(contacts({ registrant: first }));
      expect(registrar.writes()).toEqual(["PUT domainContacts.set"]);
      expect(registrar.sandbox.dashboard.pendingApprovals()).toEqual([]);
      expect(outputs(stack)).not.toHaveProperty("pendingSince");
      expect(await stack.refresh()).toEqual(unchanged);
    });

    it("a role that is left out waits for nothing", async () => {
      const { stack } = await asked({ tech: first });
      await stack.up(contacts({ tech: first }));
      expect(outputs(stack)).not.toHaveProperty("pendingSince");
      expect(await stack.refresh()).toEqual(unchanged);
      expect(registrar.writes()).toEqual([]);
    });

    it("an accepted change whose answer still shows the old handle waits, too", async () => {
      const owner = await another("owner@new.example");
      registrar.sandbox.fault({
        operation: "domainContacts.set",
        fault: { status: 200, body: { success: true, data: { domain_name: domain, registrant_handle: first } } },
      });
      const stack = await applied(contacts({ registrant: owner }));
      expect(outputs(stack)).toMatchObject({ pending: { registrant: first } });
    });
  });

  describe("explains a refusal after it happened", () => {
    it("of a domain on foreign nameservers", async () => {
      registrar.sandbox.dashboard.setContacts(domain, { tech: null });
      registrar.sandbox.dashboard.setNameservers(domain, ["ns1.example.net", "ns2.example.net"]);
      const program = contacts({ registrant: first, tech: first });
      const { errors } = await new HandlerStack().up(program, { skipPreview: true });
      expect(errors["contacts"]).toMatch(
        /contacts of a domain can only be managed on the service's own nameservers.*ns1\.example\.net.*declare a `Nameservers`/s,
      );
      expect(registrar.writes()).toEqual(["PUT domainContacts.set"]);
    });

    it("of a domain that was locked after the look, with the way out", async () => {
      registrar.sandbox.dashboard.setContacts(domain, { tech: null });
      registrar.sandbox.fault({ operation: "lock.get", times: 1, fault: { status: 501, body: { success: false } } });
      registrar.sandbox.dashboard.lock(domain);
      const { errors } = await new HandlerStack().up(contacts({ tech: first }), { skipPreview: true });
      expect(errors["contacts"]).toMatch(
        /cannot change while the domain is locked \(400.*Unlock it in the.*dashboard/s,
      );
      expect(registrar.writes()).toEqual(["PUT domainContacts.set"]);
    });
  });

  it("is refused before anything is sent for a domain that has expired", async () => {
    registrar.sandbox.dashboard.setContacts(domain, { tech: null });
    registrar.sandbox.clock.advance({ days: 400 });
    const { errors } = await new HandlerStack().up(contacts({ registrant: first, tech: first }), { skipPreview: true });
    expect(errors["contacts"]).toMatch(/cannot change while its status is "expired".*renew/s);
    expect(registrar.writes()).toEqual([]);
  });

  it("says in the preview that a locked domain takes no other contacts; unlocked, it changes them and locks again", async () => {
    const program = { ...contacts({ tech: first }), lock: { handler: "domainLock" as const, args: { domain } } };
    const stack = await applied(program, quick, { oneByOne: true });
    const tech = await another("tech@example.org");
    const changed = { ...program, ...contacts({ tech }) };
    const { errors } = await stack.preview(changed);
    expect(errors["contacts"]).toMatch(/cannot change while the domain is locked\. Unlock.*dashboard.*up --refresh/);
    expect(registrar.writes()).toEqual([]);
    // The same contacts, and one that is set already, are no matter.
    registrar.sandbox.dashboard.setContacts(domain, { tech });
    expect((await stack.preview(changed)).errors).toEqual({});
    registrar.sandbox.dashboard.setContacts(domain, { tech: first });

    registrar.sandbox.dashboard.unlock(domain);
    await stack.refresh();
    expect((await stack.up(changed)).errors).toEqual({});
    expect(registrar.writes()).toEqual(["PUT domainContacts.set", "PUT lock.set"]);
    expect(registrar.sandbox.domain(domain)).toMatchObject({ locked: true, contacts: { tech } });
  });
});
