/**
 * Random rows, declared as records, sets or a zone, with edits by hand and trouble in between, against a model: after an `up` the live rows
 * are exactly what the program says in its form, no more is written than differs, and the next run finishes one that was cut.
 */
import type { SandboxRecord } from "../../testing/sandbox/index.ts";
import * as fc from "../support/fastCheck.ts";
import { isSoak, runs } from "../support/soak.ts";
import { type Declared, HandlerStack, one, type Program, set, withStory, zone } from "../support/story.ts";

const { registrar, rows: live, clear, dashboard } = withStory();
const domain = "example.com";

interface Plain {
  type: "A" | "MX" | "TXT" | "CNAME";
  name: string;
  content: string;
  priority?: number;
  ttl: number;
}
const forms = ["records", "sets", "additive", "authoritative"] as const;
type Form = (typeof forms)[number];
interface Wanted {
  rows: Plain[];
  ignoreRecords: string[];
}

const ttl = fc.constantFrom(300, 600);
const name = fc.constantFrom("", "www", "api", "x.dyn", "y.dyn");
const address = fc.constantFrom("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4");
const text = fc.constantFrom("one", "two");
const host = fc.constantFrom("mx1.example.net", "mx2.example.net");
const priority = fc.constantFrom(10, 20);
const row: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("A" as const), name, content: address, ttl }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("TXT" as const), name, content: text, ttl }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("MX" as const), name, content: host, priority, ttl }) },
);
/** A name at which the program changes between a CNAME and an address. */
const alias = fc.constantFrom<Plain[]>(
  [],
  [{ type: "CNAME", name: "alias", content: "a.example.net", ttl: 300 }],
  [{ type: "CNAME", name: "alias", content: "b.example.net", ttl: 600 }],
  [{ type: "A", name: "alias", content: "192.0.2.1", ttl: 300 }],
);
const keyOf = ({ name: owner, type }: { name: string; type: string }) => `${owner || "@"} ${type}`;
const dataOf = (record: { name: string; type: string; content?: string }) => `${keyOf(record)} ${record.content}`;
const lineOf = (record: Plain | SandboxRecord) => `${dataOf(record)} ${record.priority ?? ""} ttl ${record.ttl}`;
const isDyn = ({ name: owner }: { name: string }) => owner.endsWith(".dyn");
const sorted = (lines: Iterable<string>) => [...lines].sort();

/** Records of one name and type have one TTL. */
function withOneTtl(rows: Plain[]): Plain[] {
  const ttls = new Map(rows.map((each) => [keyOf(each), each.ttl]));
  return rows.map((each) => ({ ...each, ttl: ttls.get(keyOf(each)) ?? each.ttl }));
}
const unique = (maxLength: number) => fc.uniqueArray(row, { maxLength, selector: dataOf });
const wanted: fc.Arbitrary<Wanted> = fc
  .record({ some: unique(10), alias, isIgnoring: fc.boolean() })
  .map(({ some, alias: more, isIgnoring }) => ({
    rows: withOneTtl([...some, ...more].filter((each) => !isIgnoring || !isDyn(each))),
    ignoreRecords: isIgnoring ? ["*.dyn"] : [],
  }));
