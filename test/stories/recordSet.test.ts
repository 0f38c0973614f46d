/** DnsRecordSet: all records of one name and type as one resource. */
import { printValue, recordTypeNames, recordTypes } from "../../provider/dns/index.ts";
import { casesOf } from "../dns/types/index.ts";
import { zoneLines } from "../meaning/zone.ts";
import { applied, unchanged } from "../support/applied.ts";
import { casesIn, sectionsIn } from "../support/cases.ts";
import { type Declared, HandlerStack, type Program } from "../support/handlerStack.ts";
import { bound, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();

type Fields = Record<string, unknown>;
const set = (name: string, type: string, values: unknown, rest: Fields = {}): Program => ({
  [`${name} ${type}`]: { handler: "dnsRecordSet", args: { domain: "example.com", name, type, values, ...rest } },
});
const www = (values: unknown, rest: Fields = {}) => set("www", "A", values, rest);

const live = () => zoneLines(registrar.sandbox, ["example.com"]);
const byHand = (content: string, rest: Fields = {}) =>
  registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: "www", content, ...rest });
const idOf = (content: string) => registrar.sandbox.records("example.com").find((row) => row.content === content)?.id;
const edit = (content: string, part: Fields) =>
  registrar.sandbox.dashboard.editRecord("example.com", idOf(content) ?? 0, part);
const same = (key = "www A") => ({ steps: { [key]: "same" }, errors: {} });

const [section = ""] = sectionsIn("sets");

it.each(casesIn("sets", section))(
  "a set of type %s is made, has no drift in another spelling, and goes",
  async (type = "", name = "", ...lists) => {
    const [values = [], respelled, held]: string[][] = lists.map((list) => JSON.parse(list));
    const stack = new HandlerStack(quick);
    expect((await stack.up(set(name, type, values))).errors).toEqual({});
    expect(registrar.calls()).toEqual([
      "GET records.list",
      "GET domains.get",
      ...values.map(() => "POST records.create"),
    ]);
    expect(live()).toEqual(held);
    for (const program of [set(name, type, values), set(name, type, respelled)]) {
      expect(await stack.up(program)).toEqual(same(`${name} ${type}`));
      expect(await stack.refresh()).toEqual(unchanged);
      expect(registrar.writes()).toEqual([]);
    }
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([]);
  },
);

