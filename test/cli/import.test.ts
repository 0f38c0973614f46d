import { workableProfiles } from "../../testing/sandbox/index.ts";
import { withRegistrar } from "../support/registrar.ts";
import { isSoak } from "../support/soak.ts";
import { accountDomains, fillAccount } from "./importAccount.ts";
import { expectNothingToDo, read } from "./importSupport.ts";

const registrar = withRegistrar();

it("imports an account without a write, and then nothing is to be done", async () => {
  fillAccount(registrar.sandbox, 20);
  const imported = await read(accountDomains);
  expect(imported.leftOut).toEqual([]);
  expect(imported.rows.map(({ type }) => type.split(":").pop()).sort()).toEqual([
    ...Array.from({ length: 17 }, () => "DnsRecord"),
    ...Array.from({ length: 3 }, () => "DnsRecordSet"),
    ...["example.com", "example.org", "example.net", "xn--"].map(() => "DomainContacts"),
    ...["example.org", "example.net", "xn--"].map(() => "DomainLock"),
    ...accountDomains.map(() => "DomainSettings"),
    ...accountDomains.map(() => "Nameservers"),
    ...["shop", "apex"].map(() => "UrlForward"),
  ]);
  const calls = registrar.calls();
  expect(calls.every((call) => call.startsWith("GET "))).toBe(true);
  // One reading of what a domain has one of, and each list to its end, and once more, which shows that it had not lagged.
  expect(calls.length).toBeLessThanOrEqual(10 * accountDomains.length);
  await expectNothingToDo(imported, registrar);
});

it("writes what a person would: relative names, comments and TTLs kept, handles instead of people", async () => {
  fillAccount(registrar.sandbox, 20);
  registrar.sandbox.setProfile("all-awkward");
  const { plan } = await read(["example.com"]);
  const argsOf = new Map(plan.domains[0]?.found.map(({ name, args: { domain: _, ...args } }) => [name, args]));
  expect(argsOf.get("example-com-www-a-192-0-2-2")).toEqual({
    name: "www",
    type: "A",
    content: "192.0.2.2",
    ttl: 300,
    comment: 'web, "green"',
  });
  expect(argsOf.get("example-com-sip-tcp-srv")).toMatchObject({
    name: "_sip._tcp",
    priority: 10,
    weight: 5,
    port: 5060,
    target: "sip.example.net",
  });
  expect(argsOf.get("example-com-mx")).toEqual({
    name: "@",
    type: "MX",
    ttl: 3600,
    values: ["10 mx1.example.net", "20 mx2.example.net"],
  });
  expect(argsOf.get("example-com-www-aaaa")).toMatchObject({ content: "2001:db8::1" });
  expect(argsOf.get("example-com-odd-txt")).toMatchObject({ content: "tab\there, \\back\\slash, it's ünïcödé" });
  expect(argsOf.get("example-com-caa")).toMatchObject({
    values: ['0 issue "letsencrypt.org"', '128 iodef "mailto:security@example.net"'],
  });
  expect(argsOf.get("example-com-contacts")).toMatchObject({ registrant: "ATOM-1001", tech: "ATOM-1001" });
});

/** Lists that couldn't be proven complete, by profile. */
const unread: Record<string, string[]> = {
  "paging-ignored": [
    "DNS records of example.com: rows may be missing, because nothing proves the list complete " +
      "(28 rows, the same rows for every further page number, which may be one page)",
  ],
};

/** Registrars that write differently, and what an import does not ask for. */
const elsewhere = /^(writes|put|stale|atom|ids-change)/;
const profiles = workableProfiles.filter((profile) => isSoak || !elsewhere.test(profile));

it.each(profiles)("nothing is to be done after an import under the profile %s", async (profile) => {
  fillAccount(registrar.sandbox, 20);
  registrar.sandbox.setProfile(profile);
  const imported = await read(["example.com"]);
  expect(imported.leftOut).toEqual([]);
  expect(imported.unread).toEqual(unread[profile] ?? []);
  expect(imported.rows).toHaveLength(20);
  await expectNothingToDo(imported, registrar);
});

