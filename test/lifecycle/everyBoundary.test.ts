/** Limits of what resources share, and of their arguments: times by a clock that the test moves, counts, and lengths of messages. */
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isoText } from "../../provider/api/index.ts";
import { addYears } from "../../provider/api/readings.ts";
import { recordFromWire, type ZoneRow } from "../../provider/dns/index.ts";
import { approvedChanges } from "../../provider/lifecycle/approvals.ts";
import { AlreadyExistsError } from "../../provider/lifecycle/errors.ts";
import { Ledger } from "../../provider/lifecycle/ledger.ts";
import { RowList } from "../../provider/lifecycle/list.ts";
import { expiryArgument, retryArgument } from "../../provider/lifecycle/orders/arguments.ts";
import { mayRetry } from "../../provider/lifecycle/orders/marks.ts";
import { centsOf } from "../../provider/lifecycle/orders/price.ts";
import { yearsOfRenewal } from "../../provider/lifecycle/orders/renewal.ts";
import { Poll } from "../../provider/lifecycle/poll.ts";
import { warnOfExpiry } from "../../provider/lifecycle/preconditions.ts";
import { recordKind } from "../../provider/lifecycle/records/kind.ts";
import { keyOf, recordOf } from "../../provider/lifecycle/records/lists.ts";
import { Secrets } from "../../provider/lifecycle/redactionScope.ts";
import { needsPlan, transition, unlistedChanges } from "../../provider/lifecycle/rows/entry.ts";
import { isOverChanges, type Plan, type Write } from "../../provider/lifecycle/rows/step.ts";
import { PlanWords } from "../../provider/lifecycle/rows/words.ts";
import { Run } from "../../provider/lifecycle/run.ts";
import * as provider from "../../provider/provider.ts";
import { resources } from "../../provider/resources/index.ts";
import { forwardKind } from "../../provider/resources/urlForward.ts";
import { withHeldTime } from "../support/clock.ts";
import { everyBoundary } from "../support/everyBoundary.ts";
import { newFolder } from "../support/folder.ts";
import { HandlerStack, person, withStory, zone } from "../support/story.ts";

const handlers = { ...provider };
const { registrar, byHand, clear } = withStory();
const home = newFolder();
const { pass } = withHeldTime();
const domain = "example.com";
const dayMs = 86_400_000;
const now = Date.parse("2027-01-01T00:00:00Z");
beforeEach(() => jest.setSystemTime(now));
const later = (ms: number, from = now) => isoText(from + ms);

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
/** Does a check accept the arguments, as far as it is about this one? */
const isAccepted = async (handler: keyof typeof handlers, name: string, args: object): Promise<boolean> => {
  const { failures } = await handlers[handler].check({}, { ...(handler !== "contact" && { domain }), ...args });
  return !failures.some(({ property = "", reason }) => `${property}${reason}`.startsWith(name));
};
const hosts = (count: number) => numbers(count).map((at) => `ns${at}.example.net`);

/** Does a change that was asked for in the past still wait? @param approvalDays default: 14 */
const waitsAfter = (approvalDays?: number) => (ms: number) => {
  const state = { approvalDays, pendingSince: later(-ms), pending: { email: "old" } };
  const { drifted } = approvedChanges(["email"], (_, a, b) => a === b).observe(state, { email: "new" }, () => "old");
  return Object.keys(drifted).length === 0;
};

const bounds = { times: 4, withinMs: 10_000 };
const listRead = (fetch: () => Promise<object[]>) =>
  new RowList(async () => ({ rows: await fetch(), proof: { complete: true, pages: 1 } }), {
    id: () => undefined,
    identity: () => "",
    keys: () => [],
  });
/** The moment of the reading on which an adoption rests, after a first reading at 0 and an adoption that begins at 5000. */
const freshAt = async (writtenAt: number) => {
  const start = Date.now();
  const list = listRead(async () => []);
  await list.read();
  await pass(5000);
  const fresh = new Poll(bounds, undefined).fresh(list, start + writtenAt);
  await pass(100_000);
  await fresh;
  return (await list.read()).readAt - start;
};

