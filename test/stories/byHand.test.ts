/** People who edit the dashboard: TTLs, `ignoreChanges`, and repairs that the program makes afterwards. */
import { a, alias, forward, holders, kinds, mx, owners, record, recordKinds, set, whole } from "../support/records.ts";
import { applied, type Declared, expectIdle, HandlerStack, unchanged, withStory } from "../support/story.ts";

const { registrar, live, rows, forwards, byHand, dashboard, clear, edit, expectDestroyed, writesOf } = withStory();
const ttls = () => rows().map(({ ttl }) => ttl);
const text: (typeof kinds)[number] = ["TXT record", (at, ttl) => record("TXT", "www", { content: `text ${at}`, ttl })];

describe.each([text, ...recordKinds])("the TTL of a %s", (_kind, declared) => {
  it("is written with every other change, although a person edited it and no refresh saw that", async () => {
    const stack = await applied({ it: declared(1, 300) });
    edit("www", { ttl: 86_400 });
    expect((await stack.up({ it: declared(2, 300) })).errors).toEqual({});
    expect(ttls()).toEqual([300]);
    expect(await stack.refresh()).toEqual(unchanged);
    edit("www", { ttl: 86_400 });
    expect(Object.keys((await stack.refresh()).drift)).toEqual(["it"]);
  });

  it.each([
    ["shows the row", "ttl-minimum"],
    ["doesn't show the row", "ttl-minimum,writes-without-object"],
  ])("stays at the registrar's minimum, if the response to a write %s", async (_response, profile) => {
    registrar.sandbox.setProfile(profile);
    const stack = await applied({ it: declared(1, 300) });
    for (const version of [1, 2] as const) {
      expect((await stack.up({ it: declared(version, 300) })).errors).toEqual({});
      for (const _ of ["first", "second"]) await expectIdle(stack, { it: declared(version, 300) });
    }
    edit("www", { ttl: 900 });
    expect(Object.keys((await stack.refresh()).drift)).toEqual(["it"]);
    // The program never sent the person's TTL: the minimum is now a difference, and one write repairs it.
    edit("www", { ttl: 600 });
    await stack.refresh();
    expect((await stack.up({ it: declared(2, 300) })).errors).toEqual({});
    await expectIdle(stack, { it: declared(2, 300) });
  });

  it("that the program sets to the registrar's minimum is watched from then on", async () => {
    registrar.sandbox.setProfile("ttl-minimum,writes-without-object");
    const stack = await applied({ it: declared(1, 300) });
    expect((await stack.up({ it: declared(1, 600) })).errors).toEqual({});
    edit("www", { ttl: 900 });
    expect(Object.keys((await stack.refresh()).drift)).toEqual(["it"]);
  });
});

const own = ["192.0.2.1", "192.0.2.2"];
it.each(holders)(
  "the TTL of one record of a %s, edited by hand, is mended after any number of refreshes",
  async (_kind, of) => {
    const it = of(own, { ttl: 300 });
    const stack = await applied({ it });
    edit("www", { ttl: 600 });
    for (const _ of [1, 2, 3]) expect((await stack.refresh()).errors).toEqual({});
    expect(await stack.up({ it })).toEqual({ steps: { it: "update" }, errors: {} });
    expect(ttls()).toEqual([300, 300]);
    expect((await stack.up({ it })).steps).toEqual({ it: "same" });
    // The program agrees with the person: the other record has to follow.
    edit("www", { ttl: 600 });
    expect((await stack.refresh()).errors).toEqual({});
    expect(await stack.up({ it: of(own, { ttl: 600 }) })).toEqual({ steps: { it: "update" }, errors: {} });
    expect(ttls()).toEqual([600, 600]);
  },
);

it.each([0, 1])(
  "a row edited into the data of the deleted row %i stays one resource's, and the other one is created",
  async (deleted) => {
    const program = { one: a("www", "192.0.2.1"), two: a("www", "192.0.2.2") };
    const stack = await applied(program);
    dashboard().deleteRecord("example.com", rows()[deleted]?.id ?? 0);
    edit("www", { content: `192.0.2.${deleted + 1}` });
    expect((await stack.refresh()).errors).toEqual({});
    expect((await stack.up(program)).errors).toEqual({});
    expect(live()).toEqual(["www A 192.0.2.1", "www A 192.0.2.2"]);
  },
);

// The engine hands the last run's list back, with the rows that a refresh found.
const ignoring = (ignored: string[], declared: Declared): Declared => ({ ...declared, ignoreChanges: ignored });
const foreign = "www A 203.0.113.9 ttl 300";
const addForeign = () => byHand("www", "203.0.113.9", { ttl: 300 });

const listed = [...own, "203.0.113.9"];

const inCapitals: (typeof owners)[number] = ["zone, in capitals", (values, rest) => whole({ "WWW A": values }, rest)];

