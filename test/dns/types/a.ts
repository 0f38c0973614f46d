/** Cases of A records. */
import * as fc from "../../support/fastCheck.ts";
import { ipv4, oddName } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  valid: { name: "www", content: "8.8.8.8" },
  checks: [
    { check: "name-form", args: { name: "a..b" }, says: "one dot" },
    { check: "name-form", args: { name: "." }, says: '"@"' },
    { check: "name-form", args: { name: "a b" }, says: "not allowed" },
    { check: "name-form", args: { name: `${"a".repeat(62)}.`.repeat(4).slice(0, -1) }, says: "253" },
    { check: "name-outside-domain", args: { name: "www.example.net." }, says: "without the dot" },
    { check: "name-ends-in-domain", args: { name: "www.example.com" }, says: 'Write "www"' },
    {
      check: "name-repeats-domain",
      args: { name: "www.example.com.example.com." },
      says: 'Write "www.example.com."',
    },
    { check: "name-wildcard", args: { name: "a.*" }, says: "first label" },
    { check: "name-wildcard", args: { name: "*a" }, says: "first label" },
    { check: "name-hyphen", args: { name: "-a" }, says: "take the hyphen out" },
    { check: "name-underscore", args: { name: "my_host" }, says: 'Use "-"' },
    { check: "name-underscore", args: { name: "___" }, says: "nothing but" },
    { check: "name-wildcard", args: { name: "a.*.example.net" }, says: "first label" },
    { check: "name-slash", args: { name: "a/b" }, says: "take it out" },
    { check: "a-address", args: { content: "127.1" }, says: "four decimal numbers" },
    { check: "a-address", args: { content: "010.0.0.1" }, says: "four decimal numbers" },
    { check: "a-address", args: { content: "2600::1" }, says: "AAAA" },
    { check: "a-address", args: { content: "host.example.net" }, says: "CNAME" },
    { check: "a-address", args: { content: "" }, says: "four decimal numbers" },
    { check: "a-reserved", args: { content: "192.168.1.1" }, says: "private (RFC 1918)" },
    { check: "a-reserved", args: { content: "172.31.255.255" }, says: "private (RFC 1918)" },
    { check: "a-reserved", args: { content: "100.127.0.1" }, says: "carriers" },
    { check: "a-reserved", args: { content: "127.0.0.1" }, says: "loopback" },
    { check: "a-reserved", args: { content: "255.255.255.255" }, says: "reserved" },
  ],
  right: [
    { name: "www.example.com." },
    { name: "example.com." },
    { name: "notexample.com" },
    { name: "*" },
    { name: "*.bücher" },
    { name: "" },
    { content: "172.32.0.1" },
    { content: "100.128.0.1" },
  ],
  refused: [
    [{ contnet: "x" }, '"contnet": not an argument of A records'],
    [{ ttl: -1 }, "0 to 2147483647"],
    [{ ttl: 1.5 }, "whole number of seconds"],
    [{ ttl: "300" }, "whole number of seconds"],
    [{ ttl: 2147483648 }, "RFC 2181"],
    [{ name: 5 }, '"@" is the domain itself'],
    [{ content: undefined }, "content is an IPv4 address"],
    [{ priority: 1 }, '"priority": not an argument of A records'],
    [{ comment: 5 }, "comment is a text"],
  ],
  rows: [
    [
      "an address with blanks",
      { type: "A", name: "a", content: " 192.0.2.1 " },
      { name: "a", data: { type: "A", content: "192.0.2.1" } },
    ],
  ],
  unreadable: [
    ["an address that is none", { type: "A", name: "@", content: "127.1" }, "not an IPv4 address"],
    ["an address with leading zeros", { type: "A", name: "@", content: "192.0.2.01" }, "not an IPv4 address"],
  ],
  printed: [{ name: "www", data: { type: "A", content: "192.0.2.1" }, printed: "192.0.2.1" }],
  bytes: ["c0000201", "192.0.2.1"],
  random: ipv4.map((content) => ({ content })),
  odd: fc.tuple(oddName, ipv4).map(([name, content]) => ({ name, content })),
  shown: (data, { around }) => ({ content: around(String(data["content"])) }),
  meanings: [
    {
      title: "an IPv4 address of large numbers",
      first: { name: "v4", content: "255.254.253.252" },
      live: "v4 A 255.254.253.252",
    },
  ],
  declared: { a: { name: "www", content: "192.0.2.1", ttl: 300, comment: "web" } },
  account: [
    { name: "", content: "192.0.2.1", ttl: 300 },
    { name: "www", content: "192.0.2.1", ttl: 300, comment: "web, blue" },
    { name: "www", content: "192.0.2.2", ttl: 300, comment: 'web, "green"' },
    { name: "xn--bcher-kva", content: "192.0.2.9" },
  ],
  drift: {
    args: { content: "192.0.2.1" },
    edit: { content: "192.0.2.99" },
    change: "content: 192.0.2.1 -> 192.0.2.99",
  },
};
