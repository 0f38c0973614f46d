/** The registrar's rules for records and forwards, and their plain form. */
import { a, closeAll, com, withSandbox } from "./raw.ts";

afterEach(closeAll);

const aaaa = (content: string) => ({ type: "AAAA", name: "www", content });
const txt = (content: string) => ({ type: "TXT", name: "", content });
const sip = { type: "SRV", name: "", service: "_sip", protocol: "_tcp", priority: 10, weight: 5, port: 5060 };
const caa = { type: "CAA", name: "", flags: 0, tag: "issue", value: "ca.example" };

describe("keeps records in plain form", () => {
  it.each([
    ["an address", a, a],
    ["names in lower case", { ...a, name: "WWW" }, a],
    ["the apex as @", { ...a, name: "@" }, { ...a, name: "" }],
    [
      "the apex when there is no name",
      { type: "A", content: "192.0.2.1" },
      { type: "A", name: "", content: "192.0.2.1" },
    ],
    [
      "a whole name as relative, because names are relative",
      { ...a, name: "www.example.com" },
      { name: "www.example.com" },
    ],
    ["a wildcard", { ...a, name: "*.dev" }, { name: "*.dev" }],
    ["IPv6 in its short form", aaaa("2001:0DB8:0:0:0:0:0:1"), { content: "2001:db8::1" }],
    [
      "targets without the dot",
      { type: "CNAME", name: "b", content: "Target.Example." },
      { content: "target.example" },
    ],
    ["a bare text", txt("v=spf1 -all"), { content: "v=spf1 -all" }],
    ["a quoted text", txt('"say \\"hi\\" \\\\ \\195\\164"'), { content: 'say "hi" \\ ä' }],
    ["a text in chunks", txt(`"${"x".repeat(255)}" "yz"`), { content: `${"x".repeat(255)}yz` }],
    ["a half quoted text as it is", txt('"half'), { content: '"half' }],
    ["a service in fields", { ...sip, target: "Sip.example." }, { ...sip, target: "sip.example" }],
    ["a service without underscores", { ...sip, service: "SIP", protocol: "tcp", target: "sip.example" }, sip],
    [
      "a service in name and content",
      { type: "SRV", name: "_sip._tcp.eu", content: "10 5 5060 sip.example." },
      { ...sip, name: "eu", target: "sip.example" },
    ],
    ["a null MX", { type: "MX", name: "", content: ".", priority: 0 }, { content: ".", priority: 0 }],
    ["a CA in fields", { ...caa, tag: "ISSUE" }, caa],
    ["a CA in content", { type: "CAA", name: "", content: '0 issue "ca.example"' }, caa],
    ["an empty comment as none", { ...a, comment: "" }, a],
  ])("%s", async (_case, body, plain) => {
    const { sandbox, api } = await withSandbox();
    expect((await api.post(`${com}/records`, body)).status).toBe(200);
    expect(sandbox.records("example.com")).toEqual([expect.objectContaining(plain)]);
  });
});

