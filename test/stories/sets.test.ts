/** Resources of one program that trade places: however a set is written anew, one `up` ends with it as declared. */
import { type Declared, HandlerStack, type Program } from "../support/handlerStack.ts";
import { a, forward, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
withSaid();

const domain = "example.com";
const ip = (last: number) => `192.0.2.${last}`;

/** A set as most programs write it: `values.forEach((value, i) => new DnsRecord(...))`. */
const set = <T>(values: readonly T[], declare: (value: T, index: number) => Declared): Program =>
  Object.fromEntries(values.map((value, index) => [`set-${index}`, declare(value, index)]));

const addresses = (lasts: readonly number[]) => set(lasts, (last) => a("www", ip(last), { ttl: 300 }));
const servers = (lasts: readonly number[]) =>
  set(lasts, (last) => record("MX", "@", { content: `mx${last}.example.net`, priority: last * 10 }));
const ranked = (lasts: readonly number[]) =>
  set(lasts, (last, index) => record("MX", "@", { content: `mx${last}.example.net`, priority: (index + 1) * 10 }));
const texts = (lasts: readonly number[]) => set(lasts, (last) => record("TXT", "@", { content: `token=${last}` }));
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

const manners = [
  ["side by side", {}],
  ["one after another", { oneByOne: true }],
] as const;

type Change = [title: string, before: number[], after: number[], writes: Record<string, number>];
const gone = { DELETE: 1 };
const changes: Change[] = [
  ["the first removed", [1, 2, 3, 4], [2, 3, 4], gone],
  ["one in the middle removed", [1, 2, 3, 4], [1, 2, 4], gone],
  ["the last removed", [1, 2, 3, 4], [1, 2, 3], gone],
  ["reversed", [1, 2, 3, 4], [4, 3, 2, 1], {}],
  ["two swapped", [1, 2, 3], [2, 1, 3], {}],
  ["rotated", [1, 2, 3, 4], [2, 3, 4, 1], {}],
  ["rotated the other way", [1, 2, 3, 4], [4, 1, 2, 3], {}],
  ["one put in at the front", [2, 3, 4], [1, 2, 3, 4], { POST: 1 }],
  ["renumbered by one", [1, 2, 3, 4], [2, 3, 4, 5], { POST: 1, DELETE: 1 }],
  ["renumbered by minus one", [2, 3, 4, 5], [1, 2, 3, 4], { POST: 1, DELETE: 1 }],
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

describe.each(manners)("%s", (_manner, manner) => {
  const kinds: [string, (lasts: readonly number[]) => Program][] = [
    ["A records", addresses],
    ["MX records with their priorities", servers],
    ["TXT records", texts],
    ["URL forwards", redirects],
    ["one record by name", names],
  ];
  describe.each(kinds)("%s", (_kind, declare) => {
    it.each(changes)("%s", async (_title, before, after, writes) => {
      const stack = new HandlerStack(quick, manner);
      expect((await stack.up(declare(before))).errors).toEqual({});
      registrar.writes();
      expect((await stack.up(declare(after))).errors).toEqual({});
      expect(counted(registrar.writes())).toEqual(writes);
      expect(live()).toEqual(meant(declare(after)));
      await settles(stack, declare(after));
    });
  });

  // Here something of each has to be written: the fewest is one call for each that differs.
  const written: [string, (lasts: readonly number[]) => Program][] = [
    ["MX records whose priorities go by their place", ranked],
    ["forwards whose sources go round", sources],
  ];
  describe.each(written)("%s", (_kind, declare) => {
    it.each(changes)("%s", async (_title, before, after) => {
      const stack = new HandlerStack(quick, manner);
      expect((await stack.up(declare(before))).errors).toEqual({});
      registrar.writes();
      expect((await stack.up(declare(after))).errors).toEqual({});
      expect(registrar.writes().length).toBeLessThanOrEqual(Math.max(before.length, after.length) + 1);
      expect(live()).toEqual(meant(declare(after)));
      await settles(stack, declare(after));
    });
  });
});
