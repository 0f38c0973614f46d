/** Cases of PTR records. */
import { hostContent } from "./hostContent.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
  ...hostContent("PTR"),
  valid: { name: "_http._tcp", content: "web._http._tcp.example.com" },
  checks: [
    { check: "target-wildcard", args: { content: "*.example.net." }, says: "Name one host" },
    { check: "target-top-level", args: { content: "host.example.1" }, says: "no top-level domain" },
    { check: "target-label", args: { content: "a/b.example.net" }, says: '"a/b"' },
    { check: "target-label", args: { content: "web-.example.net" }, says: '"web-"' },
    { check: "ptr-reverse-zone", args: { name: "host" }, says: "in-addr.arpa" },
  ],
  right: [],
  refused: [[{ content: undefined }, "content is the host"]],
  printed: [{ name: "host", data: { type: "PTR", content: "host.example.com" }, printed: "host.example.com." }],
  meanings: [
    {
      title: "a PTR below a label",
      first: { name: "10.hosts", content: "WWW.example.com." },
      respelled: { name: "10.hosts", content: "www.example.com" },
      live: "10.hosts PTR www.example.com",
    },
    {
      title: "a PTR in a reverse zone",
      first: { domain: "2.0.192.in-addr.arpa", name: "10", content: "www.example.com" },
      respelled: { domain: "2.0.192.IN-ADDR.ARPA", name: "10.2.0.192.in-addr.arpa.", content: "www.example.com." },
      live: "10.2.0.192.in-addr.arpa PTR www.example.com",
    },
  ],
  declared: { ptr: { name: "10.hosts", content: "www.example.com" } },
  account: [{ name: "10.hosts", content: "www.example.com" }],
  drift: { args: { content: "www.example.com" }, edit: { name: "moved" }, change: "name: c-ptr -> moved" },
};
