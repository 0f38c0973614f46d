/** Imports of the plugin: what an ID names, what a list shows, and a zone of which the program lists a part. */
import { resources } from "../../provider/resources/index.ts";
import { onPlugin, unknown } from "../support/pluginFront.ts";
import { applied, domain, forward, one, person, withStory } from "../support/story.ts";

const { registrar, said, byHand, rows, dashboard } = withStory();
const plugin = onPlugin();
const ip = "198.51.100.1";

/** A new operation, in which nothing was declared yet. */
const begin = () => plugin.client.configure({ staleListSeconds: "0" });
beforeEach(begin);

const read = (id: string, state = {}) => plugin.client.read("DnsRecord", id, state);
function addMail(): void {
  byHand("@", "mail.example.net", { type: "MX", priority: 10 });
  byHand("@", "mail2.example.net", { type: "MX", priority: 20 });
}

it("an import finds a record by name and type, by value, and by the registrar's ID", async () => {
  addMail();
  const id = `${domain}/${rows()[0]?.id}`;
  for (const each of [`${domain}/@/MX/10 mail.example.net`, `${domain}/@/mx/mail.example.net`, id]) {
    const { inputs } = await read(each);
    expect(inputs).toEqual({ domain, type: "MX", name: "@", content: "mail.example.net", priority: 10 });
  }
  // As `get` with a part of a state.
  expect((await read(id, { priority: 10 })).inputs).toMatchObject({ content: "mail.example.net" });
});

