/** Cases of NS records. */
import { hostContent } from "./hostContent.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  ...hostContent("NS"),
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
  printed: [{ name: "sub", data: { type: "NS", content: "ns1.example.net" }, printed: "ns1.example.net." }],
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
