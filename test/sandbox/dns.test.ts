/** The DNS port: what is asked of it, over UDP and TCP. */
import type * as dns from "dns-packet";
import type { Sandbox, SandboxRecord } from "../../testing/sandbox/index.ts";
import { dig } from "./ask.ts";
import { closeAll, com, withSandbox } from "./raw.ts";

type Part = Partial<SandboxRecord> & Pick<SandboxRecord, "type">;

const nineTypes: Part[] = [
  { type: "A", name: "", content: "192.0.2.10", ttl: 300 },
  { type: "A", name: "", content: "192.0.2.11", ttl: 300 },
  { type: "AAAA", name: "", content: "2001:db8::10" },
  { type: "CNAME", name: "www", content: "example.com", ttl: 60 },
  { type: "MX", name: "", content: "mail.example.net", priority: 10 },
  { type: "TXT", name: "", content: 'v=spf1 "quoted" back\\slash größe' },
  { type: "NS", name: "lab", content: "ns1.lab.example.com" },
  { type: "A", name: "ns1.lab", content: "192.0.2.53" },
  {
    type: "SRV",
    name: "",
    service: "_sip",
    protocol: "_tcp",
    priority: 10,
    weight: 60,
    port: 5060,
    target: "sip.example.net",
  },
  { type: "CAA", name: "", flags: 128, tag: "issue", value: "letsencrypt.org; policy=ev" },
  { type: "CAA", name: "", flags: 0, tag: "contactemail", value: "ca@example.com" },
  { type: "PTR", name: "10.hosts", content: "www.example.com" },
];

async function served(records: readonly Part[] = []) {
  const { sandbox, api } = await withSandbox({ dns: true });
  for (const record of records) sandbox.dashboard.addRecord("example.com", record);
  return { sandbox, api, at: placeOf(sandbox) };
}

function placeOf({ dns: at }: Sandbox) {
  if (at === undefined) throw new Error("The sandbox has no DNS port.");
  return at;
}

afterEach(closeAll);

/** Name, type, and the lines of the answer section, sorted. */
const answers: [string, dns.RecordType, string[]][] = [
  ["example.com", "A", ["example.com 300 A 192.0.2.10", "example.com 300 A 192.0.2.11"]],
  ["example.com", "AAAA", ["example.com 3600 AAAA 2001:db8::10"]],
  ["www.example.com", "CNAME", ["www.example.com 60 CNAME example.com"]],
  ["example.com", "MX", ["example.com 3600 MX 10 mail.example.net"]],
  ["example.com", "TXT", ['example.com 3600 TXT v=spf1 "quoted" back\\slash größe']],
  ["example.com", "NS", ["example.com 3600 NS ns1.atom.com", "example.com 3600 NS ns2.atom.com"]],
  ["_sip._tcp.example.com", "SRV", ["_sip._tcp.example.com 3600 SRV 10 60 5060 sip.example.net"]],
  [
    "example.com",
    "CAA",
    ["example.com 3600 CAA 0 contactemail ca@example.com", "example.com 3600 CAA 128 issue letsencrypt.org; policy=ev"],
  ],
  ["10.hosts.example.com", "PTR", ["10.hosts.example.com 3600 PTR www.example.com"]],
];

it("answers all nine types as the records say", async () => {
  const { at } = await served(nineTypes);
  for (const [name, type, lines] of answers) expect((await dig(at, name, type)).answers.sort()).toEqual(lines);
});

interface Case {
  readonly what: string;
  readonly records: readonly Part[];
  readonly asked: [string, dns.RecordType];
  readonly status?: string;
  readonly answers?: readonly (string | RegExp)[];
  readonly authorities?: readonly (string | RegExp)[];
  readonly additionals?: readonly string[];
  readonly authoritative?: boolean;
}

const soa = /^example\.com 300 SOA ns1\.atom\.com hostmaster\.example\.com \d+ 3600 600 1209600 300$/;
const a = (name: string, content = "192.0.2.1"): Part => ({ type: "A", name, content });
const alias = (name: string, content: string): Part => ({ type: "CNAME", name, content });

