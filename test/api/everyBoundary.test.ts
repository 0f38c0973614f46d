/** Limits of the client: times by a clock that the test moves, sizes, counts, and lengths of what a message quotes. */
import { endpoints } from "../../provider/api/endpoints/table.ts";
import { maxAtOnce, withinSeconds } from "../../provider/api/http/pace.ts";
import { connect } from "../../provider/api/http/transport.ts";
import { callTime, readConfiguration } from "../../provider/api/index.ts";
import { readPages } from "../../provider/api/lists/read.ts";
import { findRows } from "../../provider/api/lists/rows.ts";
import { quote, Redactor, redactor } from "../../provider/api/redaction.ts";
import { describe as described, parseJson } from "../../provider/api/response.ts";
import { withHeldTime } from "../support/clock.ts";
import { everyBoundary } from "../support/everyBoundary.ts";
import { held, type Reply, until, withServer } from "./server.ts";

const server = withServer();
const { pass, isWaiting } = withHeldTime();
const domain = "example.com";
const details = { data: { domain_name: domain } };

type Options = Parameters<typeof server.client>[0];
const clientOf = (options: Options = {}) => server.client(options);
type Api = ReturnType<typeof clientOf>;
const read = (api: Api, name = domain) => outcomeOf(api.domains.get({ domain: name }));
const create = (api: Api, name = domain) =>
  outcomeOf(api.records.create({ domain: name, body: { type: "A", name: "www", content: "192.0.2.1" } }));
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => String(error),
  );

/** The first responses; after them, all is well. @param random from 0 to 1: jitter, which lengthens a wait */
function replies(all: readonly Reply[], random = 0): void {
  server.seen.length = 0;
  jest.spyOn(Math, "random").mockReturnValue(random);
  server.respond = (_, number) => all[number - 1] ?? { json: details };
}
const repeated = (count: number, reply: Reply) => Array.from({ length: count }, () => reply);
const asks = (wait: number | string, status = 429): Reply => ({ status, headers: { "retry-after": String(wait) } });
/** Waits until a call waits, or has ended. */
async function atRest(outcome: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void outcome.then(() => {
    hasEnded = true;
  });
  await until(() => isWaiting() || hasEnded);
}

/** The outcome of a create whose response comes after so many milliseconds. */
const answeredAfter =
  (options: Options = {}, meanwhile = () => {}) =>
  async (ms: number) => {
    const { waiting, release } = held(server, details);
    const outcome = create(clientOf(options));
    await until(() => waiting.length === 1);
    meanwhile();
    await pass(ms);
    release();
    return outcome;
  };

/** Lets a call wait so many times, with most jitter. */
async function afterWaits(count: number, outcome: Promise<unknown>): Promise<void> {
  for (let wait = 0; wait < count; wait += 1) {
    await atRest(outcome);
    await pass(250 * 2 ** wait);
    await until(() => server.seen.length > wait + 1);
  }
}

/** Is a read that met these responses sent again after so many milliseconds? @param before the waits before that one */
const isRepeatedAfter =
  (all: readonly Reply[] | (() => Reply[]), { random = 0, before = 0 } = {}) =>
  async (ms: number) => {
    replies(typeof all === "function" ? all() : all, random);
    const end = new AbortController();
    const outcome = read(clientOf({ interruption: end.signal }));
    await afterWaits(before, outcome);
    await atRest(outcome);
    await pass(ms);
    const isRepeated = !isWaiting();
    end.abort();
    await outcome;
    return isRepeated;
  };

/** The outcome of a read that is asked to wait for so many seconds. */
const asked =
  (options: Options = {}, status = 429) =>
  async (seconds: number) => {
    replies([asks(seconds, status)]);
    const outcome = read(clientOf(options));
    await atRest(outcome);
    await pass(seconds * 1000);
    return outcome;
  };

/** How many of so many calls are sent at once. */
const sentAtOnce = (call: (api: Api, at: number) => Promise<string>) => async (count: number) => {
  const { waiting, release } = held(server, details);
  server.seen.length = 0;
  const api = clientOf();
  const calls = Promise.all(Array.from({ length: count }, (_, at) => call(api, at)));
  let most = 0;
  while (server.seen.length < count) {
    await until(() => waiting.length > 0 && waiting.length >= Math.min(16, count) - (most === 0 ? 0 : count));
    most = Math.max(most, waiting.length);
    release();
  }
  release();
  await calls;
  return most;
};

