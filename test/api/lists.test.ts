/** Lists over HTTP: read to their end, and never called whole unless something in them proves it. */
import { createClient, parseContract, RegistrarError } from "../../provider/api/index.ts";
import { type Reply, type Seen, TestServer } from "./server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start(() => ({}));
});
afterAll(() => server.stop());
beforeEach(() => {
  server.seen.length = 0;
});

const clientOf = (contract: object = {}) =>
  createClient({
    baseUrl: server.baseUrl,
    token: "t",
    contract: parseContract(contract, "test"),
    timeouts: { budgetMs: 1000 },
  });
const records = (contract?: object) => clientOf(contract).records.list({ domain: "example.com" });
const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ id: from + index, type: "A" }));

interface Manner {
  /** Most rows on a page. */
  cap?: number;
  /** Are pages counted by the size asked for, though they hold no more than `cap`? */
  cutAfter?: boolean;
  total?: boolean;
  first?: number;
  /** What else the answer says. */
  marks?: (page: number, pages: number) => object;
}

/** A server that pages as asked, or by its own cap. */
const paging =
  (count: number, { cap = 1000, cutAfter = false, total = false, first = 1, marks }: Manner = {}) =>
  ({ query }: Seen): Reply => {
    const asked = Number(query["page_size"]);
    const size = Math.min(asked, cap);
    const page = Number(query["page"]);
    if (page < first) return { status: 400 };
    const start = (page - first) * (cutAfter ? asked : size);
    const data = rows(1, count).slice(start, start + size);
    const pages = Math.max(1, Math.ceil(count / size));
    return { json: { success: true, data, ...(total && { total: count }), ...marks?.(page - first + 1, pages) } };
  };

interface ListCase {
  title: string;
  respond: (seen: Seen, number: number) => Reply;
  count: number;
  /** `none`: nothing proves the list whole; `cut`: something shows that it is not. */
  proof: "whole" | "none" | "cut";
  /** Pages asked for, with their sizes. */
  asked: string[];
  total?: number;
}

const first = "1/100";
/** Paging is ignored: page 2 is asked for in the size that came, and is page 1 again. */
const again = (count: number) => [first, `2/${count}`];

