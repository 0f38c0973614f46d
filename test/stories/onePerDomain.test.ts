/** Resources of which a domain has one: renamed without an alias, or replaced, the new resource adopts the domain and the old one calls nothing. */
import { applied, type Declared, domain, HandlerStack, one, unchanged, withStory } from "../support/story.ts";

const { registrar, said, dashboard, shows, writesOf } = withStory();
const foreign = ["ns1.example.net", "ns2.example.net"];
const own = ["ns1.atom.com", "ns2.atom.com"];
const persons = ["ns8.example.org", "ns9.example.org"];
const live = () => [...registrar.sandbox.domain(domain).nameservers].sort();
const delegation = (nameservers = foreign) => one("nameservers", { nameservers, restoreOnDelete: true });

const all: [declared: Declared, stays: string][] = [
  [one("domainLock"), "The registrar lock of example.com stays"],
  [delegation(), "The delegation of example.com stays"],
  [one("domainSettings", { autoRenew: false }), "The settings of example.com stay"],
  [one("dnssec", { enabled: true }), "DNSSEC of example.com stays"],
  [one("domainContacts", { admin: "ATOM-1001" }), "The contacts of example.com stay"],
  [one("domainRegistration", { maxPrice: 20 }), "The registration of example.com stays"],
  [one("domainTransfer", { maxPrice: 20, authCode: "abcdefgh" }), "The transfer of example.com stays"],
];

describe.each(all.map(([declared, stays]) => ({ handler: declared.handler, declared, stays })))(
  "a resource of $handler",
  ({ declared, stays }) => {
    it.each([
      ["renamed without an alias", { new: declared }, []],
      ["replaced", { old: declared }, ["old"]],
    ])("that is %s leaves the domain as it is, and the old one calls nothing", async (_how, program, replace) => {
      const stack = await applied({ old: declared });
      const before = JSON.stringify(registrar.sandbox.domain(domain));
      expect((await stack.up(program, { replace })).errors).toEqual({});
      expect(said()).toContain(stays);
      expect(registrar.writes()).toEqual([]);
      expect(JSON.stringify(registrar.sandbox.domain(domain))).toBe(before);
      expect(new Set(Object.values((await stack.up(program)).steps))).toEqual(new Set(["same"]));
      expect(await stack.refresh()).toEqual(unchanged);
    });

    it("can't move to another domain", async () => {
      const stack = await applied({ it: declared });
      const moved = { ...declared, args: { ...declared.args, domain: "example.org" } };
      const { errors } = await stack.preview({ it: moved });
      expect(errors["it"]).toMatch(/cannot change from example\.com: declare a new/);
    });
  },
);

it("nameservers that are replaced restore those from before, if the old resource goes first", async () => {
  const stack = await applied({ one: delegation() });
  await stack.up({ one: delegation() }, { replace: ["one"] });
  expect(stack.state.get("one")?.outputs["previousNameservers"]).toEqual(own);
  await stack.destroy();
  expect(live()).toEqual(own);
});

it.each([
  ["renamed without an alias", "new", []],
  ["replaced by another that is made first", "old", ["old"]],
] as const)("the preview warns once that nameservers %s have nothing to restore, and why", async (_, name, replace) => {
  const stack = await applied({ old: delegation() });
  const program = { [name]: { ...delegation(), deleteBeforeReplace: false as const } };
  expect((await stack.preview(program, { replace })).errors).toEqual({});
  const remedy = /example\.com uses these nameservers already.*`aliases`\. With `pulumi up --replace`/g;
  expect(said().match(remedy)).toHaveLength(1);
  expect(registrar.calls()).toEqual(["GET domains.get"]);
  await stack.up(program, { replace });
  expect(said()).toContain("stays (the nameservers before it: ns1.atom.com, ns2.atom.com)");
  await stack.destroy();
  expect(live()).toEqual(foreign);
});

it("the preview doesn't warn where there is something to restore, or nothing is to be restored", async () => {
  const stack = new HandlerStack();
  await stack.preview({ one: delegation() });
  await stack.preview({ one: one("nameservers", { nameservers: own }) });
  await stack.up({ one: delegation() });
  await stack.preview({ one: delegation(["a.example.net", "b.example.net"]) });
  expect(said()).not.toMatch(/restoreOnDelete/);
});

it("a lock that is taken out of the program still refuses its delete, and two locks say once what to do", async () => {
  const stack = await applied({ old: one("domainLock"), other: one("domainLock", { domain: "example.org" }) });
  const refusal = /^example\.\w+ is locked.*pulumi state delete/s;
  expect((await stack.up({ other: one("domainLock", { domain: "example.org" }) })).errors["old"]).toMatch(refusal);
  const messages = Object.values((await stack.destroy()).errors);
  expect(messages.filter((message) => refusal.test(message))).toHaveLength(1);
  const short = /^See the error of resource|^An earlier error of this run/;
  expect(messages.filter((message) => short.test(message))).toHaveLength(1);
});

type Life = [title: string, first: string[], steps: ((stack: HandlerStack) => unknown)[], end: string[], says: RegExp];
const byHand = () => dashboard().editDomain(domain, { nameservers: persons });
const refresh = (stack: HandlerStack) => stack.refresh();
const up = (nameservers: string[]) => (stack: HandlerStack) => stack.up({ ns: delegation(nameservers) });
const changes = [byHand, refresh, up(foreign), up(["a.example.net", "b.example.net"])];
const adopted = /were not changed: they were the same when the program adopted them/;
const since = /ns8\.example\.org.*after the program's last change.*before that were ns1\.atom\.com/s;
/** The first nameservers, steps after that, those at the end, and the message of a destroy. */
const lives: Life[] = [
  ["remembers what was there at first through changes of the program and by hand", own, changes, own, /^$/],
  ["never restores what a person set after an adoption", own, [byHand, refresh, up(own)], own, adopted],
  ["leaves what a person set since, and tells all three", foreign, [byHand], persons, since],
  ["leaves what a refresh saw that a person set since", foreign, [byHand, refresh], persons, since],
];

it.each(lives)("restoreOnDelete %s", async (_title, first, steps, end, says) => {
  const stack = await applied({ ns: delegation(first) });
  for (const step of steps) await step(stack);
  said();
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(end);
  expect(said()).toMatch(says);
});

it("restoreOnDelete does not forget what was there before when the response to the first change got lost", async () => {
  const stack = new HandlerStack();
  registrar.sandbox.fault({ operation: "nameservers.set", fault: { status: 501, done: true }, times: 1 });
  expect(await writesOf(stack, { ns: delegation() })).toEqual(["PUT nameservers.set"]);
  await stack.destroy();
  expect(live()).toEqual(own);
});

it("nameservers are read back if the response doesn't show them, and fail if the registrar shows others", async () => {
  const ns = (nameservers: string[]) => ({ ns: one("nameservers", { nameservers }) });
  const stack = new HandlerStack();
  shows("nameservers.set", {}, { times: 1, done: true });
  expect((await stack.up(ns(foreign))).errors).toEqual({});
  expect(registrar.calls()).toEqual(["GET domains.get", "GET domains.get", "PUT nameservers.set", "GET domains.get"]);
  shows("nameservers.set", {}, { times: 1 });
  expect((await stack.up(ns(own))).errors["ns"]).toMatch(
    /accepted the nameservers ns1\.atom\.com, ns2\.atom\.com, but nameservers\.get shows ns1\.example\.net, ns2\.example\.net/,
  );
  expect((await stack.up(ns(own))).steps).toEqual({ ns: "update" });
  expect(live()).toEqual(own);
});
