/** What checks of records and zones must say: those of one record by type, and whole zones. */
import { forEachType, type RecordData, type RecordTypeName } from "../../provider/dns/index.ts";
import { casesOf, everyCase } from "./types/index.ts";

/** A record that one check speaks of, and a word of the remedy it gives. */
export interface CheckCase {
  check: string;
  type: RecordTypeName;
  args: Record<string, unknown>;
  says: string;
}

/** The data of a valid record of each type, to complete the cases below. */
export const valid = forEachType((type) => casesOf[type].valid);

/** Each check with records it refuses or warns of. `args` complete or replace those of {@link valid}. */
export const wrong: readonly CheckCase[] = everyCase(({ checks }, type) =>
  checks.map(({ check, args, says }) => ({ check, type, args, says })),
);

/** Records no check has anything to say of. */
export const right = everyCase(({ valid: args, right: more }, type) =>
  [args, ...more].map((each) => ({ type, args: each })),
);

interface Zone {
  name: string;
  data: RecordData;
  ttl?: number;
}

const a = (name: string, ttl?: number, content = "8.8.8.8"): Zone => ({
  name,
  data: { type: "A", content },
  ...(ttl === undefined ? {} : { ttl }),
});
const alias = (name: string, content: string): Zone => ({ name, data: { type: "CNAME", content } });
const mx = (name: string, content: string, priority = 10): Zone => ({ name, data: { type: "MX", content, priority } });
const ns = (name: string, content: string): Zone => ({ name, data: { type: "NS", content } });
const srv = (name: string, target: string, priority = 1): Zone => ({
  name,
  data: { type: "SRV", priority, weight: 1, port: 1, target },
});
const txt = (name: string, content: string): Zone => ({ name, data: { type: "TXT", content } });
const caa = (tag: string): Zone => ({ name: "@", data: { type: "CAA", flags: 0, tag, value: "mailto:a@b.example" } });

