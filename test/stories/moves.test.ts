/** Records that move between zones and sets in one `up` stay live throughout: each keeps its ID. */
import { applied } from "../support/applied.ts";
import { type Declared, HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();
const domain = "example.com";
const zone = (...names: string[]): Declared => ({
  handler: "dnsZone",
  args: { domain, records: Object.fromEntries(names.map((name) => [`${name} A`, ["192.0.2.1"]])) },
});
const set = (name: string): Declared => ({
  handler: "dnsRecordSet",
  args: { domain, name, type: "A", values: ["192.0.2.1"] },
});
const ids = () => Object.fromEntries(registrar.sandbox.records(domain).map(({ id, name }) => [name, id]));

const cases: [move: string, before: Program, after: Program][] = [
  [
    "from a zone to another",
    { one: zone("www", "api"), two: zone("web") },
    { one: zone("api"), two: zone("web", "www") },
  ],
  ["from a zone to a new one", { one: zone("www", "api") }, { one: zone("api"), two: zone("www") }],
  ["from a removed zone to a new one", { one: zone("www", "api") }, { two: zone("www", "api") }],
  ["from a zone to a set", { one: zone("www", "api") }, { one: zone("api"), two: set("www") }],
  ["from a set to a zone", { one: set("www"), two: zone("api") }, { two: zone("api", "www") }],
  ["from a set that takes another name to a zone", { one: set("www") }, { one: set("api"), two: zone("www") }],
];
const orders = [
  ["side by side", false, false],
  ["one after another, the new owner first", true, true],
] as const;

describe.each(cases)("a record that moves %s", (_move, before, after) => {
  it.each(orders)("is neither deleted nor created, with resources written %s", async (_order, oneByOne, isReversed) => {
    const stack = new HandlerStack(quick, { oneByOne });
    expect((await stack.up(before)).errors).toEqual({});
    const was = ids();
    const entries = Object.entries(after);
    const program = Object.fromEntries(isReversed ? entries.reverse() : entries);
    expect((await stack.up(program)).errors).toEqual({});
    expect(ids()).toMatchObject(was);
    expect(new Set(Object.values((await stack.up(program)).steps))).toEqual(new Set(["same"]));
    expect((await stack.destroy()).errors).toEqual({});
    expect(ids()).toEqual({});
  });

  it("is live in the end, if its former owner is written before the new one is declared", async () => {
    const stack = new HandlerStack(quick, { oneByOne: true });
    await stack.up(before);
    expect((await stack.up(after)).errors).toEqual({});
    expect(Object.keys(ids())).toContain("www");
    expect((await stack.up(after)).steps).not.toMatchObject({ one: "update" });
  });
});

it.each([
  ["set", set("www")],
  ["zone", zone("www")],
])("a removed record whose row a person deleted leaves the equal row that a %s creates", async (_kind, declared) => {
  const stack = await applied({ it: a("www", "192.0.2.1") });
  const [row] = registrar.sandbox.records(domain);
  registrar.sandbox.dashboard.deleteRecord(domain, row?.id ?? 0);
  expect((await stack.up({ other: declared })).errors).toEqual({});
  expect(registrar.sandbox.records(domain).map(({ content }) => content)).toEqual(["192.0.2.1"]);
});
