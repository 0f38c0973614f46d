/** How many writes of one domain go at once: as many as make it faster, over real HTTP. */
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "../../provider/api/index.ts";
import { WriteWidth } from "../../provider/api/writeWidth.ts";
import { TestServer } from "./server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start(() => ({}));
});
afterAll(() => server.stop());

/** Sends creates; returns how many the server had to do at once, one entry an answer. */
async function widths(creates: number, answer: (atOnce: number) => Promise<unknown>, most?: number): Promise<number[]> {
  const seen: number[] = [];
  let open = 0;
  server.respond = async () => {
    open += 1;
    seen.push(open);
    await answer(open);
    open -= 1;
    return { json: { data: { id: 1 } } };
  };
  const api = createClient({ baseUrl: server.baseUrl, token: "t", ...(most && { writesPerDomain: most }) });
  const body = { type: "A" as const, content: "192.0.2.1" };
  await Promise.all(Array.from({ length: creates }, () => api.records.create({ domain: "example.com", body })));
  return seen;
}

const latency = () => delay(60);

it("a registrar that takes more at once gets more", async () => {
  const seen = await widths(80, latency);
  expect(Math.max(...seen.slice(0, 12))).toBe(4);
  expect(Math.max(...seen)).toBeGreaterThanOrEqual(8);
});

it("never more than the program allows", async () => {
  expect(Math.max(...(await widths(120, latency, 6)))).toBe(6);
  expect(Math.max(...(await widths(20, latency, 1)))).toBe(1);
});

describe("what is learnt", () => {
  const learnt = (answers: readonly [isBusy: boolean, isTrouble: boolean, now: number][]) => {
    const width = new WriteWidth(16);
    for (const answer of answers) width.answered(...answer);
    return width.width;
  };
  const many = (count: number, every: number, isBusy = true) =>
    Array.from({ length: count }, (_, i): [boolean, boolean, number] => [isBusy, false, i * every]);

  it("4, 8, then 16, as long as that is faster", () => {
    const width = new WriteWidth(16);
    let now = 0;
    const reached = Array.from({ length: 100 }, () => {
      // Everybody is answered after the same time.
      now += 100 / width.width;
      width.answered(true, false, now);
      return width.width;
    });
    expect([...new Set(reached)]).toEqual([4, 8, 16]);
  });
  it("four again, where a zone is written one record after the other", () => {
    expect(learnt(many(16, 10))).toBe(8);
    expect(learnt(many(500, 10))).toBe(4);
  });
  it("nothing as long as nobody waits", () => expect(learnt(many(500, 1, false))).toBe(4));
  it("trouble ends the trial", () => {
    expect(learnt(many(17, 10))).toBe(8);
    expect(learnt([...many(17, 10), [true, true, 200], ...many(500, 1)])).toBe(4);
  });
});