const renewal = (from: number, until: number) => {
  const due = { from, until: later(0, until) };
  return yearsOfRenewal(
    { domain, now, kind: "registration", state: undefined, args: undefined },
    { status: "active", expiry_date: later(0, from) },
    due,
  );
};
/** The warning about a domain that expires after so many milliseconds. */
const warnsOf = (ms: number) => {
  const lines: string[] = [];
  const services = { declared: () => undefined, log: (line: string) => lines.push(line) };
  warnOfExpiry(domain, { expiry_date: later(ms), auto_renew: false }, services);
  return lines.join().slice(0, 22);
};

const rowOf = (content: string): ZoneRow => recordFromWire({ id: "1", name: "www", type: "TXT", content }, domain);
const words = new PlanWords({ kind: recordKind, domain });
const scope = { extent: "zone", ownsAll: true, keyOf: () => "", ignores: () => false } as const;
function planOf(kind: "create" | "delete", contents: string[]): Plan<ZoneRow> {
  const writes = contents.map((content): Write<ZoneRow> => {
    const want = recordOf(domain, keyOf("www", "TXT", domain), content, undefined);
    if (want === undefined) throw new TypeError(`${content} is not a record`);
    return kind === "create" ? { kind, want } : { kind, row: rowOf(content), stored: want };
  });
  return { kept: [], obstacles: [], base: 0, writes };
}
/** Does a zone of so many rows need consent to so many changes? */
const isOver = (base: number, maxChanges?: number) => (changes: number) =>
  isOverChanges({ ...planOf("delete", contents(changes)), base }, { ...scope, maxChanges });
const contents = (count: number) => numbers(count).map((at) => `t${at}`);
/** Lines of the refusal of a plan with these obstacles. */
const refused = (obstacles: Plan<ZoneRow>["obstacles"], maxUnlistedDeletes = 0) =>
  words
    .refusals({ ...planOf("create", []), obstacles }, { ...scope, maxUnlistedDeletes })
    .join("\n")
    .split("\n");
/** The number of lines for rows, and the last of them. */
const shape = (lines: readonly string[]) => {
  const shown = lines.filter((line) => line.startsWith("  ") && /TXT|more/.test(line));
  return [shown.length, /and \d+ more/.exec(shown.at(-1) ?? "")?.[0] ?? "each"];
};

