/** DnsRecordSet: all records of one name and type as one resource. */
import { printValue, recordTypeNames, recordTypes } from "../../provider/dns/index.ts";
import { casesOf } from "../dns/types/index.ts";
import { casesIn, sectionsIn } from "../support/cases.ts";
import { bound, one, set, zone } from "../support/records.ts";
import { applied, expectIdle, HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";

const { registrar, said, live, rows, byHand, dashboard, expectDestroyed, writesOf } = withStory();
const www = (values: unknown, rest: Record<string, unknown> = {}): Program => ({ it: set("www", "A", values, rest) });
const idOf = (content: string) => rows().find((row) => row.content === content)?.id ?? 0;
const [section = ""] = sectionsIn("sets");

it.each(casesIn("sets", section))(
  "a set of type %s is made, has no drift in another spelling, and goes",
  async (type = "", name = "", ...lists) => {
    const [values = [], respelled, held]: string[][] = lists.map((list) => JSON.parse(list));
    const program = { it: set(name, type, values) };
    const stack = new HandlerStack();
    expect((await stack.up(program)).errors).toEqual({});
    const created = values.map(() => "POST records.create");
    expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", ...created]);
    expect(live()).toEqual(held);
    for (const each of [program, { it: set(name, type, respelled) }]) {
      await expectIdle(stack, each);
      expect(registrar.writes()).toEqual([]);
    }
    await expectDestroyed(stack);
  },
);

describe("a set", () => {
  const first = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];

  it("shows what was edited, added and deleted by hand, and repairs it; rows of others go by number", async () => {
    const program = www(first, { ttl: 300 });
    const stack = await applied(program);
    dashboard().editRecord("example.com", idOf("192.0.2.2"), { content: "203.0.113.2" });
    expect((await stack.refresh()).drift).toEqual({ it: { values: ["192.0.2.1", "203.0.113.2", "192.0.2.3"] } });
    registrar.calls();
    expect((await stack.up(program)).steps).toEqual({ it: "update" });
    expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", "PUT records.update"]);
    dashboard().deleteRecord("example.com", idOf("192.0.2.1"));
    byHand("www", "203.0.113.9");
    expect((await stack.refresh()).drift).toEqual({
      it: { values: ["192.0.2.2", "192.0.2.3"], unlisted: ["203.0.113.9"] },
    });
    expect(await writesOf(stack, www(first, { ttl: 300, maxUnlistedDeletes: 1 }))).toEqual(["PUT records.update"]);
    expect(live()).toEqual(first.map((value) => `www A ${value} ttl 300`));
    for (const value of first) dashboard().deleteRecord("example.com", idOf(value));
    expect(await stack.refresh()).toEqual({ ...unchanged, gone: ["it"] });
  });

  it("is renamed beside 19 others without a wait, and waits once for all where rows are missing", async () => {
    const renamed = (suffix: string, ttl = 300): Program =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [`set${i}`, set(`h${i}${suffix}`, "A", [`192.0.2.${i}`], { ttl })]),
      );
    const stack = await applied(renamed(""), bound);
    expect((await stack.preview(renamed("b"))).errors).toEqual({});
    expect(registrar.calls().filter((call) => call.endsWith(".list"))).toEqual(["GET records.list"]);
    expect((await stack.up(renamed("b"))).errors).toEqual({});
    expect(registrar.calls().filter((call) => call.startsWith("GET"))).toEqual(["GET records.list", "GET domains.get"]);
    for (const { id } of rows().slice(1)) dashboard().deleteRecord("example.com", id);
    registrar.calls();
    await stack.preview(renamed("b", 600));
    expect(registrar.calls().filter((call) => call.endsWith(".list")).length).toBeLessThanOrEqual(10);
  });

  it("says how many records are gone if its deletion fails midway, and how to keep it", async () => {
    const program = { it: set("www", "A", first) };
    const stack = await applied(program);
    registrar.sandbox.fault({ operation: "records.delete", after: 1, times: 2, fault: { status: 400 } });
    said();
    expect(Object.keys((await stack.up({})).errors)).toEqual(["it"]);
    expect(said()).toMatch(/example\.com: records deleted before an error: 1\. .* run `pulumi up --refresh`/);
    await stack.refresh();
    registrar.writes();
    expect(await writesOf(stack, program)).toEqual(["POST records.create"]);
    expect(live()).toHaveLength(3);
  });

  it("prints its changes as a zone does: the first of three values that goes is one line", async () => {
    const stack = await applied(www(first));
    expect((await stack.up(www(first.slice(1)))).errors).toEqual({});
    expect(said()).toMatch(/^example\.com: 1 to delete\n {2}- www A 192\.0\.2\.1\n {2}A record that another [^\n]*\n$/);
  });
});

const hosts = recordTypeNames.flatMap((type) => {
  const { target } = recordTypes[type];
  if (target === undefined) return [];
  return ["@", "mail", "mail.", "*.mail", "192.0.2.1"].map((host) => ({ type, target, host }));
});
const advice: Record<string, RegExp> = { "@": /the domain itself/, mail: /Write "mail\.example\.com"/, "mail.": /^$/ };
it.each(hosts)(
  "the host $host of a value of type $type is judged as a DnsRecord's, in a set and in a zone",
  async ({ type, target, host }) => {
    const { name, ...data } = casesOf(type).valid;
    const key = `${name} ${type}`;
    const value = printValue(type, { ...data, [target]: "host.invalid" }).replace("host.invalid", host);
    const judged = async (program: Program) => (await new HandlerStack().preview(program)).errors["it"] ?? "";
    const inRecord = await judged({ it: one("dnsRecord", { name, type, ...data, [target]: host }) });
    const inSet = await judged({ it: set(String(name), type, [value]) });
    expect(inSet.replace("values: [0]", target)).toEqual(inRecord);
    const inZone = await judged({ it: zone({ [key]: [value] }) });
    expect(inZone.replace(`: records["${key}"][0]`, target)).toEqual(inRecord);
    expect(inSet).toMatch(advice[host] ?? /[Nn]ame/);
  },
);
