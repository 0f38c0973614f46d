/** DnsZone: many records, or a whole zone, as one resource. */
import { dnsZone } from "../../provider/provider.ts";
import { zoneLines } from "../meaning/zone.ts";
import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { a as aRecord, bound, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";
import { isSoak } from "../support/soak.ts";

const registrar = withRegistrar();
const said = withSaid();

type Fields = Record<string, unknown>;
type Records = Fields[] | Fields;
const zone = (records: Records, rest: Fields = {}): Program => ({
  zone: { handler: "dnsZone", args: { domain: "example.com", records, ...rest } },
});
const whole = (records: Records, rest: Fields = {}) => zone(records, { mode: "authoritative", ...rest });
const a = (name: string, content: string, rest: Fields = {}): Fields => ({ type: "A", name, content, ...rest });
const hosts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => a(`host${i + from}`, `192.0.2.${(i + from) % 250}`, { ttl: 300 }));

const live = () => zoneLines(registrar.sandbox, ["example.com"]);
const byHand = (name: string, content: string, rest: Fields = {}) =>
  registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name, content, ...rest });
const idOf = (name: string) => registrar.sandbox.records("example.com").find((record) => record.name === name)?.id ?? 0;
const edit = (name: string, part: Fields) => registrar.sandbox.dashboard.editRecord("example.com", idOf(name), part);
const wipe = (name: string) => registrar.sandbox.dashboard.deleteRecord("example.com", idOf(name));

