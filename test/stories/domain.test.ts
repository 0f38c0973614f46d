/** DomainSettings, Dnssec and DomainContacts, and a domain whose DNS moves elsewhere. Changes that wait for an approval: approvals. */
import { readDnssec } from "../../provider/api/index.ts";
import { a, domain, one, zone } from "../support/records.ts";
import { applied, HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";

const { registrar, said, rows, dashboard, shows, writesOf } = withStory();
const service = ["ns1.atom.com", "ns2.atom.com"];
const elsewhere = ["ns1.elsewhere.example", "ns2.elsewhere.example"];
/** The registrant of the fixtures. */
const first = "ATOM-1001";
const settings = (args: object): Program => ({ it: one("domainSettings", args) });
const dnssec = (enabled: boolean): Program => ({ it: one("dnssec", { enabled }) });
const contacts = (args: object): Program => ({ it: one("domainContacts", args) });

describe("settings", () => {
  it("an update writes only what the program changed, and leaves drift of other settings", async () => {
    const stack = await applied(settings({ autoRenew: true, privacy: true }));
    dashboard().editDomain(domain, { privacy: false });
    await stack.up(settings({ autoRenew: false, privacy: true }));
    expect(registrar.calls()).toEqual(["GET domains.get", "PUT autoRenew.set"]);
  });

  it("settings, contacts and nameservers of many domains are refreshed with one read for each domain", async () => {
    const names = { "example.com": domain, "example.org": "example.org", "Bücher.example": "xn--bcher-kva.example" };
    const program: Program = {};
    for (const [name, held] of Object.entries(names)) {
      registrar.sandbox.addDomain(held, { contacts: { registrant: first, admin: null, billing: null, tech: null } });
      program[`settings ${name}`] = one("domainSettings", { domain: name, privacy: true });
      program[`contacts ${name}`] = one("domainContacts", { domain: name, registrant: first });
      program[`nameservers ${name}`] = one("nameservers", { domain: name, nameservers: service });
    }
    const stack = new HandlerStack();
    expect([(await stack.up(program)).errors, registrar.calls()]).toEqual([{}, Array(6).fill("GET domains.get")]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.calls()).toEqual(Array(3).fill("GET domains.get"));
  });
});

describe("DNSSEC", () => {
  const isOn = () => registrar.sandbox.domain(domain).dnssec;

  it("is switched off, also on foreign nameservers, and left alone where it is off", async () => {
    dashboard().editDomain(domain, { dnssec: true, nameservers: elsewhere });
    const stack = new HandlerStack();
    await stack.up(dnssec(false));
    expect(registrar.calls()).toEqual(["GET domains.get", "GET dnssec.get", "DELETE dnssec.disable"]);
    expect([isOn(), stack.state.get("it")?.outputs["dsRecords"]]).toEqual([false, []]);
    await new HandlerStack().up(dnssec(false));
    expect(registrar.calls()).toEqual(["GET domains.get", "GET dnssec.get"]);
  });

  // Before it is sent, if the contract names the service's own: preconditions.
  it("on foreign nameservers is refused, with the ways out, once the registrar has refused it", async () => {
    dashboard().editDomain(domain, { nameservers: elsewhere });
    const { errors } = await new HandlerStack().up(dnssec(true), { skipPreview: true });
    expect(errors["it"]).toMatch(
      /DNSSEC can only be managed on .* own nameservers, but example\.com uses ns1\.elsewhere.*a `Nameservers`.*its output `domain`/s,
    );
    expect(registrar.writes()).toEqual(["POST dnssec.enable"]);
  });

  it.each([
    ["isn't repeated if a read shows it", "reset-after" as const, 1],
    ["is repeated once if a read doesn't show it", "reset-before" as const, 2],
  ])("whose switch has an unknown outcome %s", async (_what, fault, sent) => {
    registrar.sandbox.fault({ operation: "dnssec.enable", times: 1, fault });
    await applied(dnssec(true));
    expect(isOn()).toBe(true);
    expect(registrar.sandbox.log.entries({ writes: true })).toHaveLength(sent);
  });

  it("is read from the domain's details where its own operation gives a 404, although the account holds the domain", async () => {
    const body = { success: false, error: "none", message: "None." };
    registrar.sandbox.fault({ operation: "dnssec.get", fault: { status: 404, body } });
    const stack = await applied(dnssec(false));
    dashboard().editDomain(domain, { dnssec: true });
    expect((await stack.refresh()).drift).toMatchObject({ it: { enabled: true } });
  });

  const ds = { keyTag: 2371, algorithm: 13, digestType: 2, digest: "1F987CC6583E92DF" };
  const row = { key_tag: 2371, algorithm: 13, digest_type: 2, digest: "1f987cc6583e92df" };
  it.each<[Record<string, unknown>, boolean | "changing" | undefined, object[]]>([
    [{ enabled: false, records: [row] }, false, [ds]],
    [{ records: [{ ...row, key_tag: "2371", digest: "1F98 7CC6 583E 92DF" }] }, true, [ds]],
    [{ records: ["2371 13 2 1F987CC6 583E92DF", "else"] }, true, [ds]],
  ])("has the status of %j", (answer, enabled, dsRecords) => {
    expect(readDnssec(answer)).toEqual({ enabled, dsRecords });
  });
});

describe("contacts", () => {
  it("that are equal are left as they are, whatever the case of the handle", async () => {
    const stack = new HandlerStack();
    await stack.up(contacts({ registrant: "atom-1001", billing: first }));
    expect(registrar.calls()).toEqual(["GET domains.get"]);
    expect(await stack.refresh()).toEqual(unchanged);
  });

  const long = { nameservers: Array.from({ length: 13 }, (_, n) => `ns${n}.${"x".repeat(60)}.example`) };
  const unserved = /contacts of a domain can only be managed on the service's own .*ns1\.elsewhere.*a `Nameservers`/s;
  const expired = { expires: "2020-01-01T00:00:00.000Z" };
  const strange = { data: { domain_name: domain, status: "x".repeat(2000) } };
  const unread = () => registrar.sandbox.fault({ operation: "lock.get", times: 1, fault: { status: 501 } });
  type Refused = [which: string, edit: object, says: RegExp, isSent: boolean, meets?: () => unknown];
  it.each<Refused>([
    ["on foreign nameservers", { nameservers: elsewhere }, unserved, true],
    ["with an unread lock", { locked: true }, /while the domain is locked \(400.*Unlock it.*dashboard/s, true, unread],
    ["that has expired", expired, /cannot change while its status is "expired".*renew/s, false],
    ["of a long status", {}, /while its status is "x{300}\.\.\." \(/, false, () => shows("domains.get", strange)],
    ["on nameservers with long names", long, /but example\.com uses [^ ]+(, [^ ]+){1,6}\.\.\. \(/, true],
  ])("of a domain %s don't change, and the error says why", async (...row) => {
    const [, edit, says, isSent, meets] = row;
    dashboard().editDomain(domain, { contacts: { tech: null }, ...edit });
    meets?.();
    const { errors } = await new HandlerStack().up(contacts({ tech: first }), { skipPreview: true });
    expect(errors["it"]).toMatch(says);
    expect(registrar.writes()).toEqual(isSent ? ["PUT domainContacts.set"] : []);
  });
});

describe("DNS that moves to another service", () => {
  const delegatedTo = (nameservers: string[]) => one("nameservers", { nameservers });
  // As `dependsOn` orders them.
  const oneByOne = { oneByOne: true };
  const records: Program = { www: a("www", "192.0.2.1"), zone: zone({ "ftp A": ["192.0.2.3"] }) };

  it("releases the records that the program drops, says so once, and the way back adopts them", async () => {
    const stack = new HandlerStack({}, oneByOne);
    expect((await stack.up({ ns: delegatedTo(service), ...records })).errors).toEqual({});
    // A zone that stays releases the records that it no longer lists.
    const left = { ns: delegatedTo(elsewhere), zone: zone({}) };
    expect((await stack.up(left)).errors).toEqual({});
    expect([[...stack.state.keys()], rows().length]).toEqual([["ns", "zone"], 2]);
    expect(said().match(/The records of example\.com .*stay at the registrar/g)).toHaveLength(1);
    expect((await stack.up(left)).steps).toEqual({ ns: "same", zone: "same" });

    process.env["REGISTRAR_ADOPT"] = "true";
    registrar.writes();
    expect(await writesOf(stack, { ns: delegatedTo(service), ...records })).toEqual(["PUT nameservers.set"]);
    const again = await stack.up({ ns: delegatedTo(service), ...records });
    expect(again.steps).toEqual({ ns: "same", www: "same", zone: "same" });
  });

  it("fails a zone that has to create a record as well, and releases none of its records", async () => {
    const stack = await applied({ it: zone({ "ftp A": ["192.0.2.3"] }) });
    dashboard().editDomain(domain, { nameservers: elsewhere });
    const { errors } = await stack.up({ it: zone({ "new A": ["192.0.2.4"] }) }, { skipPreview: true });
    expect(errors["it"]).toMatch(/can only be managed on the service's own nameservers/);
    expect(stack.state.get("it")?.outputs).toMatchObject({ records: { "ftp A": ["192.0.2.3"] } });
  });

  it("releases no record if the service may still be asked for it, or a delete fails for another reason", async () => {
    const stack = await applied({ www: a("www", "192.0.2.1") }, {}, oneByOne);
    const fail = (status: number, message: string) => {
      const fault = { status, body: { success: false, message } };
      registrar.sandbox.fault({ operation: "records.delete", times: 1, fault });
    };
    dashboard().editDomain(domain, { nameservers: ["ns1.atom.com", "ns1.elsewhere.example"] });
    expect((await stack.up({})).errors["www"]).toMatch(/can only be managed on the service's own nameservers/);
    dashboard().editDomain(domain, { nameservers: elsewhere });
    for (const [status, message] of [
      [501, "an error"],
      [400, "under maintenance"],
    ] as const) {
      fail(status, message);
      expect((await stack.up({})).errors["www"]).toMatch(`${status}`);
      expect([...stack.state.keys()]).toEqual(["www"]);
    }
    expect((await stack.up({})).errors).toEqual({});
    expect(stack.state.size).toBe(0);
  });
});