describe("refuses records that cannot be", () => {
  it.each([
    ["a word as an address", { ...a, content: "localhost" }],
    ["a short address", { ...a, content: "192.0.2" }],
    ["an octal address", { ...a, content: "0300.0.2.1" }],
    ["IPv4 as IPv6", aaaa("192.0.2.1")],
    ["a zone in IPv6", aaaa("fe80::1%eth0")],
    ["an address as a target", { type: "CNAME", name: "b", content: "192.0.2.1" }],
    ["a URL as a target", { type: "CNAME", name: "b", content: "https://target.example/" }],
    ["a name with a dot at its end", { ...a, name: "www." }],
    ["a name with a space", { ...a, name: "w w" }],
    ["a name in Unicode", { ...a, name: "müller" }],
    ["a label of 64 bytes", { ...a, name: "x".repeat(64) }],
    ["a name above 253 bytes", { ...a, name: Array.from({ length: 4 }, () => "x".repeat(60)).join(".") }],
    ["a text without text", txt("")],
    ["priority inside MX content", { type: "MX", name: "", content: "10 mail.example.com", priority: 10 }],
    ["priority of an address", { ...a, priority: 10 }],
    ["a service without a port", { ...sip, port: undefined, target: "sip.example" }],
    ["a service without its name", { type: "SRV", name: "", content: "10 5 5060 sip.example" }],
    ["a service that contradicts itself", { ...sip, target: "sip.example", content: "20 5 5060 sip.example" }],
    ["a CA without a value", { ...caa, value: undefined }],
    ["a tag with a dash", { ...caa, tag: "is-sue" }],
    ["flags above 255", { ...caa, flags: 256 }],
    ["a TTL below 0", { ...a, ttl: -1 }],
    ["a TTL as text", { ...a, ttl: "300" }],
    ["a CNAME at the apex", { type: "CNAME", name: "@", content: "target.example" }],
    ["NS at the apex", { type: "NS", name: "", content: "ns1.elsewhere.example" }],
    ["no type", { name: "www", content: "192.0.2.1" }],
  ])("%s", async (_case, body) => {
    const { sandbox, api } = await withSandbox();
    const reply = await api.post(`${com}/records`, body);
    expect([reply.status, reply.body]).toMatchObject([400, { success: false, error: expect.any(String) }]);
    expect(sandbox.records("example.com")).toEqual([]);
  });
});

describe("records beside each other", () => {
  const alias = { type: "CNAME", name: "www", content: "target.example" };

  it.each([
    ["an exact duplicate", a, a],
    ["a duplicate with another TTL and case", a, { ...a, ttl: 60, name: "WWW" }],
    ["a CNAME beside an address", a, alias],
    ["an address beside a CNAME", alias, a],
    ["a second CNAME", alias, { ...alias, content: "other.example" }],
  ])("refuses %s", async (_case, first, second) => {
    const { sandbox, api } = await withSandbox();
    await api.post(`${com}/records`, first);
    expect((await api.post(`${com}/records`, second)).status).toBe(400);
    expect(sandbox.records("example.com")).toHaveLength(1);
  });

  it.each([
    ["a second address", a, { ...a, content: "192.0.2.2" }],
    [
      "two priorities of one host",
      { type: "MX", name: "", content: "m.example", priority: 1 },
      { type: "MX", name: "", content: "m.example", priority: 2 },
    ],
    ["a service beside a CNAME of its host", alias, { ...sip, name: "www", target: "sip.example" }],
  ])("lets %s stand", async (_case, first, second) => {
    const { sandbox, api } = await withSandbox();
    await api.post(`${com}/records`, first);
    expect((await api.post(`${com}/records`, second)).status).toBe(200);
    expect(sandbox.records("example.com")).toHaveLength(2);
  });
});

it("replaces all fields of a record on PUT, keeps its id, and deletes it", async () => {
  const { sandbox, api } = await withSandbox();
  await api.post(`${com}/records`, { ...a, comment: "old" });
  const [made] = sandbox.records("example.com");
  const reply = await api.put(`${com}/records/${made?.id}`, { type: "A", name: "web", content: "192.0.2.9" });
  expect(reply.body).toMatchObject({ success: true, data: { id: made?.id, name: "web", content: "192.0.2.9" } });
  expect(sandbox.records("example.com")).toEqual([{ id: made?.id, type: "A", name: "web", content: "192.0.2.9" }]);
  expect((await api.put(`${com}/records/${made?.id}`, { type: "TXT", content: "x" })).status).toBe(400);
  expect((await api.delete(`${com}/records/${made?.id}`)).body).toMatchObject({ success: true });
  expect((await api.delete(`${com}/records/${made?.id}`)).status).toBe(404);
  expect(sandbox.records("example.com")).toEqual([]);
});

it("pages a list of records, and tells the total", async () => {
  const { sandbox, api } = await withSandbox();
  for (let n = 1; n <= 60; n++) sandbox.dashboard.addRecord("example.com", { ...a, type: "A", name: `h${n}` });
  const pages = await Promise.all(
    ["", "?page=2", "?page=3", "?page=2&page_size=25"].map(
      async (query) => (await api.get(`${com}/records${query}`)).body,
    ),
  );
  expect(pages).toMatchObject([
    { total: 60, page: 1, page_size: 50, data: { length: 50 } },
    { total: 60, page: 2, data: { length: 10 } },
    { total: 60, page: 3, data: { length: 0 } },
    { total: 60, page: 2, page_size: 25, data: { length: 25, 0: { name: "h26" } } },
  ]);
});