describe("an additive zone", () => {
  const first = [a("www", "192.0.2.1", { ttl: 300 }), a("www", "192.0.2.2", { ttl: 300 }), a("api", "192.0.2.3")];

  it("applies, does nothing the second time, sees a hand edit, repairs it, and goes; others stay as they are", async () => {
    byHand("foreign", "203.0.113.1");
    const stack = new HandlerStack(quick);
    expect((await stack.up(zone(first))).errors).toEqual({});
    expect(said()).toBe(
      "example.com: 3 to create\n  + api A 192.0.2.3\n  + www A 192.0.2.1 ttl 300\n  + www A 192.0.2.2 ttl 300\n",
    );
    expect(registrar.calls()).toEqual(["GET records.list", ...Array(3).fill("POST records.create")]);
    expect(stack.state.get("zone")?.inputs["records"]).toEqual({
      "api A": [{ content: "192.0.2.3" }],
      "www A": [
        { content: "192.0.2.1", ttl: 300 },
        { content: "192.0.2.2", ttl: 300 },
      ],
    });
    expect((await stack.up(zone(first))).steps).toEqual({ zone: "same" });
    expect(registrar.calls()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);

    edit("api", { content: "203.0.113.9" });
    expect((await stack.refresh()).drift).toMatchObject({
      zone: { records: { "api A": [{ content: "203.0.113.9" }] } },
    });
    registrar.calls();
    said();
    expect((await stack.up(zone(first))).steps).toEqual({ zone: "update" });
    expect(said()).toBe("example.com: 1 to change\n  ~ api A 203.0.113.9 => 192.0.2.3\n");
    expect(registrar.calls()).toEqual(["GET records.list", "PUT records.update"]);
    expect(await stack.refresh()).toEqual(unchanged);

    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual(["foreign A 203.0.113.1"]);
  });

  it("gives up a record without deleting it where `ignore` names it", async () => {
    const stack = await applied(zone(first));
    expect((await stack.up(zone(first.slice(0, 2), { ignore: ["api"] }))).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual(["api A 192.0.2.3"]);
  });
});

describe("of a type that a name has once, an additive zone", () => {
  const alias = (name: string) => ({ type: "CNAME", name, content: "theirs.example.net" });

  it("gives a foreign record another target only where `adopt` says `overwrite`, and never one beside another type", async () => {
    byHand("blog", "mine.example.net", { type: "CNAME", ttl: 600 });
    for (const adopt of ["none", "matching"]) {
      const { errors } = await new HandlerStack(quick).preview(zone([alias("blog")], { adopt }));
      expect(errors["zone"]).toMatch(/blog CNAME mine\.example\.net\.? stays.*`adopt: "overwrite"` also a CNAME/s);
    }
    const stack = new HandlerStack(quick);
    const program = zone([alias("blog")], { adopt: "overwrite" });
    said();
    expect((await stack.up(program)).errors).toEqual({});
    expect(said()).toMatch(/^example\.com: 1 to change\n {2}~ blog CNAME mine\.example\.net\.? ttl 600 => theirs/);
    expect(registrar.writes()).toEqual(["PUT records.update"]);
    expect(live()).toEqual(["blog CNAME theirs.example.net ttl 600"]);
    expect((await stack.up(program)).steps).toEqual({ zone: "same" });
    byHand("www", "203.0.113.1");
    const beside = await stack.up(zone([alias("blog"), alias("www")], { adopt: "overwrite" }));
    expect(beside.errors["zone"]).toMatch(/www A 203\.0\.113\.1 stays/);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual(["www A 203.0.113.1"]);
  });
});

describe("an authoritative zone", () => {
  const first = [a("www", "192.0.2.1"), a("api", "192.0.2.3")];

  it("applies, only reads the second time, sees what was added by hand, and removes it with consent", async () => {
    const stack = await applied(whole(first));
    expect(await stack.up(whole(first))).toEqual({ steps: { zone: "same" }, errors: {} });
    expect(registrar.calls()).toEqual(["GET records.list"]);
    byHand("foreign", "203.0.113.1");
    const refused = await stack.preview(whole(first));
    expect(refused.errors["zone"]).toMatch(/1 record .*never listed.*- foreign A 203.*deleteUnlisted: 1/s);
    expect((await stack.refresh()).drift).toMatchObject({
      zone: { records: { "foreign A": [{ content: "203.0.113.1" }] } },
    });
    // What a refresh showed is not owned for all that.
    expect((await stack.up(whole(first))).errors["zone"]).toMatch(/never listed/);
    registrar.calls();
    expect(await stack.up(whole(first, { deleteUnlisted: 1 }))).toEqual({ steps: { zone: "update" }, errors: {} });
    expect(registrar.calls()).toEqual(["GET records.list", "DELETE records.delete"]);
    expect(live()).toEqual(["api A 192.0.2.3", "www A 192.0.2.1"]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(await stack.up(whole(first))).toEqual({ steps: { zone: "same" }, errors: {} });
  });

  it("repairs a hand edit without a refresh, again and again", async () => {
    const stack = await applied(whole(first));
    for (const _time of [1, 2]) {
      edit("api", { content: "203.0.113.9" });
      said();
      expect(await stack.up(whole(first))).toEqual({ steps: { zone: "update" }, errors: {} });
      expect(said()).toMatch(/~ api A 203\.0\.113\.9 => 192\.0\.2\.3/);
      expect(live()).toEqual(["api A 192.0.2.3", "www A 192.0.2.1"]);
    }
  });

  it("says in the preview what it says in the update, to the letter, as a saved plan demands", async () => {
    const stack = await applied(whole(first));
    const { inputs = {} } = stack.state.get("zone") ?? {};
    edit("api", { content: "203.0.113.9" });
    const check = async () => {
      dnsZone.configure({ config: { get: (key) => Object.entries(quick).find(([name]) => name === key)?.[1] } });
      const { records } = inputs;
      return (await dnsZone.check(inputs, { domain: "example.com", mode: "authoritative", records })).inputs;
    };
    const [preview, update] = [await check(), await check()];
    expect(preview["plan"]).toBe("1 to change");
    expect(update).toEqual(preview);
  });

  it("never touches what is ignored, the apex NS and SOA, and rows that nobody understands", async () => {
    registrar.sandbox.setProfile("apex-listed");
    byHand("a.dyn", "203.0.113.1");
    byHand("b.c.dyn", "203.0.113.2");
    byHand("dyn", "203.0.113.3");
    registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "_acme-challenge.www", content: "x" });
    const stack = new HandlerStack(quick);
    const ignore = ["*.dyn A", "_ACME-challenge* TXT"];
    expect((await stack.up(whole(first, { ignore, deleteUnlisted: 9 }))).errors).toEqual({});
    const expected = [
      '_acme-challenge.www TXT "x"',
      "a.dyn A 203.0.113.1",
      "api A 192.0.2.3",
      "b.c.dyn A 203.0.113.2",
      "www A 192.0.2.1",
    ];
    expect(live()).toEqual(expected);
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(whole(first, { ignore }))).steps).toEqual({ zone: "same" });
    const both = await stack.preview(whole([...first, a("x.dyn", "192.0.2.7")], { ignore }));
    expect(both.errors["zone"]).toMatch(/records\["x\.dyn A"\] is listed, but `ignore` excludes it/);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual(expected.filter((line) => !/^(api|www) /.test(line)));
  });

  it.each([undefined, 0])(
    "with deleteUnlisted %s keeps foreign records, and names the way of a rename",
    async (none) => {
      byHand("foreign", "203.0.113.1");
      const stack = new HandlerStack(quick);
      const { errors } = await stack.up(whole(first, { deleteUnlisted: none }));
      expect(errors["zone"]).toMatch(
        /1 record that this resource never listed:\s+- foreign A .*deleteUnlisted: 1.*new name.*`aliases`/s,
      );
      expect(registrar.writes()).toEqual([]);
      const mx = { type: "MX", name: "@", content: "mail.example.net", priority: 10 };
      expect((await stack.up(whole([...first, mx], { ignore: ["foreign"] }))).errors).toEqual({});
      byHand("@", mx.content, { ...mx, priority: 20 });
      const later = await stack.up(whole([...first, mx], { deleteUnlisted: none }));
      expect(later.errors["zone"]).toMatch(/2 records that .*- @ MX 20 .*- foreign A/s);
      expect(later.errors["zone"]).not.toMatch(/aliases/);
      expect(live()).toContain("foreign A 203.0.113.1");
    },
  );

  it("deletes nothing that the check of the same run did not name", async () => {
    const stack = await applied(whole(first));
    const row = stack.state.get("zone");
    byHand("foreign", "203.0.113.1");
    registrar.writes();
    // An update without a check, as it comes if the check saw another zone.
    dnsZone.configure({ config: { get: () => undefined } });
    const inputs = { ...row?.inputs, deleteUnlisted: 1, records: { "www A": [{ content: "192.0.2.9" }] } };
    await dnsZone.update(row?.id ?? "", row?.outputs ?? {}, inputs);
    expect(registrar.writes()).toEqual(["PUT records.update", "DELETE records.delete"]);
    expect(live()).toEqual(["foreign A 203.0.113.1", "www A 192.0.2.9"]);
  });
});

