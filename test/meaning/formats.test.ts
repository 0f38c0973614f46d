/**
 * Formats that services document, and random mixtures of them, and a complete life under each: nothing live counts as gone, nothing is
 * doubled, and `destroy` never ends well while rows of the state are live.
 */
import { plainDialect, rowSettings, type Settings, settingsSchema } from "../../testing/sandbox/dialect.ts";
import { dialects } from "../../testing/sandbox/dialects/index.ts";
import type { SandboxRecord } from "../../testing/sandbox/index.ts";
import { useContract } from "../support/contract.ts";
import * as fc from "../support/fastCheck.ts";
import { isSoak, runs } from "../support/soak.ts";
import { a, domain, HandlerStack, type Program, record, set, withStory, zone } from "../support/story.ts";

const { registrar } = withStory();

/** A program, by the way in which it differs. Each resource has names and types of its own, by which it is called. */
const program = (www: string, mail: number, values: string[], text: string): Program => ({
  "www A": a("www", www, { ttl: 900 }),
  " MX": record("MX", "@", { content: "mail.example.net", priority: mail }),
  "text TXT": record("TXT", "text", { content: `v=${text}; "quoted"` }),
  "alias CNAME": record("CNAME", "alias", { content: "www.example.net", ttl: 1200 }),
  " SRV": record("SRV", "_sip._tcp", { priority: 1, weight: 2, port: 5060, target: "sip.example.net" }),
  " CAA": record("CAA", "@", { flags: 0, tag: "issue", value: "ca.example" }),
  "many A": set("many", "A", values, { ttl: 900 }),
  zone: zone({ "in.zone A": ["192.0.2.7"], "in.zone TXT": [text] }),
});
const first = program("192.0.2.1", 10, ["192.0.2.2", "192.0.2.3"], "one");
const second = program("192.0.2.9", 20, ["192.0.2.3", "192.0.2.4"], "two");

/** The resource whose row this is, by its name and type. */
const ownerOf = ({ type, name }: SandboxRecord) => (`${name} ${type}` in first ? `${name} ${type}` : "zone");

const live = () => registrar.sandbox.records(domain);
const dataOf = ({ id: _id, ttl: _ttl, comment: _comment, ...data }: SandboxRecord) => JSON.stringify(data);
const owners = () => new Set(live().map(ownerOf));

/** Number of live rows that a green `up` leaves: two each of the set and the zone. */
const count = Object.keys(first).length + 2;

function expectNoneDoubled(): void {
  const data = live().map(dataOf);
  expect(data.filter((each, n) => data.indexOf(each) !== n)).toEqual([]);
}

/**
 * Refreshes: no resource is gone whose row is live, but for one edited by hand under an ID that its content gives.
 * @returns true if every row was found out
 */
async function refreshes(stack: HandlerStack, edited?: string): Promise<boolean> {
  const { gone, errors } = await stack.refresh();
  expect(gone.filter((name) => name !== edited && owners().has(name))).toEqual([]);
  return Object.keys(errors).length === 0;
}

/** A check that fails ends an engine's run. */
const notDone = (error: unknown) => ({ errors: { run: String(error) } });

/** Applies a program. If everything was done, everything is live. @param others number of rows that the program doesn't declare */
async function ups(stack: HandlerStack, declared: Program, others = 0): Promise<void> {
  const done = await stack.up(declared, { continueOnError: true, skipPreview: true }).catch(notDone);
  expectNoneDoubled();
  if (Object.keys(done.errors).length === 0) {
    expect([live().length - others, [...owners()].sort()]).toEqual([count, Object.keys(first).sort()]);
  }
}

async function destroys(stack: HandlerStack, edited: ReadonlySet<number>): Promise<void> {
  const held = new Set(stack.state.keys());
  const { errors } = await stack.destroy();
  const left = live().filter((row) => held.has(ownerOf(row)) && !edited.has(row.id) && !(ownerOf(row) in errors));
  expect(left).toEqual([]);
}

