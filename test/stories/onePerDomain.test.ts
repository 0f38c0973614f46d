/** Resources of which a domain has one: renamed without an alias, or replaced, the new resource adopts the domain and the old one calls nothing. */
import { applied, unchanged } from "../support/applied.ts";
import { type Declared, HandlerStack, type Program } from "../support/handlerStack.ts";
import { withPulumiHome } from "../support/orders.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

withPulumiHome();
const registrar = withRegistrar();
const said = withSaid();
const domain = "example.com";
const foreign = ["ns1.example.net", "ns2.example.net"];
const own = ["ns1.atom.com", "ns2.atom.com"];
const live = () => [...registrar.sandbox.domain(domain).nameservers].sort();
const delegation = (nameservers = foreign): Declared => ({
  handler: "nameservers",
  args: { domain, nameservers, restoreOnDelete: true },
});

const all: [string, Declared, string][] = [
  ["DomainLock", { handler: "domainLock", args: { domain } }, "The registrar lock of example.com stays"],
  ["Nameservers", delegation(), "The delegation of example.com stays"],
  [
    "DomainSettings",
    { handler: "domainSettings", args: { domain, autoRenew: false } },
    "The settings of example.com stay",
  ],
  ["Dnssec", { handler: "dnssec", args: { domain, enabled: true } }, "DNSSEC of example.com stays"],
  [
    "DomainContacts",
    { handler: "domainContacts", args: { domain, admin: "ATOM-1001" } },
    "The contacts of example.com stay",
  ],
  [
    "DomainRegistration",
    { handler: "domainRegistration", args: { domain, maxPrice: 20 } },
    "The registration of example.com stays",
  ],
  [
    "DomainTransfer",
    { handler: "domainTransfer", args: { domain, maxPrice: 20, authCode: "abcdefgh" } },
    "The transfer of example.com stays",
  ],
];

describe.each(all)("%s", (_type, declared, stays) => {
  it("that is renamed without an alias is adopted by the new resource, and the old one calls nothing", async () => {
    const stack = await applied({ old: declared });
    const before = JSON.stringify(registrar.sandbox.domain(domain));
    registrar.calls();
    said();
    const { steps, errors } = await stack.up({ new: declared });
    expect(errors).toEqual({});
    expect(steps).toEqual({ new: "create", old: "delete" });
    expect(said()).toContain(`${stays}`);
    expect(registrar.calls().filter((call) => !call.startsWith("GET"))).toEqual([]);
    expect(JSON.stringify(registrar.sandbox.domain(domain))).toBe(before);
    expect((await stack.up({ new: declared })).steps).toEqual({ new: "same" });
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("can't move to another domain", async () => {
    const stack = await applied({ one: declared });
    const moved = { ...declared, args: { ...declared.args, domain: "example.org" } };
    expect((await stack.preview({ one: moved })).errors["one"]).toMatch(
      /cannot change from example\.com: declare a new/,
    );
  });

  it("that is replaced leaves the domain as it is", async () => {
    const stack = await applied({ one: declared });
    const before = JSON.stringify(registrar.sandbox.domain(domain));
    registrar.calls();
    said();
    expect((await stack.up({ one: declared }, { replace: ["one"] })).errors).toEqual({});
    expect(said()).toContain(`${stays}`);
    expect(registrar.writes()).toEqual([]);
    expect(JSON.stringify(registrar.sandbox.domain(domain))).toBe(before);
    expect((await stack.up({ one: declared })).steps).toEqual({ one: "same" });
  });
});

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
] as const)(
  "the preview warns once that nameservers %s have nothing to restore, and how they keep it",
  async (_, name, replace) => {
    const stack = await applied({ old: delegation() });
    registrar.calls();
    said();
    const program: Program = { [name]: { ...delegation(), deleteBeforeReplace: false } };
    expect((await stack.preview(program, { replace })).errors).toEqual({});
    const remedy = /example\.com uses these nameservers already.*`aliases`\. With `pulumi up --replace`/g;
    expect(said().match(remedy)).toHaveLength(1);
    expect(registrar.calls()).toEqual(["GET domains.get"]);
    await stack.up(program, { replace });
    expect(said()).toContain("stays (the nameservers before it: ns1.atom.com, ns2.atom.com)");
    await stack.destroy();
    expect(live()).toEqual(foreign);
  },
);

it("the preview doesn't warn where there is something to restore, or nothing is to be restored", async () => {
  const stack = new HandlerStack(quick);
  await stack.preview({ one: delegation() });
  await stack.preview({ one: { handler: "nameservers", args: { domain, nameservers: own } } });
  await stack.up({ one: delegation() });
  await stack.preview({ one: delegation(["a.example.net", "b.example.net"]) });
  expect(said()).not.toMatch(/restoreOnDelete/);
});