it.each([
  ["3 of 10 records, which is 30 %", 10, 3, true],
  ["4 of 10 records", 10, 4, false],
  ["all of 9 but one: a zone below 10 records needs no consent", 9, 8, true],
  ["9 of 10 records", 10, 9, false],
  ["6 of 20 records", 20, 6, true],
  ["7 of 20 records", 20, 7, false],
])("a zone deletes %s", async (_title, before, deleted, isAllowed) => {
  const stack = await applied(zone(hosts(before)));
  const { errors } = await stack.up(zone(hosts(before - deleted)));
  expect([Object.keys(errors), live().length]).toEqual(isAllowed ? [[], before - deleted] : [["zone"], before]);
});

describe.each(["additive", "authoritative"])("the guard of an %s zone", (mode) => {
  it("stops a plan that would delete 40 % in the preview, with the list and the way through", async () => {
    const stack = await applied(zone(hosts(20), { mode }));
    const fewer = hosts(12);
    const refused = await stack.preview(zone(fewer, { mode }));
    expect(refused.errors["zone"]).toMatch(/delete 8 of 20 records, but the limit is 30 %/);
    expect(refused.errors["zone"]).toMatch(/ {2}- host19 A 192\.0\.2\.19\n.*maxChange: 8/s);
    expect((await stack.up(zone(fewer, { mode, maxChange: 7 }))).errors["zone"]).toMatch(/`maxChange` allows 7/);
    expect(registrar.writes()).toEqual([]);
    expect((await stack.up(zone(fewer, { mode, maxChange: 8 }))).errors).toEqual({});
    expect(live()).toHaveLength(12);
  });

  it("does not stand in the way of a refresh and a repair after somebody wiped 40 % by hand", async () => {
    const stack = await applied(zone(hosts(20), { mode }));
    for (const { name } of hosts(8)) wipe(String(name));
    const { drift } = await stack.refresh();
    expect(Object.keys(Object(Object(drift["zone"])["records"]))).toHaveLength(12);
    expect((await stack.up(zone(hosts(20), { mode }))).errors).toEqual({});
    expect(live()).toHaveLength(20);
    expect(await stack.refresh()).toEqual(unchanged);
  });
});

