/** The sandbox against the specification, sentence by sentence. */
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { closeAll, com, type RawClient, withSandbox } from "./raw.ts";

let sandbox: Sandbox;
let api: RawClient;
beforeAll(async () => {
  ({ sandbox, api } = await withSandbox());
});
beforeEach(() => sandbox.reset());
afterAll(closeAll);

const net = "/registrar/v1/domains/example.net";
const errorBody = (message: RegExp) => ({
  success: false,
  error: expect.any(String),
  message: expect.stringMatching(message),
});

describe("Authentication", () => {
  it.each([
    ["no header", {}],
    ["another token", { authorization: "Bearer wrong" }],
    ["another scheme", { authorization: "Basic abc" }],
  ])('"A missing or invalid token gives status 401": %s', async (_case, headers) => {
    const reply = await api.send("GET", `${com}/lock`, { headers });
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual(errorBody(/token/));
  });

  it('"A token that may not act on the domain gives 403"; "404: domain not found"', async () => {
    sandbox.addDomain("theirs.com", { account: "other" });
    const theirs = await api.get("/registrar/v1/domains/theirs.com/lock");
    expect([theirs.status, theirs.body]).toEqual([403, errorBody(/theirs\.com/)]);
    const nobodys = await api.get("/registrar/v1/domains/nobodys.com/lock");
    expect([nobodys.status, nobodys.body]).toEqual([404, errorBody(/nobodys\.com/)]);
  });

  it('"The marketplace operations are called without an Authorization header; credentials go in the query string"', async () => {
    const path = `/marketplace/semantic-search?api_token=${sandbox.marketplaceToken}&user_id=${sandbox.marketplaceUserId}&query=tea`;
    expect((await api.send("GET", path, { headers: {} })).status).toBe(200);
    expect((await api.get(path)).status).toBe(400);
    const wrong = path.replace(sandbox.marketplaceToken, sandbox.appraisalToken);
    expect((await api.send("GET", wrong, { headers: {} })).status).toBe(401);
  });
});

describe("Registrar lock", () => {
  it("tells the lock status record, its fields beside success", async () => {
    expect((await api.get(`${com}/lock`)).body).toEqual({
      success: true,
      locked: false,
      status: "unlocked",
      transfer_locked: false,
      icann_transfer_lock: false,
      icann_transfer_lock_expires_at: null,
      can_transfer_out: true,
    });
  });

  it('"registrar lock unlocked -> locked; the domain carries the client transfer prohibition; the ICANN restriction is unchanged"', async () => {
    const reply = await api.put(`${com}/lock`, { locked: true });
    expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ success: true })]);
    expect((await api.get(`${com}/lock`)).body).toMatchObject({
      locked: true,
      status: "locked",
      transfer_locked: true,
      icann_transfer_lock: false,
      can_transfer_out: false,
    });
    expect((await api.get(com)).body).toMatchObject({
      data: { transfer_locked: true, whois_status: ["clientTransferProhibited"] },
    });
  });

  it.each([[{ locked: false }], [{}], [{ locked: "true" }], [{ locked: true, force: true }], [undefined]])(
    '"locked: required, must be true; unlocking by API is not supported": %j is refused',
    async (body) => {
      sandbox.dashboard.lock("example.com");
      const reply = await api.put(`${com}/lock`, body);
      expect([reply.status, reply.body]).toEqual([400, errorBody(/./)]);
      expect(sandbox.domain("example.com").locked).toBe(true);
    },
  );

  it('"can_transfer_out becomes true only if the registrar lock is also off"', async () => {
    const before = (await api.get(`${net}/lock`)).body;
    expect(before).toMatchObject({ locked: true, icann_transfer_lock: true, can_transfer_out: false });
    expect(before).toMatchObject({ icann_transfer_lock_expires_at: expect.stringMatching(/^\d{4}-.*Z$/) });
    sandbox.dashboard.unlock("example.net");
    expect((await api.get(`${net}/lock`)).body).toMatchObject({ locked: false, can_transfer_out: false });
    sandbox.clock.advance({ days: 61 });
    expect((await api.get(`${net}/lock`)).body).toMatchObject({
      icann_transfer_lock: false,
      icann_transfer_lock_expires_at: null,
      can_transfer_out: true,
    });
  });

  it('"icann_transfer_lock_expires_at is set to the end of the 60-day period" after a registration', async () => {
    await api.post("/registrar/v1/domains/register", { domain_name: "fresh.com" });
    const lock = (await api.get("/registrar/v1/domains/fresh.com/lock")).body;
    expect(lock).toMatchObject({ icann_transfer_lock: true, locked: false, can_transfer_out: false });
    const until = sandbox.domain("fresh.com").restrictedUntil ?? "";
    expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(60);
  });
});

