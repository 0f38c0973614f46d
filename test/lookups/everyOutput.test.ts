/** Each output of each lookup, with the value that the registrar sends. An output without a value here fails. */
import type { helpers } from "../../provider/lookups/helpers.ts";
import { call, type FunctionName, functions, type Services } from "../../provider/lookups/index.ts";
import { outputPaths, shownPaths } from "../support/outputPaths.ts";
import { person, sip } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { lookupsAt } from "./lookupsAt.ts";

const registrar = withRegistrar();
const domain = "example.com";
const dashboard = () => registrar.sandbox.dashboard;
const held = (name = domain) => registrar.sandbox.domain(name);

const whole = {
  ...{ ...person, organization: "Engines", state: "Kent", fax: "+1.2025550125", label: "one", verified: true },
  ...{ firstName: "Ada", lastName: "Lovelace", type: "admin_user", disclosedFields: ["name"] },
};
const handle = "ATOM-1001";

const info = () => ({
  ...{ domain, tld: "com", status: "active", eppStatus: ["ok"], locked: false, dnssecEnabled: false },
  ...{ registeredAt: held().created, updatedAt: held().updated, expiresAt: held().expires },
  ...{ autoRenew: true, autoRenewPeriod: 12, privacy: true, onServiceNameservers: true },
  nameservers: ["ns1.atom.com", "ns2.atom.com"],
  ...{ registrant: "ATOM-1", admin: "ATOM-2", tech: "ATOM-3", billing: "ATOM-4" },
});
const giveContacts = () =>
  dashboard().editDomain(domain, {
    contacts: { registrant: "ATOM-1", admin: "ATOM-2", tech: "ATOM-3", billing: "ATOM-4" },
  });

const records = [
  { type: "A", name: "www", content: "192.0.2.1", ttl: 300, comment: "web" },
  { type: "MX", name: "", content: "mail.example.net", priority: 10 },
  { ...sip, target: "sip.example.net" },
  { type: "CAA", name: "", flags: 0, tag: "issue", value: "ca.example.net" },
] as const;
const reason = "not one of this package's record types";
const foreign = [
  ...["SOA", "ALIAS", "HTTPS"].map((type) => ({ name: "@", type, reason })),
  { name: "app", type: "NETLIFY", reason },
  { name: "old", type: "URL", reason },
  { name: "parked", type: "MX", reason: "content or priority is missing" },
];
const appraisal = {
  ...{ domain_name: domain, service_appraisal: 4200, domain_score: "7.40", tld_taken_count: 12, tm_conflicts: 3 },
  ...{ positive_signals: ["Easy to say"], negative_signals: ["Long"], root_words: ["example"], is_listed: true },
  ...{ date_registered: "2011-03-04 05:06:07", external_message: "A note.", appraisal_token: "abc", bin_price: 99.5 },
  usage: { used_today: 2, daily_limit: 25, cumulative_count: 7, user_level: "basic" },
  bonus_credits_remaining: 4,
};
const offer = {
  ...{ id: "100001", domain_name: "a.io", image_url: "https://images.example/a.png", tld: "io", structure: 2 },
  ...{ emotion: "calm", price: 900, selling_price: 850, discount_price: 50, type_of_name: "brandable", score: 0.9 },
  ...{ special_collection: "gems", pricing_type: "fixed", price_text: "$850", metadata: {} },
};
const sends = (operation: string, body: object) =>
  registrar.sandbox.fault({ operation, fault: { status: 200, body: { success: true, ...body } } });

const dnssec = { records: [{ key_tag: "7", algorithm: 8, digest_type: "1", digest: "ab cd ef 01" }] };
const price = {
  ...{ unitPrice: 14.99, renewalPrice: 16.99, icannFee: 0.54, premium: false, years: 3 },
  ...{ subtotal: 45.51, vatRate: 0.2, vatAmount: 9.1, total: 54.61 },
};