describe.each(["additive", "authoritative"])("what an %s zone says", (mode) => {
  it("of 40 new records is their number and the first ten, in the order in which people count", async () => {
    const { errors } = await new HandlerStack(quick).up(zone(hosts(40), { mode }));
    expect(errors).toEqual({});
    const lines = said().split("\n");
    expect(lines.slice(0, 4).map((line) => line.split(" A ")[0])).toEqual([
      "example.com: 40 to create",
      "  + host0",
      "  + host1",
      "  + host2",
    ]);
    expect(lines.slice(10)).toEqual(["  + host9 A 192.0.2.9 ttl 300", "  and 30 more", ""]);
  });

  const taken = /existing records, adopted: (.*)\. If another stack declares them as well, remove them/;

  it("of records that another stack made is said once, with their number and some names", async () => {
    const [first, second] = [new HandlerStack(quick), new HandlerStack(quick)];
    await first.up(zone(hosts(10)));
    said();
    registrar.calls();
    const program = zone([...hosts(10), a("new", "192.0.2.1")], { mode });
    expect((await second.preview(program)).errors).toEqual({});
    // A preview that knows that it is one asks of the domain, too.
    expect(registrar.calls().filter((call) => call !== "GET domains.get")).toEqual(["GET records.list"]);
    for (const told of [said(), await second.up(program).then(said)]) {
      expect(told).toMatch(/^example\.com: 1 to create, 10 to adopt unchanged\n {2}\+ new A 192\.0\.2\.1\n/);
      expect(taken.exec(told)?.[1]).toBe("host0 A, host1 A, host2 A, host3 A, host4 A and 5 more");
      expect(told.split("\n")).toHaveLength(4);
    }
    expect(registrar.calls()).toEqual(["GET records.list", "POST records.create"]);
    await second.up(zone([...hosts(10), a("new", "192.0.2.1")], { mode }));
    expect(said()).toBe("");
  });

  it("of another domain is what emptying the zone would be, guards included", async () => {
    const stack = new HandlerStack(quick);
    registrar.sandbox.addDomain("other.com");
    await stack.up(zone(hosts(20), { mode }));
    registrar.writes();
    const moved = (rest: Fields = {}) => zone(hosts(20), { mode, domain: "other.com", ...rest });
    const { errors } = await stack.preview(moved());
    expect(errors["zone"]).toMatch(/another `domain` empties the zone of example\.com: this would .*delete 20 of 20/);
    expect(errors["zone"]).toMatch(/set `maxChange: 20` on this DnsZone for this run/);
    expect((await stack.up(moved({ maxChange: 19 }))).errors["zone"]).toMatch(/`maxChange` allows 19/);
    expect(registrar.writes()).toEqual([]);
    said();
    expect((await stack.up(moved({ maxChange: 20 }))).errors).toEqual({});
    expect(said()).toMatch(/^example\.com: 20 to delete\n/);
    expect(live()).toEqual([]);
    expect(zoneLines(registrar.sandbox, ["other.com"])).toHaveLength(20);
  });

  it("of a name server without an address is an error where nothing else can have it", async () => {
    const sub = { type: "NS", name: "sub", content: "ns1.sub.example.com" };
    const { errors } = await new HandlerStack(quick).preview(zone([sub], { mode }));
    expect(errors["zone"] ?? "").toMatch(
      mode === "additive" ? /^$/ : /ns1\.sub\.example\.com .*has no address in the zone/,
    );
    const served = zone([sub, a("ns1.sub", "192.0.2.1")], { mode });
    expect((await new HandlerStack(quick).preview(served)).errors).toEqual({});
    const elsewhere = zone([sub], { mode, ignore: ["ns1.sub"] });
    expect((await new HandlerStack(quick).preview(elsewhere)).errors).toEqual({});
  });
});

