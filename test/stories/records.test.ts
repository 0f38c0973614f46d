import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, everyType, forward, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const zone = () =>
  registrar.sandbox
    .records("example.com")
    .map(({ type, name, content }) => `${name || "@"} ${type} ${content ?? ""}`.trim());

describe("a zone of records", () => {
  it("is made, read and emptied with the list's pages and one call a record, and costs nothing the second time", async () => {
    const stack = new HandlerStack(quick);
    const first = await stack.up(everyType);
    expect(first.errors).toEqual({});
    const calls = registrar.calls();
    expect(calls.filter((call) => call === "POST records.create")).toHaveLength(Object.keys(everyType).length);
    expect(calls.filter((call) => call === "GET records.list")).toHaveLength(1);
    expect(calls).toHaveLength(Object.keys(everyType).length + 2);

    const second = await stack.up(everyType);
    expect(new Set(Object.values(second.steps))).toEqual(new Set(["same"]));
    expect(registrar.calls()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.calls()).toEqual(["GET records.list"]);
    expect(new Set(Object.values((await stack.preview(everyType)).steps))).toEqual(new Set(["same"]));

    expect((await stack.destroy()).errors).toEqual({});
    expect(zone()).toEqual([]);
    expect(registrar.calls().filter((call) => call.startsWith("GET"))).toHaveLength(1);
  });

  it("takes as many requests as its list has pages", async () => {
    for (let n = 0; n < 100; n += 1)
      registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: `h${n}`, content: "192.0.2.1" });
    const stack = await applied({ web: a("www", "192.0.2.1") });
    registrar.sandbox.log.clear();
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.sandbox.log.entries().map(({ page }) => page)).toEqual([1, 2]);
  });
});

it("has its full name in canonical form, after every call, and no difference by it", async () => {
  const [domain, sip] = ["Example.com", { priority: 10, weight: 5, port: 5060, target: "sip.example.net" }];
  const set: Program[string] = {
    handler: "dnsRecordSet",
    args: { domain, name: "Pool", type: "A", values: ["192.0.2.4"] },
  };
  const program = {
    ...{
      apex: a("@", "192.0.2.1", { domain }),
      idn: a("b\u00fccher", "192.0.2.2"),
      wild: a("*.Dev", "192.0.2.3"),
      set,
    },
    parts: record("SRV", "@", { service: "sip", protocol: "TCP", ...sip }),
    whole: record("SRV", "_sips._tcp.mail", sip),
  };
  const expected = {
    ...{ apex: "example.com", idn: "xn--bcher-kva.example.com", wild: "*.dev.example.com", set: "pool.example.com" },
    ...{ parts: "_sip._tcp.example.com", whole: "_sips._tcp.mail.example.com" },
  };
  const stack = new HandlerStack(quick);
  const shown = () => Object.fromEntries([...stack.state].map(([name, { outputs }]) => [name, outputs["fqdn"]]));
  expect((await stack.up(program)).errors).toEqual({});
  expect(shown()).toEqual(expected);
  expect(await stack.refresh()).toEqual(unchanged);
  expect(shown()).toEqual(expected);
  expect(new Set(Object.values((await stack.up(program)).steps))).toEqual(new Set(["same"]));
  await stack.up({ ...program, wild: a("tame", "192.0.2.3") });
  expect(shown()).toEqual({ ...expected, wild: "tame.example.com" });
});

it("an update leaves alone the live value, as the last refresh found it, of an argument that the program ignores", async () => {
  const stack = new HandlerStack(quick);
  const ignoring = (rest: Record<string, unknown>) => ({
    web: { ...a("www", "192.0.2.1", rest), ignoreChanges: ["content"] },
  });
  await stack.up(ignoring({ ttl: 300 }));
  registrar.sandbox.dashboard.editRecord("example.com", registrar.sandbox.records("example.com")[0]?.id ?? 0, {
    content: "203.0.113.9",
  });
  await stack.refresh();
  expect((await stack.up(ignoring({ ttl: 600 }))).steps).toEqual({ web: "update" });
  expect(registrar.sandbox.records("example.com")).toMatchObject([{ content: "203.0.113.9", ttl: 600 }]);
});

