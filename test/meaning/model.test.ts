/**
 * Random rows, declared as records, sets or a zone, or as another of these in each step, with edits by hand and trouble in between,
 * against a model. After an `up`, the live rows are those of the program, and the rows of others that it leaves alone. No more is
 * written than differs. Without consent, no row of others changes. After trouble, the same program or the one before can be applied.
 */
import type { SandboxRecord } from "../../testing/sandbox/index.ts";
import * as fc from "../support/fastCheck.ts";
import { isSoak, runs } from "../support/soak.ts";
import { type Declared, HandlerStack, one, type Program, set, withStory, zone } from "../support/story.ts";

const { registrar, rows: live, said, clear, dashboard } = withStory();
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
  form: Form;
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
const dataOf = (record: Plain | SandboxRecord) => `${keyOf(record)} ${record.priority ?? ""} ${record.content}`;
const lineOf = (record: Plain | SandboxRecord) => `${dataOf(record)} ttl ${record.ttl}`;
const isZone = (form: Form) => form === "additive" || form === "authoritative";
const isAlias = (record: Plain | SandboxRecord) => record.name === "alias";
const isDyn = ({ name: owner }: { name: string }) => owner.endsWith(".dyn");
const sorted = (lines: Iterable<string>) => [...lines].sort();

/** Records of one name and type have one TTL. */
function withOneTtl(rows: Plain[]): Plain[] {
  const ttls = new Map(rows.map((each) => [keyOf(each), each.ttl]));
  return rows.map((each) => ({ ...each, ttl: ttls.get(keyOf(each)) ?? each.ttl }));
}
const unique = (maxLength: number) => fc.uniqueArray(row, { maxLength, selector: dataOf });
const wantedIn = (possible: readonly Form[]): fc.Arbitrary<Wanted> =>
  fc
    .record({ form: fc.constantFrom(...possible), some: unique(10), alias, isIgnoring: fc.boolean() })
    .map(({ form, some, alias: more, isIgnoring }) => ({
      form,
      rows: withOneTtl([...some, ...more].filter((each) => !isIgnoring || !isZone(form) || !isDyn(each))),
      ignoreRecords: isIgnoring && isZone(form) ? ["*.dyn"] : [],
    }));
const edit = fc.record({ action: fc.constantFrom("add", "edit", "delete"), place: fc.nat(1000), name });
const trouble = fc.record({
  kind: fc.constantFrom("killed", "refused", "lost", "limited"),
  after: fc.nat(6),
  /** Is the program before applied again, before this one is? */
  goesBack: fc.boolean(),
});
type Trouble = typeof trouble extends fc.Arbitrary<infer T> ? T : never;
const stepIn = (possible: readonly Form[]) =>
  fc.record({
    edits: fc.array(edit, { maxLength: 3 }),
    wanted: wantedIn(possible),
    /** May the program delete rows of others? */
    isConsenting: fc.boolean(),
    trouble: fc.option(trouble, { nil: undefined }),
  });
type Step = ReturnType<typeof stepIn> extends fc.Arbitrary<infer S> ? S : never;

let counter = 0;
/** A person in the dashboard, with values that no program has. An edited CNAME keeps other resources from its name. */
function editByHand({ action, place, name: owner }: Step["edits"][number], keepsForm: boolean): void {
  counter += 1;
  const at = `${counter >> 8}.${counter & 255}`;
  const rows = live().filter((row) => keepsForm || !isAlias(row));
  const found = rows[place % Math.max(1, rows.length)];
  if (action === "add") dashboard().addRecord(domain, { type: "A", name: owner, content: `203.0.${at}`, ttl: 300 });
  else if (found !== undefined && action === "delete") dashboard().deleteRecord(domain, found.id);
  else if (found !== undefined) {
    const content = found.type === "A" ? `198.51.${at}` : `hand${counter}.example.org`;
    dashboard().editRecord(domain, found.id, { content });
  }
}

