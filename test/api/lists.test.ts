/** Lists over HTTP: read to their end, and complete only if something in them proves it. */
import { setTimeout } from "node:timers/promises";
import { RegistrarError } from "../../provider/api/index.ts";
import { forwardRows } from "../../provider/api/lists/rows.ts";
import { casesIn } from "../support/cases.ts";
import { failureOf, type Reply, type Seen, withServer } from "./server.ts";

const server = withServer();

/** Enough time for a busy machine: no response of these tests is asked for again. */
const clientOf = (contract: object = {}) => server.client({ contract, timeouts: { budgetMs: 20_000 } });
const records = (contract?: object) => clientOf(contract).records.list({ domain: "example.com" });
/** As records, forwards and contacts all have it. */
const row = { type: "A", name: "www", content: "192.0.2.1", source: "www", destination: "https://x.example/" };
const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ ...row, id: from + index, handle: `H${index}` }));

interface Manner {
  /** Most rows on a page. */
  cap?: number;
  total?: boolean;
}

/** A server that pages as asked, or by its own cap. */
const paging =
  (count: number, { cap = 1000, total = false }: Manner = {}) =>
  ({ query }: Seen): Reply => {
    const size = Math.min(Number(query["page_size"]), cap);
    const page = Number(query["page"] ?? 1);
    const data = rows(1, count).slice((page - 1) * size, page * size);
    return { json: { success: true, data, ...(total && { total: count }) } };
  };

/** The contract of the list comes last. */
type ListCase = [title: string, respond: (seen: Seen, number: number) => Reply, found: string, contract?: object];

/** The same answer, whatever is asked for. */
const always = (json: object) => () => ({ json });
const byPage =
  (answers: Record<number, object>) =>
  ({ query }: Seen): Reply => ({ json: answers[Number(query["page"] ?? 1)] ?? { data: [] } });
const tens = { paging: { size: 10 } };

/** `7 complete: 1/100 2/100`: rows, their proof, and the pages asked for. `none`: no proof; `cut`: proof of the opposite. */
const cases: ListCase[] = [
  ["three pages with a total", paging(250, { total: true }), "250 complete: -/100 1/100 2/100 3/100"],
  ["pages without a total, of the contract's size", paging(25), "25 complete: -/10 1/10 2/10 3/10", tens],
  [
    "different rows whose ids are all 0",
    byPage({ 1: { data: [0, 0].map((id, a) => ({ ...row, id, a })), total: 2 } }),
    "2 cut: -/100 2/100",
  ],
  [
    "different rows whose ids are all empty",
    byPage({ 1: { data: ["", ""].map((id, a) => ({ ...row, id, a })), total: 2 } }),
    "2 complete: -/100 2/100",
  ],
  ...["id", "handle"].map((key): ListCase => {
    const page = (seen: number, ids: number[]) => ({
      data: ids.map((id) => ({ ...row, [key]: key === "id" ? id : String(id), seen })),
      total: 3,
    });
    return [
      `rows known by ${key}, though something else in them changes all the time`,
      (seen, n) => byPage({ 1: page(n, [1, 2]), 2: page(n, [3]) })(seen),
      "3 complete: -/100 1/100 2/100",
    ];
  }),
];

const pagesAsked = () =>
  server.seen.map(({ query }) => (query["page_size"] ? `${query["page"] ?? "-"}/${query["page_size"]}` : "none"));
const proofOf = ({ proof: { complete, cut } }: Pick<Awaited<ReturnType<typeof records>>, "proof">) =>
  complete ? "complete" : cut ? "cut" : "none";

