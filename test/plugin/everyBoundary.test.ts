/** Limits of the fronts: adoptions that are named, pages of a search. */
import { searchOfAll } from "../../provider/fronts/dynamic/program.ts";
import { EngineOperation } from "../../provider/fronts/shared/engineOperation.ts";
import { everyBoundary } from "../support/everyBoundary.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** The messages about rows that resources adopt, so many at a time. */
const adoptions = (at: number) => (count: number) => {
  const said: string[] = [];
  const operation = new EngineOperation({ get: () => undefined, log: (line) => said.push(line) });
  const lines = numbers(count).map((number) => `row${number}`);
  for (let from = 0; from < count; from += at) operation.noteAdoptions("a.com", lines.slice(from, from + at));
  return said.at(-1)?.split("\n").at(-1)?.trim();
};

everyBoundary(
  "provider/fronts",
  {
    "shared/engineOperation.ts maxAdoptions": [adoptions(99), [5, "adopts row4"], [6, "and 1 more"]],
    "shared/engineOperation.ts maxAdoptions: one by one": [
      adoptions(1),
      [5, "a.com: adopts row4"],
      [6, "a.com: adopts 6 records or more that exist already"],
      [9, "a.com: adopts 6 records or more that exist already"],
      [10, "a.com: adopts 10 records or more that exist already"],
    ],
    "dynamic/program.ts pageSize": [
      async (pages) => {
        const asked: unknown[] = [];
        const search = searchOfAll(async ({ page = 0, pageSize }) => {
          asked.push(pageSize);
          const names = [{ domain: `n${page}.com` }];
          return { query: "tea", names, page, pageSize: 1, total: 99, totalPages: pages };
        });
        for await (const _ of search({ query: "tea" })) if (asked.length > 3) break;
        return asked;
      },
      [2, [100, 100]],
      [1, [100]],
    ],
    "dynamic/program.ts searchOfAll": [
      async (total) => {
        let asked = 0;
        const search = searchOfAll(async ({ page = 0 }) => {
          asked += 1;
          return { query: "tea", names: [{ domain: `n${page}.com` }], page, pageSize: 1, total, totalPages: undefined };
        });
        for await (const _ of search({ query: "tea" })) if (asked > 3) break;
        return asked;
      },
      [2, 2],
      [3, 3],
    ],
  },
  {
    "dynamic/program.ts minSecretLength": "programs/lookups",
    "plugin/engineLog.ts deadline": "an engine that doesn't respond",
    "shared/interruption.ts farewellMs": "engine/orphan",
    "shared/interruption.ts lookAgainMs": "engine/orphan",
    "shared/interruption.ts timeoutMs": "an engine that doesn't respond",
  },
);
