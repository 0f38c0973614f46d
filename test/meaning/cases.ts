/** What a user may write, in all its spellings, and what must then stand in the zone: the data of the story. */

import { everyCase } from "../dns/types/index.ts";
import type { Args } from "../dns/types/typeCases.ts";
import type { Declared } from "../support/handlerStack.ts";
import { person } from "../support/records.ts";

export interface Case {
  title: string;
  /** What the program says first. */
  first: Declared;
  /** The same in other words: may cost no write. */
  respelled?: Declared;
  /** What the program says in the end; `null`: nothing any more. Default: the same. */
  last?: Declared | null;
  /** The registrar's record in the end of each stage, as `zoneLines` writes it; absent where it is no record. */
  live?: string;
  liveLast?: string;
}

const zone = "example.com";

const record =
  (type: string) =>
  (name: string, rest: Record<string, unknown>, domain = zone): Declared => ({
    handler: "dnsRecord",
    args: { domain, type, name, ...rest },
  });

const hosted =
  (type: string) =>
  (name: string, content: string, rest: Record<string, unknown> = {}) =>
    record(type)(name, { content, ...rest });

const A = hosted("A");
const AAAA = hosted("AAAA");
const CNAME = hosted("CNAME");
const TXT = hosted("TXT");
const MX = (name: string, content: string, priority: number, rest: Record<string, unknown> = {}) =>
  record("MX")(name, { content, priority, ...rest });
const SRV = (name: string, target: string, rest: Record<string, unknown>) =>
  record("SRV")(name, { priority: 10, weight: 5, port: 5060, target, ...rest });
const CAA = (name: string, tag: string, value: string, flags = 0) => record("CAA")(name, { flags, tag, value });

const inDomain = (declared: Declared, domain: string): Declared => ({
  ...declared,
  args: { ...declared.args, domain },
});

/** Names, targets and addresses. */
const names: Case[] = [
  {
    title: "a name in another case",
    first: A("WwW", "192.0.2.1"),
    respelled: A("www", "192.0.2.1"),
    live: "www A 192.0.2.1",
  },
  {
    title: "a full name with its dot",
    first: A("full.example.com.", "192.0.2.2"),
    respelled: A("full", "192.0.2.2"),
    live: "full A 192.0.2.2",
  },
  {
    title: "the apex as @",
    first: A("@", "192.0.2.3"),
    respelled: A("", "192.0.2.3"),
    live: "@ A 192.0.2.3",
  },
  {
    title: "the apex as an empty name",
    first: AAAA("", "2001:db8::3"),
    respelled: AAAA("example.com.", "2001:db8::3"),
    live: "@ AAAA 2001:db8::3",
  },
  { title: "a wildcard", first: A("*", "192.0.2.4"), live: "* A 192.0.2.4" },
  { title: "a wildcard below a label", first: CNAME("*.dev", "dev.example.net"), live: "*.dev CNAME dev.example.net" },
  {
    title: "an underscore name",
    first: TXT("_dmarc", "v=DMARC1; p=none"),
    respelled: TXT("_DMARC", '"v=DMARC1; p=none"'),
    live: '_dmarc TXT "v=DMARC1; p=none"',
  },
  {
    title: "a name of several labels",
    first: A("a.b.c", "192.0.2.5"),
    respelled: A("A.b.C.example.com.", "192.0.2.5"),
    live: "a.b.c A 192.0.2.5",
  },
  {
    title: "an internationalised name",
    first: A("bücher", "192.0.2.6"),
    respelled: A("xn--bcher-kva", "192.0.2.6"),
    live: "xn--bcher-kva A 192.0.2.6",
  },
  {
    title: "an internationalised name as A-label, later in Unicode and capitals",
    first: A("xn--strae-oqa", "192.0.2.7"),
    respelled: A("STRAßE", "192.0.2.7"),
    live: "xn--strae-oqa A 192.0.2.7",
  },
  {
    title: "an internationalised domain",
    first: inDomain(A("www", "192.0.2.8"), "bücher.example"),
    respelled: inDomain(A("www.BÜCHER.example.", "192.0.2.8"), "xn--bcher-kva.example"),
    live: "www.xn--bcher-kva.example A 192.0.2.8",
  },
];

/** What the cases of each type say. */
const types: Case[] = everyCase(({ meanings }, type) =>
  meanings.map(({ title, first, respelled, live }) => {
    const declared = ({ name, domain, ...rest }: Args) => record(type)(String(name), rest, String(domain ?? zone));
    return { title, first: declared(first), ...(respelled !== undefined && { respelled: declared(respelled) }), live };
  }),
);

const comments: Case[] = [
  {
    title: "a comment",
    first: A("noted", "192.0.2.10", { comment: 'Über den Wolken; "hoch"', ttl: 60 }),
    live: 'noted A 192.0.2.10 ttl 60 # Über den Wolken; "hoch"',
  },
];

