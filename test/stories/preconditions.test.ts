/** A preview that succeeds is a promise: what one look at the registrar shows to fail, fails in the preview, and with the same words. */
import { useContract } from "../support/contract.ts";
import { a, domain, forward, one, person, record, set, whole, zone } from "../support/records.ts";
import { applied, type Declared, HandlerStack, type Program, withStory } from "../support/story.ts";

const { registrar, said, byHand, dashboard } = withStory();
// Foreign nameservers, locked.
const elsewhere = { domain: "example.net" };
const foreign = ["ns1.elsewhere.example", "ns2.elsewhere.example"];
const delegated = one("nameservers", { nameservers: foreign });
const www = { type: "A", name: "www", content: "192.0.2.1" };
const records = { "www A": ["192.0.2.1"] };

interface Case {
  title: string;
  /** Changes at the registrar before. */
  seed?: () => unknown;
  /** The account's contract file. */
  contract?: object;
  it: Declared;
  /** Another resource of the program. */
  ns?: Declared;
  /** The error of both. */
  says: RegExp;
  calls: string[];
}

const contract = { serviceNameservers: ["ns1.atom.com", "ns2.atom.com"] };
const notHeld = (it: Declared, calls: string[] = []): Case => ({
  title: `${it.handler} of a domain that the account does not hold`,
  it: { ...it, args: { ...it.args, domain: "exmaple.com" } },
  says: /this account does not hold exmaple\.com \(did you mean "example\.com"\?\)\. Check the spelling.{0,260} \[ERR/,
  calls: [...calls, "GET domains.get", "GET domains.list"],
});
const unserved = (what: string, it: Declared, calls: string[]): Case => ({
  title: `${it.handler} of a domain that ${it.args["domain"] === domain ? "the same program delegates elsewhere" : "uses other nameservers"}`,
  contract,
  ...(it.args["domain"] === domain && { ns: delegated }),
  it,
  says: new RegExp(
    `${what} can only be managed on the service's own nameservers, but ${it.args["domain"]} uses .*${it.args["domain"] === domain ? "this program sets them" : "nothing was sent"}`,
  ),
  calls,
});
const list = ["GET records.list"];

const cases: Case[] = [
  notHeld(one("dnsRecord", www), list),
  notHeld(one("urlForward", { source: "shop", destination: "https://shop.example/" }), ["GET forwards.list"]),
  notHeld(one("domainLock")),
  notHeld(delegated),
  notHeld(one("domainSettings", { autoRenew: true })),
  notHeld(one("dnssec", { enabled: true })),
  notHeld(whole(records), list),
  {
    title: "a CNAME in the place of another",
    seed: () => byHand("www", "other.example", { type: "CNAME" }),
    it: record("CNAME", "www", { content: "mine.example" }),
    ...{ says: /another row is in its place: www\.example\.com CNAME other\.example/, calls: list },
  },
  {
    title: "a forward in the place of another",
    seed: () => dashboard().addForward(domain, { source: "shop", destination: "https://other.example/" }),
    it: forward("shop", "https://mine.example/"),
    ...{ says: /another row is in its place: URL forward shop\.example\.com/, calls: ["GET forwards.list"] },
  },
  unserved("records", zone(records, elsewhere), [...list, "GET domains.get"]),
  unserved("records", zone(records), ["GET domains.get", ...list]),
  unserved("records", a("www", "192.0.2.1"), ["GET domains.get", ...list]),
  unserved("DNSSEC", one("dnssec", { enabled: true }), ["GET domains.get", "GET dnssec.get"]),
  {
    title: "a contact that the account does not have",
    it: one("domainContacts", { admin: "NOBODY-1" }),
    says: /the account has no such contact: NOBODY-1 as admin/,
    calls: ["GET domains.get", "GET lock.get", "GET contacts.list"],
  },
  {
    title: "contacts of a domain that uses other nameservers",
    contract,
    seed: () => dashboard().editDomain(domain, { nameservers: foreign, contacts: { admin: "ATOM-1000" } }),
    it: one("domainContacts", { admin: "ATOM-1001" }),
    says: /the contacts of a domain can only be managed on the service's own nameservers/,
    calls: ["GET domains.get", "GET lock.get"],
  },
];

it.each(cases)("$title fails in the preview as in the up", async ({ seed, contract: named, it, ns, says, calls }) => {
  seed?.();
  if (named) useContract(named);
  const program: Program = ns ? { ns, it } : { it };
  const stack = new HandlerStack({}, { oneByOne: true });
  registrar.calls();
  const { errors } = await stack.preview(program);
  expect(errors).toEqual({ it: expect.stringMatching(says) });
  // An engine prints the value of the argument that is named.
  if (!/does not hold/.test(String(says))) expect(errors["it"]).not.toMatch(/^domain:/);
  expect(registrar.calls()).toEqual(calls);
  expect((await stack.up(program)).errors).toEqual({ it: expect.stringMatching(says) });
});

it("a guess which nameservers are the service's own refuses nothing: it is said once, and the registrar decides", async () => {
  dashboard().editDomain(domain, { nameservers: foreign, contacts: { admin: null } });
  const program: Program = {
    ...{ www: a("www", "192.0.2.1"), ftp: a("ftp", "192.0.2.1"), dnssec: one("dnssec", { enabled: true }) },
    contacts: one("domainContacts", { admin: "ATOM-1001" }),
  };
  const stack = new HandlerStack();
  expect((await stack.preview(program)).errors).toEqual({});
  const guess = /example\.com uses the nameservers ns1\.elsewhere\.example, ns2.*refuses changes/g;
  expect(said().match(guess)).toHaveLength(1);
  expect(Object.keys((await stack.up(program)).errors)).toHaveLength(4);
  expect(registrar.writes()).toEqual(expect.arrayContaining(["POST dnssec.enable", "PUT domainContacts.set"]));
});

const hosts = { www: a("www", "192.0.2.1", elsewhere), ftp: set("ftp", "A", ["192.0.2.1"], elsewhere) };
const keys = one("dnssec", { ...elsewhere, enabled: true });
const settings = one("domainSettings", { ...elsewhere, autoRenew: true });
it.each<[what: string, program: Program, calls: string[]]>([
  ["a record and a set", hosts, [...list, "GET domains.get"]],
  ["both beside a resource that reads the domain anyway", { settings, ...hosts }, ["GET domains.get", ...list]],
  ["an additive zone", { zone: zone(records, elsewhere) }, [...list, "GET domains.get"]],
  ["a zone and DNSSEC", { zone: whole({}, elsewhere), keys }, [...list, "GET domains.get", "GET dnssec.get"]],
])("the preview of %s of a domain on other nameservers warns once of what `up` meets", async (_, program, calls) => {
  const stack = new HandlerStack();
  registrar.calls();
  expect((await stack.preview(program)).errors).toEqual({});
  const warning =
    /example\.net uses the nameservers \S+, \S+\. Unless they are the registrar's own, `pulumi up` fails/g;
  expect(said().match(warning)).toHaveLength(1);
  expect(registrar.calls()).toEqual(calls);
  // The program may replace them.
  const replaced = one("nameservers", { ...elsewhere, nameservers: contract.serviceNameservers });
  await new HandlerStack().preview({ replaced, ...program });
  expect(said()).not.toMatch(/nameservers/);
});

const renew = /^example\.com expired on 20[\d-]+: .*Renew it in the registrar's dashboard\.$/gm;
const isOff = /^example\.com expires on .*auto-renewal is off/gm;
it.each<[which: string, days: number, autoRenew: boolean, warnings: number, says: RegExp]>([
  ["a domain that expired yesterday", -1, true, 1, renew],
  ["a domain that expires in 29 days without auto-renewal", 29, false, 1, isOff],
  ["no domain that renews automatically", 29, true, 0, /expire/g],
  ["no domain that expires in 31 days", 31, false, 0, /expire/g],
])("a preview that reads the domain names %s once, and asks nothing more", async (...given) => {
  const [, days, autoRenew, warnings, says] = given;
  const made = await applied({ old: a("old", "192.0.2.1") });
  dashboard().editDomain(domain, { expires: new Date(Date.now() + days * 86_400_000).toISOString(), autoRenew });
  const programs: [Program, string[], stack?: HandlerStack][] = [
    [{ www: a("www", "192.0.2.1"), ftp: a("ftp", "192.0.2.1") }, [...list, "GET domains.get"]],
    [{ old: a("old", "192.0.2.2") }, [...list, "GET domains.get"], made],
    [{ lock: one("domainLock"), settings: one("domainSettings", { privacy: true }) }, ["GET domains.get"]],
    [{ held: one("domainRegistration") }, ["GET domains.get"]],
  ];
  for (const [program, calls, stack = new HandlerStack()] of programs) {
    registrar.calls();
    said();
    expect((await stack.preview(program)).errors).toEqual({});
    expect(said().match(says) ?? []).toHaveLength(warnings);
    expect(registrar.calls()).toEqual(calls);
  }
  // The program may switch auto-renewal on.
  const settings = one("domainSettings", { autoRenew: true });
  await new HandlerStack().preview({ settings, www: a("www", "192.0.2.1") });
  expect(said()).not.toMatch(/expires/);
});

it.each([
  ["a server error", { status: 501 }, 1],
  ["a token without the right", { status: 403 }, 4],
  ["a response that isn't JSON", { status: 200, body: "<html>" }, 2],
])("%s stops no preview: one line per run says that it could not look, and why", async (_, fault, asked) => {
  registrar.sandbox.fault({ operation: "*", fault });
  const program: Program = {
    ...{ www: a("www", "192.0.2.1"), ftp: a("ftp", "192.0.2.1") },
    org: a("www", "192.0.2.1", { domain: "example.org" }),
    zone: zone({ "api A": ["192.0.2.1"] }),
    all: set("all", "A", ["192.0.2.1"], { maxUnlistedDeletes: 1 }),
    owner: { handler: "contact", args: person },
  };
  if (asked !== 1) delete program["org"];
  expect((await new HandlerStack().preview(program)).errors).toEqual({});
  expect(registrar.calls()).toHaveLength(asked);
  const words = said();
  expect(words.match(/A check could not read the registrar, so `pulumi up` may still fail: \S+/g)).toHaveLength(1);
  expect(words).toMatch(/example\.com: 1 to create\s+\+ api A 192\.0\.2\.1/);
});

it("a refresh of records in a domain of another account doesn't ask for each of them why it is refused", async () => {
  const names = ["a", "b", "c"];
  const stack = new HandlerStack();
  await stack.up(Object.fromEntries(names.map((name) => [name, a(name, "192.0.2.1")])));
  registrar.sandbox.dashboard.editDomain("example.com", { account: "other" });
  registrar.calls();
  expect(Object.keys((await stack.refresh()).errors)).toEqual(names);
  expect(registrar.calls()).toEqual(["GET records.list", "GET domains.get", "GET domains.get"]);
});

it.each([
  ["refuses", { status: 409 }],
  ["answers with a page", { status: 200, body: "<html>" }],
])("a read that the registrar %s is repeated by no other check of the run, but by a write", async (_, fault) => {
  registrar.sandbox.fault({ operation: "domains.get", times: 1, fault });
  const program: Program = {
    ...{ lock: one("domainLock"), settings: one("domainSettings", { privacy: true }) },
    contacts: one("domainContacts", { admin: "ATOM-1001" }),
  };
  const beforeWrites = () => expect(registrar.calls()).toEqual(["GET domains.get"]);
  expect((await new HandlerStack().up(program, { skipPreview: true, beforeWrites })).errors).toEqual({});
  expect(registrar.calls().filter((call) => call === "GET domains.get")).toHaveLength(1);
});

it.each([
  ["URL", ["REGISTRAR_BASE_URL", "REGISTRAR_API_TOKEN"], /base URL is not set\. Set .*needs `--run-program`/],
  ["token", ["REGISTRAR_API_TOKEN"], /there is no API token\. Set .*`[\w: -]+Token`, which.*needs `--run-program`/],
])("a preview without %s says in one line that it did not look, and why, unless all stays", async (_, missing, why) => {
  const stack = new HandlerStack();
  const program = { www: a("www", "9.9.9.9"), ftp: a("ftp", "9.9.9.9") };
  await stack.up(program);
  for (const name of missing) delete process.env[name];
  registrar.calls();
  said();
  expect((await stack.preview(program)).errors).toEqual({});
  expect(said()).toBe("");
  const more = { ...program, mail: a("mail", "9.9.9.9"), api: a("api", "9.9.9.9") };
  expect((await stack.preview(more)).errors).toEqual({});
  const lines = said().trim().split("\n");
  expect(lines).toEqual([expect.stringMatching(/^The registrar was not read, so/)]);
  expect(lines[0]).toMatch(why);
  expect(registrar.calls()).toEqual([]);
});

it.each([
  ["on this machine", undefined, ["10.0.0.1"]],
  ["elsewhere", "https://registrar.example/api", ["192.0.2.1", "2001:db8::1"]],
])("a preview warns once of an address that the public can't reach, at a registrar %s", async (_, url, named) => {
  delete process.env["REGISTRAR_API_TOKEN"];
  if (url !== undefined) process.env["REGISTRAR_BASE_URL"] = url;
  const v6 = record("AAAA", "www", { content: "2001:db8::1" });
  await new HandlerStack({}, { oneByOne: true }).preview({ www: a("www", "192.0.2.1"), v6, own: a("own", "10.0.0.1") });
  expect(said().match(/192\.0\.2\.1|2001:db8::1|10\.0\.0\.1/g)).toEqual(named);
});

it.each([{ status: 501 }, { status: 409 }])(
  "a write that is refused reports the refusal if its precondition can't be looked up: %j",
  async (fault) => {
    registrar.sandbox.fault({ operation: "domains.get", fault });
    registrar.sandbox.fault({ operation: "records.create", fault: { status: 400, body: { message: "no such luck" } } });
    const { errors } = await new HandlerStack().up({ www: a("www", "192.0.2.1") });
    expect(errors["www"]).toMatch(/no such luck/);
  },
);
