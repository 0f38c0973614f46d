/**
 * The life of each resource, with all its calls: create, nothing to do, an edit by hand, its repair, and the end. Of those that a domain
 * has one of, a new one, after a rename without an alias or a replacement, adopts the domain, and the old one calls nothing.
 */
import { isDeepStrictEqual } from "node:util";
import { resources } from "../../provider/resources/index.ts";
import { held } from "../support/argumentRows.ts";
import { a, domain, forward, one, person, set, whole, zone } from "../support/records.ts";
import { applied, type Declared, HandlerStack, unchanged, withStory } from "../support/story.ts";

const { registrar, said, dashboard, rows: records, forwards, shows, writesOf } = withStory();
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
    create: ["GET domains.get", "GET domains.get", "PUT nameservers.set", "GET domains.get"],
    refresh: ["GET domains.get"],
    repair: ["GET domains.get", "GET domains.get", "PUT nameservers.set", "GET domains.get"],
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
    says: /contacts of example\.com stay \(registrant, tech\)\./,
  },
  Settings: {
    declared: one("domainSettings", { autoRenew: false, privacy: true }),
    create: ["GET domains.get", "PUT autoRenew.set"],
    refresh: ["GET domains.get"],
    repair: ["GET domains.get", "PUT privacy.set"],
    byHand: () => dashboard().editDomain(domain, { privacy: false }),
    drift: { privacy: false },
    says: /settings of example\.com stay: auto-renewal \(off\), WHOIS privacy \(on\)\./,
  },
  DNSSEC: {
    declared: one("dnssec", { enabled: true }),
    create: ["GET domains.get", "GET dnssec.get", "GET dnssec.get", "POST dnssec.enable"],
    refresh: ["GET dnssec.get"],
    repair: ["GET dnssec.get", "GET domains.get", "GET dnssec.get", "POST dnssec.enable"],
    byHand: () => dashboard().editDomain(domain, { dnssec: false }),
    drift: { enabled: false, dsRecords: [] },
    says: /DNSSEC of example\.com stays on \(to switch it off, first set `enabled: false`\)\./,
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
  const orders = ["domainRegistration", "domainTransfer"];
  const shown = [...Object.values(lives).map(({ declared }) => declared.handler), ...orders];
  expect([...new Set(shown)].sort()).toEqual(Object.keys(resources).sort());
});

const isLocked =
  /^example\.com is locked, and.*only the registrar's dashboard.*unlock .* in the dashboard, then run `pulumi up`/s;

it.each(Object.entries(lives))("%s is made, edited, repaired and deleted, with these calls", async (_title, life) => {
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
});

const own = ["ns1.atom.com", "ns2.atom.com"];
const persons = ["ns8.example.org", "ns9.example.org"];
const served = () => [...registrar.sandbox.domain(domain).nameservers].sort();
const delegation = (nameservers = servers) => one("nameservers", { nameservers, restoreOnDelete: true });

/** Resources of which a domain has one, and what stays when another one adopts the domain. */
const ofDomain: { declared: Declared; what: string }[] = [
  { declared: one("domainLock"), what: "The registrar lock" },
  { declared: delegation(), what: "The delegation" },
  { declared: one("domainSettings", { autoRenew: false }), what: "The settings" },
  { declared: one("dnssec", { enabled: true }), what: "DNSSEC" },
  { declared: one("domainContacts", { admin: "ATOM-1001" }), what: "The contacts" },
  { declared: one("domainRegistration", { maxPrice: 20 }), what: "The registration" },
  { declared: one("domainTransfer", { maxPrice: 20, authCode: "abcdefgh" }), what: "The transfer" },
];

