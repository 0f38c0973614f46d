/**
 * Pairs of edits: one property of a record is remembered as an exception (a TTL that the registrar raised, or didn't show), and a
 * person edits one or two others, or the same one. A refresh reports the edit, and the next `up` makes live what is declared.
 */
import { some } from "../support/soak.ts";
import { applied, type Declared, expectIdle, record, set, withStory, zone } from "../support/story.ts";

const { registrar, rows, dashboard, edit, expectDestroyed } = withStory();

const exceptions: readonly [memory: string, profile: string, ttl: number][] = [
  ["a raised TTL", "ttl-minimum", 300],
  ["a raised TTL that no response showed", "ttl-minimum,writes-without-object", 300],
  ["a TTL that the registrar adds", "ttl-default", 0],
  ["no exception", "ids-text", 900],
];
const given = (ttl: number) => (ttl === 0 ? {} : { ttl });
const owners: readonly [kind: string, of: (ttl: number) => Declared][] = [
  ["record", (ttl) => record("MX", "www", { content: "mail.example.net", priority: 10, comment: "", ...given(ttl) })],
  ["set", (ttl) => set("www", "MX", ["10 mail.example.net"], given(ttl))],
  ["zone", (ttl) => zone({ "www MX": ["10 mail.example.net"] }, given(ttl))],
];
const edits: Readonly<Record<string, object>> = {
  content: { content: "other.example.net" },
  priority: { priority: 20 },
  ttl: { ttl: 86_400 },
};
const pairs = Object.entries(edits).flatMap(([one, first], at) => [
  { edited: one, fields: first },
  ...Object.entries(edits)
    .slice(at + 1)
    .map(([two, second]) => ({ edited: `${one} and ${two}`, fields: { ...first, ...second } })),
]);
const table = exceptions.flatMap(([memory, profile, ttl]) =>
  owners.flatMap(([kind, of]) => pairs.map((pair) => ({ memory, profile, ttl, kind, of, ...pair }))),
);

// Sets and zones read and write their rows as a record does: each of their pairs meets one of the exceptions.
it.each(some(table, (n) => n % 18 < 6 || n % 4 === Math.floor(n / 18)))(
  "with $memory, a person's edit of $edited of a $kind is found and repaired",
  async (cell) => {
    const { profile, ttl, of, fields } = cell;
    registrar.sandbox.setProfile(profile);
    const program = { it: of(ttl) };
    const stack = await applied(program);
    await expectIdle(stack, program);
    const declared = rows();
    edit("www", fields);
    const { drift, errors } = await stack.refresh();
    const isGivenUp = ttl === 0 && Object.keys(fields).join() === "ttl";
    expect({ errors, drift: Object.keys(drift) }).toEqual({ errors: {}, drift: isGivenUp ? [] : ["it"] });
    expect((await stack.up(program)).errors).toEqual({});
    const live = ({ id: _, ttl: shown, ...row }: (typeof declared)[number]) => ({ ...row, ttl: ttl === 0 ? 0 : shown });
    expect(rows().map(live)).toEqual(declared.map(live));
    await expectIdle(stack, program);
    dashboard().deleteRecord("example.com", rows()[0]?.id ?? 0);
    await stack.refresh();
    expect((await stack.up(program)).errors).toEqual({});
    expect(rows().map(live)).toEqual(declared.map(live));
    await expectDestroyed(stack);
  },
);
