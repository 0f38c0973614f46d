/** "Gone" is a row that a list proven complete doesn't show. All else "cannot be determined", with the contract line that helps. */
import { useContract } from "../support/contract.ts";
import { inFront } from "../support/foreignRows.ts";
import { a, applied, forward, HandlerStack, type Program, set, unchanged, withStory, zone } from "../support/story.ts";

const { registrar, said, rows, forwards, live, dashboard, edit, wipe, shows, expectDestroyed, writesOf } = withStory();

const hosts = (count: number): Program =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`h${i}`, a(`h${i}`, `192.0.2.${i}`, { ttl: 300 })]));
const forwardsTo = (count: number): Program =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, forward(`f${i}`, `https://x.example/${i}`)]));

/** Messages that hold the contract line that helps. */
const told = (errors: Record<string, string>, operation: string) => {
  const texts = Object.values(errors);
  const settled = texts.filter((text) => text.includes(`{"${operation}": {"complete": true}}`)).length;
  return { settled, cannotTell: texts.filter((text) => /cannot be determined/.test(text)).length, all: texts.length };
};

describe("an unannounced limit", () => {
  const programs = [
    ["records", "records.list", hosts],
    ["forwards", "forwards.list", forwardsTo],
  ] as const;
  const caps = programs.flatMap(([what, operation, of]) =>
    (what === "records" ? [0, 3, 37] : [20]).map((cap) => ({ what, operation, of, cap })),
  );

  it.each(caps)("of $cap $what loses, doubles and leaves behind no row", async ({ what, operation, of, cap }) => {
    const stack = new HandlerStack();
    const program = of(cap + 3);
    expect((await stack.up(program, { skipPreview: true })).errors).toEqual({});
    registrar.sandbox.setProfile(`silent-cap:${what === "records" ? cap + inFront : cap}`);

    const { drift, gone, errors } = await stack.refresh();
    expect({ drift, gone }).toEqual({ drift: {}, gone: [] });
    expect(told(errors, operation)).toEqual({ settled: 1, cannotTell: 1, all: 3 });
    registrar.writes();
    expect(await writesOf(stack, program)).toEqual([]);

    const one = what === "records" ? a("more", "192.0.2.1") : forward("more", "https://x.example/");
    const more = { ...program, more: one };
    expect((await stack.up(more)).errors["more"]).toMatch(/more.* exists already cannot be determined/);
    expect(registrar.writes()).toEqual([]);

    await expectDestroyed(stack);
  });

  it("doesn't prove that a delete of unknown outcome was carried out", async () => {
    const stack = await applied(hosts(4));
    registrar.sandbox.setProfile(`silent-cap:${inFront + 3}`);
    registrar.sandbox.fault({ operation: "records.delete", fault: "html" });
    expect(Object.keys((await stack.destroy()).errors)).toContain("h3");
    expect(rows()).toHaveLength(4);
  });

  it("changes nothing in a zone of which it hides a part", async () => {
    const hidden: string[] = [];
    const records = Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`h${i} A`, [`192.0.2.${i}`]]));
    const ttls = (ttl: number) => Object.fromEntries(hidden.map((name) => [`${name} A`, ttl]));
    const zoneOf = (ttl: number): Program => ({ zone: zone(records, { ttl: 300, ttls: ttls(ttl) }) });
    const stack = await applied(zoneOf(300));
    hidden.push(rows().at(-1)?.name ?? "");
    registrar.sandbox.setProfile("silent-cap:20");
    const { gone, errors } = await stack.refresh();
    expect(gone).toEqual([]);
    expect(errors["zone"]).toMatch(/cannot be determined.*"complete": true/);
    registrar.writes();
    expect((await stack.up(zoneOf(60))).errors["zone"]).toMatch(/cannot be determined/);
    expect(registrar.writes()).toEqual([]);
    expect((await stack.destroy()).errors).toEqual({});
    expect(rows()).toHaveLength(0);
  });
});

