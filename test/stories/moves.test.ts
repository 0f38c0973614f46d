/** Resources of one program that exclude each other, trade places, or pass rows on. */
import { useContract } from "../support/contract.ts";
import type { StackBehaviour } from "../support/handlerStack.ts";
import { a, alias, forward, holders, record, set } from "../support/records.ts";
import { isSoak, some } from "../support/soak.ts";
import {
  applied,
  type Declared,
  expectIdle,
  HandlerStack,
  kinds,
  type Program,
  someKinds,
  unchanged,
  withStory,
} from "../support/story.ts";
import { allowedPairs, passes, refusedPairs } from "../support/together.ts";

const { registrar, live, rows, forwards, byHand, dashboard, clear, edit, wipe, expectDestroyed, writesOf } =
  withStory();
/** IDs by row. */
const lineIds = () =>
  Object.fromEntries([
    ...rows().map(({ id, name, type, priority, content }) => [[name, type, priority, content].join(" "), id]),
    ...forwards().map(({ id, source, destination }) => [`${source} ${destination}`, id]),
  ]);
const ip = (last: number) => `192.0.2.${last}`;

describe.each([
  ["as written", false],
  ["in the other order", true],
])("two resources declared %s", (_order, isReversed) => {
  const programOf = (first: Declared, second: Declared): Program =>
    isReversed ? { one: second, two: first } : { one: first, two: second };

  it.each(refusedPairs)("%s are refused by the check of the second one", async (_pair, first, second, check) => {
    const { errors } = await new HandlerStack().up(programOf(first, second));
    const property = check.endsWith("forward-source-once") ? "source" : "";
    expect(errors).toEqual({ two: expect.stringMatching(new RegExp(`^${property}: .*\`one\`.*${check}`, "s")) });
    expect(registrar.writes()).toEqual([]);
  });

  it.each(allowedPairs)("%s are allowed", async (_pair, first, second) => {
    expect((await new HandlerStack().up(programOf(first, second))).errors).toEqual({});
  });
});

const go = (last: number) => forward("go", `https://example.net/${last}`);
const mail = (host: string, priority: number) => record("MX", "@", { content: `${host}.example.net`, priority });
const both = (one: Declared, two: Declared): Program => ({ one, two });
const [ten, twenty] = [mail("mx", 10), mail("mx", 20)];
const cname = (name: string, host: string) => record("CNAME", name, { content: `${host}.example.net` });
const www = a("www", ip(1));
type Trade = [title: string, before: Program, after: Program, way: Program[]];
/** A row that conflicts with the declared one, or is in its place, goes in a run before. */
const trades: Trade[] = [
  ["a record with the name of a CNAME", { alias: alias(), it: a("web", ip(1)) }, { it: www }, [{}]],
  ["an A for a CNAME under another name", { alias: alias() }, { web: www }, [{}]],
  [
    "a pair of CNAMEs with swapped names",
    both(cname("a", "x"), cname("b", "y")),
    both(cname("b", "x"), cname("a", "y")),
    [{}],
  ],
  ["a renamed forward to another URL", { one: go(1) }, { two: go(2) }, [{}]],
];
it.each(trades)("%s fails in the preview, changes nothing, and works in two runs", async (...given) => {
  const [, before, after, way] = given;
  const stack = await applied(before);
  const was = live();
  const { errors: refused } = await stack.preview(after);
  expect(Object.keys(refused)).not.toEqual([]);
  const reversed = Object.fromEntries(Object.entries(after).reverse());
  for (const program of [after, reversed]) expect((await stack.preview(program)).errors).toEqual(refused);
  expect(Object.keys((await stack.up(after)).errors)).not.toEqual([]);
  expect([registrar.writes(), live()]).toEqual([[], was]);
  for (const program of [...way, after]) expect((await stack.up(program)).errors).toEqual({});
  await expectIdle(stack, after);
});

it.each(["one", "two"])("a pair of MX swaps hosts in one `up`, `%s` first", async (first) => {
  const stack = await applied(both(ten, mail("b", 20)), {}, { oneByOne: true });
  const swapped = both(mail("b", 10), mail("mx", 20));
  const program = first === "one" ? swapped : Object.fromEntries(Object.entries(swapped).reverse());
  expect((await stack.up(program)).errors).toEqual({});
  expect(registrar.writes()).toHaveLength(2);
  expect(live()).toEqual(["@ MX 10 b.example.net", "@ MX 20 mx.example.net"]);
});

