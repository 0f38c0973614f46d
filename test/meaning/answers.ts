/** Sound answers to every operation, and ways to spoil them. */

import { type EndpointName, endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import * as fc from "../support/fastCheck.ts";

export const token = "tok-5ecret-5ecret-5ecret";

const record = { id: 1, type: "A", name: "www", content: "192.0.2.1", ttl: 300, comment: "web" };
const records = [
  record,
  { id: "rec_2", type: "TXT", name: "www.example.com.", content: '"one" "two"', ttl: 3600 },
  { id: 3, type: "MX", name: "@", content: "10 MAIL.example.net.", priority: null },
  {
    id: 4,
    type: "SRV",
    name: "",
    service: "_sip",
    protocol: "_tcp",
    priority: 1,
    weight: 2,
    port: 3,
    target: "sip.example.net",
  },
  { id: 5, type: "CAA", name: "@", content: '0 issue "ca.example.net"' },
  { id: 6, type: "SOA", name: "@", content: "ns1.example.net. hostmaster.example.net. 1 2 3 4 5" },
];
const forward = { id: 7, source: "shop", destination: "https://example.net/", type: "permanent" };
const contact = {
  handle: "ATOM-1001",
  type: "registrant_user",
  name: "Ada Lovelace",
  email: "ada@example.org",
  phone: "+1.2025550123",
  address: ["12 St James's Square"],
  city: "London",
  zip: "SW1Y 4JH",
  country: "GB",
  fax: null,
  verified: true,
};
const domain = {
  domain_name: "example.com",
  status: "active",
  whois_status: ["clientTransferProhibited"],
  transfer_locked: true,
  nameservers: ["ns1.atom.com", "ns2.atom.com"],
  expiry_date: "2027-01-01T00:00:00Z",
};
const lock = {
  success: true,
  locked: false,
  status: "unlocked",
  transfer_locked: false,
  icann_transfer_lock: true,
  icann_transfer_lock_expires_at: "2027-01-01 00:00:00",
  can_transfer_out: false,
};
const order = {
  domain: "example.com",
  registration_length: 1,
  price_breakdown: { unit_price: 9.99, total: 12 },
  status: "ok",
};

const sound: Partial<Record<EndpointName, unknown>> = {
  "domains.list": { success: true, data: [domain], total: 1 },
  "domains.get": { success: true, data: domain },
  "domains.check": {
    success: true,
    data: {
      domain: "example.com",
      availability: 1,
      status: "available",
      domain_price: { unit_price: 9.99, total: 12 },
    },
  },
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
  "marketplace.search": {
    success: true,
    query: "tea",
    page: 1,
    page_size: 20,
    total: 1,
    domains: [{ id: "1", domain_name: "tea.com", price: 1 }],
  },
  "marketplace.appraise": {
    domain_name: "tea.com",
    service_appraisal: 100,
    domain_score: "9.10",
    appraisal_token: "abcdef",
  },
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
  kind: (typeof kinds)[number];
}

const kinds = [
  "drop",
  "null",
  "number",
  "huge",
  "digits",
  "negative",
  "text",
  "empty",
  "long",
  "surrogate",
  "control",
  "flag",
  "list",
  "object",
  "nest",
  "proto",
  "constructor",
  "twice",
  "wrap",
  "failure",
  "token",
] as const;

export const mutation: fc.Arbitrary<Mutation> = fc.record({ place: fc.nat(10_000), kind: fc.constantFrom(...kinds) });

/** An own property, also of a name that JavaScript keeps for itself. */
const own = (key: string, value: unknown) => Object.fromEntries([[key, value]]);
const polluting = () => own("__proto__", { polluted: true, toString: null, id: 1 });

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { data: value };
  return value;
}

function spoiled(value: unknown, kind: Mutation["kind"]): unknown {
  switch (kind) {
    case "null":
    case "drop":
      return null;
    case "number":
      return 4.5;
    case "huge":
      return 1e308;
    case "digits":
      return "@@123456789012345678901234567890@@";
    case "negative":
      return -7;
    case "text":
      return "true";
    case "empty":
      return "";
    case "long":
      return "x".repeat(70_000);
    case "surrogate":
      return "\ud800 www \udc00";
    case "control":
      return "a\u0000b\n\u2028\u202e";
    case "flag":
      return false;
    case "list":
      return [value, value, null];
    case "object":
      return { value };
    case "nest":
      return nested(300);
    case "proto":
      return { ...(typeof value === "object" ? value : {}), ...polluting(), nested: polluting() };
    case "constructor":
      return {
        constructor: { prototype: { polluted: true } },
        prototype: { polluted: true },
        hasOwnProperty: 1,
        value,
      };
    case "twice":
      return Array.isArray(value) ? [...value, ...value] : value;
    case "wrap":
      return { data: { data: value } };
    case "failure":
      return { success: false, error: value, message: `no: Bearer ${token}` };
    case "token":
      return `said ${token}`;
  }
}

/** Every place in a value, the whole first. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null || path.length > 6) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], kind: Mutation["kind"]): unknown {
  if (key === undefined) return spoiled(value, kind);
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

/** Ways to spoil the text itself, and the status it comes with. */
export interface Delivery {
  status: number;
  form: "deep" | "whole" | "cut" | "garbage" | "twice" | "html" | "nothing" | "bom" | "text" | "keys";
}

const statuses = [201, 202, 204, 205, 299, 301, 304, 400, 401, 403, 404, 405, 409, 410, 418, 422, 451];

export const delivery: fc.Arbitrary<Delivery> = fc.record({
  status: fc.oneof({ weight: 4, arbitrary: fc.constant(200) }, { weight: 1, arbitrary: fc.constantFrom(...statuses) }),
  form: fc.oneof(
    { weight: 6, arbitrary: fc.constant("whole" as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "deep" as const,
        "cut" as const,
        "garbage" as const,
        "twice" as const,
        "html" as const,
        "nothing" as const,
        "bom" as const,
        "text" as const,
        "keys" as const,
      ),
    },
  ),
});

export function textOf(value: unknown, form: Delivery["form"]): string {
  const whole = (JSON.stringify(value) ?? "").replace(/"@@(\d+)@@"/g, "$1");
  switch (form) {
    case "whole":
      return whole;
    case "deep":
      return `${'{"data":['.repeat(20_000)}${whole}${"]}".repeat(20_000)}`;
    case "cut":
      return whole.slice(0, Math.floor(whole.length / 2));
    case "garbage":
      return `${whole}}\u0000]`;
    case "twice":
      return `${whole}${whole}`;
    case "html":
      return `<!doctype html><title>${token}</title>`;
    case "nothing":
      return "";
    case "bom":
      return `\ufeff${whole}`;
    case "text":
      return JSON.stringify(whole);
    case "keys":
      return whole.replace(/"(id|type|name|data)":/g, '"$1":null,"$1":');
  }
}
