/** Cases of AAAA records. */
import { ipv6Groups, shortIPv6 } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  valid: { name: "www", content: "2600::1" },
  checks: [
    { check: "aaaa-address", args: { content: "8.8.8.8" }, says: "A record" },
    { check: "aaaa-address", args: { content: "fe80::1%eth0" }, says: "zone" },
    { check: "aaaa-address", args: { content: "[2600::1]" }, says: "brackets" },
    { check: "aaaa-reserved", args: { content: "fd00::1" }, says: "unique local" },
    { check: "aaaa-reserved", args: { content: "2001:db8::1" }, says: "documentation" },
    { check: "aaaa-reserved", args: { content: "::ffff:8.8.8.8" }, says: "write an A record" },
    { check: "aaaa-reserved", args: { content: "::1" }, says: "loopback" },
  ],
  right: [{ content: "2600:0:0::1" }],
  refused: [[{ content: undefined }, "content is an IPv6 address"]],
  rows: [
    [
      "an IPv6 address in long form",
      { type: "AAAA", name: "a", content: "2001:DB8:0::1" },
      { name: "a", data: { type: "AAAA", content: "2001:db8::1" } },
    ],
  ],
  unreadable: [["IPv6 with a zone", { type: "AAAA", name: "@", content: "fe80::1%eth0" }, "not an IPv6 address"]],
  printed: [{ name: "@", data: { type: "AAAA", content: "2001:db8::1" }, printed: "2001:db8::1" }],
  bytes: ["20010db8000000000000000000000001", "2001:db8::1"],
  random: ipv6Groups.map((groups) => ({ content: shortIPv6(groups) })),
  shown: (data, { around }) => ({ content: around(String(data["content"])) }),
  meanings: [
    {
      title: "an IPv6 address in long form",
      first: { name: "v6a", content: "2001:0db8:0000:0000:0000:0000:0000:0001" },
      respelled: { name: "v6a", content: "2001:DB8::1" },
      live: "v6a AAAA 2001:db8::1",
    },
    {
      title: "an IPv6 address with an embedded IPv4 address",
      first: { name: "v6b", content: "::ffff:192.0.2.1" },
      respelled: { name: "v6b", content: "::FFFF:C000:201" },
      live: "v6b AAAA ::ffff:c000:201",
    },
    {
      title: "an IPv6 address with two runs of zeros",
      first: { name: "v6c", content: "2001:db8:0:0:1:0:0:1" },
      respelled: { name: "v6c", content: "2001:db8::1:0:0:1" },
      live: "v6c AAAA 2001:db8::1:0:0:1",
    },
    {
      title: "an IPv6 address with a single zero group",
      first: { name: "v6d", content: "2001:db8:0:1:1:1:1:1" },
      live: "v6d AAAA 2001:db8:0:1:1:1:1:1",
    },
  ],
  declared: { aaaa: { name: "www", content: "2001:DB8:0:0::1", ttl: 300 } },
  account: [{ name: "www", content: "2001:db8::1", ttl: 300 }],
  drift: {
    args: { content: "2001:db8::1" },
    edit: { content: "2001:db8::2" },
    change: "content: 2001:db8::1 -> 2001:db8::2",
  },
};
