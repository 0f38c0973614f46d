/** Limits of names, numbers and strings of DNS, and lengths of messages. */
import { spfError, spfTerms } from "../../provider/dns/checks/mail.ts";
import { normaliseDomain, ownerName, parseZone, recordFromWire } from "../../provider/dns/index.ts";
import { memoizeByText, nearest, normaliseHost } from "../../provider/dns/names.ts";
import { describeRecord } from "../../provider/dns/records.ts";
import { quoteInChunks, showText, unquote } from "../../provider/dns/text.ts";
import { warningsOf } from "../../provider/dns/zoneFile.ts";
import { dnsRecord } from "../../provider/provider.ts";
import { everyBoundary } from "../support/everyBoundary.ts";
import { withSaid } from "../support/registrar.ts";

withSaid();
const domain = "example.com";
const text = (length: number) => "x".repeat(length);
/** A name of so many bytes. */
const name = (length: number) =>
  "a."
    .repeat(length)
    .slice(0, length - 1)
    .replace(/[.]$/, "a")
    .concat("a");

const argument = (property: string, base: object) => async (value: number) => {
  const { failures } = await dnsRecord.check({}, { domain, ...base, [property]: value });
  return !failures.some((failure) => failure.property === property && failure.reason.includes("whole number"));
};
const srv = { type: "SRV", name: "_sip._tcp", target: "sip.example.net", priority: 1, weight: 1, port: 1 };
const caa = { type: "CAA", name: "@", flags: 0, tag: "issue", value: "ca.example" };
const row = (fields: object) =>
  recordFromWire({ id: "1", name: "www", type: "A", content: "192.0.2.1", ...fields }, domain);
const zoneOf = (...lines: string[]) => parseZone(`$ORIGIN ${domain}.\n${lines.join("\n")}\n`);
const policy = (terms: string) => spfError(spfTerms(`v=spf1 ${terms} -all`));
const shown = (count: number, length: number) => `"${text(Math.min(count, length))}${count > length ? "..." : ""}"`;

