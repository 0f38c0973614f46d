/**
 * The operations as they go over the wire, written by hand against raw HTTP: what the specification settles is quoted
 * beside what is sent and read, so that a wrong row of the operation table cannot hide behind a sandbox made from it.
 */
import { endpointNames, endpoints } from "../../provider/api/endpoints/table.ts";
import { type Api, createClient, type EndpointName } from "../../provider/api/index.ts";
import { withServer } from "./server.ts";

const token = "tok-3f9c2a77d1";

interface RowCase {
  operation: EndpointName;
  /** Words of the specification (or of the public reference, "ref:") that settle what is expected. */
  says: string;
  call: (api: Api) => Promise<unknown>;
  /** Method and path below `/api/registrar/v1/`, or from the root. */
  sends: string;
  query?: Record<string, string>;
  body?: unknown;
  status?: number;
  /** The answer's JSON; without it, there is no body. */
  answer?: unknown;
  gives: unknown;
}

const lockRecord = {
  ...{ locked: false, status: "unlocked", transfer_locked: false, can_transfer_out: false },
  ...{ icann_transfer_lock: true, icann_transfer_lock_expires_at: "2026-12-01T00:00:00Z" },
};
const domainDetails = {
  ...{ domain_name: "example.com", status: "active", whois_status: ["clientTransferProhibited"], auto_renew: true },
  ...{ privacy_protect: false, transfer_locked: true, registrant_handle: "ATOM-1" },
  nameservers: ["ns1.atom.com", "ns2.atom.com"],
};
const domain = "example.com";
const priceBreakdown = { unit_price: 10, registration_length: 1, subtotal: 10, vat_amount: 2, total: 12 };
const ann = { handle: "ATOM-12345", name: "Ann", email: "ann@example.com", address: ["Street 1"], verified: true };
const newContact = {
  ...{ name: "Ann", email: "ann@example.com", phone: "+1.2025551234" },
  ...{ address: ["Street 1"], city: "Town", zip: "12345", country: "US" },
};
const appraisal = { domain_name: "example.com", domain_score: "8.20", is_listed: false, bin_price: null };
const mx = { type: "MX", name: "mail", content: "mx.example.net", ttl: 3600, comment: "inbox", priority: 10 } as const;
const sip = { service: "_sip", protocol: "_tcp", priority: 1, weight: 2, port: 5060, target: "sip.example.com" };
const srv = { type: "SRV", ...sip } as const;
const forward = { source: "www", destination: "https://example.org/a", type: "permanent" };
const order = { domain_name: "example.com", registration_length: 1 };
const transfer = { domain_name: "example.com", authcode: "s3cr3t-code", auto_renew: true };
const offer = { unit_price: 80, renewal_price: 90, icann_fee: 0.18, is_premium: false, total: 160.36 };
const available = { domain: "example.ai", availability: 1, status: "available" };
const taken = { domain: "example.com", availability: 0, status: "unavailable" };
const found = { id: "9", domain_name: "calm.sea", price: 100 };
const onePage = { proof: { complete: false, pages: 1, why: expect.stringMatching(/^1 rows, .*may be one page$/) } };

