/**
 * Stacks at registrars that page in any manner, where people add and delete rows between two pages: nothing live counts as gone, no
 * row is doubled, and a destroy ends well only if it left no row of the state.
 */
import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";
import { a, HandlerStack, mx, type Program, set, withStory, zone } from "../support/story.ts";

const { registrar, rows } = withStory();
const domain = "example.com";

const manner = fc.record({
  /** Rows of others. */
  count: fc.oneof({ weight: 5, arbitrary: fc.nat({ max: 25 }) }, fc.nat({ max: 450 })),
  firstPage: fc.constantFrom(0, 0, 1),
  /** Rows of a page. */
  cap: fc.constantFrom(3, 5, 20, 50, 100),
  totals: fc.constantFrom("list", "list", "none"),
  /** Marks of the end: that of Spring, and others. */
  marks: fc.constantFrom({}, { last: "$last", totalPages: "$pages" }, { has_more: "$more" }),
  total: fc.constantFrom("total", "totalElements"),
  paging: fc.constantFrom("honoured", "honoured", "ignored"),
  program: fc.constantFrom("records", "set", "zone"),
  /** Acts of a person, each before the request for a further page of this number: adds a row, or deletes one of others. */
  acts: fc.array(fc.record({ request: fc.nat({ max: 12 }), adds: fc.boolean(), place: fc.nat({ max: 450 }) }), {
    maxLength: 3,
  }),
});
type Manner = typeof manner extends fc.Arbitrary<infer T> ? T : never;

const values = ["192.0.2.1", "192.0.2.2"];
const programs: Record<string, Program> = {
  records: { one: a("own", "192.0.2.1"), two: a("own", "192.0.2.2"), mail: mx(10) },
  set: { set: set("own", "A", values), mail: mx(10) },
  zone: { zone: zone({ "own A": values, "@ MX": ["10 mail.example.net"] }) },
};
const own = ["@ MX mail.example.net", "own A 192.0.2.1", "own A 192.0.2.2"];
const ownRows = () =>
  rows()
    .filter(({ name, type }) => name === "own" || type === "MX")
    .map(({ name, type, content }) => `${name || "@"} ${type} ${content}`)
    .sort();

/** A page later, a person has added or deleted rows that aren't the program's. */
function actBetweenPages({ acts }: Manner): () => void {
  const { sandbox } = registrar;
  let seen = 0;
  let further = 0;
  const timer = () => {
    const entries = sandbox.log.entries();
    for (const { operation, page } of entries.slice(seen)) {
      if (operation !== "records.list" || page === undefined) continue;
      for (const { adds, place } of acts.filter(({ request }) => request === further)) {
        const others = rows().filter(({ name }) => name.startsWith("other"));
        const row = others[place % Math.max(1, others.length)];
        if (adds)
          sandbox.dashboard.addRecord(domain, {
            type: "A",
            name: `other-${further}-${place}`,
            content: "198.51.100.9",
          });
        else if (row !== undefined) sandbox.dashboard.deleteRecord(domain, row.id);
      }
      further += 1;
    }
    seen = entries.length;
  };
  return timer;
}

it("nothing live is gone, nothing is doubled, and a destroy that ends well leaves no row of the state", async () => {
  await fc.assert(
    fc.asyncProperty(manner, async (how) => {
      const { sandbox } = registrar;
      sandbox.reset();
      const { count, firstPage, totals, marks, total, paging } = how;
      // At most fifteen pages: no act comes between later ones.
      const cap = Math.max(how.cap, Math.ceil(count / 15));
      for (let n = 0; n < count; n += 1)
        sandbox.dashboard.addRecord(domain, { type: "A", name: `other${n}`, content: "198.51.100.1" });
      const list = { success: true, data: "$rows", [total]: "$total", ...marks };
      const pageCap = paging === "ignored" ? null : cap;
      sandbox.setProfile(JSON.stringify({ firstPage, pageSize: cap, pageCap, totals, paging, hasMore: true, list }));
      const act = actBetweenPages(how);
      const watch = setInterval(act, 0);
      try {
        const program = programs[how.program] ?? {};
        const stack = new HandlerStack();
        const { errors } = await stack.up(program, { skipPreview: true });
        const live = ownRows();
        // No row is doubled, and what was created stays.
        expect(live).toEqual(own.filter((line) => live.includes(line)));
        if (Object.keys(errors).length === 0) expect(live).toEqual(own);
        const { gone } = await stack.refresh();
        if (live.length === own.length) expect(gone).toEqual([]);
        await stack.up(program, { skipPreview: true });
        expect(ownRows()).toEqual(own.filter((line) => ownRows().includes(line)));
        const destroyed = await stack.destroy();
        if (Object.keys(destroyed.errors).length === 0) expect(ownRows()).toEqual([]);
      } finally {
        clearInterval(watch);
      }
    }),
    { numRuns: runs(50, 2000) },
  );
});
