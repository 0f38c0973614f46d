/** Guards of the plugin's calls: each of these tests fails if its guard goes. */
import { onPlugin } from "../support/onPlugin.ts";
import { withPulumiHome } from "../support/orders.ts";
import { CallFailed, sealed, secret } from "../support/pluginFront.ts";
import { domain, HandlerStack, one, type Program, quick, withStory } from "../support/story.ts";

const { registrar, rows, dashboard } = withStory();
const plugin = onPlugin();
withPulumiHome();
const text = "v=t0pz3kret";

it("a renewal isn't ordered if a person renewed the domain between plan and order", async () => {
  const program = (rest = {}): Program => ({
    it: one("domainRegistration", { domain: "fresh.com", maxPrice: 90, ...rest }),
  });
  const stack = new HandlerStack(quick);
  await stack.up(program());
  registrar.writes();
  const renewUntil = new Date(Date.now() + 3 * 366 * 86_400_000).toISOString().slice(0, 10);
  const slow = registrar.sandbox.fault({ operation: "tlds.pricing", fault: { delayMs: 300 } });
  const running = stack.up(program({ renewUntil, maxRenewalPrice: 90 }), { skipPreview: true });
  while (slow.hits < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const { expires } = registrar.sandbox.domain("fresh.com");
  dashboard().editDomain("fresh.com", { expires: new Date(Date.parse(expires) + 9 * 86_400_000).toISOString() });
  await running;
  expect(registrar.writes()).toEqual([]);
});

it("a secret record of unknown outcome is secret in the state that it leaves", async () => {
  await plugin.client.configure({ staleListSeconds: "0" });
  registrar.sandbox.fault({ operation: "records.create", fault: "reset-after" });
  registrar.sandbox.fault({ operation: "records.list", after: 1, fault: { status: 400 } });
  const { inputs } = await plugin.client.check(
    "DnsRecord",
    {},
    { domain, type: "TXT", name: "www", content: secret(text) },
  );
  const failed: unknown = await plugin.client.create("DnsRecord", inputs).catch((error: unknown) => error);
  if (!(failed instanceof CallFailed)) throw failed;
  expect(failed.properties).toMatchObject({ name: "www" });
  expect(JSON.stringify(sealed(failed.properties))).not.toContain("t0pz3kret");
});

it("a secret value of a zone that was edited by hand is still secret after a refresh", async () => {
  await plugin.client.configure({ staleListSeconds: "0" });
  const records = { "@ A": ["198.51.100.1"], "k TXT": [secret(text)] };
  const { inputs } = await plugin.client.check("DnsZone", {}, { domain, mode: "authoritative", records });
  const made = await plugin.client.create("DnsZone", inputs);
  dashboard().editRecord(domain, rows().find(({ type }) => type === "TXT")?.id ?? 0, { ttl: 60 });
  await plugin.client.configure({ staleListSeconds: "0" });
  // As an import file has it, the state names no secret: only the request says where it was.
  const read = await plugin.client.read("DnsZone", made.id, made.outs, inputs);
  expect(JSON.stringify(read)).toContain("t0pz3kret");
  expect(JSON.stringify(sealed(read))).not.toContain("t0pz3kret");
});

it("a cancelled operation sends nothing more, and says so", async () => {
  const www = { domain, type: "A", name: "www", content: "198.51.100.1" };
  await plugin.client.configure({ staleListSeconds: "0" });
  await plugin.client.cancel();
  await expect(plugin.client.create("DnsRecord", www)).rejects.toThrow(/interrupt|cancel/i);
  expect(registrar.writes()).toEqual([]);
});