/** Programs that change. */
const changes: Case[] = [
  {
    title: "A becomes CNAME",
    first: A("move1", "192.0.2.20"),
    last: CNAME("move1", "host.example.net"),
    live: "move1 A 192.0.2.20",
    liveLast: "move1 CNAME host.example.net",
  },
  {
    title: "CNAME becomes AAAA",
    first: CNAME("move2", "host.example.net"),
    last: AAAA("move2", "2001:db8::20"),
    live: "move2 CNAME host.example.net",
    liveLast: "move2 AAAA 2001:db8::20",
  },
  {
    title: "TXT becomes MX",
    first: TXT("move3", "soon mail"),
    last: MX("move3", "mail.example.net", 5),
    live: 'move3 TXT "soon mail"',
    liveLast: "move3 MX 5 mail.example.net",
  },
  {
    title: "a TTL comes",
    first: A("ttl1", "192.0.2.21"),
    last: A("ttl1", "192.0.2.21", { ttl: 900 }),
    live: "ttl1 A 192.0.2.21",
    liveLast: "ttl1 A 192.0.2.21 ttl 900",
  },
  {
    title: "a TTL changes",
    first: AAAA("ttl2", "2001:db8::21", { ttl: 300 }),
    last: AAAA("ttl2", "2001:DB8::21", { ttl: 86400 }),
    live: "ttl2 AAAA 2001:db8::21 ttl 300",
    liveLast: "ttl2 AAAA 2001:db8::21 ttl 86400",
  },
  {
    title: "a TTL is left alone from now on",
    first: CNAME("ttl3", "host.example.net", { ttl: 300 }),
    last: CNAME("ttl3", "host.example.net"),
    live: "ttl3 CNAME host.example.net ttl 300",
    liveLast: "ttl3 CNAME host.example.net ttl 300",
  },
  {
    title: "the TTL and the text change together",
    first: TXT("ttl4", "one", { ttl: 300 }),
    last: TXT("ttl4", "two", { ttl: 301 }),
    live: 'ttl4 TXT "one" ttl 300',
    liveLast: 'ttl4 TXT "two" ttl 301',
  },
  {
    title: "a member of a set that stays",
    first: A("set", "192.0.2.30", { ttl: 300 }),
    live: "set A 192.0.2.30 ttl 300",
  },
  {
    title: "a member of a set that goes",
    first: A("set", "192.0.2.31", { ttl: 300 }),
    last: null,
    live: "set A 192.0.2.31 ttl 300",
  },
  {
    title: "a member of a set that changes",
    first: A("set", "192.0.2.32", { ttl: 300 }),
    last: A("set", "192.0.2.33", { ttl: 300 }),
    live: "set A 192.0.2.32 ttl 300",
    liveLast: "set A 192.0.2.33 ttl 300",
  },
  {
    title: "a member of a TXT set that changes its case",
    first: TXT("set", "token=abc"),
    last: TXT("set", "token=ABC"),
    live: 'set TXT "token=abc"',
    liveLast: 'set TXT "token=ABC"',
  },
  {
    title: "an A record moves to another label",
    first: A("old1", "192.0.2.40"),
    last: A("new1", "192.0.2.40"),
    live: "old1 A 192.0.2.40",
    liveLast: "new1 A 192.0.2.40",
  },
  {
    title: "a CNAME moves to another label",
    first: CNAME("old2", "host.example.net"),
    last: CNAME("new2", "host.example.net"),
    live: "old2 CNAME host.example.net",
    liveLast: "new2 CNAME host.example.net",
  },
  {
    title: "an SRV moves to another service",
    first: SRV("_xmpp-client._tcp", "xmpp.example.net", { port: 5222 }),
    last: SRV("_xmpp-server._tcp", "xmpp.example.net", { port: 5269 }),
    live: "_xmpp-client._tcp SRV 10 5 5222 xmpp.example.net",
    liveLast: "_xmpp-server._tcp SRV 10 5 5269 xmpp.example.net",
  },
  {
    title: "an MX changes its priority",
    first: MX("mx4", "mail.example.net", 10),
    last: MX("mx4", "mail.example.net", 0),
    live: "mx4 MX 10 mail.example.net",
    liveLast: "mx4 MX 0 mail.example.net",
  },
  {
    title: "a CAA changes its value",
    first: CAA("ca1", "issue", "ca.example.net"),
    last: CAA("ca1", "issue", "other.example.net", 128),
    live: 'ca1 CAA 0 issue "ca.example.net"',
    liveLast: 'ca1 CAA 128 issue "other.example.net"',
  },
  {
    title: "a record that is taken out of the program",
    first: TXT("gone", "bye"),
    last: null,
    live: 'gone TXT "bye"',
  },
];

/** What is no record. */
const others: Case[] = [
  {
    title: "a URL forward",
    first: {
      handler: "urlForward",
      args: { domain: zone, source: "Shop", destination: "HTTPS://Example.net", type: "permanent" },
    },
    respelled: {
      handler: "urlForward",
      args: { domain: zone, source: "shop", destination: "https://example.net/", type: "permanent" },
    },
    last: {
      handler: "urlForward",
      args: { domain: zone, source: "shop", destination: "https://example.net/new", type: "temporary" },
    },
  },
  {
    title: "a URL forward of the apex, its type left alone",
    first: { handler: "urlForward", args: { domain: zone, source: "@", destination: "https://example.net/apex" } },
    respelled: { handler: "urlForward", args: { domain: zone, source: "", destination: "https://example.net/apex" } },
    last: null,
  },
  {
    title: "nameservers",
    first: {
      handler: "nameservers",
      args: { domain: "example.org", nameservers: ["NS1.example.net.", "ns2.example.net"] },
    },
    respelled: {
      handler: "nameservers",
      args: { domain: "example.org", nameservers: ["ns2.example.net.", "ns1.example.net"] },
    },
    last: {
      handler: "nameservers",
      args: { domain: "example.org", nameservers: ["ns2.example.net.", "ns3.example.net"] },
    },
  },
  { title: "a lock", first: { handler: "domainLock", args: { domain: "example.org" } } },
  {
    title: "a contact",
    first: { handler: "contact", args: { ...person } },
    last: { handler: "contact", args: { ...person, city: "Oxford", organization: "Analytical Engines" } },
  },
];

export const cases: readonly Case[] = [...names, ...types, ...comments, ...changes, ...others];

/** Domains that the cases need beside those a fresh registrar has. */
export const domains: readonly string[] = ["xn--bcher-kva.example", "2.0.192.in-addr.arpa"];
