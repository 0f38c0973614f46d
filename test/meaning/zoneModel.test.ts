/**
 * Random zones, programs, hand edits, modes, patterns and kills against a model: after an `up` the live zone is exactly
 * what mode, list and patterns say, and a killed run is finished by the next one.
 */
import type { SandboxRecord } from "../../testing/sandbox/index.ts";
import * as fc from "../support/fastCheck.ts";
import { isSoak, limit, runs } from "../support/soak.ts";
import { HandlerStack, type Program, withStory } from "../support/story.ts";

const { registrar } = withStory();
const domain = "example.com";

interface Plain {
  type: "A" | "MX" | "TXT" | "CNAME";
  name: string;
  content: string;
  priority?: number;
  ttl: number;
}
type Mode = "additive" | "authoritative";
interface Wanted {
  records: Plain[];
  mode: Mode;
  ignoreRecords: string[];
}

const ttl = fc.constantFrom(300, 600);
const name = fc.constantFrom("", "www", "api", "x.dyn", "y.dyn");
const address = fc.constantFrom("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4");
const ordinary: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("A" as const), name, content: address, ttl }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("TXT" as const), name, content: fc.constantFrom("one", "two"), ttl }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("MX" as const),
      name,
      content: fc.constantFrom("mx1.example.net", "mx2.example.net"),
      priority: fc.constantFrom(10, 20),
      ttl,
    }),
  },
);
/** A name at which the program changes between a CNAME and addresses; no hand edit touches it. */
const alias: fc.Arbitrary<Plain[]> = fc.oneof(
  fc.constant(0).map((): Plain[] => []),
  fc
    .record({ content: fc.constantFrom("a.example.net", "b.example.net"), ttl })
    .map((rest) => [{ type: "CNAME" as const, name: "alias", ...rest }]),
  fc
    .uniqueArray(address, { minLength: 1, maxLength: 2 })
    .map((all) => all.map((content) => ({ type: "A" as const, name: "alias", content, ttl: 300 }))),
);
const dataOf = ({ type, name: owner, content }: Plain) => `${owner} ${type} ${content}`;
/** Records of one name and type have one TTL. */
function withOneTtl(records: Plain[]): Plain[] {
  const ttls = new Map(records.map(({ name: owner, type, ttl: seconds }) => [`${owner} ${type}`, seconds]));
  return records.map((record) => ({ ...record, ttl: ttls.get(`${record.name} ${record.type}`) ?? record.ttl }));
}
const unique = (maxLength: number) => fc.uniqueArray(ordinary, { maxLength, selector: dataOf });
const isDyn = ({ name: owner }: { name: string }) => owner.endsWith(".dyn");
const wanted: fc.Arbitrary<Wanted> = fc
  .record({
    ordinary: unique(10),
    alias,
    mode: fc.constantFrom<Mode>("additive", "authoritative"),
    ignoreRecords: fc.boolean().map((isSet): string[] => (isSet ? ["*.dyn"] : [])),
  })
  .map(({ ordinary: some, alias: more, mode, ignoreRecords }) => ({
    records: withOneTtl([...some, ...more].filter((record) => ignoreRecords.length === 0 || !isDyn(record))),
    mode,
    ignoreRecords,
  }));

