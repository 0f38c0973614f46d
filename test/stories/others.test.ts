import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { forward, person, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();

const program = {
  shop: forward("shop", "https://www.example.net/shop", { type: "permanent" }),
  apex: forward("@", "https://www.example.net/"),
};
const live = () =>
  registrar.sandbox
    .forwards("example.com")
    .map(({ source, destination, type }) => `${source || "@"} ${destination} ${type}`);

it("UrlForward applies, does nothing the second time, sees a hand edit, repairs it, and goes", async () => {
  const stack = new HandlerStack(quick);
  expect((await stack.up(program)).errors).toEqual({});
  expect(registrar.calls()).toEqual(["GET forwards.list", "POST forwards.create", "POST forwards.create"]);
  expect((await stack.up(program)).steps).toEqual({ shop: "same", apex: "same" });
  expect(registrar.calls()).toEqual([]);
  const [shop] = registrar.sandbox.forwards("example.com");
  registrar.sandbox.dashboard.editForward("example.com", shop?.id ?? 0, {
    destination: "https://evil.example/",
    type: "temporary",
  });
  registrar.calls();
  expect((await stack.refresh()).drift).toEqual({
    shop: { destination: "https://evil.example/", type: "temporary" },
  });
  expect((await stack.up(program)).steps).toEqual({ shop: "update", apex: "same" });
  expect(registrar.calls()).toEqual(["GET forwards.list", "GET forwards.list", "PUT forwards.update"]);
  expect(live().sort()).toEqual([
    "@ https://www.example.net/ temporary",
    "shop https://www.example.net/shop permanent",
  ]);
  expect(await stack.refresh()).toEqual(unchanged);
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual([]);
});

it("UrlForward leaves a type alone that the program does not give, and a destination's spelling is no drift", async () => {
  const stack = await applied({ shop: forward("Shop", "HTTPS://WWW.example.net") });
  const [shop] = registrar.sandbox.forwards("example.com");
  registrar.sandbox.dashboard.editForward("example.com", shop?.id ?? 0, {
    type: "permanent",
    destination: "https://www.example.net/",
  });
  expect(await stack.refresh()).toEqual(unchanged);
  expect((await stack.preview({ shop: forward("shop", "https://www.example.net/") })).steps).toEqual({
    shop: "same",
  });
});

it("DomainLock says what to do once; the errors of other locks name the resource with that message", async () => {
  const stack = new HandlerStack();
  const lockOf = (domain: string) => ({ handler: "domainLock" as const, args: { domain } });
  await stack.up({ com: lockOf("example.com"), org: lockOf("example.org") });
  const messages = Object.values((await stack.destroy()).errors);
  expect(messages.filter((message) => /^example\.\w+ is locked.*pulumi state delete/s.test(message))).toHaveLength(1);
  expect(
    messages.filter((message) => /^See the error of resource|^An earlier error of this run/.test(message)),
  ).toHaveLength(1);
});

const lock = { lock: { handler: "domainLock" as const, args: { domain: "example.com" } } };
const locked = () => registrar.sandbox.domain("example.com").locked;

it("DomainLock locks, does nothing twice, locks again after an unlock in the dashboard, and goes only once unlocked", async () => {
  const stack = await applied(lock);
  expect(locked()).toBe(true);
  registrar.calls();
  expect((await stack.up(lock)).steps).toEqual({ lock: "same" });
  expect(registrar.calls()).toEqual([]);

  registrar.sandbox.dashboard.unlock("example.com");
  expect((await stack.refresh()).drift).toMatchObject({ lock: { locked: false } });
  expect((await stack.up(lock)).steps).toEqual({ lock: "update" });
  expect(locked()).toBe(true);

  registrar.calls();
  expect((await stack.destroy()).errors["lock"]).toMatch(
    /^example\.com is locked, and.*only the registrar's dashboard.*unlock .* in the dashboard, then.*pulumi state delete/s,
  );
  expect(registrar.calls()).toEqual(["GET lock.get"]);
  expect([...stack.state.keys()]).toEqual(["lock"]);
  registrar.sandbox.dashboard.unlock("example.com");
  expect((await stack.destroy()).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
  expect(locked()).toBe(false);
});

describe("Nameservers", () => {
  const servers = (nameservers: string[], rest: Record<string, unknown> = {}) => ({
    ns: { handler: "nameservers" as const, args: { domain: "example.com", nameservers, ...rest } },
  });
  const foreign = ["ns1.example.net", "ns2.example.net"];
  const own = ["ns1.atom.com", "ns2.atom.com"];
  const live = () => [...registrar.sandbox.domain("example.com").nameservers].sort();

  it("sets the list, compares it as a set, sees and repairs a change by hand, and leaves it when it goes", async () => {
    const stack = new HandlerStack();
    expect((await stack.up(servers(foreign))).errors).toEqual({});
    expect(registrar.calls()).toEqual(["GET domains.get", "GET domains.get", "PUT nameservers.set"]);
    expect((await stack.up(servers(["NS2.example.net.", "ns1.EXAMPLE.net"]))).steps).toEqual({ ns: "same" });
    expect(registrar.calls()).toEqual([]);
    registrar.sandbox.dashboard.setNameservers("example.com", ["ns9.example.net", "ns1.example.net"]);
    expect((await stack.refresh()).drift).toEqual({ ns: { nameservers: ["ns9.example.net", "ns1.example.net"] } });
    expect((await stack.up(servers(foreign))).steps).toEqual({ ns: "update" });
    expect(live()).toEqual(foreign);
    registrar.calls();
    expect((await stack.destroy()).errors).toEqual({});
    expect(registrar.calls()).toEqual([]);
    expect(live()).toEqual(foreign);
  });

  it("reads the list back where the answer does not show it, and keeps no list that the registrar does not show", async () => {
    const [operation, body] = ["nameservers.set", { success: true }];
    const stack = new HandlerStack(quick);
    registrar.sandbox.fault({ operation, times: 1, fault: { status: 200, body, done: true } });
    expect((await stack.up(servers(foreign))).errors).toEqual({});
    expect(registrar.calls()).toEqual(["GET domains.get", "GET domains.get", "PUT nameservers.set", "GET domains.get"]);
    registrar.sandbox.fault({ operation, times: 1, fault: { status: 200, body } });
    expect((await stack.up(servers(own))).errors["ns"]).toMatch(
      /accepted the nameservers ns1\.atom\.com, ns2\.atom\.com, but nameservers\.get shows ns1\.example\.net, ns2\.example\.net/,
    );
    expect((await stack.up(servers(own))).steps).toEqual({ ns: "update" });
    expect(live()).toEqual(own);
  });

  it("with restoreOnDelete puts back what was there before, also when the option came later", async () => {
    const stack = await applied(servers(foreign));
    expect((await stack.up(servers(foreign, { restoreOnDelete: true }))).steps).toEqual({ ns: "update" });
    expect(registrar.calls()).toEqual([]);
    await stack.destroy();
    expect(live()).toEqual(own);
  });
});

describe("Contact", () => {
  const contact = (rest: Record<string, unknown> = {}) => ({
    owner: { handler: "contact" as const, args: { ...person, ...rest } },
  });
  const live = () => registrar.sandbox.contacts().find(({ name }) => name === "Ada Lovelace" || name === "Ada King");

  it("is created, does nothing the second time, sees and repairs a change by hand, and is forgotten when it goes", async () => {
    const stack = new HandlerStack();
    expect((await stack.up(contact())).errors).toEqual({});
    expect(registrar.calls()).toEqual(["GET contacts.list", "POST contacts.create"]);
    expect((await stack.up(contact())).steps).toEqual({ owner: "same" });
    expect(registrar.calls()).toEqual([]);
    registrar.sandbox.dashboard.editContact(live()?.handle ?? "", { city: "Paris" });
    expect((await stack.refresh()).drift).toEqual({ owner: { city: "Paris" } });
    await stack.up(contact());
    expect(live()?.city).toBe("London");
    registrar.calls();
    expect((await stack.destroy()).errors).toEqual({});
    expect(registrar.calls()).toEqual([]);
    expect(live()).toBeDefined();
  });

  it("has its street address as lines, also where the registrar shows them as one text", async () => {
    const stack = new HandlerStack();
    const program = contact({ address: ["1 Main Street", "Flat 2"] });
    await stack.up(program);
    const rows = registrar.sandbox.contacts().map((row) => ({ ...row, address: row.address.join("\r\n ") }));
    const body = { success: true, data: rows, total: rows.length };
    registrar.sandbox.fault({ operation: "contacts.list", fault: { status: 200, body } });
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await new HandlerStack().up(program)).errors).toEqual({});
    expect(registrar.writes()).toEqual(["POST contacts.create"]);
  });

  it("waits for the owner's approval of a new e-mail address: no repetition, no drift, then it settles", async () => {
    const stack = await applied(contact());
    const renewed = contact({ email: "ada@new.example" });
    expect((await stack.up(renewed)).errors).toEqual({});
    expect(registrar.writes()).toEqual(["PUT contacts.update"]);
    expect(stack.state.get("owner")?.outputs).toMatchObject({
      email: "ada@new.example",
      pendingSince: expect.any(String),
    });
    expect(live()?.email).toBe("ada@example.org");
    expect((await stack.up(renewed)).steps).toEqual({ owner: "same" });
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(renewed)).steps).toEqual({ owner: "same" });
    expect(registrar.writes()).toEqual([]);
    registrar.sandbox.dashboard.approve(registrar.sandbox.dashboard.pendingApprovals()[0]?.id ?? 0);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(stack.state.get("owner")?.outputs).not.toHaveProperty("pendingSince");
    expect((await stack.up(renewed)).steps).toEqual({ owner: "same" });
  });

  it("while a change waits, remembers what had no value in the form of its field", async () => {
    const stack = await applied(contact());
    const data = registrar.sandbox.contacts().map(({ address: _, ...row }) => row);
    registrar.sandbox.fault({
      operation: "contacts.list",
      fault: { status: 200, body: { success: true, data, total: data.length } },
    });
    const moved = contact({ email: "ada@new.example", address: ["2 New Road"], fax: "+1.2025550125" });
    expect((await stack.up(moved)).errors).toEqual({});
    const { pending } = stack.state.get("owner")?.outputs ?? {};
    expect(pending).toEqual({ email: "ada@example.org", address: [], fax: "" });
  });
});