it("a rename that was killed between create and delete is finished by the next run, and the record stays", async () => {
  const stack = await applied({ old: a("www", "192.0.2.1") });
  // The new one was made, the old one not deleted: both are in the state.
  const killed = new HandlerStack(quick);
  await killed.up({ renamed: a("www", "192.0.2.1", { adopt: true }) });
  for (const [name, row] of killed.state) stack.state.set(name, row);
  const { steps } = await stack.up({ renamed: a("www", "192.0.2.1", { adopt: true }) });
  expect(steps).toEqual({ renamed: "same", old: "delete" });
  expect(zone()).toEqual(["www A 192.0.2.1"]);
});

it.each([
  ["adding the ttl that is live", {}, { ttl: 3600 }],
  ["dropping the ttl", { ttl: 3600 }, {}],
])(
  "small changes that mean nothing: %s writes nothing and is right on the next refresh",
  async (_title, before, after) => {
    registrar.sandbox.dashboard.addRecord("example.com", {
      type: "CNAME",
      name: "blog",
      content: "host.example.net",
      ttl: 3600,
    });
    const stack = await applied({
      blog: record("CNAME", "blog", { content: "host.example.net", adopt: true, ...before }),
    });
    const wanted = { blog: record("CNAME", "blog", { content: "host.example.net", ...after }) };
    expect((await stack.up(wanted)).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.preview(wanted)).steps).toEqual({ blog: "same" });
  },
);

describe("a change of type", () => {
  it("from A to CNAME is one run: the old one goes first, siblings stay", async () => {
    const stack = new HandlerStack(quick);
    const sibling = { sibling: a("other", "192.0.2.7") };
    await stack.up({ www: a("www", "192.0.2.1"), ...sibling });
    registrar.calls();
    const { steps, errors } = await stack.up({
      www: record("CNAME", "www", { content: "host.example.net" }),
      ...sibling,
    });
    expect(errors).toEqual({});
    expect(steps).toEqual({ www: "replace", sibling: "same" });
    expect(registrar.writes()).toEqual(["DELETE records.delete", "POST records.create"]);
    expect(zone().sort()).toEqual(["other A 192.0.2.7", "www CNAME host.example.net"]);
  });

  const alias = (rest = {}) => record("CNAME", "www", { content: "host.example.net", ...rest });
  it.each([
    ["from CNAME to A", alias(), a("www", "192.0.2.1")],
    ["from AAAA to CNAME", record("AAAA", "www", { content: "2001:db8::1" }), alias()],
    ["to CNAME with adopt", a("www", "192.0.2.1"), alias({ adopt: true })],
  ])("%s is as good in a preview as in the update", async (_what, before, after) => {
    const stack = await applied({ www: before });
    expect(await stack.up({ www: after })).toEqual({ steps: { www: "replace" }, errors: {} });
    expect(zone()).toEqual([`www ${after.args["type"]} ${after.args["content"]}`]);
  });

  it("or a replacement that somebody asks for takes no other's row beside its own", async () => {
    const stack = new HandlerStack(quick);
    const program = { www: a("www", "192.0.2.1"), shop: forward("shop", "https://x.example/") };
    await stack.up(program);
    expect(await stack.up(program, { replace: ["www", "shop"] })).toMatchObject({ errors: {} });
    registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "www", content: "a person's" });
    const { errors } = await stack.up({ ...program, www: alias() });
    expect(errors["www"]).toMatch(/conflicts with existing records/);
    expect(zone()).toContain("www TXT a person's");
  });
});

it("advice is given once in a run, for what is new or changed, in every language", async () => {
  const spf = (name: string, content: string) => record("TXT", name, { content });
  const program = { one: spf("@", "v=spf1 ptr -all"), two: spf("b", "v=spf1 ptr ~all") };
  const stack = new HandlerStack(quick);
  expect((await stack.up(program)).errors).toEqual({});
  expect(said().match(/\[spf-policy, RFC 7208/g)).toHaveLength(1);
  await stack.up(program);
  expect(said()).toBe("");
});
