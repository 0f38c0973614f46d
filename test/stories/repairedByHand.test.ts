/** An administrator repairs DNS in the dashboard first, and changes the program afterwards. */
import { applied, unchanged } from "../support/applied.ts";
import type { Declared } from "../support/handlerStack.ts";
import { a, forward, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();
const domain = "example.com";
const dashboard = () => registrar.sandbox.dashboard;

const alias = record("CNAME", "www", { content: "host.example.net" });
const mail = (priority: number) => record("MX", "@", { content: "mail.example.net", priority });
const cases: [change: string, before: Declared, after: Declared][] = [
  ["the content of a record", a("www", "192.0.2.1"), a("www", "192.0.2.2")],
  ["the content and the TTL", a("www", "192.0.2.1", { ttl: 300 }), a("www", "192.0.2.2", { ttl: 600 })],
  ["the name of a record", a("www", "192.0.2.1"), a("web", "192.0.2.1")],
  ["the priority of an MX", mail(10), mail(20)],
  ["a CNAME to an A", alias, a("www", "192.0.2.2")],
  ["an A to a CNAME", a("www", "192.0.2.1"), alias],
  ["the destination of a forward", forward("go", "https://example.net/1"), forward("go", "https://example.net/2")],
  ["the source of a forward", forward("go", "https://example.net/1"), forward("shop", "https://example.net/1")],
];

const byHand = ({ handler, args }: Declared) => {
  const { domain: _, ...fields } = args;
  if (handler === "urlForward") dashboard().addForward(domain, fields as never);
  else dashboard().addRecord(domain, fields as never);
};
const clear = () => {
  for (const { id } of registrar.sandbox.records(domain)) dashboard().deleteRecord(domain, id);
  for (const { id } of registrar.sandbox.forwards(domain)) dashboard().deleteForward(domain, id);
};
const count = () => registrar.sandbox.records(domain).length + registrar.sandbox.forwards(domain).length;

describe.each(cases)("after a person changed %s", (_change, before, after) => {
  it("the update of the program adopts the new row, and writes nothing", async () => {
    const stack = await applied({ it: before });
    clear();
    byHand(after);
    registrar.writes();
    expect((await stack.preview({ it: after })).errors).toEqual({});
    expect((await stack.up({ it: after })).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect((await stack.up({ it: after })).steps).toEqual({ it: "same" });
    expect(await stack.refresh()).toEqual(unchanged);
    expect((await stack.destroy()).errors).toEqual({});
    expect(count()).toBe(0);
  });
});

it.each([
  ["content", a("www", "192.0.2.2")],
  ["name", a("web", "192.0.2.1")],
])("the row with the new %s stays foreign while the old row is live", async (_argument, after) => {
  const stack = await applied({ it: a("www", "192.0.2.1") });
  byHand(after);
  registrar.writes();
  expect((await stack.preview({ it: after })).errors["it"]).toMatch(/exists already/);
  expect(registrar.writes()).toEqual([]);
});

it("of two equal rows that a person made, none is adopted without consent", async () => {
  registrar.sandbox.setProfile("duplicates-accepted");
  const after = { it: a("www", "192.0.2.2") };
  const stack = await applied({ it: a("www", "192.0.2.1") });
  clear();
  for (const _ of [1, 2]) byHand(after.it);
  registrar.writes();
  expect((await stack.up(after)).errors["it"]).toMatch(/exists already/);
  expect(registrar.writes()).toEqual([]);
});

it("a row that another resource owns is not adopted in place of a deleted one", async () => {
  const stack = await applied({ one: a("www", "192.0.2.1"), two: a("www", "192.0.2.2") });
  const [first] = registrar.sandbox.records(domain);
  dashboard().deleteRecord(domain, first?.id ?? 0);
  registrar.writes();
  const { errors } = await stack.up({ two: a("www", "192.0.2.3"), one: a("www", "192.0.2.2") });
  expect(errors["one"]).toMatch(/belongs to another resource|exists already/);
});
