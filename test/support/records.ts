/** Declarations that many stories use. */
import type { Declared, Program } from "./handlerStack.ts";

export const record = (type: string, name: string, rest: Record<string, unknown>): Declared => ({
  handler: "dnsRecord",
  args: { domain: "example.com", type, name, ...rest },
});

export const a = (name: string, content: string, rest: Record<string, unknown> = {}) =>
  record("A", name, { content, ...rest });

/** One record of every type. */
export const everyType: Program = {
  a: a("www", "192.0.2.1", { ttl: 300, comment: "web" }),
  aaaa: record("AAAA", "www", { content: "2001:DB8:0:0::1", ttl: 300 }),
  cname: record("CNAME", "blog", { content: "Host.Example.NET.", ttl: 300 }),
  mx: record("MX", "@", { content: "mail.example.net", priority: 10 }),
  txt: record("TXT", "@", { content: 'v=spf1 include:"x" -all; ' }),
  ns: record("NS", "lab", { content: "ns1.example.net." }),
  srv: record("SRV", "@", {
    service: "sip",
    protocol: "tcp",
    priority: 10,
    weight: 5,
    port: 5060,
    target: "sip.example.net",
  }),
  srvByName: record("SRV", "_imaps._tcp", { priority: 0, weight: 1, port: 993, target: "imap.example.net" }),
  caa: record("CAA", "@", { flags: 0, tag: "Issue", value: "letsencrypt.org" }),
  ptr: record("PTR", "10.hosts", { content: "www.example.com" }),
};

export const forward = (source: string, destination: string, rest: Record<string, unknown> = {}): Declared => ({
  handler: "urlForward",
  args: { domain: "example.com", source, destination, ...rest },
});

export const person = {
  name: "Ada Lovelace",
  email: "ada@example.org",
  phone: "+1.2025550123",
  address: ["12 St James's Square"],
  city: "London",
  zip: "SW1Y 4JH",
  country: "GB",
};

/** Settings under which a doubtful outcome is looked up quickly. */
export const quick = { "registrar:lookupSeconds": "1" };
