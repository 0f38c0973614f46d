/** The plans of a DnsZone: its guards, its messages, the order of writes, and rows that move between resources. */
import { zoneLines } from "../meaning/zone.ts";
import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { unknown } from "../support/pluginFront.ts";
import { a as aRecord, quick } from "../support/records.ts";
import { a, type Fields, hosts, whole, withZone, zone } from "../support/zones.ts";

const { registrar, said, live, wipe } = withZone();

it.each([
  ["3 of 10 records, which is 30 %", 10, 3, true],
  ["4 of 10 records", 10, 4, false],
  ["all of 9 but one: a zone below 10 records needs no consent", 9, 8, true],
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
    expect(refused.errors["zone"]).toMatch(/ {2}- host19 A 192\.0\.2\.19\n.*maxChanges: 8/s);
    expect((await stack.up(zone(fewer, { mode, maxChanges: 7 }))).errors["zone"]).toMatch(/`maxChanges` allows 7/);
    expect(registrar.writes()).toEqual([]);
    expect((await stack.up(zone(fewer, { mode, maxChanges: 8 }))).errors).toEqual({});
    expect(live()).toHaveLength(12);
  });

  it("allows a refresh and a repair after somebody wiped 40 % by hand", async () => {
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
    expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get"]);
    for (const told of [said(), await second.up(program).then(said)]) {
      expect(told).toMatch(/^example\.com: 1 to create, 10 to adopt unchanged\n {2}\+ new A 192\.0\.2\.1\n/);
      expect(taken.exec(told)?.[1]).toBe("host0 A, host1 A, host2 A, host3 A, host4 A and 5 more");
      expect(told.split("\n")).toHaveLength(4);
    }
    expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", "POST records.create"]);
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
    expect(errors["zone"]).toMatch(/set `maxChanges: 20` for this run/);
    expect((await stack.up(moved({ maxChanges: 19 }))).errors["zone"]).toMatch(/`maxChanges` allows 19/);
    expect(registrar.writes()).toEqual([]);
    said();
    expect((await stack.up(moved({ maxChanges: 20 }))).errors).toEqual({});
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
    const elsewhere = zone([sub], { mode, ignoreRecords: ["ns1.sub"] });
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

it("writes delete conflicting rows first, and create rows before they delete others", async () => {
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
  const unchecked = { ...quick, "registrar:skipChecks": '["record-once", "zone-authoritative-alone"]' };

  it("is not changed by the zone that gave it up", async () => {
    const stack = new HandlerStack(quick, { oneByOne: true });
    await stack.up(zone([a("www", "192.0.2.1")]));
    registrar.writes();
    expect(
      (await stack.up({ one: aRecord("www", "192.0.2.1", { adopt: true }), ...zone([a("www", "192.0.2.2")]) })).errors,
    ).toEqual({});
    expect(registrar.writes()).toEqual(["POST records.create"]);
    expect(live()).toEqual(["www A 192.0.2.1", "www A 192.0.2.2"]);
  });

  it("is neither deleted nor changed by an authoritative zone, whatever its consent", async () => {
    const stack = await applied(one, unchecked);
    for (const name of ["api", "www"]) {
      await stack.up({ ...one, ...whole([a(name, "192.0.2.3")], { maxUnlistedDeletes: 9 }) });
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
    const stack = new HandlerStack({ ...quick, "registrar:adopt": "true" });
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

it("the state is small: at most 2.5 times the declared records and 60 bytes a record", async () => {
  const stack = new HandlerStack(quick);
  for (const mode of ["additive", "authoritative"]) {
    const records = [
      ...hosts(100),
      ...hosts(50).map((host) => ({ ...host, name: `a-rather-long-name-of-a-host.${host["name"]}.department` })),
    ];
    await stack.up(zone(records, { mode }), { skipPreview: true });
    const row = stack.state.get("zone");
    const bytes = JSON.stringify(row?.inputs).length + JSON.stringify(row?.outputs).length;
    expect(bytes).toBeLessThan(2.5 * JSON.stringify(records).length + 60 * records.length);
  }
});

const setOf = (values: unknown): Program => ({
  it: { handler: "dnsRecordSet", args: { domain: "example.com", name: "www", type: "A", values } },
});
const hostsIn =
  (mode: string) =>
  (values: unknown): Program => {
    const records = Array.isArray(values)
      ? values.map((content, i) => ({ type: "A", name: `h${i}`, content }))
      : values;
    return { it: { handler: "dnsZone", args: { domain: "example.com", records, mode } } };
  };
const values = Array.from({ length: 12 }, (_, i) => `192.0.2.${i}`);
const changed = ["198.51.100.1", ...values.slice(1, -1), unknown];
const notCompared = /^Arguments that aren't known yet were not compared .*\n/m;

const certainChange = "example.com: 1 to change\n  ~ h0 A 192.0.2.0 => 198.51.100.1\n";

it.each<[string, (values: unknown) => Program, string]>([
  ["a set", setOf, ""],
  ["an additive zone", hostsIn("additive"), certainChange],
  ["an authoritative zone", hostsIn("authoritative"), certainChange],
])(
  "a preview of values that are not known yet says of %s what is certain, and nothing else",
  async (_what, make, certain) => {
    const stack = await applied(make(values));
    const says = async (next: unknown) => {
      said();
      return { ...(await stack.preview(make(next))), said: said().replace(notCompared, "") };
    };
    const update = { steps: { it: "update" }, errors: {} };
    expect(await says(changed)).toEqual({ ...update, said: certain });
    for (const none of [values.map(() => unknown), unknown]) expect(await says(none)).toEqual({ ...update, said: "" });
  },
);

it.each([
  [10, 3, undefined],
  [13, 3, undefined],
  [13, 4, /change 4 and delete 0 of 13 records, but the limit is 30 %/],
])("of a zone of %d records, %d changes need consent above 30 %%", async (count, changes, refusal) => {
  const stack = new HandlerStack(quick);
  const hosts = (changed: number) =>
    hostsIn("authoritative")(Array.from({ length: count }, (_, i) => `192.0.2.${i < changed ? 100 + i : i}`));
  await stack.up(hosts(0));
  const { errors } = await stack.preview(hosts(changes));
  if (refusal === undefined) expect(errors).toEqual({});
  else expect(errors["it"]).toMatch(refusal);
});