describe("DNS records", () => {
  it('"DNS management requires the service\'s own nameservers"', async () => {
    const record = { type: "A", name: "www", content: "192.0.2.1" };
    const refused = await api.post(`${net}/records`, record);
    expect([refused.status, refused.body]).toEqual([400, errorBody(/own nameservers/)]);
    await api.put(`${net}/nameservers`, { nameservers: ["NS1.atom.com.", "ns2.atom.com"] });
    expect((await api.post(`${net}/records`, record)).status).toBe(200);
    expect(sandbox.records("example.net")).toEqual([expect.objectContaining(record)]);
  });

  it('"priority: required for MX"', async () => {
    const mx = { type: "MX", name: "", content: "mail.example.com" };
    const refused = await api.post(`${com}/records`, mx);
    expect([refused.status, refused.body]).toEqual([400, errorBody(/priority/)]);
    expect((await api.post(`${com}/records`, { ...mx, priority: 10 })).status).toBe(200);
  });
});

describe("Availability", () => {
  it("quotes a free name", async () => {
    const { body } = await api.get("/registrar/v1/domains/check/free.com?years=2");
    expect(body).toEqual({
      success: true,
      data: {
        domain: "free.com",
        availability: 1,
        status: "available",
        domain_price: {
          unit_price: 10.99,
          renewal_price: 12.99,
          icann_fee: 0.36,
          is_premium: false,
          registration_length: 2,
          subtotal: 22.34,
          vat_rate: 0.2,
          vat_amount: 4.47,
          total: 26.81,
        },
      },
    });
  });

  it('"domain_price: present when the domain is available"; "when status is unavailable, inbound transfer prices are read from pricing.<tld>.transfer"', async () => {
    const { body } = await api.get("/registrar/v1/domains/check/example.com");
    expect(body).toEqual({ success: true, data: { domain: "example.com", availability: 0, status: "unavailable" } });
    expect((await api.get("/registrar/v1/tld-pricing")).body).toMatchObject({
      pricing: { com: { transfer: { unit_price: 9.99 } } },
    });
  });

  it('"years: integer 1 to 10; default 1, default 2 for .ai"', async () => {
    const lengthOf = async (path: string) => (await api.get(`/registrar/v1/domains/check/${path}`)).body;
    expect(await lengthOf("free.com")).toMatchObject({ data: { domain_price: { registration_length: 1 } } });
    expect(await lengthOf("free.ai")).toMatchObject({ data: { domain_price: { registration_length: 2 } } });
    expect(await lengthOf("free.ai?years=10")).toMatchObject({ data: { domain_price: { registration_length: 10 } } });
    for (const years of ["0", "11", "1.5", "two", "-1"]) {
      expect((await api.get(`/registrar/v1/domains/check/free.com?years=${years}`)).status).toBe(400);
    }
  });

  it('"Premium names are reflected in is_premium and unit_price"', async () => {
    const { body } = await api.get("/registrar/v1/domains/check/premium-tea.com");
    expect(body).toMatchObject({ data: { domain_price: { is_premium: true, unit_price: 1099 } } });
  });
});

