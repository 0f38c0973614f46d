/** `ignoreChanges` on the list of a set or zone: the engine hands the last run's list back, with the rows that a refresh found. */
import { zoneLines } from "../meaning/zone.ts";
import { applied, unchanged } from "../support/applied.ts";
import type { Declared } from "../support/handlerStack.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();
const domain = "example.com";
const live = () => zoneLines(registrar.sandbox, [domain]);

const set = (values: string[], rest: object): Declared => ({
  handler: "dnsRecordSet",
  args: { domain, name: "www", type: "A", values, ...rest },
  ignoreChanges: ["values"],
});
const zone = (values: string[], rest: object): Declared => ({
  handler: "dnsZone",
  args: { domain, mode: "authoritative", records: { "www A": values }, ...rest },
  ignoreChanges: ["records"],
});

describe.each([
  ["a set", set, { maxUnlistedDeletes: 1 }, { skipChecks: ["a-reserved"] }],
  ["an authoritative zone", zone, { maxUnlistedDeletes: 1 }, { ignoreRecords: ["dyn"] }],
])("a row that a refresh found beside the rows of %s with ignoreChanges", (_kind, declared, consent, change) => {
  const own = ["192.0.2.1", "192.0.2.2"];
  const foreign = "www A 203.0.113.9 ttl 300";

  it.each([
    ["no consent", {}],
    ["consent to delete it", consent],
  ])("stays foreign, with %s, whatever else changes, and survives a destroy", async (_consent, rest) => {
    const stack = await applied({ it: declared(own, rest) });
    registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "203.0.113.9", ttl: 300 });
    await stack.refresh();
    registrar.writes();
    expect(await stack.up({ it: declared(own, rest) })).toEqual({ steps: { it: "same" }, errors: {} });
    expect(registrar.writes()).toEqual([]);
    const changed = { it: declared(own, { ...rest, ...change }) };
    expect((await stack.up(changed)).errors).toEqual({});
    expect(live()).toContain(foreign);
    expect((await stack.up(changed)).steps).toEqual({ it: "same" });
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([foreign]);
  });
});

it.each([
  ["lists it, too", false],
  ["copies the state's list (`ignoreChanges`)", true],
])(
  "a row that a refresh found is the set's own, and gets its TTL, if the program changes the TTL and %s",
  async (_, copies) => {
    const own = ["192.0.2.1", "192.0.2.2"];
    const declared = (values: string[], ttl: number): Declared => {
      const { ignoreChanges, ...rest } = set(values, { ttl });
      return copies && ignoreChanges ? { ...rest, ignoreChanges } : rest;
    };
    const stack = await applied({ it: declared(own, 300) });
    registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "203.0.113.9", ttl: 300 });
    await stack.refresh();
    const listed = copies ? own : [...own, "203.0.113.9"];
    expect(await stack.up({ it: declared(listed, 600) })).toEqual({ steps: { it: "update" }, errors: {} });
    expect(live()).toEqual(["192.0.2.1", "192.0.2.2", "203.0.113.9"].map((value) => `www A ${value} ttl 600`));
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([]);
  },
);

it("a second MX of one host, which a refresh found, doubles no record of the zone and stays foreign", async () => {
  const mail = (ignoreRecords: string[]): Declared => ({
    handler: "dnsZone",
    args: { domain, mode: "authoritative", records: { "@ MX": ["20 mail.example.net"] }, ttl: 300, ignoreRecords },
    ignoreChanges: ["records"],
  });
  const stack = await applied({ it: mail([]) });
  const byHand = { type: "MX" as const, name: "", content: "mail.example.net", priority: 10, ttl: 300 };
  registrar.sandbox.dashboard.addRecord(domain, byHand);
  await stack.refresh();
  registrar.writes();
  expect(await stack.up({ it: mail(["dyn"]) })).toEqual({ steps: { it: "update" }, errors: {} });
  expect(registrar.writes()).toEqual([]);
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(["@ MX 10 mail.example.net ttl 300"]);
});

it("a row that a refresh found stays foreign if the TTL of another row of the set was edited", async () => {
  const own = ["192.0.2.1", "192.0.2.2"];
  const declared: Declared = { ...set(own, { ttl: 300 }), ignoreChanges: ["values", "ttl"] };
  const stack = await applied({ it: declared });
  const { sandbox } = registrar;
  const [first] = sandbox.records(domain).filter(({ content }) => content === "192.0.2.1");
  sandbox.dashboard.editRecord(domain, first?.id ?? 0, { ttl: 600 });
  sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "203.0.113.9", ttl: 60 });
  await stack.refresh();
  expect((await stack.up({ it: declared })).errors).toEqual({});
  expect(live()).toContain("www A 203.0.113.9 ttl 60");
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual(["www A 203.0.113.9 ttl 60"]);
});
