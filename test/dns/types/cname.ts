/** Cases of CNAME records. */
import { hostContent } from "./hostContent.ts";
import type { TypeCases } from "./typeCases.ts";

const shared = hostContent("CNAME");

export const cases: TypeCases = {
  ...shared,
  valid: { name: "www", content: "shop.example.net" },
  checks: [
    { check: "name-hyphen", args: { name: "x.a-" }, says: "take the hyphen out" },
    { check: "name-underscore", args: { name: "a.__.b" }, says: "nothing but" },
    { check: "target-not-ip", args: { content: "8.8.8.8" }, says: "Declare an A or AAAA record" },
    { check: "target-form", args: { content: "https://example.net/" }, says: "without a scheme" },
    { check: "target-form", args: { content: "" }, says: "empty label" },
    { check: "target-complete", args: { content: "shop" }, says: 'Write "shop.example.com"' },
    { check: "target-wildcard", args: { content: "a.*.example.net" }, says: "Name one host" },
    { check: "target-wildcard", args: { content: "*" }, says: "Name one host" },
    { check: "target-top-level", args: { content: "___." }, says: 'ends in "___"' },
    { check: "target-label", args: { content: "0/25.example.net" }, says: '"0/25"' },
    { check: "target-label", args: { content: "example.net/path.example" }, says: '"net/path"' },
    { check: "target-label", args: { content: "___.example.net" }, says: '"___"' },
    { check: "cname-apex", args: { name: "@" }, says: "URL forward" },
    { check: "cname-apex", args: { name: "" }, says: "URL forward" },
    { check: "cname-apex", args: { name: "example.com." }, says: "URL forward" },
    { check: "cname-self", args: { name: "www", content: "WWW.example.com." }, says: "Name another host" },
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
  refused: [[{ content: undefined }, "content is the host"]],
  rows: [
    [
      "a target that is the apex sign",
      { type: "CNAME", name: "www", content: "@" },
      { name: "www", data: { type: "CNAME", content: "example.com" } },
    ],
    ...shared.rows,
  ],
  unreadable: [
    ["no content", { type: "CNAME", name: "@" }, "content is missing"],
    ["a target with blanks", { type: "CNAME", name: "a", content: "b c" }, "not allowed"],
    ...shared.unreadable,
  ],
  printed: [{ name: "shop", data: { type: "CNAME", content: "shop.example.net" }, printed: "shop.example.net." }],
  meanings: [
    {
      title: "a target in another case, with a dot",
      first: { name: "c1", content: "Host.Example.NET." },
      respelled: { name: "C1", content: "host.example.net" },
      live: "c1 CNAME host.example.net",
    },
    {
      title: "an internationalised target",
      first: { name: "c2", content: "straße.example.net" },
      respelled: { name: "c2", content: "xn--strae-oqa.example.net." },
      live: "c2 CNAME xn--strae-oqa.example.net",
    },
    {
      title: "a target inside the zone",
      first: { name: "c3", content: "www.example.com" },
      live: "c3 CNAME www.example.com",
    },
    {
      title: "a target with underscores",
      first: { name: "_k1._domainkey", content: "_k1._dkim.example.net" },
      live: "_k1._domainkey CNAME _k1._dkim.example.net",
    },
  ],
  declared: { cname: { name: "blog", content: "Host.Example.NET.", ttl: 300 } },
  account: [
    { name: "blog", content: "host.example.net", ttl: 3600 },
    { name: "*.dev", content: "dev.example.net" },
  ],
  drift: {
    args: { content: "host.example.net" },
    edit: { content: "other.example.net" },
    change: "content: host.example.net -> other.example.net",
  },
};