const cases: ListCase[] = [
  { title: "empty, without a total", respond: paging(0), count: 0, proof: "whole", asked: [first, "0/100"] },
  {
    title: "empty, with a total",
    respond: paging(0, { total: true }),
    count: 0,
    proof: "whole",
    asked: [first],
    total: 0,
  },
  {
    title: "one page with a total",
    respond: paging(100, { total: true }),
    count: 100,
    proof: "whole",
    asked: [first],
    total: 100,
  },
  {
    title: "three pages with a total",
    respond: paging(250, { total: true }),
    count: 250,
    proof: "whole",
    asked: [first, "2/100", "3/100"],
    total: 250,
  },
  {
    title: "three pages without a total: read twice, since rows may have moved from page to page",
    respond: paging(250),
    count: 250,
    proof: "whole",
    asked: [first, "2/100", "3/100", "4/100", "0/100", first, "2/100", "3/100", "4/100"],
  },
  {
    title: "a short page without a total",
    respond: paging(7),
    count: 7,
    proof: "whole",
    asked: [first, "2/7", "0/100"],
  },
  {
    title: "pages capped below what was asked for",
    respond: paging(60, { cap: 25 }),
    count: 60,
    proof: "whole",
    asked: [first, "2/25", "3/25", "4/25", "0/100", first, "2/25", "3/25", "4/25"],
  },
  {
    title: "pages of the size asked for, of which only the first rows are shown",
    respond: paging(23, { cap: 20, cutAfter: true }),
    count: 23,
    proof: "whole",
    asked: [first, "2/20", "3/20", "0/100", first, "2/20", "3/20"],
  },
  ...[1, 3, 5, 7, 8, 10, 12, 15, 16, 20, 25, 37, 48, 50, 64, 99].map(
    (count): ListCase => ({
      title: `paging ignored at ${count} rows`,
      respond: () => ({ json: { data: rows(1, count) } }),
      count,
      proof: "none",
      asked: again(count),
    }),
  ),
  ...[100, 101].map(
    (count): ListCase => ({
      title: `paging ignored at ${count} rows`,
      respond: () => ({ json: { data: rows(1, count) } }),
      count,
      proof: "none",
      asked: [first, "2/100"],
    }),
  ),
  {
    title: "paging ignored, with the total",
    respond: () => ({ json: { data: rows(1, 20), total: 20 } }),
    count: 20,
    proof: "whole",
    asked: [first],
    total: 20,
  },
  {
    title: "fewer rows than the total",
    respond: () => ({ json: { data: rows(1, 7), total: 9 } }),
    count: 7,
    proof: "cut",
    asked: again(7),
    total: 9,
  },
  {
    title: "an empty page before the total",
    respond: (_, n) => ({ json: { data: n === 1 ? rows(1, 7) : [], total: 9 } }),
    count: 7,
    proof: "cut",
    asked: [first, "2/7", "0/100"],
    total: 9,
  },
  {
    title: "more rows than the total, nothing further",
    respond: () => ({ json: { data: rows(1, 7), total: 5 } }),
    count: 7,
    proof: "none",
    asked: again(7),
    total: 5,
  },
  {
    title: "pages that repeat some rows, each time",
    respond: ({ query }) => ({ json: { data: { 1: rows(1, 5), 2: rows(5, 8) }[Number(query["page"])] ?? [] } }),
    count: 8,
    proof: "cut",
    asked: [first, "2/5", "3/5", "0/100", ...Array(3).fill([first, "2/5", "3/5"]).flat()],
  },
  {
    title: "a list that shifts between two pages, once",
    respond: ({ query }, n) => ({
      json: { data: query["page"] === "1" ? rows(1, 5) : query["page"] === "2" ? rows(n === 2 ? 5 : 6, 8) : [] },
    }),
    count: 8,
    proof: "whole",
    asked: [first, "2/5", "3/5", "0/100", first, "2/5", "3/5", first, "2/5", "3/5"],
  },
  {
    title: "a total that moves between two pages, once",
    respond: ({ query }, n) => {
      // A row of page 1 goes after page 1 was read, so that row 101 moves to a page that was read already.
      const live = n === 1 ? rows(1, 120) : rows(2, 120);
      const start = (Number(query["page"]) - 1) * 100;
      return { json: { data: live.slice(start, start + 100), total: live.length } };
    },
    count: 119,
    proof: "whole",
    asked: [first, "2/100", first, "2/100"],
    total: 119,
  },
  {
    title: "a row that goes between two pages, without a total",
    respond: ({ query }, n) => {
      const start = (Number(query["page"]) - 1) * 100;
      return { json: { data: (n === 1 ? rows(1, 120) : rows(2, 120)).slice(start, start + 100) } };
    },
    count: 119,
    proof: "whole",
    asked: [first, "2/100", "3/100", "0/100", first, "2/100", "3/100", first, "2/100", "3/100"],
  },
  {
    title: "the last page for every number beyond it",
    respond: ({ query }) => ({ json: { data: Number(query["page"]) < 2 ? rows(1, 20) : rows(21, 30) } }),
    count: 30,
    proof: "none",
    asked: [first, "2/20", "3/20", "0/100"],
  },
  {
    title: "rows without ids, the same twice",
    respond: () => ({ json: { data: [{ type: "A" }, { type: "A" }, { type: "MX" }] } }),
    count: 3,
    proof: "none",
    asked: again(3),
  },
  {
    title: "rows whose ids are all 0",
    respond: () => ({
      json: {
        data: [
          { id: 0, a: 1 },
          { id: 0, a: 2 },
        ],
        total: 2,
      },
    }),
    count: 2,
    proof: "whole",
    asked: [first],
    total: 2,
  },
  {
    title: "further pages refused",
    respond: (_, n) => (n === 1 ? { json: { data: rows(1, 7) } } : { status: 404 }),
    count: 7,
    proof: "none",
    asked: [first, "2/7", "2/100", "0/100"],
  },
  {
    title: "a size refused that is not the usual one",
    respond: ({ query }) =>
      query["page_size"] === "100" ? { json: { data: query["page"] === "1" ? rows(1, 7) : [] } } : { status: 400 },
    count: 7,
    proof: "none",
    asked: [first, "2/7", "2/100", "0/100"],
  },
  {
    title: "a further page refused after a full one",
    respond: (_, n) => (n === 1 ? { json: { data: rows(1, 100) } } : { status: 404 }),
    count: 100,
    proof: "none",
    asked: [first, "2/100", "0/100"],
  },
  {
    title: "paging parameters refused with 400",
    respond: ({ query }) => ("page" in query ? { status: 400 } : { json: { data: rows(1, 7) } }),
    count: 7,
    proof: "none",
    asked: [first, "none"],
  },
  {
    title: "paging parameters refused, and the total told",
    respond: ({ query }) => ("page" in query ? { status: 422 } : { json: { data: rows(1, 50), total: 50 } }),
    count: 50,
    proof: "whole",
    asked: [first, "none"],
    total: 50,
  },
  {
    title: "pages counted from 0, nothing on page 1",
    respond: paging(7, { first: 0 }),
    count: 7,
    proof: "whole",
    asked: [first, "0/100", "0/100", "1/7"],
  },
  {
    title: "pages counted from 0, and a short page 1",
    respond: paging(120, { first: 0 }),
    count: 120,
    proof: "whole",
    asked: [
      ...[first, "2/20", "3/20", "4/20", "5/20", "0/100"],
      ...["0/100", "1/100", "2/100"],
      ...["0/100", "1/100", "2/100"],
    ],
  },
  {
    title: "pages counted from 0, with a total",
    respond: paging(120, { first: 0, total: true }),
    count: 120,
    proof: "whole",
    asked: [first, "0/100", "0/100", "1/100"],
    total: 120,
  },
  {
    title: "pages counted from 0, with a total and a full page 1",
    respond: paging(250, { first: 0, total: true }),
    count: 250,
    proof: "whole",
    asked: [first, "2/100", "3/100", "0/100", "0/100", "1/100", "2/100"],
    total: 250,
  },
  {
    title: "a page 0 that is broken",
    respond: (seen) => (seen.query["page"] === "0" ? { status: 500 } : paging(7)(seen)),
    count: 7,
    proof: "none",
    asked: [first, "2/7", "0/100"],
  },
  {
    title: "a page 0 that is page 1",
    respond: (seen) => paging(7)({ ...seen, query: { ...seen.query, page: String(seen.query["page"] || 1) } }),
    count: 7,
    proof: "whole",
    asked: [first, "2/7", "0/100"],
  },
  {
    title: "a third page refused",
    respond: (_, n) => (n < 3 ? { json: { data: rows(n * 20 - 19, n * 20) } } : { status: 404 }),
    count: 40,
    proof: "none",
    asked: [first, "2/20", "3/20", "0/100"],
  },
  {
    title: "a size refused that is not the usual one, and more on page 2",
    respond: (seen) => (seen.query["page_size"] === "100" ? paging(30, { cap: 20 })(seen) : { status: 400 }),
    count: 30,
    proof: "whole",
    asked: [first, "2/20", "2/100", "3/100", "0/100", first, "2/20", "2/100", "3/100"],
  },
  {
    title: "pages that go round",
    respond: ({ query: { page } }) =>
      page === "0" ? { status: 400 } : { json: { data: Number(page) % 2 === 1 ? rows(1, 5) : rows(6, 9) } },
    count: 9,
    proof: "cut",
    asked: [first, "2/5", "3/5", "0/100", ...Array(3).fill([first, "2/5", "3/5"]).flat()],
  },
  {
    title: "a page 0 that holds some rows of page 1",
    respond: ({ query }) => ({ json: { data: { 0: rows(5, 9), 1: rows(1, 5) }[Number(query["page"])] ?? [] } }),
    count: 5,
    proof: "cut",
    asked: Array(4).fill([first, "2/5", "0/100"]).flat(),
  },
  {
    title: "a row that comes between two rounds",
    respond: (seen, n) => paging(n < 5 ? 120 : 121)(seen),
    count: 121,
    proof: "whole",
    asked: [first, "2/100", "3/100", "0/100", ...Array(2).fill([first, "2/100", "3/100"]).flat()],
  },
  {
    title: "rows of which some have no id",
    respond: ({ query }) => ({
      json: { data: { 1: rows(1, 2), 2: [{ id: 3 }, { type: "X" }], 3: [{ type: "Y" }] }[Number(query["page"])] ?? [] },
    }),
    count: 5,
    proof: "whole",
    asked: [first, "2/2", "3/2", "4/2", "0/100", first, "2/2", "3/2", "4/2"],
  },
  {
    title: "rows of which some have an empty id",
    respond: ({ query }) => ({
      json: { data: { 1: [{ id: "" }, { id: "a" }], 2: [{ id: "", type: "X" }] }[Number(query["page"])] ?? [] },
    }),
    count: 3,
    proof: "whole",
    asked: [first, "2/2", "3/2", "0/100", first, "2/2", "3/2"],
  },
  ...["id", "record_id", "uuid", "handle", "domain_name"].flatMap((key) =>
    [Number, String].map(
      (form): ListCase => ({
        title: `rows known by ${key} as a ${form.name}, though something else in them changes all the time`,
        respond: ({ query }, n) => {
          const page = { 1: [1, 2], 2: [3] }[Number(query["page"])] ?? [];
          return { json: { data: page.map((id) => ({ [key]: form(id), seen: n })) } };
        },
        count: 3,
        proof: "whole",
        asked: [first, "2/2", "3/2", "0/100", first, "2/2", "3/2"],
      }),
    ),
  ),
];

