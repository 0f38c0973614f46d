/** A preview that succeeds is a promise: what one look at the registrar shows to fail, fails in the preview, and with the same words. */
import { applied } from "../support/applied.ts";
import { useContract } from "../support/contract.ts";
import type { Declared, Program } from "../support/handlerStack.ts";
import { HandlerStack } from "../support/handlerStack.ts";
import { a, forward, person, quick, record } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();
const domain = "example.com";
// Foreign nameservers, locked.
const elsewhere = "example.net";
const foreign = ["ns1.elsewhere.example", "ns2.elsewhere.example"];
const oneByOne = { oneByOne: true };
const dashboard = () => registrar.sandbox.dashboard;
const one = (handler: Declared["handler"], args: Declared["args"]): Program => ({ it: { handler, args } });
const delegated: Declared = { handler: "nameservers", args: { domain, nameservers: foreign } };
const zone = (name: string): Declared => ({
  handler: "dnsZone",
  args: { domain: name, records: { "www A": ["192.0.2.1"] } },
});

interface Case {
  title: string;
  /** Changes at the registrar before. */
  seed?: () => unknown;
  /** The account's contract file. */
  contract?: object;
  program: Program;
  /** The error of both. */
  says: RegExp;
  calls: string[];
}

const reads = ["GET records.list"];
const contract = { serviceNameservers: ["ns1.atom.com", "ns2.atom.com"] };
const notHeld = (handler: Declared["handler"], args: Declared["args"], calls = ["GET domains.get"]): Case => ({
  title: `${handler} of a domain that the account does not hold`,
  program: one(handler, { domain: "exmaple.com", ...args }),
  says: /this account does not hold exmaple\.com \(did you mean "example\.com"\?\)\. Check the spelling.{0,260} \[ERR/,
  calls: [...calls, "GET domains.list"],
});

const cases: Case[] = [
  notHeld("dnsRecord", { type: "A", name: "www", content: "192.0.2.1" }, ["GET records.list", "GET domains.get"]),
  notHeld("urlForward", { source: "shop", destination: "https://shop.example/" }, [
    "GET forwards.list",
    "GET domains.get",
  ]),
  notHeld("domainLock", {}),
  notHeld("nameservers", { nameservers: foreign }),
  notHeld("domainSettings", { autoRenew: true }),
  notHeld("dnssec", { enabled: true }),
  {
    ...notHeld("dnsZone", { mode: "authoritative", records: { "www A": ["192.0.2.1"] } }),
    calls: ["GET records.list", "GET domains.get", "GET domains.list"],
  },
  {
    title: "a record that exists",
    seed: () => dashboard().addRecord(domain, { type: "A", name: "www", content: "192.0.2.1", ttl: 300 }),
    program: { it: a("www", "192.0.2.1") },
    says: /www\.example\.com A 192\.0\.2\.1 \(id \w+\) exists already/,
    calls: reads,
  },
  {
    title: "a CNAME in the place of another",
    seed: () => dashboard().addRecord(domain, { type: "CNAME", name: "www", content: "other.example", ttl: 300 }),
    program: { it: record("CNAME", "www", { content: "mine.example", adopt: true }) },
    says: /another row is in its place: www\.example\.com CNAME other\.example/,
    calls: reads,
  },
  {
    title: "a forward in the place of another",
    seed: () => dashboard().addForward(domain, { source: "shop", destination: "https://other.example/" }),
    program: { it: forward("shop", "https://mine.example/") },
    says: /another row is in its place: URL forward shop\.example\.com/,
    calls: ["GET forwards.list"],
  },
  {
    title: "a record of a domain that uses other nameservers",
    contract,
    program: {
      it: { handler: "dnsRecord", args: { domain: elsewhere, type: "A", name: "www", content: "192.0.2.1" } },
    },
    says: /records can only be managed on the service's own nameservers, but example\.net uses/,
    calls: ["GET records.list", "GET domains.get"],
  },
  {
    title: "a zone of a domain that uses other nameservers",
    contract,
    program: { it: zone(elsewhere) },
    says: /records can only be managed on the service's own nameservers, but example\.net uses/,
    calls: ["GET records.list", "GET domains.get"],
  },
  {
    title: "a zone that the same program delegates elsewhere",
    contract,
    program: { ns: delegated, it: zone(domain) },
    says: /records can only be managed on the service's own nameservers, but example\.com uses/,
    calls: ["GET domains.get", "GET records.list"],
  },
  {
    title: "DNSSEC of a domain that the same program delegates elsewhere",
    contract,
    program: { ns: delegated, ...one("dnssec", { domain, enabled: true }) },
    says: /DNSSEC can only be managed on the service's own nameservers, but example\.com uses/,
    calls: ["GET domains.get", "GET dnssec.get"],
  },
  {
    title: "a record that the same program delegates elsewhere",
    contract,
    program: { ns: delegated, it: a("www", "192.0.2.1") },
    says: /records can only be managed on the service's own nameservers, but example\.com uses/,
    calls: ["GET domains.get", "GET records.list"],
  },
  {
    title: "a contact that the account does not have",
    program: one("domainContacts", { domain, admin: "NOBODY-1" }),
    says: /the account has no such contact: NOBODY-1 as admin/,
    calls: ["GET domains.get", "GET lock.get", "GET contacts.list"],
  },
  {
    title: "contacts of a domain that uses other nameservers",
    contract,
    seed: () => {
      dashboard().setNameservers(domain, foreign);
      dashboard().setContacts(domain, { admin: "ATOM-1000" });
    },
    program: one("domainContacts", { domain, admin: "ATOM-1001" }),
    says: /the contacts of a domain can only be managed on the service's own nameservers/,
    calls: ["GET domains.get", "GET lock.get"],
  },
];

it.each(cases)("$title fails in the preview as in the up", async ({ seed, contract: named, program, says, calls }) => {
  seed?.();
  if (named) useContract(named);
  const stack = new HandlerStack(quick, oneByOne);
  registrar.calls();
  const { errors } = await stack.preview(program);
  expect(errors).toEqual({ it: expect.stringMatching(says) });
  // An engine prints the value of the argument that is named.
  if (!/does not hold/.test(String(says))) expect(errors["it"]).not.toMatch(/^domain:/);
  expect(registrar.calls()).toEqual(calls);
  expect((await stack.up(program)).errors).toEqual({ it: expect.stringMatching(says) });
});

it("a guess which nameservers are the service's own refuses nothing: it is said once, and the registrar decides", async () => {
  dashboard().setNameservers(domain, foreign);
  dashboard().setContacts(domain, { admin: null });
  const program: Program = {
    www: a("www", "192.0.2.1"),
    ftp: a("ftp", "192.0.2.1"),
    dnssec: one("dnssec", { domain, enabled: true })["it"] ?? delegated,
    contacts: one("domainContacts", { domain, admin: "ATOM-1001" })["it"] ?? delegated,
  };
  const stack = new HandlerStack(quick);
  expect((await stack.preview(program)).errors).toEqual({});
  expect(said().match(/example\.com uses the nameservers ns1\.elsewhere\.example, ns2.*refuses changes/g)).toHaveLength(
    1,
  );
  expect(Object.keys((await stack.up(program)).errors)).toHaveLength(4);
  expect(registrar.writes()).toEqual(expect.arrayContaining(["POST dnssec.enable", "PUT domainContacts.set"]));
});

const ofDomain = (handler: Declared["handler"], args: Declared["args"]): Declared => ({
  handler,
  args: { domain: elsewhere, ...args },
});
it.each<[string, Program, string[]]>([
  [
    "records",
    Object.fromEntries(
      ["a", "b", "c"].map((name) => [name, ofDomain("dnsRecord", { type: "A", name, content: "192.0.2.1" })]),
    ),
    ["GET records.list", "GET domains.get"],
  ],
  [
    "sets beside a resource that reads the domain anyway",
    {
      settings: ofDomain("domainSettings", { autoRenew: true }),
      www: ofDomain("dnsRecordSet", { type: "A", name: "www", values: ["192.0.2.1"] }),
      ftp: ofDomain("dnsRecordSet", { type: "A", name: "ftp", values: ["192.0.2.1"] }),
    },
    ["GET domains.get", "GET records.list"],
  ],
  ["an additive zone", { zone: zone(elsewhere) }, ["GET records.list", "GET domains.get"]],
  [
    "an authoritative zone and DNSSEC",
    { zone: ofDomain("dnsZone", { mode: "authoritative", records: {} }), keys: ofDomain("dnssec", { enabled: true }) },
    ["GET records.list", "GET domains.get", "GET dnssec.get"],
  ],
])("the preview of %s of a domain on other nameservers warns once of what `up` meets", async (_, program, calls) => {
  const stack = new HandlerStack(quick);
  registrar.calls();
  expect((await stack.preview(program)).errors).toEqual({});
  const warning =
    /example\.net uses the nameservers \S+, \S+\. If they are not the registrar's own, `pulumi up` fails/g;
  expect(said().match(warning)).toHaveLength(1);
  expect(registrar.calls()).toEqual(calls);
});

it("the preview warns of no nameservers that the same program replaces, that are the service's own, or that no response shows", async () => {
  const set: Declared = ofDomain("nameservers", { nameservers: contract.serviceNameservers });
  const www = ofDomain("dnsRecord", { type: "A", name: "www", content: "192.0.2.1" });
  await new HandlerStack(quick).preview({ set, www });
  await new HandlerStack(quick).preview({ www: a("www", "192.0.2.1") });
  const body = { success: true, data: { domain_name: elsewhere } };
  registrar.sandbox.fault({ operation: "domains.get", fault: { status: 200, body } });
  registrar.calls();
  await new HandlerStack(quick).preview({ www });
  expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get"]);
  expect(said()).not.toMatch(/nameservers/);
});

it.each<[string, number, boolean, RegExp]>([
  [
    "a domain that expired yesterday",
    -1,
    true,
    /^example\.com expired on 20[\d-]+: .*Renew it in the registrar's dashboard\.$/gm,
  ],
  [
    "a domain that expires in 29 days without auto-renewal",
    29,
    false,
    /^example\.com expires on .*auto-renewal is off/gm,
  ],
  ["no domain that renews automatically", 29, true, /expire/g],
  ["no domain that expires in 31 days", 31, false, /expire/g],
])("a preview that reads the domain names %s once, and asks nothing more", async (title, days, autoRenew, says) => {
  dashboard().setExpiry(domain, new Date(Date.now() + days * 86_400_000).toISOString());
  dashboard().setAutoRenew(domain, autoRenew);
  const [lock, held]: Declared[] = [
    { handler: "domainLock", args: { domain } },
    { handler: "domainRegistration", args: { domain } },
  ];
  const programs: [Program, string[]][] = [
    [{ www: a("www", "192.0.2.1"), ftp: a("ftp", "192.0.2.1") }, ["GET records.list", "GET domains.get"]],
    [{ lock, settings: { handler: "domainSettings", args: { domain, privacy: true } } }, ["GET domains.get"]],
    [{ held }, ["GET domains.get"]],
  ] as [Program, string[]][];
  for (const [program, calls] of programs) {
    registrar.calls();
    said();
    expect((await new HandlerStack(quick).preview(program)).errors).toEqual({});
    expect(said().match(says) ?? []).toHaveLength(title.startsWith("no ") ? 0 : 1);
    expect(registrar.calls()).toEqual(calls);
  }
});

it("a preview doesn't warn of auto-renewal that the program switches on", async () => {
  dashboard().setExpiry(domain, new Date(Date.now() + 86_400_000).toISOString());
  dashboard().setAutoRenew(domain, false);
  const settings: Declared = { handler: "domainSettings", args: { domain, autoRenew: true } };
  await new HandlerStack(quick).preview({ settings, www: a("www", "192.0.2.1") });
  expect(said()).not.toMatch(/expires/);
});

it("names the records that conflict with a record in the preview, before the registrar refuses it", async () => {
  dashboard().addRecord(domain, { type: "CNAME", name: "www", content: "other.example", ttl: 300 });
  dashboard().addRecord(domain, { type: "A", name: "ftp", content: "192.0.2.1", ttl: 300 });
  const program = { www: a("www", "192.0.2.9"), ftp: record("CNAME", "ftp", { content: "mine.example" }) };
  const stack = new HandlerStack(quick);
  expect((await stack.preview(program)).errors).toEqual({
    www: expect.stringMatching(/conflicts with existing records of the domain: www\.example\.com CNAME/),
    ftp: expect.stringMatching(/conflicts with existing records of the domain: ftp\.example\.com A/),
  });
  expect(Object.keys((await stack.up(program)).errors)).toEqual(["www", "ftp"]);
});

it("a record that becomes one that exists fails; one that somebody made so by hand does not", async () => {
  const stack = await applied({ www: a("www", "192.0.2.1") });
  const id = registrar.sandbox.records(domain)[0]?.id ?? 0;
  dashboard().editRecord(domain, id, { content: "192.0.2.2" });
  const moved = { www: a("www", "192.0.2.2") };
  expect((await stack.preview(moved)).errors).toEqual({});
  dashboard().editRecord(domain, id, { content: "192.0.2.1" });
  dashboard().addRecord(domain, { type: "A", name: "www", content: "192.0.2.2", ttl: 300 });
  expect((await stack.preview(moved)).errors["www"]).toMatch(/exists already/);
  expect((await stack.up(moved)).errors["www"]).toMatch(/exists already/);
});

it("a record that was edited by hand is still the resource's own when it becomes a CNAME", async () => {
  const stack = await applied({ www: a("www", "192.0.2.1") });
  dashboard().editRecord(domain, registrar.sandbox.records(domain)[0]?.id ?? 0, { content: "192.0.2.9" });
  expect((await stack.up({ www: record("CNAME", "www", { content: "mine.example" }) })).errors).toEqual({});
  expect(registrar.sandbox.records(domain).map(({ type }) => type)).toEqual(["CNAME"]);
});

it.each([
  ["a server error", { status: 501 }, 1],
  ["a token without the right", { status: 403 }, 5],
  ["a response that isn't JSON", { status: 200, body: "<html>" }, 2],
])("%s stops no preview: one line per run says that it could not look, and why", async (_, fault, asked) => {
  registrar.sandbox.fault({ operation: "*", fault });
  const stack = new HandlerStack(quick);
  registrar.calls();
  const program = { www: a("www", "192.0.2.1"), ftp: a("ftp", "192.0.2.1"), owner: one("contact", person)["it"] };
  expect((await stack.preview(program as Program)).errors).toEqual({});
  expect(registrar.calls()).toHaveLength(asked);
  expect(said().match(/A check could not read the registrar, so `pulumi up` may still fail: \S+/g)).toHaveLength(1);
});

it.each([
  ["URL", ["REGISTRAR_BASE_URL", "REGISTRAR_API_TOKEN"], /base URL is not set\. Set REGISTRAR_BASE_URL/],
  ["token", ["REGISTRAR_API_TOKEN"], /there is no API token\. Set REGISTRAR_API_TOKEN, or run `[\w: -]+Token`, which/],
])(
  "a preview without %s says in one line that it did not look, and why; one of what stays says nothing",
  async (_, missing, why) => {
    const stack = new HandlerStack(quick);
    const program = { www: a("www", "9.9.9.9"), ftp: a("ftp", "9.9.9.9") };
    await stack.up(program);
    for (const name of missing) delete process.env[name];
    registrar.calls();
    said();
    expect((await stack.preview(program)).errors).toEqual({});
    expect(said()).toBe("");
    expect((await stack.preview({ ...program, mail: a("mail", "9.9.9.9"), api: a("api", "9.9.9.9") })).errors).toEqual(
      {},
    );
    const lines = said().trim().split("\n");
    expect(lines).toEqual([expect.stringMatching(/^The registrar was not read, so/)]);
    expect(lines[0]).toMatch(why);
    expect(registrar.calls()).toEqual([]);
  },
);

it("a setting that is wrong, and not only missing, fails the preview of what is new, as it would fail `up`", async () => {
  const stack = new HandlerStack({ ...quick, "registrar:adopt": "matching" });
  const { errors } = await stack.preview({ www: a("www", "192.0.2.1") });
  expect(errors["www"]).toMatch(/registrar:adopt must be true or false \(got "matching"\)/);
  expect(registrar.calls()).toEqual([]);
});

it("records that an additive zone no longer lists are released if the domain uses other nameservers", async () => {
  const stack = new HandlerStack(quick, oneByOne);
  await stack.up({ it: zone(domain) });
  const left: Program = { ns: delegated, it: { handler: "dnsZone", args: { domain, records: {} } } };
  expect((await stack.preview(left)).errors).toEqual({});
  expect((await stack.up(left)).errors).toEqual({});
  expect(said()).toMatch(/The records of example\.com .*were released/);
  expect((await stack.up(left)).steps).toEqual({ ns: "same", it: "same" });
});

it("arguments that are not known yet refuse nothing, and one line of the preview says so", async () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  dashboard().addRecord(domain, { type: "A", name: "www", content: "192.0.2.1", ttl: 300 });
  const program = { www: a("www", unknown), ftp: a("ftp", unknown) };
  expect((await new HandlerStack(quick).preview(program)).errors).toEqual({});
  expect(said().match(/Arguments that aren't known yet were not compared/g)).toHaveLength(1);
});

const www = { name: "www", type: "A" };
it.each([
  ["set", "dnsRecordSet", { ...www, values: ["192.0.2.1"] }, /which records example\.com has cannot be determined/],
  ["authoritative zone", "dnsZone", { mode: "authoritative", records: {} }, /which records example\.com has cannot be/],
  ["additive zone", "dnsZone", { records: { "www A": ["192.0.2.1"] } }, /exists already cannot be/],
] as const)("a new %s fails its preview if the list contradicts itself", async (_, handler, args, says) => {
  const body = { success: true, data: [], partial: true };
  registrar.sandbox.fault({ operation: "records.list", fault: { status: 200, body } });
  const { errors } = await new HandlerStack(quick).preview({ it: { handler, args: { domain, ...args } } });
  expect(errors["it"]).toMatch(says);
  expect(registrar.writes()).toEqual([]);
});

it.each<Declared>([
  { handler: "dnsRecord", args: { ...www, domain, content: "192.0.2.1" } },
  { handler: "dnsRecordSet", args: { ...www, domain, values: ["192.0.2.1"] } },
  { handler: "dnsZone", args: { domain, mode: "authoritative", records: {} } },
  { handler: "domainRegistration", args: { domain: "fresh.com", maxPrice: 20 } },
])("a check of $handler that the registrar refuses fails the resource, and throws nothing", async (declared) => {
  for (const operation of ["records.list", "domains.get"] as const)
    registrar.sandbox.fault({ operation, fault: { status: 401 } });
  const { errors } = await new HandlerStack(quick).preview({ it: declared });
  expect(errors["it"]).toMatch(/401 .*\[ERR_REGISTRAR_UNAUTHORIZED/);
});

it("a registrar that cannot be asked about one domain is not asked about the next", async () => {
  registrar.sandbox.fault({ operation: "*", fault: { status: 501 } });
  const org = { it: record("A", "www", { domain: "example.org", content: "192.0.2.1" }) };
  expect((await new HandlerStack(quick).preview({ www: a("www", "192.0.2.1"), ...org })).errors).toEqual({});
  expect(registrar.calls()).toEqual(["GET records.list"]);
});