describe("a small list that proves nothing", () => {
  beforeEach(() => registrar.sandbox.setProfile("no-totals,paging-ignored"));
  const program = { ...hosts(3), ...forwardsTo(2) };

  it("asks for one line when a record was deleted by hand, and then calls it gone", async () => {
    const stack = await applied(program);
    wipe("h1");
    const { gone, errors } = await stack.refresh();
    expect(gone).toEqual([]);
    expect(errors).toEqual({
      h1: expect.stringMatching(/h1\.example\.com.*\(10 rows.*"records\.list": \{"complete": true/),
    });
    useContract({ "records.list": { complete: true } });
    expect(await stack.refresh()).toEqual({ ...unchanged, gone: ["h1"] });
    expect((await stack.up(program)).errors).toEqual({});
    expect(live()).toHaveLength(5);
  });

  it("does not repeat a create of unknown outcome", async () => {
    const stack = await applied(hosts(2));
    registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-before" });
    expect((await stack.up(hosts(3))).errors["h2"]).toMatch(/not known/);
    expect(registrar.writes()).toEqual(["POST records.create"]);
    useContract({ "records.list": { complete: true } });
    expect((await stack.up(hosts(3))).errors).toEqual({});
    expect(rows()).toHaveLength(3);
  });
});

const many = hosts(120);
/** A stack that adopted existing records: one call for each page, and not for each record. */
const holding = async () => {
  for (const { args } of Object.values(many)) dashboard().addRecord("example.com", { type: "A", ...args });
  const stack = new HandlerStack({ "registrar:adopt": "true" });
  expect((await stack.up(many, { skipPreview: true })).errors).toEqual({});
  return stack;
};

it.each<[string, object | undefined]>([
  ["page-cap:48", undefined],
  ["moving-pages:2", undefined],
  ["no-totals,has-more,page-cap:15", { page: "page" }],
  ["page-total:48", undefined],
])("pages are read to their end (%s), which proves something as the contract says (%j)", async (profile, paging) => {
  const stack = await holding();
  registrar.sandbox.setProfile(profile);
  expect(await stack.refresh()).toMatchObject({ drift: {}, gone: [] });
  if (paging !== undefined) useContract({ "records.list": { paging } });
  registrar.sandbox.setProfile(profile);
  expect(await stack.refresh()).toEqual(unchanged);
  registrar.sandbox.setProfile(profile);
  wipe("h7");
  if (profile.startsWith("page-total")) expect((await stack.refresh()).errors["h7"]).toMatch(/cannot be determined/);
  else expect(await stack.refresh()).toEqual({ ...unchanged, gone: ["h7"] });
});

it("an empty list is asked for once more before it ends what is known, and that is said", async () => {
  const stack = await applied(forwardsTo(24));
  shows("forwards.list", { data: [], total: 0 }, { times: 1 });
  expect(await stack.refresh()).toEqual(unchanged);
  expect(registrar.calls()).toEqual(["GET forwards.list", "GET forwards.list"]);
  for (const { id } of forwards()) dashboard().deleteForward("example.com", id);
  expect(said()).toBe("");
  expect((await stack.refresh()).gone).toHaveLength(24);
  const words = said();
  expect(words.match(/lists no forwards of example\.com any more; it was asked twice/g)).toHaveLength(1);
});

it.each([
  ["before a refresh", false],
  ["after a refresh", true],
])("a record edited in all that it is stays, and the declared one is made again %s", async (_when, first) => {
  const stack = await applied({ ...hosts(2), ...forwardsTo(1) });
  edit("h0", { name: "other", content: "192.0.2.200" });
  const id = forwards()[0]?.id ?? 0;
  dashboard().editForward("example.com", id, { source: "elsewhere", destination: "https://y.example/" });
  if (first) expect((await stack.refresh()).gone).toEqual(["f0", "h0"]);
  const changed = {
    ...hosts(2),
    h0: a("h0", "192.0.2.50", { ttl: 300 }),
    f0: forward("f0", "https://z.example/"),
  };
  expect((await stack.up(changed)).errors).toEqual({});
  expect(registrar.writes().sort()).toEqual(["POST forwards.create", "POST records.create"]);
  expect((await stack.destroy()).errors).toEqual({});
  expect(rows()).toMatchObject([{ name: "other", content: "192.0.2.200" }]);
  expect(forwards()).toMatchObject([{ source: "elsewhere" }]);
});

it("a value is gone from a set only where two readings of the list lack it", async () => {
  const stack = await applied({ it: set("www", "A", ["192.0.2.1", "192.0.2.2"]) });
  for (const [n, { id, type, name, content }] of rows().entries()) {
    shows("records.list", { data: [{ id, type, name, content }], total: 1 }, { times: n === 0 ? 1 : 9 });
  }
  expect(await stack.refresh()).toEqual(unchanged);
});