describe.each([...owners, inCapitals])("a row that a person added beside the rows of a %s", (_kind, of) => {
  it.each([{}, { maxUnlistedDeletes: 1 }])(
    "stays foreign with `ignoreChanges` and the consent %j, whatever else changes, and survives a destroy",
    async (consent) => {
      const declared = (rest: object) => ignoring(["values", "records"], of(own, { ...consent, ...rest }));
      const stack = await applied({ it: declared({}) });
      addForeign();
      await stack.refresh();
      registrar.writes();
      expect(await stack.up({ it: declared({}) })).toEqual({ steps: { it: "same" }, errors: {} });
      expect(registrar.writes()).toEqual([]);
      const isZone = of(own).handler === "dnsZone";
      const changed = { it: declared(isZone ? { ignoreRecords: ["dyn"] } : { skipChecks: ["a-reserved"] }) };
      expect((await stack.up(changed)).errors).toEqual({});
      expect(live()).toContain(foreign);
      await expectIdle(stack, changed);
      await expectDestroyed(stack, [foreign]);
    },
  );

  it("stays, without a call, while values only change their order, and is its own once the program lists it", async () => {
    const stack = await applied({ it: of(own) });
    addForeign();
    registrar.calls();
    expect(await stack.up({ it: of(own.toReversed()) })).toEqual({ steps: { it: "same" }, errors: {} });
    expect([registrar.calls(), live().includes(foreign)]).toEqual([[], true]);
    expect(await stack.up({ it: of(listed) })).toEqual({ steps: { it: "update" }, errors: {} });
    expect((await stack.up({ it: of(own) })).errors).toEqual({});
    expect(live()).not.toContain(foreign);
  });

  it("stays if a run that failed in part had not shown it, and the row goes that the preview had shown", async () => {
    byHand("www", "203.0.113.8");
    const [stack, it] = [new HandlerStack(), of(own, { maxUnlistedDeletes: 9 })];
    registrar.sandbox.fault({ operation: "records.update", times: 1, fault: { status: 400 } });
    expect(Object.keys((await stack.up({ it })).errors)).toEqual(["it"]);
    addForeign();
    expect((await stack.up({ it })).errors).toEqual({});
    expect(live()).toEqual([...own.map((value) => `www A ${value}`), foreign]);
  });

  it("goes with consent after a refresh, although the program listed it as the state did", async () => {
    const stack = await applied({ it: of(own) });
    addForeign();
    await stack.refresh();
    for (const _again of [1, 2]) expect((await stack.up({ it: of(listed) })).steps).toEqual({ it: "same" });
    const refused = { errors: { it: expect.stringMatching(/never listed.*maxUnlistedDeletes: 1/s) } };
    expect(await stack.preview({ it: of(own) })).toMatchObject(refused);
    expect(await stack.up({ it: of(own) }, { skipPreview: true })).toMatchObject(refused);
    expect(live()).toContain(foreign);
    expect((await stack.up({ it: of(own, { maxUnlistedDeletes: 1 }) })).errors).toEqual({});
    expect(live()).not.toContain(foreign);
  });

  it("is its own after a refresh, once the program lists it with one more", async () => {
    const stack = await applied({ it: of(own) });
    addForeign();
    await stack.refresh();
    for (const values of [[...listed, "203.0.113.10"], own])
      expect((await stack.up({ it: of(values) })).errors).toEqual({});
  });
});

it.each([
  ["lists it, too", false],
  ["copies the state's list (`ignoreChanges`)", true],
])("a row that a refresh found gets the set's TTL, if the program changes the TTL and %s", async (_, copies) => {
  const declared = (values: string[], ttl: number) =>
    ignoring(copies ? ["values"] : [], set("www", "A", values, { ttl }));
  const stack = await applied({ it: declared(own, 300) });
  addForeign();
  await stack.refresh();
  const next = { it: declared(copies ? own : listed, 600) };
  expect(await stack.up(next)).toEqual({ steps: { it: "update" }, errors: {} });
  expect(live()).toEqual(listed.map((value) => `www A ${value} ttl 600`));
  if (!copies) expect((await stack.up({ it: declared(own, 600) })).errors).toEqual({});
  expect(await stack.refresh()).toEqual(unchanged);
  await expectDestroyed(stack);
});

it("a row that a refresh found stays foreign if the TTL of another row of the set was edited", async () => {
  const it = ignoring(["values", "ttl"], set("www", "A", own, { ttl: 300 }));
  const stack = await applied({ it });
  edit("www", { ttl: 600 });
  byHand("www", "203.0.113.9", { ttl: 60 });
  await stack.refresh();
  expect((await stack.up({ it })).errors).toEqual({});
  await expectDestroyed(stack, ["www A 203.0.113.9 ttl 60"]);
});

