import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const domain = "example.com";

const settings = (args: Record<string, unknown>): Program => ({
  settings: { handler: "domainSettings", args: { domain, ...args } },
});
const live = () => {
  const { autoRenew, privacy } = registrar.sandbox.domain(domain);
  return { autoRenew, privacy };
};

describe("DomainSettings", () => {
  it("writes only what differs, does nothing twice, repairs a change by hand, and leaves all as it is when it goes", async () => {
    const stack = new HandlerStack();
    const program = settings({ autoRenew: false, privacy: true });
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.calls()).toEqual(["GET domains.get", "PUT autoRenew.set"]);
    expect(live()).toEqual({ autoRenew: false, privacy: true });

    expect((await stack.up(program)).steps).toEqual({ settings: "same" });
    expect(registrar.calls()).toEqual([]);

    registrar.sandbox.dashboard.setPrivacy(domain, false);
    expect((await stack.refresh()).drift).toEqual({ settings: { privacy: false } });
    expect(registrar.calls()).toEqual(["GET domains.get"]);
    expect((await stack.up(program)).steps).toEqual({ settings: "update" });
    expect(registrar.calls()).toEqual(["GET domains.get", "PUT privacy.set"]);
    expect(await stack.refresh()).toEqual(unchanged);

    registrar.calls();
    said();
    expect((await stack.destroy()).errors).toEqual({});
    expect(registrar.calls()).toEqual([]);
    expect(live()).toEqual({ autoRenew: false, privacy: true });
    expect(said()).toMatch(/settings of example\.com were not changed: auto-renewal \(off\), WHOIS privacy \(on\)/);
  });

  it("an update touches only what the program changed, not what drifted beside it", async () => {
    const stack = await applied(settings({ autoRenew: true, privacy: true }));
    registrar.sandbox.dashboard.setPrivacy(domain, false);
    registrar.calls();
    await stack.up(settings({ autoRenew: false, privacy: true }));
    expect(registrar.calls()).toEqual(["GET domains.get", "PUT autoRenew.set"]);
  });

  it("counts what the registrar does not show as last written", async () => {
    registrar.sandbox.setProfile("details-sparse");
    const stack = new HandlerStack();
    const program = settings({ autoRenew: true, privacy: false });
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.writes()).toEqual(["PUT autoRenew.set", "PUT privacy.set"]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(program)).steps).toEqual({ settings: "same" });
    expect(registrar.writes()).toEqual([]);
    // Shown later, and different: drift after all.
    registrar.sandbox.dashboard.setPrivacy(domain, true);
    registrar.sandbox.setProfile([]);
    expect((await stack.refresh()).drift).toEqual({ settings: { privacy: true } });
  });

  it("refreshes settings and contacts of many domains with one reading each", async () => {
    const program: Program = {};
    for (const name of ["example.com", "example.org", "Bücher.example"]) {
      const contacts = { registrant: "ATOM-1001", admin: null, billing: null, tech: null };
      registrar.sandbox.addDomain(name === "Bücher.example" ? "xn--bcher-kva.example" : name, { contacts });
      program[`settings ${name}`] = { handler: "domainSettings", args: { domain: name, privacy: true } };
      program[`contacts ${name}`] = { handler: "domainContacts", args: { domain: name, registrant: "ATOM-1001" } };
    }
    const stack = new HandlerStack();
    expect((await stack.up(program)).errors).toEqual({});
    const once = ["GET domains.get", "GET domains.get", "GET domains.get"];
    expect(registrar.calls()).toEqual(once);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.calls()).toEqual(once);
  });

  it("is quiet on the most awkward registrar, together with contacts and DNSSEC", async () => {
    registrar.sandbox.setProfile("all-awkward");
    const stack = new HandlerStack();
    const program: Program = {
      ...settings({ privacy: false }),
      contacts: { handler: "domainContacts", args: { domain, admin: "ATOM-1001", tech: "ATOM-1001" } },
      dnssec: { handler: "dnssec", args: { domain, enabled: true } },
    };
    expect((await stack.up(program)).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    registrar.calls();
    expect((await stack.up(program)).steps).toEqual({ settings: "same", contacts: "same", dnssec: "same" });
    expect(registrar.calls()).toEqual([]);
  });

  it("goes on after a write that failed: what was written is not written again", async () => {
    const stack = new HandlerStack();
    const fault = { operation: "privacy.set", times: 1, fault: { status: 400, body: { success: false, error: "no" } } };
    registrar.sandbox.fault(fault);
    const program = settings({ autoRenew: false, privacy: false });
    expect((await stack.up(program)).errors["settings"]).toMatch(
      /privacy\.set.*the names of the fields of "privacy\.set" are assumed .*PUT \/registrar\/v1.*REGISTRAR_CONTRACT_FILE/s,
    );
    registrar.calls();
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.calls()).toEqual(["GET domains.get", "PUT privacy.set"]);
  });

  it("says so when a write is accepted and the answer shows that nothing changed", async () => {
    const body = { success: true, data: { privacy_protect: true } };
    registrar.sandbox.fault({ operation: "privacy.set", fault: { status: 200, body } });
    const { errors } = await new HandlerStack().up(settings({ privacy: false }));
    expect(errors["settings"]).toMatch(/still shows WHOIS privacy on.*contract file .*`privacy\.set`/s);
  });
});
