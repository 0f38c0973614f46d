/** The list that a run shares, against a plain model: random writes of the run and of others, and readings that may be stale. */
import { type RowIndex, RowList, type Rows } from "../../provider/lifecycle/list.ts";
import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";

type Row = { id: string | undefined; name: string };

type Change = { added?: Row; removed?: Row };

const forms = ["IDs", "no IDs", "IDs that no create shows"] as const;
const write = fc.record({
  act: fc.constantFrom("create", "update", "move", "delete"),
  place: fc.nat({ max: 5 }),
  name: fc.constantFrom("opaque", "a", "b", "c", "d"),
  byHand: fc.boolean(),
  reuses: fc.boolean(),
});
const reading = fc.record({
  act: fc.constantFrom("read", "look for a row", "read again"),
  /** Shows the list before so many writes. */
  late: fc.nat({ max: 3 }),
  complete: fc.boolean(),
  pages: fc.constant(1),
  mayLack: fc.boolean(),
  cut: fc.constantFrom(undefined, undefined, "short" as const),
});
const steps = fc.array(fc.oneof(write, reading), { maxLength: 40, size: "max" });
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;

const index: RowIndex<Row> = { id: ({ id }) => id, identity: ({ name }) => name, keys: ({ name }) => [name] };
const isOpaque = ({ name }: Row) => name === "opaque";
const sorted = (rows: readonly Row[]) => rows.map(({ name, id }) => `${name} ${id}`).sort();
/** The same row in another reading: by ID, or by name if one of the two has no ID. */
const twinIn = (rows: readonly Row[], { id, name }: Row) =>
  rows.find((other) => id !== undefined && other.id === id) ??
  rows.find((other) => other.name === name && (id === undefined || other.id === undefined));

/** Rows after a write. */
function after(rows: readonly Row[], { added, removed }: Change): readonly Row[] {
  const old = removed && [twinIn(rows, removed)].find((twin) => twin?.name === removed.name);
  const left = rows.filter((row) => row !== old);
  const twin = added && twinIn(left, added);
  if (twin?.id !== undefined && added?.id === undefined) return left;
  return [...left.filter((row) => row !== twin), ...(added ? [added] : [])];
}

/** Makes a list, and takes steps that change or read it. */
function modelOf(form: (typeof forms)[number]) {
  const known: Row[] = [];
  /** Live rows after each write. */
  const history: (readonly Row[])[] = [[]];
  const writes: Change[] = [];
  /** By ID, the names of rows that the run deleted. */
  const gone = new Map<string | undefined, string>();
  let [calls, listing] = [0, async () => ({ rows: [] as Row[], proof: { complete: true, pages: 1 } })];
  /** The last reading that counts. Does another one have to confirm that a row is gone? */
  type Known = { rows: readonly Row[]; isDoubtful: boolean; second?: Known };
  let shared: Known | undefined;
  const list = new RowList<Row>(() => listing(), { ...index, keys: ({ name }) => [name, "all"], isOpaque });

  function takeWrite({ act, place, name, byHand, reuses }: Of<typeof write>): void {
    const live = history.at(-1) ?? [];
    const removed = act === "create" ? undefined : live[place % live.length];
    if (act !== "create" && removed === undefined) return;
    const free = [...gone.keys()].find((each) => live.every((row) => row.id !== each));
    const other = (act === "create" && reuses && free) || `${known.length}`;
    const id = act === "update" ? removed?.id : form === "no IDs" ? undefined : other;
    // A run renames no row that it created.
    const added = { id, name: form === "IDs that no create shows" && removed ? removed.name : name };
    const others = live.filter((row) => row !== removed);
    // Without IDs, only names tell rows apart.
    if (act !== "delete" && form !== "IDs" && others.some((row) => row.name === added.name)) return;
    known.push(added);
    history.push(act === "delete" ? others : [...others, added]);
    if (byHand) return;
    const shown = act === "create" && form !== "IDs" ? { ...added, id: undefined } : added;
    const change = { ...(act !== "delete" && { added: shown }), ...(removed && { removed }) };
    writes.push(change);
    list.note(change);
    if (removed !== undefined && act !== "update") gone.set(removed.id, removed.name);
    if (change.added !== undefined) gone.delete(change.added.id);
  }

  function expectShown(rows: Rows<Row>, expected: readonly Row[]): void {
    expect([sorted(rows.rows), sorted(rows.withKey("all"))]).toEqual([sorted(expected), sorted(expected)]);
    for (const row of known) {
      const same = expected.find(({ id }) => id !== undefined && id === row.id);
      expect(sorted(rows.withKey(row.name))).toEqual(sorted(expected.filter(({ name }) => name === row.name)));
      expect(rows.withId(row.id)).toEqual(same && isOpaque(same) ? undefined : same);
      expect([rows.twin(row), rows.shows(`${row.id}`)]).toEqual([twinIn(expected, row), same !== undefined]);
      expect(list.wasRemoved(row.id)).toBe(row.id !== undefined && gone.has(row.id));
    }
  }

  async function takeReading({ act, late, ...proof }: Of<typeof reading>): Promise<void> {
    const live = history.at(-1 - late) ?? [];
    listing = async () => {
      calls += 1;
      return { rows: [...live], proof };
    };
    const rows = live.filter(({ id, name }) => id === undefined || gone.get(id) !== name);
    const fresh = { rows, isDoubtful: proof.complete && proof.mayLack };
    let expectedCalls = calls;
    if (act === "read again") {
      const [again, same] = await Promise.all([list.reread(), list.reread()]);
      expectShown(again, rows);
      expect([again.withKey("all"), again === same, calls]).toEqual([rows, true, expectedCalls + 1]);
      const hidden = live.flatMap((row) => (rows.includes(row) ? [] : [row.name]));
      expect(again.staleKeys).toEqual(new Set(hidden));
      expect([again.needsSecondReading, again.hasReadable]).toEqual([fresh.isDoubtful, !rows.every(isOpaque)]);
      if (proof.cut === undefined) shared = fresh;
      return;
    }
    if (shared === undefined) expectedCalls += 1;
    shared ??= fresh;
    let seen = shared;
    if (act === "look for a row" && shared.isDoubtful) {
      if (shared.second === undefined) expectedCalls += 1;
      const before = writes.reduce(after, shared.rows).filter((row) => twinIn(rows, row) === undefined);
      const own = new Set(writes.map(({ added }) => added));
      // A third reading tells that the lost rows are gone.
      const isLost = proof.cut === undefined && before.some((row) => !own.has(row));
      if (shared.second === undefined && isLost) expectedCalls += 1;
      seen = shared.second ?? { rows: isLost ? rows : [...rows, ...before], isDoubtful: false };
      if (proof.cut === undefined && shared.second === undefined) shared = seen;
      else shared.second = seen;
    }
    // Two resources read at the same time.
    const reads = [1, 2].map(() => list.read(() => act === "look for a row"));
    for (const shown of await Promise.all(reads)) expectShown(shown, writes.reduce(after, seen.rows));
    expect(calls).toBe(expectedCalls);
  }

  return { takeWrite, takeReading };
}