it("an MX of another priority is created before the old one is deleted, if the program wants that", async () => {
  const stack = await applied({ one: ten });
  const one = { ...mail("mx", 20), replaceOnChanges: true, deleteBeforeReplace: false } as const;
  expect(await stack.up({ one })).toEqual({ steps: { one: "replace" }, errors: {} });
  expect(registrar.writes()).toEqual(["POST records.create", "DELETE records.delete"]);
  expect(live()).toEqual(["@ MX 20 mx.example.net"]);
});

/** `pulumi up` with a resource under the URN of another one, as the option `aliases` has it. */
const forms = kinds.filter(([kind]) => ["record", "set", "additive zone"].includes(kind));
const pairs = forms.flatMap(([from, before]) =>
  forms.flatMap(([to, after]) => (from === to ? [] : [{ from, to, before: before(1), after: after(1) }])),
);
it.each(some(pairs, (n) => [0, 3, 4].includes(n)))(
  "a $from that becomes a $to by `aliases` fails in the preview; without the alias it works",
  async ({ before, after }) => {
    const stack = await applied({ it: before });
    const was = live();
    expect((await stack.preview({ it: after })).errors["it"]).toMatch(/another kind.*Remove the alias/s);
    expect(await writesOf(stack, { other: after })).toEqual([]);
    expect(live()).toEqual(was);
    await expectIdle(stack, { other: after });
  },
);

it.each(["one", "two"])("two sets that swap names, `%s` first, need a run between or a number", async (first) => {
  const program = (rest = {}): Program => {
    const [one, two] = [set("b", "A", [ip(1)], rest), set("a", "A", [ip(2)], rest)];
    return first === "one" ? { one, two } : { two, one };
  };
  for (const runs of [[{}, program()], [program({ maxUnlistedDeletes: 1 })]]) {
    const stack = await applied({ one: set("a", "A", [ip(1)]), two: set("b", "A", [ip(2)]) });
    const says = expect.stringMatching(/would delete 1 record at its name and type.*maxUnlistedDeletes: 1/s);
    expect((await stack.preview(program())).errors).toEqual({ one: says, two: says });
    for (const each of runs) expect((await stack.up(each)).errors).toEqual({});
    expect(live()).toEqual([`a A ${ip(2)}`, `b A ${ip(1)}`]);
    await expectIdle(stack, program());
    await expectDestroyed(stack);
  }
});

it("a record that adopts another row leaves its own row to the record that adopts that", async () => {
  const stack = await applied({ one: www });
  byHand("www", ip(2));
  const program = both(a("www", ip(2)), a("www", ip(1)));
  expect(await writesOf(stack, program)).toEqual([]);
});

it("a row that one MX is to adopt doesn't keep another one from being created before", async () => {
  dashboard().addRecord("example.com", { type: "MX", name: "@", content: "mx.example.net", priority: 10 });
  const program = both(twenty, ten);
  expect((await new HandlerStack().up(program)).errors).toEqual({});
});

