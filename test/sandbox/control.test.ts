/** Controls of a sandbox, for tests and other processes: log, rate limit, dashboard, admin interface, state file. */
import { join } from "node:path";
import { until } from "../api/server.ts";
import { newFolder } from "../support/folder.ts";
import { visit } from "./ask.ts";
import { a, com, rawClient, withSandbox } from "./raw.ts";

it("refuses what a page of another site sends, to its API and its dashboard", async () => {
  const { sandbox, api } = await withSandbox();
  const { port } = new URL(sandbox.url);
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await visit(url, { authorization: `Bearer ${sandbox.token}`, ...headers }, "GET")).status;
  for (const url of [`${sandbox.url}${com}`, sandbox.dashboardUrl]) {
    expect(await statusOf(url, { host: `evil.example:${port}` })).toBe(403);
    expect(await statusOf(url, { origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(url, { origin: "null" })).toBe(403);
    expect(await statusOf(url, { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
  }
  expect((await api.get(com)).status).toBe(200);
  expect(sandbox.log.count()).toBe(2);
});

describe("the request log", () => {
  it("counts calls by operation, method, domain, and whether they write", async () => {
    const { sandbox, api } = await withSandbox();
    await api.post(`${com}/records`, a);
    await api.post(`${com}/records`, a);
    await api.get(`${com}/records?page=1`);
    await api.get("/registrar/v1/domains/Example.org/lock");
    await api.get("/registrar/v1/nothing");
    expect(sandbox.log.entries()).toMatchObject([
      { number: 1, operation: "records.create", method: "POST", domain: "example.com", status: 200, done: true },
      { number: 2, operation: "records.create", status: 400, done: false },
      { number: 3, operation: "records.list", path: `${com}/records`, status: 200 },
      { number: 4, operation: "lock.get", domain: "example.org" },
      { number: 5, operation: "unknown", status: 404 },
    ]);
    const { log } = sandbox;
    const filters = [{}, { writes: true }, { writes: false, domain: "example.com" }, { method: "post" }];
    expect(filters.map((filter) => log.count(filter))).toEqual([5, 2, 1, 2]);
    expect([log.count({ operation: "records.*" }), log.count({ operation: /get$/ })]).toEqual([3, 1]);
    log.clear();
    await api.get(com);
    expect(log.entries()).toMatchObject([{ number: 6, operation: "domains.get" }]);
  });

  it("keeps the bodies of the last 100 rows in memory, cut and without secrets", async () => {
    const { sandbox, api } = await withSandbox();
    const bodies = async (row: number) => (await fetch(`${sandbox.admin}/log/${row}`)).text();
    await api.post("/registrar/v1/domains/transfer", { domain_name: "theirs.com", authcode: 'a"private"code' });
    expect(await bodies(1)).toContain("theirs.com");
    await api.send("GET", "/marketplace/semantic-search?api_token=private&query=garden", { headers: {} });
    expect(await bodies(2)).toContain("garden");
    const content = `${sandbox.token}${"x".repeat(20_000)}`;
    await api.post(`${com}/records`, { type: "TXT", name: "long", content });
    const all = (await Promise.all([1, 2, 3].map(bodies))).join();
    for (const secret of ["private", sandbox.token]) expect(all).not.toContain(secret);
    expect(all.length).toBeLessThan(20_000);
    for (let n = 0; n < 98; n += 1) await api.get(com);
    expect(await bodies(1)).toContain("no response for row 1");
    expect(await bodies(2)).toContain("garden");
  });
});

it.each([
  [true, "1"],
  [false, null],
])("the rate limit answers 429; with Retry-After: %p", async (retryAfter, header) => {
  const { api } = await withSandbox({ rate: { perSecond: 2, retryAfter } });
  const replies = [await api.get(com), await api.get(com), await api.get(com)];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(replies[2]?.headers.get("retry-after")).toBe(header);
  expect(replies[2]?.body).toMatchObject({ success: false, error: expect.any(String), message: expect.any(String) });
  await until(async () => (await api.get(com)).status === 200);
});

describe("the admin interface", () => {
  // Its other routes: sandbox/page presses the buttons that call them.
  it("shows the secrets at one address, and nowhere else", async () => {
    const { sandbox } = await withSandbox();
    const read = async (path: string) => (await fetch(`${sandbox.admin}${path}`)).json();
    const { token, marketplaceUserId, marketplaceToken, appraisalToken } = sandbox;
    expect(await read("/credentials")).toEqual({ token, marketplaceUserId, marketplaceToken, appraisalToken });
    expect(JSON.stringify(await read("/state"))).not.toContain(token);
  });

  it("responds 404 without its secret, and refuses what it doesn't accept", async () => {
    const { sandbox } = await withSandbox();
    const statusOf = async (method: string, url: string, body?: unknown) =>
      (await rawClient(url, "").send(method, "", { headers: {}, ...(body === undefined ? {} : { body }) })).status;
    const wrong = sandbox.admin.replace(/admin_\w+$/, "admin_guess");
    expect(await statusOf("GET", `${wrong}/state`)).toBe(404);
    expect(await statusOf("DELETE", `${sandbox.admin}/domains/nobodys.com`)).toBe(404);
    expect(await statusOf("DELETE", `${sandbox.admin}/domains/example.com/records/1`)).toBe(404);
    expect(await statusOf("GET", `${wrong}/credentials`)).toBe(404);
    expect(await statusOf("POST", `${sandbox.admin}/approvals/1/approve`)).toBe(404);
  });
});

it("a reset leaves a sandbox as it was at its start, at the same address, and answers nothing that was asked before", async () => {
  const { sandbox, api } = await withSandbox({ profile: "ids-text", rate: { perSecond: 1000 } });
  const names = () => sandbox.domains().map(({ name }) => name);
  const shown = () => [names(), sandbox.contacts(), sandbox.balance, sandbox.profile, sandbox.rate];
  const fresh = shown();
  await api.post(`${com}/records`, a);
  sandbox.addDomain("more.example");
  sandbox.setProfile("nulls");
  sandbox.clock.advance({ days: 3 });
  sandbox.fault({ operation: "records.create", fault: { delayMs: 60_000 } });
  const unanswered = api.post(`${com}/records`, { ...a, name: "late" });
  await until(() => sandbox.log.count() === 2);
  sandbox.reset();
  await expect(unanswered).rejects.toThrow();
  expect(shown()).toEqual(fresh);
  expect([sandbox.records("example.com"), sandbox.faults(), sandbox.log.entries()]).toEqual([[], [], []]);
  expect(Math.abs(sandbox.clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  expect((await api.post(`${com}/records`, a)).status).toBe(200);
  expect(sandbox.log.entries()).toMatchObject([{ number: 1, operation: "records.create" }]);
});

it("the state file keeps everything between runs: contents, tokens, clock, waiting approvals, charges", async () => {
  const state = join(newFolder(), "state.json");
  const { sandbox, api } = await withSandbox({ stateFile: state });
  await api.post(`${com}/records`, a);
  await api.post(`${com}/url-forwards`, { source: "go", destination: "https://t.example/" });
  await api.put("/registrar/v1/contacts/ATOM-1001", { email: "new@example.com" });
  await api.post("/registrar/v1/domains/register", { domain_name: "fresh.com" });
  sandbox.clock.advance({ days: 3 });
  await sandbox.close();

  const again = (await withSandbox({ stateFile: state })).sandbox;
  expect(again.token).toBe(sandbox.token);
  expect(again.admin.split("/").pop()).toBe(sandbox.admin.split("/").pop());
  expect(again.records("example.com")).toEqual(sandbox.records("example.com"));
  expect(again.forwards("example.com")).toEqual(sandbox.forwards("example.com"));
  expect(again.domains()).toEqual(sandbox.domains());
  expect(again.dashboard.pendingApprovals()).toEqual(sandbox.dashboard.pendingApprovals());
  expect(again.ledger()).toEqual(sandbox.ledger());
  expect(Math.abs(again.clock.now().getTime() - sandbox.clock.now().getTime())).toBeLessThan(1000);
  const ids = again.records("example.com").map(({ id }) => id);
  expect(ids).not.toContain(again.dashboard.addRecord("example.com", { type: "A", content: "192.0.2.2" }).id);
});
