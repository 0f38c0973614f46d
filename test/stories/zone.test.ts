/** DnsZone: many records, or all records of a domain, as one resource. */
import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { bound, quick } from "../support/records.ts";
import { isSoak } from "../support/soak.ts";
import { a, hosts, whole, withZone, zone } from "../support/zones.ts";

const { registrar, said, live, byHand, edit } = withZone();

describe("an additive zone", () => {
  const first = [a("www", "192.0.2.1", { ttl: 300 }), a("www", "192.0.2.2", { ttl: 300 }), a("api", "192.0.2.3")];

  it("gives up a record without deleting it where `ignoreRecords` names it", async () => {
    const stack = await applied(zone(first));
    expect((await stack.up(zone(first.slice(0, 2), { ignoreRecords: ["api"] }))).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual(["api A 192.0.2.3"]);
  });
});

describe("a zone", () => {
  const records = { "www A": ["192.0.2.2", "192.0.2.1"], "@ MX": ["10 mx1.example.net", "20 mx2.example.net"] };

  it("has one TTL for all records, and others by key; a TTL edited by hand is drift of its key", async () => {
    const stack = await applied(zone(records, { ttl: 3600, ttls: { "@ MX": 600 } }));
    expect(live().filter((line) => line.includes("MX"))).toEqual([
      "@ MX 10 mx1.example.net ttl 600",
      "@ MX 20 mx2.example.net ttl 600",
    ]);
    expect(live().filter((line) => line.includes("ttl 3600"))).toHaveLength(2);
    expect(await stack.refresh()).toEqual(unchanged);
    edit("www", { ttl: 900 });
    expect((await stack.refresh()).drift).toEqual({ zone: { ttls: { "@ MX": 600, "www A": 900 } } });
    registrar.writes();
    expect((await stack.up(zone(records, { ttl: 3600, ttls: { "@ MX": 600 } }))).steps).toEqual({ zone: "update" });
    expect(registrar.writes()).toEqual(["PUT records.update"]);
    expect((await stack.up(zone(records, { ttl: 600 }))).errors).toEqual({});
    expect(registrar.writes()).toEqual(["PUT records.update", "PUT records.update"]);
    expect(live().every((line) => line.endsWith("ttl 600"))).toBe(true);
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("an empty list is refused, as in a set, with the way to declare no records", async () => {
    const { errors } = await new HandlerStack(quick).up(zone({ ...records, "none TXT": [] }));
    const reason = 'records["none TXT"] must not be empty. To declare no records, leave the key out';
    expect(errors).toEqual({ zone: expect.stringContaining(reason) });
    const { errors: ofSet } = await new HandlerStack(quick).up({
      none: { handler: "dnsRecordSet", args: { domain: "example.com", name: "none", type: "TXT", values: [] } },
    });
    expect(ofSet).toEqual({ none: expect.stringContaining("must not be empty") });
    expect(registrar.writes()).toEqual([]);
  });

  it("keeps the program's order and spelling; another spelling isn't a change", async () => {
    const stack = await applied(zone(records));
    expect(stack.state.get("zone")?.outputs["records"]).toEqual(records);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(stack.state.get("zone")?.inputs["records"]).toEqual(records);
    const respelled = {
      "WWW.example.com. A": ["192.0.2.1", "192.0.2.2"],
      "@ MX": ["20 MX2.example.net.", "10 mx1.example.net"],
    };
    expect((await stack.up(zone(respelled))).steps).toEqual({ zone: "same" });
    expect(await stack.refresh()).toEqual(unchanged);
    expect(registrar.writes()).toEqual([]);
  });

  it("joins parts by key: values add up, equal ones count once, and their TTLs must agree", async () => {
    const spf = { type: "TXT", name: "@", content: "v=spf1 -all", ttl: 600 };
    const parts = [
      records,
      spf,
      { records: { "@ TXT": ["site=1", "v=spf1 -all"], "@ MX": [] }, ttls: { "@ TXT": 600 } },
    ];
    await applied(zone(Object(parts), { ttls: { "www A": 60 } }));
    expect(live()).toEqual([
      "@ MX 10 mx1.example.net",
      "@ MX 20 mx2.example.net",
      '@ TXT "site=1" ttl 600',
      '@ TXT "v=spf1 -all" ttl 600',
      "www A 192.0.2.1 ttl 60",
      "www A 192.0.2.2 ttl 60",
    ]);
    const stack = new HandlerStack(quick);
    const other = { records: { "@ TXT": ["x"] }, ttl: 300 };
    await expect(stack.preview(zone(Object([...parts, other])))).rejects.toThrow(/"@ TXT" gets the TTLs 600 and 300/);
  });
});

describe("of a type that a name has once, an additive zone", () => {
  const alias = (name: string) => ({ type: "CNAME", name, content: "theirs.example.net" });

  it("never gives a foreign record another target, and says so", async () => {
    byHand("blog", "mine.example.net", { type: "CNAME", ttl: 600 });
    for (const adopt of [false, true]) {
      const { errors } = await new HandlerStack(quick).preview(zone([alias("blog")], { adopt }));
      expect(errors["zone"]).toMatch(/blog CNAME mine\.example\.net\.? stays.*declare them with their live values/s);
    }
    expect(live()).toEqual(["blog CNAME mine.example.net ttl 600"]);
  });
});

describe("an authoritative zone", () => {
  const first = [a("www", "192.0.2.1"), a("api", "192.0.2.3")];

  it("applies, calls nothing the second time, sees what was added by hand, and removes it with consent", async () => {
    const stack = await applied(whole(first));
    byHand("foreign", "203.0.113.1");
    expect(await stack.up(whole(first))).toEqual({ steps: { zone: "same" }, errors: {} });
    expect(registrar.calls()).toEqual([]);
    const refused = await stack.preview(whole([...first, a("new", "192.0.2.4")]));
    expect(refused.errors["zone"]).toMatch(/1 record .*never listed.*- foreign A 203.*maxUnlistedDeletes: 1/s);
    expect((await stack.refresh()).drift).toMatchObject({
      zone: { records: { "foreign A": ["203.0.113.1"] } },
    });
    // A record that a refresh showed isn't owned for that.
    expect((await stack.up(whole(first))).errors["zone"]).toMatch(/never listed/);
    registrar.calls();
    expect(await stack.up(whole(first, { maxUnlistedDeletes: 1 }))).toEqual({ steps: { zone: "update" }, errors: {} });
    expect(registrar.calls()).toEqual(["GET records.list", "DELETE records.delete"]);
    expect(live()).toEqual(["api A 192.0.2.3", "www A 192.0.2.1"]);
    expect(await stack.refresh()).toEqual(unchanged);
    expect(await stack.up(whole(first))).toEqual({ steps: { zone: "same" }, errors: {} });
  });

  it("never touches what is ignored, the apex NS and SOA, and rows that it doesn't understand", async () => {
    byHand("a.dyn", "203.0.113.1");
    byHand("b.c.dyn", "203.0.113.2");
    byHand("dyn", "203.0.113.3");
    registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "_acme-challenge.www", content: "x" });
    const stack = new HandlerStack(quick);
    const ignoreRecords = ["*.dyn A", "_ACME-challenge* TXT"];
    expect((await stack.up(whole(first, { ignoreRecords, maxUnlistedDeletes: 9 }))).errors).toEqual({});
    const expected = [
      '_acme-challenge.www TXT "x"',
      "a.dyn A 203.0.113.1",
      "api A 192.0.2.3",
      "b.c.dyn A 203.0.113.2",
      "www A 192.0.2.1",
    ];
    expect(live()).toEqual(expected);
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up(whole(first, { ignoreRecords }))).steps).toEqual({ zone: "same" });
    const both = await stack.preview(whole([...first, a("x.dyn", "192.0.2.7")], { ignoreRecords }));
    expect(both.errors["zone"]).toMatch(/records\["x\.dyn A"\] is listed, but `ignoreRecords` excludes it/);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual(expected.filter((line) => !/^(api|www) /.test(line)));
  });

  it.each(["api A", "api a", "API A", "api.example.com. A", "API", "a* a", "*p*", "*p*i.example.com A", "a*p*"])(
    "leaves a foreign record that `ignoreRecords` names as %s",
    async (spelling) => {
      byHand("api", "203.0.113.1");
      const rest = { ignoreRecords: [spelling], maxUnlistedDeletes: 9 };
      const program = whole([{ type: "TXT", name: "www", content: "x" }], rest);
      const stack = await applied(program);
      expect(live()).toContain("api A 203.0.113.1");
      expect((await stack.destroy()).errors).toEqual({});
      expect(live()).toEqual(["api A 203.0.113.1"]);
    },
  );

  it.each([undefined, 0])(
    "with maxUnlistedDeletes %s keeps foreign records, and names the way of a rename",
    async (none) => {
      byHand("foreign", "203.0.113.1");
      const stack = new HandlerStack(quick);
      const { errors } = await stack.up(whole(first, { maxUnlistedDeletes: none }));
      expect(errors["zone"]).toMatch(
        /1 record that this resource never listed:\s+- foreign A .*new name.*`aliases`.*maxUnlistedDeletes: 1/s,
      );
      expect(registrar.writes()).toEqual([]);
      const mx = { type: "MX", name: "@", content: "mail.example.net", priority: 10 };
      expect((await stack.up(whole([...first, mx], { ignoreRecords: ["foreign"] }))).errors).toEqual({});
      byHand("@", mx.content, { ...mx, priority: 20 });
      const later = await stack.up(whole([...first, mx], { maxUnlistedDeletes: none }));
      expect(later.errors["zone"]).toMatch(/2 records that .*- @ MX 20 .*- foreign A/s);
      expect(later.errors["zone"]).not.toMatch(/aliases/);
      expect(live()).toContain("foreign A 203.0.113.1");
    },
  );

  it("names 40 foreign records once, with both settings that delete them in one sentence", async () => {
    for (const { name } of hosts(40)) byHand(String(name), "203.0.113.1");
    const { errors } = await new HandlerStack(quick).preview(whole(first));
    const lines = (errors["zone"] ?? "").split("\n");
    expect(lines.filter((line) => line.includes("- host"))).toHaveLength(40);
    expect(lines.at(-1)).toMatch(/set `maxChanges: 40` and `maxUnlistedDeletes: 40` for this run/);
    expect(lines).toHaveLength(45);
    const consent = { maxChanges: 40, maxUnlistedDeletes: 40 };
    expect((await new HandlerStack(quick).up(whole(first, consent))).errors).toEqual({});
  });

  it("deletes the foreign records that a failed first run did not reach", async () => {
    byHand("foreign", "203.0.113.1");
    const stack = new HandlerStack(quick);
    registrar.sandbox.fault({ operation: "records.create", after: 1, times: 1, fault: { status: 403 } });
    const program = whole(first, { maxUnlistedDeletes: 1 });
    expect(Object.keys((await stack.up(program)).errors)).toEqual(["zone"]);
    expect(live()).toHaveLength(2);
    expect((await stack.up(program)).errors).toEqual({});
    expect(live()).toEqual(["api A 192.0.2.3", "www A 192.0.2.1"]);
  });
});