describe("Contacts", () => {
  it.each([
    ["", 2],
    ["?search=atom-10", 2],
    ["?search=ADA", 1],
    ["?search=example%20ltd", 1],
    ["?email=ada@", 1],
    ["?name=grace", 1],
    ["?name=grace&email=ada@", 0],
  ])(
    '"success, data (array of contacts), total; search is a case-insensitive match": %j finds %d',
    async (query, total) => {
      const grace = {
        name: "Grace Example",
        email: "grace@example.org",
        phone: "+44.2071234567",
        address: ["2 Example Road", "Floor 3"],
        city: "London",
        zip: "N1 1AA",
        country: "GB",
      };
      expect((await api.post("/registrar/v1/contacts", grace)).status).toBe(200);
      const { body } = await api.get(`/registrar/v1/contacts${query}`);
      expect(body).toMatchObject({ success: true, total });
      expect(body).toHaveProperty("data.length", total);
    },
  );
});

describe("Marketplace", () => {
  it('"page: default 1; results per page: default 20, maximum 100"', async () => {
    const search = (rest: string) =>
      api.send(
        "GET",
        `/marketplace/semantic-search?api_token=${sandbox.marketplaceToken}&user_id=${sandbox.marketplaceUserId}&query=tea${rest}`,
        { headers: {} },
      );
    const first = await search("");
    expect(first.body).toMatchObject({
      success: true,
      query: "tea",
      page: 1,
      page_size: 20,
      total: 47,
      total_pages: 3,
    });
    expect(first.body).toHaveProperty("domains.length", 20);
    expect((await search("&page=3")).body).toHaveProperty("domains.length", 7);
    expect((await search("")).body).toEqual(first.body);
    expect((await search("&page_size=101")).status).toBe(400);
    expect((await search("&filters=%7Bbroken")).status).toBe(400);
    expect((await search(`&filters=${encodeURIComponent('{"tld":"com"}')}`)).status).toBe(200);
  });

  it("appraises with a key of its own, and counts the daily quota", async () => {
    const appraise = (name: string) =>
      api.send(
        "GET",
        `/marketplace/domain-appraisal?api_token=${sandbox.appraisalToken}&user_id=${sandbox.marketplaceUserId}&domain_name=${name}`,
        { headers: {} },
      );
    expect((await appraise("tea.com")).body).toMatchObject({
      domain_name: "tea.com",
      service_appraisal: expect.any(Number),
      domain_score: expect.stringMatching(/^\d+\.\d\d$/),
      date_registered: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      usage: { used_today: 1, daily_limit: 25, cumulative_count: 1, user_level: expect.any(String) },
    });
    expect(await appraise("tea")).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    for (let n = 2; n <= 25; n++) await appraise("tea.com");
    expect((await appraise("tea.com")).body).toEqual({ message: expect.stringMatching(/limit/) });
    sandbox.clock.advance({ days: 1 });
    expect((await appraise("tea.com")).body).toMatchObject({ usage: { used_today: 1, cumulative_count: 26 } });
  });
});

describe("The interface as a whole", () => {
  it.each([
    ["GET", "/registrar/v1/nothing", undefined, 404],
    ["PATCH", `${com}/lock`, undefined, 404],
    ["GET", `${com}/lock?verbose=1`, undefined, 400],
    ["POST", `${com}/records`, { type: "A", content: "192.0.2.1", proxied: true }, 400],
    ["POST", `${com}/records`, { type: "ALIAS", content: "x.example" }, 400],
    ["POST", `${com}/records`, [], 400],
    ["PUT", `${com}/records/abc`, { type: "A", content: "192.0.2.1" }, 404],
    ["DELETE", `${com}/records/1`, undefined, 404],
  ])("answers errors in the documented shape: %s %s", async (method, path, body, status) => {
    const reply = await api.send(method, path, body === undefined ? {} : { body });
    expect([reply.status, reply.body]).toEqual([status, errorBody(/./)]);
  });

  it("refuses a body that is not JSON", async () => {
    const response = await fetch(`${sandbox.url}${com}/lock`, {
      method: "PUT",
      headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
      body: "{locked",
    });
    expect([response.status, await response.json()]).toEqual([400, errorBody(/JSON/)]);
  });
});