describe("a paged list", () => {
  it.each(cases)("%s", async (...[, respond, found, contract]) => {
    server.respond = respond;
    const listing = await records({ ...(contract && { "records.list": contract }) });
    expect(`${listing.rows.length} ${proofOf(listing)}: ${pagesAsked().join(" ")}`).toBe(found);
    expect(listing.proof.why === undefined).toBe(proofOf(listing) === "complete");
  });

  it.each([400, 422])("whose paging is refused (%i) is an error with the contract line", async (status) => {
    server.respond = ({ query }) => ("page_size" in query ? { status } : { json: { data: rows(1, 50), total: 50 } });
    await expect(records()).rejects.toThrow(
      /Parts of "records\.list" are assumed.*"records\.list": \{.*"paging":null\}/s,
    );
    expect(pagesAsked()).toEqual(["-/100"]);
    server.seen.length = 0;
    expect(proofOf(await records({ "records.list": { paging: null } }))).toBe("complete");
    expect(pagesAsked()).toEqual(["none"]);
  });

  it("is asked for eight pages at once if its total shows that they exist, and keeps the order of its rows", async () => {
    const waiting: (() => void)[] = [];
    const page = paging(1000, { total: true });
    server.respond = async (seen) => {
      // A client that asks for one page after the other waits here for ever.
      const go = new Promise<void>((resolve) => waiting.push(resolve));
      if (waiting.length === 10) for (const resolve of waiting.reverse()) resolve();
      if (server.seen.length > 2 && server.seen.length < 11) await go;
      return page(seen);
    };
    const listing = await records();
    expect([proofOf(listing), listing.rows]).toEqual(["complete", rows(1, 1000)]);
    expect(server.seen).toHaveLength(11);
  });

  it.each([
    ["moved", 4, { data: rows(101, 200), total: 900 }],
    ["failed", 1, { success: false }],
  ])("ends, or is read again, only without open requests, when page 2 %s", async (...[, readings, second]) => {
    let open = 0;
    const openAtFirstPage: number[] = [];
    server.respond = async ({ query: { page } }) => {
      if (page === undefined) openAtFirstPage.push(open);
      if (page === undefined || page === "1") return { json: { data: rows(1, 100), total: 800 } };
      if (page === "2") return { json: second };
      open += 1;
      await setTimeout(50);
      open -= 1;
      return { json: { data: rows(201, 300), total: 800 } };
    };
    await records().catch(() => undefined);
    expect([openAtFirstPage, open]).toEqual([Array.from({ length: readings }, () => 0), 0]);
  });

  it("that shows equal rows without IDs on two pages says so, since a row may have moved, and hide another one", async () => {
    const [other, last] = ["a", "b"].map((name) => ({ ...row, name }));
    server.respond = byPage({ 1: { data: [other, row], total: 4 }, 2: { data: [row, last], total: 4 } });
    expect((await records()).proof).toMatchObject({ cut: "short", why: expect.stringContaining("delete one in the") });
  });

  it.each([
    [7, 401, "fails"],
    [8, 200, "fails"],
    [8, 501, "fails"],
    [7, 200, "complete"],
    [7, 404, "complete"],
    [7, 408, "none"],
    [7, 501, "none"],
  ])("of 7 rows and the total %i, whose second page has the status %i: %s", async (total, status, found) => {
    server.respond = (_, number) =>
      number === 1 ? { json: { data: rows(1, 7), total } } : { status, json: { success: false } };
    const listing = records();
    if (found === "fails") await expect(listing).rejects.toBeInstanceOf(RegistrarError);
    else expect([(await listing).rows.length, proofOf(await listing)]).toEqual([7, found]);
  });
});

describe("a list that speaks against itself", () => {
  const data = rows(1, 9);
  const twice = [...data, { ...row, id: 1, name: "mail" }];
  const lists: Record<string, unknown> = { ROWS: data, "TWO ROWS OF ONE ID": twice };

  it.each(casesIn("contradictions", "lists"))(
    "is not complete, whatever the contract says, and says why: %s %s",
    async (head = "", body = "", cut = "", why = "") => {
      const [, status, header, value = ""] = /^(\d+)(?: ([\w-]+): (.*))?$/.exec(head) ?? [];
      const json: unknown = JSON.parse(body, (_, each) => (typeof each === "string" && lists[each]) || each);
      server.respond = () => ({ status: Number(status), ...(header && { headers: { [header]: value } }), json });
      for (const contract of [{}, { "records.list": { complete: true } }]) {
        const { proof } = await records(contract);
        expect([proof.complete, proof.cut, proof.why]).toEqual([false, cut, expect.stringContaining(why)]);
      }
    },
  );

  it.each([{ status: "ok" }, null])("is complete where it has the mark that the contract names: %j", async (mark) => {
    server.respond = byPage({ 1: { ...mark, success: null, data, total: 9 }, 2: { ...mark, success: null, data: [] } });
    await expect(records().then(proofOf)).resolves.toBe("cut");
    for (const name of ["records.list", "records"])
      await expect(records({ [name]: { success: mark } }).then(proofOf)).resolves.toBe("complete");
    server.respond = byPage({ 1: { ...mark, data: [], error: "timed out" } });
    await expect(records({ "records.list": { success: mark } }).then(proofOf)).resolves.toBe("cut");
  });

  const none = [{ error: "" }, { error: null }, { errors: [] }, { error: false }, { errors: {} }, { errors: "false" }];
  const fine = [{ complete: true }, { partial: false }, { status: "active" }, { state: 1 }, { error: "0" }];
  it.each([...none, ...fine])("is complete if it says that there was no error: %j", async (said) => {
    server.respond = byPage({ 1: { data, total: 9, ...said } });
    expect(proofOf(await records())).toBe("complete");
  });
});

