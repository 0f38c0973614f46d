/** Resources of one program that trade places: however a set is written anew, one `up` ends with it as declared. */
import { type Declared, HandlerStack, type Program, type StackBehaviour } from "../support/handlerStack.ts";
import { a, forward, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";
import { isSoak } from "../support/soak.ts";

const registrar = withRegistrar();
withSaid();

const domain = "example.com";
const ip = (last: number) => `192.0.2.${last}`;

/** A set as most programs write it: `values.forEach((value, i) => new DnsRecord(...))`. */
const set = <T>(values: readonly T[], declare: (value: T, index: number) => Declared): Program =>
  Object.fromEntries(values.map((value, index) => [`set-${index}`, declare(value, index)]));

const addresses = (lasts: readonly number[]) => set(lasts, (last) => a("www", ip(last), { ttl: 300 }));
const ranked = (lasts: readonly number[]) =>
  set(lasts, (last, index) => record("MX", "@", { content: `mx${last}.example.net`, priority: (index + 1) * 10 }));
const redirects = (lasts: readonly number[]) =>
  set(lasts, (last) => forward(`s${last}`, `https://example.net/${last}`));
const sources = (lasts: readonly number[]) =>
  set(lasts, (last, index) => forward(`s${last}`, `https://example.net/${index}`));
const names = (lasts: readonly number[]) => set(lasts, (last) => a(`host${last}`, ip(1)));

const lineOf = (fields: Record<string, unknown>) =>
  ["type", "name", "source", "content", "priority", "destination"].map((key) => fields[key] ?? "").join(" ");

/** What is live, a line each, in an order of its own. */
function live(): string[] {
  const { sandbox } = registrar;
  const records = sandbox.records(domain).map((row) => lineOf({ ...row }));
  const forwards = sandbox.forwards(domain).map(({ source, destination }) => lineOf({ source, destination }));
  return [...records, ...forwards].sort();
}

/** What a program declares, in the same lines. */
const meant = (program: Program) =>
  Object.values(program)
    .map(({ args }) => lineOf({ ...args, name: args["name"] === "@" ? "" : args["name"] }))
    .sort();

async function settles(stack: HandlerStack, program: Program): Promise<void> {
  registrar.writes();
  const { steps, errors } = await stack.up(program);
  expect(errors).toEqual({});
  expect(new Set(Object.values(steps))).toEqual(new Set(["same"]));
  expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
  expect(registrar.writes()).toEqual([]);
}

type Change = [title: string, before: number[], after: number[], writes: Record<string, number>];
const changes: Change[] = [
  ["the first removed", [1, 2, 3, 4], [2, 3, 4], { DELETE: 1 }],
  ["one in the middle removed", [1, 2, 3, 4], [1, 2, 4], { DELETE: 1 }],
  ["reversed", [1, 2, 3, 4], [4, 3, 2, 1], {}],
  ["two swapped", [1, 2, 3], [2, 1, 3], {}],
  ["rotated", [1, 2, 3, 4], [2, 3, 4, 1], {}],
  ["one put in at the front", [2, 3, 4], [1, 2, 3, 4], { POST: 1 }],
  ["renumbered by one", [1, 2, 3, 4], [2, 3, 4, 5], { POST: 1, DELETE: 1 }],
  ["shrunk to the last", [1, 2, 3, 4], [4], { DELETE: 3 }],
  ["one changed", [1, 2, 3], [1, 9, 3], { PUT: 1 }],
  ["all changed", [1, 2], [8, 9], { PUT: 2 }],
];

const counted = (writes: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const write of writes) {
    const method = write.slice(0, write.indexOf(" "));
    counts[method] = (counts[method] ?? 0) + 1;
  }
  return counts;
};

type Declare = (lasts: readonly number[]) => Program;
const kinds: [string, Declare, StackBehaviour, isFewest?: false][] = [
  ["A records", addresses, {}],
  ["URL forwards", redirects, {}],
  ["one record by name, one after another", names, { oneByOne: true }],
  // Here something of each has to be written: the fewest is one call for each that differs.
  ["MX records whose priorities go by their place", ranked, {}, false],
  ["forwards whose sources go round, one after another", sources, { oneByOne: true }, false],
];

describe.each(kinds)("%s", (_kind, declare, behaviour, isFewest) => {
  it.each(changes)("%s", async (_title, before, after, writes) => {
    const stack = new HandlerStack(quick, behaviour);
    expect((await stack.up(declare(before))).errors).toEqual({});
    registrar.writes();
    expect((await stack.up(declare(after))).errors).toEqual({});
    const made = registrar.writes();
    if (isFewest === false) expect(made.length).toBeLessThanOrEqual(Math.max(before.length, after.length) + 1);
    else expect(counted(made)).toEqual(writes);
    expect(live()).toEqual(meant(declare(after)));
    await settles(stack, declare(after));
  });
});