everyBoundary("provider/dns", {
  "checks/mail.ts MOST_LOOKUPS": [
    (count) => policy(Array.from({ length: count }, (_, at) => `a:h${at}.example`).join(" ")) ?? "accepted",
    [10, "accepted"],
    [11, /needs 11 DNS lookups/],
  ],
  "checks/mail.ts isNetwork": [(bits) => policy(`ip4:192.0.2.0/${bits}`), [32, undefined], [33, /no IPv4/]],
  "checks/mail.ts isNetwork: IPv6": [(bits) => policy(`ip6:2001:db8::/${bits}`), [128, undefined], [129, /no IPv6/]],
  "names.ts memoizeByText": [
    (count) => {
      let made = 0;
      const make = memoizeByText((_: number) => {
        made += 1;
      });
      for (let at = 0; at < count; at += 1) make(at);
      make(0);
      return made - count;
    },
    [50_000, 0],
    [50_001, 1],
  ],
  "names.ts LONGEST_LABEL": [
    (length) => normaliseHost(`${text(length)}.example`).length,
    [63, 71],
    [64, /64 bytes; the limit is 63/],
  ],
  "names.ts LONGEST_NAME": [
    (length) => normaliseHost(name(length)).length,
    [253, 253],
    [254, /254 bytes; the limit is 253/],
  ],
  "names.ts LONGEST_NAME: in a domain": [
    (length) => ownerName(name(length - ".example.com".length), domain).length,
    [253, 241],
    [254, /with the domain it has more than 253 bytes/],
  ],
  "names.ts LONGEST_NAME: of any spelling": [
    (length) => normaliseHost(name(length)),
    [4 * 253, /has 1012 bytes; the limit is 253/],
    [4 * 253 + 1, /is longer than 253 bytes/],
  ],
  "names.ts normaliseDomain": [
    (labels) => normaliseDomain(Array.from({ length: labels }, () => "a").join(".")),
    [2, "a.a"],
    [1, /at least two labels/],
  ],
  "names.ts nearest": [(edits) => nearest("abcd", [`abcd${text(edits)}`]) !== "", [3, true], [4, false]],
  "names.ts nearest: of a long name": [
    (edits) => nearest("abcdefghij", [`abcdefghij${text(edits)}`]) !== "",
    [5, true],
    [6, false],
  ],
  "recordType.ts LARGEST_TTL": [
    argument("ttl", { type: "A", name: "www", content: "192.0.2.1" }),
    [2_147_483_647, true],
    [2_147_483_648, false],
    [0, true],
    [-1, false],
  ],
  "wire.ts ttlIn": [(ttl) => Object(row({ ttl })).ttl, [2_147_483_647, 2_147_483_647], [2_147_483_648, undefined]],
  "recordType.ts priority": [argument("priority", srv), [65_535, true], [65_536, false], [0, true], [-1, false]],
  "recordType.ts meanings": [
    (priority) => Object(row({ type: "MX", content: "mail.example.net", priority: `${priority}` })).data?.priority,
    [65_535, 65_535],
    [65_536, undefined],
  ],
  "types/host.ts weight": [argument("weight", srv), [65_535, true], [65_536, false], [0, true], [-1, false]],
  "types/host.ts port": [argument("port", srv), [65_535, true], [65_536, false], [0, true], [-1, false]],
  "types/text.ts flags": [argument("flags", caa), [255, true], [256, false], [0, true], [-1, false]],
  "types/text.ts isTag": [
    async (length) => {
      const { failures } = await dnsRecord.check({}, { domain, ...caa, tag: text(length) });
      return failures.every(({ property }) => property !== "tag");
    },
    [255, true],
    [256, false],
  ],
  "records.ts describeRecord": [
    (length) => describeRecord("www", { type: "TXT", content: text(length - 2) }, domain).replace(/.* TXT /, "").length,
    [100, 100],
    [101, 103],
  ],
  "text.ts LONGEST_STRING": [
    (bytes) => quoteInChunks(text(bytes)),
    [255, `"${text(255)}"`],
    [256, `"${text(255)}" "x"`],
  ],
  "text.ts LONGEST_STRING: of two bytes each": [
    (characters) => quoteInChunks("é".repeat(characters)).split(" ").length,
    [127, 1],
    [128, 2],
  ],
  "text.ts showText": [(length) => showText(text(length)), [80, shown(80, 80)], [81, shown(81, 80)]],
  "text.ts unescapeText": [(byte) => unquote(`"\\${byte}x"`) === undefined, [256, true], [127, false]],
  "wire.ts agreed": [
    (length) => Object(row({ type: "CAA", content: '0 issue "b"', value: text(length) })).reason,
    [40, `value is given twice, as ${shown(40, 40)} and "b"`],
    [41, `value is given twice, as ${shown(41, 40)} and "b"`],
  ],
  "wire.ts shortText": [(length) => String(row({ id: text(length) }).id).length, [255, 255], [256, "undefined".length]],
  "zoneFile.ts shownAtMost": [
    (count) => {
      const lines = Array.from({ length: count }, (_, at) => `n${at} HINFO a b`);
      return /and \d+ more/.exec(warningsOf(zoneOf(...lines)).join("\n"))?.[0];
    },
    [10, undefined],
    [11, "and 1 more"],
  ],
  "zoneFile.ts caaTokens": [
    (bytes) => {
      const tag = Buffer.from("issue").subarray(0, bytes).toString("hex");
      return Object(zoneOf(`@ CAA \\# ${2 + bytes} 0005${tag}`).records[0]).tag;
    },
    [5, "issue"],
    [4, /is not the data of a CAA record/],
  ],
  "zoneFile/lines.ts readTtl": [
    (ttl) => zoneOf(`www ${ttl} A 192.0.2.1`).records[0]?.ttl,
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, /is not a TTL/],
  ],
  "zoneFile/lines.ts seconds": [
    (days) => zoneOf(`www ${days}d A 192.0.2.1`).records[0]?.ttl,
    [1, 86_400],
    [2, 172_800],
  ],
  "zoneFile/lines.ts seconds: all": [
    (weeks) => zoneOf(`www ${weeks}w1h1m1s A 192.0.2.1`).records[0]?.ttl,
    [1, 608_461],
    [2, 1_213_261],
  ],
});