describe("URL forwards", () => {
  const forward = { source: "go", destination: "https://target.example/path", type: "permanent" };

  it("creates, lists, replaces and deletes", async () => {
    const { sandbox, api } = await withSandbox();
    const created = await api.post(`${com}/url-forwards`, forward);
    expect(created).toMatchObject({ status: 200, body: { success: true, message: expect.any(String), data: forward } });
    const [made] = sandbox.forwards("example.com");
    expect(made).toEqual({ id: expect.any(Number), ...forward });
    expect((await api.get(`${com}/url-forwards`)).body).toMatchObject({ success: true, data: [made] });
    await api.put(`${com}/url-forwards/${made?.id}`, { source: "", destination: "http://t.example" });
    expect(sandbox.forwards("example.com")).toEqual([
      { id: made?.id, source: "", destination: "http://t.example", type: "temporary" },
    ]);
    expect((await api.delete(`${com}/url-forwards/${made?.id}`)).status).toBe(200);
    expect(sandbox.forwards("example.com")).toEqual([]);
  });

  it.each([
    ["a second one of the same source", { ...forward, destination: "https://other.example/" }],
    ["one whose source is the same host in full", { ...forward, source: "GO.example.com" }],
    ["a destination without a scheme", { source: "x", destination: "target.example" }],
    ["a destination that is no web page", { source: "x", destination: "ftp://target.example/" }],
    ["an unknown type", { source: "x", destination: "https://t.example/", type: "301" }],
    ["no source", { destination: "https://t.example/" }],
  ])("refuses %s", async (_case, body) => {
    const { sandbox, api } = await withSandbox();
    await api.post(`${com}/url-forwards`, forward);
    expect((await api.post(`${com}/url-forwards`, body)).status).toBe(400);
    expect(sandbox.forwards("example.com")).toHaveLength(1);
  });
});

it.each([
  ["one", ["ns1.elsewhere.example"]],
  ["one twice", ["ns1.elsewhere.example", "NS1.elsewhere.example."]],
  ["fourteen", Array.from({ length: 14 }, (_, n) => `ns${n}.elsewhere.example`)],
  ["an address", ["192.0.2.1", "ns1.elsewhere.example"]],
])("refuses %s as nameservers", async (_case, nameservers) => {
  const { sandbox, api } = await withSandbox();
  expect((await api.put(`${com}/nameservers`, { nameservers })).status).toBe(400);
  expect(sandbox.domain("example.com").nameservers).toEqual(["ns1.atom.com", "ns2.atom.com"]);
});

it("switches nameservers, privacy, auto-renewal and DNSSEC", async () => {
  const { sandbox, api } = await withSandbox();
  expect((await api.post(`${com}/dnssec`)).status).toBe(200);
  expect((await api.get(`${com}/dnssec`)).body).toMatchObject({
    data: { enabled: true, records: [{ algorithm: 13 }] },
  });
  expect((await api.delete(`${com}/dnssec`)).status).toBe(200);
  await api.put(`${com}/privacy`, { privacy_protect: false });
  await api.put(`${com}/auto-renew`, { auto_renew: false });
  await api.put(`${com}/nameservers`, { nameservers: ["a.elsewhere.example", "b.elsewhere.example"] });
  const nameservers = ["a.elsewhere.example", "b.elsewhere.example"];
  expect((await api.get(`${com}/nameservers`)).body).toEqual({ success: true, data: { nameservers } });
  expect((await api.get(com)).body).toMatchObject({
    data: { privacy_protect: false, auto_renew: false, dnssec_enabled: false, nameservers },
  });
  expect((await api.post(`${com}/dnssec`)).status).toBe(400);
  expect(sandbox.log.count({ domain: "example.com", writes: true })).toBe(6);
});
