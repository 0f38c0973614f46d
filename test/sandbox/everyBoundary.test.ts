/** Limits of the sandbox: times by a clock that the test moves, counts, and lengths; they are the registrar's, or the page's. */
import { addYears, isoText } from "../../provider/api/readings.ts";
import { respond } from "../../testing/sandbox/dns/message.ts";
import { hostName, integer, relativeName, writeText } from "../../testing/sandbox/encoding.ts";
import { Faults } from "../../testing/sandbox/faults.ts";
import { readNameservers } from "../../testing/sandbox/operations/settings.ts";
import { RateLimiter } from "../../testing/sandbox/rate.ts";
import { FullRequestLog } from "../../testing/sandbox/requestLog.ts";
import { withHeldTime } from "../support/clock.ts";
import { everyBoundary } from "../support/everyBoundary.ts";
import { a, com, withSandbox } from "./raw.ts";

const { pass } = withHeldTime();
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const text = (length: number) => "x".repeat(length);
const name = (length: number) =>
  `${text(61)}.`
    .repeat(9)
    .slice(0, length - 1)
    .concat("a");
const query = Buffer.alloc(12);
const entry = { at: "", operation: "domains.get", method: "GET", path: "/" };
const logWith = (count: number) => {
  const log = new FullRequestLog(() => []);
  return { log, rows: numbers(count).map(() => log.begin(entry)) };
};

everyBoundary(
  "testing/sandbox",
  {
    "encoding.ts isName": [
      (length) => hostName(name(length), "content").length,
      [253, 253],
      [254, /must be a host name/],
    ],
    "encoding.ts label": [
      (length) => hostName(`${text(length)}.com`, "content").length,
      [63, 67],
      [64, /must be a host/],
    ],
    "encoding.ts relativeName": [
      (length) => relativeName(name(length - ".example.com".length), "example.com").length,
      [253, 241],
      [254, /is too long/],
    ],
    "encoding.ts parts": [(bytes) => writeText(text(bytes), "quoted").split(" ").length, [255, 1], [256, 2]],
    "encoding.ts integer": [
      (value) => integer(String(value), "port", 65_535),
      [65_535, 65_535],
      [65_536, /from 0 to 65535/],
    ],
    "dns/message.ts headerLength": [
      (bytes) => respond(query.subarray(0, bytes), "udp", () => undefined) === undefined,
      [12, false],
      [11, true],
    ],
    "lists.ts shown": [
      async (ms) => {
        const { api } = await withSandbox({ profile: "stale-seconds:1" });
        await api.get(`${com}/records`);
        await api.post(`${com}/records`, a);
        await pass(ms);
        return /192.0.2.1/.test((await api.get(`${com}/records`)).text);
      },
      [999, false],
      [1000, true],
    ],
    "operations/marketplace.ts defaultLimit": [
      async (count) => {
        jest.useRealTimers();
        const { sandbox, api } = await withSandbox();
        const path = `/marketplace/domain-appraisal?api_token=${sandbox.appraisalToken}&user_id=${sandbox.marketplaceUserId}&domain_name=tea.com`;
        const ask = () => api.send("GET", path, { headers: {} });
        for (const _ of numbers(count - 1)) await ask();
        return (await ask()).text;
      },
      [25, /"domain_score"/],
      [26, /The daily appraisal limit is reached/],
    ],
    "operations/domains.ts renew": [
      async (ms) => {
        jest.useRealTimers();
        const { sandbox, api } = await withSandbox();
        const expires = isoText(addYears(Date.now(), 9) + ms);
        sandbox.dashboard.editDomain("example.com", { expires });
        return (await api.post(`${com}/renew`, { registration_length: 1 })).status;
      },
      [-60_000, 200],
      [60_000, 400],
    ],
    "operations/settings.ts readNameservers": [
      (count) => readNameservers(numbers(count).map((at) => `ns${at}.example.net`)).length,
      [13, 13],
      [14, /2 to 13 nameservers/],
      [2, 2],
      [1, /2 to 13 nameservers/],
    ],
    "rate.ts take": [
      async (ms) => {
        const limiter = new RateLimiter({ perSecond: 2 });
        const first = numbers(3).map(() => limiter.take());
        await pass(ms);
        return [...first, limiter.take()];
      },
      [500, [undefined, undefined, 0.5, undefined]],
      [499, [undefined, undefined, 0.5, expect.closeTo(0.001)]],
    ],
    "rate.ts take: no more than a second's": [
      async (ms) => {
        const limiter = new RateLimiter({ perSecond: 2 });
        await pass(ms);
        return numbers(3).map(() => limiter.take());
      },
      [1000, [undefined, undefined, 0.5]],
      [9000, [undefined, undefined, 0.5]],
    ],
    "rate.ts take: less than one a second": [
      async (ms) => {
        const limiter = new RateLimiter({ perSecond: 0.5 });
        limiter.take();
        await pass(ms);
        return limiter.take() === undefined;
      },
      [2000, true],
      [1999, false],
    ],
    "requestLog.ts kept": [
      (count) => {
        const { log, rows } = logWith(count);
        return [log.rows().length, log.entries().length, rows[0]?.number];
      },
      [100, [100, 100, 1]],
      [101, [100, 101, 1]],
    ],
    "requestLog.ts kept: bodies": [
      (count) => {
        const { log, rows } = logWith(1);
        const [first] = rows;
        if (first) log.keep(first, {}, {});
        for (const _ of numbers(count - 1)) log.begin(entry);
        return log.exchange(1) !== undefined;
      },
      [100, true],
      [101, false],
    ],
    "requestLog.ts longestBody": [
      (length) => {
        const { log, rows } = logWith(1);
        if (rows[0]) log.keep(rows[0], text(length - 2), {});
        return log.exchange(1)?.request.length;
      },
      [8000, 8000],
      [8001, 8000 + "\u2026 (8001 characters)".length],
    ],
    "faults.ts times": [
      (calls) => {
        const faults = new Faults();
        faults.add({ operation: "*", after: 1, times: 2, fault: "truncate" });
        return numbers(calls)
          .map(() => faults.strike("domains.get"))
          .at(-1);
      },
      [1, undefined],
      [2, "truncate"],
      [3, "truncate"],
      [4, undefined],
    ],
  },
  {
    "dialect.ts status": "sandbox/dialects",
    "dns/data.ts uint16": "the two bytes of a number",
    "dns/message.ts opcodeBits": "sandbox/dns",
    "dns/server.ts idle": "of an idle connection, by Node's own clock",
    "dns/server.ts converse": "sandbox/dns",
    "dns/zone.ts defaultTtl": "sandbox/dns",
    "dns/zone.ts negativeTtl": "sandbox/dns",
    "dns/zone.ts maxTtl": "sandbox/dns",
    "fixtures.ts day": "sandbox/control",
    "operations/marketplace.ts found": "cases/wire",
    "operations/marketplace.ts negative": "invented",
    "page/browser/html.ts toastMs": "of a note on the page",
    "page/browser/model.ts ttl": "sandbox/browser",
    "page/browser/model.ts soon": "sandbox/page",
    "prices.ts vatRate": "lifecycle/registration",
    "sandbox.ts hour": "sandbox/control",
    "server.ts maxParamLength": "far longer than a name",
  },
);
