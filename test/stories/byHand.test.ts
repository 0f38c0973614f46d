/** People who edit the dashboard: TTLs, `ignoreChanges`, and repairs that the program makes afterwards. */
import { ownOf } from "../../provider/fronts/shared/state.ts";
import { a, alias, forward, holders, kinds, mx, record, set, someKinds, zone } from "../support/records.ts";
import { applied, type Declared, expectIdle, unchanged, withStory } from "../support/story.ts";

const { registrar, said, live, rows, forwards, byHand, dashboard, clear, edit, expectDestroyed, writesOf } =
  withStory();
const ttls = () => rows().map(({ ttl }) => ttl);
const text: (typeof kinds)[number] = ["TXT record", (at, ttl) => record("TXT", "www", { content: `text ${at}`, ttl })];

describe.each([text, ...someKinds.filter(([kind]) => kind !== "forward")])("the TTL of a %s", (_kind, declared) => {
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

const edits: [kind: string, of: (value: string) => Declared][] = [
  ["record", (value) => a("www", value)],
  ["set", (value) => set("www", "A", [value])],
  ["additive zone", (value) => zone({ "www A": [value] })],
];
it.each(edits)(
  "a %s whose IDs are a hash of the data is gone after an edit by hand, and the refresh names the edited row",
  async (_kind, of) => {
    const stack = await applied({ it: of("192.0.2.1") });
    clear();
    byHand("www", "192.0.2.9");
    byHand("other", "192.0.2.10");
    said();
    const { drift, gone, errors } = await stack.refresh();
    expect([errors, ...gone, ...Object.keys(drift)]).toEqual([{}, "it"]);
    const message = said();
    expect(message).toContain("www A 192.0.2.9");
    expect(message).not.toContain("192.0.2.10");
    expect((await stack.up({ it: of("192.0.2.9") })).errors).toEqual({});
    await expectDestroyed(stack, ["other A 192.0.2.10"]);
  },
);

it("a row that a refresh found stays foreign if the TTL of another row of the set was edited", async () => {
  const it = { ...set("www", "A", own, { ttl: 300 }), ignoreChanges: ["values", "ttl"] };
  const stack = await applied({ it });
  edit("www", { ttl: 600 });
  byHand("www", "203.0.113.9", { ttl: 60 });
  await stack.refresh();
  expect((await stack.up({ it })).errors).toEqual({});
  await expectDestroyed(stack, ["www A 203.0.113.9 ttl 60"]);
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
  const writtenAt = () => ownOf(stack.state.get("it")?.outputs ?? {})["writtenAt"];
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

it.each(["CNAME", "forward"])("a %s that a person replaced by another is changed under its new ID", async (kind) => {
  const to = (host: string) =>
    kind === "CNAME" ? record("CNAME", "www", { content: host }) : forward("www", `https://${host}/`);
  const stack = await applied({ it: to("one.example.net") });
  clear();
  add(to("two.example.net"));
  expect(Object.keys((await stack.refresh()).drift)).toEqual(["it"]);
  registrar.writes();
  expect(await writesOf(stack, { it: to("three.example.net") })).toEqual([expect.stringMatching(/^PUT/)]);
  expect(live()).toEqual([expect.stringContaining("three.example.net")]);
  await expectIdle(stack, { it: to("three.example.net") });
});
