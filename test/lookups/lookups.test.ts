/** Lookups of programs: their filters, failures and costs. Each output: everyOutput. */
import { searchOfAll } from "../../provider/fronts/dynamic/program.ts";
import { call } from "../../provider/lookups/index.ts";
import type { GetDomainsArgs, LiveDnsRecord, LiveUrlForward } from "../../provider/lookups/types.generated.ts";
import { failureOf, withServer } from "../api/server.ts";
import { everyType, forward, HandlerStack, quick, withStory } from "../support/story.ts";
import { lookupsAt } from "./lookupsAt.ts";

const { registrar } = withStory();
const server = withServer();

const program = () => lookupsAt(registrar.sandbox);

describe("domains", () => {
  it("an invalid name fails before a call, and that of another account says so", async () => {
    for (const domain of ["", "not a name", "com"])
      expect(await failureOf(call("getDomain", program(), { domain }))).toMatchObject({
        code: "ERR_REGISTRAR_INVALID_INPUT",
      });
    expect(registrar.calls()).toEqual([]);
    registrar.sandbox.addDomain("theirs.com", { account: "other" });
    expect(await failureOf(call("getDnsRecords", program(), { domain: "theirs.com" }))).toMatchObject({
      code: "ERR_REGISTRAR_DOMAIN_FORBIDDEN",
    });
  });

  it("lists all pages, filtered by TLD, status and expiry, and reads them once", async () => {
    const { sandbox } = registrar;
    for (let n = 0; n < 230; n += 1) {
      sandbox.addDomain(`d${n}.${n % 2 === 0 ? "dev" : "io"}`, { expires: `20${40 + (n % 10)}-06-30T12:00:00Z` });
    }
    sandbox.addDomain("theirs.com", { account: "other" });
    const lookups = program();
    const { domains: all } = await call("getDomains", lookups, {});
    expect(all).toHaveLength(233);
    expect(all.map(({ domain }) => domain)).toEqual(all.map(({ domain }) => domain).sort());
    expect(registrar.calls()).toEqual(["GET domains.list"]);

    const cases: [GetDomainsArgs, number][] = [
      [{ tlds: [".DEV"] }, 115],
      [{ tlds: ["io", "org"] }, 116],
      [{ statuses: ["Active"] }, 233],
      [{ statuses: ["expired", "pending_transfer"] }, 0],
      [{ expiresAfter: "2049-01-01" }, 23],
      [{ expiresAfter: "2041-01-01", expiresBefore: "2042-01-01", tlds: ["io"] }, 23],
      [{ expiresBefore: "2042-06-30 12:00:00" }, 3 + 23 + 23],
      [{ expiresBefore: "2042-06-30T12:00:01Z" }, 3 + 23 + 23 + 23],
      [{ expiresBefore: "2042-06-30T12:00Z" }, 3 + 23 + 23],
      [{ expiresBefore: "2042-06-30T14:01+02:00" }, 3 + 23 + 23 + 23],
      [{ expiresBefore: "2042-06-30 12:00:01 +0000" }, 3 + 23 + 23 + 23],
    ];
    for (const [args, count] of cases) {
      const { domains } = await call("getDomains", lookups, args);
      expect([args, domains.length]).toEqual([args, count]);
    }
    expect(registrar.calls()).toEqual([]);
    for (const wrong of [{ expiresBefore: "soon" }, { tlds: JSON.parse('"io"') }, { statuses: JSON.parse('"active"') }])
      expect(await failureOf(call("getDomains", lookups, wrong))).toMatchObject({
        code: "ERR_REGISTRAR_INVALID_INPUT",
      });
  });
});

it("getTldPricing reads numbers, decimal strings and totals, under the names of the specification", async () => {
  const body = {
    success: true,
    pricing: {
      ".com": { register: "10.99", renew: { total: "12.50", currency: "USD" }, transfer: 9 },
      "co.uk": { register: 5, renewal: 6, transfer: null },
      odd: "ask us",
    },
  };
  registrar.sandbox.fault({ operation: "tlds.pricing", times: 1, fault: { status: 200, body } });
  expect((await call("getTldPricing", program(), {})).prices).toEqual({
    com: { register: 10.99, renew: 12.5, transfer: 9 },
    "co.uk": { register: 5 },
    odd: {},
  });
});

const asProgram = (rows: (LiveDnsRecord | LiveUrlForward)[], handler: "dnsRecord" | "urlForward") =>
  Object.fromEntries(rows.map((row, n) => [`${handler}${n}`, { handler, args: { ...row } }]));

