/** The life of each resource, with all its calls: create, nothing to do, an edit by hand, its repair, and the end. */
import { isDeepStrictEqual } from "node:util";
import { resources } from "../../provider/resources/index.ts";
import { held } from "../support/argumentRows.ts";
import { a, domain, forward, one, person, set, whole, zone } from "../support/records.ts";
import { type Declared, HandlerStack, unchanged, withStory } from "../support/story.ts";

const { registrar, said, dashboard, rows: records, forwards } = withStory();
interface Life {
  declared: Declared;
  /** The calls of a create, a refresh and a repair. */
  create: string[];
  refresh: string[];
  repair: string[];
  /** An edit in the dashboard, and how a refresh shows it. */
  byHand: () => unknown;
  drift: object;
  /** A destroy: its calls and its message. One that deletes leaves what was there before; another one changes nothing. */
  destroy?: string[];
  says?: RegExp;
}

const edit = (part: object) => () => dashboard().editRecord(domain, records()[0]?.id ?? 0, part);
const rows = { refresh: ["GET records.list"], destroy: ["GET records.list", "DELETE records.delete"] };
const created = ["GET records.list", "GET domains.get", "POST records.create"];
const updated = ["GET records.list", "GET domains.get", "PUT records.update"];
const servers = ["ns1.example.net", "ns2.example.net"];
const changedServers = ["ns1.example.net", "ns9.example.net"];
const ada = () => registrar.sandbox.contacts().find(({ name }) => name === person.name);
const roles = ["GET domains.get", "GET lock.get", "GET contacts.list", "PUT domainContacts.set"];

const lives: Record<string, Life> = {
  "A record": {
    ...{ declared: a("www", "192.0.2.1", { ttl: 300 }), create: created, repair: updated, ...rows },
    ...{ byHand: edit({ content: "203.0.113.9", ttl: 60 }), drift: { content: "203.0.113.9", ttl: 60 } },
  },
  "A set": {
    ...{ declared: set("www", "A", ["192.0.2.1"], { ttl: 300 }), create: created, repair: updated, ...rows },
    ...{ byHand: edit({ ttl: 900 }), drift: { ttl: 900 } },
  },
  "An additive zone": {
    ...{ declared: zone({ "www A": ["192.0.2.1"] }, { ttl: 300 }), create: created, repair: updated, ...rows },
    ...{ byHand: edit({ content: "203.0.113.9" }), drift: { records: { "www A": ["203.0.113.9"] } } },
  },
  "An authoritative zone": {
    ...{ declared: whole({ "www A": ["192.0.2.1"] }), create: created, repair: updated, ...rows },
    ...{ byHand: edit({ content: "203.0.113.9" }), drift: { records: { "www A": ["203.0.113.9"] } } },
  },
  "A forward": {
    declared: forward("shop", "https://www.example.net/shop", { type: "permanent" }),
    create: ["GET forwards.list", "POST forwards.create", "GET forwards.list"],
    refresh: ["GET forwards.list"],
    repair: ["GET forwards.list", "PUT forwards.update"],
    byHand: () => dashboard().editForward(domain, forwards()[0]?.id ?? 0, { type: "temporary" }),
    drift: { type: "temporary" },
    destroy: ["GET forwards.list", "DELETE forwards.delete"],
  },
  Nameservers: {
    declared: one("nameservers", { nameservers: servers }),
    create: ["GET domains.get", "GET domains.get", "PUT nameservers.set"],
    refresh: ["GET domains.get"],
    repair: ["GET domains.get", "PUT nameservers.set"],
    byHand: () => dashboard().editDomain(domain, { nameservers: changedServers }),
    drift: { nameservers: changedServers },
  },
  "A contact": {
    declared: { handler: "contact", args: person },
    create: ["GET contacts.list", "POST contacts.create"],
    refresh: ["GET contacts.list"],
    repair: ["GET contacts.list", "PUT contacts.update"],
    byHand: () => dashboard().editContact(ada()?.handle ?? "", { city: "Paris" }),
    drift: { city: "Paris" },
  },
  "Contacts of a domain": {
    declared: one("domainContacts", { registrant: "ATOM-1001", tech: "ATOM-1001" }),
    create: ["GET domains.get"],
    refresh: ["GET domains.get"],
    repair: roles,
    byHand: () => dashboard().editDomain(domain, { contacts: { tech: "ATOM-9" } }),
    drift: { tech: "ATOM-9" },
    says: /contacts of example\.com \(registrant, tech\) were not changed/,
  },
  Settings: {
    declared: one("domainSettings", { autoRenew: false, privacy: true }),
    create: ["GET domains.get", "PUT autoRenew.set"],
    refresh: ["GET domains.get"],
    repair: ["GET domains.get", "PUT privacy.set"],
    byHand: () => dashboard().editDomain(domain, { privacy: false }),
    drift: { privacy: false },
    says: /settings of example\.com were not changed: auto-renewal \(off\), WHOIS privacy \(on\)/,
  },
  DNSSEC: {
    declared: one("dnssec", { enabled: true }),
    create: ["GET domains.get", "GET dnssec.get", "GET dnssec.get", "POST dnssec.enable"],
    refresh: ["GET dnssec.get"],
    repair: ["GET dnssec.get", "GET domains.get", "GET dnssec.get", "POST dnssec.enable"],
    byHand: () => dashboard().editDomain(domain, { dnssec: false }),
    drift: { enabled: false, dsRecords: [] },
    says: /DNSSEC of example\.com was not changed \(on; to switch it off, set `enabled: false` in the program\)/,
  },
  "A lock": {
    declared: one("domainLock", {}),
    create: ["GET domains.get", "GET lock.get", "PUT lock.set", "GET lock.get"],
    refresh: ["GET lock.get"],
    repair: ["GET lock.get", "PUT lock.set", "GET lock.get"],
    byHand: () => dashboard().editDomain(domain, { locked: false }),
    drift: { locked: false, canTransferOut: true },
    destroy: ["GET lock.get"],
  },
};

