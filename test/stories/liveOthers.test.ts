/** Checks that compare records also see live records that the resource doesn't declare. They warn, and name them. */
import { printValue, type RecordTypeName } from "../../provider/dns/index.ts";
import type { SandboxRecord } from "../../testing/sandbox/index.ts";
import { type Declared, HandlerStack, type Program } from "../support/handlerStack.ts";
import { quick } from "../support/records.ts";
import { withRegistrar } from "../support/registrar.ts";
import { withSaid } from "../support/said.ts";

const registrar = withRegistrar();
const said = withSaid();

type Fields = Record<string, unknown> & { name: string; type: RecordTypeName };
const domain = "example.com";
const byHand = (row: Partial<SandboxRecord> & { type: SandboxRecord["type"] }) =>
  registrar.sandbox.dashboard.addRecord(domain, { name: "", ...row });
const one = (handler: Declared["handler"], args: object): Program => ({ it: { handler, args: { domain, ...args } } });
const record = (fields: Fields, rest: object = {}) => one("dnsRecord", { ...fields, ...rest });

const spf = { name: "@", type: "TXT", content: "v=spf1 mx -all" } as const;

interface Case {
  check: string;
  live: Partial<SandboxRecord> & { type: SandboxRecord["type"] };
  declared: Fields;
  /** The live record, as the warning names it. */
  named: string;
}

const cases: Case[] = [
  {
    check: "spf-multiple",
    live: { type: "TXT", content: "v=spf1 include:_spf.example.net ~all" },
    declared: spf,
    named: 'example.com TXT "v=spf1 include:_spf.example.net ~all"',
  },
  {
    check: "dmarc-multiple",
    live: { type: "TXT", name: "_dmarc.news", content: "v=DMARC1; p=none" },
    declared: { name: "_dmarc.news", type: "TXT", content: "v=DMARC1; p=reject" },
    named: '_dmarc.news.example.com TXT "v=DMARC1; p=none"',
  },
  {
    check: "mta-sts-multiple",
    live: { type: "TXT", name: "_mta-sts", content: "v=STSv1; id=1" },
    declared: { name: "_mta-sts", type: "TXT", content: "v=STSv1; id=2" },
    named: '_mta-sts.example.com TXT "v=STSv1; id=1"',
  },
  {
    check: "tls-rpt-multiple",
    live: { type: "TXT", name: "_smtp._tls", content: "v=TLSRPTv1; rua=mailto:a@example.com" },
    declared: { name: "_smtp._tls", type: "TXT", content: "v=TLSRPTv1; rua=mailto:b@example.com" },
    named: '_smtp._tls.example.com TXT "v=TLSRPTv1; rua=mailto:a@example.com"',
  },
  {
    check: "dkim-multiple",
    live: { type: "TXT", name: "s1._domainkey", content: "p=AAAA" },
    declared: { name: "s1._domainkey", type: "TXT", content: "p=BBBB" },
    named: 's1._domainkey.example.com TXT "p=AAAA"',
  },
  {
    check: "mx-null-alone",
    live: { type: "MX", content: "mail.example.net", priority: 10 },
    declared: { name: "@", type: "MX", content: ".", priority: 0 },
    named: "example.com MX 10 mail.example.net.",
  },
  {
    check: "mx-target-cname",
    live: { type: "CNAME", name: "mail", content: "host.example.net" },
    declared: { name: "@", type: "MX", content: "mail.example.com", priority: 10 },
    named: "mail.example.com CNAME host.example.net.",
  },
  {
    check: "srv-target-cname",
    live: {
      type: "SRV",
      service: "_sip",
      protocol: "_tcp",
      priority: 0,
      weight: 0,
      port: 5060,
      target: "sip.example.com",
    },
    declared: { name: "sip", type: "CNAME", content: "host.example.net" },
    named: "_sip._tcp.example.com SRV 0 0 5060 sip.example.com.",
  },
  {
    check: "cname-loop",
    live: { type: "CNAME", name: "a", content: "b.example.com" },
    declared: { name: "b", type: "CNAME", content: "a.example.com" },
    named: "a.example.com CNAME b.example.com.",
  },
  {
    check: "cname-chain",
    live: { type: "CNAME", name: "a", content: "b.example.com" },
    declared: { name: "b", type: "CNAME", content: "host.example.net" },
    named: "a.example.com CNAME b.example.com.",
  },
  {
    check: "below-delegation",
    live: { type: "NS", name: "lab", content: "ns1.example.net" },
    declared: { name: "a.b.lab", type: "TXT", content: "x" },
    named: "lab.example.com NS ns1.example.net.",
  },
];

describe.each(cases)("$check", ({ check, live, declared, named }) => {
  const { name, type, ...data } = declared;
  const values = [printValue(type, data)];
  const forms: [string, Program][] = [
    ["a record", record(declared)],
    ["a zone", one("dnsZone", { records: { [`${name} ${type}`]: values } })],
  ];
  // A set owns all records of its name and type.
  if (live.type !== type) forms.push(["a set", one("dnsRecordSet", { name, type, values })]);
  it.each(forms)("a preview of %s names the live record that it doesn't go with", async (_form, program) => {
    byHand(live);
    const stack = new HandlerStack(quick);
    const { errors } = await stack.preview(program);
    expect(errors).toEqual({});
    const text = said();
    expect(text).toContain(`Live, and not of this resource: ${named} [${check}, `);
    expect(registrar.calls().filter((call) => call.endsWith("records.list"))).toHaveLength(1);
    expect((await stack.up(program)).errors).toEqual({});
    said();
    expect((await stack.up(program)).steps).toEqual({ it: "same" });
    expect(said()).toBe("");
  });
});

describe("a second SPF policy", () => {
  const other = { type: "TXT", content: "v=spf1 include:_spf.example.net ~all" } as const;

  it("isn't the record's own former value", async () => {
    const stack = new HandlerStack(quick);
    await stack.up(record(spf));
    said();
    expect((await stack.up(record({ ...spf, content: "v=spf1 a mx -all" }))).steps).toEqual({ it: "update" });
    expect(said()).not.toContain("spf-multiple");
  });

  it("is told for each domain, and not with the check switched off", async () => {
    byHand(other);
    registrar.sandbox.dashboard.addRecord("example.org", { name: "", ...other });
    const both = {
      ...record(spf),
      org: { handler: "dnsRecord", args: { ...spf, domain: "example.org" } },
    } satisfies Program;
    await new HandlerStack(quick).preview(both);
    expect(said().match(/has 2 SPF policies/g)).toHaveLength(2);
    await new HandlerStack(quick).preview(record(spf, { skipChecks: ["spf-multiple"] }));
    expect(said()).not.toContain("spf-multiple");
  });
});
