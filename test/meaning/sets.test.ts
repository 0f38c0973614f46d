/**
 * Random sets of resources, written anew again and again, with kills, lost answers and refusals in between: they end as
 * declared, nothing else is touched, and no more is written than differs.
 */
import * as fc from "../support/fastCheck.ts";
import { isSoak, limit, runs } from "../support/soak.ts";
import { a, type Declared, forward, HandlerStack, type Program, record, withStory } from "../support/story.ts";

const { registrar } = withStory();
const domain = "example.com";

/** Everything that a resource may be; elements with names of their own go with all others. */
const elements: Record<string, Declared> = {
  a1: a("www", "192.0.2.1", { ttl: 300 }),
  a2: a("www", "192.0.2.2", { ttl: 300 }),
  a3: a("www", "192.0.2.3", { ttl: 300 }),
  a4: a("www", "192.0.2.4", { ttl: 300 }),
  other: a("other", "192.0.2.1", { ttl: 300 }),
  mx1: record("MX", "@", { content: "mx1.example.net", priority: 10 }),
  mx2: record("MX", "@", { content: "mx2.example.net", priority: 20 }),
  txt: record("TXT", "@", { content: "token" }),
};
/** Of these only one at a time. */
const alone: Record<string, Declared> = {
  cname1: record("CNAME", "alias", { content: "one.example.net" }),
  cname2: record("CNAME", "alias", { content: "two.example.net" }),
  address: a("alias", "192.0.2.9"),
};
const redirects: Record<string, Declared> = {
  go1: forward("go", "https://example.net/1"),
  go2: forward("go", "https://example.net/2"),
};
const all: Record<string, Declared> = { ...elements, ...alone, ...redirects };

const oneOrNone = (some: Record<string, Declared>) =>
  fc.option(fc.constantFrom(...Object.keys(some)), { nil: undefined }).map((key) => (key === undefined ? [] : [key]));
/** Elements in the order of the resources that are to be them. */
const set = fc
  .tuple(
    fc.subarray(Object.keys(elements)),
    oneOrNone(alone),
    oneOrNone(redirects),
    fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
  )
  .map(([some, one, go, order]) =>
    [...some, ...one, ...go]
      .map((key, place) => ({ key, at: order[place] ?? 0 }))
      .sort((x, y) => x.at - y.at)
      .map(({ key }) => key),
  );
const trouble = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("killed" as const), after: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refused" as const), after: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lost" as const), after: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("limited" as const), after: fc.nat(6) }) },
);
const step = fc.record({ set, trouble });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Each element is a resource of its own; of those that exclude each other, one resource is one or another. */
const nameOf = (key: string) => (key in alone ? "alias" : key in redirects ? "go" : key);
/** Three components have children. */
const program = (keys: readonly string[]): Program =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const declared = all[key];
      return declared === undefined ? [] : [[`part${nameOf(key).length % 3}$${nameOf(key)}`, declared]];
    }),
  );

const lineOf = (fields: Record<string, unknown>) =>
  ["type", "name", "source", "content", "priority", "destination"].map((key) => fields[key] ?? "").join(" ");
const lineOfKey = (key: string) => {
  const args = all[key]?.args ?? {};
  return lineOf({ ...args, name: args["name"] === "@" ? "" : args["name"] });
};
function live(): string[] {
  const { sandbox } = registrar;
  const forwards = sandbox.forwards(domain).map(({ source, destination }) => lineOf({ source, destination }));
  return [...sandbox.records(domain).map((row) => lineOf({ ...row })), ...forwards].sort();
}

const writing = /\.(create|update|delete)$/;
const spared = ["A www  203.0.113.1  ", "A hand  192.0.2.1  "];

/** Calls from one set to another: each element that differs is made or removed. */
const most = (before: readonly string[], after: readonly string[]): number =>
  after.filter((key) => !before.includes(key)).length + before.filter((key) => !after.includes(key)).length;

async function withTrouble(
  stack: HandlerStack,
  keys: readonly string[],
  { kind, after }: NonNullable<Step["trouble"]>,
) {
  const { sandbox } = registrar;
  let stop = () => {};
  if (kind === "lost") sandbox.fault({ operation: writing, after, times: 1, fault: "reset-after" });
  if (kind === "limited") sandbox.fault({ operation: writing, after, times: 2, fault: { status: 429, retryAfter: 0 } });
  if (kind === "refused" || kind === "killed") sandbox.fault({ operation: writing, after, fault: { status: 400 } });
  if (kind === "killed") {
    let changes = 0;
    if (after === 0) return sandbox.clearFaults();
    stop = sandbox.onChange(() => {
      changes += 1;
      if (changes === after) stack.kill();
    });
  }
  await stack.up(program(keys));
  stop();
  sandbox.clearFaults();
}

async function story(isOneByOne: boolean, steps: readonly Step[]): Promise<void> {
  const { sandbox } = registrar;
  sandbox.addDomain(domain);
  for (const { id } of sandbox.records(domain)) sandbox.dashboard.deleteRecord(domain, id);
  for (const { id } of sandbox.forwards(domain)) sandbox.dashboard.deleteForward(domain, id);
  sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "203.0.113.1", ttl: 300 });
  sandbox.dashboard.addRecord(domain, { type: "A", name: "hand", content: "192.0.2.1", ttl: 300 });
  const config = { "registrar:staleListSeconds": "0" };
  const stack = new HandlerStack(config, { oneByOne: isOneByOne });
  let before: readonly string[] = [];
  for (const { set: keys, trouble: met } of steps) {
    registrar.writes();
    const goal = [...keys.map(lineOfKey), ...spared].sort();
    if (met !== undefined) {
      await withTrouble(stack, keys, met);
      // Rows that such a run made, or left to another resource, without noting them are adopted by the setting that its message names.
      process.env["REGISTRAR_ADOPT"] = "true";
    }
    expect((await stack.up(program(keys))).errors).toEqual({});
    delete process.env["REGISTRAR_ADOPT"];
    expect(live()).toEqual(goal);
    if (met === undefined) expect(registrar.writes().length).toBeLessThanOrEqual(most(before, keys));
    registrar.writes();
    const again = await stack.up(program(keys));
    expect(again.errors).toEqual({});
    expect(Object.values(again.steps).filter((op) => op !== "same")).toEqual([]);
    expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
    expect(registrar.writes()).toEqual([]);
    before = keys;
  }
  expect((await stack.destroy()).errors).toEqual({});
  expect(live()).toEqual([...spared].sort());
}

it(
  "a set ends as declared, whatever happened on the way",
  async () => {
    await fc.assert(fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 2, maxLength: 4 }), story), {
      numRuns: runs(10, 3000),
      endOnFailure: !isSoak,
    });
  },
  limit(120_000),
);
