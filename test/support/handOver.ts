/**
 * Program A, then B, which fails at a resource, is refused or killed at a write, or has `--target`, then A or B again: what the program
 * declares is live, once, and the resources' own. Rows pass between records, sets, additive zones and an authoritative one.
 */
import * as fc from "./fastCheck.ts";
import { runs } from "./soak.ts";
import { a, type Declared, HandlerStack, type Program, record, set, withStory, zone } from "./story.ts";

/** Rows by name and type. */
const keys: readonly (readonly [name: string, type: string, values: readonly string[]])[] = [
  ["www", "A", ["192.0.2.1", "192.0.2.2", "192.0.2.3"]],
  ["api", "A", ["192.0.2.1"]],
  ["@", "MX", ["10 mx1.example.net", "20 mx1.example.net"]],
];
const lines = keys.flatMap(([name, type, values]) => values.map((value) => `${name} ${type} ${value}`));
/** Of sets and zones: no case is about numbers. */
const skip = { skipPreview: true } as const;
const consent = { maxChanges: 1000, maxUnlistedDeletes: 1000 };

const kindsOfHolders = ["none", "record", "zone0", "zone1"] as const;
type Holder = (typeof kindsOfHolders)[number];
const holder = fc.constantFrom<Holder[]>(...kindsOfHolders, "record");
const layoutOf = fc.record({
  isWhole: fc.nat(3).map((n) => n === 0),
  /** By key: is it one set? */
  isSet: fc.tuple(...keys.map(() => fc.nat(2).map((n) => n === 0))),
  holders: fc.tuple(...lines.map(() => holder)),
  /** The first number in the names of records and sets, as in a loop that lost its first value. */
  shift: fc.nat(2),
  /** The order of registration. */
  order: fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }),
});
type Layout = typeof layoutOf extends fc.Arbitrary<infer L> ? L : never;

function recordOf(line: string): Declared {
  const [name = "", type = "", ...data] = line.split(" ");
  const [priority, content = ""] = data.length > 1 ? [Number(data[0]), data[1]] : [undefined, data[0]];
  return priority === undefined ? a(name, content) : record(type, name, { content, priority });
}

/** Resources with an odd number may belong to another provider. */
const named = (kind: string, number: number) => `${number % 2 ? "other-" : ""}${kind}${number}`;

function programOf({ isWhole, isSet, holders, shift, order }: Layout): Program {
  const program: Program = {};
  const zones: Record<string, string[]>[] = [{}, {}];
  let records = shift;
  keys.forEach(([name, type, values], k) => {
    const [key, wanted] = [
      `${name} ${type}`,
      values.filter((value) => holders[lines.indexOf(`${name} ${type} ${value}`)] !== "none"),
    ];
    if (wanted.length === 0) return;
    if (isSet[k] && !isWhole) {
      program[named("set", k + shift)] = set(name, type, wanted, { maxUnlistedDeletes: 1000 });
      return;
    }
    for (const value of wanted) {
      const line = `${key} ${value}`;
      const at = isWhole ? 0 : ["zone0", "zone1"].indexOf(holders[lines.indexOf(line)] ?? "");
      const records0 = zones[at];
      if (records0 === undefined) program[named("record", records++)] = recordOf(line);
      else records0[key] = [...(records0[key] ?? []), value];
    }
  });
  const mode = isWhole ? "authoritative" : "additive";
  zones.forEach((rows, n) => {
    if (Object.keys(rows).length > 0) program[named("zone", n)] = zone(rows, { mode, ...consent });
  });
  const places = new Map(Object.keys(program).map((name, n) => [name, order[n]]));
  return Object.fromEntries(
    Object.entries(program).sort(([one], [two]) => (places.get(one) ?? 0) - (places.get(two) ?? 0)),
  );
}

const linesIn = ({ holders }: Pick<Layout, "holders" | "isWhole">) => lines.filter((_line, n) => holders[n] !== "none");

/** Rows of A that a set or an authoritative zone of B deletes by its number. A state that has them learns that only by a refresh. */
const deletedByNumber = (before: Layout, after: Layout) => {
  const kept = linesIn(after);
  const owned = keys.filter((_key, k) => after.isWhole || after.isSet[k]).map(([name, type]) => `${name} ${type} `);
  return linesIn(before).filter((line) => !kept.includes(line) && owned.some((key) => line.startsWith(key)));
};

/** The rows of each resource in short, for the message of a failed case. */
const rowsIn = (program: Program) =>
  Object.entries(program).map(([name, { args }]) => {
    const { type, name: owner, content, values, records, mode } = args;
    return [name, mode, owner, type, content, values ?? records].map((part) => JSON.stringify(part)).join(" ");
  });

const trouble = fc.record({
  kind: fc.constantFrom("another fails", "fails", "refused", "killed", "targeted"),
  at: fc.nat(5),
});
const behaviours = { "one by one": { oneByOne: true }, streamed: { streamed: true }, "side by side": {} };
/** Two programs that differ in some places; rows from `rows` on are in neither. */
const programs = fc
  .record({ before: layoutOf, after: layoutOf, rows: fc.integer({ min: 1, max: lines.length }), kept: fc.nat(255) })
  .map(({ before, after, rows, kept }) => {
    const isKept = (n: number) => (kept & (1 << n)) > 0;
    const limited = (holders: Holder[]) => holders.map((each, n): Holder => (n < rows ? each : "none"));
    const holders = after.holders.map((each, n) => (isKept(n) ? (before.holders[n] ?? each) : each));
    const isWhole = isKept(6) ? before.isWhole : after.isWhole;
    const shift = isKept(7) ? before.shift : after.shift;
    return {
      before: { ...before, holders: limited(before.holders) },
      after: { ...after, isWhole, shift, holders: limited(holders) },
    };
  });