const cases: RowCase[] = [
  {
    operation: "lock.get",
    says: "GET /registrar/v1/domains/{domain_name}/lock - Request: no body. Response 200: the lock status record above.",
    call: (api) => api.lock.get({ domain }),
    sends: "GET domains/example.com/lock",
    answer: { success: true, ...lockRecord },
    gives: expect.objectContaining(lockRecord),
  },
  {
    operation: "lock.get",
    says: "icann_transfer_lock_expires_at | string or null | null when there is none",
    call: (api) => api.lock.get({ domain }),
    sends: "GET domains/example.com/lock",
    answer: { success: true, ...lockRecord, icann_transfer_lock: false, icann_transfer_lock_expires_at: null },
    gives: expect.objectContaining({ icann_transfer_lock: false, icann_transfer_lock_expires_at: undefined }),
  },
  {
    operation: "lock.set",
    says: "PUT .../lock - Request body: `locked` (boolean, required, must be true). Response 200: a JSON object; its fields: not shown.",
    call: (api) => api.lock.set({ domain, body: { locked: true } }),
    sends: "PUT domains/example.com/lock",
    body: { locked: true },
    answer: { success: true },
    gives: { status: 200, data: { success: true } },
  },
  {
    operation: "domains.check",
    says: "GET /registrar/v1/domains/check/{domain_name} - Query: `years` (integer, optional, 1 to 10)",
    call: (api) => api.domains.check({ domain: "example.ai", query: { years: 2 } }),
    sends: "GET domains/check/example.ai",
    query: { years: "2" },
    answer: { success: true, data: { ...available, domain_price: offer } },
    gives: expect.objectContaining({ ...available, domain_price: expect.objectContaining(offer) }),
  },
  {
    operation: "domains.check",
    says: "domain_price: present when the domain is available",
    call: (api) => api.domains.check({ domain }),
    sends: "GET domains/check/example.com",
    answer: { success: true, data: taken },
    gives: taken,
  },
  {
    operation: "records.create",
    says: "POST /registrar/v1/domains/{domain_name}/records - Request body: the DNS record fields above (content, name, ...)",
    call: (api) => api.records.create({ domain, body: mx }),
    sends: "POST domains/example.com/records",
    body: mx,
    status: 201,
    answer: { success: true, data: { id: 7 } },
    gives: { status: 201, data: { id: 7 } },
  },
  {
    operation: "records.create",
    says: "service, protocol, weight, port, target: SRV only; flags, tag, value: CAA only",
    call: (api) => api.records.create({ domain, body: srv }),
    sends: "POST domains/example.com/records",
    body: srv,
    status: 204,
    gives: { status: 204, data: {} },
  },
  {
    operation: "forwards.create",
    says: "POST .../url-forwards - Request body: `source` (string), `destination` (string URL), `type` (string).",
    call: (api) => api.forwards.create({ domain, body: forward }),
    sends: "POST domains/example.com/url-forwards",
    body: forward,
    answer: { success: true, data: { id: 3, ...forward } },
    gives: { status: 200, data: { id: 3, ...forward } },
  },
  {
    operation: "forwards.list",
    says: "GET .../url-forwards - Request: no body. Returns the forwarding rules of the domain.",
    call: (api) => api.forwards.list({ domain }),
    sends: "GET domains/example.com/url-forwards",
    answer: { success: true, data: [{ id: 3, source: "www", destination: "https://x.example/" }] },
    gives: {
      rows: [{ id: 3, source: "www", destination: "https://x.example/" }],
      proof: {
        complete: false,
        pages: 1,
        why: "1 rows, the same rows for every further page number, without a total or a mark of the end",
      },
    },
  },
  {
    operation: "dnssec.get",
    says: "GET .../dnssec - Request: no body. Returns the DNSSEC records/status. Its fields: not shown.",
    call: (api) => api.dnssec.get({ domain }),
    sends: "GET domains/example.com/dnssec",
    answer: { success: true, data: { status: "active", records: [{ key_tag: 1 }] } },
    gives: { status: 200, data: { status: "active", records: [{ key_tag: 1 }] } },
  },
  {
    operation: "contacts.list",
    says: "GET /registrar/v1/contacts - Query (all optional): `search`, `name`, `email`.",
    call: (api) => api.contacts.list({ query: { search: "ann", email: "ann@example.com" } }),
    sends: "GET contacts",
    query: { search: "ann", email: "ann@example.com" },
    answer: { success: true, data: [ann], total: 1 },
    gives: { rows: [expect.objectContaining(ann)], proof: { complete: true, pages: 1 } },
  },
  {
    operation: "marketplace.search",
    says: "The marketplace operations are called without an Authorization header; credentials go in the query string.",
    call: (api) => api.marketplace.search({ query: { query: "calm sea", page: 2, page_size: 100 } }),
    sends: "GET /api/marketplace/semantic-search",
    query: { api_token: "market-key-1", user_id: "user-77", query: "calm sea", page: "2", page_size: "100" },
    answer: {
      ...{ success: true, query: "calm sea", page: 2, page_size: 100, total: 101, total_pages: 2 },
      ...{ processing_time_ms: 3.5, domains: [{ ...found, metadata: { tld: "sea" } }] },
    },
    gives: expect.objectContaining({ total: 101, total_pages: 2, domains: [expect.objectContaining(found)] }),
  },
  ...["service_appraisal", "atom_appraisal"].map(
    (name): RowCase => ({
      operation: "marketplace.appraise",
      says: "Query parameters, by purpose: an appraisal API key; a user ID; the domain name to appraise.",
      call: (api) => api.marketplace.appraise({ query: { domain_name: "example.com" } }),
      sends: "GET /api/marketplace/domain-appraisal",
      query: { api_token: "appraisal-key-2", user_id: "user-77", domain_name: "example.com" },
      answer: { ...appraisal, [name]: 4200 },
      gives: expect.objectContaining({ service_appraisal: 4200, domain_score: "8.20", is_listed: false }),
    }),
  ),
  {
    operation: "domains.get",
    says: "ref: GET /registrar/v1/domains/{domain} gives {success, data: domain}",
    call: (api) => api.domains.get({ domain }),
    sends: "GET domains/example.com",
    answer: { success: true, data: domainDetails },
    gives: expect.objectContaining(domainDetails),
  },
  {
    operation: "domains.list",
    says: "listing domains: named without path and shape; page and page_size are assumed",
    call: (api) => api.domains.list(),
    sends: "GET domains",
    query: { page: "1", page_size: "100" },
    answer: { success: true, data: [{ domain_name: "example.com" }], total: 1 },
    gives: { rows: [expect.objectContaining({ domain_name: "example.com" })], ...onePage },
  },
  {
    operation: "domains.register",
    says: "ref: POST /registrar/v1/domains/register with domain_name, registration_length (1..10)",
    call: (api) => api.domains.register({ body: order }),
    sends: "POST domains/register",
    body: order,
    answer: { success: true, message: "ok", data: { domain, cart_id: 55, price_breakdown: priceBreakdown } },
    gives: expect.objectContaining({ domain, cart_id: "55", price_breakdown: expect.objectContaining(priceBreakdown) }),
  },
  {
    operation: "domains.renew",
    says: "domain renewal (renews a domain already held): named without a shape",
    call: (api) => api.domains.renew({ domain, body: { registration_length: 2 } }),
    sends: "POST domains/example.com/renew",
    body: { registration_length: 2 },
    answer: { success: true, data: { domain, status: "renewed" } },
    gives: expect.objectContaining({ domain, status: "renewed" }),
  },
  {
    operation: "domains.transfer",
    says: "inbound transfer (requires domain_name and authcode; optional nameservers, WHOIS privacy, auto-renew, contacts and dns_records)",
    call: (api) => api.domains.transfer({ body: transfer }),
    sends: "POST domains/transfer",
    body: transfer,
    answer: { success: true, data: { domain, status: "Transfer Initiated", cart_id: null } },
    gives: expect.objectContaining({ status: "Transfer Initiated" }),
  },
  {
    operation: "tlds.pricing",
    says: "inbound transfer prices for that TLD are read from the TLD pricing operation (entry pricing.<tld>.transfer)",
    call: (api) => api.tlds.pricing(),
    sends: "GET tld-pricing",
    answer: { success: true, pricing: { com: { register: 10, renew: 11, transfer: 9 } } },
    gives: expect.objectContaining({ pricing: { com: { register: 10, renew: 11, transfer: 9 } } }),
  },
  {
    operation: "records.list",
    says: "The fields of a stored DNS record as returned: not shown.",
    call: (api) => api.records.list({ domain }),
    sends: "GET domains/example.com/records",
    query: { page: "1", page_size: "100" },
    answer: { success: true, data: { records: [{ id: 1, type: "A", name: "www", content: "192.0.2.1" }] }, total: "1" },
    gives: { rows: [{ id: 1, type: "A", name: "www", content: "192.0.2.1" }], ...onePage },
  },
  {
    operation: "nameservers.get",
    says: "get and set nameservers: named without path, payload and response",
    call: (api) => api.nameservers.get({ domain }),
    sends: "GET domains/example.com/nameservers",
    answer: { success: true, data: { nameservers: ["ns1.atom.com", "ns2.atom.com"] } },
    gives: { nameservers: ["ns1.atom.com", "ns2.atom.com"] },
  },
  {
    operation: "nameservers.set",
    says: "get and set nameservers: named without path, payload and response",
    call: (api) => api.nameservers.set({ domain, body: { nameservers: ["a.example", "b.example"] } }),
    sends: "PUT domains/example.com/nameservers",
    body: { nameservers: ["a.example", "b.example"] },
    answer: { success: true, message: "ok" },
    gives: { status: 200, data: { success: true, message: "ok" } },
  },
  {
    operation: "contacts.get",
    says: "get one contact by handle: path not shown",
    call: (api) => api.contacts.get({ handle: "ATOM-12345" }),
    sends: "GET contacts/ATOM-12345",
    answer: { success: true, data: ann },
    gives: expect.objectContaining(ann),
  },
  {
    operation: "contacts.create",
    says: "ref: POST /registrar/v1/contacts; email, phone, address, city, zip, country required; name or first_name + last_name",
    call: (api) => api.contacts.create({ body: newContact }),
    sends: "POST contacts",
    body: newContact,
    status: 201,
    answer: { success: true, message: "ok", data: ann },
    gives: { status: 201, data: ann },
  },
  {
    operation: "contacts.update",
    says: "ref: PUT /registrar/v1/contacts/{handle}; partial; 202 when e-mail verification is needed, body unknown",
    call: (api) => api.contacts.update({ handle: "ATOM-12345", body: { email: "new@example.com" } }),
    sends: "PUT contacts/ATOM-12345",
    body: { email: "new@example.com" },
    status: 202,
    gives: { status: 202, data: {} },
  },
  {
    operation: "domainContacts.set",
    says: "ref: PUT /registrar/v1/domains/{domain}/contacts; any of registrant, admin, billing, tech = contact handles",
    call: (api) => api.domainContacts.set({ domain, body: { admin: "ATOM-2" } }),
    sends: "PUT domains/example.com/contacts",
    body: { admin: "ATOM-2" },
    answer: { success: true, data: { domain_name: "example.com", admin_handle: "ATOM-2" } },
    gives: { status: 200, data: { domain_name: "example.com", admin_handle: "ATOM-2" } },
  },
];

