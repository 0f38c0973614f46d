/** The rules of the registrar, where the specification shows them in its words, for records, forwards, contacts and orders. */
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { casesIn } from "../support/cases.ts";
import { a, com, type RawClient, withSandbox } from "./raw.ts";

let sandbox: Sandbox;
let api: RawClient;
beforeAll(async () => {
  ({ sandbox, api } = await withSandbox());
});
beforeEach(() => sandbox.reset());

const errorBody = (message: RegExp) => ({
  success: false,
  error: expect.any(String),
  message: expect.stringMatching(message),
});

it('"A missing or invalid token gives status 401", one "that may not act on the domain 403"; "404: domain not found"', async () => {
  for (const authorization of [undefined, "Bearer wrong", "Basic abc"]) {
    const reply = await api.send("GET", `${com}/lock`, { headers: authorization ? { authorization } : {} });
    expect([reply.status, reply.body]).toEqual([401, errorBody(/token/)]);
  }
  sandbox.addDomain("theirs.com", { account: "other" });
  const theirs = await api.get("/registrar/v1/domains/theirs.com/lock");
  expect([theirs.status, theirs.body]).toEqual([403, errorBody(/theirs\.com/)]);
  const nobodys = await api.get("/registrar/v1/domains/nobodys.com/lock");
  expect([nobodys.status, nobodys.body]).toEqual([404, errorBody(/nobodys\.com/)]);
});

it('"years: integer 1 to 10; default 1, default 2 for .ai"', async () => {
  const lengthOf = async (path: string) => (await api.get(`/registrar/v1/domains/check/${path}`)).body;
  expect(await lengthOf("free.com")).toMatchObject({ data: { domain_price: { registration_length: 1 } } });
  expect(await lengthOf("free.ai")).toMatchObject({ data: { domain_price: { registration_length: 2 } } });
  expect(await lengthOf("free.ai?years=10")).toMatchObject({ data: { domain_price: { registration_length: 10 } } });
});

describe("Every request", () => {
  it.each(casesIn("rules", "errors"))(
    "answers errors in the documented shape: %s %s",
    async (method = "", path = "", body = "-", status) => {
      const reply = await api.send(method, path, body === "-" ? {} : { body: JSON.parse(body) });
      expect([reply.status, reply.body]).toEqual([Number(status), errorBody(/./)]);
    },
  );
});

it.each(casesIn("rules", "kept"))("keeps %s", async (_case, body = "", plain = "") => {
  expect((await api.post(`${com}/records`, JSON.parse(body))).status).toBe(200);
  expect(sandbox.records("example.com")).toMatchObject([JSON.parse(plain)]);
});

it.each(casesIn("rules", "refused records"))("refuses %s", async (_case, body = "", says = ".") => {
  const refusal = { status: 400, body: errorBody(RegExp(says)) };
  expect(await api.post(`${com}/records`, JSON.parse(body))).toMatchObject(refusal);
  expect(sandbox.records("example.com")).toEqual([]);
});

it.each(casesIn("rules", "two records"))("%s", async (_case, status, first = "", second = "") => {
  await api.post(`${com}/records`, JSON.parse(first));
  expect((await api.post(`${com}/records`, JSON.parse(second))).status).toBe(Number(status));
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

it.each(casesIn("rules", "refused forwards"))("refuses %s", async (_case, body = "") => {
  await api.post(`${com}/url-forwards`, { source: "go", destination: "https://target.example/path" });
  expect((await api.post(`${com}/url-forwards`, JSON.parse(body))).status).toBe(400);
  expect(sandbox.forwards("example.com")).toMatchObject([{ source: "go", type: "temporary" }]);
});

it.each(casesIn("rules", "refused settings"))("refuses %s", async (_case, part, body = "") => {
  expect((await api.put(`${com}/${part}`, JSON.parse(body))).status).toBe(400);
});

it.each(casesIn("rules", "refused orders"))("refuses %s, and charges nothing", async (_case, path, body = "") => {
  sandbox.addDomain("theirs.com", { account: "other", locked: true, authCode: "s3cret" });
  sandbox.addDomain("unlocked.com", { account: "other", authCode: "s3cret" });
  expect((await api.post(`/registrar/v1/domains/${path}`, JSON.parse(body))).status).toBe(400);
  expect([sandbox.ledger(), sandbox.balance]).toEqual([[], 1000]);
});