const handOver = fc.record({
  programs,
  trouble,
  again: fc.constantFrom("before", "after"),
  order: fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[])),
});
type HandOver = typeof handOver extends fc.Arbitrary<infer H> ? H : never;

/** A layout of rows `www A 192.0.2.1`, `.2` and `.3`, and `api A 192.0.2.1`. @param order places of records, sets and zones */
const layout = (holders: Holder[], order: number[], isSet = false): Layout => ({
  isWhole: false,
  isSet: [isSet, false, false],
  holders: [...holders, "none", "none"],
  shift: 0,
  order,
});
const [last, first] = [
  [1, 0],
  [0, 1],
];
const none = "none";
/** Cases that lost a row: the zone takes the row of a record or a set, or its row is changed for another. */
const known: [title: string, given: HandOver][] = [
  [
    "a record's row that a zone adopted, and gives back",
    {
      programs: {
        before: layout(["record", none, none, "zone0"], last),
        after: layout(["zone0", none, none, "zone0"], first),
      },
      ...{ trouble: { kind: "another fails", at: 1 }, again: "before", order: "one by one" },
    },
  ],
  [
    "a set's row that a zone adopted, and gives back",
    {
      programs: {
        before: layout(["record", none, none, "zone0"], last, true),
        after: layout(["zone0", none, none, "zone0"], first),
      },
      ...{ trouble: { kind: "another fails", at: 1 }, again: "before", order: "one by one" },
    },
  ],
  [
    "the data that a record leaves to a zone",
    {
      programs: {
        before: layout(["zone0", "record", none, none], first),
        after: layout(["zone0", "zone0", "record", none], first),
      },
      ...{ trouble: { kind: "targeted", at: 1 }, again: "after", order: "one by one" },
    },
  ],
];

/** The tests of a front; call it in a test file. @param usual number of cases in `npm test` */
export function testHandOvers(usual: number): void {
  const { registrar, live, clear } = withStory();

  /** Applies a program in trouble. */
  async function upInTrouble(stack: HandlerStack, program: Program, { kind, at }: HandOver["trouble"]): Promise<void> {
    const { sandbox } = registrar;
    const names = Object.keys(program);
    if (kind === "targeted") {
      const targets = [...names, ...stack.state.keys()].filter((_, n) => (at + 1) & (1 << (n % 3)));
      await stack.up(program, { ...skip, targets });
    } else if (kind === "fails") await stack.up(program, { ...skip, fails: names[at % names.length] ?? "" });
    else if (kind === "another fails") {
      const entries = Object.entries(program);
      entries.splice(at % (names.length + 1), 0, ["stop", a("stop", "192.0.2.99")]);
      await stack.up(Object.fromEntries(entries), { ...skip, fails: "stop" });
    } else {
      sandbox.fault({ operation: /\.(create|update|delete)$/, after: at, fault: { status: 403 } });
      let changes = 0;
      const stop = sandbox.onChange(() => {
        changes += 1;
        if (kind === "killed" && changes === at) stack.kill();
      });
      await stack.up(program, skip);
      stop();
      sandbox.clearFaults();
    }
  }

  async function story(given: HandOver): Promise<void> {
    clear();
    const { trouble, again, order } = given;
    const { before, after } = given.programs;
    const [first, second] = [programOf(before), programOf(after)];
    const told = { trouble, again, order, before: rowsIn(first), after: rowsIn(second) };
    const isBack = again === "before";
    const [program, declared] = isBack ? [first, linesIn(before)] : [second, linesIn(after)];
    const unknown = isBack ? deletedByNumber(before, after) : [];
    const found = (but: string[] = []) => live().filter((line) => declared.includes(line) && !but.includes(line));
    const expectLive = (but: string[] = []) =>
      expect({ told, rows: found(but) }).toEqual({ told, rows: declared.filter((line) => !but.includes(line)).sort() });
    const expectWell = ({ errors, gone = [] }: { errors: object; gone?: string[] }) =>
      expect({ told, errors, gone }).toEqual({ told, errors: {}, gone: unknown.length > 0 ? gone : [] });
    const stack = new HandlerStack({}, behaviours[order]);
    expectWell(await stack.up(first, skip));
    await upInTrouble(stack, second, trouble);
    // The engine asks for it after a kill: the state lacks writes.
    if (trouble.kind === "killed" && isBack) expect((await stack.refresh()).errors).toEqual({});
    expectWell(await stack.up(program));
    expectLive(unknown);
    const { steps, errors } = await stack.up(program, skip);
    const changed = Object.entries(steps).filter(([, step]) => step !== "same");
    expect({ told, errors, changed }).toEqual({ told, errors: {}, changed: [] });
    expectWell(await stack.refresh());
    if (unknown.length > 0) expectWell(await stack.up(program, skip));
    expectLive();
    expectWell(await stack.destroy());
    expect({ told, rows: found() }).toEqual({ told, rows: [] });
  }

  it.each(known)("%s is live after a run that ended half way", (_title, given) => story(given));

  it("what a program declares is live after a run of another one that failed, was killed or had `--target`", async () => {
    await fc.assert(fc.asyncProperty(handOver, story), { numRuns: runs(usual, 2000) });
  });
}