const marks: [string, (page: number, pages: number) => object][] = [
  ["has_more", (page, pages) => ({ has_more: page < pages })],
  ["meta.has_more as 0 and 1", (page, pages) => ({ meta: { has_more: page < pages ? 1 : 0 } })],
  ["next", (page, pages) => ({ next: page < pages ? `https://x.example/?page=${page + 1}` : null })],
  ["links.next", (page, pages) => ({ links: { next: page < pages ? `?page=${page + 1}` : null, self: "/x" } })],
  ["_links.next.href", (page, pages) => ({ _links: { next: page < pages ? { href: "/x" } : null } })],
  ["meta.next_page", (page, pages) => ({ meta: { next_page: page < pages ? page + 1 : null } })],
  ["meta.pagination.total_pages", (_, pages) => ({ meta: { pagination: { total_pages: pages } } })],
  ["last_page beside current_page", (page, pages) => ({ current_page: page, last_page: pages })],
  ["a cursor", (page, pages) => ({ next_cursor: page < pages ? "abc" : "" })],
];

const pagesAsked = () =>
  server.seen.map(({ query }) => (query["page"] ? `${query["page"]}/${query["page_size"]}` : "none"));
const proofOf = ({ complete, cut }: { complete: boolean; cut?: boolean | undefined }) =>
  complete ? "whole" : cut ? "cut" : "none";