const edit = fc.record({ action: fc.constantFrom("add", "edit", "delete"), place: fc.nat(1000), name });
const trouble = fc.record({ kind: fc.constantFrom("killed", "refused", "lost", "limited"), after: fc.nat(6) });
const step = fc.record({
  edits: fc.array(edit, { maxLength: 3 }),
  wanted,
  trouble: fc.option(trouble, { nil: undefined }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let counter = 0;
/** A person in the dashboard, with values that no program has. */
function editByHand({ action, place, name: owner }: Step["edits"][number]): void {
  counter += 1;
  const at = `${counter >> 8}.${counter & 255}`;
  const found = live()[place % Math.max(1, live().length)];
  if (action === "add") dashboard().addRecord(domain, { type: "A", name: owner, content: `203.0.${at}`, ttl: 300 });
  else if (found !== undefined && action === "delete") dashboard().deleteRecord(domain, found.id);
  else if (found !== undefined) {
    const content = found.type === "A" ? `198.51.${at}` : `hand${counter}.example.org`;
    dashboard().editRecord(domain, found.id, { content });
  }
}

const consent = { maxChanges: 1000, maxUnlistedDeletes: 1000 };
/** Of two rows that exclude each other, one resource is the one or the other. Three components have children. */
const nameOf = (each: Plain, whole: string) => `part${each.name.length % 3}$${each.name === "alias" ? "alias" : whole}`;
const contentOf = ({ content, priority: order }: Plain) => (order === undefined ? content : `${order} ${content}`);

function programOf(form: Form, { rows, ignoreRecords }: Wanted): Program {
  if (form === "records") {
    const declared = (each: Plain): Declared => one("dnsRecord", { ...each, name: each.name || "@" });
    return Object.fromEntries(rows.map((each) => [nameOf(each, dataOf(each)), declared(each)]));
  }
  if (form !== "sets") return { zone: zone(rows, { mode: form, ignoreRecords, ...consent }) };
  const { maxUnlistedDeletes } = consent;
  const setOf = (key: string, { type, name: owner, ttl: seconds }: Plain) => {
    const values = rows.filter((each) => keyOf(each) === key).map(contentOf);
    return set(owner || "@", type, values, { ttl: seconds, maxUnlistedDeletes });
  };
  return Object.fromEntries(rows.map((each) => [nameOf(each, keyOf(each)), setOf(keyOf(each), each)]));
}

/** The rows that must be live afterwards. @param owned IDs of rows that the program listed before */
function expected(form: Form, { rows, ignoreRecords }: Wanted, owned: ReadonlySet<number>): string[] {
  const [data, keys] = [new Set(rows.map(dataOf)), new Set(rows.map(keyOf))];
  const isOwn = (record: SandboxRecord) => owned.has(record.id) || (form === "sets" && keys.has(keyOf(record)));
  const isIgnored = (record: SandboxRecord) => !["records", "sets"].includes(form) && ignoreRecords[0] && isDyn(record);
  const stays = live().filter(
    (record) => !data.has(dataOf(record)) && (isIgnored(record) || (form !== "authoritative" && !isOwn(record))),
  );
  return sorted([...rows, ...stays].map(lineOf));
}

async function upInTrouble(stack: HandlerStack, program: Program, { kind, after }: NonNullable<Step["trouble"]>) {
  const { sandbox } = registrar;
  const operation = /\.(create|update|delete)$/;
  if (kind === "lost") sandbox.fault({ operation, after, times: 1, fault: "reset-after" });
  if (kind === "limited") sandbox.fault({ operation, after, times: 2, fault: { status: 429, retryAfter: 0 } });
  if (kind === "refused" || kind === "killed") sandbox.fault({ operation, after, fault: { status: 403 } });
  let changes = 0;
  const stop = sandbox.onChange(() => {
    changes += 1;
    if (kind === "killed" && changes === after) stack.kill();
  });
  await stack.up(program);
  stop();
  sandbox.clearFaults();
}

async function story(form: Form, oneByOne: boolean, initial: Plain[], steps: Step[]): Promise<void> {
  registrar.sandbox.addDomain(domain);
  clear();
  for (const record of initial) dashboard().addRecord(domain, record);
  const stack = new HandlerStack({}, { oneByOne });
  let owned: ReadonlySet<number> = new Set();
  for (const { edits, wanted: next, trouble: met } of steps) {
    edits.forEach(editByHand);
    expect((await stack.refresh()).errors).toEqual({});
    const program = programOf(form, next);
    const goal = expected(form, next, owned);
    if (met !== undefined) await upInTrouble(stack, program, met);
    const before = live().map(lineOf);
    registrar.writes();
    expect((await stack.up(program)).errors).toEqual({});
    expect(sorted(live().map(lineOf))).toEqual(goal);
    const differing =
      goal.filter((line) => !before.includes(line)).length + before.filter((line) => !goal.includes(line)).length;
    expect(registrar.writes().length).toBeLessThanOrEqual(differing);
    const { steps } = await stack.up(program);
    expect(Object.values(steps).filter((each) => each !== "same")).toEqual([]);
    expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
    expect(registrar.writes()).toEqual([]);
    const lines = new Set(next.rows.map(lineOf));
    owned = new Set(live().flatMap((record) => (lines.has(lineOf(record)) ? [record.id] : [])));
  }
  const others = sorted(live().flatMap((record) => (owned.has(record.id) ? [] : [lineOf(record)])));
  expect((await stack.destroy()).errors).toEqual({});
  expect(sorted(live().map(lineOf))).toEqual(others);
}

it.each(forms)("rows declared as %s are live as the program says, whatever happened on the way", async (form) => {
  const steps = fc.array(step, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), unique(8), steps, (oneByOne, initial, all) => story(form, oneByOne, initial, all)),
    { numRuns: runs(5, 1000), endOnFailure: !isSoak },
  );
});
