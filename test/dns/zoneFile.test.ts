import { type FileRecord, parseZone, recordTypes, ZoneFileError } from "../../provider/dns/index.ts";
import { everyCase } from "./types/index.ts";

/** The records of a file, one line each: `www 300 A 192.0.2.1 ; comment`. */
function linesOf(text: string, options: Parameters<typeof parseZone>[1] = { origin: "example.com" }): string[] {
  return parseZone(text, options).records.map(lineOf);
}

function lineOf({ name, type, ttl, comment, ...data }: FileRecord): string {
  const values = Object.values(data).map((value) =>
    typeof value === "string" && /\s|^$/.test(value) ? JSON.stringify(value) : value,
  );
  return `${name} ${ttl ?? "-"} ${type} ${values.join(" ")}${comment === undefined ? "" : ` ; ${comment}`}`;
}

/** A zone as one finds them: grown by hand for years. */
const grown = `; example.com, last edited by hand
$TTL 1h30m
@\tIN\tSOA\tns1.example.net. john\\.doe.example.com. (
\t\t2024010101 ; serial
\t\t3h         ; refresh
\t\t1h 1w      ; retry, expire
\t\t1h )       ; minimum
\tIN\tNS\tns1.example.net.
\t\tNS\tns2.example.net.
; the web
@       300     IN A      192.0.2.1
        IN 300  AAAA      2001:DB8:0:0::1 ; also known as v6
WWW             CNAME     @
        
mail    in      a         192.0.2.2
        mx      10 mail
        MX      ( 20
                  backup.example.net. ) ; elsewhere
$ORIGIN sub.example.com.
@       1d      NS        ns.other.example.
host            A         192.0.2.3
        TXT     "quoted; no comment" word "and \\"more\\" \\195\\188 \\\\ "
$ORIGIN example.com.
dkim._domainkey IN TXT ( "v=DKIM1; k=rsa; "
   "p=MIGf"   ; the key
   "MA0" )
$TTL 300
_sip._tcp       SRV       10 5 5060 sip.example.net.
@               CAA       0 issue "letsencrypt.org"
                CAA       128 IODEF mailto:security@example.com
*.any           CNAME     xn--bcher-kva.example.org.
wild            PTR       www.example.com.
bücher          A         192.0.2.4
full.example.com. A       192.0.2.5
_443._tcp.www   WKS       3 1 1 0123456789abcdef
new             TYPE65534 \\# 4 C0000201
svc             HTTPS     1 . alpn=h2
other.example.org. A      192.0.2.6
full            A         192.0.2.5`;

const grownRecords = [
  "@ 300 A 192.0.2.1",
  "@ 300 AAAA 2001:db8::1 ; also known as v6",
  "www 5400 CNAME example.com",
  "mail 5400 A 192.0.2.2",
  "mail 5400 MX mail.example.com 10",
  "mail 5400 MX backup.example.net 20 ; elsewhere",
  "sub 86400 NS ns.other.example",
  "host.sub 5400 A 192.0.2.3",
  'host.sub 5400 TXT "quoted; no commentwordand \\"more\\" ü \\\\ "',
  'dkim._domainkey 5400 TXT "v=DKIM1; k=rsa; p=MIGfMA0"',
  "_sip._tcp 300 SRV 10 5 5060 sip.example.net",
  "@ 300 CAA 0 issue letsencrypt.org",
  "@ 300 CAA 128 iodef mailto:security@example.com",
  "*.any 300 CNAME xn--bcher-kva.example.org",
  "wild 300 PTR www.example.com",
  "xn--bcher-kva 300 A 192.0.2.4",
  "full 300 A 192.0.2.5",
];

describe("a zone file that grew by hand", () => {
  it("is read as a resolver would see it", () => {
    expect(linesOf(grown)).toEqual(grownRecords);
  });

  it("tells what is not among its records, with the place and the reason", () => {
    expect(
      parseZone(grown, { origin: "Example.COM." }).leftOut.map(
        ({ line, column, kind, name, type }) => `${line}:${column} ${kind} ${name} ${type}`,
      ),
    ).toEqual([
      "3:1 soa example.com SOA",
      "8:2 apex-ns example.com NS",
      "9:3 apex-ns example.com NS",
      "35:1 type _443._tcp.www.example.com WKS",
      "36:1 type new.example.com TYPE65534",
      "37:1 type svc.example.com HTTPS",
      "38:1 outside other.example.org A",
      "39:1 duplicate full.example.com A",
    ]);
  });

  it.each([
    ["CR LF", grown.replaceAll("\n", "\r\n")],
    ["CR", grown.replaceAll("\n", "\r")],
    ["a byte order mark", `\ufeff${grown}`],
    ["a newline at the end, and blank lines", `${grown}\n\n  \n; the end\n`],
  ])("is the same with %s", (_case, text) => {
    const zone = parseZone(text, { origin: "example.com" });
    expect(zone.records).toEqual(parseZone(grown, { origin: "example.com" }).records);
    expect(zone.leftOut).toEqual(parseZone(grown, { origin: "example.com" }).leftOut);
  });
});

