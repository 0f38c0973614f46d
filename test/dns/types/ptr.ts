/** Cases of PTR records. */
import { hostContent } from "./hostContent.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  ...hostContent,
  valid: { name: "_http._tcp", content: "web._http._tcp.example.com" },
  checks: [
    ["target-host", { content: "*.example.net." }, "Name one host"],
    ["target-label", { content: "a/b.example.net" }, '"a/b"'],
    ["target-label", { content: "web-.example.net" }, '"web-"'],
    ["ptr-reverse-zone", { name: "host" }, "in-addr.arpa"],
  ],
  right: [],
  refused: [[{ content: undefined }, "must be a host name"]],
  printed: [["host", { content: "host.example.com" }, "host.example.com."]],
  meanings: [
    [
      "a PTR below a label",
      { name: "10.hosts", content: "WWW.example.com." },
      "10.hosts PTR www.example.com",
      { name: "10.hosts", content: "www.example.com" },
    ],
    [
      "a PTR in a reverse zone",
      { domain: "2.0.192.in-addr.arpa", name: "10", content: "www.example.com" },
      "10.2.0.192.in-addr.arpa PTR www.example.com",
      { domain: "2.0.192.IN-ADDR.ARPA", name: "10.2.0.192.in-addr.arpa.", content: "www.example.com." },
    ],
  ],
  declared: { ptr: { name: "10.hosts", content: "www.example.com" } },
  account: [{ name: "10.hosts", content: "www.example.com" }],
  drift: [
    { content: "www.example.com" },
    { content: "web.example.com" },
    "content: www.example.com -> web.example.com",
  ],
};
