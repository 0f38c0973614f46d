/** Waits that a registrar asks for: no request is sent before their end. */
import { createClient } from "../../provider/api/index.ts";
import { until, withServer } from "../api/server.ts";

const server = withServer();
const client = () => createClient({ baseUrl: server.baseUrl, token: "t" });
const domain = "example.com";
const body = { type: "A", name: "www", content: "192.0.2.1" } as const;
type Api = ReturnType<typeof client>;

/** An operation of each method and each kind of repetition, and the statuses after which it is sent again. */
const operations: [operation: string, call: (api: Api) => Promise<unknown>, statuses: number[]][] = [
  ["domains.get", (api) => api.domains.get({ domain }), [429, 503]],
  ["records.list", (api) => api.records.list({ domain }), [429, 503]],
  ["records.update", (api) => api.records.update({ domain, id: "1", body }), [429, 503]],
  ["records.delete", (api) => api.records.delete({ domain, id: "1" }), [429, 503]],
  ["records.create", (api) => api.records.create({ domain, body }), [429]],
  ["lock.set", (api) => api.lock.set({ domain, body: { locked: true } }), [429, 503]],
  ["domains.register", (api) => api.domains.register({ body: { domain_name: domain } }), []],
];
const cases = operations.flatMap(([operation, call, statuses]) =>
  [429, 503].map((status) => ({ operation, call, status, isRepeated: statuses.includes(status) })),
);

it.each(cases)("$operation waits the Retry-After of a $status, if it is sent again", async (each) => {
  const { call, status, isRepeated } = each;
  server.respond = ({ query }, number) => {
    if (number === 1) return { status, headers: { "retry-after": "0.2" } };
    return { json: { success: true, data: query["page"] === undefined ? {} : [], total: 0 } };
  };
  await call(client()).catch(() => undefined);
  const [first, next] = server.seen.map(({ at }) => at);
  expect(next !== undefined).toBe(isRepeated);
  if (isRepeated) expect((next ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(199);
});

it("a registrar that asks for two waits gets nothing before the end of the longer one", async () => {
  const waits = ["1", "0"];
  server.respond = async (_seen, number) => {
    const wait = waits[number - 1];
    if (wait === undefined) return { json: { data: { domain_name: "x" } } };
    // The shorter wait is asked for last, while both requests are under way.
    await until(() => server.seen.length >= 2);
    if (wait === "0") await new Promise((resolve) => setTimeout(resolve, 50));
    return { status: 429, headers: { "retry-after": wait } };
  };
  const api = client();
  await Promise.all(["a.example", "b.example"].map((name) => api.domains.get({ domain: name })));
  const [, second, ...later] = server.seen.map(({ at }) => at);
  expect(Math.min(...later) - (second ?? 0)).toBeGreaterThanOrEqual(1000);
  expect(later).toHaveLength(2);
});
