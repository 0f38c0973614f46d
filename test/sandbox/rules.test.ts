/** The rules of the registrar, where the specification shows them in its words, for records, forwards, contacts and orders. */
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { a, closeAll, com, type RawClient, withSandbox } from "./raw.ts";

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
    ["DELETE", `${com}/records/1000`, undefined, 404],
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

const domains = "/registrar/v1/domains";
const aaaa = (content: string) => ({ type: "AAAA", name: "www", content });
const txt = (content: string) => ({ type: "TXT", name: "", content });
const sip = { type: "SRV", name: "", service: "_sip", protocol: "_tcp", priority: 10, weight: 5, port: 5060 };
const caa = { type: "CAA", name: "", flags: 0, tag: "issue", value: "ca.example" };
const alias = { type: "CNAME", name: "www", content: "target.example" };

it.each([
  ["names in lower case", { ...a, name: "WWW" }, a],
  ["the apex as @", { ...a, name: "@" }, { ...a, name: "" }],
  ["a whole name as relative, because names are relative", { ...a, name: "www.example.com" }, {}],
  ["IPv6 in its short form", aaaa("2001:0DB8:0:0:0:0:0:1"), { content: "2001:db8::1" }],
  ["targets without the dot", { type: "CNAME", name: "b", content: "Target.Example." }, { content: "target.example" }],
  ["a quoted text", txt('"say \\"hi\\" \\\\ ä"'), { content: 'say "hi" \\ ä' }],
  ["a text in chunks", txt(`"${"x".repeat(255)}" "yz"`), { content: `${"x".repeat(255)}yz` }],
  ["a half quoted text as it is", txt('"half'), { content: '"half' }],
  ["a service without underscores", { ...sip, service: "SIP", protocol: "tcp", target: "sip.example" }, sip],
  [
    "a service in name and content",
    { type: "SRV", name: "_sip._tcp.eu", content: "10 5 5060 sip.example." },
    { ...sip, name: "eu", target: "sip.example" },
  ],
  ["a CA in content", { type: "CAA", name: "", content: '0 issue "ca.example"' }, caa],
])("keeps %s", async (_case, body, plain) => {
  expect((await api.post(`${com}/records`, body)).status).toBe(200);
  expect(sandbox.records("example.com")).toEqual([expect.objectContaining(plain)]);
});

it.each([
  ["a word as an address", { ...a, content: "localhost" }],
  ["an octal address", { ...a, content: "0300.0.2.1" }],
  ["IPv4 as IPv6", aaaa("192.0.2.1")],
  ["an address as a target", { type: "CNAME", name: "b", content: "192.0.2.1" }],
  ["a name with a dot at its end", { ...a, name: "www." }],
  ["a name in Unicode", { ...a, name: "müller" }],
  ["a label of 64 bytes", { ...a, name: "x".repeat(64) }],
  ["a name above 253 bytes", { ...a, name: Array.from({ length: 4 }, () => "x".repeat(60)).join(".") }],
  ["a text without text", txt("")],
  ["priority inside MX content", { type: "MX", name: "", content: "10 mail.example.com", priority: 10 }],
  ["priority of an address", { ...a, priority: 10 }],
  ["a service without a port", { ...sip, port: undefined, target: "sip.example" }],
  ["a service that contradicts itself", { ...sip, target: "sip.example", content: "20 5 5060 sip.example" }],
  ["a CA without a value", { ...caa, value: undefined }],
  ["flags above 255", { ...caa, flags: 256 }],
  ["a TTL below 0", { ...a, ttl: -1 }],
  ["a CNAME at the apex", { type: "CNAME", name: "@", content: "target.example" }],
  ["NS at the apex", { type: "NS", name: "", content: "ns1.elsewhere.example" }],
])("refuses %s", async (_case, body) => {
  expect(await api.post(`${com}/records`, body)).toMatchObject({ status: 400, body: { success: false } });
  expect(sandbox.records("example.com")).toEqual([]);
});