const setting = (name: string) => (value: number | string) => {
  const get = (key: string) =>
    ({ "registrar:baseUrl": "https://registrar.example", [`registrar:${name}`]: String(value) })[key];
  return readConfiguration({ get, env: {} });
};
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const text = (length: number) => "x".repeat(length);
const secret = "hunter2-s3cr3t-value";
const hidden = "[secret]";

const pages = new Map<string, (page: number) => Reply>();
/** Replies by domain, since several are asked about at the same time. */
function replyTo(name: string, reply: (page: number) => Reply): void {
  pages.set(name, reply);
  server.respond = ({ path, query }) =>
    [...pages].find(([each]) => path.includes(each))?.[1](Number(query["page"] ?? 1)) ?? { status: 404 };
}

everyBoundary(
  "provider/api",
  {
    "configuration.ts staleMs": [
      (seconds) => setting("staleListSeconds")(seconds).staleMs,
      [600, 600_000],
      [601, /whole number from 0 to 600/],
      [0, 0],
      [-1, /from 0 to 600/],
      [1, 1000],
      [1.5, /from 0 to 600/],
    ],
    "configuration.ts writesPerDomain": [
      (count) => setting("writesPerDomain")(count).writesPerDomain,
      [16, 16],
      [17, /from 1 to 16/],
      [1, 1],
      [0, /from 1 to 16/],
    ],
    "configuration.ts readFlag": [(length) => setting("adopt")(text(length)), [40, /"x{40}"/], [41, /"x{40}"/]],
    "configuration.ts what": [(length) => setting("staleListSeconds")(text(length)), [40, /"x{40}"/], [41, /"x{40}"/]],
    "contract.ts size": [
      (size) => Boolean(clientOf({ contract: { "records.list": { paging: { size } } } })),
      [1000, true],
      [1001, /size/],
      [1, true],
      [0, /size/],
    ],
    "contract.ts word": [
      (length) => Boolean(clientOf({ contract: { "records.list": { container: text(length) } } })),
      [1, true],
      [0, /records\.list/],
    ],
    "contract.ts ignore": [
      (count) => Boolean(clientOf({ contract: { "domains.check": { ignore: Array(count).fill("fee") } } })),
      [1, true],
      [0, /domains\.check/],
    ],
    "contract.ts hosts": [
      (count) => Boolean(clientOf({ contract: { serviceNameservers: Array(count).fill("ns1.example") } })),
      [1, true],
      [0, /serviceNameservers/],
    ],
    "endpoints/table.ts paging": [
      (page) => endpoints["records.list"].query.safeParse({ page, page_size: page }).success,
      [1, true],
      [0, false],
    ],
    "endpoints/table.ts nameservers.set": [
      (count) => endpoints["nameservers.set"].body.safeParse({ nameservers: Array(count).fill("ns1.example") }).success,
      [1, true],
      [0, false],
    ],
    "endpoints/table.ts years": [
      (years) => endpoints["domains.check"].query.safeParse({ years }).success,
      [10, true],
      [11, false],
      [1, true],
      [0, false],
    ],
    "endpoints/table.ts page_size": [
      (size) => endpoints["marketplace.search"].query.safeParse({ query: "tea", page_size: size }).success,
      [100, true],
      [101, false],
      [1, true],
      [0, false],
    ],
    "http/client.ts requestMs": [answeredAfter(), [29_999, "done"], [30_000, /no response came in time/]],
    "http/client.ts requestMs: what is left of the time of a call": [
      answeredAfter({ timeouts: { budgetMs: 10_000 } }),
      [9999, "done"],
      [10_000, /no response came in time/],
    ],
    "http/client.ts graceMs": [
      async (ms) => {
        const end = new AbortController();
        return answeredAfter({ interruption: end.signal }, () => end.abort())(ms);
      },
      [3999, "done"],
      [4000, /interrupted before a response arrived/],
    ],
    "http/client.ts slowMs": [
      async (ms) => {
        const said: string[] = [];
        await answeredAfter({ progress: (line) => said.push(line) })(ms);
        return said;
      },
      [4999, []],
      [5000, ["records.create: waiting for the registrar's response for 5 s"]],
    ],
    "http/client.ts budgetMs": [asked(), [119, "done"], [119.001, /asked to wait 120 s/]],
    "http/client.ts budgetMs: after an error": [asked({}, 503), [119, "done"], [119.001, /out of time/]],
    "http/client.ts budgetMs: of a call that finds the pause of another one": [
      async (seconds) => {
        replies([asks(seconds)]);
        const api = clientOf();
        const first = read(api);
        await atRest(first);
        await pass(0);
        await first;
        const outcome = read(api);
        await atRest(outcome);
        await pass(seconds * 1000);
        return outcome;
      },
      [120, "done"],
      [120.001, /asked to wait 121 s.*not sent/],
    ],
    "http/send.ts -": [asked({ timeouts: { budgetMs: 5000 } }), [4.5, "done"], [4.501, /asked to wait 5 s/]],
    "http/send.ts maxAnswerBytes": [
      (bytes) => {
        server.respond = () => ({ text: `"${text(bytes - 2)}"` });
        return read(clientOf());
      },
      [32 * 1024 * 1024, /found a string/],
      [32 * 1024 * 1024 + 1, /larger than 32 MB/],
    ],
    // got's options, since Node's own clock ends a connection.
    "http/transport.ts maxConnectMs": [
      async (ms) => (await connect(new URL(server.baseUrl), undefined, ms)).defaults.options.timeout.connect,
      [10_000, 10_000],
      [10_001, 10_000],
      [9999, 9999],
    ],
    "http/transport.ts timeout": [
      async (ms) => {
        const got = await connect(new URL("https://registrar.example"), new URL("http://proxy.example"), ms);
        const { options, maxSockets } = Object(got.defaults.options.agent.https);
        return [options.timeout, maxSockets];
      },
      [4000, [4000, maxAtOnce]],
      [4001, [4000, maxAtOnce]],
      [3999, [3999, maxAtOnce]],
    ],
    "http/pace.ts maxAtOnce": [sentAtOnce((api, at) => create(api, `d${at}.example`)), [16, 16], [17, 16], [15, 15]],
    "http/pace.ts isAsked": [asked({ timeouts: { budgetMs: 500 } }), [1, /asked to wait 1 s/], [0.999, /out of time/]],
    "http/pace.ts pauseMs": [isRepeatedAfter([asks(60)], { random: 1 }), [60_099, false], [60_100, true]],
    "http/pace.ts pauseMs: of a short wait": [isRepeatedAfter([asks(0.5)], { random: 1 }), [549, false], [550, true]],
    "http/pace.ts retryAfterMs": [isRepeatedAfter([asks(2)]), [1999, false], [2000, true]],
    "http/pace.ts retryAfterMs: a date": [
      isRepeatedAfter(() => {
        jest.setSystemTime(new Date("2027-01-01T00:00:00Z"));
        return [asks("Fri, 01 Jan 2027 00:00:05 GMT")];
      }),
      [4999, false],
      [5000, true],
    ],
    "http/pace.ts maxAttempts": [
      async (failures) => {
        replies(repeated(failures, { status: 500 }), 1);
        const outcome = read(clientOf());
        await afterWaits(5, outcome);
        return outcome;
      },
      [5, "done"],
      [6, /6 attempts/],
    ],
    "http/pace.ts firstBackoffMs": [isRepeatedAfter([{ status: 500 }], { random: 1 }), [249, false], [250, true]],
    "http/pace.ts firstBackoffMs: without jitter": [isRepeatedAfter([{ status: 500 }]), [124, false], [125, true]],
    "http/pace.ts maxBackoffMs": [
      isRepeatedAfter(repeated(7, { status: 429 }), { random: 1, before: 6 }),
      [9999, false],
      [10_000, true],
    ],
    "http/pace.ts longestMs": [
      async (seconds) => {
        const time = withinSeconds(seconds, callTime);
        await pass(10);
        return time?.end.aborted;
      },
      [2_147_483.647, false],
      [2_147_483.648, false],
      [1e9, false],
      [0.01, true],
      [0.0101, false],
      [0, undefined],
    ],
    "lists/prove.ts maxPages": [
      async (count) => {
        let asked = 0;
        const fetch = async () => {
          asked += 1;
          return { rows: asked > count ? [] : [{ id: asked }] };
        };
        const { proof } = await readPages(fetch, { paged: true, size: 100, stated: "unknown" });
        return [asked, proof.cut];
      },
      [999, [1000, undefined]],
      [1000, [1000, "short"]],
    ],
    "lists/rows.ts countIn": [
      (digits) =>
        findRows(
          { status: 200, headers: {}, body: { data: [], total: "1".repeat(digits) } },
          { keys: [], identity: [] },
          {},
        ).total,
      [9, 111_111_111],
      [10, undefined],
    ],
    "redaction.ts wholeLength": [
      (length) =>
        new Redactor()
          .add([secret.slice(0, length)])
          .redact(`a${secret.slice(0, length)}z`)
          .includes(hidden),
      [8, true],
      [7, false],
    ],
    "redaction.ts wholeLength: in Base64": [
      (length) => {
        const value = secret.slice(0, length);
        return new Redactor()
          .add([value])
          .redact(Buffer.from(`user:${value}`).toString("base64"))
          .includes(hidden);
      },
      [8, true],
      [7, false],
    ],
    "redaction.ts wholeLength: a part of a secret": [
      (length) => new Redactor().add([secret]).holds(`it is ${secret.slice(4, 4 + length)}.`),
      [8, true],
      [7, false],
    ],
    "redaction.ts minSecretLength": [
      (length) => redactor([secret.slice(0, length)])(`no ${secret.slice(0, length)} here`),
      [3, "no [redacted] here"],
      [2, "no hu here"],
    ],
    "redaction.ts maxScannedLength": [
      (length) => redactor([secret])(text(length)).length,
      [16 * 1024, 16 * 1024],
      [16 * 1024 + 1, 16 * 1024],
    ],
    "redaction.ts quoteLength": [
      (length) => quote(text(length), (each) => each),
      [300, text(300)],
      [301, `${text(300)}...`],
    ],
    "redaction.ts patterns": [
      (digits) => redactor([])(`call +${"1".repeat(digits)}`).includes("[redacted]"),
      [7, true],
      [6, false],
    ],
    "response.ts keys": [
      (count) => described(Object.fromEntries(numbers(count).map((at) => [`k${at}`, 1]))).split(", ").length,
      [8, 8],
      [9, 8],
    ],
    "response.ts large": [(digits) => typeof parseJson("9".repeat(digits)), [15, "number"], [16, "string"]],
  },
  {
    "explain.ts size": "docs/messages",
    "http/pace.ts -": "api/pacing",
    "http/transport.ts maxSockets": "the row of its `timeout`",
    "lists/prove.ts totalIn": "api/prove",
    "lists/read.ts size": "api/lists",
    "lists/read.ts atOnce": "api/lists",
    "lists/read.ts maxReadings": "api/lists",
  },
);

