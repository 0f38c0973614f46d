/** TTLs that a person edits, and TTLs that the registrar raises: an edit is drift, a raised TTL is not. */
import { applied, unchanged } from "../support/applied.ts";
import type { Declared } from "../support/handlerStack.ts";
import { a, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const domain = "example.com";
const ip = (last: number) => `192.0.2.${last}`;
const zone =
  (mode: string) =>
  (ttl: number, last: number): Declared => ({
    handler: "dnsZone",
    args: { domain, mode, records: { "www A": [ip(last)] }, ttl },
  });
const kinds: [kind: string, declared: (ttl: number, last: number) => Declared][] = [
  ["record", (ttl, last) => a("www", ip(last), { ttl })],
  ["TXT record", (ttl, last) => record("TXT", "www", { content: `text ${last}`, ttl })],
  [
    "set",
    (ttl, last) => ({ handler: "dnsRecordSet", args: { domain, name: "www", type: "A", values: [ip(last)], ttl } }),
  ],
  ["additive zone", zone("additive")],
  ["authoritative zone", zone("authoritative")],
];
const live = () => registrar.sandbox.records(domain).filter(({ name }) => name === "www");
const ttls = () => live().map(({ ttl }) => ttl);
const edit = (ttl: number) => registrar.sandbox.dashboard.editRecord(domain, live()[0]?.id ?? 0, { ttl });

describe.each(kinds)("the TTL of a %s", (_kind, declared) => {
  it("is written with every other change, although a person edited it and no refresh saw that", async () => {
    const stack = await applied({ it: declared(300, 1) });
    edit(86_400);
    expect((await stack.up({ it: declared(300, 2) })).errors).toEqual({});
    expect(ttls()).toEqual([300]);
    expect(await stack.refresh()).toEqual(unchanged);
    edit(86_400);
    expect(Object.keys((await stack.refresh()).drift)).toEqual(["it"]);
  });

  it.each([
    ["shows the row", "ttl-minimum"],
    ["doesn't show the row", "ttl-minimum,writes-without-object"],
  ])("stays at the registrar's minimum, if the response to a write %s", async (_response, profile) => {
    registrar.sandbox.setProfile(profile);
    const stack = await applied({ it: declared(300, 1) });
    for (const last of [1, 2]) {
      expect((await stack.up({ it: declared(300, last) })).errors).toEqual({});
      for (const _ of ["first", "second"]) expect(await stack.refresh()).toEqual(unchanged);
      expect((await stack.up({ it: declared(300, last) })).steps).toEqual({ it: "same" });
    }
    edit(900);
    expect(Object.keys((await stack.refresh()).drift)).toEqual(["it"]);
    // The program never sent the person's TTL: the minimum is now a difference, and one write repairs it.
    edit(600);
    await stack.refresh();
    registrar.writes();
    expect((await stack.up({ it: declared(300, 2) })).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.up({ it: declared(300, 2) })).steps).toEqual({ it: "same" });
  });
});

it("a preview of another value of a set names no TTL that the registrar raised", async () => {
  registrar.sandbox.setProfile("ttl-minimum");
  const set = (...values: string[]): Declared => ({
    handler: "dnsRecordSet",
    args: { domain, name: "www", type: "A", values, ttl: 300 },
  });
  const stack = await applied({ it: set(ip(1)) });
  said();
  expect((await stack.preview({ it: set(ip(1), ip(2)) })).errors).toEqual({});
  expect(said()).toBe("example.com: 1 to create\n  + www A 192.0.2.2 ttl 300\n");
});

it.each<[string, Declared]>([
  ["set", { handler: "dnsRecordSet", args: { domain, name: "www", type: "A", values: [ip(1), ip(2)], ttl: 300 } }],
  ["zone", { handler: "dnsZone", args: { domain, records: { "www A": [ip(1), ip(2)] }, ttl: 300 } }],
])("of one record of a %s, edited by hand, is mended after any number of refreshes", async (_kind, it) => {
  const stack = await applied({ it });
  edit(600);
  for (const _ of [1, 2, 3]) expect((await stack.refresh()).errors).toEqual({});
  expect(await stack.up({ it })).toEqual({ steps: { it: "update" }, errors: {} });
  expect(ttls()).toEqual([300, 300]);
  expect((await stack.up({ it })).steps).toEqual({ it: "same" });
  expect(await stack.refresh()).toEqual(unchanged);
});
