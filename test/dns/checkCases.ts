/** What checks of records and zones must say: those of one record by type, and whole zones. */
import {
  dataFromArgs,
  forEachType,
  type RecordData,
  type RecordTypeName,
  recordTypeNames,
  recordTypes,
} from "../../provider/dns/index.ts";
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
  checks.map(([check, args, says]) => ({ check, type, args, says })),
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

type WrongZone = [check: string, zone: Zone[], records: number[], says: string, isComplete?: { complete: true }];

/** Two records of each type of which a name has one. */
const several: readonly WrongZone[] = recordTypeNames
  .filter((type) => recordTypes[type].single !== undefined)
  .map((type) => {
    const args = [casesOf[type].valid, ...Object.values(casesOf[type].declared)].slice(0, 2);
    const zone = args.map((each) => ({ name: "x", data: dataFromArgs(type, each) }));
    return [`${type.toLowerCase()}-multiple`, zone, [0, 1], "Keep one"];
  });

/** Each zone check with a zone it speaks of, the indexes of the records it points at, and a word of the remedy. */
export const wrongZones: readonly WrongZone[] = [
  ["zone-duplicate", [a("x"), a("y"), a("x")], [0, 2], "Keep one"],
  ["zone-same-target", [mx("@", "a.example.net", 1), mx("@", "a.example.net", 2)], [0, 1], "Keep one"],
  ["zone-same-target", [srv("_a._tcp", "a.example.net", 1), srv("_a._tcp", "a.example.net", 2)], [0, 1], "Keep one"],
  [
    "cname-beside-others",
    [alias("x", "a.example.net"), a("y"), txt("x", "t")],
    [0, 2],
    "x.example.com has a CNAME and also TXT",
  ],
  ...several,
  ["mx-target-cname", [mx("@", "m.example.com"), alias("m", "a.example.net")], [0, 1], "Name the host"],
  ["ns-target-cname", [ns("sub", "n.example.com"), alias("n", "a.example.net")], [0, 1], "Name the host"],
  ["srv-target-cname", [srv("_a._tcp", "s.example.com"), alias("s", "a.example.net")], [0, 1], "Name the host"],
  [
    "cname-loop",
    [alias("x", "y.example.com"), alias("y", "z.example.com"), alias("z", "y.example.com")],
    [1, 2],
    "y.example.com -> z.example.com -> y.example.com",
  ],
  ["cname-loop", [alias("x", "x.example.com")], [0], "in a circle"],
  ["cname-chain", [alias("x", "y.example.com"), alias("y", "a.example.net")], [0, 1], "Name the host"],
  ["ttl-mixed", [a("x", 60, "8.8.8.8"), a("x", 300, "8.8.4.4"), a("x", undefined, "9.9.9.9")], [0, 1], "60, 300"],
  ["mx-null-alone", [mx("@", ".", 0), mx("@", "a.example.net")], [0, 1], "Keep one of the two"],
  ["spf-multiple", [txt("@", "v=spf1 -all"), txt("@", "x"), txt("@", "v=spf1 ~all")], [0, 2], "Keep one"],
  ["dmarc-multiple", [txt("_dmarc", "v=DMARC1; p=none"), txt("_dmarc", "v=DMARC1; p=reject")], [0, 1], "Keep one"],
  [
    "mta-sts-multiple",
    [txt("_mta-sts", "v=STSv1; id=1"), txt("_mta-sts", "v=STSv1; id=2")],
    [0, 1],
    "senders then use none",
  ],
  [
    "tls-rpt-multiple",
    [1, 2].map((n) => txt("_smtp._tls", `v=TLSRPTv1; rua=mailto:${n}@example.com`)),
    [0, 1],
    "senders then use none",
  ],
  [
    "dkim-multiple",
    [txt("a._domainkey", "p=AAAA"), txt("a._domainkey", "p=BBBB"), txt("b._domainkey", "p=")],
    [0, 1],
    "use either",
  ],
  [
    "below-delegation",
    [ns("sub", "a.example.net"), txt("x.sub", "t"), a("ns.sub"), txt("sub", "t")],
    [1, 0],
    "Declare it there",
  ],
  ["target-missing", [alias("x", "gone.example.com")], [0], "no such name", { complete: true }],
  ["target-missing", [mx("x", "example.com")], [0], "no such name", { complete: true }],
  [
    "ns-glue",
    [ns("sub", "n.sub.example.com"), ns("sub", "a.example.net")],
    [0],
    "Add an A or AAAA",
    { complete: true },
  ],
  ["ns-single", [ns("sub", "a.example.net")], [0], "Add a second", { complete: true }],
  ["caa-no-issuer", [caa("iodef")], [0], '"issue"', { complete: true }],
  ["mail-spf", [mx("@", "a.example.net")], [0], "v=spf1 mx -all", { complete: true }],
  ["mail-spf", [mx("@", ".", 0), txt("@", "v=spf1 mx -all")], [1], 'Write "v=spf1 -all"', { complete: true }],
  ["mail-dmarc", [mx("@", "a.example.net"), txt("@", "v=spf1 mx -all")], [0, 1], "p=none", { complete: true }],
  ["mail-dmarc", [mx("@", ".", 0), txt("_dmarc", "v=DMARC1; p=none")], [1], "p=reject", { complete: true }],
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
  { name: "ns1.sub", data: { type: "AAAA", content: "2600::1" } },
  srv("_sip._tcp", "mail.example.com"),
  { name: "@", data: { type: "CAA", flags: 0, tag: "issue", value: "letsencrypt.org" } },
  caa("iodef"),
  mx("quiet", ".", 0),
  txt("quiet", "v=spf1 -all"),
];