it.each(forms)("a shared list (%s) shows every write, and a new reading lacks only deleted rows", async (form) => {
  const holds = fc.asyncProperty(steps, async (all) => {
    const { takeWrite, takeReading } = modelOf(form);
    for (const step of all) await ("place" in step ? takeWrite(step) : takeReading(step));
  });
  await fc.assert(holds, { numRuns: runs(25) });
});

const ways = ["well", "badly", "cut"].flatMap((end) => [
  { end, order: [1, 2] },
  { end, order: [2, 1] },
]);
it.each(ways)("a write stays in the list between two readings, $order, of which the last ends $end", async (how) => {
  const proof = { complete: true, pages: 2, mayLack: true };
  const ends: ((end: string) => void)[] = [];
  const reading = (
    well: (listing: { rows: Row[]; proof: Rows<Row>["proof"] }) => void,
    badly: (error: Error) => void,
  ) => {
    const cut = { ...proof, cut: "short" } as const;
    ends.push((end) => (end === "badly" ? badly(new Error()) : well({ rows: [], proof: end === "cut" ? cut : proof })));
  };
  const fetch = () => new Promise(reading);
  const list = new RowList<Row>(fetch, index);
  const first = list.read();
  ends[0]?.("well");
  await first;
  const readings = Promise.allSettled([list.reread(), list.read(() => true)]);
  await list.read();
  for (const [place, at] of how.order.entries()) {
    await new Promise(setImmediate);
    if (place === 1) list.note({ added: { id: "1", name: "a" } });
    ends[at]?.(place === 1 ? how.end : "well");
  }
  await readings;
  expect((await list.read()).shows("1")).toBe(true);
});

it("creates run one after another until a reading after a create shows a readable row", async () => {
  let rows: Row[] = [];
  const fetch = async () => ({ rows, proof: { complete: true, pages: 1 } });
  const list = new RowList<Row>(fetch, index);
  const tested: number[] = [];
  const test = (shown: Rows<Row>) => tested.push(shown.rows.length);
  const create = () => list.creates.run(async () => undefined, test);
  await create();
  rows = [{ id: "1", name: "a" }];
  await Promise.all([create(), create(), create()]);
  expect(tested).toEqual([0, 1]);
});
