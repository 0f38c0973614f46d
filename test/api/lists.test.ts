/** Lists over HTTP: read to their end, and never called complete when they may not be. */
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
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index, type: "A" }));

/** A server that pages as asked, or by its own cap. */
const paging =
  (count: number, { cap = 1000, total = false, firstKey = "data" } = {}) =>
  ({ query }: Seen): Reply => {
    const size = Math.min(Number(query["page_size"]), cap);
    const start = (Number(query["page"]) - 1) * size;
    const page = rows(1, count).slice(start, start + size);
    return { json: { success: true, [firstKey]: page, ...(total && { total: count }) } };
  };

interface ListCase {
  title: string;
  respond: (seen: Seen, number: number) => Reply;
  count: number;
  complete: boolean;
  requests: number;
  total?: number;
}

const cases: ListCase[] = [
  { title: "empty, without a total", respond: paging(0), count: 0, complete: true, requests: 1 },
  {
    title: "empty, with a total",
    respond: paging(0, { total: true }),
    count: 0,
    complete: true,
    requests: 1,
    total: 0,
  },
  {
    title: "one page with a total",
    respond: paging(100, { total: true }),
    count: 100,
    complete: true,
    requests: 1,
    total: 100,
  },
  {
    title: "three pages with a total",
    respond: paging(250, { total: true }),
    count: 250,
    complete: true,
    requests: 3,
    total: 250,
  },
  { title: "three pages without a total", respond: paging(250), count: 250, complete: true, requests: 4 },
  { title: "a short page without a total", respond: paging(7), count: 7, complete: true, requests: 2 },
  {
    title: "pages capped below what was asked for",
    respond: paging(60, { cap: 25 }),
    count: 60,
    complete: true,
    requests: 4,
  },
  {
    title: "paging ignored, an odd count",
    respond: () => ({ json: { data: rows(1, 7) } }),
    count: 7,
    complete: true,
    requests: 2,
  },
  ...[10, 16, 20, 25, 32, 50, 64, 75, 100, 128].map((count) => ({
    title: `paging ignored at ${count} rows, which looks like a cap`,
    respond: () => ({ json: { data: rows(1, count) } }),
    count,
    complete: false,
    requests: 2,
  })),
  ...[1, 8, 9, 17, 33, 101].map((count) => ({
    title: `paging ignored at ${count} rows, which looks like everything`,
    respond: () => ({ json: { data: rows(1, count) } }),
    count,
    complete: true,
    requests: 2,
  })),
  {
    title: "paging ignored, with the total",
    respond: () => ({ json: { data: rows(1, 20), total: 20 } }),
    count: 20,
    complete: true,
    requests: 1,
    total: 20,
  },
  {
    title: "fewer rows than the total",
    respond: () => ({ json: { data: rows(1, 7), total: 9 } }),
    count: 7,
    complete: false,
    requests: 2,
    total: 9,
  },
  {
    title: "an empty page before the total",
    respond: (_, n) => ({ json: { data: n === 1 ? rows(1, 7) : [], total: 9 } }),
    count: 7,
    complete: false,
    requests: 2,
    total: 9,
  },
  {
    title: "more rows than the total, nothing further",
    respond: () => ({ json: { data: rows(1, 7), total: 5 } }),
    count: 7,
    complete: true,
    requests: 2,
    total: 5,
  },
  {
    title: "more rows than the total, and further ones",
    respond: (_, n) => ({ json: { data: n < 3 ? rows(n * 10, n * 10 + 2) : [], total: 2 } }),
    count: 6,
    complete: true,
    requests: 3,
    total: 2,
  },
  {
    title: "a list that shifts between two pages",
    respond: (_, n) => ({ json: { data: n === 1 ? rows(1, 5) : n === 2 ? rows(5, 8) : [] } }),
    count: 8,
    complete: true,
    requests: 3,
  },
  {
    title: "the last page again and again",
    respond: (_, n) => ({ json: { data: n === 1 ? rows(1, 20) : rows(21, 30) } }),
    count: 30,
    complete: true,
    requests: 3,
  },
  {
    title: "rows without ids, the same twice",
    respond: () => ({ json: { data: [{ type: "A" }, { type: "A" }, { type: "MX" }] } }),
    count: 3,
    complete: true,
    requests: 2,
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
    complete: true,
    requests: 1,
    total: 2,
  },
  {
    title: "a further page refused with 404",
    respond: (_, n) => (n === 1 ? { json: { data: rows(1, 7) } } : { status: 404 }),
    count: 7,
    complete: true,
    requests: 2,
  },
  {
    title: "a further page refused at a round count",
    respond: (_, n) => (n === 1 ? { json: { data: rows(1, 100) } } : { status: 404 }),
    count: 100,
    complete: false,
    requests: 2,
  },
  {
    title: "paging parameters refused with 400",
    respond: ({ query }) => ("page" in query ? { status: 400 } : { json: { data: rows(1, 7) } }),
    count: 7,
    complete: true,
    requests: 2,
  },
  {
    title: "paging parameters refused, a round count",
    respond: ({ query }) => ("page" in query ? { status: 422 } : { json: { data: rows(1, 50) } }),
    count: 50,
    complete: false,
    requests: 2,
  },
];