/** Each zone check with a zone it speaks of, the indexes of the records it points at, and a word of the remedy. */
export const wrongZones: readonly { check: string; complete?: true; zone: Zone[]; records: number[]; says: string }[] =
  [
    { check: "zone-duplicate", zone: [a("x"), a("y"), a("x")], records: [0, 2], says: "Keep one" },
    {
      check: "zone-same-target",
      zone: [mx("@", "a.example.net", 1), mx("@", "a.example.net", 2)],
      records: [0, 1],
      says: "Keep one",
    },
    {
      check: "zone-same-target",
      zone: [srv("_a._tcp", "a.example.net", 1), srv("_a._tcp", "a.example.net", 2)],
      records: [0, 1],
      says: "Keep one",
    },
    {
      check: "cname-beside-others",
      zone: [alias("x", "a.example.net"), a("y"), txt("x", "t")],
      records: [0, 2],
      says: "x.example.com has a CNAME and also TXT",
    },
    {
      check: "cname-multiple",
      zone: [alias("x", "a.example.net"), alias("x", "b.example.net")],
      records: [0, 1],
      says: "Keep one",
    },
    {
      check: "mx-target-cname",
      zone: [mx("@", "m.example.com"), alias("m", "a.example.net")],
      records: [0, 1],
      says: "Name the host",
    },
    {
      check: "ns-target-cname",
      zone: [ns("sub", "n.example.com"), alias("n", "a.example.net")],
      records: [0, 1],
      says: "Name the host",
    },
    {
      check: "srv-target-cname",
      zone: [srv("_a._tcp", "s.example.com"), alias("s", "a.example.net")],
      records: [0, 1],
      says: "Name the host",
    },
    {
      check: "cname-loop",
      zone: [alias("x", "y.example.com"), alias("y", "z.example.com"), alias("z", "y.example.com")],
      records: [1, 2],
      says: "y.example.com -> z.example.com -> y.example.com",
    },
    { check: "cname-loop", zone: [alias("x", "x.example.com")], records: [0], says: "in a circle" },
    {
      check: "cname-chain",
      zone: [alias("x", "y.example.com"), alias("y", "a.example.net")],
      records: [0, 1],
      says: "Name the host",
    },
    {
      check: "ttl-mixed",
      zone: [a("x", 60, "8.8.8.8"), a("x", 300, "8.8.4.4"), a("x", undefined, "9.9.9.9")],
      records: [0, 1],
      says: "60, 300",
    },
    {
      check: "mx-null-alone",
      zone: [mx("@", ".", 0), mx("@", "a.example.net")],
      records: [0, 1],
      says: "Keep one or the other",
    },
    {
      check: "srv-null-alone",
      zone: [srv("_a._tcp", "."), srv("_a._tcp", "a.example.net")],
      records: [0, 1],
      says: "Keep one or the other",
    },
    {
      check: "spf-multiple",
      zone: [txt("@", "v=spf1 -all"), txt("@", "x"), txt("@", "v=spf1 ~all")],
      records: [0, 2],
      says: "Keep one",
    },
    {
      check: "dmarc-multiple",
      zone: [txt("_dmarc", "v=DMARC1; p=none"), txt("_dmarc", "v=DMARC1; p=reject")],
      records: [0, 1],
      says: "Keep one",
    },
    {
      check: "below-delegation",
      zone: [ns("sub", "a.example.net"), txt("x.sub", "t"), a("ns.sub"), txt("sub", "t")],
      records: [1],
      says: "Declare it there",
    },
    {
      check: "target-missing",
      complete: true,
      zone: [alias("x", "gone.example.com")],
      records: [0],
      says: "no such name",
    },
    { check: "target-missing", complete: true, zone: [mx("x", "example.com")], records: [0], says: "no such name" },
    {
      check: "ns-glue",
      complete: true,
      zone: [ns("sub", "n.sub.example.com"), ns("sub", "a.example.net")],
      records: [0],
      says: "Add an A or AAAA",
    },
    { check: "ns-single", complete: true, zone: [ns("sub", "a.example.net")], records: [0], says: "Add a second" },
    { check: "caa-no-issuer", complete: true, zone: [caa("iodef")], records: [0], says: '"issue"' },
    { check: "mail-spf", complete: true, zone: [mx("@", "a.example.net")], records: [0], says: "v=spf1 mx -all" },
    {
      check: "mail-spf",
      complete: true,
      zone: [mx("@", ".", 0), txt("@", "v=spf1 mx -all")],
      records: [1],
      says: 'Write "v=spf1 -all"',
    },
    {
      check: "mail-dmarc",
      complete: true,
      zone: [mx("@", "a.example.net"), txt("@", "v=spf1 mx -all")],
      records: [0, 1],
      says: "p=none",
    },
    {
      check: "mail-dmarc",
      complete: true,
      zone: [mx("@", ".", 0), txt("_dmarc", "v=DMARC1; p=none")],
      records: [1],
      says: "p=reject",
    },
  ];

/** A whole zone that nothing is to be said of. */
export const rightZone: readonly Zone[] = [
  a("@", 300),
  a("@", 300, "8.8.4.4"),
  { name: "@", data: { type: "AAAA", content: "2600::1" }, ttl: 60 },
  alias("www", "example.com"),
  alias("any", "deep.wild.example.com"),
  a("*.wild"),
  alias("far", "x.sub.example.com"),
  mx("@", "mail.example.com", 10),
  mx("@", "mail2.example.com", 20),
  a("mail"),
  a("mail2"),
  txt("@", "v=spf1 mx -all"),
  txt("@", "proof=1"),
  txt("_dmarc", "v=DMARC1; p=reject"),
  ns("sub", "ns1.sub.example.com"),
  ns("sub", "ns2.example.net"),
  a("ns1.sub"),
  srv("_sip._tcp", "mail.example.com"),
  { name: "@", data: { type: "CAA", flags: 0, tag: "issue", value: "letsencrypt.org" } },
  caa("iodef"),
  mx("quiet", ".", 0),
  txt("quiet", "v=spf1 -all"),
];
