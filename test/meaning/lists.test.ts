/** Random lists, shown in every manner of paging: a list that is called complete lacks no live row. */
import type { PageRequest } from "../../provider/api/http/call.ts";
import type { Page, Row } from "../../provider/api/lists/prove.ts";
import { readPages } from "../../provider/api/lists/read.ts";
import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";

const manner = fc.record({
  count: fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 130 }), fc.constantFrom(0, 1, 99, 100, 101, 200, 201, 250)),
  /** Most rows on a page. */
  cap: fc.constantFrom(3, 5, 12, 15, 20, 37, 48, 50, 99, 100, 1000),
  /** Are pages counted by the size asked for, though they hold no more than the cap? */
  cutAfter: fc.boolean(),
  paging: fc.constantFrom("honoured", "honoured", "honoured", "ignored", "unpaged"),
  /** Is the size of a page always the cap? */
  sizeIgnored: fc.boolean(),
  /** The response for a page beyond the last. */
  beyond: fc.constantFrom("empty", "empty", "refused", "last"),
  /** The number of the first page, which a request without a number gets. */
  firstPage: fc.constantFrom(1, 1, 0),
  /** The rows that the total counts. */
  total: fc.constantFrom("list", "list", "page", "unknown"),
  mark: fc.boolean(),
  /** The size of all pages according to a contract. Every page has fewer rows than one that is too large. */
  contract: fc.constantFrom("none", "right", "too large"),
  ids: fc.constantFrom(true, true, true, false),
  order: fc.constantFrom("kept", "kept", "kept", "shuffled"),
  /** Rows go, or come, after so many requests: at which place. */
  moves: fc.constantFrom("go", "come"),
  at: fc.array(fc.record({ request: fc.nat({ max: 9 }), place: fc.nat({ max: 120 }) }), { maxLength: 3 }),
  seed: fc.nat(),
});
type Manner = typeof manner extends fc.Arbitrary<infer T> ? T : never;

/** Rows that move, and where pages end, show only in a total that counts the list. */
const tellable = manner.map(
  (how): Manner => ({
    ...how,
    at: how.total === "list" ? how.at : [],
    cutAfter: how.cutAfter && how.total !== "page" && how.contract !== "too large",
    // A total of the page hides a second page only from a registrar that counts pages from 0, and has no round number of rows on one.
    firstPage: how.total === "page" && how.cap % 5 !== 0 ? 1 : how.firstPage,
  }),
);

class Registrar {
  readonly #how: Manner;
  #rows: Row[];
  #requests = 0;
  #random: number;
  readonly gone = new Set<Row>();
  readonly added = new Set<Row>();

  constructor(how: Manner) {
    this.#how = how;
    this.#random = how.seed;
    this.#rows = Array.from({ length: how.count }, (_, index) => this.#row(index));
  }

  get requests(): number {
    return this.#requests;
  }

  /** Rows that were live all the time. */
  get lasting(): Row[] {
    return this.#rows.filter((row) => !this.added.has(row));
  }

  #row(number: number): Row {
    return { ...(this.#how.ids && { id: number }), name: `h${number}` };
  }

  async fetch(request: PageRequest): Promise<Page | "refused"> {
    const { moves, at, paging, beyond, firstPage, cap, cutAfter, sizeIgnored, order } = this.#how;
    for (const { request: number, place } of at) {
      if (number !== this.#requests || this.#requests === 0) continue;
      if (moves === "go") for (const row of this.#rows.splice(place, 1)) this.gone.add(row);
      else {
        const row = this.#row(1000 + this.added.size);
        this.added.add(row);
        this.#rows.splice(place, 0, row);
      }
    }
    this.#requests += 1;
    const rows = order === "shuffled" ? this.#shuffled() : this.#rows;
    const asked = request === undefined || sizeIgnored ? cap : request.size;
    const size = Math.min(asked, cap);
    const step = cutAfter ? asked : size;
    const pages = Math.max(1, Math.ceil(rows.length / step));
    const asPage = (request?.page ?? firstPage) + 1 - firstPage;
    let number = paging === "ignored" ? 1 : asPage;
    if (number > pages && beyond === "refused") return beyond;
    if (number > pages && beyond === "last") number = pages;
    return this.#page(rows.slice((number - 1) * step, (number - 1) * step + size), number, pages);
  }

  #page(rows: Row[], number: number, pages: number): Page {
    const { total, mark, cutAfter } = this.#how;
    // A registrar that hides rows between its pages doesn't know the end of its list.
    return {
      rows,
      ...(total !== "unknown" && { total: total === "list" ? this.#rows.length : rows.length }),
      ...(mark &&
        !cutAfter && { more: this.#how.paging === "ignored" ? rows.length < this.#rows.length : number < pages }),
    };
  }

  #shuffled(): Row[] {
    const next = () => {
      this.#random = (this.#random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return this.#random;
    };
    return this.#rows
      .map((row) => ({ row, at: next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ row }) => row);
  }
}

const read = (registrar: Registrar, { paging, contract, cap }: Manner) =>
  readPages((request) => registrar.fetch(request), {
    paged: paging !== "unpaged",
    size: { none: 100, right: cap, "too large": cap + 2 }[contract],
    stated: contract === "none" ? "unknown" : "size",
  });

it("a list that is called complete lacks no row that was live all the time, and is called so if its end shows", async () => {
  await fc.assert(
    fc.asyncProperty(tellable, async (how) => {
      const registrar = new Registrar(how);
      const { rows, proof } = await read(registrar, how);
      const { complete, cut, why } = proof;
      expect(registrar.requests).toBeLessThan(600);
      expect(why === undefined).toBe(complete);
      const shown = new Set(rows);
      if (complete) expect([cut, registrar.lasting.filter((row) => !shown.has(row))]).toEqual([undefined, []]);
      const { count, total, paging, beyond, contract } = how;
      if (how.at.length > 0 || how.order !== "kept" || !how.ids) return;
      // The list doesn't change while it is read.
      expect(shown.size).toBe(rows.length);
      if (cut) expect(rows.length).not.toBe(count);
      const isShown = (total === "list" && beyond !== "last") || (contract === "right" && beyond === "empty");
      // An empty list without a total proves nothing.
      if (rows.length === count && paging === "honoured" && isShown && (count > 0 || total !== "unknown"))
        expect(complete).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});