describe("TTL", () => {
  const soa = "@ SOA ns. host. 1 2 3 4 ";
  it.each([
    ["a record's own", "$TTL 9\na 60 A 192.0.2.1", [60]],
    ["before and behind the class", "a 60 IN A 192.0.2.1\nb IN 61 A 192.0.2.1", [60, 61]],
    ["units", "a 1w2d3h4m5s A 192.0.2.1\nb 1D A 192.0.2.1", [788645, 86400]],
    ["the largest", "a 2147483647 A 192.0.2.1", [2147483647]],
    ["none is 0", "a 0 A 192.0.2.1", [0]],
    ["of $TTL, until the next", "$TTL 9\na A 192.0.2.1\n$ttl 1m\nb A 192.0.2.1", [9, 60]],
    ["of $TTL, not the last one written", "$TTL 9\na 60 A 192.0.2.1\nb A 192.0.2.1", [60, 9]],
    ["the last one written, without $TTL", "a 60 A 192.0.2.1\nb A 192.0.2.1", [60, 60]],
    ["the SOA record's minimum, without either", `${soa}5m\na A 192.0.2.1`, [300]],
    ["none, where the file says none", "a A 192.0.2.1", [undefined]],
  ])("%s", (_case, text, ttls) => {
    expect(parseZone(text, { origin: "example.com" }).records.map(({ ttl }) => ttl)).toEqual(ttls);
  });

  it("given from outside stands for the first $TTL", () => {
    const text = "a A 192.0.2.1\nb 7 A 192.0.2.1\nc A 192.0.2.1\n$TTL 8\nd A 192.0.2.1";
    const { records } = parseZone(text, { origin: "example.com", defaultTtl: 60 });
    expect(records.map(({ ttl }) => ttl)).toEqual([60, 7, 60, 8]);
    for (const defaultTtl of [-1, 1.5, 2 ** 31]) expect(() => parseZone(text, { defaultTtl })).toThrow(RangeError);
  });
});

describe("the domain", () => {
  it.each([
    ["is the one given", "www A 192.0.2.1", "example.com", "example.com", ["www"]],
    [
      "may be below the file's",
      "$ORIGIN example.com.\nwww.lab A 192.0.2.1\nx A 192.0.2.1",
      "lab.example.com",
      "lab.example.com",
      ["www"],
    ],
    [
      "is the SOA record's",
      "$ORIGIN com.\nexample SOA ns. h. 1 2 3 4 5\nwww.example A 192.0.2.1",
      undefined,
      "example.com",
      ["www"],
    ],
    [
      "is found below the root",
      "$ORIGIN .\nexample.com SOA ns. h. 1 2 3 4 5\n$ORIGIN example.com.\nwww A 192.0.2.1",
      undefined,
      "example.com",
      ["www"],
    ],
    [
      "is the first $ORIGIN, without a SOA record",
      "$ORIGIN example.com.\n$ORIGIN sub\nwww A 192.0.2.1",
      undefined,
      "example.com",
      ["www.sub"],
    ],
    [
      "may be repeated by a name",
      "www.example.com A 192.0.2.1",
      "example.com",
      "example.com",
      ["www.example.com.example.com."],
    ],
  ])("%s", (_case, text, origin, domain, names) => {
    const zone = parseZone(text, origin === undefined ? {} : { origin });
    expect([zone.domain, zone.records.map(({ name }) => name)]).toEqual([domain, names]);
  });

  it("does not move an owner that is omitted below another $ORIGIN, but moves its data", () => {
    const text = "www A 192.0.2.1\n$ORIGIN sub.example.com.\n MX 10 mail\nwww A 192.0.2.2";
    expect(linesOf(text)).toEqual(["www - A 192.0.2.1", "www - MX mail.sub.example.com 10", "www.sub - A 192.0.2.2"]);
  });

  it("that is none is refused", () => {
    expect(() => parseZone("", { origin: "example" })).toThrow(/at least two labels/);
  });
});

