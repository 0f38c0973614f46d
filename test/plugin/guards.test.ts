/** Stories of guards that nothing else tries, on the plugin: each fails if its guard goes. */
import { applied } from "../support/applied.ts";
import { useContract } from "../support/contract.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { onPlugin } from "../support/onPlugin.ts";
import { said, withPulumiHome } from "../support/orders.ts";
import { CallFailed, sealed, secret } from "../support/pluginFront.ts";
import { a, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const plugin = onPlugin();
withPulumiHome();
const rows = () => registrar.sandbox.records("example.com");
const live = () =>
  rows()
    .map(({ type, name, content }) => `${name} ${type} ${content}`)
    .sort();
const zone = (records: Record<string, object>, rest = {}): Program => ({
  zone: { handler: "dnsZone", args: { domain: "example.com", records, ...rest } },
});
const tea = (rest: Record<string, unknown> = {}): Program => ({
  tea: { handler: "domainRegistration", args: { domain: "fresh.com", maxPrice: 90, ...rest } },
});

it("a list that the contract calls whole, and holds rows of another domain, makes nothing gone", async () => {
  const stack = await applied({ h0: a("h0", "192.0.2.0"), h1: a("h1", "192.0.2.1") });
  const [first] = rows();
  useContract({ "records.list": { complete: true } });
  const own = { ...first, domain_name: "example.com" };
  const body = { success: true, data: [own, { ...first, id: 9, domain_name: "other.com" }], total: 2 };
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 200, body } });
  expect((await stack.refresh()).gone).toEqual([]);
});

it("a row that this run deleted, and a lagging list still shows, is not taken over after a refusal", async () => {
  const stack = new HandlerStack({ "registrar:lookupSeconds": "1" });
  const www = { www: a("www", "192.0.2.1", { adopt: "matching" }) };
  await stack.up(www);
  const before = registrar.sandbox.records("example.com").map((row) => ({ ...row }));
  const body = { success: true, data: before, total: before.length };
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 200, body } });
  registrar.sandbox.fault({ operation: "records.create", fault: { status: 409, body: { message: "exists already" } } });
  const { errors } = await stack.up(www, { replace: ["www"], skipPreview: true });
  expect({ isLost: live().length === 0, isSaid: errors["www"] !== undefined }).toEqual({ isLost: true, isSaid: true });
});

it("a domain is not called left where a total may count the rows of a page only", async () => {
  const stack = new HandlerStack(quick);
  await said(() => stack.up(tea()));
  registrar.sandbox.fault({ operation: "domains.get", fault: { status: 404 } });
  const data = Array.from({ length: 20 }, (_, n) => ({ domain_name: `a${n}.com`, status: "active" }));
  registrar.sandbox.fault({
    operation: "domains.list",
    fault: { status: 200, body: { success: true, data, total: 20 } },
  });
  await said(async () => expect((await stack.refresh()).errors["tea"]).toMatch(/cannot be determined/));
  expect(stack.state.get("tea")?.outputs).not.toHaveProperty("leftAccount");
});

it("the state has the id that the PUT gave", async () => {
  registrar.sandbox.setProfile("ids-change-on-put");
  const stack = await applied({ www: a("www", "192.0.2.1", { ttl: 300 }) });
  await stack.up({ www: a("www", "192.0.2.1", { ttl: 600 }) });
  expect(stack.state.get("www")?.outputs["recordId"]).toBe(String(rows()[0]?.id));
});

it.each(["additive", "authoritative"])("a record whose deletion was not tried stays the zone's (%s)", async (mode) => {
  const stack = await applied(
    zone({ "old A": { content: "192.0.2.1" }, "stays A": { content: "192.0.2.2" } }, { mode }),
  );
  registrar.sandbox.fault({ operation: "records.create", after: 1, times: 1, fault: { status: 403 } });
  const next = zone(
    { "new A": { content: "192.0.2.3" }, "more A": { content: "192.0.2.4" }, "stays A": { content: "192.0.2.2" } },
    { mode },
  );
  expect(Object.keys((await stack.up(next)).errors)).toEqual(["zone"]);
  expect((await stack.up(next)).errors).toEqual({});
  expect(live()).toEqual(["more A 192.0.2.4", "new A 192.0.2.3", "stays A 192.0.2.2"]);
});

