/** Behaviour of the plugin alone: settings of an instance, secrets, previews, detailed diffs, functions. */
import { resources } from "../../provider/resources/index.ts";
import { cases, domains, stagesOf } from "../meaning/cases.ts";
import { rows as argumentRows, prepare } from "../support/argumentRows.ts";
import { withShortWaits } from "../support/clock.ts";
import { deployBy, dynamicFront } from "../support/handlerStack.ts";
import { onPlugin, opened, pluginFront, sealed, secret, unknown } from "../support/pluginFront.ts";
import {
  type Declared,
  domain,
  HandlerStack,
  one,
  type Program,
  person,
  set,
  withStory,
  zone,
} from "../support/story.ts";

const { registrar, said, rows, dashboard } = withStory();
const plugin = onPlugin();
withShortWaits();
const www = { domain, type: "A", name: "www", content: "198.51.100.1", ttl: 300 };
const { content: _content, ttl: _ttl, ...host } = www;

beforeEach(async () => {
  await plugin.client.cancel();
  await plugin.client.configure({ staleListSeconds: "0" });
});

/** Makes a resource as the engine does. */
async function make(type: string, args: Record<string, unknown>) {
  const { inputs, failures } = await plugin.client.check(type, {}, args);
  expect(failures).toEqual([]);
  return { inputs, ...(await plugin.client.create(type, inputs)) };
}

const isFirst = ([, { handler, args }]: [string, Declared], place: number, all: [string, Declared][]) =>
  place === all.findIndex(([, other]) => other.handler === handler && other.args["type"] === args["type"]);
const first = Object.entries(stagesOf(cases).first.program).filter(isFirst);
const declared: Program = {
  ...Object.fromEntries(
    first.map(([name, { handler, args }]) => [name, { handler, args: { ...args, ...marksOf(handler, args) } }]),
  ),
  settings: one("domainSettings", { autoRenew: false }),
  registration: one("domainRegistration"),
  transfer: one("domainTransfer", { domain: "example.org" }),
  dnssec: one("dnssec", { enabled: false }),
  contacts: one("domainContacts", { admin: "ATOM-1001" }),
  set: set("pair", "A", ["198.51.100.8"]),
  zone: zone({ "zoned A": ["198.51.100.7"] }),
};
/** The names of secret arguments, as the class of the dynamic front sends them. */
function marksOf(handler: keyof typeof resources, args: Record<string, unknown>) {
  const { secretInputs = [] }: { secretInputs?: readonly string[] } = resources[handler];
  const names = secretInputs.filter((name) => name in args).sort();
  return names.length > 0 && { __registrar: { secretInputs: names } };
}