/** Of two rows that exclude each other, one resource is the one or the other. Three components have children. */
const nameOf = (form: Form, each: Plain, key: string) =>
  `part${each.name.length % 3}$${form} ${isAlias(each) ? "alias" : key}`;
const contentOf = ({ content, priority: order }: Plain) => (order === undefined ? content : `${order} ${content}`);

function programOf({ form, rows, ignoreRecords }: Wanted, isConsenting: boolean): Program {
  const consent = isConsenting ? { maxUnlistedDeletes: 1000 } : {};
  if (form === "records") {
    const declared = (each: Plain): Declared => one("dnsRecord", { ...each, name: each.name || "@" });
    return Object.fromEntries(rows.map((each) => [nameOf(form, each, dataOf(each)), declared(each)]));
  }
  if (form !== "sets") return { zone: zone(rows, { mode: form, ignoreRecords, maxChanges: 1000, ...consent }) };
  const setOf = (key: string, { type, name: owner, ttl: seconds }: Plain) => {
    const values = rows.filter((each) => keyOf(each) === key).map(contentOf);
    return set(owner || "@", type, values, { ttl: seconds, ...consent });
  };
  return Object.fromEntries(rows.map((each) => [nameOf(form, each, keyOf(each)), setOf(keyOf(each), each)]));
}

/** The program of the last `up`, and the IDs of its rows. */
interface Last {
  readonly program: Wanted;
  readonly owned: ReadonlySet<number>;
}

function lastOf(program: Wanted): Last {
  const lines = new Set(program.rows.map(lineOf));
  return { program, owned: new Set(live().flatMap((row) => (lines.has(lineOf(row)) ? [row.id] : []))) };
}

/**
 * Live rows that the next program doesn't declare, and the last one didn't own; those of them in the scope of its sets or
 * authoritative zone; and if it is refused without consent, since a scope is new to its resource, where a row of another resource
 * counts, too.
 */
function othersOf({ form, rows, ignoreRecords }: Wanted, { program: before, owned }: Last) {
  const [data, keys] = [new Set(rows.map(dataOf)), new Set(rows.map(keyOf))];
  const isIgnored = (row: SandboxRecord) => isDyn(row) && ignoreRecords.length > 0;
  // A zone leaves its own rows, too, that it ignores from now on.
  const isOthers = (row: SandboxRecord) => !owned.has(row.id) || (isIgnored(row) && isZone(before.form));
  const inScope = (row: SandboxRecord) =>
    form === "sets" ? keys.has(keyOf(row)) : form === "authoritative" && !isIgnored(row);
  const formerKeys = new Set(before.form === "sets" ? before.rows.map(keyOf) : []);
  const isNew = (row: SandboxRecord) => (form === "sets" ? !formerKeys.has(keyOf(row)) : form !== before.form);
  const undeclared = live().filter((row) => !data.has(dataOf(row)));
  const others = undeclared.filter(isOthers);
  const met = isZone(form) && isZone(before.form) ? others : undeclared;
  return { others, scope: others.filter(inScope), isRefused: met.some((row) => inScope(row) && isNew(row)) };
}

