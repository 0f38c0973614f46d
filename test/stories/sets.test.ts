/** Records and forwards of one program that trade places. Rows never move between resources: the run says so before anything is changed. */
import { applied } from "../support/applied.ts";
import { type Declared, HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, forward, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();

const domain = "example.com";
const ip = (last: number) => `192.0.2.${last}`;
const alias = record("CNAME", "www", { content: "host.example.net" });
const go = (last: number, rest = {}) => forward("go", `https://example.net/${last}`, rest);

/** A set as a loop writes it: `values.forEach((value, i) => new DnsRecord(...))`. */
const addresses = (lasts: readonly number[]): Program =>
  Object.fromEntries(lasts.map((last, index) => [`set-${index}`, a("www", ip(last), { ttl: 300 })]));

const set = (...lasts: number[]): Program => ({
  set: { handler: "dnsRecordSet", args: { domain, name: "www", type: "A", ttl: 300, values: lasts.map(ip) } },
});
const zone = (...lasts: number[]): Program => {
  const records = { "www A": lasts.map(ip) };
  return { zone: { handler: "dnsZone", args: { domain, records, ttl: 300 } } };
};

/** Live rows, a line each. */
function live(): string[] {
  const { sandbox } = registrar;
  const records = sandbox.records(domain).map(({ type, name, content }) => `${type} ${name} ${content}`);
  const forwards = sandbox.forwards(domain).map(({ source, destination }) => `${source} ${destination}`);
  return [...records, ...forwards].sort();
}

const shifted =
  /exists already.*Another resource of this program owns it.*declare all values .* as one `DnsRecordSet`/s;
/** The rows are the program's own, of a resource of another kind. */
const released =
  /option `aliases`.*another resource of this program owns (it|them).*in a `pulumi up` before this one/is;
type Case = [title: string, before: Program, after: Program, says: RegExp, way?: Program[]];
const cases: Case[] = [
  ["a list without its first value", addresses([1, 2, 3]), addresses([2, 3]), shifted],
  ["a list with two values swapped", addresses([1, 2]), addresses([2, 1]), shifted],
  ["a list with a value in front", addresses([2, 3]), addresses([1, 2, 3]), shifted],
  [
    "a rename",
    { one: a("www", ip(1)) },
    { two: a("www", ip(1)) },
    /exists already.*option `aliases`.*adopt: true/s,
    [{ two: a("www", ip(1), { adopt: true }) }],
  ],
  [
    "an A for a CNAME under another name",
    { alias },
    { web: a("www", ip(1)) },
    /conflicts with existing records.*CNAME.*in a `pulumi up` before this one, or name its resource in the option `aliases`/s,
    [{}, { web: a("www", ip(1)) }],
  ],
  [
    "a renamed forward",
    { one: go(1) },
    { two: go(2) },
    /in its place.*option `aliases`.*in a `pulumi up` before this one/s,
    [{}, { two: go(2) }],
  ],
  ["a set that becomes records", set(1, 2), addresses([1, 2]), released, [{}]],
  ["a zone that becomes records", zone(1, 2), addresses([1, 2]), released, [{}]],
  ["records that become a set of other values", addresses([1, 2]), set(1, 3), released, [{}]],
];
it.each(cases)("%s fails in the preview, changes nothing, and the message names what works", async (...given) => {
  const [, before, after, says, way = []] = given;
  const stack = await applied(before);
  const was = live();
  registrar.writes();
  expect(Object.values((await stack.preview(after)).errors).join("\n")).toMatch(says);
  expect(Object.keys((await stack.up(after)).errors)).not.toEqual([]);
  expect(registrar.writes()).toEqual([]);
  expect(live()).toEqual(was);
  for (const program of way) expect((await stack.up(program)).errors).toEqual({});
  if (way.length === 0) return;
  expect(Object.values((await stack.up(after)).errors)).toEqual([]);
  const { errors, steps } = await stack.up(after);
  expect({ errors, steps: new Set(Object.values(steps)) }).toEqual({ errors: {}, steps: new Set(["same"]) });
});

/** `pulumi up` with a resource under the URN of another one, as the option `aliases` has it. */
const kinds: Record<string, Declared> = {
  DnsRecord: a("www", ip(1)),
  DnsRecordSet: { handler: "dnsRecordSet", args: { domain, name: "www", type: "A", values: [ip(1)] } },
  DnsZone: { handler: "dnsZone", args: { domain, records: { "www A": [ip(1)] } } },
};
const pairs = Object.keys(kinds).flatMap((from) =>
  Object.keys(kinds).flatMap((to) => (from === to ? [] : [[from, to]])),
);

it.each(pairs)(
  "a %s that becomes a %s by `aliases` fails in the preview; two `up`s work",
  async (from = "", to = "") => {
    const [before, after] = [kinds[from], kinds[to]];
    if (before === undefined || after === undefined) throw new TypeError("no such kind");
    const stack = await applied({ it: before });
    registrar.writes();
    expect((await stack.preview({ it: after })).errors["it"]).toMatch(
      /another kind.*remove the alias.*run `pulumi up`/s,
    );
    for (const program of [{}, { it: after }]) expect((await stack.up(program)).errors).toEqual({});
    expect(live()).toEqual([`A www ${ip(1)}`]);
    expect((await stack.up({ it: after })).steps).toEqual({ it: "same" });
  },
);

const swap = (rest = {}) => {
  const named = (name: string, last: number): Declared => ({
    handler: "dnsRecordSet",
    args: { domain, name, type: "A", values: [ip(last)], ...rest },
  });
  return [
    { one: named("a", 1), two: named("b", 2) },
    { one: named("b", 1), two: named("a", 2) },
  ] as const;
};

it.each(["one", "two"])("two sets that swap names, `%s` first, get one verdict, and two `up`s work", async (first) => {
  const [before, after] = swap();
  const stack = await applied(before);
  const order = first === "one" ? ["one", "two"] : ["two", "one"];
  const program = Object.fromEntries(order.map((name) => [name, after[name === "one" ? "one" : "two"]]));
  const { errors } = await stack.preview(program);
  expect([Object.keys(errors).sort(), errors[first]]).toEqual([
    ["one", "two"],
    expect.stringMatching(/never listed.*release them there in a `pulumi up` before this one/s),
  ]);
  for (const each of [{}, program]) expect((await stack.up(each)).errors).toEqual({});
  expect(live()).toEqual([`A a ${ip(2)}`, `A b ${ip(1)}`]);
});

it("a row that another resource adopted in this run is not deleted by its former owner", async () => {
  const stack = new HandlerStack({ ...quick, "registrar:adopt": "true" }, { oneByOne: true });
  expect((await stack.up(addresses([1, 2, 3]))).errors).toEqual({});
  registrar.writes();
  expect((await stack.up(addresses([2, 3]))).errors).toEqual({});
  expect(registrar.writes()).toEqual(["DELETE records.delete"]);
  expect(live()).toEqual([2, 3].map((last) => `A www ${ip(last)}`));
  expect(new Set(Object.values((await stack.up(addresses([2, 3]))).steps))).toEqual(new Set(["same"]));
});

it("a row that became another one before the process was killed is found done by the next run", async () => {
  const stack = await applied({ it: a("www", ip(1), { ttl: 300 }) });
  const stop = registrar.sandbox.onChange(() => stack.kill());
  await stack.up({ it: a("alias", ip(9), { ttl: 300 }) });
  stop();
  registrar.writes();
  expect((await stack.up({ it: a("alias", ip(9), { ttl: 300 }) })).errors).toEqual({});
  expect(registrar.writes()).toEqual([]);
  expect(live()).toEqual([`A alias ${ip(9)}`]);
});

it("two sets that swap names keep all their values, even if the deletes of one are slow", async () => {
  const { sandbox } = registrar;
  const named = (name: string, lasts: readonly number[]): Declared => ({
    handler: "dnsRecordSet",
    args: { domain, name, type: "A", ttl: 300, values: lasts.map(ip), maxUnlistedDeletes: 6 },
  });
  const stack = await applied({ one: named("a", [1, 2, 3]), two: named("b", [4, 5, 6]) });
  // A run that was killed had deleted the values of `one`, so that it creates its new ones while `two` still deletes.
  for (const { id, name } of sandbox.records(domain)) if (name === "a") sandbox.dashboard.deleteRecord(domain, id);
  sandbox.fault({ operation: "records.delete", fault: { delayMs: 300 } });
  expect((await stack.up({ one: named("b", [1, 2, 3]), two: named("a", [4, 5, 6]) })).errors).toEqual({});
  expect(live()).toEqual([
    ...[4, 5, 6].map((last) => `A a ${ip(last)}`),
    ...[1, 2, 3].map((last) => `A b ${ip(last)}`),
  ]);
});