const allOrders: readonly (readonly [order: string, behaviour: StackBehaviour, isReversed: boolean])[] = [
  ["side by side", {}, false],
  ["one after another, in the other order", { oneByOne: true }, true],
  ["side by side, in the other order", {}, true],
  ["one after another", { oneByOne: true }, false],
  ["each before the next is looked at", { streamed: true }, false],
  ["side by side, each read before", { readsEach: true }, true],
  ["one after another, each read before", { oneByOne: true, readsEach: true }, true],
];
/** In `npm test`, each move has one of the first two orders. */
const moves = passes.map((pass, n) => [...pass, isSoak ? allOrders : allOrders.slice(n % 2, (n % 2) + 1)] as const);
describe.each(moves)("rows that move %s", (_move, before, after, orders) => {
  it.each(orders)("are live in the end, with resources written %s", async (_order, behaviour, isReversed) => {
    const stack = await applied({ other: forward("other", "https://x.example/"), ...before }, {}, behaviour);
    const was = lineIds();
    const entries = Object.entries({ other: forward("other", "https://x.example/"), ...after });
    const program = Object.fromEntries(isReversed ? entries.reverse() : entries);
    expect((await stack.up(program)).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    const { steps } = await stack.up(program, { skipPreview: true });
    expect(new Set(Object.values(steps))).toEqual(new Set(["same"]));
    const [now, fresh] = [lineIds(), new HandlerStack()];
    // Rows of the new program, and only those: a stack that has no state adopts each, and creates none.
    registrar.writes();
    expect((await fresh.up(program, { skipPreview: true })).errors).toEqual({});
    expect([registrar.writes(), lineIds()]).toEqual([[], now]);
    // A row that both programs declare keeps its ID. In a row, a resource can't know what later ones declare.
    if (!behaviour.oneByOne && !behaviour.streamed)
      for (const [line, id] of Object.entries(now)) expect({ line, id }).toEqual({ line, id: was[line] ?? id });
    await expectDestroyed(stack);
  });
});

it.each(holders)("a removed record whose row a person deleted leaves the equal row of a new %s", async (_kind, of) => {
  const stack = await applied({ it: a("www", ip(1)) });
  clear();
  expect((await stack.up({ other: of([ip(1)]) })).errors).toEqual({});
  expect(live()).toEqual([`www A ${ip(1)}`]);
});

it("a new record takes the data that a changed one gives up, although a person edited or deleted that row", async () => {
  for (const byPerson of [() => edit("www", { content: ip(3) }), clear]) {
    const stack = await applied({ one: a("www", ip(1)) }, {}, { oneByOne: true });
    byPerson();
    expect((await stack.up({ one: a("www", ip(2)), two: a("www", ip(1)) })).errors).toEqual({});
    await expectDestroyed(stack);
  }
});

it("rows that no call updates are made again in one `up`, each resource's own", async () => {
  useContract({ "records.update": null });
  const stack = await applied({ one: a("a", ip(1)), two: a("b", ip(2)) });
  wipe("b");
  const program = { one: a("b", ip(2)), two: a("b", ip(3)) };
  expect((await stack.up(program)).errors).toEqual({});
  expect(live()).toEqual([`b A ${ip(2)}`, `b A ${ip(3)}`]);
  await expectIdle(stack, program);
});

it("a change of type is one run: the old row goes first, and rows of others stay", async () => {
  const stack = await applied({ www: a("www", ip(1)), other: a("other", ip(7)) });
  for (const [www, line] of [
    [alias(), "www CNAME host.example.net"],
    [a("www", ip(2)), `www A ${ip(2)}`],
    [record("CNAME", "www", { content: "host.example.net" }), "www CNAME host.example.net"],
  ] as const) {
    const result = await stack.up({ www, other: a("other", ip(7)) });
    expect(result).toEqual({ steps: { www: "replace", other: "same" }, errors: {} });
    expect(registrar.writes()).toEqual(["DELETE records.delete", "POST records.create"]);
    expect(live()).toEqual([`other A ${ip(7)}`, line]);
  }
});

it.each(holders)("a %s that the option `replaceOnChanges` replaces has its new rows", async (_kind, of) => {
  const stack = await applied({ it: of([ip(1), ip(2)]) });
  const it = { ...of([ip(1), ip(3)]), replaceOnChanges: true as const };
  for (const step of ["replace", "same"]) expect(await stack.up({ it })).toEqual({ steps: { it: step }, errors: {} });
  expect(live()).toEqual([`www A ${ip(1)}`, `www A ${ip(3)}`]);
});

it.each(someKinds)(
  "a %s that a failed replacement deleted is made again, as it was or as it is to be",
  async (_kind, of) => {
    for (const next of [of(1), of(2), { ...of(2, 600), ignoreChanges: ["ttl"] }]) {
      const stack = await applied({ it: of(1) });
      const before = live();
      registrar.sandbox.fault({ operation: /create$/, times: 1, fault: { status: 400 } });
      const { errors } = await stack.up({ it: { ...of(2), replaceOnChanges: true } });
      expect([Object.keys(errors), live()]).toEqual([["it"], []]);
      registrar.writes();
      expect((await stack.refresh()).errors).toEqual({});
      for (const step of ["replace", "same"])
        expect(await stack.up({ it: next })).toEqual({ steps: { it: step }, errors: {} });
      expect(live()).toHaveLength(before.length);
      expect(registrar.writes()).toEqual([expect.stringMatching(/create$/)]);
      await expectDestroyed(stack);
    }
  },
);

it("two records share a row if the program switches their check off", async () => {
  const one = a("www", ip(1), { skipChecks: ["record-once"] });
  const stack = await applied({ one });
  registrar.writes();
  expect(await writesOf(stack, { one, two: one })).toEqual([]);
  await expectIdle(stack, { one, two: one });
  await expectDestroyed(stack);
});

it("a replacement that a person asks for makes the rows again, and takes no foreign row beside them", async () => {
  const program = { www, shop: forward("shop", "https://x.example/") };
  const stack = await applied(program);
  const replace = Object.keys(program);
  expect(await stack.up(program, { replace })).toEqual({ steps: { www: "replace", shop: "replace" }, errors: {} });
  expect(live()).toEqual([`www A ${ip(1)}`, "shop https://x.example/"]);
  byHand("www", "a person's", { type: "TXT" });
  const { errors } = await stack.up({ ...program, www: alias() });
  expect(errors["www"]).toMatch(/conflicts with existing records/);
  expect(live()).toContain(`www TXT "a person's"`);
});