describe.each(ofDomain)("a resource of $declared.handler", ({ declared, what }) => {
  it.each([
    ["renamed without an alias", { new: declared }, []],
    ["replaced", { old: declared }, ["old"]],
  ])("that is %s leaves the domain as it is, and the old one calls nothing", async (_how, program, replace) => {
    const stack = await applied({ old: declared });
    const before = JSON.stringify(registrar.sandbox.domain(domain));
    expect((await stack.up(program, { replace })).errors).toEqual({});
    expect(said()).toContain(`${what} of example.com stay`);
    expect(registrar.writes()).toEqual([]);
    expect(JSON.stringify(registrar.sandbox.domain(domain))).toBe(before);
    expect(new Set(Object.values((await stack.up(program)).steps))).toEqual(new Set(["same"]));
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("stays in the state if the domain leaves the account, and says once what to do", async () => {
    const stack = await applied({ it: declared });
    registrar.sandbox.removeDomain(domain);
    const { gone, errors } = await stack.refresh();
    const ways = `${errors["it"] ?? ""}${said()}`.match(/which account the token belongs to|give it up, remove it/g);
    expect([gone, ways?.length]).toEqual([[], 1]);
  });

  it("can't move to another domain", async () => {
    const stack = await applied({ it: declared });
    const moved = { ...declared, args: { ...declared.args, domain: "example.org" } };
    const { errors } = await stack.preview({ it: moved });
    expect(errors["it"]).toMatch(/^domain: cannot change from example\.com: declare a new/);
  });
});

it("nameservers that are replaced restore those from before, if the old resource goes first", async () => {
  const stack = await applied({ one: delegation() });
  await stack.up({ one: delegation() }, { replace: ["one"] });
  expect(stack.state.get("one")?.outputs["previousNameservers"]).toEqual(own);
  await stack.destroy();
  expect(served()).toEqual(own);
});

it.each([
  ["renamed without an alias", "new", []],
  ["replaced by another that is made first", "old", ["old"]],
] as const)("the preview warns once that nameservers %s have nothing to restore, and why", async (_, name, replace) => {
  const stack = await applied({ old: delegation() });
  const program = { [name]: { ...delegation(), deleteBeforeReplace: false as const } };
  expect((await stack.preview(program, { replace })).errors).toEqual({});
  const remedy = /example\.com uses these nameservers already.*`{ name: "old-name" }`.* With `pulumi up --replace`/g;
  expect(said().match(remedy)).toHaveLength(1);
  expect(registrar.calls()).toEqual(["GET domains.get"]);
  await stack.up(program, { replace });
  expect(said()).toContain("stays (the nameservers before it: ns1.atom.com, ns2.atom.com)");
  await stack.destroy();
  expect(served()).toEqual(servers);
});

it("the preview doesn't warn where there is something to restore, or nothing is to be restored", async () => {
  const stack = new HandlerStack();
  await stack.preview({ one: delegation() });
  await stack.preview({ one: one("nameservers", { nameservers: own }) });
  await stack.up({ one: delegation() });
  await stack.preview({ one: delegation(["a.example.net", "b.example.net"]) });
  expect(said()).not.toMatch(/restoreOnDelete/);
});

it.each<[change: string, signed: boolean, to: string[], warned: boolean]>([
  ["a signed domain to other nameservers", true, servers, true],
  ["a signed domain to the service's own", true, own, false],
  ["an unsigned domain", false, servers, false],
])("a preview that moves %s warns if it stops resolving", async (_change, dnssec, to, isWarned) => {
  const stack = await applied({ ns: delegation(own.concat("ns3.atom.com")) });
  dashboard().editDomain(domain, { dnssec });
  await stack.preview({ ns: delegation(to) });
  expect(/DNSSEC of example\.com is on.*stops resolving under ns1\.example\.net/.test(said())).toBe(isWarned);
});

it("a lock that is taken out of the program still refuses its delete, and two locks say once what to do", async () => {
  const stack = await applied({ old: one("domainLock"), other: one("domainLock", { domain: "example.org" }) });
  const refusal = /^example\.\w+ is locked.*Unlock the domain/s;
  expect((await stack.up({ other: one("domainLock", { domain: "example.org" }) })).errors["old"]).toMatch(refusal);
  const messages = Object.values((await stack.destroy()).errors);
  expect(messages.filter((message) => refusal.test(message))).toHaveLength(1);
  const short = /^See the error of resource|^An earlier error of this run/;
  expect(messages.filter((message) => short.test(message))).toHaveLength(1);
});

type Act = (stack: HandlerStack) => unknown;
type Restoring = [title: string, first: string[], acts: Act[], end: string[], says: RegExp];
const byHand = () => dashboard().editDomain(domain, { nameservers: persons });
const refresh = (stack: HandlerStack) => stack.refresh();
const up = (nameservers: string[]) => (stack: HandlerStack) => stack.up({ ns: delegation(nameservers) });
/** A program that changes its option, and ignores what a person set. */
const ignoring = async (stack: HandlerStack) => {
  for (const restoreOnDelete of [false, true]) {
    const ns = one("nameservers", { nameservers: servers, restoreOnDelete });
    await stack.up({ ns: { ...ns, ignoreChanges: ["nameservers"] } });
  }
};
const changes = [byHand, refresh, up(servers), up(["a.example.net", "b.example.net"])];
const adopted = /were not changed: they were the same when the program adopted them/;
const since = /ns8\.example\.org.*after the program's last change.*before that were ns1\.atom\.com/s;
/** The first nameservers, steps after that, those at the end, and the message of a destroy. */
const restorings: Restoring[] = [
  ["remembers what was there at first through changes of the program and by hand", own, changes, own, /^$/],
  ["never restores what a person set after an adoption", own, [byHand, refresh, up(own)], own, adopted],
  ["leaves what a person set since, and tells all three", servers, [byHand], persons, since],
  ["leaves what a refresh saw that a person set since", servers, [byHand, refresh], persons, since],
  ["leaves what `ignoreChanges` keeps that a person set", servers, [byHand, refresh, ignoring], persons, since],
];

it.each(restorings)("restoreOnDelete %s", async (_title, first, steps, end, says) => {
  const stack = await applied({ ns: delegation(first) });
  for (const step of steps) await step(stack);
  said();
  expect((await stack.destroy()).errors).toEqual({});
  expect(served()).toEqual(end);
  expect(said()).toMatch(says);
});

it("restoreOnDelete does not forget what was there before when the response to the first change got lost", async () => {
  const stack = new HandlerStack();
  registrar.sandbox.fault({ operation: "nameservers.set", fault: { status: 501, done: true }, times: 1 });
  expect(await writesOf(stack, { ns: delegation() })).toEqual(["PUT nameservers.set"]);
  await stack.destroy();
  expect(served()).toEqual(own);
});

it("nameservers fail if the registrar shows others, although its response repeats the request", async () => {
  const ns = (nameservers: string[]) => ({ ns: one("nameservers", { nameservers }) });
  const stack = await applied(ns(servers));
  shows("nameservers.set", { data: { nameservers: own } }, { times: 1 });
  expect((await stack.up(ns(own))).errors["ns"]).toMatch(
    /accepted the nameservers ns1\.atom\.com, ns2\.atom\.com, but nameservers\.get shows ns1\.example\.net, ns2\.example\.net/,
  );
  expect((await stack.up(ns(own))).steps).toEqual({ ns: "update" });
  expect(served()).toEqual(own);
});
