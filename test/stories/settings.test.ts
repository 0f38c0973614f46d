import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();
const domain = "example.com";

const settings = (args: Record<string, unknown>): Program => ({
  settings: { handler: "domainSettings", args: { domain, ...args } },
});
describe("DomainSettings", () => {
  it("an update writes only what the program changed, and leaves drift of other settings", async () => {
    const stack = await applied(settings({ autoRenew: true, privacy: true }));
    registrar.sandbox.dashboard.setPrivacy(domain, false);
    registrar.calls();
    await stack.up(settings({ autoRenew: false, privacy: true }));
    expect(registrar.calls()).toEqual(["GET domains.get", "PUT autoRenew.set"]);
  });

  it("a setting that the registrar doesn't show counts as last written, until it is shown", async () => {
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

  it("settings and contacts of many domains are refreshed with one read for each domain", async () => {
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

  it("a second up does nothing at the most awkward registrar, also for contacts and DNSSEC", async () => {
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

  it("the run after a failed write sends only that write again", async () => {
    const stack = new HandlerStack();
    const fault = { operation: "privacy.set", times: 1, fault: { status: 400, body: { success: false, error: "no" } } };
    registrar.sandbox.fault(fault);
    const program = settings({ autoRenew: false, privacy: false });
    expect((await stack.up(program)).errors["settings"]).toMatch(
      /privacy\.set.*parts of "privacy\.set" are assumed .*PUT \/registrar\/v1.*REGISTRAR_CONTRACT_FILE/s,
    );
    registrar.calls();
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.calls()).toEqual(["GET domains.get", "PUT privacy.set"]);
  });

  it("a write that is accepted without a change is an error that names the contract file", async () => {
    const body = { success: true, data: { privacy_protect: true } };
    registrar.sandbox.fault({ operation: "privacy.set", fault: { status: 200, body } });
    const { errors } = await new HandlerStack().up(settings({ privacy: false }));
    expect(errors["settings"]).toMatch(/still shows WHOIS privacy on.*contract file .*`privacy\.set`/s);
  });
});
