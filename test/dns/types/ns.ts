/** Cases of NS records. */
import * as fc from "fast-check";
import { host, oddHost, oddName } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  valid: { name: "sub", content: "ns1.example.net" },
  checks: [
    { check: "target-not-ip", args: { content: "2600::1" }, says: "Declare an A or AAAA record" },
    { check: "target-form", args: { content: "." }, says: "host.example.net" },
    { check: "target-hostname", args: { content: "-ns.example.com" }, says: "inner hyphens" },
    { check: "ns-apex", args: { name: "@" }, says: "Nameservers resource" },
    { check: "ns-apex", args: { name: "" }, says: 'ignoreChecks: ["ns-apex"]' },
    { check: "ns-apex", args: { name: "example.com." }, says: "Nameservers resource" },
    { check: "ns-wildcard", args: { name: "*.sub" }, says: "by its own name" },
  ],
  right: [{ name: "sub.example.com." }],
  refused: [[{ content: 5 }, "content is the host of a name server"]],
  rows: [
    [
      "a target in capitals, with a dot",
      { type: "NS", name: "a", content: "Host.Example.NET." },
      { name: "a", data: { type: "NS", content: "host.example.net" } },
    ],
  ],
  unreadable: [["a target with an empty label", { type: "NS", name: "a", content: "b..c" }, "one dot"]],
  printed: [{ name: "sub", data: { type: "NS", content: "ns1.example.net" }, printed: "ns1.example.net." }],
  bytes: ["04686f7374076578616d706c6503636f6d00", "host.example.com."],
  random: host.map((content) => ({ content })),
  odd: fc.tuple(oddName, oddHost).map(([name, content]) => ({ name, content })),
  shown: (data, { around, host: spell }) => ({ content: around(spell(String(data["content"]))) }),
  respell: (args, spell) => ({ ...args, content: spell(String(args["content"])) }),
  meanings: [
    {
      title: "a delegation of a label",
      first: { name: "lab", content: "NS1.example.net." },
      respelled: { name: "LAB", content: "ns1.example.net" },
      live: "lab NS ns1.example.net",
    },
    {
      title: "a second nameserver of that label",
      first: { name: "lab", content: "ns2.example.net" },
      live: "lab NS ns2.example.net",
    },
  ],
  declared: { ns: { name: "lab", content: "ns1.example.net." } },
  account: [{ name: "lab", content: "ns1.example.net" }],
  drift: {
    args: { content: "ns1.example.net" },
    edit: { content: "ns9.example.net" },
    change: "content: ns1.example.net -> ns9.example.net",
  },
};
