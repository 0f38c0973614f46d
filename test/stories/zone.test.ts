/** DnsZone: many records, or a whole zone, as one resource. */
import { dnsZone } from "../../provider/provider.ts";
import { applied, unchanged } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { bound, quick } from "../support/records.ts";
import { isSoak } from "../support/soak.ts";
import { a, hosts, type Records, whole, withZone, zone } from "../support/zones.ts";

const { registrar, said, live, byHand, edit } = withZone();

describe("an additive zone", () => {
  const first = [a("www", "192.0.2.1", { ttl: 300 }), a("www", "192.0.2.2", { ttl: 300 }), a("api", "192.0.2.3")];

  it("applies, does nothing the second time, sees a hand edit, repairs it, and goes; others stay as they are", async () => {
    byHand("foreign", "203.0.113.1");
    const stack = new HandlerStack(quick);
    expect((await stack.up(zone(first))).errors).toEqual({});
    expect(said()).toBe(
      "example.com: 3 to create\n  + api A 192.0.2.3\n  + www A 192.0.2.1 ttl 300\n  + www A 192.0.2.2 ttl 300\n",
    );
    expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", ...Array(3).fill("POST records.create")]);
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
    expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", "PUT records.update"]);
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

  it("applies, calls nobody the second time, sees what was added by hand, and removes it with consent", async () => {
    const stack = await applied(whole(first));
    byHand("foreign", "203.0.113.1");
    expect(await stack.up(whole(first))).toEqual({ steps: { zone: "same" }, errors: {} });
    expect(registrar.calls()).toEqual([]);
    const refused = await stack.preview(whole([...first, a("new", "192.0.2.4")]));
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

  it("repairs an edit by hand after a refresh, again and again", async () => {
    const stack = await applied(whole(first));
    for (const _time of [1, 2]) {
      edit("api", { content: "203.0.113.9" });
      await stack.refresh();
      said();
      expect(await stack.up(whole(first))).toEqual({ steps: { zone: "update" }, errors: {} });
      expect(said()).toMatch(/~ api A 203\.0\.113\.9 => 192\.0\.2\.3/);
      expect(live()).toEqual(["api A 192.0.2.3", "www A 192.0.2.1"]);
    }
  });

  it("never touches what is ignored, the apex NS and SOA, and rows that nobody understands", async () => {
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
        /1 record that this resource never listed:\s+- foreign A .*new name.*`aliases`.*deleteUnlisted: 1/s,
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

  it("names 40 foreign records once, with both settings that delete them in one sentence", async () => {
    for (const { name } of hosts(40)) byHand(String(name), "203.0.113.1");
    const { errors } = await new HandlerStack(quick).preview(whole(first));
    const lines = (errors["zone"] ?? "").split("\n");
    expect(lines.filter((line) => line.includes("- host"))).toHaveLength(40);
    expect(lines.at(-1)).toMatch(/set `maxChange: 40` and `deleteUnlisted: 40` for this run/);
    expect(lines).toHaveLength(45);
    const consent = { maxChange: 40, deleteUnlisted: 40 };
    expect((await new HandlerStack(quick).up(whole(first, consent))).errors).toEqual({});
  });

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
    ["a field of a wrong type", [a("www", "192.0.2.1", { ttl: -1 })], /records\["www A"\]\.ttl: ttl is a whole number/],
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
    await stack.refresh();
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

it.each(["additive", "authoritative"])("shows no drift of TTLs that the registrar raised (%s)", async (mode) => {
  registrar.sandbox.setProfile("ttl-minimum");
  const withTtl = (ttl: number) => zone([...hosts(11), a("www", "192.0.2.1", { ttl })], { mode });
  const stack = await applied(withTtl(300), quick);
  said();
  expect((await stack.up(withTtl(300))).steps).toEqual({ zone: "same" });
  expect(await stack.refresh()).toEqual(unchanged);
  expect(said()).toBe("");
  registrar.calls();
  // An edit by hand is drift, also above the minimum.
  edit("host3", { ttl: 900 });
  await stack.refresh();
  for (const ttl of [300, 601]) {
    expect((await stack.up(withTtl(ttl))).steps).toEqual({ zone: "update" });
    expect(registrar.writes()).toEqual(["PUT records.update"]);
  }
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
