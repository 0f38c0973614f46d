/** Two providers in one program: the engine starts a process for each, and both get its address. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { useContractOfSets } from "../support/contract.ts";
import { newFolder } from "../support/folder.ts";
import { deployBy, dynamicFront } from "../support/handlerStack.ts";
import { PluginClient, pluginFront, secret } from "../support/pluginFront.ts";
import { a, type Declared, forward, HandlerStack, record, set, withStory, zone } from "../support/story.ts";
import { allowedPairs, refusedPairs } from "../support/together.ts";

const { registrar, live } = withStory();
const engine = "127.0.0.1:9";
const clients: PluginClient[] = [];
const home = newFolder();
process.env["PULUMI_HOME"] = home;

beforeAll(async () => {
  for (const _ of ["default", "other"]) clients.push(await PluginClient.start(engine));
  const fronts = clients.map((client) => pluginFront(() => client));
  let config = {};
  let configured: (Promise<void> | undefined)[] = [];
  deployBy({
    handlerOf(handler, name) {
      const at = name.startsWith("other") ? 1 : 0;
      // As the engine, starts a provider at the first call that needs it: that of deleted resources after the writes of the other.
      const started = async () => {
        configured[at] ??= fronts[at]?.configure(config);
        await configured[at];
        const found = fronts[at]?.handlerOf(handler, name);
        if (found === undefined) throw new Error("two plugins run");
        return found;
      };
      return {
        check: async (...args) => (await started()).check(...args),
        diff: async (...args) => (await started()).diff(...args),
        create: async (...args) => (await started()).create(...args),
        read: async (...args) => (await started()).read(...args),
        update: async (...args) => (await started()).update(...args),
        delete: async (...args) => (await started()).delete(...args),
      };
    },
    async configure(given) {
      for (const client of clients) await client.cancel();
      [config, configured] = [given, []];
    },
  });
});
beforeEach(async () => {
  for (const client of clients) await client.cancel();
});
afterAll(() => {
  for (const client of clients) client.close();
  deployBy(dynamicFront);
});

const mail = ["10 mx1.example.net", "20 mx2.example.net"];
const mx = set("@", "MX", mail);

const passes: [string, Declared, Declared][] = [
  ["set to set", mx, mx],
  ["set to zone", mx, zone({ "@ MX": mail })],
  ["zone to set", zone({ "@ MX": mail }), mx],
  ["zone to zone", zone({ "www A": ["192.0.2.1"] }), zone({ "www A": ["192.0.2.1"] })],
  ["record to record", a("www", "192.0.2.1"), a("www", "192.0.2.1", { adopt: true })],
  ["record to set", a("www", "192.0.2.1"), set("www", "A", ["192.0.2.1"])],
  ["forward to forward", forward("go", "https://a.example/"), forward("go", "https://a.example/", { adopt: true })],
];

it.each(passes)("a row that passes to a resource of another provider stays: %s", async (_, before, after) => {
  const stack = new HandlerStack();
  const other = { other: after };
  expect((await stack.up({ one: before })).errors).toEqual({});
  const rows = live();
  registrar.writes();
  expect(await stack.up(other)).toEqual({ steps: { other: "create", one: "delete" }, errors: {} });
  expect(registrar.writes()).toEqual([]);
  expect(live()).toEqual(rows);
  expect((await stack.refresh()).gone).toEqual([]);
  expect((await stack.up(other)).steps).toEqual({ other: "same" });
  await stack.destroy();
  expect(live()).toEqual([]);
});

it.each(["two", "other"])("a record that moves to the zone or a set of resource `%s` stays", async (name) => {
  const stack = new HandlerStack();
  const a = (...names: string[]) => zone(Object.fromEntries(names.map((each) => [`${each} A`, ["192.0.2.1"]])));
  await stack.up({ one: a("www", "api", "ftp"), [name]: a("b") });
  const rows = live();
  registrar.writes();
  expect((await stack.up({ one: a("api", "ftp"), [name]: a("b", "www") })).errors).toEqual({});
  const api = { [`${name}-api`]: set("api", "A", ["192.0.2.1"]) };
  expect((await stack.up({ one: a("ftp"), [name]: a("b", "www"), ...api })).errors).toEqual({});
  expect([registrar.writes(), live()]).toEqual([[], rows]);
});

it.each<[before: Declared, after: Declared, taken: Declared]>([
  [a("www", "192.0.2.1"), a("api", "192.0.2.1"), record("CNAME", "www", { content: "web.example.net" })],
  [zone({ "www A": ["192.0.2.1"], "api A": ["192.0.2.1"] }), zone({ "api A": ["192.0.2.1"] }), a("www", "192.0.2.1")],
  [a("www", "192.0.2.1"), a("api", "192.0.2.1"), a("www", "192.0.2.1")],
])("a resource sees the row that %j of another provider gave up as %j", async (before, after, taken) => {
  const stack = new HandlerStack({}, { oneByOne: true });
  expect((await stack.up({ one: before })).errors).toEqual({});
  const program = { "other-ftp": a("ftp", "192.0.2.9"), one: after, other: taken };
  expect((await stack.up(program, { skipPreview: true })).errors).toEqual({});
  const { type, content } = taken.args;
  expect(live()).toEqual(["api A 192.0.2.1", "ftp A 192.0.2.9", `www ${type} ${content}`]);
  expect((await stack.destroy()).errors).toEqual({});
});

it.each(refusedPairs)(
  "resources of two providers that exclude each other stop in the preview: %s",
  async (_pair, first, second, check) => {
    // In the other order: stories/moves.
    const { errors } = await new HandlerStack().preview({ one: first, other: second });
    expect(errors["other"]).toMatch(new RegExp(`\`one\`.*\\[${check}`, "s"));
    expect(registrar.writes()).toEqual([]);
  },
);

it.each(allowedPairs)("%s of two providers are allowed", async (_pair, first, second) => {
  expect((await new HandlerStack().preview({ one: second, other: first })).errors).toEqual({});
});

it.each([
  ["godaddy-rows", 0],
  ["godaddy-rows,stale-seconds", 1],
])(
  "two providers keep each other's records of one name and type, which the API writes in one call: %s",
  async (...is) => {
    const [profile, staleListSeconds] = is;
    registrar.sandbox.setProfile(profile);
    useContractOfSets();
    const stack = new HandlerStack({ "registrar:staleListSeconds": String(staleListSeconds) });
    const both = (...ends: number[]) =>
      Object.fromEntries(ends.map((end, n) => [`${n % 2 ? "other" : "one"}${n}`, a("www", `192.0.2.${end}`)]));
    for (const ends of [[11, 12], [21, 22], [21], []]) {
      expect((await stack.up(both(...ends))).errors).toEqual({});
      const values = registrar.sandbox.records("example.com").map(({ content }) => content);
      expect(values.sort()).toEqual(ends.map((end) => `192.0.2.${end}`));
    }
  },
);

it("the file that the processes share is private, holds no value, and is removed at the end", async () => {
  const stack = new HandlerStack();
  const secretive = { ...a("hidden-name", "192.0.2.77"), args: { ...a("x", "y").args, name: secret("hidden-name") } };
  await stack.up({
    one: a("www", "192.0.2.55"),
    "other-one": { ...secretive, args: { ...secretive.args, content: "192.0.2.77" } },
  });
  const folder = join(home, "registrar-runs");
  const files = readdirSync(folder).map((file) => join(folder, file));
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  expect([statSync(folder).mode & 0o777, text]).toEqual([0o700, expect.stringContaining("declare")]);
  expect(text).not.toMatch(/192\.0\.2|hidden-name/);
  for (const client of clients) await client.cancel();
  expect(readdirSync(folder)).toEqual([]);
});