async function upInTrouble(stack: HandlerStack, program: Program, { kind, after }: Trouble) {
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

/** Applies a program. It is refused if it meets rows of others for the first time, and may not delete them. */
async function applies(stack: HandlerStack, next: Wanted, last: Last, isConsenting: boolean): Promise<void> {
  const { others, scope, isRefused } = othersOf(next, last);
  const before = sorted(live().map(lineOf));
  const isForbidden = isRefused && !isConsenting;
  registrar.writes();
  if (isForbidden) {
    expect((await stack.up(programOf(next, false))).errors).not.toEqual({});
    expect(sorted(live().map(lineOf))).toEqual(before);
  }
  const isDeleting = isConsenting || isForbidden;
  expect((await stack.up(programOf(next, isDeleting))).errors).toEqual({});
  const stays = others.filter((row) => !isDeleting || !scope.includes(row));
  const goal = sorted([...next.rows, ...stays].map(lineOf));
  expect(sorted(live().map(lineOf))).toEqual(goal);
  const differing =
    goal.filter((line) => !before.includes(line)).length + before.filter((line) => !goal.includes(line)).length;
  expect(registrar.writes().length).toBeLessThanOrEqual(differing);
}

/** Applies a program that fails or is killed, which costs no other row of others, and perhaps the program before. */
async function meets(
  met: Trouble,
  stack: HandlerStack,
  next: Wanted,
  last: Last,
  isConsenting: boolean,
): Promise<Last> {
  const { others, scope } = othersOf(next, last);
  await upInTrouble(stack, programOf(next, isConsenting), met);
  const lines = live().map(lineOf);
  const stays = others.filter((row) => !isConsenting || !scope.includes(row)).map(lineOf);
  expect(stays.filter((line) => !lines.includes(line))).toEqual([]);
  if (!met.goesBack) return last;
  // The state has rows that a killed run deleted, or a delete that failed half way.
  if (met.kind === "killed" || said().includes("records deleted before an error"))
    expect((await stack.refresh()).errors).toEqual({});
  const back = programOf(last.program, true);
  const missing = (of: typeof dataOf) => {
    const found = live().map(of);
    return last.program.rows.map(of).filter((each) => !found.includes(each));
  };
  expect((await stack.up(back)).errors).toEqual({});
  expect(missing(dataOf)).toEqual([]);
  // The failed run may have changed the TTL of a row for another resource, which only a refresh finds.
  expect((await stack.refresh()).errors).toEqual({});
  expect((await stack.up(back)).errors).toEqual({});
  expect(missing(lineOf)).toEqual([]);
  return lastOf(last.program);
}

async function story(oneByOne: boolean, initial: Plain[], steps: Step[]): Promise<void> {
  registrar.sandbox.addDomain(domain);
  clear();
  for (const row of initial) dashboard().addRecord(domain, row);
  const stack = new HandlerStack({}, { oneByOne });
  let last = lastOf({ form: "records", rows: [], ignoreRecords: [] });
  for (const { edits, wanted, isConsenting, trouble: met } of steps) {
    const keepsForm = wanted.form === last.program.form;
    // A CNAME and an A of two resources can't change places in one run.
    const rows = [...wanted.rows.filter((row) => !isAlias(row)), ...last.program.rows.filter(isAlias)];
    const next = keepsForm ? wanted : { ...wanted, rows };
    for (const each of edits) editByHand(each, keepsForm);
    expect((await stack.refresh()).errors).toEqual({});
    // A program that is refused meets no trouble.
    const consents = isConsenting || (met !== undefined && othersOf(next, last).isRefused);
    if (met !== undefined) last = await meets(met, stack, next, last, consents);
    await applies(stack, next, last, consents);
    const { steps: again } = await stack.up(programOf(next, consents));
    expect(Object.values(again).filter((each) => each !== "same")).toEqual([]);
    expect(await stack.refresh()).toEqual({ drift: {}, gone: [], errors: {} });
    expect(registrar.writes()).toEqual([]);
    last = lastOf(next);
  }
  const others = sorted(live().flatMap((row) => (last.owned.has(row.id) ? [] : [lineOf(row)])));
  expect((await stack.destroy()).errors).toEqual({});
  expect(sorted(live().map(lineOf))).toEqual(others);
}

const mixtures: [title: string, forms: readonly Form[]][] = [
  ...forms.map((form): [string, Form[]] => [form, [form]]),
  ["any of these", forms],
];
it.each(mixtures)("rows declared as %s are live as the program says, whatever happened on the way", async (_, some) => {
  const steps = fc.array(stepIn(some), { minLength: 1, maxLength: 4 });
  await fc.assert(fc.asyncProperty(fc.boolean(), unique(8), steps, story), {
    numRuns: runs(2, 1000),
    endOnFailure: !isSoak,
  });
});