/** The others follow the same paths; the soak has them. */
const answers: [string, StackBehaviour][] = [
  ["writes-without-object", { oneByOne: true }],
  ["lists-without-ids", {}],
  ["stale-lists", {}],
  ["all-awkward", {}],
];
const furtherAnswers: [string, StackBehaviour][] = [
  ["ids-change-on-put", {}],
  ["no-put:405", { oneByOne: true }],
  ["stale-seconds", { oneByOne: true }],
  ["other-statuses", {}],
];

describe("under every answer that a registrar may give", () => {
  it.each([...answers, ...(isSoak ? furtherAnswers : [])])("%s", async (profile, behaviour) => {
    registrar.sandbox.setProfile(profile);
    const stack = new HandlerStack({ "registrar:lookupSeconds": "2" }, behaviour);
    for (const lasts of [
      [1, 2, 3, 4],
      [2, 3, 4],
      [4, 2, 3, 5],
      [6, 5, 4, 2],
    ]) {
      expect((await stack.up(addresses(lasts))).errors).toEqual({});
      expect(live()).toEqual(meant(addresses(lasts)));
    }
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([]);
  });
});

describe("what stands in the way and is due to go gives way in the same run", () => {
  const alias = record("CNAME", "www", { content: "host.example.net" });
  const steps: [string, Program, Program, string[]][] = [
    ["a CNAME for an A", { alias }, { web: a("www", ip(1)) }, ["DELETE records.delete", "POST records.create"]],
    [
      "two addresses for a CNAME",
      { one: a("www", ip(1)), two: a("www", ip(2)) },
      { alias },
      ["DELETE records.delete", "DELETE records.delete", "POST records.create"],
    ],
    [
      "a CNAME for another one",
      { alias },
      { other: record("CNAME", "www", { content: "other.example.net" }) },
      ["PUT records.update"],
    ],
    [
      "a forward for another one",
      { one: forward("go", "https://example.net/1") },
      { two: forward("go", "https://example.net/2") },
      ["PUT forwards.update"],
    ],
    [
      "a CNAME for a record that comes from another name",
      { alias, web: a("app", ip(1)) },
      { web: a("www", ip(1)) },
      ["DELETE records.delete", "PUT records.update"],
    ],
    ["a move into a component without an alias", { web: a("www", ip(1)) }, { site$web: a("www", ip(1)) }, []],
    ["a rename without an alias", { one: a("www", ip(1)) }, { two: a("www", ip(1)) }, []],
  ];
  it.each(steps)("%s", async (_title, before, after, writes) => {
    const stack = new HandlerStack(quick);
    for (const [from, to] of [
      [before, after],
      [{ ...before, kept: a("kept", ip(1)) }, after],
    ] as const) {
      expect((await stack.up(from)).errors).toEqual({});
      registrar.writes();
      expect((await stack.up(to)).errors).toEqual({});
      const more = from === before ? [] : ["DELETE records.delete"];
      expect(registrar.writes().sort()).toEqual([...writes, ...more].sort());
      expect(live()).toEqual(meant(to));
      await settles(stack, to);
    }
  });

  it("but not what a person made, nor what another resource of the program keeps", async () => {
    const stack = new HandlerStack(quick, { oneByOne: true });
    registrar.sandbox.dashboard.addRecord(domain, {
      type: "CNAME",
      name: "www",
      content: "hand.example.net",
      ttl: 300,
    });
    const before = live();
    const refused = await stack.up({ web: a("www", ip(1)) });
    expect(refused.errors["web"]).toMatch(/CNAME/);
    expect(live()).toEqual(before);
    registrar.sandbox.dashboard.deleteRecord(domain, registrar.sandbox.records(domain)[0]?.id ?? 0);
    expect((await stack.up({ alias })).errors).toEqual({});
    const both = await stack.up({ web: a("www", ip(1)), alias });
    expect(both.errors["web"]).toMatch(/CNAME/);
    expect(live()).toEqual(meant({ alias }));
    // One whose arguments another resource's output decides may still want it.
    const late = { web: a("www", ip(1)), alias: { ...alias, isLate: true } };
    expect((await stack.up(late)).errors["web"]).toMatch(/CNAME/);
    expect(live()).toEqual(meant({ alias }));
  });
});

it("what transforms make of arguments counts: nothing is taken from a resource that keeps it", async () => {
  const stack = new HandlerStack(quick);
  const one: Declared = { ...a("www", ip(1), { ttl: 300 }), written: a("www", ip(8)).args };
  expect((await stack.up({ one })).errors).toEqual({});
  registrar.writes();
  const taken = await stack.up({ one, two: a("www", ip(1)) });
  expect(taken.errors["two"]).toMatch(/belongs to another resource of this program/);
  const pushed = await stack.up({
    one: { ...one, written: a("app", ip(1)).args },
    alias: record("CNAME", "www", { content: "host.example.net" }),
  });
  expect(pushed.errors["alias"]).toMatch(/cannot stand beside/);
  expect(registrar.writes()).toEqual(["POST records.create"]);
  expect(live()).toEqual(meant({ one }));
});