it.each([[[]], [["all-awkward"]]])(
  "lookups give records and forwards that resources adopt as they are, under %p",
  async (profile: string[]) => {
    const { sandbox } = registrar;
    const stack = new HandlerStack(quick);
    const made = await stack.up({ ...everyType, shop: forward("shop", "https://www.example.net/shop") });
    expect(made.errors).toEqual({});
    sandbox.dashboard.addForward("example.com", { source: "two words", destination: "https://www.example.net/" });
    sandbox.setProfile(profile);
    registrar.calls();

    const lookups = program();
    const { records, unreadable: others } = await call("getDnsRecords", lookups, { domain: "example.com" });
    const { forwards, unreadable } = await call("getUrlForwards", lookups, { domain: "example.com" });
    const reason = "a forward whose source is not a host name";
    expect(unreadable).toEqual([{ name: expect.stringMatching(/^two words/), reason }]);
    const ours = records.filter(({ type, name }) => !(type === "NS" && name === "@"));
    expect(ours).toHaveLength(Object.keys(everyType).length);
    expect(registrar.writes()).toEqual([]);
    expect(others.map(({ type }) => type)).toContain("SOA");

    const taken = await new HandlerStack(quick).up({
      ...asProgram(ours, "dnsRecord"),
      ...asProgram(forwards, "urlForward"),
    });
    expect(taken.errors).toEqual({});
    expect(registrar.writes()).toEqual([]);
  },
);

describe("the marketplace", () => {
  it("searches a page, and every page one after another, as far as it is asked to", async () => {
    const lookups = program();
    const page = await call("searchMarketplace", lookups, { query: "calm sea", filters: { tld: ["com"], max: 9 } });
    expect(page).toMatchObject({ query: "calm sea", page: 1, pageSize: 20, total: 47, totalPages: 3 });
    expect(page.names[0]).toMatchObject({ id: "100000", domain: expect.stringMatching(/0\.(com|io|ai)$/), score: 1 });

    const searchAll = searchOfAll((args) => call("searchMarketplace", lookups, args));
    registrar.calls();
    const names: string[] = [];
    for await (const { domain } of searchAll({ query: "calm sea", pageSize: 20 })) names.push(domain);
    expect(new Set(names).size).toBe(47);
    expect(registrar.calls()).toEqual(Array(3).fill("GET marketplace.search"));
    const first: string[] = [];
    for await (const { domain } of searchAll({ query: "sea" })) {
      first.push(domain);
      if (first.length === 5) break;
    }
    expect(registrar.calls()).toEqual(["GET marketplace.search"]);
  });

  it("shows its credentials nowhere, although an unkind registrar repeats what it was asked", async () => {
    server.respond = ({ url }) => ({ status: 400, json: { message: `cannot serve ${url}` } });
    const lines: string[] = [];
    const api = server
      .client({
        ...{ token: "bearer-token-77", marketplaceUserId: "user-4242" },
        ...{ marketplaceToken: "market-key-88", appraisalToken: "appraisal-key-99" },
        env: { REGISTRAR_LOG: "debug" },
        log: (line) => lines.push(line),
      })
      .cached();
    const errors = [
      await failureOf(call("searchMarketplace", { api, warn: lines.push }, { query: "sea" })),
      await failureOf(call("appraiseDomain", { api, warn: lines.push }, { domain: "a.com" })),
    ];
    expect([server.seen.length, lines.length]).toEqual([2, 2]);
    const everything = [...lines, ...errors.map(({ message, stack }) => `${message}${stack}`)].join("\n");
    expect(everything).not.toMatch(/market-key|appraisal-key|user-4242|bearer-token/);
  });
});

it.each([
  [
    "domains.check",
    "the response has no `status`, so it is not known whether the name is available",
    { domain_price: { total: 9 } },
    () => call("checkAvailability", program(), { domains: ["fresh.com"] }),
  ],
  [
    "marketplace.appraise",
    "the appraisal contains no value",
    { domain_score: 5 },
    () => call("appraiseDomain", program(), { domain: "example.com" }),
  ],
])("a response of %s without what a lookup needs is an error: %s", async (operation, lack, body, ask) => {
  registrar.sandbox.fault({ operation, fault: { status: 200, body: { success: true, ...body } } });
  expect((await failureOf(ask())).message).toContain(`: ${lack}. `);
});

it("a program asks a question once, also at the same time; a failure is asked again", async () => {
  const lookups = program();
  const [first, second] = await Promise.all([
    call("getDomain", lookups, { domain: "example.com" }),
    call("getDomain", lookups, { domain: "EXAMPLE.COM" }),
  ]);
  expect(second).toEqual(first);
  first.nameservers.push("changed by the program");
  expect((await call("getDomain", lookups, { domain: "example.com" })).nameservers).toHaveLength(2);
  // That the account holds the name is known by now.
  await call("checkAvailability", lookups, { domains: ["example.com"] });
  expect(registrar.calls()).toEqual(["GET domains.get", "GET domains.check"]);

  registrar.sandbox.fault({ operation: "lock.get", times: 1, fault: { status: 403 } });
  await failureOf(call("getDomainLock", lookups, { domain: "example.com" }));
  expect((await call("getDomainLock", lookups, { domain: "example.com" })).locked).toBe(false);
});
