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
});

describe("Registrar lock", () => {
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
});

describe("DNS records", () => {
  it('"priority: required for MX"', async () => {
    const mx = { type: "MX", name: "", content: "mail.example.com" };
    const refused = await api.post(`${com}/records`, mx);
    expect([refused.status, refused.body]).toEqual([400, errorBody(/priority/)]);
    expect((await api.post(`${com}/records`, { ...mx, priority: 10 })).status).toBe(200);
  });
});

describe("Availability", () => {
  it('"years: integer 1 to 10; default 1, default 2 for .ai"', async () => {
    const lengthOf = async (path: string) => (await api.get(`/registrar/v1/domains/check/${path}`)).body;
    expect(await lengthOf("free.com")).toMatchObject({ data: { domain_price: { registration_length: 1 } } });
    expect(await lengthOf("free.ai")).toMatchObject({ data: { domain_price: { registration_length: 2 } } });
    expect(await lengthOf("free.ai?years=10")).toMatchObject({ data: { domain_price: { registration_length: 10 } } });
    for (const years of ["0", "11", "1.5", "two", "-1"]) {
      expect((await api.get(`/registrar/v1/domains/check/free.com?years=${years}`)).status).toBe(400);
    }
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
