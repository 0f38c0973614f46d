/**
 * Random programs beside rows of others, which people add, change and delete at any step, also between a preview and its writes: no row of
 * others is changed or deleted without a number, and none stops a run but that which claims its name and type for the first time.
 */
import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";
import { a, type Declared, HandlerStack, type Program, set, withStory, zone } from "../support/story.ts";

const { rows, dashboard, clear } = withStory();
const domain = "example.com";
const names = ["www", "api", "ftp"];
const ip = (last: number) => `192.0.2.${last}`;
const foreign = (last: number) => `203.0.113.${last}`;

const kinds = ["records", "sets", "additive", "authoritative"] as const;
/** By name: the last parts of its addresses. */
const wanted = fc.tuple(...names.map(() => fc.subarray([1, 2, 3])));
const edit = fc.record({
  action: fc.constantFrom("add", "change", "delete"),
  name: fc.constantFrom(...names),
  place: fc.nat(9),
});
const step = fc.record({
  wanted,
  edits: fc.array(edit, { maxLength: 3 }),
  editsMeanwhile: fc.array(edit, { maxLength: 2 }),
  isRefreshed: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function programOf(kind: (typeof kinds)[number], wanted: Step["wanted"]): Program {
  const lists = names.flatMap((name, n) => {
    const values = (wanted[n] ?? []).map(ip);
    return values.length === 0 ? [] : [[name, values] as const];
  });
  if (kind === "records")
    return Object.fromEntries(
      lists.flatMap(([name, values]) => values.map((value, n) => [`${name}-${n}`, a(name, value)])),
    );
  if (kind === "sets") return Object.fromEntries(lists.map(([name, values]) => [name, set(name, "A", values)]));
  const it: Declared = zone(Object.fromEntries(lists.map(([name, values]) => [`${name} A`, values])), {
    mode: kind,
    maxChanges: 99,
  });
  return lists.length === 0 ? {} : { it };
}

let counter = 0;
/** A person's edits of rows of others. @param others the rows so far, by ID @returns those that are live then */
function edited(edits: Step["edits"], others: ReadonlyMap<number, string>): Map<number, string> {
  const live = new Map(others);
  for (const { action, name, place } of edits) {
    counter = (counter + 1) % 250;
    const content = foreign(counter);
    const id = [...live.keys()][place % Math.max(1, live.size)];
    if (action === "add")
      live.set(dashboard().addRecord(domain, { type: "A", name, content }).id, `${name} ${content}`);
    else if (id !== undefined && action === "delete") {
      dashboard().deleteRecord(domain, id);
      live.delete(id);
    } else if (id !== undefined) {
      dashboard().editRecord(domain, id, { content });
      live.set(id, `${live.get(id)?.split(" ")[0]} ${content}`);
    }
  }
  return live;
}

it.each(kinds)(
  "rows of others beside %s stay as they are, and stop only a resource that is new at their name and type",
  async (kind) => {
    const story = async (oneByOne: boolean, steps: Step[]) => {
      clear();
      const stack = new HandlerStack({}, { oneByOne });
      let others = new Map<number, string>();
      /** Names that the last run's inputs have; in an authoritative zone, all of them. */
      let known = new Set<string>();
      for (const { wanted, edits, editsMeanwhile, isRefreshed } of steps) {
        others = edited(edits, others);
        if (isRefreshed) expect((await stack.refresh()).errors).toEqual({});
        const program = programOf(kind, wanted);
        const asked = names.filter((_, n) => (wanted[n] ?? []).length > 0);
        const isMet = (name: string) => [...others.values()].some((row) => row.startsWith(`${name} `));
        const isOwner = kind === "sets" || (kind === "authoritative" && asked.length > 0);
        const claimed = kind === "sets" ? asked : names;
        const isStopped = isOwner && claimed.some((name) => !known.has(name) && isMet(name));
        // A person's edits between the preview and the writes stop a resource that is new, too.
        const mayStop = isStopped || (isOwner && editsMeanwhile.length > 0 && claimed.some((name) => !known.has(name)));
        const { errors } = await stack.up(program, {
          beforeWrites: () => {
            others = edited(editsMeanwhile, others);
          },
        });
        const isFailed = Object.keys(errors).length > 0;
        expect({ isFailed, errors }).toEqual({
          isFailed: isStopped || (mayStop && isFailed),
          errors: isFailed ? errors : {},
        });
        const live = rows().map(({ id, name, content }) => [id, `${name} ${content}`] as const);
        const ofOthers = live.filter(([, row]) => row.includes(foreign(0).slice(0, -1)));
        expect(new Map(ofOthers)).toEqual(others);
        // A failed preview changes nothing; after a failed write, the story begins anew.
        if (isStopped) continue;
        if (isFailed) {
          expect((await stack.destroy()).errors).toEqual({});
          known = new Set();
          continue;
        }
        const own = live.map(([, row]) => row).filter((row) => row.includes(ip(0).slice(0, -1)));
        const declared = names.flatMap((name, n) => (wanted[n] ?? []).map((last) => `${name} ${ip(last)}`));
        expect(own.sort()).toEqual(declared.sort());
        known = new Set(kind === "sets" ? asked : asked.length > 0 ? names : []);
        expect(new Set(Object.values((await stack.up(program, { skipPreview: true })).steps))).toEqual(
          new Set(asked.length > 0 ? ["same"] : []),
        );
      }
      expect((await stack.destroy()).errors).toEqual({});
      expect(rows().map(({ id }) => id)).toEqual([...others.keys()]);
    };
    const steps = fc.array(step, { minLength: 1, maxLength: 4 });
    await fc.assert(fc.asyncProperty(fc.boolean(), steps, story), { numRuns: runs(4, 500) });
  },
);
