/** Two providers in one program: the engine starts a process for each, and both get its address. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StackBehaviour } from "../support/handlerStack.ts";
import { secret } from "../support/pluginFront.ts";
import { isSoak, some } from "../support/soak.ts";
import {
  a,
  applied,
  type Declared,
  HandlerStack,
  mx,
  type Program,
  record,
  unchanged,
  withStory,
  zone,
} from "../support/story.ts";
import { allowedPairs, passes, refusedPairs } from "../support/together.ts";
import { onTwoProviders } from "../support/twoProviders.ts";

const { registrar, live } = withStory();
const clients = onTwoProviders();

// Every second move is one resource after another, every other one side by side; the soak tries both. The ones in between are in stories/moves.
const orders: readonly StackBehaviour[] = [{}, { oneByOne: true }];
const moves = some(
  passes.map((pass, n) => [...pass, isSoak ? orders : orders.slice(Math.floor(n / 2) % 2).slice(0, 1)] as const),
  (n) => n % 2 === 0,
);
it.each(moves)("rows that move %s of another provider are live in the end", async (...given) => {
  const [, before, after, behaviours] = given;
  const other = "two" in after ? "two" : /-1$/;
  const toOther = (program: Program) =>
    Object.fromEntries(Object.entries(program).map(([name, declared]) => [name.replace(other, "other"), declared]));
  const next = toOther(after);
  for (const behaviour of behaviours) {
    const stack = await applied(toOther(before), {}, behaviour);
    expect((await stack.up(next)).errors).toEqual({});
    expect(await stack.refresh()).toEqual(unchanged);
    const { steps } = await stack.up(next, { skipPreview: true });
    expect(new Set(Object.values(steps))).toEqual(new Set(["same"]));
    registrar.writes();
    // All rows that the program declares are live: a stack without a state creates none.
    expect((await new HandlerStack().up(next, { skipPreview: true })).errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([]);
  }
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

it.each([true, false])(
  "a row that one provider changes as it adopts it isn't lost to the delete of the other (%s)",
  async (isFirst) => {
    const both = zone({ "www A": ["192.0.2.1"], "api A": ["192.0.2.1"] });
    const [one, other] = [zone({ "api A": ["192.0.2.1"] }), a("www", "192.0.2.1", { ttl: 600 })];
    for (const _ of [1, 2]) {
      const stack = await applied({ one: both, "other-ftp": a("ftp", "192.0.2.9") });
      const program = { "other-ftp": a("ftp", "192.0.2.9"), ...(isFirst ? { one, other } : { other, one }) };
      expect((await stack.up(program)).errors).toEqual({});
      expect(live()).toEqual(["api A 192.0.2.1", "ftp A 192.0.2.9", "www A 192.0.2.1 ttl 600"]);
      expect((await stack.destroy()).errors).toEqual({});
      expect(live()).toEqual([]);
    }
  },
);

it("a provider that starts after the last call of another one leaves its record", async () => {
  const stack = await applied({ one: mx(10) });
  const second = record("MX", "@", { ...mx(20).args });
  expect((await stack.up({ one: mx(10), other: second })).errors).toEqual({});
  expect(live()).toEqual(["@ MX 10 mail.example.net", "@ MX 20 mail.example.net"]);
});

/** A pair for each check. */
const checks = refusedPairs.map(([, , , check]) => check.split("*").at(-1));
it.each(some(refusedPairs, (n) => checks.indexOf(checks[n]) === n))(
  "resources of two providers that exclude each other stop in the preview: %s",
  async (_pair, first, second, check) => {
    // In the other order: stories/moves.
    const { errors } = await new HandlerStack().preview({ one: first, other: second });
    expect(errors["other"]).toMatch(new RegExp(`\`one\`.*${check}`, "s"));
    expect(registrar.writes()).toEqual([]);
  },
);

it.each(some(allowedPairs, (n) => n % 2 === 0))("%s of two providers are allowed", async (_pair, first, second) => {
  expect((await new HandlerStack().preview({ one: second, other: first })).errors).toEqual({});
});

it("the file that the processes share is private, holds no value, and is removed at the end", async () => {
  const stack = new HandlerStack();
  const secretive = { ...a("hidden-name", "192.0.2.77"), args: { ...a("x", "y").args, name: secret("hidden-name") } };
  await stack.up({
    one: a("www", "192.0.2.55"),
    "other-one": { ...secretive, args: { ...secretive.args, content: "192.0.2.77" } },
  });
  const folder = join(process.env["PULUMI_HOME"] ?? "", "registrar-runs");
  const files = readdirSync(folder).map((file) => join(folder, file));
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  expect([statSync(folder).mode & 0o777, text]).toEqual([0o700, expect.stringContaining("declare")]);
  expect(text).not.toMatch(/192\.0\.2|hidden-name/);
  for (const client of clients) await client.cancel();
  expect(readdirSync(folder)).toEqual([]);
});