it.each(["names-fqdn", "all-awkward"])(
  "nothing is to be done after an import as zones under the profile %s",
  async (profile) => {
    fillAccount(registrar.sandbox, 20);
    registrar.sandbox.setProfile(profile);
    const imported = await read(["example.com"], { as: "zone" });
    expect(imported.leftOut).toEqual([]);
    expect(imported.rows.map(({ name }) => name).sort()).toEqual([
      "example-com-contacts",
      "example-com-forward-shop",
      "example-com-nameservers",
      "example-com-settings",
      "example-com-zone",
    ]);
    await expectNothingToDo(imported, registrar);
  },
);

/** Live records that checks refuse. */
function addRefused(): void {
  const { dashboard } = registrar.sandbox;
  dashboard.addRecord("example.com", { type: "CNAME", name: "both", content: "host.example.net" });
  dashboard.addRecord("example.com", { type: "TXT", name: "both", content: "beside a CNAME" });
  dashboard.addRecord("example.com", { type: "CAA", name: "", flags: 0, tag: "iodef", value: "nobody" });
}

it("an import as zones holds what can be declared, and leaves out other rows with the reason", async () => {
  addRefused();
  const { dashboard } = registrar.sandbox;
  dashboard.addRecord("example.com", { type: "A", name: "two", content: "192.0.2.1" });
  dashboard.addRecord("example.com", { type: "A", name: "two", content: "192.0.2.1" });
  for (const priority of [10, 20]) {
    dashboard.addRecord("example.com", { type: "MX", name: "", content: "mx.example.net", priority });
  }
  const imported = await read(["example.com"], { as: "zone" });
  expect(imported.leftOut).toEqual([expect.stringMatching(/^two\.example\.com A .*the account has this row twice/)]);
  const zone = imported.plan.domains[0]?.found.find(({ handler }) => handler === "dnsZone");
  expect(Object.values(Object(zone?.args["records"])).flat()).toHaveLength(6);
  expect(zone?.args["skipChecks"]).toEqual(["caa-value", "cname-beside-others"]);
  await expectNothingToDo(imported, registrar);
});

it("says the same each time, whatever the order of the domains", async () => {
  fillAccount(registrar.sandbox, 60);
  const first = await read(["example.com", "example.org"]);
  expect(await read(["example.org", "example.com"])).toEqual(first);
});

describe("what cannot be declared is left out with its reason", () => {
  it("rows that can't be decoded, and the same record a second time", async () => {
    const { dashboard } = registrar.sandbox;
    dashboard.addRecord("example.com", { type: "A", name: "good", content: "192.0.2.1" });
    dashboard.addRecord("example.com", { type: "A", name: "bad name", content: "192.0.2.1" });
    dashboard.addRecord("example.com", { type: "A", name: "two", content: "192.0.2.1" });
    const second = dashboard.addRecord("example.com", { type: "A", name: "two", content: "192.0.2.1" });
    const imported = await read(["example.com"]);
    const records = imported.rows.filter(({ type }) => type.endsWith(":DnsRecord")).map(({ name }) => name);
    expect(records).toEqual(["example-com-good-a", "example-com-two-a-192-0-2-1"]);
    expect(imported.leftOut).toEqual([
      expect.stringMatching(/^bad name A of example\.com: .*not allowed/),
      `two.example.com A 192.0.2.1: the account has this row twice; this duplicate (id ${second.id}) is not declared`,
    ]);
    await expectNothingToDo(imported, registrar);
  });
});

it("a live record that a check refuses is declared with this check switched off", async () => {
  addRefused();
  const imported = await read(["example.com"]);
  expect(imported.leftOut).toEqual([]);
  const ignored = imported.plan.domains.flatMap(({ found }) =>
    found.flatMap(({ name, args }) => ("skipChecks" in args ? [[name, args["skipChecks"]]] : [])),
  );
  expect(ignored).toEqual([
    ["example-com-caa", ["caa-value"]],
    ["example-com-both-cname", ["name-conflict"]],
    ["example-com-both-txt", ["name-conflict"]],
  ]);
  await expectNothingToDo(imported, registrar);
});

