/** Zone files as DNS services export them and people write them: what differs from RFC 1035 is read as it is meant, or said. */
import { encode } from "dns-packet";
import { type FileRecord, parseZone, printData, recordFromArgs } from "../../provider/dns/index.ts";
import { recordData, resourceRecord } from "../../testing/sandbox/dns/data.ts";
import * as fc from "../support/fastCheck.ts";
import { domain, holds, recordArgs } from "./arbitraries.ts";

/** `www 300 A 192.0.2.1 ; comment` */
function lineOf({ ttl, comment, ...record }: FileRecord): string {
  const { name, data } = recordFromArgs(record, domain);
  return `${name} ${ttl ?? "-"} ${data.type} ` + `${printData(data)}${comment === undefined ? "" : ` ; ${comment}`}`;
}

const header = ";;\n;; Domain:     example.com.\n;; Exported:   2026-11-20 10:00:00\n;;\n";
const cloudflareSoa = "3600 IN SOA anna.ns.cloudflare.com. dns.cloudflare.com. 2050000000 10000 2400 604800 3600\n";
const soa = "@ 3600 IN SOA ns1.example.net. host.example.net. 1 7200 3600 86400 3600\n";

interface Case {
  title: string;
  text: string;
  origin?: string;
  records: string[];
  /** `line: a part of the reason` */
  notes?: string[];
  dialect?: string;
}

const cases: Case[] = [
  {
    title: "Cloudflare: a SOA owner without a dot is the domain",
    text:
      `${header}example.com ${cloudflareSoa}example.com. 86400 IN NS ` +
      `anna.ns.cloudflare.com.\nwww.example.com. 300 IN A 192.0.2.1`,
    records: ["www 300 A 192.0.2.1"],
    dialect: "Cloudflare",
  },
  {
    title: "Cloudflare: TTL 1 is automatic, also after a record with a TTL",
    text: `example.com ${cloudflareSoa}a.example.com. 300 IN A 192.0.2.1\nb.example.com. 1 IN A 192.0.2.2`,
    origin: domain,
    records: ["a 300 A 192.0.2.1", "b - A 192.0.2.2"],
    dialect: "Cloudflare",
  },
  {
    title: "Cloudflare: tags aren't a part of comments",
    text: [
      "a.example.com. 300 IN A 192.0.2.1 ; front door cf_tags=team:red,cf-proxied:true",
      "b.example.com. 300 IN A 192.0.2.2 ; cf_tags=cf-proxied:false",
      'c.example.com. 300 IN A 192.0.2.3 ; x cf_tags=note:"a b, \\"c\\"",cf-proxied:true',
      "d.example.com. 300 IN A 192.0.2.4 ; see cf_tags=a below",
    ].join("\n"),
    origin: domain,
    records: [
      "a 300 A 192.0.2.1 ; front door",
      "b 300 A 192.0.2.2",
      "c 300 A 192.0.2.3 ; x",
      "d 300 A 192.0.2.4 ; see cf_tags=a below",
    ],
    dialect: "Cloudflare",
  },
  {
    title: "Cloudflare: an old export below the root",
    text:
      `;; Domain:     example.com\n$ORIGIN .\n@ 3600 IN SOA example.com. root.example.com. 1 7200 3600 ` +
      `86400 3600\nexample.com. 300 IN MX 10 mail.example.com.`,
    origin: domain,
    records: ["@ 300 MX 10 mail.example.com."],
    dialect: "Cloudflare",
  },
  {
    title: "any file: TTL 1 is 1",
    text: `$ORIGIN example.com.\n$TTL 5\n${soa}a 1 A 192.0.2.1\nb A 192.0.2.2\nc 29s A 192.0.2.3\nd 30 A 192.0.2.4`,
    records: ["a 1 A 192.0.2.1", "b 5 A 192.0.2.2", "c 29 A 192.0.2.3", "d 30 A 192.0.2.4"],
  },
  {
    title: "any file: names after an absolute SOA are relative to its owner",
    text: `example.com. 3600 SOA ns1.example.net. host.example.net. 1 7200 3600 86400 3600\n MX 10 mail\nwww 300 CNAME @`,
    records: ["@ 3600 MX 10 mail.example.com.", "www 300 CNAME example.com."],
  },
  {
    title: "GoDaddy: .@ is the domain, in owners and targets",
    text:
      `$ORIGIN example.com.\n${soa}_sip._tls.@ 3600 IN SRV 100 1 443 sip.@\n_sipfederationtls._tcp.@ 3600 ` +
      `IN SRV 100 1 5061 sipfed.online.lync.com.`,
    records: [
      "_sip._tls 3600 SRV 100 1 443 sip.example.com.",
      "_sipfederationtls._tcp 3600 SRV 100 1 5061 sipfed.online.lync.com.",
    ],
    dialect: "GoDaddy",
  },
  {
    title: "Route 53: a wildcard in octal",
    text: `$ORIGIN example.com.\n${soa}\\052 300 A 192.0.2.1\n\\052.sub 300 A 192.0.2.2`,
    records: ["* 300 A 192.0.2.1", "*.sub 300 A 192.0.2.2"],
    notes: ["3: \\052 is read as *", "4: \\052.sub is read as *.sub"],
    dialect: "Route 53",
  },
  {
    title: "any file: an owner that repeats the domain is noted once, with what to write",
    text:
      `$ORIGIN example.com.\n${soa}www.example.com 60 A 192.0.2.1\n 60 AAAA 2001:db8::1\nexample.com 60 MX ` +
      `1 a.example.net.\nx.example.com. 60 A 192.0.2.1`,
    records: [
      "www.example.com.example.com. 60 A 192.0.2.1",
      "www.example.com.example.com. 60 AAAA 2001:db8::1",
      "example.com.example.com. 60 MX 1 a.example.net.",
      "x 60 A 192.0.2.1",
    ],
    notes: [
      "3: the owner repeats the domain: without a final dot, www.example.com means www.example.com.example.com. " +
        "Write www, or www.example.com.",
      "5: the owner repeats the domain: without a final dot, example.com means example.com.example.com. Write @,",
    ],
  },
];

it.each(cases)("$title", ({ text, origin, records, notes = [], dialect }) => {
  const zone = parseZone(text, origin === undefined ? {} : { origin });
  expect(zone.domain).toBe(domain);
  expect(zone.records.map(lineOf)).toEqual(records);
  expect(zone.notes.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(
    notes.map((note) => expect.stringContaining(note)),
  );
  expect(zone.dialect?.replace(/ export: .*/, "")).toBe(dialect);
});

it("data of a CAA in the form of RFC 3597 means the same as in words", () => {
  holds(
    fc.property(recordArgs, (args) => {
      const { data } = recordFromArgs(args, domain);
      fc.pre(data.type === "CAA");
      const answer = resourceRecord(".", recordData({ id: 1, name: "", ...data }), 0);
      // Header, name, type, class, TTL and length: 23 bytes.
      const bytes = encode({ type: "response", answers: [answer] }).subarray(23);
      const hex = bytes.toString("hex").replace(/(..)(?=.)/, "$1 ");
      const [read] = parseZone(`www TYPE257 \\# ${bytes.length} ${hex}`, { origin: domain }).records;
      expect(read && recordFromArgs(read, domain).data).toEqual(data);
    }),
  );
});