it.each(["", "late-registration"])(
  "orders a pending transfer no second time for a renamed resource (%s)",
  async (profile) => {
    registrar.sandbox.setProfile(profile);
    registrar.sandbox.addDomain("theirs.com", { account: "other", authCode: "abcdefgh" });
    const transfer: Declared = {
      handler: "domainTransfer",
      args: { domain: "theirs.com", maxPrice: 20, authCode: "abcdefgh" },
    };
    const stack = await applied({ old: transfer });
    await stack.up({ new: transfer });
    expect(registrar.sandbox.ledger()).toHaveLength(1);
  },
);

it("a lock that is taken out of the program still refuses its delete", async () => {
  const stack = await applied({ old: { handler: "domainLock", args: { domain } } });
  const other = { other: { handler: "domainLock" as const, args: { domain: "example.org" } } };
  expect((await stack.up(other)).errors["old"]).toMatch(/is locked/);
  expect((await stack.destroy()).errors).toEqual({
    old: expect.stringContaining("is locked"),
    other: expect.stringMatching(/^See the error of resource `old`|^An earlier error of this run/),
  });
});

it("restoreOnDelete never restores nameservers that a person set after the program adopted the domain, and says so", async () => {
  const stack = await applied({ ns: delegation(own) });
  registrar.sandbox.dashboard.setNameservers(domain, ["ns8.example.org", "ns9.example.org"]);
  await stack.refresh();
  await stack.up({ ns: delegation(own) });
  registrar.calls();
  said();
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(own);
  expect(registrar.calls()).toEqual([]);
  expect(said()).toContain("were not changed: they were the same when the program adopted them");
});

it("restoreOnDelete remembers what was there at first through changes of the program and by hand", async () => {
  const stack = await applied({ ns: delegation(own) });
  registrar.sandbox.dashboard.setNameservers(domain, ["ns8.example.org", "ns9.example.org"]);
  await stack.refresh();
  await stack.up({ ns: delegation(foreign) });
  await stack.up({ ns: delegation(["a.example.net", "b.example.net"]) });
  await stack.destroy();
  expect(live()).toEqual(own);
});

it.each([[false], [true]])(
  "restoreOnDelete leaves what a person set since, and tells all three (refreshed: %s)",
  async (refreshed) => {
    const stack = await applied({ ns: delegation() });
    registrar.sandbox.dashboard.setNameservers(domain, ["ns8.example.org", "ns9.example.org"]);
    if (refreshed) await stack.refresh();
    registrar.calls();
    said();
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual(["ns8.example.org", "ns9.example.org"]);
    expect(registrar.calls()).toEqual(["GET domains.get"]);
    expect(said()).toMatch(/ns8\.example\.org.*after the program's last change.*before that were ns1\.atom\.com/s);
  },
);

it("restoreOnDelete does not forget what was there before when the answer to the first change got lost", async () => {
  const stack = new HandlerStack(quick);
  registrar.sandbox.fault({ operation: "nameservers.set", fault: { status: 501, done: true }, times: 1 });
  expect((await stack.up({ ns: delegation() })).errors).toEqual({});
  expect(registrar.writes()).toEqual(["PUT nameservers.set"]);
  await stack.destroy();
  expect(live()).toEqual(own);
});

const nsOf = (nameservers: string[]): Program => ({ ns: { handler: "nameservers", args: { domain, nameservers } } });

it("nameservers are read back if the response doesn't show them, and fail if the registrar shows others", async () => {
  const [operation, body] = ["nameservers.set", { success: true }];
  const stack = new HandlerStack(quick);
  registrar.sandbox.fault({ operation, times: 1, fault: { status: 200, body, done: true } });
  expect((await stack.up(nsOf(foreign))).errors).toEqual({});
  expect(registrar.calls()).toEqual(["GET domains.get", "GET domains.get", "PUT nameservers.set", "GET domains.get"]);
  registrar.sandbox.fault({ operation, times: 1, fault: { status: 200, body } });
  expect((await stack.up(nsOf(own))).errors["ns"]).toMatch(
    /accepted the nameservers ns1\.atom\.com, ns2\.atom\.com, but nameservers\.get shows ns1\.example\.net, ns2\.example\.net/,
  );
  expect((await stack.up(nsOf(own))).steps).toEqual({ ns: "update" });
  expect(live()).toEqual(own);
});

it("restoreOnDelete restores the nameservers from before, also if the option came later", async () => {
  const stack = await applied(nsOf(foreign));
  expect((await stack.up({ ns: delegation() })).steps).toEqual({ ns: "update" });
  expect(registrar.calls()).toEqual([]);
  await stack.destroy();
  expect(live()).toEqual(own);
});

it("a destroy of two locks says once what to do; the other error names the resource with that message", async () => {
  const stack = new HandlerStack(quick);
  const lockOf = (domain: string) => ({ handler: "domainLock" as const, args: { domain } });
  await stack.up({ com: lockOf("example.com"), org: lockOf("example.org") });
  const messages = Object.values((await stack.destroy()).errors);
  expect(messages.filter((message) => /^example\.\w+ is locked.*pulumi state delete/s.test(message))).toHaveLength(1);
  expect(
    messages.filter((message) => /^See the error of resource|^An earlier error of this run/.test(message)),
  ).toHaveLength(1);
});
