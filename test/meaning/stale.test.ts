/** Lists that lag behind writes for less than the bound: nothing is doubled, nothing is dropped. */
import { isSoak } from "../support/soak.ts";
import { a, applied, forward, HandlerStack, type Program, record, unchanged, withStory } from "../support/story.ts";

const { registrar } = withStory();
/** The bound, shorter than the usual 10 seconds; longer than any lag of these stories. */
const bound = { "registrar:staleListSeconds": isSoak ? "2" : "1" };

const zone = () =>
  registrar.sandbox
    .records("example.com")
    .map(({ name, type, content, ttl }) => [name, type, content, ttl].filter(Boolean).join(" "))
    .sort();
const forwards = () =>
  registrar.sandbox.forwards("example.com").map(({ source, destination }) => `${source} ${destination}`);

const silent = "writes-without-object,ids-change-on-put";
/** Waiting is what these stories do most: the long ones belong to the soak. */
const lags = ["stale-lists:1", `stale-lists:2,${silent}`];
if (isSoak) lags.push("stale-seconds:1", `stale-seconds:1,${silent}`);

it("a list that was asked for within the bound and responds after it isn't the last read", async () => {
  registrar.sandbox.setProfile("stale-lists:2");
  const stack = await applied({ web: a("www", "192.0.2.1") }, bound);
  const late = { delayMs: isSoak ? 2200 : 1200 };
  registrar.sandbox.fault({ operation: "records.list", after: 2, times: 1, fault: late });
  expect(await stack.refresh()).toEqual(unchanged);
});

it("what another machine wrote, whose clock runs ahead, may lag as well", async () => {
  registrar.sandbox.setProfile("stale-lists:2");
  const stack = await applied({ web: a("www", "192.0.2.1") }, bound);
  const own = stack.state.get("web")?.outputs["__registrar"];
  Object.assign(Object(own), { writtenAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await stack.refresh()).toEqual(unchanged);
});

it("a sibling that differs in the priority alone is not taken for a record that does not show yet", async () => {
  registrar.sandbox.setProfile("stale-lists:1");
  const stack = new HandlerStack(bound);
  const mail = (priority: number) => record("MX", "@", { content: "mail.example.net", priority });
  expect((await stack.up({ sibling: mail(20) })).errors).toEqual({});
  expect(await stack.refresh()).toEqual(unchanged);
  expect((await stack.up({ late: mail(30), sibling: mail(20) })).errors).toEqual({});
  // The late one is looked for before the sibling says which row is its own.
  stack.state.delete("sibling");
  expect(await stack.refresh()).toEqual(unchanged);
});

it("a row that this run deleted, and a lagging list still shows, is not adopted after a refusal", async () => {
  const www = { www: a("www", "192.0.2.1", { adopt: true }) };
  const stack = await applied(www, bound);
  const data = registrar.sandbox.records("example.com").map((row) => ({ ...row }));
  const body = { success: true, data, total: data.length };
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 200, body } });
  registrar.sandbox.fault({ operation: "records.create", fault: { status: 409, body: { message: "exists already" } } });
  const { errors } = await stack.up(www, { replace: ["www"], skipPreview: true });
  expect([zone(), Object.keys(errors)]).toEqual([[], ["www"]]);
});

it("a check right after a run that deleted a value of a set asks for no consent to delete it", async () => {
  registrar.sandbox.setProfile("stale-lists:1");
  const set = (...last: number[]): Program => ({
    web: {
      handler: "dnsRecordSet",
      args: { domain: "example.com", name: "www", type: "A", values: last.map((each) => `192.0.2.${each}`) },
    },
  });
  const stack = await applied(set(1, 2), bound);
  expect((await stack.up(set(1))).errors).toEqual({});
  expect((await stack.up(set(1, 3))).errors).toEqual({});
  expect(registrar.sandbox.records("example.com").map(({ content }) => content)).toEqual(["192.0.2.1", "192.0.2.3"]);
});

describe.each(lags)("under %s", (profile) => {
  beforeEach(() => registrar.sandbox.setProfile(profile));

  const www = (content: string, rest: Record<string, unknown> = {}) => ({ web: a("www", content, rest) });

  it("a refresh right after an up sees no drift and loses nothing", async () => {
    const stack = await applied({ ...www("192.0.2.1"), shop: forward("shop", "https://x.example/") }, bound);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(
      (await stack.up({ ...www("192.0.2.2", { ttl: 60 }), shop: forward("shop", "https://y.example/") })).errors,
    ).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    expect(
      (await stack.preview({ ...www("192.0.2.2", { ttl: 60 }), shop: forward("shop", "https://y.example/") })).steps,
    ).toEqual({ web: "same", shop: "same" });
  });

  it("updates right after each other end in the last one, also back to the first", async () => {
    const stack = await applied(www("192.0.2.1", { ttl: 300 }), bound);
    for (const [content, ttl] of [
      ["192.0.2.2", 300],
      ["192.0.2.2", 60],
      ["192.0.2.1", 300],
    ] as const) {
      expect((await stack.up(www(content, { ttl }))).errors).toEqual({});
      expect(zone()).toEqual([`www A ${content} ${ttl}`]);
    }
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("a destroy right after an up, and right after an update, deletes everything", async () => {
    const stack = new HandlerStack(bound);
    const program = { ...www("192.0.2.1"), shop: forward("shop", "https://x.example/") };
    await stack.up(program);
    expect((await stack.destroy()).errors).toEqual({});
    expect([...zone(), ...forwards()]).toEqual([]);
    expect((await new HandlerStack(bound).up({ other: a("other", "192.0.2.3") })).errors).toEqual({});
    const second = new HandlerStack(bound);
    await second.up(www("192.0.2.5"));
    await second.up(www("192.0.2.6"));
    expect((await second.destroy()).errors).toEqual({});
    expect(zone()).toEqual(["other A 192.0.2.3"]);
  });

  it.each([
    ["the same", {}],
    ["another TTL", { ttl: 60 }],
  ])("a rename with adopt right after an up keeps one record (%s)", async (_title, rest) => {
    const stack = await applied(www("192.0.2.1"), bound);
    const renamed = { renamed: a("www", "192.0.2.1", { adopt: true, ...rest }) };
    const { errors } = await stack.up(renamed);
    if (errors["renamed"] !== undefined) {
      expect(errors["renamed"]).toMatch(/doesn't show it yet: run `pulumi up` again/);
      registrar.sandbox.setProfile("");
      expect((await stack.up(renamed)).errors).toEqual({});
    }
    expect(zone()).toEqual([["www A 192.0.2.1", ...Object.values(rest)].join(" ")]);
    expect([...stack.state.keys()]).toEqual(["renamed"]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.destroy()).errors).toEqual({});
    expect(zone()).toEqual([]);
  });

  it.each([
    ["the same", {}],
    ["another TTL", { ttl: 60 }],
  ])("with adopt, what was deleted a moment ago is made again and not taken for there (%s)", async (_title, rest) => {
    const stack = await applied(www("192.0.2.1"), bound);
    await stack.refresh();
    expect((await stack.destroy()).errors).toEqual({});
    expect((await stack.up(www("192.0.2.1", { adopt: true, ...rest }))).errors).toEqual({});
    expect(zone()).toEqual([["www A 192.0.2.1", ...Object.values(rest)].join(" ")]);
    expect(await stack.refresh()).toEqual(unchanged);
  });
});
