/** DnsZone: many records, or all records of a domain, as one resource. */
import { unknown } from "../support/pluginFront.ts";
import { a, set, whole, zone } from "../support/records.ts";
import { applied, expectIdle, HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";

const { registrar, said, live, byHand, edit, expectDestroyed, writesOf } = withStory();
/** Records of hosts, one each. */
const hosts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`host${i} A`, [`192.0.2.${i}`]]));
const add = (records: unknown, rest = {}): Program => ({ zone: zone(records, rest) });
const all = (records: unknown, rest = {}): Program => ({ zone: whole(records, rest) });

describe("a zone", () => {
  const records = { "www A": ["192.0.2.2", "192.0.2.1"], "@ MX": ["10 mx1.example.net", "20 mx2.example.net"] };

  it("has one TTL for all records, and others by key; a TTL edited by hand is drift of its key", async () => {
    const program = add(records, { ttl: 3600, ttls: { "@ MX": 600 } });
    const stack = await applied(program);
    expect(live()).toEqual([
      "@ MX 10 mx1.example.net ttl 600",
      "@ MX 20 mx2.example.net ttl 600",
      "www A 192.0.2.1 ttl 3600",
      "www A 192.0.2.2 ttl 3600",
    ]);
    expect(await stack.refresh()).toEqual(unchanged);
    edit("www", { ttl: 900, comment: "by hand" });
    expect((await stack.refresh()).drift).toEqual({ zone: { ttls: { "@ MX": 600, "www A": 900 } } });
    registrar.writes();
    said();
    expect((await stack.up(program)).steps).toEqual({ zone: "update" });
    expect(said()).toContain("\n  ~ www A 192.0.2.2 ttl 900 # by hand => 192.0.2.2 ttl 3600 # by hand\n");
    expect(registrar.writes()).toEqual(["PUT records.update"]);
    expect(await writesOf(stack, add(records, { ttl: 600 }))).toEqual(["PUT records.update", "PUT records.update"]);
    expect(live().every((line) => line.includes("ttl 600"))).toBe(true);
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("keeps the program's order and spelling; another spelling isn't a change", async () => {
    const stack = await applied(add(records));
    expect(stack.state.get("zone")?.outputs["records"]).toEqual(records);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(stack.state.get("zone")?.inputs["records"]).toEqual(records);
    const respelled = {
      "WWW.example.com. A": ["192.0.2.1", "192.0.2.2"],
      "@ MX": ["20 MX2.example.net.", "10 mx1.example.net"],
    };
    registrar.calls();
    said();
    await expectIdle(stack, add(respelled));
    expect([registrar.calls(), said()]).toEqual([["GET records.list"], ""]);
  });

  it("joins parts by key: values add up, equal ones count once, and their TTLs must agree", async () => {
    const spf = { type: "TXT", name: "@", content: "v=spf1 -all", ttl: 600 };
    const more = { records: { "@ TXT": ["site=1", "v=spf1 -all"], "@ MX": [] }, ttls: { "@ TXT": 600 } };
    const parts = [records, spf, more];
    await applied(add(parts, { ttls: { "www A": 60 } }));
    expect(live()).toEqual([
      "@ MX 10 mx1.example.net",
      "@ MX 20 mx2.example.net",
      '@ TXT "site=1" ttl 600',
      '@ TXT "v=spf1 -all" ttl 600',
      "www A 192.0.2.1 ttl 60",
      "www A 192.0.2.2 ttl 60",
    ]);
    const other = { records: { "@ TXT": ["x"] }, ttl: 300 };
    await expect(new HandlerStack().preview(add([...parts, other]))).rejects.toThrow(/@ TXT" gets the TTLs 600 and/);
  });

  it("previews, where lists may lack records, that a create may adopt one", async () => {
    registrar.sandbox.setProfile("no-totals,paging-ignored");
    for (const ttl of [300, 600]) {
      const stack = await applied(add(records, { ttl: 300 }));
      said();
      await stack.preview(add({ ...records, ...(ttl === 300 && { "new A": ["192.0.2.9"] }) }, { ttl }));
      expect(said().includes("Records that exist by then are adopted")).toBe(ttl === 300);
    }
  });
});

describe("an authoritative zone", () => {
  const first = { "www A": ["192.0.2.1"], "api A": ["192.0.2.3"] };

  it("applies, calls nothing the second time, and removes by number what was added by hand", async () => {
    const stack = await applied(all(first));
    byHand("foreign", "203.0.113.1");
    expect(await stack.up(all(first))).toEqual({ steps: { zone: "same" }, errors: {} });
    expect(registrar.calls()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
    // A record that a refresh showed isn't owned for that.
    expect(await stack.up(all(first))).toEqual({ steps: { zone: "same" }, errors: {} });
    registrar.calls();
    expect(await stack.up(all(first, { maxUnlistedDeletes: 1 }))).toEqual({ steps: { zone: "update" }, errors: {} });
    expect(registrar.calls()).toEqual(["GET records.list", "DELETE records.delete"]);
    expect(live()).toEqual(["api A 192.0.2.3", "www A 192.0.2.1"]);
    await expectIdle(stack, all(first));
  });

  it("never touches what is ignored, the apex NS and SOA, and rows that it doesn't understand", async () => {
    for (const name of ["a.dyn", "b.c.dyn", "dyn", "xy", "xyy", "xn--bcher-kva.x"]) byHand(name, "203.0.113.1");
    byHand("_acme-challenge.www", "x", { type: "TXT" });
    const stack = new HandlerStack();
    const ignoreRecords = ["*.dyn A", "_ACME-challenge* TXT", "x*y*y", "bücher*"];
    expect((await stack.up(all(first, { ignoreRecords, maxUnlistedDeletes: 9 }))).errors).toEqual({});
    const named = ["a.dyn", "b.c.dyn", "xn--bcher-kva.x", "xyy"].map((name) => `${name} A 203.0.113.1`);
    const ignored = ['_acme-challenge.www TXT "x"', ...named];
    expect(live()).toEqual([...ignored, "api A 192.0.2.3", "www A 192.0.2.1"].sort());
    await expectIdle(stack, all(first, { ignoreRecords }));
    const both = await stack.preview(all({ ...first, "x.dyn A": ["192.0.2.7"] }, { ignoreRecords }));
    expect(both.errors["zone"]).toMatch(/records\["x\.dyn A"\] is listed, but `ignoreRecords` excludes it/);
    await expectDestroyed(stack, ignored);
  });

  const spellings = "api A|api a|API A|api.example.com. A|API|a* a|*p*|*p*i.example.com A|a*p*| api  A ";
  const apexes = "@|@ a|example.com|EXAMPLE.com. A";
  it.each(`${spellings}|${apexes}`.split("|"))(
    "leaves a foreign record that `ignoreRecords` names as %s",
    async (spelling) => {
      const isApex = apexes.includes(spelling);
      byHand(isApex ? "" : "api", "203.0.113.1");
      const rest = { ignoreRecords: [spelling], maxUnlistedDeletes: 9 };
      const stack = await applied(all({ "www TXT": ["x"] }, rest));
      await expectDestroyed(stack, [`${isApex ? "@" : "api"} A 203.0.113.1`]);
    },
  );

  it("neither deletes nor changes a record of another resource whose check is switched off, whatever its consent", async () => {
    const unchecked = { "registrar:skipChecks": '["record-once", "zone-authoritative-alone"]' };
    const other = { other: a("www", "192.0.2.1") };
    const stack = await applied(other, unchecked);
    for (const name of ["api", "www"]) {
      await stack.up({ ...other, ...all({ [`${name} A`]: ["192.0.2.3"] }, { maxUnlistedDeletes: 9 }) });
      expect(live()).toEqual([`${name} A 192.0.2.3`, "www A 192.0.2.1"].sort());
    }
  });
});

describe.each(["additive", "authoritative"])("the plan of an %s zone", (mode) => {
  const zoneOf = (records: unknown, rest = {}) => add(records, { mode, ...rest });

  it("stops in the preview if it would delete 40 %, with the list and the way through", async () => {
    const stack = await applied(zoneOf(hosts(20)));
    const refused = await stack.preview(zoneOf(hosts(12)));
    expect(refused.errors["zone"]).toMatch(
      /delete 8 of 20 records, but the limit is 30 %.* {2}- host19 A 192\.0\.2\.19\n.*maxChanges: 8/s,
    );
    expect((await stack.up(zoneOf(hosts(12), { maxChanges: 7 }))).errors["zone"]).toMatch(/`maxChanges` allows 7/);
    expect(registrar.writes()).toEqual([]);
    expect((await stack.up(zoneOf(hosts(12), { maxChanges: 8 }))).errors).toEqual({});
    expect(live()).toHaveLength(12);
  });

  it("says of 40 new records their number and the first ten, in the order in which people count", async () => {
    expect((await new HandlerStack().up(zoneOf(hosts(40)))).errors).toEqual({});
    const shown = Array.from({ length: 10 }, (_, i) => `  + host${i} A 192.0.2.${i}`);
    expect(said().split("\n")).toEqual(["example.com: 40 to create", ...shown, "  and 30 more", ""]);
  });

  it("of another domain empties the zone of the old one, guards included", async () => {
    registrar.sandbox.addDomain("other.com");
    const stack = await applied(zoneOf(hosts(20)));
    const moved = (rest = {}) => zoneOf(hosts(20), { domain: "other.com", ...rest });
    expect((await stack.preview(moved())).errors["zone"]).toMatch(
      /another `domain` empties the zone of example\.com: this would .*delete 20 of 20.*set `maxChanges: 20` for this run/s,
    );
    expect(registrar.writes()).toEqual([]);
    said();
    expect((await stack.up(moved({ maxChanges: 20 }))).errors).toEqual({});
    expect(said()).toMatch(/^example\.com: 20 to delete\n/);
    expect([live(), registrar.sandbox.records("other.com").length]).toEqual([[], 20]);
  });

  it("deletes no record if its successor was refused", async () => {
    const stack = await applied(zoneOf({ "old A": ["192.0.2.1"], "stays A": ["192.0.2.2"] }));
    registrar.sandbox.fault({ operation: "records.create", times: 1, fault: { status: 403 } });
    const next = zoneOf({ "new A": ["192.0.2.1"], "stays A": ["192.0.2.2"] });
    expect(Object.keys((await stack.up(next)).errors)).toEqual(["zone"]);
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect(live()).toEqual(["old A 192.0.2.1", "stays A 192.0.2.2"]);
    expect((await stack.up(next)).errors).toEqual({});
    expect(live()).toEqual(["new A 192.0.2.1", "stays A 192.0.2.2"]);
  });

  it("makes its only record again, if that was deleted for one of another type that was refused", async () => {
    const former = zoneOf({ "www CNAME": ["x.example.net"] });
    const stack = await applied(former);
    registrar.sandbox.fault({ operation: "records.create", times: 1, fault: { status: 422 } });
    expect(Object.keys((await stack.up(zoneOf({ "www A": ["192.0.2.1"] }))).errors)).toEqual(["zone"]);
    expect((await stack.up(former)).errors).toEqual({});
    expect(live()).toEqual(["www CNAME x.example.net"]);
  });

  it("keeps what was written if a write fails, and the next run does the others", async () => {
    registrar.sandbox.fault({ operation: "records.create", after: 4, times: 1, fault: { status: 403 } });
    const stack = new HandlerStack();
    const { errors } = await stack.up(zoneOf(hosts(12)));
    expect(errors["zone"]).toMatch(/made and stay: 11.*pulumi up/s);
    expect(live()).toHaveLength(11);
    expect(Object.keys(Object(stack.state.get("zone")?.outputs["records"]))).toHaveLength(11);
    registrar.writes();
    expect(await writesOf(stack, zoneOf(hosts(12)))).toEqual(["POST records.create"]);
    expect((await stack.up(zoneOf(hosts(12)))).steps).toEqual({ zone: "same" });
    // Of a zone without a written record there is no state. Five failures end a run of which 16 records are written at once.
    registrar.sandbox.fault({ operation: "records.create", fault: { status: 403 } });
    const none = new HandlerStack();
    expect(Object.keys((await none.up(zoneOf(hosts(40)))).errors)).toEqual(["zone"]);
    expect([none.state.size, registrar.writes().length]).toEqual([0, 20]);
  });

  it("passes a preview with arguments that aren't known yet, and checks the others", async () => {
    const ttls = Object.fromEntries(Object.keys(hosts(12)).map((key) => [key, 300]));
    const stack = await applied(zoneOf(hosts(12), { ttls }));
    const { "host0 A": _, ...others } = ttls;
    for (const [list, rest] of [
      [[unknown], { ttl: 300 }],
      [unknown, { ttl: 300 }],
      [["192.0.2.0"], { ttl: unknown }],
      [["192.0.2.0"], { ttl: 300, ttls: { "host0 A": unknown } }],
      [["192.0.2.0"], { ttl: 600, ttls: { ...others, "HOST0 A": unknown } }],
      [["192.0.2.0"], { ttl: 300, ttls: unknown }],
      [["192.0.2.0"], { ttl: 600, maxChanges: unknown }],
    ] as const) {
      const preview = await stack.preview(zoneOf({ ...hosts(12), "host0 A": list }, rest));
      expect(preview).toEqual({ steps: { zone: "update" }, errors: {} });
      expect(said()).not.toContain("host0");
    }
    for (const bad of [["192.0.2.300"], [], "192.0.2.1"]) {
      const { errors } = await stack.preview(zoneOf({ "new A": [unknown], "bad A": bad }));
      expect(errors["zone"]).toMatch(/^: records(: )?\["bad A"\]/);
    }
    expect(registrar.writes()).toEqual([]);
  });
});

it("a preview with an unknown mode says that the update may delete", async () => {
  const stack = await applied(add({ "www A": ["192.0.2.1"] }));
  byHand("foo", "192.0.2.9");
  const rest = { mode: unknown, maxUnlistedDeletes: 1 };
  expect((await stack.preview(add({ "www A": ["192.0.2.1"] }, rest))).errors).toEqual({});
  expect(said()).toMatch(/may change and delete records that this preview doesn't list/);
});

it("values that are marked secret are shown nowhere", async () => {
  const stack = new HandlerStack();
  const marks = { secretInputs: ["records"] };
  await stack.up(all({ "key TXT": ["hush-1"] }, marks));
  edit("key", { content: "hush-2" });
  await stack.refresh();
  await stack.up(all({ "key TXT": ["hush-1"] }, marks));
  expect(said()).toMatch(/~ key TXT \[secret\]/);
  await stack.up(all([], marks));
  // Which record it is about is said all the same.
  expect((await stack.up(all({ "key A": ["hush-3"] }, marks))).errors["zone"]).toMatch(/records\["key A"\]\[0\]: /);
  expect(said()).not.toMatch(/hush/);
});

it("writes delete conflicting rows first, and create rows before they delete others", async () => {
  const before = { "www A": ["192.0.2.1", "192.0.2.2"], "old A": ["192.0.2.3"], "mail A": ["192.0.2.4"] };
  const stack = await applied(add(before));
  const next = add({ "www CNAME": ["host.example.net"], "new A": ["192.0.2.3"], "mail TXT": ["x"] });
  expect((await stack.up(next)).errors).toEqual({});
  const [create, remove] = ["POST records.create", "DELETE records.delete"];
  expect(registrar.writes().slice(-3)).toEqual([create, remove, remove]);
  expect(live()).toEqual(['mail TXT "x"', "new A 192.0.2.3", "www CNAME host.example.net"]);
  expect((await stack.up(add({ "www A": ["192.0.2.1"] }))).errors).toEqual({});
  expect(live()).toEqual(["www A 192.0.2.1"]);
});

const values = Array.from({ length: 12 }, (_, i) => `192.0.2.${i}`);
const inZone = (mode: string) => (given: unknown) =>
  zone(Array.isArray(given) ? Object.fromEntries(given.map((value, i) => [`h${i} A`, [value]])) : given, { mode });
const certain = "example.com: 1 to change\n  ~ h0 A 192.0.2.0 => 198.51.100.1\n";

it.each<[string, (values: unknown) => Program[string], string]>([
  ["a set", (given) => set("www", "A", given), ""],
  ["an additive zone", inZone("additive"), certain],
  ["an authoritative zone", inZone("authoritative"), certain],
])("a preview of values that aren't known yet says of %s only what is certain", async (_what, make, says) => {
  const stack = await applied({ it: make(values) });
  const preview = async (next: unknown) => {
    said();
    const result = await stack.preview({ it: make(next) });
    return { ...result, said: said().replace(/^Arguments that aren't known yet were not compared .*\n/m, "") };
  };
  const update = { steps: { it: "update" }, errors: {} };
  expect(await preview(["198.51.100.1", ...values.slice(1, -1), unknown])).toEqual({ ...update, said: says });
  for (const none of [values.map(() => unknown), unknown]) expect(await preview(none)).toEqual({ ...update, said: "" });
});

const mail = { "@ MX": ["10 mail.example.com."] };
it.each<[zone: string, isAdvised: boolean, args: object]>([
  ["that lists every record", true, {}],
  ["that lists its target", false, { records: { ...mail, "mail A": ["192.0.2.1"] } }],
  ["that is additive", false, { mode: "additive" }],
  ["that ignores its target", false, { ignoreRecords: ["mail"] }],
  ["whose `ignoreRecords` aren't known yet", false, { ignoreRecords: unknown }],
  ["whose records aren't known yet", false, { records: { ...mail, "mail A": [unknown] } }],
  ["with two values that aren't known yet", false, { records: { "@ TXT": [unknown, unknown] } }],
])("a preview of a zone %s misses the target of an MX: %s", async (_zone, isAdvised, args) => {
  expect((await new HandlerStack().preview({ it: whole(mail, { ...args }) })).errors).toEqual({});
  expect(said().includes("target-missing")).toBe(isAdvised);
});

it.each([
  ["set", set("www", "A", ["192.0.2.2"], { maxUnlistedDeletes: unknown })],
  ["zone", zone({ "www A": ["192.0.2.1"] }, { ttl: 600, mode: unknown })],
])("a preview of a %s whose consent isn't known yet refuses no plan", async (_, it) => {
  for (const name of ["www", "api"]) byHand(name, "192.0.2.1", { ttl: 300 });
  expect((await new HandlerStack().preview({ it })).errors).toEqual({});
  expect(said()).toContain("The plan of `it` isn't shown");
});