it.each([
  ["without settings", () => delete process.env["REGISTRAR_API_TOKEN"], 0],
  [
    "with a list that cannot be read",
    () => registrar.sandbox.fault({ operation: "records.list", fault: { status: 403 } }),
    1,
  ],
])(
  "a preview of an additive zone: %s passes, and says that existing records are adopted",
  async (_case, spoil, least) => {
    spoil();
    expect((await new HandlerStack(quick).preview(zone(hosts(1)))).errors).toEqual({});
    expect(said()).toContain(
      "example.com: 1 to create\n  + host0 A 192.0.2.0 ttl 300\n  Records that exist by then are adopted, not created again.\n",
    );
    expect(registrar.calls().length).toBeGreaterThanOrEqual(least);
  },
);

it("writes take away what is in the way first, and make before they delete elsewhere", async () => {
  const stack = await applied(zone([a("www", "192.0.2.1"), a("www", "192.0.2.2"), a("old", "192.0.2.3")]));
  const next = [{ type: "CNAME", name: "www", content: "host.example.net" }, a("new", "192.0.2.3")];
  expect((await stack.up(zone(next))).errors).toEqual({});
  const entries = registrar.sandbox.log
    .entries()
    .slice(-6)
    .map(({ method }) => method);
  expect(entries.at(-1)).toBe("DELETE");
  expect(entries.filter((method) => method === "DELETE")).toHaveLength(3);
  expect(live()).toEqual(["new A 192.0.2.3", "www CNAME host.example.net"]);
  expect((await stack.up(zone([a("www", "192.0.2.1")]))).errors).toEqual({});
  expect(live()).toEqual(["www A 192.0.2.1"]);
});

it.each(["additive", "authoritative"])("writes delete no record if its successor was refused (%s)", async (mode) => {
  const stack = await applied(zone([a("old", "192.0.2.1"), a("stays", "192.0.2.2")], { mode }));
  registrar.sandbox.fault({ operation: "records.create", times: 1, fault: { status: 403 } });
  const next = zone([a("new", "192.0.2.1"), a("stays", "192.0.2.2")], { mode });
  expect(Object.keys((await stack.up(next)).errors)).toEqual(["zone"]);
  expect(registrar.writes()).toEqual(["POST records.create"]);
  expect(live()).toEqual(["old A 192.0.2.1", "stays A 192.0.2.2"]);
  expect((await stack.up(next)).errors).toEqual({});
  expect(live()).toEqual(["new A 192.0.2.1", "stays A 192.0.2.2"]);
});