it("a record that the list hides and the zone drops is not forgotten", async () => {
  const stack = new HandlerStack(quick);
  const of = (count: number) =>
    zone(Object.fromEntries(Array.from({ length: count }, (_, i) => [`h${i} A`, { content: `192.0.2.${i}` }])));
  await stack.up(of(23));
  const hidden = rows().at(-1)?.name ?? "";
  const args: Record<string, unknown> = of(23)["zone"]?.args ?? {};
  const rest = Object.fromEntries(Object.entries(Object(args["records"])).filter(([key]) => key !== `${hidden} A`));
  registrar.sandbox.setProfile("silent-cap:20");
  expect((await stack.up(zone(rest as Record<string, object>))).errors["zone"]).toMatch(/cannot be determined/);
  registrar.sandbox.setProfile("");
  expect((await stack.up(zone(rest as Record<string, object>))).errors).toEqual({});
  expect(rows()).toHaveLength(22);
});

it("a transfer that becomes dearer between check and order is not ordered", async () => {
  registrar.sandbox.addDomain("theirs.com", { account: "other", authCode: "aUth-c0de" });
  const stack = new HandlerStack(quick);
  const dear = {
    success: true,
    pricing: { com: { transfer: { unit_price: 900, total: 999, registration_length: 1 } } },
  };
  registrar.sandbox.fault({ operation: "tlds.pricing", after: 1, fault: { status: 200, body: dear } });
  const args = { domain: "theirs.com", authCode: "aUth-c0de", maxPrice: 20 };
  const move: Program = { move: { handler: "domainTransfer", args } };
  await said(async () => {
    expect((await stack.up(move, { skipPreview: true })).errors["move"]).toMatch(/costs 999\.00, more than/);
  });
  expect(registrar.writes()).toEqual([]);
});

it("a renewal is not ordered where somebody renewed between plan and order", async () => {
  const stack = new HandlerStack(quick);
  await said(() => stack.up(tea()));
  registrar.writes();
  const in3 = new Date(Date.now() + 3 * 366 * 86_400_000).toISOString().slice(0, 10);
  const slow = registrar.sandbox.fault({ operation: "tlds.pricing", fault: { delayMs: 300 } });
  const running = said(() => stack.up(tea({ expiresAfter: in3, maxRenewalPrice: 90 }), { skipPreview: true }));
  while (slow.hits < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const { expires } = registrar.sandbox.domain("fresh.com");
  registrar.sandbox.dashboard.setExpiry("fresh.com", new Date(Date.parse(expires) + 9 * 86_400_000).toISOString());
  await running;
  expect(registrar.writes()).toEqual([]);
});

it("what a half-made secret record leaves in the state is wrapped", async () => {
  await plugin.client.configure({ lookupSeconds: "0" });
  registrar.sandbox.fault({ operation: "records.create", fault: "reset-after" });
  registrar.sandbox.fault({ operation: "records.list", after: 1, fault: { status: 400 } });
  const args = { domain: "example.com", type: "TXT", name: "www", content: secret("v=t0pz3kret") };
  const { inputs } = await plugin.client.check("DnsRecord", {}, args);
  const failed: unknown = await plugin.client.create("DnsRecord", inputs).catch((error: unknown) => error);
  if (!(failed instanceof CallFailed)) throw failed;
  expect(failed.properties).toMatchObject({ name: "www" });
  expect(JSON.stringify(sealed(failed.properties))).not.toContain("t0pz3kret");
});

it("a secret member that stands under another key after a refresh is not in clear", async () => {
  await plugin.client.configure({ lookupSeconds: "0" });
  const records = { "@ A": [{ content: "198.51.100.1" }], "k TXT": [{ content: secret("v=t0pz3kret") }] };
  const { inputs } = await plugin.client.check("DnsZone", {}, { domain: "example.com", records });
  const made = await plugin.client.create("DnsZone", inputs);
  const id = rows().find(({ type }) => type === "TXT")?.id ?? 0;
  registrar.sandbox.dashboard.editRecord("example.com", id, { name: "k2" });
  await plugin.client.configure({ lookupSeconds: "0" });
  // As an import file has it, the state names no secret: only the request says where it was.
  const read = await plugin.client.read("DnsZone", made.id, made.outs, inputs);
  expect(JSON.stringify(read)).toContain("t0pz3kret");
  expect(JSON.stringify(sealed(read))).not.toContain("t0pz3kret");
});

it("a new record of a zone is not made where the list is cut", async () => {
  const stack = new HandlerStack(quick);
  registrar.sandbox.setProfile("duplicates-accepted");
  const kept = { "h0 A": { content: "192.0.2.0" }, "h1 A": { content: "192.0.2.1" } };
  await stack.up(zone(kept));
  const data = rows().map((row) => ({ ...row }));
  registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: "more", content: "192.0.2.99" });
  registrar.sandbox.fault({
    operation: "records.list",
    fault: { status: 200, body: { success: true, data, total: 3 } },
  });
  const { errors } = await stack.up(zone({ ...kept, "more A": { content: "192.0.2.99" } }));
  expect(errors["zone"]).toMatch(/cannot be determined/);
  expect(rows()).toHaveLength(3);
});