it.each(["none", "matching"])(
  "two resources do not become one row, whichever is looked at first (adopt: %s)",
  async (adopt) => {
    const stack = new HandlerStack(quick, { oneByOne: true });
    const [www, go] = [a("www", ip(1), { ttl: 300 }), forward("go", "https://example.net/1")];
    await stack.up({ www, go });
    registrar.writes();
    const again = { ...www, args: { ...www.args, adopt } };
    const back = { ...go, args: { ...go.args, adopt } };
    const { errors } = await stack.up({ again, back, www, go });
    for (const name of ["again", "back"]) expect(errors[name]).toMatch(/belongs to another resource of this program/);
    expect(registrar.writes()).toEqual([]);
  },
);

describe("nothing foreign is taken", () => {
  it("an equal record that a person made is refused, with the way out", async () => {
    const stack = new HandlerStack(quick);
    expect((await stack.up(addresses([1, 2]))).errors).toEqual({});
    registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: ip(3), ttl: 300 });
    registrar.writes();
    const { errors } = await stack.up(addresses([3, 1]), { skipPreview: true });
    expect(errors["set-0"]).toMatch(/192\.0\.2\.3.*exists already.*adopt: "matching".*interrupted.*registrar:adopt/s);
    // The other one has what it wants, and what it was is wanted by nobody.
    expect(registrar.writes()).toEqual(["DELETE records.delete"]);
    expect(live()).toEqual(meant(addresses([1, 3])));
    process.env["REGISTRAR_ADOPT"] = "matching";
    expect((await stack.up(addresses([3, 1]))).errors).toEqual({});
    delete process.env["REGISTRAR_ADOPT"];
    await settles(stack, addresses([3, 1]));
    expect(live()).toEqual(meant(addresses([1, 3])));
  });
});

