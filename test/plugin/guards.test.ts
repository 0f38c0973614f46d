/** Stories of guards that nothing else tries, on the plugin: each fails if its guard goes. */
import { applied } from "../support/applied.ts";
import { HandlerStack, type Program } from "../support/handlerStack.ts";
import { onPlugin } from "../support/onPlugin.ts";
import { withPulumiHome } from "../support/orders.ts";
import { CallFailed, sealed, secret } from "../support/pluginFront.ts";
import { a, quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const plugin = onPlugin();
withPulumiHome();
withSaid();
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

it("a row that this run deleted, and a lagging list still shows, is not adopted after a refusal", async () => {
  const stack = new HandlerStack({ "registrar:staleListSeconds": "1" });
  const www = { www: a("www", "192.0.2.1", { adopt: true }) };
  await stack.up(www);
  const before = registrar.sandbox.records("example.com").map((row) => ({ ...row }));
  const body = { success: true, data: before, total: before.length };
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 200, body } });
  registrar.sandbox.fault({ operation: "records.create", fault: { status: 409, body: { message: "exists already" } } });
  const { errors } = await stack.up(www, { replace: ["www"], skipPreview: true });
  expect({ isLost: live().length === 0, isSaid: errors["www"] !== undefined }).toEqual({ isLost: true, isSaid: true });
});

it("the state has the id that the PUT gave", async () => {
  registrar.sandbox.setProfile("ids-change-on-put");
  const stack = await applied({ www: a("www", "192.0.2.1", { ttl: 300 }) });
  await stack.up({ www: a("www", "192.0.2.1", { ttl: 600 }) });
  expect(stack.state.get("www")?.outputs["recordId"]).toBe(String(rows()[0]?.id));
});

it("a renewal is not ordered where somebody renewed between plan and order", async () => {
  const stack = new HandlerStack(quick);
  await stack.up(tea());
  registrar.writes();
  const in3 = new Date(Date.now() + 3 * 366 * 86_400_000).toISOString().slice(0, 10);
  const slow = registrar.sandbox.fault({ operation: "tlds.pricing", fault: { delayMs: 300 } });
  const running = stack.up(tea({ renewUntil: in3, maxRenewalPrice: 90 }), { skipPreview: true });
  while (slow.hits < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const { expires } = registrar.sandbox.domain("fresh.com");
  registrar.sandbox.dashboard.setExpiry("fresh.com", new Date(Date.parse(expires) + 9 * 86_400_000).toISOString());
  await running;
  expect(registrar.writes()).toEqual([]);
});

it("what a half-made secret record leaves in the state is wrapped", async () => {
  await plugin.client.configure({ staleListSeconds: "0" });
  registrar.sandbox.fault({ operation: "records.create", fault: "reset-after" });
  registrar.sandbox.fault({ operation: "records.list", after: 1, fault: { status: 400 } });
  const args = { domain: "example.com", type: "TXT", name: "www", content: secret("v=t0pz3kret") };
  const { inputs } = await plugin.client.check("DnsRecord", {}, args);
  const failed: unknown = await plugin.client.create("DnsRecord", inputs).catch((error: unknown) => error);
  if (!(failed instanceof CallFailed)) throw failed;
  expect(failed.properties).toMatchObject({ name: "www" });
  expect(JSON.stringify(sealed(failed.properties))).not.toContain("t0pz3kret");
});

it("a secret member that was edited by hand is still secret after a refresh", async () => {
  await plugin.client.configure({ staleListSeconds: "0" });
  const records = { "@ A": ["198.51.100.1"], "k TXT": [secret("v=t0pz3kret")] };
  const args = { domain: "example.com", mode: "authoritative", records };
  const { inputs } = await plugin.client.check("DnsZone", {}, args);
  const made = await plugin.client.create("DnsZone", inputs);
  const id = rows().find(({ type }) => type === "TXT")?.id ?? 0;
  registrar.sandbox.dashboard.editRecord("example.com", id, { ttl: 60 });
  await plugin.client.configure({ staleListSeconds: "0" });
  // As an import file has it, the state names no secret: only the request says where it was.
  const read = await plugin.client.read("DnsZone", made.id, made.outs, inputs);
  expect(JSON.stringify(read)).toContain("t0pz3kret");
  expect(JSON.stringify(sealed(read))).not.toContain("t0pz3kret");
});

it("a new record of a zone is not made where the list is cut", async () => {
  const stack = new HandlerStack(quick);
  registrar.sandbox.setProfile("duplicates-accepted");
  const kept = { "h0 A": ["192.0.2.0"], "h1 A": ["192.0.2.1"] };
  await stack.up(zone(kept));
  const data = rows().map((row) => ({ ...row }));
  registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name: "more", content: "192.0.2.99" });
  registrar.sandbox.fault({
    operation: "records.list",
    fault: { status: 200, body: { success: true, data, total: 3 } },
  });
  const { errors } = await stack.up(zone({ ...kept, "more A": ["192.0.2.99"] }));
  expect(errors["zone"]).toMatch(/cannot be determined/);
  expect(rows()).toHaveLength(3);
});