interface Story {
  before?: () => unknown;
  ask: (lookups: Services) => Promise<object>;
  shows: () => object;
  /** Outputs that it never has, although its type has them. */
  never?: readonly string[];
}
const stories: Record<Exclude<FunctionName, keyof typeof helpers>, Story> = {
  appraiseDomain: {
    before: () => sends("marketplace.appraise", appraisal),
    ask: (lookups) => call("appraiseDomain", lookups, { domain }),
    shows: () => ({
      ...{ domain, value: 4200, domainScore: 7.4, domainScoreText: "7.40", tldTakenCount: 12, trademarkConflicts: 3 },
      ...{ positiveSignals: ["Easy to say"], negativeSignals: ["Long"], rootWords: ["example"], isListed: true },
      ...{ registeredAt: "2011-03-04 05:06:07", message: "A note.", buyNowPrice: 99.5, bonusCreditsRemaining: 4 },
      usage: { usedToday: 2, dailyLimit: 25, cumulativeCount: 7, userLevel: "basic" },
    }),
  },
  checkAvailability: {
    ask: (lookups) => call("checkAvailability", lookups, { domains: ["fresh.dev", domain], years: 3 }),
    shows: () => ({
      names: [
        { domain: "fresh.dev", available: true, inAccount: false, status: "available", price },
        { domain, available: false, inAccount: true, status: "unavailable" },
      ],
    }),
  },
  getContact: {
    before: () => dashboard().editContact(handle, whole),
    ask: (lookups) => call("getContact", lookups, { handle }),
    shows: () => ({ handle, ...whole }),
  },
  getContacts: {
    before: () => dashboard().editContact(handle, whole),
    ask: (lookups) => call("getContacts", lookups, {}),
    shows: () => ({ contacts: [{ handle, ...whole }] }),
  },
  getDnsRecords: {
    before: () => {
      for (const record of records) dashboard().addRecord(domain, record);
    },
    ask: (lookups) => call("getDnsRecords", lookups, { domain }),
    shows: () => ({
      domain,
      records: [
        ...["ns1.atom.com", "ns2.atom.com"].map((content) => ({ domain, type: "NS", name: "@", content, ttl: 86400 })),
        { domain, ...records[0] },
        { domain, ...records[1], name: "@" },
        { domain, type: "SRV", name: "_sip._tcp", priority: 1, weight: 2, port: 3, target: "sip.example.net" },
        { domain, ...records[3], name: "@" },
      ],
      zone: {
        records: {
          "@ NS": ["ns1.atom.com", "ns2.atom.com"],
          "www A": ["192.0.2.1"],
          "@ MX": ["10 mail.example.net"],
          "_sip._tcp SRV": ["1 2 3 sip.example.net"],
          "@ CAA": ['0 issue "ca.example.net"'],
        },
        ttls: { "@ NS": 86400, "www A": 300 },
      },
      unreadable: foreign,
    }),
    // Each key has its own TTL.
    never: ["zone.ttl"],
  },
  getDnssec: {
    before: () => sends("dnssec.get", { data: dnssec }),
    ask: (lookups) => call("getDnssec", lookups, { domain }),
    shows: () => ({
      ...{ domain, enabled: true, details: dnssec },
      dsRecords: [{ keyTag: 7, algorithm: 8, digestType: 1, digest: "ABCDEF01" }],
    }),
  },
  getDomain: { before: giveContacts, ask: (lookups) => call("getDomain", lookups, { domain }), shows: info },
  getDomainLock: {
    ask: (lookups) => call("getDomainLock", lookups, { domain: "example.net" }),
    shows: () => ({
      ...{ domain: "example.net", locked: true, transferProhibited: true, canTransferOut: false },
      ...{ icannTransferLock: true, icannTransferLockExpiresAt: held("example.net").restrictedUntil },
    }),
  },
  getDomains: {
    before: () => {
      for (const name of ["example.net", "example.org"]) registrar.sandbox.removeDomain(name);
      giveContacts();
    },
    ask: (lookups) => call("getDomains", lookups, {}),
    shows: () => ({ domains: [info()] }),
  },
  getNameservers: {
    ask: (lookups) => call("getNameservers", lookups, { domain }),
    shows: () => ({ domain, nameservers: ["ns1.atom.com", "ns2.atom.com"], onServiceNameservers: true }),
  },
  getTldPricing: {
    ask: (lookups) => call("getTldPricing", lookups, { tlds: ["com"] }),
    shows: () => ({ prices: { com: { register: 13.4, renew: 15.8, transfer: 12.2 } } }),
  },
  getUrlForwards: {
    before: () => {
      dashboard().addForward(domain, { source: "shop", destination: "https://example.net/", type: "permanent" });
      dashboard().addForward(domain, { source: "two words", destination: "https://example.net/" });
    },
    ask: (lookups) => call("getUrlForwards", lookups, { domain }),
    shows: () => ({
      domain,
      forwards: [{ domain, source: "shop", destination: "https://example.net/", type: "permanent" }],
      unreadable: [{ name: "two words", reason: "a forward whose source is not a host name" }],
    }),
    // A forward has no record type.
    never: ["unreadable.type"],
  },
  searchMarketplace: {
    before: () =>
      sends("marketplace.search", {
        ...{ query: "calm", page: 2, page_size: 20, total: 47, total_pages: 3, processing_time_ms: 12.5 },
        domains: [offer],
      }),
    ask: (lookups) => call("searchMarketplace", lookups, { query: "calm", page: 2 }),
    shows: () => ({
      ...{ query: "calm", page: 2, pageSize: 20, total: 47, totalPages: 3, processingTimeMs: 12.5 },
      names: [
        {
          ...{ id: "100001", domain: "a.io", imageUrl: "https://images.example/a.png", tld: "io", structure: 2 },
          ...{ emotion: "calm", price: 900, sellingPrice: 850, discountPrice: 50, typeOfName: "brandable" },
          ...{ score: 0.9, specialCollection: "gems", pricingType: "fixed", priceText: "$850" },
        },
      ],
    }),
  },
};

it.each(Object.entries(stories))("%s shows each of its outputs, and asks what its row says", async (name, story) => {
  story.before?.();
  const result = await story.ask(lookupsAt(registrar.sandbox));
  expect(result).toEqual(story.shows());
  expect([...shownPaths(name, result), ...(story.never ?? [])].sort()).toEqual(outputPaths(name).sort());
  const asked = new Set(registrar.sandbox.log.entries().map(({ operation }) => operation));
  expect([...asked].sort()).toEqual([...(functions[name as FunctionName].endpoints ?? [])].sort());
});
