/**
 * Promises in the descriptions of arguments and outputs, against behaviour: ranges, defaults, and orders at a registrar without any.
 * A description with such a promise and without a row fails.
 */
import { readConfiguration } from "../../provider/api/index.ts";
import { readDnssec } from "../../provider/api/readings.ts";
import schema from "../../provider/fronts/plugin/schema.generated.json";
import { call, type FunctionName } from "../../provider/lookups/index.ts";
import * as provider from "../../provider/provider.ts";
import type { PropertySpec } from "../../scripts/generated/schema.ts";
import { domain, person, quick } from "../support/records.ts";
import { HandlerStack, one, unchanged, withStory } from "../support/story.ts";
import { lookupsAt } from "./lookupsAt.ts";

const { registrar } = withStory({ profile: "shuffled" });
const lookups = () => lookupsAt(registrar.sandbox);

const handlers = { ...provider };
type Members = Readonly<Record<string, PropertySpec>>;
const local = (token: string) => token.replace("registrar:index:", "");
const classes: readonly (readonly [owner: string, members: Members])[] = [
  ["Provider", schema.config.variables],
  ...Object.entries<{ properties: Members; inputProperties: Members }>(schema.resources).flatMap(
    ([token, { properties, inputProperties }]) =>
      [properties, inputProperties].map((members) => [local(token), members] as const),
  ),
  ...Object.entries<{ inputs: { properties?: Members }; outputs: { properties?: Members } }>(schema.functions).flatMap(
    ([token, { inputs, outputs }]) =>
      [inputs, outputs].map(({ properties = {} }) => [local(token), properties] as const),
  ),
];
/** By class and member, of arguments and outputs together. */
const descriptions = new Map<string, string>();
for (const [owner, members] of classes)
  for (const [name, { description = "" }] of Object.entries(members)) {
    const member = `${owner}.${name}`;
    descriptions.set(member, `${descriptions.get(member) ?? ""} ${description}`);
  }
const saying = (words: RegExp) =>
  [...descriptions].flatMap(([member, description]) => (words.test(description) ? [member] : [])).sort();

const setting = (name: string) => (value: number) => {
  const get = (key: string) => (key === `registrar:${name}` ? String(value) : undefined);
  return isAccepted(async () => readConfiguration({ get, env: process.env }));
};
const isAccepted = (work: () => Promise<unknown>) =>
  work().then(
    () => true,
    () => false,
  );
/** Does a check accept the arguments, as far as it is about this one? */
const argument =
  (handler: keyof typeof handlers, name: string, base: object, argsOf = (value: number): unknown => value) =>
  async (value: number) => {
    const { failures } = await handlers[handler].check({}, { domain, ...base, [name]: argsOf(value) });
    return !failures.some((failure) => `${failure.property}: ${failure.reason}`.startsWith(name));
  };
const asked = (name: "checkAvailability" | "searchMarketplace", args: (value: number) => object) => (value: number) =>
  isAccepted(() => call(name, lookups(), args(value)));
const hosts = (count: number) => Array.from({ length: count }, (_, at) => `ns${at}.example.net`);
const srv = { type: "SRV", name: "_sip._tcp", target: "sip.example.net", priority: 1, weight: 1, port: 1 };

const ranges: readonly (readonly [
  member: string,
  low: number,
  high: number,
  accepts: (value: number) => Promise<boolean>,
])[] = [
  ["Provider.staleListSeconds", 0, 600, setting("staleListSeconds")],
  ["Provider.writesPerDomain", 1, 16, setting("writesPerDomain")],
  ["DnsRecord.ttl", 0, 2147483647, argument("dnsRecord", "ttl", { type: "A", name: "www", content: "192.0.2.1" })],
  ["DnsRecord.priority", 0, 65535, argument("dnsRecord", "priority", srv)],
  ["DnsRecord.weight", 0, 65535, argument("dnsRecord", "weight", srv)],
  ["DnsRecord.port", 0, 65535, argument("dnsRecord", "port", srv)],
  [
    "DnsRecordSet.ttl",
    0,
    2147483647,
    argument("dnsRecordSet", "ttl", { type: "A", name: "www", values: ["192.0.2.1"] }),
  ],
  ["Nameservers.nameservers", 2, 13, argument("nameservers", "nameservers", {}, hosts)],
  ["DomainRegistration.years", 1, 10, argument("domainRegistration", "years", { maxPrice: 9999 })],
  ["DomainTransfer.nameservers", 2, 13, argument("domainTransfer", "nameservers", { maxPrice: 20 }, hosts)],
  ["checkAvailability.years", 1, 10, asked("checkAvailability", (years) => ({ domains: ["fresh.com"], years }))],
  ["searchMarketplace.pageSize", 1, 100, asked("searchMarketplace", (pageSize) => ({ query: "tea", pageSize }))],
];