const handEdit = fc.record({ action: fc.constantFrom("add", "edit", "delete"), place: fc.nat(1000), name });
const step = fc.record({
  edits: fc.array(handEdit, { maxLength: 3 }),
  wanted,
  /** After so many writes everything fails; then the state is lost, or kept as it was told. */
  failure: fc.option(fc.record({ after: fc.nat(5), isKilled: fc.boolean(), isDoubtful: fc.boolean() }), {
    nil: undefined,
  }),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const lineOf = ({ type, name: owner, content, priority, ttl: seconds }: Plain | SandboxRecord) =>
  `${owner} ${type} ${content} ${priority ?? ""} ttl ${seconds}`;
const live = () => registrar.sandbox.records(domain);
const sorted = (lines: Iterable<string>) => [...lines].sort();

let counter = 0;
/** Somebody in the dashboard; with values that no program has. */
function edit({ action, place, name: owner }: { action: string; place: number; name: string }): void {
  const { dashboard } = registrar.sandbox;
  counter += 1;
  const record = live()[place % Math.max(1, live().length)];
  if (action === "add") {
    dashboard.addRecord(domain, {
      type: "A",
      name: owner,
      content: `203.0.${counter >> 8}.${counter & 255}`,
      ttl: 300,
    });
  } else if (record !== undefined && action === "delete") dashboard.deleteRecord(domain, record.id);
  else if (record !== undefined) {
    const content = record.type === "A" ? `198.51.${counter >> 8}.${counter & 255}` : `hand${counter}.example.org`;
    dashboard.editRecord(domain, record.id, { content });
  }
}

const program = ({ records, mode, ignoreRecords }: Wanted): Program => ({
  zone: {
    handler: "dnsZone",
    args: { domain, records, mode, ignoreRecords, adopt: true, maxChanges: 1000, maxUnlistedDeletes: 1000 },
  },
});

/** The rows that must be live afterwards; `owned`: ids of what the resource listed before. */
function expected({ records, mode, ignoreRecords }: Wanted, owned: ReadonlySet<number>): string[] {
  const isIgnored = (record: { name: string }) => ignoreRecords.length > 0 && isDyn(record);
  const data = new Set(records.map(dataOf));
  const stays = live().filter((record) => {
    if (data.has(dataOf(record as Plain))) return false;
    return isIgnored(record) || (mode === "additive" && !owned.has(record.id));
  });
  return sorted([...records.map(lineOf), ...stays.map(lineOf)]);
}

async function story(initial: Plain[], steps: Step[]): Promise<void> {
  const { sandbox } = registrar;
  sandbox.addDomain(domain);
  for (const record of live()) sandbox.dashboard.deleteRecord(domain, record.id);
  for (const record of initial) sandbox.dashboard.addRecord(domain, record);
  const stack = new HandlerStack({ "registrar:staleListSeconds": "0" });
  let owned: ReadonlySet<number> = new Set();
  for (const { edits, wanted: next, failure } of steps) {
    edits.forEach(edit);
    expect((await stack.refresh()).errors).toEqual({});
    const goal = expected(next, owned);
    if (failure !== undefined) {
      const before = new Map(stack.state);
      if (failure.isDoubtful) sandbox.fault({ operation: "records.create", times: 1, fault: "reset-after" });
      sandbox.fault({ operation: /records\.(create|update|delete)/, after: failure.after, fault: { status: 403 } });
      await stack.up(program(next));
      sandbox.clearFaults();
      if (failure.isKilled) {
        stack.state.clear();
        for (const [key, row] of before) stack.state.set(key, row);
      }
    }
    expect((await stack.up(program(next))).errors).toEqual({});
    expect(sorted(live().map(lineOf))).toEqual(goal);
    registrar.writes();
    expect(await stack.up(program(next))).toEqual({ steps: { zone: "same" }, errors: {} });
    expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
    expect(registrar.writes()).toEqual([]);
    const lines = new Set(next.records.map(lineOf));
    owned = new Set(live().flatMap((record) => (lines.has(lineOf(record)) ? [record.id] : [])));
  }
  const others = sorted(live().flatMap((record) => (owned.has(record.id) ? [] : [lineOf(record)])));
  expect((await stack.destroy()).errors).toEqual({});
  expect(sorted(live().map(lineOf))).toEqual(others);
}

it(
  "the live zone is what mode, list and patterns say",
  async () => {
    await fc.assert(fc.asyncProperty(unique(8), fc.array(step, { minLength: 1, maxLength: 4 }), story), {
      numRuns: runs(10, 1000),
      endOnFailure: !isSoak,
    });
  },
  limit(120_000),
);