async function life(settings: Settings, contract?: object): Promise<void> {
  const { sandbox } = registrar;
  sandbox.setProfile("");
  for (const { id } of live()) sandbox.dashboard.deleteRecord(domain, id);
  delete process.env["REGISTRAR_CONTRACT_FILE"];
  if (contract !== undefined) useContract(contract);
  sandbox.setProfile([JSON.stringify(settings)]);
  const stack = new HandlerStack();
  await ups(stack, first);
  await refreshes(stack);
  await ups(stack, first);
  await refreshes(stack);
  await ups(stack, second);
  await refreshes(stack);
  const row = live().find(({ name }) => name === "www");
  if (row !== undefined) sandbox.dashboard.editRecord(domain, row.id, { content: "203.0.113.1" });
  const edited = new Set(row === undefined ? [] : [row.id]);
  const hasIds = ["integer", "text"].includes(settings.ids ?? "integer") && settings.idsInLists !== false;
  const isKnown = await refreshes(stack, hasIds ? undefined : "www A");
  // Without a lasting ID, the edited row is another one, and stays.
  if (isKnown) await ups(stack, second, hasIds ? 0 : edited.size);
  await destroys(stack, hasIds ? new Set() : edited);
}

it.each(Object.keys(dialects))("no row of %s is gone, doubled or left, in its own envelope or ours", async (name) => {
  const own = settingsSchema.parse(dialects[name]);
  const rows = Object.fromEntries(Object.entries(own).filter(([key]) => rowSettings.has(key)));
  for (const settings of [own, settingsSchema.parse(rows)]) await life(settings);
});

const documented: Settings[] = [
  plainDialect,
  ...Object.values(dialects).map((dialect) => settingsSchema.parse(dialect)),
];
/** Settings of some service, or another one's, in place of the specification's. */
const some = (...keys: (keyof Settings)[]) =>
  fc.constantFrom(
    ...documented.map((service) => Object.fromEntries(keys.map((key) => [key, service[key] ?? plainDialect[key]]))),
  );
const mixture: fc.Arbitrary<Settings> = fc
  .tuple(
    some("row", "types", "sets"),
    some("ids"),
    some("names"),
    some("apex"),
    some("hosts", "texts", "nulls"),
    some("list"),
    some("written", "createStatus"),
    some("deleted", "deleteStatus"),
    some("paging", "totals"),
    fc.record({
      idsInLists: fc.constantFrom(true, true, true, false),
      minimumTtl: fc.constantFrom(0, 0, 600),
      duplicates: fc.boolean(),
    }),
  )
  .map((parts) => settingsSchema.parse(Object.assign({}, ...parts)));

/** The path to the rows in a list. */
function containerOf(list: unknown): string | undefined {
  if (list === "$rows") return "";
  const entries = Object.entries(Object(typeof list === "object" ? list : {}));
  const [[key, inner] = []] = entries.filter(([, value]) => containerOf(value) !== undefined);
  return key === undefined ? undefined : [key, containerOf(inner)].filter(Boolean).join(".");
}

const fields = ["id", "type", "name", "ttl", "content", "priority"];
const nameOf = (word: string) => word.replace(/^\$|:text$/g, "").replace("data", "content");
/** The lines of a contract that an expert writes for a format. */
function expertsLines({ row, types, list }: Settings): object {
  const words = Object.entries({ ...types?.["MX"], ...row }).filter(([, word]) => /^\$/.test(String(word)));
  const called = words.map(([key, word]) => [nameOf(String(word)), key]);
  const renamed = called.filter(([name = ""]) => fields.includes(name) && !(name in Object(row)));
  const container = containerOf(list);
  return {
    "records.list": {
      ...{ success: null, complete: true },
      ...(container && { container }),
      ...(renamed.length > 0 && { fields: Object.fromEntries(renamed) }),
    },
  };
}

it("no mixture of formats makes a live row gone, doubles one, or lets a destroy end well that leaves one", async () => {
  await fc.assert(
    fc.asyncProperty(mixture, fc.boolean(), (settings, isExpert) =>
      life(settings, isExpert ? expertsLines(settings) : undefined),
    ),
    { numRuns: runs(5, 2000), endOnFailure: !isSoak },
  );
});