/** The result of the program on a front, with the calls that it costs. */
async function outcome() {
  registrar.sandbox.reset();
  for (const each of domains) registrar.sandbox.addDomain(each);
  const stack = new HandlerStack();
  const { steps, errors } = await stack.up(declared);
  const entries = registrar.sandbox.log.entries();
  const made = entries.map(({ method, operation }) => `${method} ${operation}`).sort();
  const again = await stack.up(declared);
  const drift = await stack.refresh();
  const state = Object.fromEntries([...stack.state].map(([name, row]) => [name, [row.inputs, row.outputs]]));
  // Rows that are written side by side have their moments and IDs in any order.
  const text = JSON.stringify(state)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|(?<="writtenAt":|"__registrar":"\S+ )\d+/g, "0")
    .replaceAll(/(\\*")(?:ATOM-)?1\d{3}\1/g, "$1<id>$1")
    .replaceAll(/"__provider":"(?:[^"\\]|\\.)*",?/g, "")
    .replaceAll(/,}/g, "}");
  return { steps, errors, made, again, drift, state: JSON.parse(text), stack };
}

it("both fronts make the same of every resource: steps, calls, inputs and states; a switch either way is nothing to do", async () => {
  const byPlugin = await outcome();
  deployBy(dynamicFront);
  const { steps } = await byPlugin.stack.up(declared);
  const byHost = await outcome();
  deployBy(pluginFront(() => plugin.client));
  const back = await byHost.stack.up(declared);
  for (const part of ["steps", "errors", "made", "again", "drift", "state"] as const) {
    expect(byPlugin[part]).toEqual(byHost[part]);
  }
  expect(byHost.errors).toEqual({});
  const handlers = new Set(Object.values(declared).map(({ handler }) => handler));
  expect([...handlers].sort()).toEqual(Object.keys(resources).sort());
  expect(new Set([...Object.values(steps), ...Object.values(back.steps)])).toEqual(new Set(["same"]));
});

describe("settings", () => {
  it("keep a token secret that is given as plain text, and copy none from the environment", async () => {
    const { inputs, failures } = await plugin.client.checkConfig({
      apiToken: "in-clear",
      baseUrl: "https://a.example/api",
    });
    expect(failures).toEqual([]);
    expect(sealed(inputs)).toEqual({ apiToken: "[secret]", baseUrl: "https://a.example/api" });
    expect((await plugin.client.checkConfig({})).inputs).toEqual({});
    const [wrong] = (await plugin.client.checkConfig({ adopt: "matching" })).failures;
    expect(wrong?.reason).toMatch(/registrar:adopt must be true or false/);
    // A preview does without, and says so.
    const address = process.env["REGISTRAR_BASE_URL"];
    delete process.env["REGISTRAR_BASE_URL"];
    expect((await plugin.client.checkConfig({})).failures).toEqual([]);
    process.env["REGISTRAR_BASE_URL"] = address;
    // The environment has a better one, for another account.
    const { failures: ofShop } = await plugin.client.checkConfig({ baseUrl: "ftp://a.example" }, "shop");
    expect(ofShop).toEqual([expect.objectContaining({ reason: expect.stringMatching(/baseUrl|BASE_URL/) })]);
  });

  it("of an explicit provider win over the environment, which is for the default one", async () => {
    await plugin.client.cancel();
    await plugin.client.configure({ apiToken: "another-account", staleListSeconds: "0" }, "second");
    await expect(plugin.client.invoke("getDomains", {})).rejects.toThrow(/401.*Check the provider's own `apiToken`/);
    await plugin.client.cancel();
    await plugin.client.configure({ apiToken: "another-account", staleListSeconds: "0" }, "default_0_1_0");
    expect((await plugin.client.invoke("getDomains", {}))["domains"]).not.toEqual([]);
  });
});

describe("secrets", () => {
  const hush = "hush-z3kret.example.net";
  const texts = { ...host, type: "TXT" };
  const zoned = (records: unknown) => ({ domain, mode: "authoritative", records });
  const cases: [what: string, type: string, args: (hush: unknown) => Record<string, unknown>][] = [
    ["a value", "DnsRecord", (value) => ({ ...www, type: "TXT", content: value })],
    ["a name, and the output that is made of it", "DnsRecord", (value) => ({ ...www, name: value })],
    ["the name of a set", "DnsRecordSet", (value) => ({ ...host, name: value, values: ["192.0.2.1"] })],
    ["one of a set's values, so all of them", "DnsRecordSet", (value) => ({ ...texts, values: ["open-1", value] })],
    ["one value of a key, so all of its values", "DnsZone", (value) => zoned({ "www TXT": ["open-1", value] })],
    ["a map of records, so its keys", "DnsZone", (value) => zoned(secret({ [`${opened(value)} A`]: ["192.0.2.1"] }))],
    ["one nameserver, so all of them", "Nameservers", (value) => ({ domain, nameservers: ["ns1.example.net", value] })],
    ["one line of an address, so all of them", "Contact", (value) => ({ ...person, address: ["open-1", value] })],
  ];

  it.each(cases)("of a program (%s) stay secret in inputs, state and messages", async (what, type, args) => {
    const { inputs, id, outs } = await make(type, args(secret(hush)));
    const { props, inputs: read } = await plugin.client.read(type, id, outs, inputs);
    for (const bag of [inputs, outs, props, read]) expect(JSON.stringify(sealed(bag))).not.toMatch(/hush|open-1/);
    // A message names the record that it is about, also of a secret map.
    if (!what.startsWith("a map")) expect(said()).not.toMatch(/hush/);
    // Of a file of imports, only the inputs name the secret; a person has edited the row.
    for (const row of rows()) dashboard().editRecord(domain, row.id, { ttl: 60 });
    await plugin.client.configure({ staleListSeconds: "0" });
    const inClear = Object.fromEntries(Object.entries(outs).map(([name, value]) => [name, opened(value)]));
    expect(JSON.stringify(sealed(await plugin.client.read(type, id, inClear, inputs)))).not.toMatch(/hush/);
    const next = await plugin.client.check(type, inputs, args(secret(hush)));
    expect(await plugin.client.diff(type, id, props, next.inputs)).toMatchObject({ changes: false });
  });

  it("of a zone hide no other value", async () => {
    const records = { "@ A": ["198.51.100.1"], "k TXT": [secret(hush)] };
    const { outs } = await make("DnsZone", { domain, records });
    expect(sealed(outs)).toMatchObject({ records: { "@ A": ["198.51.100.1"], "k TXT": "[secret]" } });
  });

  it("of a resource are secret whatever the program says: auth codes, and the personal data of contacts and lookups", async () => {
    const order = { domain, authCode: "aUth-c0de", maxPrice: 20 };
    const { inputs } = await plugin.client.check("DomainTransfer", {}, order);
    expect(JSON.stringify(sealed(inputs))).not.toContain("aUth-c0de");
    const made = await make("Contact", person);
    const imported = await plugin.client.read("Contact", made.id, {});
    const open = ["country", "handle", "managed", "verified", "__registrar", "__provider", "disclosedFields"];
    for (const bag of [made.inputs, made.outs, imported.inputs, imported.props]) {
      const shown = Object.entries(Object(sealed(bag))).filter(([, value]) => value !== "[secret]");
      expect(open).toEqual(expect.arrayContaining(shown.map(([name]) => name)));
      expect(JSON.stringify(sealed(bag))).not.toMatch(/Ada|London|2025550123|SW1Y/);
    }
    const contact = await plugin.client.invoke("getContact", { handle: "ATOM-1001" });
    const { handle, type, verified, ...personal } = Object(sealed(contact));
    expect([handle, type, verified]).toEqual(["ATOM-1001", "registrant_user", true]);
    expect(new Set(Object.values(personal))).toEqual(new Set(["[secret]"]));
  });
});

it("a preview shows the arguments, says what is not known, and calls nothing", async () => {
  const { inputs, failures } = await plugin.client.check("DnsRecord", {}, { ...www, content: unknown });
  expect(failures).toEqual([]);
  const { id, outs } = await plugin.client.create("DnsRecord", inputs, true);
  expect({ id, outs }).toEqual({
    id: "",
    outs: { ...www, content: unknown, recordId: unknown, fqdn: "www.example.com" },
  });
  const made = await make("DnsRecord", www);
  registrar.calls();
  said();
  const token = process.env["REGISTRAR_API_TOKEN"];
  delete process.env["REGISTRAR_API_TOKEN"];
  await plugin.client.configure({});
  for (const _ of [1, 2]) await plugin.client.create("DnsRecord", inputs, true);
  expect(said().match(/The registrar was not read/g)).toHaveLength(1);
  process.env["REGISTRAR_API_TOKEN"] = token;
  await plugin.client.configure({});
  const updated = await plugin.client.update("DnsRecord", made.id, made.outs, { ...www, ttl: 60 }, true);
  expect(updated.outs).toMatchObject({ ttl: 60, recordId: unknown });
  const ada = await make("Contact", person);
  registrar.calls();
  const moved = await plugin.client.update("Contact", ada.id, ada.outs, { ...person, city: "Turin" }, true);
  expect(moved.outs).toMatchObject({ handle: ada.id, verified: unknown });
  expect(registrar.calls()).toEqual([]);
});

it("a create of arguments that no check let through fails before any call", async () => {
  await expect(plugin.client.create("DnsRecord", { ...www, type: "NOPE" })).rejects.toThrow(/no check let/);
  expect(registrar.calls()).toEqual([]);
});

it("a resource that is checked again excludes others by its last check alone", async () => {
  await plugin.client.configure({});
  const failuresOf = async (type: string, args: object) =>
    (await plugin.client.check(type, {}, { domain, ...args })).failures;
  for (const mode of ["authoritative", "additive"])
    expect(await failuresOf("DnsZone", { records: {}, mode })).toEqual([]);
  expect(await failuresOf("DnsRecord", { type: "A", name: "www", content: "198.51.100.1" })).toEqual([]);
});

it("a function answers what is there after a write, and reads it only then", async () => {
  const contents = async () => {
    const { records } = await plugin.client.invoke("getDnsRecords", { domain, type: "A" });
    return (records as { content: string }[]).map(({ content }) => content);
  };
  const misspelled = plugin.client.invoke("getDnsRecords", { domain, types: ["A"] });
  await expect(misspelled).rejects.toThrow(
    "getDnsRecords: types is not an argument; it takes domain, type, name. Nothing was sent",
  );
  const part = plugin.client.invoke("joinRecords", { parts: [{ records: { "www A": ["192.0.2.1"] }, tls: {} }] });
  await expect(part).rejects.toThrow("a part of `records` takes `records`, `ttl` and `ttls`, but not `tls`");
  expect([await contents(), await contents()]).toEqual([[], []]);
  const read = registrar.calls();
  expect(new Set(read)).toEqual(new Set(["GET records.list"]));
  await make("DnsRecord", www);
  registrar.calls();
  expect(await contents()).toEqual(["198.51.100.1"]);
  expect(registrar.calls()).toEqual(read);
});

it("a diff has the path of each value, into maps and lists", async () => {
  const records = { "www A": ["198.51.100.1"], "@ A": ["198.51.100.2", "198.51.100.3"] };
  const given = { domain: "example.org", records, ttl: 600 };
  const zone = await make("DnsZone", given);
  const differences = async (next: object) => {
    const { inputs } = await plugin.client.check("DnsZone", zone.inputs, { ...given, ...next });
    const { detailed } = await plugin.client.diff("DnsZone", zone.id, zone.outs, inputs);
    return detailed;
  };
  const [added, deleted, updated] = [0, 2, 4];
  const apex = (...values: string[]) => ({ records: { ...records, "@ A": values } });
  const [one, two, three] = ["198.51.100.2", "198.51.100.3", "198.51.100.4"] as const;
  expect(await differences(apex(one, two, three))).toEqual({ 'records["@ A"][2]': added });
  // The first of two values goes, whatever moves up.
  expect(await differences(apex(two))).toEqual({ 'records["@ A"][0]': deleted });
  expect(await differences(apex(two, three))).toEqual({ 'records["@ A"][0]': deleted, 'records["@ A"][1]': added });
  expect(await differences(apex(three, two))).toEqual({ 'records["@ A"][0]': updated });
  expect(await differences(apex(two, one))).toEqual({});
  for (const list of [[three, unknown], unknown])
    expect(await differences({ records: { ...records, "@ A": list } })).toEqual({ 'records["@ A"]': updated });
  expect(await differences({ records: { ...records, "new A": unknown } })).toEqual({ 'records["new A"]': added });
  for (const ttls of [unknown, { "@ A": unknown }]) expect(await differences({ ttls })).toEqual({ ttls: added });
  expect(await differences({ ttls: { "@ A": 300 } })).toEqual({ 'ttls["@ A"]': added });
  expect(await differences({ ttl: 300 })).toEqual({ ttl: updated });
  expect(await differences({ records: { "www A": records["www A"] } })).toEqual({ 'records["@ A"]': deleted });
  const set = { domain: "example.org", name: "set", type: "A", values: [one, two, three] };
  const made = await make("DnsRecordSet", set);
  for (const [values, differs] of [
    [[two, three], { "values[0]": deleted }],
    [[two, unknown, one], { values: updated }],
    [unknown, { values: updated }],
  ] as const) {
    const next = await plugin.client.check("DnsRecordSet", made.inputs, { ...set, values });
    expect((await plugin.client.diff("DnsRecordSet", made.id, made.outs, next.inputs)).detailed).toEqual(differs);
  }
  const record = await make("DnsRecord", www);
  const moved = await plugin.client.diff("DnsRecord", record.id, record.outs, { ...www, domain: "example.org" });
  expect(moved).toMatchObject({ replaces: ["domain"], detailed: { domain: 5 }, deleteBeforeReplace: true });
});

it.each(Object.entries(argumentRows))("a diff of a %s says what is added, changed and removed", async (_, row) => {
  await prepare(row);
  const { handler, base, values } = row;
  const { type } = resources[handler];
  const names = Object.keys(values);
  const all = { ...base, ...Object.fromEntries(names.map((name) => [name, values[name]?.[0]])) };
  const least = Object.fromEntries(Object.keys(base).map((name) => [name, all[name]]));
  for (const state of [least, all]) {
    await plugin.client.configure({ staleListSeconds: "0" });
    const { id, outs } = await make(type, state);
    for (const name of names.filter((each) => state === least || !(each in base))) {
      const [value, kind] = state === all ? [undefined, 2] : name in base ? [values[name]?.[1], 4] : [all[name], 0];
      const { detailed } = await plugin.client.diff(type, id, outs, { ...state, [name]: value });
      expect([name, Object.values(detailed)]).toEqual([name, [kind]]);
    }
    registrar.sandbox.reset();
  }
});

it("a check asks a registrar that was down again, once the engine begins a new phase", async () => {
  const { id, outs } = await make("DnsRecord", { ...www, name: "other" });
  await plugin.client.configure({ staleListSeconds: "0" });
  registrar.sandbox.dashboard.addRecord(domain, { type: "CNAME", name: "www", content: "a.example.net" });
  const down = registrar.sandbox.fault({ operation: "records.list", fault: { status: 500 } });
  await expect(plugin.client.read("DnsRecord", id, outs)).rejects.toThrow(/500/);
  down.clear();
  expect((await plugin.client.check("DnsRecord", {}, www)).failures).toMatchObject([
    { reason: expect.stringMatching(/conflicts with existing records/) },
  ]);
});

it("a helper shows no secret argument in its error", async () => {
  const text = "$ORIGIN example.com.\nwww 300 IN A k3y-of-a\n";
  const refused = plugin.client.invoke("zoneRecords", { text: secret(text) });
  await expect(refused).rejects.not.toThrow(/k3y-of-a/);
  await expect(refused).rejects.toThrow(/ERR_REGISTRAR_INVALID_INPUT/);
});

const srv = { domain, type: "SRV", name: "@", target: "sip.example.net", port: 5060, priority: 1, weight: 1 };
const inParts = { ...srv, service: "sip", protocol: "tcp" };
it.each<[type: string, key: string, args: Record<string, unknown>]>([
  ["DnsRecord", "name", www],
  ["DnsRecordSet", "name", { ...host, values: ["192.0.2.1"] }],
  ["DnsRecord", "name", inParts],
  ["DnsRecord", "service", inParts],
  ["DnsRecord", "protocol", inParts],
])("a preview of a %s doesn't know `fqdn` before its %s", async (type, key, args) => {
  for (const [given, isKnown] of [
    [args, true],
    [{ ...args, [key]: unknown }, false],
  ] as const) {
    const { inputs, failures } = await plugin.client.check(type, {}, given);
    const { outs } = await plugin.client.create(type, inputs, true);
    expect([failures, outs["fqdn"] !== unknown]).toEqual([[], isKnown]);
  }
});

it("a cancelled operation sends nothing more, and says so once", async () => {
  await plugin.client.cancel();
  await expect(plugin.client.create("DnsRecord", www)).rejects.toThrow(/not sent: the run was interrupted/);
  await expect(plugin.client.create("DnsRecord::www", www)).rejects.toThrow(/^See the error of resource `it`/);
  expect(registrar.writes()).toEqual([]);
});