describe("data", () => {
  const long = "é".repeat(300);
  it.each([
    ["an empty text", 'a TXT ""', { content: '""' }],
    ["a text that looks quoted stays itself", 'a TXT "\\"x\\""', { content: '"\\"x\\""' }],
    ["texts are joined", 'a TXT "a" b"c"', { content: "abc" }],
    ["a character may be cut in two", 'a TXT "\\195" "\\188"', { content: "ü" }],
    ["a long text needs no strings", `a TXT "${long}"`, { content: long }],
    ["a tab in a text", 'a TXT "a\tb"', { content: "a\tb" }],
    ["parentheses in a text", 'a TXT "(a" b\\)', { content: "(ab)" }],
    ["no mail", "a MX 0 .", { content: ".", priority: 0 }],
    ["no such service", "_sip._tcp SRV 0 0 0 .", { target: "." }],
    ["a top-level domain keeps its dot", "a CNAME com.", { content: "com." }],
    ["IDN", "a CNAME bücher.example.", { content: "xn--bcher-kva.example" }],
    ["a value of CAA without quotes", "a CAA 0 ISSUE ca.example", { flags: 0, tag: "issue", value: "ca.example" }],
    ["nobody", 'a CAA 0 issue ";"', { value: ";" }],
    ["a comment in quotes", 'a A 192.0.2.1 ; "two\\010lines "', { comment: "two\nlines " }],
    ["a comment that is empty", "a A 192.0.2.1 ;", { content: "192.0.2.1" }],
    ["a type by its number", "a TYPE1 192.0.2.1", { type: "A" }],
    ["a class by its number", "a CLASS1 A 192.0.2.1", { content: "192.0.2.1" }],
  ])("%s", (_case, text, record) => {
    expect(parseZone(text, { origin: "example.com" }).records).toEqual([expect.objectContaining(record)]);
  });
});