describe("a paged list", () => {
  it.each(cases)("$title", async ({ respond, count, proof, asked, total }) => {
    server.respond = respond;
    const listing = await records();
    expect(pagesAsked()).toEqual(asked);
    expect(listing.rows).toHaveLength(count);
    expect(proofOf(listing)).toBe(proof);
    expect(listing.incomplete === undefined).toBe(proof === "whole");
    expect(listing.total).toBe(total);
  });

  it.each(marks)("ends where the answer says so: %s", async (_mark, marksOf) => {
    server.respond = paging(7, { marks: marksOf });
    expect(await records()).toMatchObject({ complete: true, rows: rows(1, 7) });
    expect(pagesAsked()).toEqual([first, "0/100"]);
    server.seen.length = 0;
    server.respond = paging(250, { marks: marksOf });
    expect(await records()).toMatchObject({ complete: true, rows: rows(1, 250) });
    expect(pagesAsked()).toEqual([first, "2/100", "3/100", "0/100", first, "2/100", "3/100"]);
  });

  it.each(marks)("is cut where the answer says that more follows and does not give it: %s", async (_mark, marksOf) => {
    server.respond = () => ({ json: { data: rows(1, 20), ...marksOf(1, 2) } });
    expect(await records()).toMatchObject({ complete: false, cut: true });
    expect(await clientOf().forwards.list({ domain: "example.com" })).toMatchObject({ complete: false, cut: true });
  });

  it("asks for a page 0 once, whatever the number of domains", async () => {
    server.respond = paging(7);
    const client = clientOf();
    for (const domain of ["example.com", "example.org", "example.net"]) await client.records.list({ domain });
    expect(pagesAsked().filter((page) => page === "0/100")).toHaveLength(1);
    expect(server.seen).toHaveLength(7);
  });

  it("starts at page 0 once it knows that pages count from there", async () => {
    server.respond = paging(7, { first: 0 });
    const client = clientOf();
    await client.records.list({ domain: "example.com" });
    server.seen.length = 0;
    expect(await client.records.list({ domain: "example.org" })).toMatchObject({ complete: true, rows: rows(1, 7) });
    expect(pagesAsked()).toEqual(["0/100", "1/7"]);
  });

  it("asks no further domain for a page 0 where there is none, even of an empty list", async () => {
    server.respond = paging(0);
    const client = clientOf();
    for (const domain of ["example.com", "example.org"]) await client.records.list({ domain });
    expect(pagesAsked()).toEqual([first, "0/100", first]);
  });

  it("leaves open where pages begin while both lists are empty, and where page 0 cannot be asked for", async () => {
    const client = clientOf();
    server.respond = () => ({ json: { data: [] } });
    expect(await client.records.list({ domain: "example.com" })).toMatchObject({ complete: true });
    server.respond = ({ query }) => (query["page"] === "0" ? { status: 500 } : { json: { data: [] } });
    expect(await client.records.list({ domain: "example.org" })).toMatchObject({
      complete: false,
      incomplete: "0 rows from page 1 on, and page 0 cannot be requested",
    });
    server.respond = paging(7, { first: 0 });
    expect(await client.records.list({ domain: "example.net" })).toMatchObject({ complete: true, rows: rows(1, 7) });
  });

  it("stops after 1,000 pages", async () => {
    server.respond = ({ query }) => ({ json: { data: [{ id: query["page"] }] } });
    const listing = await records();
    expect(listing).toMatchObject({
      complete: false,
      cut: true,
      pages: 1000,
      incomplete: "it goes on after 1000 pages or 1000000 rows",
    });
  });

  it("is a failure when a further page fails", async () => {
    server.respond = (_, number) => (number === 1 ? { json: { data: rows(1, 100) } } : { status: 401 });
    await expect(records()).rejects.toMatchObject({ code: "ERR_REGISTRAR_UNAUTHORISED" });
  });
});