everyBoundary(
  "provider/lifecycle",
  {
    "approvals.ts defaultDays": [waitsAfter(), [14 * dayMs - 1000, true], [14 * dayMs, false]],
    "approvals.ts dayMs": [waitsAfter(1), [dayMs - 1000, true], [dayMs, false]],
    "approvals.ts dayMs: no day": [waitsAfter(0), [0, false], [-1000, true]],
    "approvals.ts approvalDaysArgument": [
      (approvalDays) => isAccepted("domainContacts", "approvalDays", { registrant: "A-1", approvalDays }),
      [0, true],
      [-1, false],
    ],
    "arguments.ts nameserversArgument": [
      (count) => isAccepted("nameservers", "nameservers", { nameservers: hosts(count) }),
      [13, true],
      [14, false],
      [2, true],
      [1, false],
    ],
    "arguments.ts nameserversArgument: different ones": [
      (count) => isAccepted("nameservers", "nameservers", { nameservers: ["NS0.example.net.", ...hosts(count)] }),
      [2, true],
      [1, false],
    ],
    "errors.ts someOf": [
      (count) => AlreadyExistsError.conflicting("it", contents(count)).message,
      [5, /: t0; t1; t2; t3; t4 \(/],
      [6, /: t0; t1; t2; t3; t4; \.\.\. \(/],
    ],
    "ledger.ts staleAfterMs": [
      (age) => {
        process.env["PULUMI_HOME"] = home;
        const [folder, name] = [join(home, "registrar-runs"), `file${age}`];
        new Ledger({ engine: "127.0.0.1:1" }).close();
        writeFileSync(join(folder, name), "");
        utimesSync(join(folder, name), 0, (now - age) / 1000);
        new Ledger({ engine: "127.0.0.1:1" }).close();
        return readdirSync(folder).includes(name);
      },
      [dayMs, true],
      [dayMs + 1000, false],
    ],
    "list.ts failureHoldsMs": [
      async (ms) => {
        let asked = 0;
        const list = listRead(async () => {
          asked += 1;
          throw new Error("no");
        });
        await list.read().catch(() => {});
        await pass(ms);
        await list.read().catch(() => {});
        return asked;
      },
      [30_000, 1],
      [30_001, 2],
    ],
    "orders/arguments.ts expiryArgument": [
      (ms) => expiryArgument("").safeParse(later(ms, addYears(now, 10))).success,
      [0, true],
      [1000, false],
    ],
    "orders/arguments.ts retryArgument": [
      (ms) => retryArgument("").safeParse(later(ms)).success,
      [0, true],
      [1000, false],
    ],
    "orders/marks.ts mayRetry": [
      (ms) => mayRetry({ state: {}, args: { retryOrdersBefore: later(0) } }, later(ms)),
      [0, true],
      [1000, false],
    ],
    "orders/price.ts centsOf": [(amount) => centsOf(amount), [999_999_999, 99_999_999_900], [1_000_000_000, undefined]],
    "orders/price.ts centsOf: half a millionth is noise": [
      (amount) => centsOf(amount),
      [13.4000005, 1340],
      [13.400001, 1341],
    ],
    "orders/price.ts centsOf: that a program accepts": [
      (amount) => centsOf(amount, "down"),
      [13.3999995, 1340],
      [13.399999, 1339],
    ],
    "orders/renewal.ts yearsOfRenewal": [
      (ms) => renewal(now + dayMs, addYears(now + dayMs, 10) + ms),
      [0, 10],
      [1000, /even a renewal for 10 years does not reach/],
    ],
    "orders/renewal.ts yearsOfRenewal: a year": [
      (ms) => renewal(now + dayMs, addYears(now + dayMs, 1) + ms),
      [0, 1],
      [1000, 2],
    ],
    "orders/renewal.ts yearsOfRenewal: an expired domain": [
      (ms) => renewal(now + ms, addYears(now, 1)),
      [1000, 1],
      [0, /it expired on 2027-01-01/],
    ],
    "poll.ts staleUntil": [
      (writtenAt) => new Poll(bounds, undefined).staleUntil(writtenAt, 50_000),
      [40_001, 50_001],
      [40_000, undefined],
      [50_000, 60_000],
      [50_001, 60_000],
      [90_000, 60_000],
    ],
    // It waits as long as a list can be stale, and no longer because another clock runs ahead.
    "poll.ts fresh": [
      freshAt,
      [-1, 10_001],
      [0, 10_001],
      [1000, 11_001],
      [5000, 15_001],
      [5001, 15_001],
      [1e12, 15_001],
    ],
    "preconditions.ts soonMs": [warnsOf, [30 * dayMs, "example.com expires on"], [30 * dayMs + 1000, ""]],
    "preconditions.ts soonMs: expired": [warnsOf, [1000, "example.com expires on"], [0, "example.com expired on"]],
    "records/zone.ts seconds": [
      (ttl) => isAccepted("dnsZone", "ttl", { records: { "www A": ["192.0.2.1"] }, ttl }),
      [2_147_483_647, true],
      [2_147_483_648, false],
      [0, true],
      [-1, false],
    ],
    "records/zone.ts maxChanges": [
      (maxChanges) => isAccepted("dnsZone", "maxChanges", { records: {}, maxChanges }),
      [0, true],
      [-1, false],
    ],
    "records/zone.ts maxUnlistedDeletes": [
      (maxUnlistedDeletes) => isAccepted("dnsZone", "maxUnlistedDeletes", { records: {}, maxUnlistedDeletes }),
      [0, true],
      [-1, false],
    ],
    "records/zone.ts recordsArgument: values": [
      (count) =>
        isAccepted("dnsZone", "records", { records: { "www A": numbers(count).map((at) => `198.51.101.${at}`) } }),
      [1, true],
      [0, false],
    ],
    "records/zone.ts valuesArgument": [
      (count) =>
        isAccepted("dnsRecordSet", "values", {
          type: "A",
          name: "www",
          values: numbers(count).map((at) => `198.51.101.${at}`),
        }),
      [1, true],
      [0, false],
    ],
    "redactionScope.ts minLengthOfOthers": [
      (length) => {
        const [all, content] = [new Secrets(), "hunter2s3cret".slice(0, length)];
        all.scope(resources.dnsRecord, ["content"], [{ content }]);
        return all.scope(resources.dnsRecord, [], [{}]).redact(`of ${content}`);
      },
      [8, "of [secret]"],
      [7, "of hunter2"],
    ],
    "redactionScope.ts minLengthOfOthers: a word of a value": [
      (length) => {
        const host = "hunter2s3cret".slice(0, length);
        const bags = [{ values: [`10 ${host}`] }];
        return new Secrets().scope(resources.dnsRecordSet, ["values"], bags).redact(`of ${host}`);
      },
      [8, "of [secret]"],
      [7, "of hunter2"],
    ],
    "redactionScope.ts minLengthOfOthers: an argument of a function": [
      (length) => {
        const [all, value] = [new Secrets(), "hunter2s3cret".slice(0, length)];
        all.note([value]);
        return all.redact(`of ${value}`);
      },
      [8, "of [secret]"],
      [7, "of hunter2"],
    ],
    "rows/apply.ts maxFailures": [
      async (failures) => {
        jest.useRealTimers();
        registrar.sandbox.fault({ operation: "records.create", times: failures, fault: { status: 422 } });
        // An empty list would show nothing, so that the first create ran alone.
        clear();
        byHand("live", "192.0.2.9");
        const stack = new HandlerStack({ "registrar:writesPerDomain": "1" });
        const names = numbers(60).map((at) => `n${at} A`);
        const { errors } = await stack.up({ it: zone(Object.fromEntries(names.map((name) => [name, ["192.0.2.1"]]))) });
        return errors["it"]?.includes("not tried");
      },
      [4, false],
      [5, true],
    ],
    "rows/entry.ts unlistedChanges": [
      (count) => unlistedChanges({ unlisted: contents(count) }, { maxUnlistedDeletes: 2 }).length,
      [2, 1],
      [3, 0],
      [1, 1],
      [0, 0],
    ],
    "rows/entry.ts needsPlan": [
      (maxUnlistedDeletes) => {
        const same = { scope: { ...scope, maxUnlistedDeletes }, wanted: [], stored: [], isNew: false };
        return needsPlan(transition<ZoneRow>(same));
      },
      [1, true],
      [0, false],
    ],
    "rows/step.ts maxPercent": [isOver(10), [3, false], [4, true]],
    "rows/step.ts maxPercent: of 13": [isOver(13), [3, false], [4, true]],
    "rows/step.ts isOverChanges": [isOver(200), [60, false], [61, true]],
    "rows/step.ts smallest": [(base) => isOver(base)(base - 1), [9, false], [10, true]],
    "rows/step.ts maxChanges": [isOver(100, 7), [7, false], [8, true]],
    "rows/step.ts maxChanges: none": [isOver(100, 0), [0, false], [1, true]],
    "rows/words.ts maxLine": [
      (length) => {
        const lineOf = (content: string) =>
          words
            .plan(planOf("delete", [content]), true)
            ?.split("\n")[1]
            ?.trim() ?? "";
        // A long text is shown as two strings.
        const line = lineOf("x".repeat(280 + length - lineOf("x".repeat(280)).length));
        return [line.length, line.endsWith("...")];
      },
      [300, [300, false]],
      [301, [303, true]],
    ],
    "rows/words.ts #steps: of creates": [
      (count) => shape(words.plan(planOf("create", contents(count)), true)?.split("\n") ?? []),
      [10, [10, "each"]],
      [11, [11, "and 1 more"]],
    ],
    "rows/words.ts #steps: of deletes": [
      (count) => shape(words.plan(planOf("delete", contents(count)), true)?.split("\n") ?? []),
      [50, [50, "each"]],
      [51, [51, "and 1 more"]],
    ],
    "rows/words.ts #obstacles": [
      (count) => shape(refused(contents(count).map((content) => ({ kind: "in place", rows: [rowOf(content)] })))),
      [10, [10, "each"]],
      [11, [11, "and 1 more"]],
    ],
    "rows/words.ts #unlisted": [
      (count) => shape(refused([{ kind: "unlisted", rows: contents(count).map((content) => rowOf(content)) }])),
      [50, [50, "each"]],
      [51, [51, "and 1 more"]],
    ],
    "rows/words.ts #unlisted: what the program allows": [
      (maxUnlistedDeletes) => {
        const rows = contents(2).map((content) => rowOf(content));
        const [first = ""] = refused([{ kind: "unlisted", rows }], maxUnlistedDeletes);
        return /allows \d+/.exec(first)?.[0];
      },
      [1, "allows 1"],
      [0, undefined],
    ],
    "rows/words.ts unlisted": [
      (count) => shape(words.unlisted(contents(count).map((content) => rowOf(content))).split("\n")),
      [5, [5, "each"]],
      [6, [6, "and 1 more"]],
    ],
    "run.ts times": [
      async (number) => {
        const configuration = { baseUrl: registrar.sandbox.url, staleMs: 1000, contract: { endpoints: {} } };
        const { poll } = new Run({ configuration: { ...configuration, adopt: true, skipChecks: [], notices: [] } });
        let looks = 0;
        const found = poll.until(async () => {
          looks += 1;
          return looks === number ? "found" : undefined;
        });
        await pass(1001);
        return found;
      },
      [4, "found"],
      [5, undefined],
    ],
  },
  {
    "orders/price.ts rate": "lifecycle/quotes",
    "poll.ts timeout": "of a query to a nameserver, by Node's own clock",
    "poll.ts times": "cli/acme",
    "rows/resource.ts maxPlans": "plugin/handOver",
    "rows/apply.ts progressEvery": "plugin/engineLog",
  },
);

everyBoundary("provider/resources", {
  "dnsZone.ts maxFailures": [
    async (count) => {
      const records = Object.fromEntries(numbers(count).map((at) => [`n${at} A`, ["no address"]]));
      const { failures } = await handlers.dnsZone.check({}, { domain, records });
      return [failures.length, /and \d+ more/.exec(failures.at(-1)?.reason ?? "")?.[0]];
    },
    [20, [20, undefined]],
    [21, [21, "and 1 more"]],
  ],
  "contact.ts word": [
    (length) => isAccepted("contact", "city", { ...person, city: "x".repeat(length) }),
    [1, true],
    [0, false],
  ],
  "contact.ts lines": [
    (count) => isAccepted("contact", "address", { ...person, address: contents(count) }),
    [1, true],
    [0, false],
  ],
  "domainTransfer.ts authCode": [
    (length) =>
      isAccepted("domainTransfer", "authCode", { domain: "a.com", maxPrice: 9, authCode: "x".repeat(length) }),
    [1, true],
    [0, false],
  ],
  "domainRegistration.ts years": [
    (years) => isAccepted("domainRegistration", "years", { domain: "fresh.com", maxPrice: 99, years }),
    [10, true],
    [11, false],
    [1, true],
    [0, false],
  ],
  "urlForward.ts shortened": [
    (length) => {
      const destination = `https://x.example/${"y".repeat(length - "https://x.example/".length)}`;
      return forwardKind.describe({ source: "go", destination, type: "permanent" }, domain).replace(/.* -> /, "")
        .length;
    },
    [100, 100],
    [101, 103],
  ],
});