it("each resource has a life here, or orders", () => {
  const shown = [
    ...Object.values(lives).map(({ declared }) => declared.handler),
    "domainRegistration",
    "domainTransfer",
  ];
  expect([...new Set(shown)].sort()).toEqual(Object.keys(resources).sort());
});

const isLocked =
  /^example\.com is locked, and.*only the registrar's dashboard.*unlock .* in the dashboard, then.*pulumi state delete/s;

it.each(Object.entries(lives))(
  "%s is made, shows an edit by hand, is repaired and goes, with these calls",
  async (_title, life) => {
    const program = { it: life.declared };
    const stack = new HandlerStack();
    const before = held(registrar);
    expect((await stack.up(program)).errors).toEqual({});
    expect(registrar.calls()).toEqual(life.create);
    const wanted = held(registrar);
    const isWritten = life.create.some((call) => !call.startsWith("GET "));
    expect(isDeepStrictEqual(wanted, before)).toBe(!isWritten);
    const idle = async () => {
      expect(await stack.up(program)).toEqual({ steps: { it: "same" }, errors: {} });
      expect(registrar.calls()).toEqual([]);
      expect(await stack.refresh()).toEqual(unchanged);
      expect(registrar.calls()).toEqual(life.refresh);
    };
    await idle();

    life.byHand();
    // Only a refresh finds drift.
    expect(await stack.preview(program)).toEqual({ steps: { it: "same" }, errors: {} });
    expect(registrar.calls()).toEqual([]);
    expect(await stack.refresh()).toEqual({ drift: { it: life.drift }, gone: [], errors: {} });
    expect(registrar.calls()).toEqual(life.refresh);
    expect(await stack.up(program)).toEqual({ steps: { it: "update" }, errors: {} });
    expect(registrar.calls()).toEqual(life.repair);
    expect(held(registrar)).toEqual(wanted);
    await idle();

    said();
    const { errors } = await stack.destroy();
    expect(errors).toEqual(life.declared.handler === "domainLock" ? { it: expect.stringMatching(isLocked) } : {});
    expect(registrar.calls()).toEqual(life.destroy ?? []);
    if (life.says) expect(said()).toMatch(life.says);
    const isDeleted = life.destroy?.some((call) => call.startsWith("DELETE "));
    expect(held(registrar)).toEqual(isDeleted ? before : wanted);
  },
);