describe("a list without pages", () => {
  const contacts = (n: number) => Array.from({ length: n }, (_, index) => ({ handle: `C-${index}` }));
  const data = contacts(50);
  const none = /^50 rows, without a total or a mark of the end$/;
  const more = /^the registrar says that more follows after 50 rows, and does not return it$/;
  const short = /^the registrar counts 51 and listed 50$/;
  const within: [string, (mark: object) => object][] = [
    ["the answer", (mark) => ({ data, ...mark })],
    ["data", (mark) => ({ data: { contacts: data, ...mark } })],
    ...["meta", "pagination", "paging", "page_info", "pageInfo", "links", "_links"].flatMap(
      (key): [string, (mark: object) => object][] => [
        [key, (mark) => ({ data, [key]: mark })],
        [`data.${key}`, (mark) => ({ data: { contacts: data, [key]: mark } })],
      ],
    ),
    ...["pagination", "links", "_links"].map((key): [string, (mark: object) => object] => [
      `meta.${key}`,
      (mark) => ({ data, meta: { [key]: mark } }),
    ]),
  ];

  it.each<[string, object, string, RegExp?]>([
    ["without a total", { data }, "none", none],
    ["empty: a limit never leaves nothing", { data: [] }, "whole"],
    ["with its total", { data, total: 50 }, "whole"],
    ["shorter than its total", { data, total: 51 }, "cut", short],
    ["with a total, and a mark of more", { data, total: 50, has_more: true }, "cut", more],
    ["with two marks that contradict each other", { data, has_more: false, next: "/2" }, "cut", more],
    ...[false, 0, "false", "0"].map((mark): [string, object, string] => [
      `has_more: ${JSON.stringify(mark)}`,
      { data, has_more: mark },
      "whole",
    ]),
    ...[true, 1, "true", "1"].map((mark): [string, object, string, RegExp] => [
      `has_more: ${JSON.stringify(mark)}`,
      { data, has_more: mark },
      "cut",
      more,
    ]),
    ...["yes", 2, null, {}].map((mark): [string, object, string, RegExp] => [
      `has_more: ${JSON.stringify(mark)}`,
      { data, has_more: mark },
      "none",
      none,
    ]),
    ...[null, false, "", []].map((mark): [string, object, string] => [
      `next: ${JSON.stringify(mark)}`,
      { data, next: mark },
      "whole",
    ]),
    ...["/2", 2, true, { href: "/2" }].map((mark): [string, object, string, RegExp] => [
      `next: ${JSON.stringify(mark)}`,
      { data, next: mark },
      "cut",
      more,
    ]),
    ...[0, -1].map((mark): [string, object, string, RegExp] => [`next: ${mark}`, { data, next: mark }, "none", none]),
    ...[
      { last_page: 2 },
      { last_page: "2" },
      { current_page: 1, last_page: 2 },
      { current_page: "0", total_pages: 1 },
      { page: "9", page_count: "12" },
      { last_page: "x", numPages: 2 },
    ].map((mark): [string, object, string, RegExp] => [JSON.stringify(mark), { data, ...mark }, "cut", more]),
    ...[{ last_page: 1 }, { last_page: 0 }, { current_page: 2, last_page: 2 }, { page: "12", page_count: 12 }].map(
      (mark): [string, object, string] => [JSON.stringify(mark), { data, ...mark }, "whole"],
    ),
    ...[{ last_page: -2 }, { last_page: 2.5 }, { last_page: "2 pages" }, { last_page: "p2" }, { last_page: [3] }].map(
      (mark): [string, object, string, RegExp] => [JSON.stringify(mark), { data, ...mark }, "none", none],
    ),
    ...within.map(([place, put]): [string, object, string, RegExp] => [
      `with a mark of more in ${place}`,
      put({ has_more: true }),
      "cut",
      more,
    ]),
    ...within
      .filter(([place]) => !/page|paging|links|^meta\./i.test(place))
      .flatMap(([place, put]): [string, object, string, RegExp][] => [
        [`with its total in ${place}`, put({ total: 51 }), "cut", short],
        [`with its total as a text in ${place}`, put({ total_count: "51" }), "cut", short],
      ]),
    ...["51 rows", "n51", "", -51, 50.5, true].map((total): [string, object, string, RegExp] => [
      `with a total that is none: ${JSON.stringify(total)}`,
      { data, total },
      "none",
      none,
    ]),
  ])("%s", async (...[, json, proof, incomplete]) => {
    server.respond = () => ({ json });
    const listing = await clientOf().contacts.list();
    expect(proofOf(listing)).toBe(proof);
    if (incomplete === undefined) expect(listing.incomplete).toBeUndefined();
    else expect(listing.incomplete).toMatch(incomplete);
    expect(server.seen.map(({ url }) => url)).toEqual(["/api/registrar/v1/contacts"]);
  });
});

