/** IDs that change on an update, responses without the row, pages, and a list that turns fresh between two readings: no row is doubled. */
import { withShortWaits } from "../support/clock.ts";
import { some } from "../support/soak.ts";
import { a, applied, bound, type Declared, type Program, set, withStory, zone } from "../support/story.ts";

const { registrar, rows, wipe } = withStory();
withShortWaits();
const profile = "ids-change-on-put,writes-without-object,page-cap:3";
const live = () =>
  rows()
    .map(({ name, content }) => `${name} ${content}`)
    .sort();

const forms: [form: string, declared: (name: string, end: number) => Declared][] = [
  ["record", (name, end) => a(name, `192.0.2.${end}`)],
  ["set", (name, end) => set(name, "A", [`192.0.2.${end}`])],
  ["zone", (name, end) => zone({ [`${name} A`]: [`192.0.2.${end}`] })],
];
const stales = some(
  forms.flatMap((form) => [0, 1, 2, 3].map((stale) => [stale, ...form] as const)),
  (n) => n % 2 === Math.floor(n / 4) % 2,
);

it.each(stales)(
  "after an update, another one leaves one row, though the list is stale for %i readings (0: one, at a stack that doesn't wait): a %s",
  async (stale, _form, declared) => {
    const program = (one: number, other: number): Program => ({
      one: declared("one", one),
      other: a("other", `192.0.2.${other}`),
    });
    registrar.sandbox.setProfile(profile);
    const stack = await applied(program(1, 101), stale === 0 ? {} : bound);
    registrar.sandbox.setProfile(`${profile},stale-lists:${Math.max(1, stale)}`);
    expect((await stack.up(program(2, 101))).errors).toEqual({});
    // The next run misses a row, so it reads the list twice.
    wipe("other");
    for (let run = 0; run < 2; run += 1) {
      await stack.up(program(3, 103), { skipPreview: true });
      expect(live()).toEqual(expect.not.arrayContaining(["one 192.0.2.2", "one 192.0.2.3"]));
    }
    await stack.refresh();
    expect((await stack.up(program(3, 103), { skipPreview: true })).errors).toEqual({});
    expect(live()).toEqual(["one 192.0.2.3", "other 192.0.2.103"]);
    expect((await stack.destroy()).errors).toEqual({});
    expect(live()).toEqual([]);
  },
);