it.each([
  ["refuses a duplicate with another TTL and case", 400, a, { ...a, ttl: 60, name: "WWW" }],
  ["refuses a CNAME beside an address", 400, a, alias],
  ["refuses an address beside a CNAME", 400, alias, a],
  ["lets a second address stand", 200, a, { ...a, content: "192.0.2.2" }],
  ["lets a service beside a CNAME of its host stand", 200, alias, { ...sip, name: "www", target: "sip.example" }],
])("%s", async (_case, status, first, second) => {
  await api.post(`${com}/records`, first);
  expect((await api.post(`${com}/records`, second)).status).toBe(status);
});

it("replaces all fields of a record on PUT, keeps its id and its type, and deletes it", async () => {
  await api.post(`${com}/records`, { ...a, comment: "old" });
  const [made] = sandbox.records("example.com");
  const path = `${com}/records/${made?.id}`;
  await api.put(path, { type: "A", name: "web", content: "192.0.2.9" });
  expect(sandbox.records("example.com")).toEqual([{ id: made?.id, type: "A", name: "web", content: "192.0.2.9" }]);
  expect((await api.put(path, { type: "TXT", content: "x" })).status).toBe(400);
  expect([(await api.delete(path)).status, (await api.delete(path)).status]).toEqual([200, 404]);
});

it.each([
  ["a second forward of the same source", { source: "GO.example.com", destination: "https://other.example/" }],
  ["a destination that is no web page", { source: "x", destination: "ftp://target.example/" }],
  ["an unknown type", { source: "x", destination: "https://t.example/", type: "301" }],
  ["a forward without source", { destination: "https://t.example/" }],
])("refuses %s", async (_case, body) => {
  await api.post(`${com}/url-forwards`, { source: "go", destination: "https://target.example/path" });
  expect((await api.post(`${com}/url-forwards`, body)).status).toBe(400);
  expect(sandbox.forwards("example.com")).toMatchObject([{ source: "go", type: "temporary" }]);
});

it.each([
  ["one nameserver", "nameservers", { nameservers: ["ns1.elsewhere.example"] }],
  ["one twice", "nameservers", { nameservers: ["ns1.elsewhere.example", "NS1.elsewhere.example."] }],
  ["an unknown handle", "contacts", { admin: "ATOM-9" }],
  ["an unknown role", "contacts", { owner: "ATOM-1001" }],
])("refuses %s", async (_case, part, body) => {
  expect((await api.put(`${com}/${part}`, body)).status).toBe(400);
});

const ada = "/registrar/v1/contacts/ATOM-1001";

it("a changed e-mail address waits with the whole request until the owner approves, or is dropped", async () => {
  const change = { email: "new@example.com", city: "Arlington" };
  expect((await api.put(ada, change)).status).toBe(202);
  const [first] = sandbox.dashboard.pendingApprovals();
  expect([sandbox.contacts()[0]?.city, first]).toMatchObject(["Springfield", { kind: "contact", changes: change }]);
  sandbox.dashboard.reject(first?.id ?? 0);
  expect(sandbox.contacts()).toMatchObject([{ email: "ada@example.com", city: "Springfield" }]);
  await api.put(ada, change);
  sandbox.dashboard.approve(sandbox.dashboard.pendingApprovals()[0]?.id ?? 0);
  expect([sandbox.contacts(), sandbox.dashboard.pendingApprovals()]).toMatchObject([[change], []]);
});

it.each([
  ["a taken name", "register", { domain_name: "taken.com" }],
  ["an unknown TLD", "register", { domain_name: "fresh.nowhere" }],
  ["more than the balance covers", "register", { domain_name: "premium-tea.com", registration_length: 1 }],
  ["a renewal beyond ten years", "example.com/renew", { registration_length: 10 }],
  ["a transfer of a locked domain", "transfer", { domain_name: "theirs.com", authcode: "s3cret" }],
  ["a transfer with another auth code", "transfer", { domain_name: "unlocked.com", authcode: "guess" }],
])("refuses %s, and charges nothing", async (_case, path, body) => {
  sandbox.addDomain("theirs.com", { account: "other", locked: true, authCode: "s3cret" });
  sandbox.addDomain("unlocked.com", { account: "other", authCode: "s3cret" });
  expect((await api.post(`${domains}/${path}`, body)).status).toBe(400);
  expect([sandbox.ledger(), sandbox.balance]).toEqual([[], 1000]);
});
