/** "Gone" is a row that a list proven complete doesn't show. All else "cannot be determined", with the contract line that helps. */
import { inFront } from "../support/foreignRows.ts";
import { a, applied, forward, HandlerStack, type Program, unchanged, withStory } from "../support/story.ts";

const { registrar, said, forwards, dashboard, shows, expectDestroyed, writesOf } = withStory();

const hosts = (count: number): Program =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`h${i}`, a(`h${i}`, `192.0.2.${i}`, { ttl: 300 })]));
const forwardsTo = (count: number): Program =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, forward(`f${i}`, `https://x.example/${i}`)]));

/** Messages that hold the contract line that helps. */
const told = (errors: Record<string, string>, operation: string) => {
  const texts = Object.values(errors);
  const settled = texts.filter((text) => text.includes(`{"${operation}": {"complete": true}}`)).length;
  return { settled, cannotTell: texts.filter((text) => /cannot be determined/.test(text)).length, all: texts.length };
};

const programs = [
  ["records", "records.list", hosts],
  ["forwards", "forwards.list", forwardsTo],
] as const;
const caps = programs.flatMap(([what, operation, of]) =>
  (what === "records" ? [0, 3, 37] : [20]).map((cap) => ({ what, operation, of, cap })),
);

it.each(caps)(
  "an unannounced limit of $cap $what loses, doubles and leaves behind no row",
  async ({ what, operation, of, cap }) => {
    const stack = new HandlerStack();
    const program = of(cap + 3);
    expect((await stack.up(program, { skipPreview: true })).errors).toEqual({});
    registrar.sandbox.setProfile(`silent-cap:${what === "records" ? cap + inFront : cap}`);

    const { drift, gone, errors } = await stack.refresh();
    expect({ drift, gone }).toEqual({ drift: {}, gone: [] });
    expect(told(errors, operation)).toEqual({ settled: 1, cannotTell: 1, all: 3 });
    registrar.writes();
    expect(await writesOf(stack, program)).toEqual([]);

    const one = what === "records" ? a("more", "192.0.2.1") : forward("more", "https://x.example/");
    const more = { ...program, more: one };
    expect((await stack.up(more)).errors["more"]).toMatch(/more.* exists already cannot be determined/);
    expect(registrar.writes()).toEqual([]);

    await expectDestroyed(stack);
  },
);

it("an empty list is asked for once more before it ends what is known, and that is said", async () => {
  const stack = await applied(forwardsTo(24));
  shows("forwards.list", { data: [], total: 0 }, { times: 1 });
  expect(await stack.refresh()).toEqual(unchanged);
  expect(registrar.calls()).toEqual(["GET forwards.list", "GET forwards.list"]);
  for (const { id } of forwards()) dashboard().deleteForward("example.com", id);
  expect(said()).toBe("");
  expect((await stack.refresh()).gone).toHaveLength(24);
  const words = said();
  expect(words.match(/lists no forwards of example\.com any more; it was asked twice/g)).toHaveLength(1);
});