it.each(["additive", "authoritative"])(
  "writes that were done stay if one fails, and the next run does the others (%s)",
  async (mode) => {
    registrar.sandbox.fault({ operation: "records.create", after: 4, times: 1, fault: { status: 403 } });
    const stack = new HandlerStack(quick);
    const { errors } = await stack.up(zone(hosts(12), { mode }));
    expect(errors["zone"]).toMatch(/11 records were written and are kept.*pulumi up/s);
    expect(live()).toHaveLength(11);
    expect(Object.keys(Object(stack.state.get("zone")?.outputs["records"]))).toHaveLength(11);
    registrar.writes();
    expect((await stack.up(zone(hosts(12), { mode }))).errors).toEqual({});
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect(live()).toHaveLength(12);
    expect((await stack.up(zone(hosts(12), { mode }))).steps).toEqual({ zone: "same" });
  },
);

describe("a record of another resource of the program, where its check is switched off", () => {
  const one: Program = { one: aRecord("www", "192.0.2.1") };
  const unchecked = { ...quick, "registrar:ignoreChecks": '["record-once", "zone-authoritative-alone"]' };

  it("is not changed by the zone that gave it up", async () => {
    const stack = new HandlerStack(quick, { oneByOne: true });
    await stack.up(zone([a("www", "192.0.2.1")]));
    registrar.writes();
    expect(
      (await stack.up({ one: aRecord("www", "192.0.2.1", { adopt: "matching" }), ...zone([a("www", "192.0.2.2")]) }))
        .errors,
    ).toEqual({});
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect(live()).toEqual(["www A 192.0.2.1", "www A 192.0.2.2"]);
  });

  it("is neither deleted nor changed by an authoritative zone, whatever its consent", async () => {
    const stack = await applied(one, unchecked);
    for (const name of ["api", "www"]) {
      await stack.up({ ...one, ...whole([a(name, "192.0.2.3")], { deleteUnlisted: 9 }) });
      expect(live()).toEqual([`${name} A 192.0.2.3`, "www A 192.0.2.1"].sort());
    }
  });
});

const records: Program = Object.fromEntries(
  hosts(12).map(({ name, content, ttl }) => [name, aRecord(String(name), String(content), { ttl })]),
);
const moments = {
  "in one run": () => undefined,
  "killed between create and delete": (stack: HandlerStack, before: typeof stack.state) => {
    for (const [name, row] of before) stack.state.set(name, row);
  },
  "killed before the zone was in the state": (stack: HandlerStack, before: typeof stack.state) => {
    stack.state.clear();
    for (const [name, row] of before) stack.state.set(name, row);
  },
};

it.each(Object.entries(moments))(
  "12 DnsRecords move into a zone and back, %s: the zone never loses one",
  async (_moment, kill) => {
    const stack = new HandlerStack({ ...quick, "registrar:adopt": "matching" });
    await stack.up(records);
    const all = live();
    registrar.writes();
    for (const program of [zone(hosts(12)), records]) {
      const before = new Map(stack.state);
      said();
      expect((await stack.up(program)).errors).toEqual({});
      if (program !== records) expect(said()).toMatch(/^example\.com: 12 to adopt unchanged\n/);
      kill(stack, before);
      expect((await stack.up(program)).errors).toEqual({});
      expect([...stack.state.keys()].sort()).toEqual(Object.keys(program).sort());
      expect(live()).toEqual(all);
    }
    expect(registrar.writes()).toEqual([]);
    expect(await stack.refresh()).toEqual(unchanged);
  },
);