const cases: Case[] = [
  {
    what: "follows an alias inside the zone",
    records: [alias("a", "b.example.com"), alias("b", "c.example.com"), a("c")],
    asked: ["a.example.com", "A"],
    answers: [
      "a.example.com 3600 CNAME b.example.com",
      "b.example.com 3600 CNAME c.example.com",
      "c.example.com 3600 A 192.0.2.1",
    ],
  },
  {
    what: "knows no such name",
    records: [a("www")],
    asked: ["nope.example.com", "A"],
    status: "NXDOMAIN",
    authorities: [soa],
  },
  {
    what: "knows the name, but no such record",
    records: [a("www")],
    asked: ["www.example.com", "TXT"],
    authorities: [soa],
  },
  {
    what: "answers for any name below a wildcard (RFC 4592)",
    records: [a("*", "192.0.2.7")],
    asked: ["any.thing.example.com", "A"],
    answers: ["any.thing.example.com 3600 A 192.0.2.7"],
  },
  {
    what: "does not let a wildcard answer for a name that exists",
    records: [a("*"), { type: "TXT", name: "www", content: "here" }],
    asked: ["www.example.com", "A"],
    authorities: [soa],
  },
  {
    what: "refers to those who answer for a part of the zone, with the addresses that lie in it",
    records: [{ type: "NS", name: "lab", content: "ns1.lab.example.com" }, a("ns1.lab", "192.0.2.53"), a("*")],
    asked: ["deep.lab.example.com", "A"],
    authoritative: false,
    authorities: ["lab.example.com 3600 NS ns1.lab.example.com"],
    additionals: ["ns1.lab.example.com 3600 A 192.0.2.53"],
  },
  {
    what: "gives a set its lowest TTL, and each record once",
    records: [{ ...a("www"), ttl: 600 }, { ...a("www", "192.0.2.2"), ttl: 60 }, a("www")],
    asked: ["www.example.com", "A"],
    answers: ["www.example.com 60 A 192.0.2.1", "www.example.com 60 A 192.0.2.2"],
  },
  {
    what: "refuses a domain on other nameservers",
    records: [],
    asked: ["example.net", "SOA"],
    status: "REFUSED",
    authoritative: false,
  },
  {
    what: "admits that a hand-made record has no form in DNS",
    records: [{ type: "A", name: "bad", content: "not an address" }],
    asked: ["bad.example.com", "A"],
    status: "SERVFAIL",
  },
];

it.each(cases)("$what", async ({ records, asked, status = "NOERROR", authoritative = true, ...sections }) => {
  const { at } = await served(records);
  const { answers: given, authorities, additionals, ...rest } = await dig(at, ...asked);
  expect(rest).toMatchObject({ status, authoritative });
  const match = (lines: readonly (string | RegExp)[] = []) =>
    lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line)));
  expect(given).toEqual(match(sections.answers));
  expect(authorities).toEqual(match(sections.authorities));
  expect(additionals).toEqual(match(sections.additionals));
});

it("shows every change at once, with a higher serial", async () => {
  const { sandbox, api, at } = await served();
  const serial = async () => Number((await dig(at, "example.com", "SOA")).answers[0]?.split(" ")[5]);
  const first = await serial();
  await api.post(`${com}/records`, { type: "A", name: "www", content: "192.0.2.1", ttl: 300 });
  expect((await dig(at, "www.example.com")).answers).toEqual(["www.example.com 300 A 192.0.2.1"]);
  const [record] = sandbox.records("example.com");
  sandbox.dashboard.editRecord("example.com", record?.id ?? 0, { content: "192.0.2.66" });
  expect((await dig(at, "www.example.com")).answers).toEqual(["www.example.com 300 A 192.0.2.66"]);
  expect(await serial()).toBeGreaterThanOrEqual(first + 2);
  sandbox.dashboard.setNameservers("example.com", ["ns1.atom.com", "b.elsewhere.example"]);
  expect((await dig(at, "www.example.com")).status).toBe("REFUSED");
});

it("gives an answer that is too long for UDP over TCP", async () => {
  const { at } = await served([{ type: "TXT", name: "long", content: "0123456789".repeat(300) }]);
  const { overTcp, answers: lines } = await dig(at, "long.example.com", "TXT");
  expect(overTcp).toBe(true);
  expect(lines).toEqual([`long.example.com 3600 TXT ${"0123456789".repeat(300)}`]);
});

it("is not open unless it is asked for, is refused when it is taken, and closes with the sandbox", async () => {
  expect((await withSandbox()).sandbox.dns).toBeUndefined();
  const { sandbox, at } = await served();
  await expect(withSandbox({ dns: { port: at.port } })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await sandbox.close();
  await expect(dig(at, "example.com")).rejects.toThrow("ECONNREFUSED");
});