describe("arguments", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  it.each(["additive", "authoritative"])(
    "that aren't known yet pass a preview that checks the others (%s)",
    async (mode) => {
      const stack = await applied(zone(hosts(12), { mode }));
      const known = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`host${i + 1} A`, [`192.0.2.${i + 1}`]]));
      const host0 = ["192.0.2.0"];
      for (const [list, rest] of [
        [[unknown], { ttl: 300 }],
        [unknown, { ttl: 300 }],
        [host0, { ttl: unknown }],
        [host0, { ttl: 300, ttls: { "host0 A": unknown } }],
        [host0, { ttl: 300, ttls: unknown }],
      ] as const) {
        const preview = await stack.preview(zone({ ...known, "host0 A": list }, { mode, ...rest }));
        expect(preview).toEqual({ steps: { zone: "update" }, errors: {} });
      }
      const { errors } = await stack.preview(zone({ "new A": [unknown], "bad A": ["192.0.2.300"] }, { mode }));
      expect(errors["zone"]).toMatch(/^: records\["bad A"\]\[0\]/);
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
    await stack.refresh();
    await stack.up(secret("hush-1"));
    expect(said()).toMatch(/~ key TXT \[secret\]/);
    await stack.up(whole([], { secretInputs: ["records"] }));
    // Which record it is about is said all the same.
    const wrong = whole({ "key A": ["hush-3"] }, { secretInputs: ["records"] });
    expect((await stack.up(wrong)).errors["zone"]).toMatch(/records\["key A"\]\[0\]: /);
    const { records: _records, ...rest } = stack.state.get("zone")?.inputs ?? {};
    expect(`${said()}${JSON.stringify(rest)}`).not.toMatch(/hush/);
  });
});

describe("a registrar whose lists lag", () => {
  it.each(["additive", "authoritative"])(
    "shows no drift after a run that only deletes or creates (%s)",
    async (mode) => {
      const stack = await applied(zone(hosts(3), { mode }), bound);
      registrar.sandbox.setProfile("stale-lists:2");
      expect((await stack.up(zone(hosts(2), { mode }))).errors).toEqual({});
      expect(await stack.refresh()).toEqual(unchanged);
      expect((await stack.up(zone(hosts(2), { mode }))).steps).toEqual({ zone: "same" });
      expect((await stack.up(zone(hosts(3), { mode }))).errors).toEqual({});
      expect((await stack.preview(zone(hosts(3), { mode }))).steps).toEqual({ zone: "same" });
    },
  );

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
