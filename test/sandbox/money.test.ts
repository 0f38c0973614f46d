/** Registration, renewal and inbound transfer: what is charged, and what is not. */
import { closeAll, withSandbox } from "./raw.ts";

afterEach(closeAll);

const domains = "/registrar/v1/domains";

it("registers a free name once, at the price it quoted", async () => {
  const { sandbox, api } = await withSandbox();
  const order = { domain_name: "Fresh.com", registration_length: 2 };
  const { body } = await api.post(`${domains}/register`, order);
  expect(body).toMatchObject({
    success: true,
    data: {
      domain: "fresh.com",
      registration_length: 2,
      price_breakdown: { total: 26.81 },
      cart_id: expect.any(Number),
    },
  });
  expect(sandbox.ledger()).toMatchObject([{ n: 1, kind: "register", domain: "fresh.com", years: 2, total: 26.81 }]);
  expect(sandbox.balance).toBe(973.19);
  expect(sandbox.domain("fresh.com")).toMatchObject({ account: "own", locked: false });
  expect((await api.post(`${domains}/register`, order)).status).toBe(400);
  expect(sandbox.ledger()).toHaveLength(1);
});

it.each([
  ["a taken name", { domain_name: "taken.com" }],
  ["a name of this account", { domain_name: "example.com" }],
  ["an unknown TLD", { domain_name: "fresh.nowhere" }],
  ["eleven years", { domain_name: "fresh.com", registration_length: 11 }],
  ["more than the balance covers", { domain_name: "premium-tea.com", registration_length: 1 }],
])("refuses to register %s, and charges nothing", async (_case, body) => {
  const { sandbox, api } = await withSandbox();
  expect((await api.post(`${domains}/register`, body)).status).toBe(400);
  expect([sandbox.ledger(), sandbox.balance, sandbox.domains().length]).toEqual([[], 1000, 3]);
});

it("renews a domain, up to ten years ahead", async () => {
  const { sandbox, api } = await withSandbox();
  const before = sandbox.domain("example.com").expires;
  await api.post(`${domains}/example.com/renew`, { registration_length: 3 });
  expect(new Date(sandbox.domain("example.com").expires).getUTCFullYear()).toBe(new Date(before).getUTCFullYear() + 3);
  expect((await api.post(`${domains}/example.com/renew`, { registration_length: 8 })).status).toBe(400);
  expect(sandbox.ledger()).toMatchObject([{ kind: "renew", years: 3 }]);
});

it("transfers a domain in with its auth code; it is pending, then restricted for 60 days", async () => {
  const { sandbox, api } = await withSandbox();
  sandbox.addDomain("theirs.com", { account: "other", authCode: "s3cret" });
  const order = { domain_name: "theirs.com", authcode: "s3cret", privacy_protect: false };
  expect((await api.post(`${domains}/transfer`, { ...order, authcode: "guess" })).status).toBe(400);
  const records = [{ type: "A", name: "www", content: "192.0.2.1" }];
  const { body } = await api.post(`${domains}/transfer`, { ...order, dns_records: records });
  expect(body).toMatchObject({ success: true, data: { domain: "theirs.com", status: "Transfer Initiated" } });
  expect((await api.get(`${domains}/theirs.com`)).body).toMatchObject({ data: { status: "pending_transfer" } });
  expect(sandbox.records("theirs.com")).toMatchObject(records);
  sandbox.clock.advance({ days: 6 });
  expect((await api.get(`${domains}/theirs.com`)).body).toMatchObject({
    data: { status: "active", privacy_protect: false },
  });
  expect((await api.get(`${domains}/theirs.com/lock`)).body).toMatchObject({ icann_transfer_lock: true });
  expect(sandbox.ledger()).toMatchObject([{ kind: "transfer", domain: "theirs.com" }]);
});

it.each([
  ["is locked", { account: "other", locked: true, authCode: "s3cret" } as const],
  ["is already held", { account: "own", authCode: "s3cret" } as const],
])("refuses the transfer of a domain that %s", async (_case, part) => {
  const { sandbox, api } = await withSandbox();
  sandbox.addDomain("theirs.com", part);
  const order = { domain_name: "theirs.com", authcode: "s3cret" };
  expect((await api.post(`${domains}/transfer`, order)).status).toBe(400);
  expect(sandbox.ledger()).toEqual([]);
});

it("forgets a domain that left the account", async () => {
  const { sandbox, api } = await withSandbox();
  sandbox.removeDomain("example.com");
  expect((await api.get(`${domains}/example.com`)).status).toBe(404);
  expect((await api.get(domains)).body).toMatchObject({ total: 2 });
});

it("completes or fails a transfer, changes prices and the balance when told to, also over HTTP", async () => {
  const { sandbox, api } = await withSandbox();
  const order = async (name: string) => {
    sandbox.addDomain(name, { account: "other", authCode: "s3cret" });
    await api.post(`${domains}/transfer`, { domain_name: name, authcode: "s3cret" });
  };
  const admin = (method: string, path: string, body?: unknown) =>
    fetch(sandbox.admin + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  await order("one.com");
  await order("two.com");
  expect((await admin("POST", "/domains/one.com/transfer/complete")).status).toBe(200);
  sandbox.dashboard.failTransfer("two.com");
  expect((await api.get(`${domains}/one.com`)).body).toMatchObject({ data: { status: "active" } });
  expect((await api.get(`${domains}/two.com`)).status).toBe(403);
  expect((await admin("POST", "/domains/two.com/transfer/fail")).status).toBe(404);
  expect(sandbox.ledger()).toHaveLength(2);

  expect((await admin("PATCH", "/prices/com", { register: 20 })).status).toBe(200);
  expect((await admin("PATCH", "/prices/nowhere", { register: 20 })).status).toBe(404);
  expect((await api.get(`${domains}/check/fresh.com`)).body).toMatchObject({
    data: { domain_price: { total: 24.22 } },
  });
  expect((await admin("PUT", "/balance", { balance: 24.21 })).status).toBe(200);
  expect((await api.post(`${domains}/register`, { domain_name: "fresh.com" })).status).toBe(400);
  expect((await admin("PATCH", "/domains/example.com", { expires: "2030-01-01T00:00:00Z" })).status).toBe(200);
  expect((await api.get(`${domains}/example.com`)).body).toMatchObject({
    data: { expiry_date: "2030-01-01T00:00:00Z" },
  });
});
