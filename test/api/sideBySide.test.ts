/** Pages that are asked for side by side, once the registrar has said how many rows there are. */
import { type Reply, type Seen, withServer } from "./server.ts";

const server = withServer();

const list = () => server.client({ timeouts: { budgetMs: 5000 } }).records.list({ domain: "example.com" });
const pageOf = ({ query }: Seen) => Number(query["page"]);
const row = { type: "A", name: "www", content: "192.0.2.1" };
const rowsOf = (page: number, size = 100) =>
  Array.from({ length: size }, (_, index) => ({ ...row, id: (page - 1) * size + index + 1 }));
const pagesAsked = () => server.seen.map(pageOf).sort((a, b) => a - b);

/** Answers a page when eight have been asked for, so a client that asks for one after the other hangs. */
function together(answer: (page: number) => Reply): (seen: Seen) => Promise<Reply> {
  const waiting: (() => void)[] = [];
  return async (seen) => {
    const page = pageOf(seen);
    if (page < 2 || page > 9) return answer(page);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 8) for (const go of waiting.reverse()) go();
    });
    return answer(page);
  };
}

it("1,000 rows are ten calls, eight of them at once, and the rows keep their order", async () => {
  server.respond = together((page) => ({ json: { data: rowsOf(page), total: 1000 } }));
  const listing = await list();
  expect(listing).toMatchObject({ proof: { complete: true } });
  expect(listing.rows.map((row) => Number(row["id"]))).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  expect(pagesAsked()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it("pages that move while they are asked for side by side are read again", async () => {
  let round = 0;
  server.respond = (seen) => {
    const page = pageOf(seen);
    if (page === 1) round += 1;
    // In the first round somebody deletes a row after the second page: the pages behind move up.
    const moved = round === 1 && page > 2 ? 1 : 0;
    const rows = rowsOf(page, page > 5 || page < 1 ? 0 : 100).map((row) => ({ ...row, id: row.id + moved }));
    return { json: { data: rows, total: 500 - moved } };
  };
  const listing = await list();
  expect(listing).toMatchObject({ proof: { complete: true } });
  expect(listing.rows.map((row) => Number(row["id"]))).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
});
