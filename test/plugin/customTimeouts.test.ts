/** The option `customTimeouts`: what waits ends, nothing more is sent, and nothing that was made is lost. */
import { CallFailed, onPlugin, sealed, secret } from "../support/pluginFront.ts";
import { withRegistrar } from "../support/registrar.ts";

const registrar = withRegistrar();
const plugin = onPlugin();
const www = { domain: "example.com", type: "A", name: "www", content: "198.51.100.1" };
const failureOf = (error: unknown) => error;
const contents = () => registrar.sandbox.records("example.com").map(({ content }) => content);
it("a create whose outcome is not known when its time is up is kept as unfinished, and found by the next run", async () => {
  await plugin.client.configure({ staleListSeconds: "30" });
  // Loading and the first read aren't part of the time.
  expect((await plugin.client.invoke("getDomains", {}))["domains"]).not.toEqual([]);
  registrar.sandbox.setProfile("stale-lists:2");
  registrar.sandbox.fault({ operation: "records.create", times: 1, fault: "reset-after" });
  const { inputs } = await plugin.client.check("DnsRecord", {}, { ...www, content: secret(www.content) });
  const failed = await plugin.client.create("DnsRecord", inputs, false, 1).catch(failureOf);
  if (!(failed instanceof CallFailed)) throw failed;
  expect(failed.message).toMatch(/it is not known whether .* was created/);
  expect(failed.properties).toMatchObject({ name: "www", __registrar: { unfinished: true } });
  expect(JSON.stringify(sealed(failed.properties))).not.toContain(www.content);
  registrar.sandbox.setProfile([]);
  await plugin.client.configure({ staleListSeconds: "0" });
  const { outs } = await plugin.client.update("DnsRecord", failed.id ?? "", failed.properties ?? {}, inputs);
  expect(outs).toMatchObject({ recordId: expect.any(String) });
  expect(contents()).toEqual(["198.51.100.1"]);
  expect(registrar.writes()).toEqual(["POST records.create"]);
});

it("a write that the registrar puts off is not sent again, and the state says what is there", async () => {
  await plugin.client.configure({ staleListSeconds: "0" });
  const { inputs } = await plugin.client.check("DnsRecord", {}, www);
  const putOff = () =>
    registrar.sandbox.fault({ operation: /records\.(create|update|delete)/, fault: { status: 429, retryAfter: 60 } });
  const off = putOff();
  const refused = /customTimeouts/;
  await expect(plugin.client.create("DnsRecord", inputs, false, 0.2)).rejects.toThrow(refused);
  off.clear();
  await plugin.client.configure({ staleListSeconds: "0" });
  const { id, outs } = await plugin.client.create("DnsRecord", inputs, false, 60);
  const again = putOff();
  const changed = { ...inputs, ttl: 60 };
  await expect(plugin.client.update("DnsRecord", id, outs, changed, false, 0.2)).rejects.toThrow(refused);
  await expect(plugin.client.delete("DnsRecord", id, outs, 0.2)).rejects.toThrow(refused);
  expect(contents()).toEqual(["198.51.100.1"]);
  again.clear();
  await plugin.client.configure({ staleListSeconds: "0" });
  await plugin.client.delete("DnsRecord", id, outs, 60);
  expect(contents()).toEqual([]);
});

it("what two calls wait for does not end for the one because the time of the other is up", async () => {
  const made = await Promise.all(
    ["a", "b"].map(async (name) => {
      const { inputs } = await plugin.client.check("DnsRecord", {}, { ...www, name });
      return inputs;
    }),
  );
  for (const name of ["a", "b"])
    registrar.sandbox.dashboard.addRecord("example.com", { type: "A", name, content: "198.51.100.1" });
  await plugin.client.configure({ staleListSeconds: "1" });
  const [hasty = {}, patient = {}] = made;
  const [first, second] = await Promise.all([
    plugin.client.create("DnsRecord", hasty, false, 0.3).catch(failureOf),
    plugin.client.create("DnsRecord", patient),
  ]);
  expect(String(first)).toMatch(/the 0\.3 s of the option customTimeouts were up/);
  expect(second.outs).toMatchObject({ name: "b" });
});

it.each([
  ["first", [0.05, undefined]],
  ["second", [undefined, 0.05]],
])(
  "a list that two creates share is read once, and to its end, although the time of the %s is up",
  async (_, times) => {
    const names = ["a", "b"];
    const made = await Promise.all(names.map((name) => plugin.client.check("DnsRecord", {}, { ...www, name })));
    await plugin.client.configure({ staleListSeconds: "0" });
    registrar.calls();
    registrar.sandbox.fault({ operation: "records.list", times: 1, fault: { delayMs: 150 } });
    const ended = made.map(({ inputs }, at) =>
      plugin.client.create("DnsRecord", inputs, false, times[at]).then(
        ({ outs }) => outs["name"],
        (error: unknown) => /the 0\.05 s of the option customTimeouts were up/.exec(String(error))?.length,
      ),
    );
    expect(await Promise.all(ended)).toEqual(times.map((time, at) => (time === undefined ? names[at] : 1)));
    expect(registrar.calls()).toEqual(["GET records.list", "POST records.create"]);
  },
);