it("a row that a refresh found is the zone's own once the TTL of its key changes, and under no other key", async () => {
  const of = (www: string[], rest = {}) => whole({ "www A": www, "api A": own }, rest);
  const ttls = { "api A": 300 };
  const stack = await applied({ it: of(own) });
  for (const name of ["www", "api"]) byHand(name, "203.0.113.9");
  await stack.refresh();
  expect((await stack.up({ it: ignoring(["records"], of(own, { ttls })) })).errors).toEqual({});
  expect((await stack.up({ it: of(own, { ttls }) })).errors["it"]).toMatch(/1 record that this resource never listed/);
  expect((await stack.up({ it: of(listed, { ttls }) })).errors).toEqual({});
  expect(live().filter((line) => line.includes("203.0.113.9"))).toEqual(["www A 203.0.113.9"]);
});

const repairs: [change: string, before: Declared, after: Declared][] = [
  ["the content of a record", a("www", "192.0.2.1"), a("www", "192.0.2.2")],
  ["the content and the TTL", a("www", "192.0.2.1", { ttl: 300 }), a("www", "192.0.2.2", { ttl: 600 })],
  ["the name of a record", a("www", "192.0.2.1"), a("web", "192.0.2.1")],
  ["the priority of an MX", mx(10), mx(20)],
  ["a CNAME to an A", alias(), a("www", "192.0.2.2")],
  ["an A to a CNAME", a("www", "192.0.2.1"), alias()],
  ["the destination of a forward", forward("go", "https://example.net/1"), forward("go", "https://example.net/2")],
  ["the source of a forward", forward("go", "https://example.net/1"), forward("shop", "https://example.net/1")],
];

const add = ({ handler, args: { domain: _, ...fields } }: Declared) => {
  if (handler === "urlForward") dashboard().addForward("example.com", fields as never);
  else dashboard().addRecord("example.com", fields as never);
};

it.each(repairs)("after a person changed %s, the program's update adopts the new row", async (_, before, after) => {
  const stack = await applied({ it: before });
  const writtenAt = () => Object(stack.state.get("it")?.outputs["__registrar"]).writtenAt;
  const was = writtenAt();
  clear();
  add(after);
  expect((await stack.preview({ it: after })).errors).toEqual({});
  expect(await writesOf(stack, { it: after })).toEqual([]);
  // A replacement has no time of a write.
  expect(writtenAt()).toBe(before.args["type"] === after.args["type"] ? was : undefined);
  await expectIdle(stack, { it: after });
  await expectDestroyed(stack);
});

it.each(["first", "second"])("two MX end as declared if the %s one's new row was made by hand", async (place) => {
  const both = (first: number, second: number) => ({ first: mx(first), second: mx(second) });
  const stack = await applied(both(10, 20));
  clear();
  add(place === "first" ? mx(30) : mx(40));
  expect((await stack.up(both(30, 40))).errors).toEqual({});
  expect(live()).toEqual(["@ MX 30 mail.example.net", "@ MX 40 mail.example.net"]);
  await expectIdle(stack, both(30, 40));
});

it.each(kinds)(
  "the row of a %s that a person recreates during an `up` is changed under its new ID",
  async (_kind, it) => {
    const stack = await applied({ it: it(1) });
    const beforeWrites = () => {
      const [row] = rows();
      const [to] = forwards();
      clear();
      if (row !== undefined) byHand("www", "192.0.2.1", { ttl: 300 });
      if (to !== undefined) add(forward("go", "https://x.example/1"));
    };
    const was = live();
    expect((await stack.up({ it: it(2) }, { beforeWrites })).errors).toEqual({});
    expect(live()).toEqual(was.map((line) => line.replace(/1(?= ttl|$)/, "2")));
    expect((await stack.up({ it: it(2) })).steps).toEqual({ it: "same" });
  },
);

it.each(["CNAME", "forward"])("a %s that a person replaced by another isn't overwritten", async (kind) => {
  const to = (host: string) =>
    kind === "CNAME" ? record("CNAME", "www", { content: host }) : forward("www", `https://${host}/`);
  const stack = await applied({ it: to("one.example.net") });
  clear();
  add(to("two.example.net"));
  const { errors } = await stack.up({ it: to("three.example.net") });
  // The resource owned a row until now, so it has no new name in the program.
  expect(errors["it"]).toMatch(/^(?!.*`aliases`).*another row is in its place: .*two\.example\.net/s);
  expect(registrar.writes()).toEqual([]);
});

it.each([
  ["content", a("www", "192.0.2.2")],
  ["name", a("web", "192.0.2.1")],
])("the row with the new %s stays foreign while the old row is live", async (_argument, after) => {
  const stack = await applied({ it: a("www", "192.0.2.1") });
  add(after);
  expect((await stack.preview({ it: after })).errors["it"]).toMatch(/exists already/);
  expect(registrar.writes()).toEqual([]);
});