describe("arguments", () => {
  const wrong: [string, Records, RegExp][] = [
    [
      "a key of another type",
      { "www A": { type: "AAAA", content: "2001:db8::1" } },
      /records\["www A"\]: the key is "www A", but the record's own name and type are "www AAAA": change the key to "www AAAA"/,
    ],
    [
      "a key of another name",
      { "www A": [{ content: "192.0.2.1" }, { name: "api", content: "192.0.2.2" }] },
      /the key is "www A", but the record's own name and type are "api A"/,
    ],
    [
      "a key of both",
      { "www CNAME": { type: "A", name: "@", content: "192.0.2.1" } },
      /the key is "www CNAME", but the record's own name and type are "@ A"/,
    ],
    ["a field of a wrong type", [a("www", "192.0.2.1", { ttl: -1 })], /records\["www A"\]\.ttl: ttl is a whole number/],
    [
      "a field that is missing",
      [{ type: "MX", name: "@", content: "mx.example.net" }],
      /records\["@ MX"\]\.priority is missing/,
    ],
    [
      "a field of another type",
      [a("www", "192.0.2.1", { priority: 1 })],
      /records\["www A"\]\.priority is not a field of A records/,
    ],
    ["an unknown type", [{ type: "SPF", name: "@", content: "x" }], /there is no record type "SPF"/],
    ["a key without a type", { www: { content: "192.0.2.1" } }, /in its key, such as "www A"/],
    [
      "no type",
      [{ name: "www", content: "192.0.2.1" }],
      /records\[0\]: it has no type\. Give the type and name in the record/,
    ],
    ["no name", [...hosts(1), { type: "A", content: "192.0.2.1" }], /records\[1\]\.name is missing/],
    ["no address", [a("www", "192.0.2.300")], /records\["www A"\]\.content: .*192\.0\.2\.300/],
    ["the same record twice", [a("www", "192.0.2.1"), a("WWW", "192.0.2.1")], /zone-duplicate/],
    [
      "a CNAME beside others",
      [a("www", "192.0.2.1"), { type: "CNAME", name: "www", content: "x.example.net" }],
      /cname-beside-others/,
    ],
    [
      "name servers of the domain itself",
      [...hosts(2), { type: "NS", name: "@", content: "ns1.example.net" }],
      /records\["@ NS"\].*Nameservers resource/,
    ],
    [
      "a text that is no record",
      { "www A": "192.0.2.1 ttl 300" },
      /records isn't a map of lists by owner name and type: write "www A": \[\{"content": "192\.0\.2\.1"\}\]/,
    ],
  ];
  it.each(wrong)("with %s are refused in the preview, by the record", async (_title, records, reason) => {
    expect((await new HandlerStack(quick).preview(zone(records))).errors["zone"]).toMatch(reason);
    expect(registrar.calls()).toEqual([]);
  });

  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  it.each(["additive", "authoritative"])(
    "that aren't known yet pass a preview that checks the others (%s)",
    async (mode) => {
      const stack = await applied(zone(hosts(12), { mode }));
      for (const record of [a("host0", unknown), a(unknown, "192.0.2.1"), a("host0", "192.0.2.1", { ttl: unknown })]) {
        const preview = await stack.preview(zone([...hosts(11, 1), record], { mode }));
        expect(preview).toEqual({ steps: { zone: "update" }, errors: {} });
      }
      const { errors } = await stack.preview(zone([a("new", unknown), a("bad", "192.0.2.300")], { mode }));
      expect(errors["zone"]).toMatch(/^: records\["bad A"\]\.content/);
      expect((await stack.preview(zone([], { mode, domain: unknown }))).errors).toEqual({});
      expect(
        (await stack.preview({ zone: { handler: "dnsZone", args: { domain: "example.com", records: unknown, mode } } }))
          .errors,
      ).toEqual({});
      expect(registrar.writes()).toEqual([]);
    },
  );

  it("of a domain that the same program is yet to register pass a preview", async () => {
    const domain = "not-yet.com";
    const program = whole(hosts(2), { domain });
    const buy = { handler: "domainRegistration" as const, args: { domain, years: 1, maxPrice: 50 } };
    const steps = { buy: "create", zone: "create" };
    expect(await new HandlerStack(quick).preview({ buy, ...program })).toEqual({ steps, errors: {} });
    expect((await new HandlerStack(quick).up(program)).errors["zone"]).toMatch(/does not hold not-yet\.com/);
  });

  it("marked secret are shown nowhere", async () => {
    const stack = new HandlerStack(quick);
    const secret = (content: string) => whole([{ type: "TXT", name: "key", content }], { secretInputs: ["records"] });
    await stack.up(secret("hush-1"));
    edit("key", { content: "hush-2" });
    await stack.up(secret("hush-1"));
    expect(said()).toMatch(/~ key TXT \[secret\]/);
    await stack.up(whole([], { secretInputs: ["records"] }));
    // Which record it is about is said all the same.
    const wrong = whole([{ type: "TXT", name: "key", content: "hush-3", port: 53 }], { secretInputs: ["records"] });
    expect((await stack.up(wrong)).errors["zone"]).toMatch(/records\["key TXT"\]\.port is not a field of TXT records/);
    const { records: _records, ...rest } = stack.state.get("zone")?.inputs ?? {};
    expect(`${said()}${JSON.stringify(rest)}`).not.toMatch(/hush/);
  });

  it("of two kinds beside each other are refused, and the message names the other resource", async () => {
    const first = [a("www", "192.0.2.1"), a("api", "192.0.2.3")];
    const api: Program = { api: { handler: "dnsRecord", args: { domain: "Example.com", ...a("api", "192.0.2.1") } } };
    const stack = new HandlerStack(quick);
    const additive = { additive: Object.values(zone([a("www", "192.0.2.9")]))[0] } as Program;
    const alone = /the DnsZone `zone` is authoritative and would delete these records.*\[zone-authoritative-alone\]/;
    for (const others of [api, additive]) {
      const { errors } = await stack.preview({ ...whole(first), ...others });
      expect(Object.values(errors)).toEqual([expect.stringMatching(alone)]);
    }
    const { errors } = await stack.preview({ ...api, ...whole(first) });
    expect(errors["zone"]).toMatch(/would delete the records of the DnsRecord `api`.*\[zone-authoritative-alone\]/);
    expect((await stack.preview({ ...api, ...whole(first, { ignore: ["api"] }) })).errors["zone"]).toMatch(
      /excludes it/,
    );
    expect((await stack.preview({ ...api, ...zone([a("www", "192.0.2.1")]) })).errors).toEqual({});
    const same = await stack.preview({
      ...zone(first),
      ...api,
      again: { ...api["api"], args: zone(first) },
    } as Program);
    expect(Object.keys(same.errors)).not.toEqual([]);
  });
});