describe("refuses, with line and column, and uses nothing of the file", () => {
  it.each([
    ["$INCLUDE", "a A 192.0.2.1\n$INCLUDE db.other", 2, 1, /\$INCLUDE is not supported/],
    ["$GENERATE", "$generate 1-9 host$ A 192.0.2.$", 1, 1, /\$GENERATE is not supported/],
    ["another directive", "$DATE today", 1, 1, /Use \$ORIGIN or \$TTL/],
    ["$TTL without a value", "$TTL ; none", 1, 12, /value of \$TTL is missing/],
    ["$TTL that is none", "$TTL 1 hour", 1, 8, /takes one value/],
    ["$TTL in words", "$TTL hour", 1, 6, /"hour" is not a TTL/],
    ["a TTL that is too large", "a 2147483648 A 192.0.2.1", 1, 3, /2147483647/],
    ["units that are too large", "a 4000w A 192.0.2.1", 1, 3, /is not a TTL/],
    ["$ORIGIN that is no name", "$ORIGIN a..b.", 1, 9, /empty label/],
    ["a record without a type", "a 300 IN", 1, 9, /type is missing/],
    ["a type that is none", "a IN B 192.0.2.1", 1, 6, /"B" isn't a record type/],
    ["a quoted type", 'a "A" 192.0.2.1', 1, 3, /"A" isn't a record type/],
    ["a number that is no type", "a TYPE65536 \\# 0", 1, 3, /isn't a record type/],
    ["two classes", "a IN CH TXT b", 1, 6, /"CH" isn't a record type/],
    ["no owner above", "\n  A 192.0.2.1", 2, 3, /no owner name/],
    ["an owner in quotes", '"a" A 192.0.2.1', 1, 1, /must not be quoted/],
    ["an owner that is no name", "a!b A 192.0.2.1", 1, 1, /character "!"/],
    ["an owner with an escaped dot", "a\\.b A 192.0.2.1", 1, 1, /escapes a character/],
    ["an owner with a digit in octal", "a\\052 A 192.0.2.1", 1, 1, /escapes a character/],
    ["an owner with an escaped byte", "a\\255 A 192.0.2.1", 1, 1, /escapes a character/],
    ["a label that is too long", `${"a".repeat(64)} A 192.0.2.1`, 1, 1, /limit is 63/],
    ["no data", "a\tA", 1, 4, /content of this A record is missing/],
    ["too much data", "a A 192.0.2.1 192.0.2.2", 1, 15, /Remove it/],
    ["an address of the other kind", "a A 2001:db8::1", 1, 5, /doesn't fit the content .* must be an IPv4 address/],
    ["an address that is none", "a AAAA 192.0.2.1", 1, 8, /must be an IPv6 address/],
    ["a zone of IPv6", "a AAAA fe80::1%eth0", 1, 8, /must be an IPv6 address/],
    ["MX without its priority", "a MX mail", 1, 6, /0 to 65535/],
    ["a priority that is too large", "a MX 65536 mail", 1, 6, /0 to 65535/],
    ["a quoted number", 'a MX "10" mail', 1, 6, /0 to 65535/],
    ["SRV without a target", "_a._b SRV 1 2 3", 1, 16, /target of this SRV record is missing/],
    ["a quoted target", 'a CNAME "b"', 1, 9, /must not be quoted/],
    ["CAA with a wrong tag", "a CAA 0 is-sue ca.example", 1, 9, /letters and digits/],
    ["TXT without text", "a TXT", 1, 6, /content of this TXT record is missing/],
    ["TXT that is not UTF-8", 'a TXT "b" "\\255"', 1, 11, /not UTF-8/],
    ["an escape that is too large", 'a TXT "b" "\\256"', 1, 11, /000 to 255/],
    ["an escape that is too short", 'a TXT "b\\1"', 1, 7, /three digits/],
    ["an escape at the end of a line", "a TXT b\\\nc A 192.0.2.1", 1, 8, /escapes nothing/],
    ["an open string", 'a TXT "b\nc A 192.0.2.1', 1, 7, /not closed/],
    ["an open string at the end", 'a TXT "b\\"', 1, 7, /not closed/],
    ["an open parenthesis", "a TXT (\n(b)\n", 1, 7, /never closed/],
    ["a parenthesis that closes nothing", "a TXT b)", 1, 8, /has no matching "\("/],
    ["UTF-16", "a\u0000 A 192.0.2.1", 1, 2, /UTF-8/],
    ["a minimum in a SOA record that is none", "@ SOA ns. host. 1 2 3 4 x", 1, 25, /is not a TTL/],
    [
      "another domain's file",
      "$ORIGIN example.org.\n@ SOA ns. host. 1 2 3 4 5",
      2,
      1,
      /for example\.org, not for example\.com/,
    ],
    ["bytes of another length", "a CAA \\# 9 000569737375", 1, 7, /not the data of a CAA record/],
    ["bytes that are none", "a CAA \\# 4 c00002zz", 1, 7, /in hexadecimal/],
    ["too few bytes for the tag", "a CAA \\# 4 00056973", 1, 7, /not the data of a CAA/],
  ])("%s", (_case, text, line, column, reason) => {
    const parsed = () => parseZone(text, { origin: "example.com" });
    expect(parsed).toThrow(ZoneFileError);
    expect(parsed).toThrow(expect.objectContaining({ code: "ERR_REGISTRAR_ZONE_FILE", line, column }));
    expect(parsed).toThrow(reason);
    expect(parsed).toThrow(new RegExp(`^line ${line}, column ${column}: `));
  });

  it.each([
    [
      "a relative name without an origin",
      "www A 192.0.2.1\n$ORIGIN example.com.",
      1,
      1,
      /"www" is a relative name, but the origin is not known/,
    ],
    ["a file that does not say its domain", "www.example.com. A 192.0.2.1", 1, 1, /neither a SOA record nor \$ORIGIN/],
    ["a domain that is none", "\n$ORIGIN com.\n@ SOA ns. h. 1 2 3 4 5", 3, 1, /"com" is not a domain/],
  ])("%s", (_case, text, line, column, reason) => {
    expect(() => parseZone(text)).toThrow(
      expect.objectContaining({ line, column, reason: expect.stringMatching(reason) }),
    );
  });
});

it("reads a megabyte: many records, one record of many lines, long comments and strings", () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `host${n} 300 IN A 192.0.2.${n % 256} ; number ${n}`);
  const text = [
    ...many,
    `long TXT (\n${'"some text of a long record" ; and a comment\n'.repeat(2_000)})`,
    `; ${"x".repeat(200_000)}`,
    `deep TXT ${"(".repeat(20_000)} a ${")".repeat(20_000)}`,
    `slashes TXT "${"\\\\".repeat(20_000)}"`,
    ...Array.from({ length: 5_000 }, (_, n) => `name${n} TYPE999 \\# 0`),
  ].join("\n");
  expect(text.length).toBeGreaterThan(1_000_000);
  const { records, leftOut } = parseZone(text, { origin: "example.com" });
  expect([records.length, leftOut.length]).toEqual([20_003, 5_000]);
  expect(leftOut.at(-1)).toMatchObject({ line: 27_005, column: 1 });
});

it.each(everyCase(({ printed }, type) => printed.map(([, , data]) => ({ type, data }))))(
  "reads $type $data by the number of its type",
  ({ type, data }) => {
    const dataIn = (named: string) => parseZone(`_a._tcp 300 IN ${named} ${data}`, { origin: "example.com" }).records;
    expect(dataIn(`TYPE${recordTypes[type].number}`)).toEqual(dataIn(type));
  },
);