describe("where the program tells nothing of its other resources, as in other languages, the message names what works", () => {
  const alias = record("CNAME", "www", { content: "host.example.net" });
  const go = (last: number, rest = {}) => forward("go", `https://example.net/${last}`, rest);
  type Case = [title: string, before: Program, after: Program, says: RegExp, way: Program[]];
  const cases: Case[] = [
    ["a set that changes places", addresses([1, 2]), addresses([2, 1]), /belongs to another.*DnsRecordSet/s, []],
    [
      "a value that another one gives up later",
      addresses([1, 2]),
      { ...addresses([2]) },
      /exists already.*If another resource of this program has it, declare the set as one `DnsRecordSet`.*If no resource of this program has it, set `adopt/s,
      [],
    ],
    [
      "a value of one that is looked at later",
      { old: a("www", ip(1)) },
      { fresh: a("www", ip(1)), old: a("www", ip(1)) },
      /exists already.*adopt: "matching".*If another resource of this program has it, declare the set as one `DnsRecordSet`/s,
      [],
    ],
    [
      "a rename",
      { one: a("www", ip(1)) },
      { two: a("www", ip(1)) },
      /exists already.*adopt: "matching".*option `aliases`/s,
      [{ two: a("www", ip(1), { adopt: "matching" }) }],
    ],
    [
      "an A for a CNAME under another name",
      { alias },
      { web: a("www", ip(1)) },
      /cannot stand beside.*CNAME.*in a `pulumi up` before this one, or name its resource in the option `aliases`/s,
      [{}, { web: a("www", ip(1)) }],
    ],
    [
      "a renamed forward",
      { one: go(1) },
      { two: go(2) },
      /in its place.*adopt: "overwrite"/s,
      [{ two: go(2, { adopt: "overwrite" }) }],
    ],
  ];
  it.each(cases)("%s", async (_title, before, after, says, way) => {
    const stack = new HandlerStack(quick, { isSilent: true, oneByOne: Object.keys(after).includes("old") });
    expect((await stack.up(before)).errors).toEqual({});
    registrar.writes();
    const message = Object.values((await stack.up(after)).errors).join("\n");
    expect(message).toMatch(says);
    expect(message).not.toMatch(/contract file/);
    expect(registrar.writes().filter((call) => !call.endsWith("records.create"))).toEqual([]);
    for (const program of way) expect((await stack.up(program)).errors).toEqual({});
    if (way.length > 0) expect(live()).toEqual(meant(after));
  });

  it("a replacement that somebody asks for", async () => {
    const stack = new HandlerStack(quick, { isSilent: true });
    const program = { www: a("www", ip(1)), shop: go(1) };
    await stack.up(program);
    const { errors } = await stack.up(program, { replace: ["www", "shop"] });
    for (const name of ["www", "shop"])
      expect(errors[name]).toMatch(/exists already.*`pulumi up --replace`, set its option `deleteBeforeReplace`/s);
    expect(live()).toEqual(meant(program));
    // Its other way: the row stays where it is.
    const adopting = { www: a("www", ip(1), { adopt: "matching" }), shop: go(1, { adopt: "matching" }) };
    registrar.writes();
    expect((await stack.up(adopting, { replace: ["www", "shop"] })).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect(live()).toEqual(meant(program));
  });
});

describe("killed", () => {
  const after = [2, 3, 9, 4, 1];
  it.each([1, 3])("after %d writes, the next run gets there", async (writes) => {
    for (const behaviour of [{}, { oneByOne: true }]) {
      for (const program of [addresses, redirects]) {
        const stack = new HandlerStack(quick, behaviour);
        expect((await stack.up(program([5, 1, 2, 3, 4]))).errors).toEqual({});
        let seen = 0;
        const stop = registrar.sandbox.onChange(() => {
          seen += 1;
          if (seen === writes) stack.kill();
        });
        registrar.sandbox.fault({ operation: /\.(create|update|delete)$/, after: writes, fault: { status: 400 } });
        await stack.up(program(after));
        stop();
        registrar.sandbox.clearFaults();
        process.env["REGISTRAR_ADOPT"] = "matching";
        expect((await stack.up(program(after))).errors).toEqual({});
        delete process.env["REGISTRAR_ADOPT"];
        expect(live()).toEqual(meant(program(after)));
        await settles(stack, program(after));
        expect((await stack.destroy()).errors).toEqual({});
      }
    }
  });

  it("after a row became another one in all that it is: the next run finds it done", async () => {
    for (const next of [a("alias", ip(9), { ttl: 300 }), a("alias", ip(9), { ttl: 600 })]) {
      const stack = new HandlerStack(quick);
      await stack.up({ it: a("www", ip(1), { ttl: 300 }) });
      const stop = registrar.sandbox.onChange(() => stack.kill());
      await stack.up({ it: a("alias", ip(9), { ttl: 300 }) });
      stop();
      registrar.writes();
      expect((await stack.up({ it: next })).errors).toEqual({});
      expect(counted(registrar.writes())).toEqual(next.args["ttl"] === 300 ? {} : { PUT: 1 });
      expect(live()).toEqual(meant({ it: next }));
      await settles(stack, { it: next });
      await stack.destroy();
    }
  });

  it("when one has left its row and the other has not come: the row stays, and is taken over by the setting that the error names", async () => {
    const stack = new HandlerStack(quick, { oneByOne: true });
    expect((await stack.up(addresses([1, 2]))).errors).toEqual({});
    const before = stack.state.get("set-1");
    expect((await stack.up(addresses([2, 1]))).errors).toEqual({});
    // As if the process had been killed before the second was written: its state is what it was.
    if (before !== undefined) stack.state.set("set-1", before);
    registrar.writes();
    expect((await stack.up(addresses([2, 1]))).errors["set-1"]).toMatch(
      /192\.0\.2\.1.*exists already.*registrar:adopt/s,
    );
    expect(registrar.writes()).toEqual([]);
    process.env["REGISTRAR_ADOPT"] = "matching";
    expect((await stack.up(addresses([2, 1]))).errors).toEqual({});
    delete process.env["REGISTRAR_ADOPT"];
    expect(live()).toEqual(meant(addresses([2, 1])));
    await settles(stack, addresses([2, 1]));
  });
});

it("two states of one row, as a failed run may leave them, end well whoever changes", async () => {
  for (const next of [[2, 3], [3, 2], [8, 9], [1, 2], [2, 1], [8]]) {
    const stack = new HandlerStack(quick, { oneByOne: true });
    expect((await stack.up(addresses([1, 2]))).errors).toEqual({});
    const before = stack.state.get("set-1");
    expect((await stack.up(addresses([2, 3]))).errors).toEqual({});
    if (before !== undefined) stack.state.set("set-1", before);
    process.env["REGISTRAR_ADOPT"] = "matching";
    expect((await stack.up(addresses(next))).errors).toEqual({});
    delete process.env["REGISTRAR_ADOPT"];
    const stray = live().filter((line) => !meant(addresses(next)).includes(line));
    // Only what the lost run made, and nobody noted, may be left.
    expect(stray.filter((line) => !line.includes(ip(3)))).toEqual([]);
    expect(live()).toEqual(expect.arrayContaining(meant(addresses(next))));
    await settles(stack, addresses(next));
    expect((await stack.destroy()).errors).toEqual({});
    for (const { id } of registrar.sandbox.records(domain)) registrar.sandbox.dashboard.deleteRecord(domain, id);
  }
});