describe("a paged list", () => {
  it.each(cases)("$title", async ({ respond, count, complete, requests, total }) => {
    server.respond = respond;
    const listing = await records();
    expect(listing.rows).toHaveLength(count);
    expect(listing.complete).toBe(complete);
    expect(listing.incomplete === undefined).toBe(complete);
    expect(listing.total).toBe(total);
    expect(server.seen).toHaveLength(requests);
  });

  it("stops after 1,000 pages", async () => {
    server.respond = ({ query }) => ({ json: { data: [{ id: query["page"] }] } });
    const listing = await records();
    expect(listing).toMatchObject({ complete: false, pages: 1000, incomplete: "it goes on after 1000 pages" });
  });

  it("is a failure when a further page fails", async () => {
    server.respond = (_, number) => (number === 1 ? { json: { data: rows(1, 100) } } : { status: 401 });
    await expect(records()).rejects.toMatchObject({ code: "ERR_REGISTRAR_UNAUTHORISED" });
  });
});

describe("a list without pages", () => {
  const contacts = (n: number) => Array.from({ length: n }, (_, index) => ({ handle: `C-${index}` }));
  it.each([
    ["without a total, even at a round count", { data: contacts(50) }, true],
    ["with its total", { data: contacts(50), total: 50 }, true],
    ["shorter than its total", { data: contacts(50), total: 51 }, false],
  ])("%s", async (_, json, complete) => {
    server.respond = () => ({ json });
    const listing = await clientOf().contacts.list();
    expect(listing.complete).toBe(complete);
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

  it.each([
    ["data: null", { success: true, data: null }],
    ["data: {}", { success: true, data: {} }],
    ["nothing at all", { success: true }],
    ["an unknown key", { data: { zone_entries: one } }],
    ["an object by id", { data: { records: { 12: { id: 12 } } } }],
    ["a text", "ok"],
    ["a list of texts", { data: ["a", "b"] }],
  ])("is never guessed to be empty: %s", async (_, json) => {
    server.respond = () => ({ json });
    const error = await records().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RegistrarError);
    expect(error).toMatchObject({
      code: "ERR_REGISTRAR_UNEXPECTED_SHAPE",
      operation: "records.list",
      domain: "example.com",
    });
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
      const page = query["p"] === "1" ? [1, 2] : query["p"] === "2" ? [2, 3] : [];
      return {
        json: { payload: { rows: page.map((rid) => ({ rid, record_type: "A", nested: { record_type: "B" } })) } },
      };
    };
    const listing = await records(contract);
    expect(listing.rows).toEqual([1, 2, 3].map((id) => ({ id, type: "A", nested: { type: "B" } })));
    expect(server.seen.map(({ query }) => query)).toEqual(["1", "2", "3"].map((p) => ({ p, limit: "2" })));
  });

  it("paging: null asks once, without parameters", async () => {
    server.respond = () => ({ json: { data: rows(1, 100) } });
    expect(await records({ "records.list": { paging: null } })).toMatchObject({ complete: true, pages: 1 });
    expect(server.seen.map(({ query }) => query)).toEqual([{}]);
  });

  it("paging for a list that the table takes for unpaged", async () => {
    server.respond = ({ query }) => ({ json: { data: query["p"] === "1" ? rows(1, 3) : [] } });
    const listing = await clientOf({ "forwards.list": { paging: { page: "p" } } }).forwards.list({
      domain: "example.com",
    });
    expect(listing).toMatchObject({ complete: true, pages: 2 });
    expect(server.seen[0]?.query).toEqual({ p: "1" });
  });
});
