/** What every resource does that meets something that is there: each in its own way, and never more than it was told. */
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, everyType, forward, person, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();

/** Declares in another stack, as if somebody had done it by hand. */
const made = async (program: Program) => {
  expect((await new HandlerStack(quick).up(program)).errors).toEqual({});
  registrar.calls();
};

describe("for a whole run", () => {
  const everything: Program = { ...everyType, shop: forward("shop", "https://www.example.net/shop") };

  it.each([
    ["registrar:adopt", { "registrar:adopt": "true" }, {}],
    ["REGISTRAR_ADOPT", {}, { REGISTRAR_ADOPT: "1" }],
  ])("%s takes everything over that is equal, without a write", async (_name, config, env) => {
    await made(everything);
    Object.assign(process.env, env);
    const stack = new HandlerStack({ ...quick, ...config });
    expect((await stack.up(everything)).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
  });

  it("never overwrites content: the target of a CNAME and the destination of a forward stay", async () => {
    await made({
      blog: record("CNAME", "blog", { content: "mine.example.net" }),
      shop: forward("shop", "https://mine.example/"),
    });
    process.env["REGISTRAR_ADOPT"] = "1";
    const { errors } = await new HandlerStack(quick).up({
      blog: record("CNAME", "blog", { content: "theirs.example.net" }),
      shop: forward("shop", "https://theirs.example/"),
    });
    expect(errors["blog"]).toMatch(/mine\.example\.net.*adopt: "overwrite"/s);
    expect(errors["shop"]).toMatch(/mine\.example.*adopt: "overwrite"/s);
    expect(registrar.writes()).toEqual([]);
  });

  it("leaves a resource alone that says `adopt: false` itself", async () => {
    await made({ www: a("www", "192.0.2.1") });
    process.env["REGISTRAR_ADOPT"] = "1";
    const { errors } = await new HandlerStack(quick).up({ www: a("www", "192.0.2.1", { adopt: false }) });
    expect(errors["www"]).toMatch(/exists already/);
  });
});

it("names every way out", async () => {
  await made({ www: a("www", "192.0.2.1") });
  const { errors } = await new HandlerStack(quick).up({ www: a("www", "192.0.2.1") });
  expect(errors["www"]).toMatch(/adopt: true.*registrar:adopt.*REGISTRAR_ADOPT=1.*registrar import/s);
  expect(registrar.writes()).toEqual([]);
});

describe("what a domain has one of is brought to what is declared, without `adopt`", () => {
  const domain = "example.com";

  it.each<[string, Program, string[]]>([
    ["an equal lock", { lock: { handler: "domainLock", args: { domain: "example.net" } } }, []],
    ["an open lock", { lock: { handler: "domainLock", args: { domain } } }, ["PUT lock.set"]],
    [
      "equal nameservers",
      { ns: { handler: "nameservers", args: { domain, nameservers: ["NS2.atom.com.", "ns1.atom.com"] } } },
      [],
    ],
    [
      "other nameservers",
      { ns: { handler: "nameservers", args: { domain, nameservers: ["ns1.example.net", "ns2.example.net"] } } },
      ["PUT nameservers.set"],
    ],
    ["equal settings", { set: { handler: "domainSettings", args: { domain, autoRenew: true, privacy: true } } }, []],
    [
      "other settings",
      { set: { handler: "domainSettings", args: { domain, autoRenew: false, privacy: true } } },
      ["PUT autoRenew.set"],
    ],
    ["equal contacts", { who: { handler: "domainContacts", args: { domain, registrant: "ATOM-1001" } } }, []],
  ])("%s", async (_title, program, writes) => {
    expect((await new HandlerStack(quick).up(program)).errors).toEqual({});
    expect(registrar.writes()).toEqual(writes);
  });
});

it("a contact takes over a handle whose fields all equal, and makes one where there is none", async () => {
  const contact: Program = { owner: { handler: "contact", args: person } };
  await made(contact);
  const stack = new HandlerStack(quick);
  expect((await stack.up(contact)).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
  const other: Program = { other: { handler: "contact", args: { ...person, name: "Grace Hopper" } } };
  expect((await new HandlerStack(quick).up(other)).errors).toEqual({});
  expect(registrar.writes()).toEqual(["POST contacts.create"]);
});

it("a zone takes over equal records silently, and another TTL only where it is told so", async () => {
  await made({ www: a("www", "192.0.2.1", { ttl: 300 }), old: a("old", "192.0.2.2", { ttl: 300 }) });
  const zone = (ttl: number): Program => ({
    zone: {
      handler: "dnsZone",
      args: { domain: "example.com", records: [{ type: "A", name: "www", content: "192.0.2.1", ttl }] },
    },
  });
  expect((await new HandlerStack(quick).up(zone(300))).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
  expect((await new HandlerStack(quick).up(zone(600))).errors["zone"]).toMatch(/www.*exists already/s);
  expect(registrar.writes()).toEqual([]);
  process.env["REGISTRAR_ADOPT"] = "1";
  expect((await new HandlerStack(quick).up(zone(600))).errors).toEqual({});
  expect(registrar.writes()).toEqual(["PUT records.update"]);
});