const a = { type: "A", content: "192.0.2.1" } as const;
const target = { source: "", destination: "https://example.org" };
/** What the contract page assumes: a write below the domain, its body as it is given, and an answer without data. */
const assumed: [EndpointName, string, (api: Api) => Promise<unknown>, object?][] = [
  ["records.update", "PUT records/r%2F1", (api) => api.records.update({ domain, id: "r/1", body: a }), a],
  ["records.delete", "DELETE records/1", (api) => api.records.delete({ domain, id: "1" })],
  ["forwards.update", "PUT url-forwards/3", (api) => api.forwards.update({ domain, id: "3", body: target }), target],
  ["forwards.delete", "DELETE url-forwards/3", (api) => api.forwards.delete({ domain, id: "3" })],
  ["dnssec.enable", "POST dnssec", (api) => api.dnssec.enable({ domain })],
  ["dnssec.disable", "DELETE dnssec", (api) => api.dnssec.disable({ domain })],
  [
    "privacy.set",
    "PUT privacy",
    (api) => api.privacy.set({ domain, body: { privacy_protect: true } }),
    { privacy_protect: true },
  ],
  [
    "autoRenew.set",
    "PUT auto-renew",
    (api) => api.autoRenew.set({ domain, body: { auto_renew: false } }),
    { auto_renew: false },
  ],
];
for (const [operation, request, call, body] of assumed) {
  const sends = request.replace(" ", " domains/example.com/");
  const gives = { status: 200, data: { success: true } };
  cases.push({ operation, says: "not shown", call, sends, body, answer: { success: true }, gives });
}