it("a token that does not fit, and a domain that is not there, end it", async () => {
  await expect(read(["elsewhere.example"])).rejects.toThrow(/elsewhere\.example/);
  process.env["REGISTRAR_API_TOKEN"] = "wrong";
  await expect(read(["example.com"])).rejects.toMatchObject({ code: "ERR_REGISTRAR_UNAUTHORIZED" });
});

it("goes on without a domain that the account does not hold, where every domain was asked for", async () => {
  registrar.sandbox.addDomain("other.example", { account: "other" });
  const { unread, plan } = await read(["example.com", "other.example"], {
    as: "records",
    skipUnread: true,
  });
  expect(plan.domains.map(({ domain }) => domain)).toEqual(["example.com"]);
  expect(unread).toEqual([expect.stringMatching(/^other\.example: .*/)]);
});

it("keeps records of one name and type apart where a set could not say what they are", async () => {
  const { dashboard } = registrar.sandbox;
  for (const ttl of [300, 600])
    dashboard.addRecord("example.com", { type: "A", name: "ttl", content: `192.0.2.${ttl / 300}`, ttl });
  dashboard.addRecord("example.com", { type: "A", name: "said", content: "192.0.2.1", comment: "why" });
  dashboard.addRecord("example.com", { type: "A", name: "said", content: "192.0.2.2" });
  const imported = await read(["example.com"]);
  expect(imported.leftOut).toEqual([]);
  expect(imported.rows.filter(({ type }) => type.endsWith(":DnsRecord"))).toHaveLength(4);
  await expectNothingToDo(imported, registrar);
});

it("imports nothing of the contacts of a domain without handles", async () => {
  const contacts = { registrant: null, admin: null, billing: null, tech: null };
  registrar.sandbox.addDomain("nobody.example", { contacts });
  const imported = await read(["nobody.example"]);
  expect(imported.rows.map(({ type }) => type)).not.toContain("registrar:index:DomainContacts");
  await expectNothingToDo(imported, registrar);
});

it("declares DNSSEC where it is on", async () => {
  registrar.sandbox.addDomain("signed.example", { dnssec: true });
  const imported = await read(["signed.example"]);
  expect(imported.rows.map(({ name }) => name)).toContain("signed-example-dnssec");
  expect(imported.leftOut).toEqual([]);
  await expectNothingToDo(imported, registrar);
});

describe("natural keys", () => {
  beforeEach(() => fillAccount(registrar.sandbox, 20));
  const names = async (key: string) => (await read([key])).rows.map(({ name }) => name);

  it.each([
    ["example.com/blog/CNAME", ["example-com-blog-cname"]],
    ["example.com/shop/FORWARD", ["example-com-forward-shop"]],
  ])("%s names one thing", async (key, expected) => {
    expect(await names(key)).toEqual(expected);
  });

  it("takes a member by its id, and all records of a name and type as a set", async () => {
    const [first] = registrar.sandbox.records("example.com").filter(({ type }) => type === "MX");
    expect(await names(`example.com/@/MX/${first?.id}`)).toEqual(["example-com-mx-mx1-example-net"]);
    expect(await names("example.com/@/MX")).toEqual(["example-com-mx"]);
    const again = await read(["example.com/@/MX", `example.com/@/MX/${first?.id}`, "example.com/@/MX"]);
    expect(again.rows.map(({ name }) => name)).toEqual(["example-com-mx"]);
    await expectNothingToDo(again, registrar);
    await expect(names("example.com/@/MX/mx3.example.net")).rejects.toThrow(/no row has the ID .*mx3\.example\.net/);
  });

  it("puts together what several keys of one domain name", async () => {
    const { plan } = await read(["example.com/blog/CNAME", "example.com/www/AAAA", "example.com/blog/CNAME"]);
    expect(plan.domains.map(({ domain, found }) => [domain, found.map(({ name }) => name)])).toEqual([
      ["example.com", ["example-com-blog-cname", "example-com-www-aaaa"]],
    ]);
  });
});