describe("the container", () => {
  const one = [{ id: 1 }];
  it.each([
    ["the body itself", one],
    ["data", { success: true, data: one }],
    ["data.records", { data: { records: one } }],
    ["records", { records: one }],
    ["data.data, as some frameworks page", { data: { current_page: 1, data: one, total: 1 } }],
    ["dns_records beside other things", { zone: "x", errors: [], dns_records: one }],
  ])("%s", async (_, json) => {
    server.respond = (seen) => (seen.query["page"] === "1" ? { json } : { json: [] });
    expect((await records()).rows).toEqual(one);
  });

  const looked = "there is no list in it (looked for records, ";
  it.each<[string, unknown, string, string]>([
    ["data: null", { success: true, data: null }, looked, "; found an object with success, data)"],
    ["data: {}", { success: true, data: {} }, looked, ", data, items, results, rows; found"],
    ["nothing at all", { success: true }, looked, "; found an object with success)"],
    ["nothing", {}, looked, "; found an empty object)"],
    ["null", null, looked, "; found nothing)"],
    ["an unknown key", { data: { zone_entries: one } }, looked, "; found an object with data)"],
    ["an object by id", { data: { records: { 12: { id: 12 } } } }, looked, "found an object with data)"],
    ["a text", "ok", looked, "; found a string)"],
    ["much", Object.fromEntries([..."abcdefghij"].map((key) => [key, 1])), looked, "with a, b, c, d, e, f, g, h)"],
    ["a list of texts", { data: ["a", "b"] }, "its list holds something that is not an object", ""],
  ])("is never guessed to be empty: %s", async (_, json, says, found) => {
    server.respond = () => ({ json });
    const error = await records().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RegistrarError);
    expect(error).toMatchObject({
      code: "ERR_REGISTRAR_UNEXPECTED_SHAPE",
      operation: "records.list",
      domain: "example.com",
    });
    expect(String(error)).toContain(says);
    expect(String(error)).toContain(found);
  });

  it.each([{ data: null, total: 0 }, { data: {}, total: 0 }, { total: "0" }])(
    "is empty when the total says so: %j",
    async (json) => {
      server.respond = () => ({ json });
      expect(await records()).toMatchObject({ rows: [], complete: true, total: 0 });
    },
  );

  it("an empty body is not an empty list", async () => {
    server.respond = () => ({ status: 204 });
    await expect(records()).rejects.toMatchObject({ code: "ERR_REGISTRAR_UNEXPECTED_SHAPE" });
  });
});