it("each range of a description has a row", () => {
  expect(saying(/\b\d+ to \d+\b/)).toEqual(ranges.map(([member]) => member).sort());
});

it.each(ranges)(
  "%s is accepted from %d to %d, as its description says, and not beside",
  async (member, low, high, accepts) => {
    expect(descriptions.get(member)).toContain(`${low} to ${high}`);
    const values = [low - 1, low, high, high + 1];
    expect(await Promise.all(values.map(accepts))).toEqual([false, true, true, false]);
  },
);

const domains = ["delta.com", "alpha.com", "echo.com", "bravo.com", "charlie.com"];
/** Applies arguments, and expects that neither a refresh nor another order of them changes anything. */
async function isUnordered(handler: keyof typeof handlers, name: string, values: readonly string[], base: object = {}) {
  const stack = new HandlerStack(quick);
  const program = (all: readonly string[]) => ({ it: one(handler, { ...base, [name]: all }) });
  expect((await stack.up(program(values))).errors).toEqual({});
  expect(await stack.refresh()).toEqual(unchanged);
  expect((await stack.up(program([...values].reverse()))).steps).toEqual({ it: "same" });
}

const orders: Readonly<Record<string, (words: string) => Promise<void>>> = {
  "getDomains.domains: sorted by name": async () => {
    for (const name of domains) registrar.sandbox.addDomain(name);
    const found = (await call("getDomains", lookups(), {})).domains.map((each) => each.domain);
    expect(found.filter((name) => domains.includes(name))).toEqual([...domains].sort());
    expect(found).toEqual([...found].sort());
  },
  "checkAvailability.names: in the given order": async () => {
    const { names } = await call("checkAvailability", lookups(), { domains });
    expect(names.map((each) => each.domain)).toEqual(domains);
  },
  "getContacts.contacts: in the registrar's order": async () => {
    const program = ["Zoe", "Abe", "Mia"].map(
      (name) => [name, { handler: "contact", args: { ...person, name } }] as const,
    );
    expect((await new HandlerStack(quick).up(Object.fromEntries(program))).errors).toEqual({});
    const { url, token } = registrar.sandbox;
    const response = await fetch(`${url}/registrar/v1/contacts`, { headers: { authorization: `Bearer ${token}` } });
    const data: { handle: string }[] = Object(await response.json()).data;
    const { contacts } = await call("getContacts", lookups(), {});
    expect(contacts.map(({ handle }) => handle)).toEqual(data.map(({ handle }) => handle));
  },
  "searchMarketplace.names: in the marketplace's order": async () => {
    const { names } = await call("searchMarketplace", lookups(), { query: "tea" });
    expect(names.map(({ score }) => score)).toEqual(names.map(({ score }) => score).sort((a = 0, b = 0) => b - a));
  },
  "Dnssec.dsRecords: in a fixed order": async () => {
    const records = [3, 1, 2].map((tag) => `${tag} 13 2 ${"AB".repeat(32)}`);
    const tags = (rows: string[]) => readDnssec({ records: rows }).dsRecords.map(({ keyTag }) => keyTag);
    for (const rows of [records, [...records].reverse()]) expect(tags(rows)).toEqual([1, 2, 3]);
  },
  "Nameservers.nameservers: in any order": () => isUnordered("nameservers", "nameservers", hosts(5)),
  "DnsRecordSet.values: Order has no meaning": () =>
    isUnordered("dnsRecordSet", "values", ["192.0.2.3", "192.0.2.1", "192.0.2.2"], { type: "A", name: "www" }),
};

