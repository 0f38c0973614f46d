/** Sound answers to every operation, and ways to spoil them. */
import { type EndpointName, endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import * as fc from "../support/fastCheck.ts";
import { person } from "../support/records.ts";

export const token = "tok-5ecret-5ecret-5ecret";

const record = { id: 1, type: "A", name: "www", content: "192.0.2.1", ttl: 300, comment: "web" };
const sip = { service: "_sip", protocol: "_tcp", priority: 1, weight: 2, port: 3, target: "sip.example.net" };
const records = [
  record,
  { id: "rec_2", type: "TXT", name: "www.example.com.", content: '"one" "two"', ttl: 3600 },
  { id: 3, type: "MX", name: "@", content: "10 MAIL.example.net.", priority: null },
  { id: 4, type: "SRV", name: "", ...sip },
  { id: 5, type: "CAA", name: "@", content: '0 issue "ca.example.net"' },
  { id: 6, type: "SOA", name: "@", content: "ns1.example.net. hostmaster.example.net. 1 2 3 4 5" },
];
const forward = { id: 7, source: "shop", destination: "https://example.net/", type: "permanent" };
const contact = { handle: "ATOM-1001", type: "registrant_user", ...person, fax: null, verified: true };
const domain = {
  ...{ domain_name: "example.com", status: "active", whois_status: ["clientTransferProhibited"] },
  ...{ transfer_locked: true, nameservers: ["ns1.atom.com", "ns2.atom.com"], expiry_date: "2027-01-01T00:00:00Z" },
};
const lock = {
  ...{ success: true, locked: false, status: "unlocked", transfer_locked: false, can_transfer_out: false },
  ...{ icann_transfer_lock: true, icann_transfer_lock_expires_at: "2027-01-01 00:00:00" },
};
const price = { unit_price: 9.99, total: 12 };
const order = { domain: "example.com", registration_length: 1, price_breakdown: price, status: "ok" };
const offer = { domain: "example.com", availability: 1, status: "available", domain_price: price };
const found = { id: "1", domain_name: "tea.com", price: 1 };
const appraisal = { service_appraisal: 100, domain_score: "9.10", appraisal_token: "abcdef" };

const sound: Partial<Record<EndpointName, unknown>> = {
  "domains.list": { success: true, data: [domain], total: 1 },
  "domains.get": { success: true, data: domain },
  "domains.check": { success: true, data: offer },
  "domains.register": { success: true, data: order },
  "domains.renew": { success: true, data: order },
  "domains.transfer": { success: true, data: order },
  "tlds.pricing": { success: true, pricing: { com: { register: 9.99, renew: { price: 10 }, transfer: 9 } } },
  "records.list": { success: true, data: records, total: records.length },
  "records.create": { success: true, message: "made", data: { ...record, id: 9 } },
  "records.update": { success: true, message: "changed", data: record },
  "forwards.list": { success: true, data: { url_forwards: [forward] } },
  "forwards.create": { success: true, message: "made", data: { ...forward, id: 8 } },
  "forwards.update": { success: true, data: forward },
  "contacts.list": { success: true, data: [contact], total: 1 },
  "contacts.get": { success: true, data: contact },
  "contacts.create": { success: true, data: { ...contact, handle: "ATOM-1002" } },
  "contacts.update": { success: true, data: contact },
  "nameservers.get": { success: true, data: { nameservers: domain.nameservers } },
  "lock.get": lock,
  "marketplace.search": { success: true, query: "tea", page: 1, page_size: 20, total: 1, domains: [found] },
  "marketplace.appraise": { domain_name: "tea.com", ...appraisal },
};

const patterns = endpointNames.map((name) => ({
  name,
  method: endpoints[name].method,
  path: new RegExp(`^/api${endpoints[name].path.replace(/\{[a-z]+\}/g, "[^/]+")}$`),
}));

/** The operation that a request is for. A fixed path wins over one with a parameter in its place. */
export function operationOf(method: string, path: string): EndpointName | undefined {
  const matching = patterns.filter((pattern) => pattern.method === method && pattern.path.test(path));
  return matching.sort((a, b) => b.path.source.length - a.path.source.length)[0]?.name;
}

export const soundAnswer = (name: EndpointName | undefined): unknown =>
  (name === undefined ? undefined : sound[name]) ?? { success: true, message: "done" };

/** One way to spoil an answer: where (a number picks one of all places), and how. */
export interface Mutation {
  place: number;
  kind: string;
}

/** An own property, also of a name that JavaScript keeps for itself. */
const own = (key: string, value: unknown) => Object.fromEntries([[key, value]]);
const polluting = () => own("__proto__", { polluted: true, toString: null, id: 1 });

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { data: value };
  return value;
}

