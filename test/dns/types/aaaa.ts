import { ipv6Groups, shortIPv6 } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  valid: { name: "www", content: "2600::1" },
  checks: [
    ["aaaa-address", { content: "8.8.8.8" }, "A record"],
    ["aaaa-address", { content: "fe80::1%eth0" }, "zone"],
    ["aaaa-address", { content: "[2600::1]" }, "brackets"],
    ["aaaa-reserved", { content: "fd00::1" }, "unique local"],
    ["aaaa-reserved", { content: "2001:db8::1" }, "documentation"],
    ["aaaa-reserved", { content: "::ffff:8.8.8.8" }, "write an A record"],
    ["aaaa-reserved", { content: "::1" }, "loopback"],
  ],
  right: [{ content: "2600:0:0::1" }],
  refused: [[{ content: undefined }, "must be an IPv6 address"]],
  rows: [["an IPv6 address in long form", { name: "a", content: "2001:DB8:0::1" }, "a", { content: "2001:db8::1" }]],
  unreadable: [["IPv6 with a zone", { name: "@", content: "fe80::1%eth0" }, "not an IPv6 address"]],
  printed: [["@", { content: "2001:db8::1" }, "2001:db8::1"]],
  random: ipv6Groups.map((groups) => ({ content: shortIPv6(groups) })),
  shown: (data, { around }) => ({ content: around(String(data["content"])) }),
  meanings: [
    [
      "an IPv6 address in long form",
      { name: "v6a", content: "2001:0db8:0000:0000:0000:0000:0000:0001" },
      "v6a AAAA 2001:db8::1",
      { name: "v6a", content: "2001:DB8::1" },
    ],
    [
      "an IPv6 address with an embedded IPv4 address",
      { name: "v6b", content: "::ffff:192.0.2.1" },
      "v6b AAAA ::ffff:c000:201",
      { name: "v6b", content: "::FFFF:C000:201" },
    ],
    [
      "an IPv6 address with two runs of zeros",
      { name: "v6c", content: "2001:db8:0:0:1:0:0:1" },
      "v6c AAAA 2001:db8::1:0:0:1",
      { name: "v6c", content: "2001:db8::1:0:0:1" },
    ],
    [
      "an IPv6 address with a single zero group",
      { name: "v6d", content: "2001:db8:0:1:1:1:1:1" },
      "v6d AAAA 2001:db8:0:1:1:1:1:1",
    ],
  ],
  declared: { aaaa: { name: "www", content: "2001:DB8:0:0::1", ttl: 300 } },
  account: [{ name: "www", content: "2001:db8::1", ttl: 300 }],
  drift: [{ content: "2001:db8::1" }, { content: "2001:db8::2" }, "content: 2001:db8::1 -> 2001:db8::2"],
};