it("the state is small: at most 2.5 times the declared records and 60 bytes a record", async () => {
  const stack = new HandlerStack(quick);
  for (const mode of ["additive", "authoritative"]) {
    const records = [
      ...hosts(100),
      ...hosts(50).map((host) => ({ ...host, name: `a-rather-long-name-of-a-host.${host["name"]}.department` })),
    ];
    await stack.up(zone(records, { mode }));
    const row = stack.state.get("zone");
    const bytes = JSON.stringify(row?.inputs).length + JSON.stringify(row?.outputs).length;
    expect(bytes).toBeLessThan(2.5 * JSON.stringify(records).length + 60 * records.length);
  }
});

describe("a registrar whose lists lag", () => {
  it.each(["additive", "authoritative"])("makes no drift after a run that only deletes (%s)", async (mode) => {
    const stack = await applied(zone(hosts(3), { mode }), bound);
    registrar.sandbox.setProfile("stale-lists:2");
    expect((await stack.up(zone(hosts(2), { mode }))).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(zone(hosts(2), { mode }))).steps).toEqual({ zone: "same" });
  });

  it.each(isSoak ? ["additive", "authoritative"] : ["additive"])(
    "does not make a new zone (%s) take what was deleted a moment ago for its own",
    async (mode) => {
      registrar.sandbox.setProfile("stale-lists:1");
      const program = zone(hosts(3), { mode });
      const first = new HandlerStack(bound);
      expect((await first.up(program)).errors).toEqual({});
      const made = live();
      expect((await first.destroy()).errors).toEqual({});
      expect(live()).toEqual([]);
      expect((await new HandlerStack(bound).up(program)).errors).toEqual({});
      expect(live()).toEqual(made);
    },
  );
});