/** The replacement of a value; of one that is dropped, nothing. */
const spoiled: Record<string, (value: unknown) => unknown> = {
  drop: () => null,
  null: () => null,
  number: () => 4.5,
  huge: () => 1e308,
  digits: () => "@@123456789012345678901234567890@@",
  negative: () => -7,
  text: () => "true",
  empty: () => "",
  long: () => "x".repeat(70_000),
  surrogate: () => "\ud800 www \udc00",
  control: () => "a\u0000b\n\u2028\u202e",
  flag: () => false,
  list: (value) => [value, value, null],
  object: (value) => ({ value }),
  nest: () => nested(300),
  proto: (value) => ({ ...(typeof value === "object" ? value : {}), ...polluting(), nested: polluting() }),
  constructor: (value: unknown) => {
    const polluted = { prototype: { polluted: true } };
    return { constructor: polluted, ...polluted, hasOwnProperty: 1, value };
  },
  twice: (value) => (Array.isArray(value) ? [...value, ...value] : value),
  wrap: (value) => ({ data: { data: value } }),
  failure: (value) => ({ success: false, error: value, message: `no: Bearer ${token}` }),
  token: () => `said ${token}`,
};

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(10_000),
  kind: fc.constantFrom(...Object.keys(spoiled)),
});

/** Every place in a value, the value itself first. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null || path.length > 6) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], kind: string): unknown {
  if (key === undefined) return spoiled[kind]?.(value);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]];
    return rest.length === 0 && kind === "drop" ? [] : [[name, replaced(inner, rest, kind)]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function mutated(value: unknown, mutations: readonly Mutation[]): unknown {
  return mutations.reduce((now, { place, kind }) => {
    const all = places(now);
    return replaced(now, all[place % all.length] ?? [], kind);
  }, value);
}

/** Ways to spoil the text itself. */
const forms: Record<string, (whole: string) => string> = {
  whole: (whole) => whole,
  cut: (whole) => whole.slice(0, Math.floor(whole.length / 2)),
  garbage: (whole) => `${whole}}\u0000]`,
  twice: (whole) => `${whole}${whole}`,
  html: () => `<!doctype html><title>${token}</title>`,
  nothing: () => "",
  bom: (whole) => `\ufeff${whole}`,
  text: (whole) => JSON.stringify(whole),
  keys: (whole) => whole.replace(/"(id|type|name|data)":/g, '"$1":null,"$1":'),
};

/** A body that was spoiled or not, and the status it comes with. */
export interface Delivery {
  status: number;
  form: string;
}

const statuses = [201, 202, 204, 205, 299, 301, 304, 400, 401, 403, 404, 405, 409, 410, 418, 422, 451];

export const delivery: fc.Arbitrary<Delivery> = fc.record({
  status: fc.oneof({ weight: 4, arbitrary: fc.constant(200) }, { weight: 1, arbitrary: fc.constantFrom(...statuses) }),
  form: fc.oneof(
    { weight: 6, arbitrary: fc.constant("whole") },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(forms)) },
  ),
});

export const textOf = (value: unknown, form: string): string =>
  forms[form]?.((JSON.stringify(value) ?? "").replace(/"@@(\d+)@@"/g, "$1")) ?? "";
