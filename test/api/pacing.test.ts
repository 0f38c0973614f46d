/** Pacing over real HTTP: shared by everybody who uses one client. */
import type { Api } from "../../provider/api/index.ts";
import { held, until, withServer } from "./server.ts";

const server = withServer();

const create = (api: Api, domain: string, content = "192.0.2.1") =>
  api.records.create({ domain, body: { type: "A", content } });

const details = { data: { id: 1, domain_name: "x" } };

it.each([1, 2, 4])(
  "sends at most %d writes of one domain at once; reads and other domains go on",
  async (writesPerDomain) => {
    const { waiting, release } = held(server, details);
    // 4 is the default.
    const api = server.client(writesPerDomain === 4 ? {} : { writesPerDomain });
    const calls: Promise<unknown>[] = Array.from({ length: 8 }, () => create(api, "a.example"));
    await until(() => waiting.length === writesPerDomain);
    calls.push(create(api, "b.example"), api.domains.get({ domain: "a.example" }));
    for (let left = 10, most = writesPerDomain + 2; left > 0; most = writesPerDomain) {
      await until(() => waiting.length === Math.min(most, left));
      left -= waiting.length;
      release();
    }
    await Promise.all(calls);
    expect(server.seen).toHaveLength(10);
  },
);

it("sends a request that was refused before those that wait for their first turn", async () => {
  const { waiting, release } = held(server, details);
  const { respond } = server;
  server.respond = (seen, number) =>
    number === 1 ? { status: 429, headers: { "retry-after": "0.2" } } : respond(seen, number);
  const api = server.client();
  const all = Promise.all(Array.from({ length: 40 }, (_, index) => api.domains.get({ domain: `d${index}.example` })));
  // The place of the refused request goes to the next one, which waits until the pause is over.
  await until(() => waiting.length === 16);
  waiting.shift()?.();
  await until(() => server.seen.length === 18);
  expect(server.seen[17]?.path).toBe(server.seen[0]?.path);
  server.respond = () => ({ json: details });
  release();
  await all;
});

it.each([
  ["without a word of how long to wait", {}],
  ["that asks for a moment each time", { "retry-after": "0.1" }],
])(
  "a storm of nothing but 429, %s, ends each call as rate limited within its time",
  async (_title, headers) => {
    server.respond = async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return { status: 429, headers };
    };
    const budgetMs = 700;
    const api = server.client({ timeouts: { budgetMs } });
    const calls = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? create(api, `d${index % 7}.example`) : api.domains.get({ domain: `d${index}.example` }),
    );
    for (const error of await Promise.all(calls.map((call) => call.catch((reason: unknown) => reason)))) {
      expect(error).toMatchObject({ code: "ERR_REGISTRAR_RATE_LIMITED", outcome: "no" });
      const seconds = Number(/over (\d+\.\d) s/.exec(String(error))?.[1] ?? 0);
      expect(seconds).toBeLessThanOrEqual(budgetMs / 1000 + 0.3);
    }
  },
  60_000,
);

it("waits briefly after a 429 again once a request has succeeded", async () => {
  server.respond = (_, number) => (number % 2 === 1 ? { status: 429 } : { json: { data: { domain_name: "x" } } });
  // The fifth refusal in a row would take at least 2 seconds.
  const api = server.client({ timeouts: { budgetMs: 2000 } });
  for (let call = 1; call <= 5; call += 1) await api.domains.get({ domain: "a.example" });
  expect(server.seen).toHaveLength(10);
});