it.each([
  [
    `${domain}/@/MX`,
    /names 2 rows.*\n {2}example\.com\/@\/MX\/10 mail\.example\.net\n {2}example\.com\/@\/MX\/20 mail2\.example\.net\nUse one of these IDs\. \[ERR/s,
  ],
  [`${domain}/@/MX/30 gone.example`, /^no row has the ID .*(\n {2}.*){2}\nUse one of these IDs\. \[ERR/],
  [`${domain}/none/A`, /^no row that can be declared .* ID such as .*`pulumi-registrar records/],
  [domain, /Write example\.com\/www\/CNAME/],
  ["elsewhere.example/a/A", /does not hold/],
  [`${domain}/a b/A`, /^"a b" is not a name in example\.com. Write example\.com\/www\/CNAME/],
])("an import of %s fails, and says what to write", async (id, says) => {
  addMail();
  await expect(read(id)).rejects.toThrow(says);
});

it("an import of each resource gives inputs that then differ in nothing, and writes nothing", async () => {
  byHand("www", ip);
  const stack = await applied({
    ...{ shop: forward("shop", "https://example.net/"), lock: one("domainLock") },
    owner: { handler: "contact", args: person },
  });
  await begin();
  registrar.writes();
  const ids: Record<string, string> = {
    ...{ DnsRecord: `${domain}/www/A`, DnsRecordSet: `${domain}/www/A`, UrlForward: `${domain}/shop/FORWARD` },
    Contact: String(stack.state.get("owner")?.id),
  };
  for (const { type } of Object.values(resources)) {
    const found = await plugin.client.read(type, ids[type] ?? domain, {});
    // As `get` does at every run: another ID would be another resource.
    expect((await plugin.client.read(type, ids[type] ?? domain, {})).id).toBe(found.id);
    // The domain alone would be an ID that generated programs write in place of the domain: `domain: lock.id`.
    expect({ type, isId: !["", domain].includes(found.id) }).toEqual({ type, isId: true });
    const args = Object.fromEntries(Object.entries(found.inputs).filter(([name]) => !name.startsWith("__")));
    await begin();
    const { inputs, failures } = await plugin.client.check(type, found.inputs, args);
    const { changes } = await plugin.client.diff(type, found.id, found.props, inputs);
    expect({ type, failures, changes }).toEqual({ type, failures: [], changes: false });
  }
  expect(registrar.writes()).toEqual([]);
});

it("an import takes each ID that a list shows, of records, of forwards, and of what a domain has one of", async () => {
  addMail();
  dashboard().addForward("example.org", { source: "shop", destination: "https://example.net/" });
  dashboard().addRecord("example.org", { type: "A", name: "www", content: ip });
  const list = (type: string, query = {}, limit = 0) => plugin.client.list(type, query, limit);
  const records = await list("DnsRecord");
  // Every domain has NS records of its own nameservers.
  expect(records.filter((id) => !id.includes("/@/NS/"))).toEqual([
    "example.com/@/MX/10 mail.example.net",
    "example.com/@/MX/20 mail2.example.net",
    "example.org/www/A/198.51.100.1",
  ]);
  for (const id of records) expect((await read(id)).id).not.toBe("");
  const ofOrg = records.filter((id) => id.startsWith("example.org"));
  expect(await list("DnsRecord", { domain: "Example.org" })).toEqual(ofOrg);
  expect(await list("DnsRecord", {}, 1)).toEqual(records.slice(0, 1));
  const shop = "example.org/shop/FORWARD/https://example.net/";
  expect(await list("UrlForward", { domain: "example.org" })).toEqual([shop]);
  const nameservers = await list("Nameservers");
  expect(nameservers).toEqual(expect.arrayContaining(["example.com/nameservers", "example.org/nameservers"]));
  const known = { previousNameservers: expect.any(Array) };
  for (const id of nameservers)
    expect(await plugin.client.read("Nameservers", id, {})).toMatchObject({ id, props: known });
  expect(await list("DnsRecord", { domain: unknown })).toEqual(["not known yet"]);
  await expect(list("Contact")).rejects.toThrow(/Contact cannot be listed/);
  await expect(list("DnsRecord", { domain: "elsewhere.example" })).rejects.toThrow(/does not hold/);
  expect(registrar.writes()).toEqual([]);
});

const kept = "198.51.100.2";
it.each([
  ["DnsRecordSet", `${domain}/www/A`, { name: "www", type: "A", values: [kept] }],
  ["DnsZone", domain, { records: { "www A": [kept] } }],
  ["DnsZone", domain, { mode: "authoritative", records: { "www A": [kept] } }],
])(
  "rows that the program leaves out of an imported %s (%s) go in the next `up`, whose preview names them",
  async (...given) => {
    const [type, id, args] = given;
    for (const content of [ip, kept]) byHand("www", content);
    const imported = await plugin.client.read(type, id, {});
    await begin();
    said();
    const { inputs, failures } = await plugin.client.check(type, imported.inputs, { domain, ...args });
    expect([failures, said()]).toEqual([[], expect.stringContaining(`- www A ${ip}`)]);
    expect(await plugin.client.diff(type, imported.id, imported.props, inputs)).toMatchObject({ changes: true });
    expect(registrar.writes()).toEqual([]);
    await plugin.client.update(type, imported.id, imported.props, inputs);
    expect([registrar.writes(), rows().map(({ content }) => content)]).toEqual([["DELETE records.delete"], [kept]]);
  },
);

it.each([
  ["DnsRecord", "www/A", { type: "A", name: "www", content: "192.0.2.9" }],
  ["DnsRecord", "docs/CNAME", { type: "CNAME", name: "docs", content: "b.example.net" }],
  ["UrlForward", "shop/FORWARD", { source: "shop", destination: "https://b.example.net/", type: "permanent" }],
])("an import of a %s (%s) whose program has another target changes this row", async (type, path, program) => {
  byHand("www", ip);
  byHand("docs", "a.example.net", { type: "CNAME" });
  dashboard().addForward(domain, { source: "shop", destination: "https://a.example.net/" });
  const imported = await plugin.client.read(type, `${domain}/${path}`, {});
  const before = rows().length + registrar.sandbox.forwards(domain).length;
  const { inputs, failures } = await plugin.client.check(type, imported.inputs, { domain, ...program });
  expect(failures).toEqual([]);
  const { outs } = await plugin.client.update(type, imported.id, imported.props, inputs);
  expect(outs).toMatchObject(program);
  expect(registrar.writes()).toEqual([expect.stringMatching(/^(PUT|PATCH) /)]);
  expect(rows().length + registrar.sandbox.forwards(domain).length).toBe(before);
});