const listed = (id: number) => ({
  id,
  type: "A",
  name: `n${id}`,
  content: "x",
  source: `n${id}`,
  destination: "https://x",
});
type Proofs = [group: "records" | "forwards", total: string, next: string, any: string, multipleOf5: string];
it.each<Proofs>([
  ["records", "with", "empty", "complete", "may lack rows"],
  ["records", "with", "refused", "complete", "complete"],
  ["forwards", "with", "empty", "complete", "may lack rows"],
  ["forwards", "with", "refused", "complete", "unproven"],
  ["records", "without", "empty", "unproven", "unproven"],
  ["records", "without", "refused", "unproven", "unproven"],
  ["forwards", "without", "empty", "unproven", "unproven"],
  ["forwards", "without", "refused", "unproven", "unproven"],
])("a page of %s %s a total, and then one that is %s, proves by its length: %s, or %s", async (...given) => {
  const [group, total, next, any, multipleOf5] = given;
  const found = [4, 5, 6, 99, 100, 101].map(async (length) => {
    const name = `n${length}.example`;
    replyTo(name, (page) => {
      if (page > 1) return next === "empty" ? { json: { data: [] } } : { status: 400 };
      const data = Array.from({ length }, (_, id) => listed(id + 1));
      return { json: { data, ...(total === "with" && { total: length }) } };
    });
    const { proof } = await clientOf()[group].list({ domain: name });
    const asked = server.seen.filter(({ path }) => path.includes(name)).map(({ query }) => query["page"] ?? "-");
    return [length, asked.join(), proof.complete ? (proof.mayLack ? "may lack rows" : "complete") : "unproven"];
  });
  // A page that its total counts, and that can't be full, is not asked for again under the number 1.
  const all = total === "with" ? "-,2" : "-,1,2";
  expect(await Promise.all(found)).toEqual([
    ...[
      [4, all, any],
      [5, "-,1,2", multipleOf5],
      [6, all, any],
      [99, all, any],
      [100, "-,1,2", multipleOf5],
    ],
    [101, all, any],
  ]);
});