describe("a set", () => {
  const first = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];

  it.each<[string, string[], Fields, string[]]>([
    ["one value changed", ["192.0.2.1", "192.0.2.9", "192.0.2.3"], {}, ["PUT records.update"]],
    ["one removed from the middle", ["192.0.2.1", "192.0.2.3"], {}, ["DELETE records.delete"]],
    ["one more, first", ["192.0.2.0", ...first], {}, ["POST records.create"]],
    ["another order", [...first].reverse(), {}, []],
    ["another ttl", first, { ttl: 600 }, Array(3).fill("PUT records.update")],
  ])("%s: as many writes as records change", async (_change, values, rest, writes) => {
    const stack = await applied(www(first, { ttl: 300 }));
    const next = www(values, { ttl: 300, ...rest });
    expect((await stack.up(next)).errors).toEqual({});
    expect(registrar.writes()).toEqual(writes);
    expect(live()).toEqual([...values].sort().map((value) => `www A ${value} ttl ${rest["ttl"] ?? 300}`));
    expect(await stack.up(next)).toEqual(same());
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("swaps its values with another one by one update a record", async () => {
    const stack = await applied({ ...www(first), ...set("api", "A", ["198.51.100.1"]) });
    expect(
      (await stack.up({ ...www(["198.51.100.1", ...first.slice(1)]), ...set("api", "A", ["192.0.2.1"]) })).errors,
    ).toEqual({});
    expect(registrar.writes()).toEqual(["PUT records.update", "PUT records.update"]);
    expect(live()).toContain("api A 192.0.2.1");
  });

  it("shows what was edited, added and deleted by hand, and repairs it; what it never listed goes with consent", async () => {
    const stack = await applied(www(first, { ttl: 300 }));
    edit("192.0.2.2", { content: "203.0.113.2" });
    expect((await stack.refresh()).drift).toEqual({ "www A": { values: ["192.0.2.1", "203.0.113.2", "192.0.2.3"] } });
    registrar.calls();
    expect((await stack.up(www(first, { ttl: 300 }))).steps).toEqual({ "www A": "update" });
    expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", "PUT records.update"]);
    edit("192.0.2.1", { ttl: 900 });
    expect((await stack.refresh()).drift).toEqual({ "www A": { ttl: 900 } });
    expect((await stack.up(www(first, { ttl: 300 }))).errors).toEqual({});
    expect(registrar.writes()).toEqual(["PUT records.update"]);
    registrar.sandbox.dashboard.deleteRecord("example.com", idOf("192.0.2.1") ?? 0);
    byHand("203.0.113.9");
    const { drift } = await stack.refresh();
    expect(drift).toEqual({ "www A": { values: ["203.0.113.9", "192.0.2.2", "192.0.2.3"] } });
    const refused = await stack.up(www(first, { ttl: 300 }));
    expect(refused.errors["www A"]).toMatch(
      /remove or overwrite 1 record that this resource never listed:.*203\.0\.113\.9.*list them in `values`.*maxUnlistedDeletes: 1/s,
    );
    expect(registrar.writes()).toEqual([]);
    expect((await stack.up(www(first, { ttl: 300, maxUnlistedDeletes: 1 }))).errors).toEqual({});
    expect(registrar.writes()).toEqual(["PUT records.update"]);
    expect(live()).toEqual(first.map((value) => `www A ${value} ttl 300`));
    for (const value of first) registrar.sandbox.dashboard.deleteRecord("example.com", idOf(value) ?? 0);
    expect(await stack.refresh()).toEqual({ ...unchanged, gone: ["www A"] });
  });

  it("finds others of its name and type in the preview, takes equal ones over, and touches no other name or type", async () => {
    for (const content of ["192.0.2.1", "203.0.113.1", "203.0.113.2"]) byHand(content);
    registrar.sandbox.dashboard.addRecord("example.com", { type: "TXT", name: "www", content: "stays" });
    registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: "api", content: "203.0.113.3" });
    const stack = new HandlerStack(quick);
    const { errors } = await stack.preview(www(first));
    expect(errors["www A"]).toMatch(
      /2 records that this resource never listed:\s+~ www A 203\.0\.113\.1 => 192\.0\.2\.2\s+~ www A 203\.0\.113\.2 =>/,
    );
    expect((await stack.up(www(first, { maxUnlistedDeletes: 1 }))).errors["www A"]).toMatch(
      /`maxUnlistedDeletes` allows 1/,
    );
    expect(registrar.writes()).toEqual([]);
    expect((await stack.up(www(first, { maxUnlistedDeletes: 2 }))).errors).toEqual({});
    expect(said()).toMatch(/existing records, adopted: www A\./);
    expect(registrar.writes()).toEqual(["PUT records.update", "PUT records.update"]);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual(["api A 203.0.113.3", 'www TXT "stays"']);
  });

  it("owns a value that a refresh found once the program lists it, by an update that writes nothing", async () => {
    const stack = await applied(www(first));
    byHand("203.0.113.9");
    await stack.refresh();
    registrar.writes();
    const listed = www(["203.0.113.9", ...first]);
    expect((await stack.up(listed)).steps).toEqual({ "www A": "update" });
    expect(registrar.writes()).toEqual([]);
    expect(await stack.up(listed)).toEqual(same());
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([]);
  });

  it("remembers the TTL of each value, and repairs those that a killed run did not reach", async () => {
    const stack = await applied(www(first, { ttl: 300 }));
    edit("192.0.2.1", { ttl: 600 });
    expect((await stack.refresh()).drift).toEqual({ "www A": { ttl: 600 } });
    registrar.writes();
    expect((await stack.up(www(first, { ttl: 600 }))).errors).toEqual({});
    expect(registrar.writes()).toEqual(["PUT records.update", "PUT records.update"]);
    expect(live()).toEqual(first.map((value) => `www A ${value} ttl 600`));
    expect(await stack.up(www(first, { ttl: 600 }))).toEqual(same());
  });

  it("asks before it overwrites a record, where no response to a write has shown which one is its own", async () => {
    registrar.sandbox.setProfile("writes-without-object");
    const stack = await applied(www(first));
    registrar.sandbox.dashboard.deleteRecord("example.com", idOf("192.0.2.1") ?? 0);
    byHand("203.0.113.9");
    registrar.writes();
    const { errors } = await stack.up(www([...first, "192.0.2.4"]));
    expect(errors["www A"]).toMatch(/remove or overwrite 1 record that this resource never listed.*203\.0\.113\.9/s);
    expect(registrar.writes()).toEqual([]);
  });

  it("becomes one of another type or name in one up, with its preview", async () => {
    const stack = new HandlerStack(quick);
    const as = (name: string, type: string, values: string[]): Program => ({
      it: { handler: "dnsRecordSet", args: { domain: "example.com", name, type, values } },
    });
    await stack.up(as("www", "A", first));
    for (const [name, type, values] of [
      ["www", "CNAME", ["web.example.net"]],
      ["www", "A", ["192.0.2.7"]],
      ["api", "A", ["192.0.2.7"]],
    ] as const) {
      expect((await stack.up(as(name, type, [...values]))).errors).toEqual({});
      expect(live()).toEqual([`${name} ${type} ${values[0]}`]);
    }
  });

  it("keeps its records under a new name in the program, and says `aliases` where they would change as well", async () => {
    const stack = new HandlerStack(quick);
    const named = (name: string, values: string[]): Program => ({
      [name]: { handler: "dnsRecordSet", args: { domain: "example.com", name: "www", type: "A", values } },
    });
    await stack.up(named("one", first));
    registrar.writes();
    expect((await stack.up(named("two", ["192.0.2.9", ...first.slice(1)]))).errors["two"]).toMatch(/option `aliases`/);
    expect((await stack.up(named("two", first))).errors).toEqual({});
    expect([registrar.writes(), live().length]).toEqual([[], 3]);
    expect(await stack.refresh()).toEqual(unchanged);
  });

  it("is renamed beside 19 others without a wait, and waits once for all where rows are missing", async () => {
    const renamed = (suffix: string, type = "A") =>
      Object.assign(
        {},
        ...Array.from({ length: 20 }, (_, i) => ({
          [`set${i}`]: Object.values(set(`h${i}${suffix}`, type, [`192.0.2.${i}`]))[0],
        })),
      ) as Program;
    const stack = await applied(renamed(""), bound);
    expect((await stack.preview(renamed("b"))).errors).toEqual({});
    expect(registrar.calls().filter((call) => call.endsWith(".list"))).toEqual(["GET records.list"]);
    expect((await stack.up(renamed("b"))).errors).toEqual({});
    expect(registrar.calls().filter((call) => call.startsWith("GET"))).toEqual(["GET records.list", "GET domains.get"]);
    for (const { id } of registrar.sandbox.records("example.com").slice(1))
      registrar.sandbox.dashboard.deleteRecord("example.com", id);
    const changed = Object.fromEntries(
      Object.entries(renamed("b")).map(([name, each]) => [name, { ...each, args: { ...each.args, ttl: 600 } }]),
    );
    registrar.calls();
    await stack.preview(changed);
    expect(registrar.calls().filter((call) => call.endsWith(".list")).length).toBeLessThanOrEqual(10);
  });

  const hosts = recordTypeNames.flatMap((type) => {
    const { target } = recordTypes[type];
    return target === undefined
      ? []
      : ["@", "mail", "mail.", "*.mail", "192.0.2.1"].map((host) => ({ type, target, host }));
  });
  it.each(hosts)(
    "judges the host $host of a value of type $type as a DnsRecord's, in a set and in a zone",
    async ({ type, target, host }) => {
      const { name, ...data } = casesOf[type].valid;
      const value = printValue(type, { ...data, [target]: "host.invalid" }).replace("host.invalid", host);
      const { errors } = await new HandlerStack(quick).preview({
        ...set(String(name), type, [value]),
        record: { handler: "dnsRecord", args: { domain: "example.org", name, type, ...data, [target]: host } },
      });
      const [inSet, inRecord] = [errors[`${name} ${type}`] ?? "", (errors["record"] ?? "").replaceAll(".org", ".com")];
      expect(inSet.replace("values: [0]", target)).toEqual(inRecord);
      const key = `${name} ${type}`;
      const zone = {
        handler: "dnsZone",
        args: { domain: "example.com", records: { [key]: [value] } },
      } satisfies Declared;
      const inZone = (await new HandlerStack(quick).preview({ zone })).errors["zone"] ?? "";
      expect(inZone.replace(`: records["${key}"][0]`, target)).toEqual(inRecord);
      expect(inSet).toMatch(
        { "@": /write the domain itself/, mail: /Write "mail\.example\.com"/, "mail.": /^$/ }[host] ?? /Name|name/,
      );
    },
  );
});

it("a set prints its changes as a zone does: the first of three values that goes is one line", async () => {
  const stack = await applied(www(["192.0.2.1", "192.0.2.2", "192.0.2.3"]));
  said();
  expect((await stack.up(www(["192.0.2.2", "192.0.2.3"]))).errors).toEqual({});
  expect(said()).toMatch(/^example\.com: 1 to delete\n {2}- www A 192\.0\.2\.1\n {2}Records that another [^\n]*\n$/);
});

it("a refresh of a set shows a foreign value of another TTL as a value, and its own TTL as it is", async () => {
  const stack = new HandlerStack(quick);
  const program = www(["192.0.2.1"], { ttl: 300 });
  await stack.up(program);
  byHand("203.0.113.9", { ttl: 900 });
  expect((await stack.refresh()).drift).toEqual({ "www A": { values: ["192.0.2.1", "203.0.113.9"] } });
  expect((await stack.preview(program)).errors["www A"]).toMatch(/never listed:.*203\.0\.113\.9/s);
  expect(live()).toEqual(["www A 192.0.2.1 ttl 300", "www A 203.0.113.9 ttl 900"]);
});
