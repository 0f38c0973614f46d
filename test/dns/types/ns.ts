/** Cases of NS records. */
import { hostContent } from "./hostContent.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  ...hostContent,
  valid: { name: "sub", content: "ns1.example.net" },
  checks: [
    ["target-host", { content: "2600::1" }, "Declare an A or AAAA record"],
    ["target-host", { content: "." }, "host.example.net"],
    ["target-label", { content: "-ns.example.com" }, "inner hyphens"],
    ["ns-apex", { name: "@" }, "Nameservers resource"],
    ["ns-apex", { name: "" }, 'skipChecks: ["ns-apex"]'],
    ["ns-apex", { name: "example.com." }, "Nameservers resource"],
  ],
  right: [{ name: "sub.example.com." }],
  refused: [[{ content: 5 }, "must be a host name"]],
  printed: [["sub", { content: "ns1.example.net" }, "ns1.example.net."]],
  meanings: [
    [
      "a delegation of a label",
      { name: "lab", content: "NS1.example.net." },
      "lab NS ns1.example.net",
      { name: "LAB", content: "ns1.example.net" },
    ],
    ["a second nameserver of that label", { name: "lab", content: "ns2.example.net" }, "lab NS ns2.example.net"],
  ],
  declared: { ns: { name: "lab", content: "ns1.example.net." } },
  account: [{ name: "lab", content: "ns1.example.net" }],
  drift: [
    { content: "ns1.example.net" },
    { content: "ns9.example.net" },
    "content: ns1.example.net -> ns9.example.net",
  ],
};