it("each order that a description promises has a row", () => {
  const words = /\bsorted\b|\bin (?:the|a|any)[\w' ]* order\b|\border has\b/i;
  expect(saying(words)).toEqual(
    Object.keys(orders)
      .map((row) => row.replace(/:.*/, ""))
      .sort(),
  );
});

it.each(Object.entries(orders))("%s, at a registrar whose lists are in no order", async (row, holds) => {
  const [member = "", words = ""] = row.split(": ");
  expect(descriptions.get(member)).toContain(words);
  await holds(words);
});

it("unlisted values of others are sorted, at a registrar whose lists are in no order", async () => {
  const { sandbox } = registrar;
  const stack = new HandlerStack(quick);
  const zone = one("dnsZone", { mode: "authoritative", records: { "@ MX": ["10 mail.example.net"] } });
  expect((await stack.up({ zone })).errors).toEqual({});
  for (const name of ["m", "a", "z", "k"])
    sandbox.dashboard.addRecord(domain, { type: "A", name, content: "192.0.2.9" });
  await stack.refresh();
  expect(stack.state.get("zone")?.outputs["unlisted"]).toEqual(
    ["a", "k", "m", "z"].map((name) => `${name} A 192.0.2.9`),
  );
});

/** All that a person can tell apart, with and without an argument. */
type Outcome = (given: object) => Promise<unknown>;
const configured: Outcome = async (given) => {
  const settings = Object.fromEntries(Object.entries(given).map(([key, value]) => [`registrar:${key}`, String(value)]));
  return readConfiguration({ get: (key) => settings[key], env: process.env });
};
const called =
  (name: FunctionName, args: object): Outcome =>
  async (given) =>
    call(name, lookups(), { ...args, ...given });
/** Of a program that is applied after edits by hand, then destroyed. */
const lived =
  (handler: keyof typeof handlers, args: object, byHand = () => {}): Outcome =>
  async (given) => {
    registrar.sandbox.reset();
    byHand();
    const stack = new HandlerStack(quick);
    const { errors } = await stack.up({ it: one(handler, { ...args, ...given }) });
    const rows = registrar.sandbox.records(domain).length;
    const ordered = registrar.sandbox.ledger().map(({ at: _at, ...order }) => order);
    await stack.destroy();
    const { nameservers } = registrar.sandbox.domain(domain);
    return { errors, rows, nameservers, ordered };
  };
const foreign = () => registrar.sandbox.dashboard.addRecord(domain, { type: "A", name: "www", content: "192.0.2.9" });
const www = { type: "A", name: "www", values: ["192.0.2.1"] };
const zone = { mode: "authoritative", records: { "www A": ["192.0.2.1"] } };
const teams = { service: "microsoft365", host: "example-com.mail.protection.outlook.com" };

const defaults: readonly (readonly [member: string, value: unknown, other: unknown, outcome: Outcome])[] = [
  ["DnsRecordSet.maxUnlistedDeletes", 0, 1, lived("dnsRecordSet", www, foreign)],
  ["DnsZone.maxUnlistedDeletes", 0, 1, lived("dnsZone", zone, foreign)],
  ["DnsZone.mode", "additive", "authoritative", lived("dnsZone", { records: zone.records }, foreign)],
  [
    "DomainRegistration.acceptPremium",
    false,
    true,
    lived("domainRegistration", { domain: "premium.com", maxPrice: 9999 }),
  ],
  ["DomainRegistration.years", 1, 2, lived("domainRegistration", { domain: "fresh.com", maxPrice: 9999 })],
  ["Nameservers.restoreOnDelete", false, true, lived("nameservers", { nameservers: hosts(2) })],
  ["Provider.staleListSeconds", 10, 11, configured],
  ["dkim.testing", false, true, called("dkim", { selector: "s1", publicKey: "" })],
  ["mailServices.teams", false, true, called("mailServices", teams)],
  ["searchMarketplace.page", 1, 2, called("searchMarketplace", { query: "tea" })],
  ["searchMarketplace.pageSize", 20, 1, called("searchMarketplace", { query: "tea" })],
];
/** Defaults of RFC 7489, and numbers that `everyBoundary` and `test/api/pacing` count. */
const elsewhere = /^dmarc|\.(?:maxChanges|approvalDays|writesPerDomain)$/;

it("each default value of a description has a row", () => {
  const found = saying(/Default: (?:`[a-z]+`|\d)/).filter((member) => !elsewhere.test(member));
  expect(found).toEqual(defaults.map(([member]) => member));
});

it.each(defaults)("%s is %s by default, as its description says", async (member, value, other, outcome) => {
  const name = member.replace(/.*\./, "");
  expect(descriptions.get(member)).toMatch(new RegExp(`Default: \`?${value}\\b`));
  const absent = await outcome({});
  expect(await outcome({ [name]: value })).toEqual(absent);
  expect(await outcome({ [name]: other })).not.toEqual(absent);
});
