/** Cases of CNAME records. */
import { hostContent } from "./hostContent.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  ...hostContent,
  valid: { name: "www", content: "shop.example.net" },
  checks: [
    ["name-label", { name: "x.a-" }, "remove the hyphen"],
    ["name-label", { name: "a.__.b" }, "Add its word"],
    ["target-host", { content: "8.8.8.8" }, "Declare an A or AAAA record"],
    ["target-host", { content: "https://example.net/" }, "without a scheme"],
    ["target-host", { content: "" }, "empty label"],
    ["target-host", { content: "shop" }, 'Write "shop.example.com"'],
    ["target-host", { content: "a.*.example.net" }, "Name one host"],
    ["target-host", { content: "*" }, "Name one host"],
    ["target-label", { content: "0/25.example.net" }, '"0/25"'],
    ["target-label", { content: "example.net/path.example" }, '"net/path"'],
    ["target-label", { content: "___.example.net" }, '"___"'],
    ["cname-apex", { name: "@" }, "URL forward"],
    ["cname-apex", { name: "" }, "URL forward"],
    ["cname-apex", { name: "example.com." }, "URL forward"],
    ["cname-self", { name: "www", content: "WWW.example.com." }, "Name another host"],
  ],
  right: [
    { name: "_acme-challenge.www", content: "_x.acme.example.net." },
    { name: "*", content: "bücher.example" },
    { name: "s1._domainkey", content: "s1.dkim.example.net" },
    { content: "com." },
    { name: "1", content: "1.0/25.2.0.192.in-addr.arpa" },
    { content: "my_bucket.s3.example.net" },
    { content: "xn--bcher-kva.xn--p1ai" },
  ],
  refused: [[{ content: undefined }, "must be a host name"]],
  rows: [
    ["a target that is the apex sign", { name: "www", content: "@" }, "www", { content: "example.com" }],
    ...hostContent.rows,
  ],
  unreadable: [
    ["no content", { name: "@" }, "content is missing"],
    ["a target with blanks", { name: "a", content: "b c" }, "not allowed"],
    ...hostContent.unreadable,
  ],
  printed: [["shop", { content: "shop.example.net" }, "shop.example.net."]],
  meanings: [
    [
      "a target in another case, with a dot",
      { name: "c1", content: "Host.Example.NET." },
      "c1 CNAME host.example.net",
      { name: "C1", content: "host.example.net" },
    ],
    [
      "an internationalised target",
      { name: "c2", content: "straße.example.net" },
      "c2 CNAME xn--strae-oqa.example.net",
      { name: "c2", content: "xn--strae-oqa.example.net." },
    ],
    ["a target inside the zone", { name: "c3", content: "www.example.com" }, "c3 CNAME www.example.com"],
    [
      "a target with underscores",
      { name: "_k1._domainkey", content: "_k1._dkim.example.net" },
      "_k1._domainkey CNAME _k1._dkim.example.net",
    ],
  ],
  declared: { cname: { name: "blog", content: "Host.Example.NET.", ttl: 300 } },
  account: [
    { name: "blog", content: "host.example.net", ttl: 3600 },
    { name: "*.dev", content: "dev.example.net" },
  ],
  drift: [
    { content: "host.example.net" },
    { content: "other.example.net" },
    "content: host.example.net -> other.example.net",
  ],
};