describe("each operation on the wire", () => {
  const server = withServer();

  it.each(cases.map((row) => [`${row.operation}: ${row.says}`, row] as const))("%s", async (_, row) => {
    const { status, answer } = row;
    server.respond = () => ({ ...(status && { status }), ...(answer !== undefined && { json: answer }) });
    const api = createClient({
      baseUrl: server.baseUrl,
      token,
      marketplaceUserId: "user-77",
      marketplaceToken: "market-key-1",
      appraisalToken: "appraisal-key-2",
      // Called only if the contract names them.
      contract: { endpoints: { "nameservers.get": {}, "contacts.get": {} } },
    });
    const given = await row.call(api);
    // A list also has the function that redacts its rows.
    const isList = typeof given === "object" && given !== null && "proof" in given;
    expect(given).toEqual(isList ? { ...Object(row.gives), redact: expect.any(Function) } : row.gives);
    expect(server.seen).toHaveLength(/^(domains|records|forwards)\.list$/.test(row.operation) ? 2 : 1);
    const [seen] = server.seen;
    const isMarketplace = row.operation.startsWith("marketplace.");
    const path = isMarketplace ? row.sends : row.sends.replace(" ", " /api/registrar/v1/");
    expect(`${seen?.method} ${seen?.path}`).toBe(path);
    expect(seen?.query).toEqual(row.query ?? {});
    // The marketplace is called without the token.
    expect(seen?.headers.authorization).toBe(isMarketplace ? undefined : `Bearer ${token}`);
    expect(seen?.headers["user-agent"]).toMatch(/^pulumi-registrar\/\d+\.\d+\.\d+/);
    expect(seen?.body && JSON.parse(seen.body)).toEqual(row.body ?? "");
  });

  it("covers every row of the table", () => {
    const covered = new Set(cases.map((row) => row.operation));
    expect(endpointNames.filter((name) => !covered.has(name))).toEqual([]);
    expect(Object.keys(endpoints)).toHaveLength(31);
  });
});