it("a list of forwards that all lack a field says which one, and what a row has", async () => {
  server.respond = always({ data: [{ id: 1, from: "www", to: "https://x.example/" }], total: 1 });
  const why = "0 of 1 rows can be read: a forward without a source or destination (found an object with id, from, to)";
  const { proof } = forwardRows(await forwards(), "example.com");
  expect(proof).toMatchObject({ complete: false, cut: "unreadable", why });
});

const forwards = () => clientOf().forwards.list({ domain: "example.com" });

it.each<[string, count: number, Reply, string]>([
  ["the same rows", 50, { json: { data: rows(1, 50), total: 50 } }, "none"],
  ["more rows", 50, { json: { data: rows(51, 60), total: 10 } }, "none"],
  ["nothing", 50, { json: { data: [], total: 50 } }, "complete"],
  ["a refusal of more than 49 rows", 49, { status: 400 }, "complete"],
  ["a refusal after a round number of rows, which may be a page", 50, { status: 400 }, "none"],
])(
  "a list without pages is asked for a second one, since its total may count a page: %s",
  async (_, count, second, proof) => {
    server.respond = (seen) => ("page" in seen.query ? second : { json: { data: rows(1, count), total: count } });
    expect(proofOf(await forwards())).toBe(proof);
    expect(pagesAsked().slice(0, 2)).toEqual(["none", `${count === 50 ? 1 : 2}/${count}`]);
  },
);

it.each(casesIn("contradictions", "containers"))("a list of one row is found in %s", async (json = "") => {
  server.respond = (seen) => ({ json: (seen.query["page"] ?? "1") === "1" ? JSON.parse(json) : [] });
  expect((await records()).rows).toEqual([{ id: 1 }]);
});

it.each(casesIn("contradictions", "no containers"))(
  "a container is never guessed to be empty: %s",
  async (text = "", ...says) => {
    server.respond = () => ({ text });
    const error = await failureOf(records());
    const place = { operation: "records.list", domain: "example.com" };
    expect(error).toMatchObject({ code: "ERR_REGISTRAR_UNEXPECTED_SHAPE", ...place });
    for (const part of says) expect(error.message).toContain(part);
  },
);

it.each([{ data: null, total: 0 }, { data: {}, total: 0 }, { total: "0" }])(
  "a container is empty when the total says so: %j",
  async (json) => {
    const named = { "records.list": { container: "data" } };
    server.respond = () => ({ json });
    for (const list of [records(), records(named)])
      expect(await list).toMatchObject({ rows: [], proof: { complete: true } });
    server.respond = () => ({ json: { ...json, data: { page: 1 } } });
    await expect(records(named)).rejects.toMatchObject({ code: "ERR_REGISTRAR_UNEXPECTED_SHAPE" });
  },
);

it("a contract pages a list that the table takes for unpaged", async () => {
  server.respond = ({ query }) => ({ json: { data: query["p"] === "2" ? [] : rows(1, 3), has_more: false } });
  const contract = { "forwards.list": { paging: { page: "p" } } };
  expect(proofOf(await clientOf(contract).forwards.list({ domain: "example.com" }))).toBe("complete");
  expect(server.seen.map(({ query }) => query)).toEqual([{}, { p: "1" }, { p: "2" }]);
});