describe("corrected by a contract", () => {
  it("container, paging names and page size, field names", async () => {
    const contract = {
      "records.list": {
        container: "payload.rows",
        paging: { page: "p", pageSize: "limit", size: 2 },
        fields: { type: "record_type", id: "rid" },
      },
    };
    server.respond = ({ query }) => {
      const page = query["p"] === "1" ? [1, 2] : query["p"] === "2" ? [3] : [];
      return {
        json: { payload: { rows: page.map((rid) => ({ rid, record_type: "A", nested: { record_type: "B" } })) } },
      };
    };
    const listing = await records(contract);
    expect(listing.rows).toEqual([1, 2, 3].map((id) => ({ id, type: "A", nested: { type: "B" } })));
    expect(server.seen.slice(0, 3).map(({ query }) => query)).toEqual(["1", "2", "3"].map((p) => ({ p, limit: "2" })));
  });

  it("paging: null asks once, without parameters, and proves nothing by itself", async () => {
    server.respond = () => ({ json: { data: rows(1, 100) } });
    const listing = await records({ "records.list": { paging: null } });
    expect(listing).toMatchObject({ complete: false, pages: 1 });
    expect(listing.cut).toBeUndefined();
    expect(server.seen.map(({ query }) => query)).toEqual([{}]);
  });

  it.each([
    [{ paging: null, complete: true }, ["none"]],
    [{ complete: true }, [first, "2/7"]],
  ])("what a list shows is everything: %j", async (override, asked) => {
    server.respond = () => ({ json: { data: rows(1, 7) } });
    expect(await records({ "records.list": override })).toMatchObject({ complete: true });
    expect(pagesAsked()).toEqual(asked);
  });

  it("complete: true does not hold against what the list itself says", async () => {
    server.respond = () => ({ json: { data: rows(1, 7), total: 9 } });
    expect(await records({ "records.list": { complete: true } })).toMatchObject({ complete: false, cut: true });
  });

  it.each([
    [0, ["0/100", "1/7"]],
    [1, [first, "2/7"]],
  ])("pages count from %i", async (number, asked) => {
    server.respond = paging(7, { first: number });
    const listing = await records({ "records.list": { paging: { first: number } } });
    expect(listing).toMatchObject({ complete: true, rows: rows(1, 7) });
    expect(pagesAsked()).toEqual(asked);
  });

  it("a page size alone keeps the usual names", async () => {
    server.respond = paging(7, { total: true });
    await records({ "records.list": { paging: { size: 500 } } });
    expect(pagesAsked()).toEqual(["1/500"]);
  });

  it("paging for a list that the table takes for unpaged", async () => {
    server.respond = ({ query }) => ({ json: { data: query["p"] === "1" ? rows(1, 3) : [] } });
    const listing = await clientOf({ "forwards.list": { paging: { page: "p" } } }).forwards.list({
      domain: "example.com",
    });
    expect(listing).toMatchObject({ complete: true, pages: 3 });
    expect(server.seen.map(({ query }) => query)).toEqual(["1", "2", "0"].map((p) => ({ p })));
  });
});
