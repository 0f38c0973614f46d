/** Waits: those that a registrar asks for, before whose end no request is sent, and those of a poll. */
import timers from "node:timers/promises";
import { Poll } from "../../provider/lifecycle/poll.ts";
import { until, withServer } from "../api/server.ts";

const server = withServer();
const domain = "example.com";
const body = { type: "A", name: "www", content: "192.0.2.1" } as const;
type Api = ReturnType<typeof server.client>;

/** An operation of each method and each kind of repetition, and the statuses after which it is sent again. */
const statuses = [429, 500, 502, 503, 504];
const operations: [operation: string, call: (api: Api) => Promise<unknown>, statuses: number[]][] = [
  ["domains.get", (api) => api.domains.get({ domain }), statuses],
  ["records.list", (api) => api.records.list({ domain }), statuses],
  ["records.update", (api) => api.records.update({ domain, id: "1", body }), statuses],
  ["records.delete", (api) => api.records.delete({ domain, id: "1" }), statuses],
  ["records.create", (api) => api.records.create({ domain, body }), [429]],
  ["lock.set", (api) => api.lock.set({ domain, body: { locked: true } }), statuses],
  ["domains.register", (api) => api.domains.register({ body: { domain_name: domain } }), []],
];

it.each(["a number", "a date"])("an operation that is sent again waits for a Retry-After that is %s", async (form) => {
  const cases = operations.flatMap(([operation, call, again]) =>
    statuses.map((status) => ({ name: `${operation}-${status}`, call, status, isRepeated: again.includes(status) })),
  );
  // A date has no fractions of a second. Without the header, a wait is 250 ms at most.
  const header = form === "a date" ? new Date(Date.now() + 2000).toUTCString() : "0.3";
  const sentAt = new Map<string, number[]>();
  server.respond = ({ headers, query }) => {
    const name = String(headers.authorization?.replace("Bearer ", ""));
    const times = [...(sentAt.get(name) ?? []), Date.now()];
    sentAt.set(name, times);
    const { status } = cases.find((each) => each.name === name) ?? {};
    if (times.length === 1) return { status: status ?? 200, headers: { "retry-after": header } };
    return { json: { success: true, data: query["page"] === undefined ? {} : [], total: 0 } };
  };
  await Promise.all(cases.map(({ name, call }) => call(server.client({ token: name })).catch(() => undefined)));
  const waited = cases.map(({ name }) => {
    const [first = 0, next] = sentAt.get(name) ?? [];
    const earliest = form === "a date" ? Date.parse(header) : first + 299;
    return [name, next === undefined ? "not sent again" : next >= earliest ? "waited" : `after ${next - first} ms`];
  });
  expect(waited).toEqual(cases.map(({ name, isRepeated }) => [name, isRepeated ? "waited" : "not sent again"]));
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
  const api = server.client();
  await Promise.all(["a.example", "b.example"].map((name) => api.domains.get({ domain: name })));
  const [, second, ...later] = server.seen.map(({ at }) => at);
  expect(Math.min(...later) - (second ?? 0)).toBeGreaterThanOrEqual(1000);
  expect(later).toHaveLength(2);
});

it("an interruption ends a poll after the look that it meets: with an error, or after a write with nothing", async () => {
  const interrupt = new AbortController();
  const poll = new Poll({ times: 9, withinMs: 60_000 }, interrupt.signal);
  let looks = 0;
  const look = async () => {
    looks += 1;
    interrupt.abort();
    return undefined;
  };
  await expect(poll.until(look)).rejects.toThrow(/^interrupted while waiting\. Nothing more was sent\. Run/);
  expect([await poll.untilShown(look), looks]).toEqual([undefined, 2]);
});

describe("a poll", () => {
  /** Moves only by waits and looks, in milliseconds. */
  let now = 0;
  beforeEach(() => {
    now = 0;
    jest.spyOn(Date, "now").mockImplementation(() => now);
    jest.spyOn(timers, "setTimeout").mockImplementation(async (ms = 0) => {
      now += ms;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  type Polled = {
    title: string;
    withinMs: number;
    at: number[];
    times?: number;
    takes?: number;
    found?: number;
    end?: number;
  };
  it.each<Polled>([
    { title: "looks as often as configured, with growing waits", withinMs: 1000, at: [0, 193, 545, 1001] },
    { title: "looks once if no list is stale", withinMs: 0, at: [0] },
    { title: "looks once if once is configured", times: 1, withinMs: 1000, at: [0] },
    { title: "begins its last look at the end", times: 30, withinMs: 1000, takes: 400, at: [0, 400, 800, 1200] },
    { title: "ends at the time that it is given", withinMs: 1000, end: 500, at: [0, 97, 273, 501] },
    { title: "ends with what it finds", withinMs: 1000, found: 2, at: [0, 193] },
  ])("$title", async ({ times = 4, withinMs, takes = 0, found, end, at }) => {
    const looks: number[] = [];
    const look = async () => {
      looks.push(Math.floor(now));
      now += takes;
      return looks.length === found ? "found" : undefined;
    };
    const result = await new Poll({ times, withinMs }, undefined).until(look, end);
    expect([looks, result]).toEqual([at, found && "found"]);
  });
});
