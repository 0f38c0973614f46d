/** Cases of PTR records. */
import * as fc from "fast-check";
import { host, oddHost, oddName } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

export const cases: TypeCases = {
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
  rows: [
    [
      "a target in capitals, with a dot",
      { type: "PTR", name: "a", content: "Host.Example.NET." },
      { name: "a", data: { type: "PTR", content: "host.example.net" } },
    ],
  ],
  unreadable: [["a target with an empty label", { type: "PTR", name: "a", content: "b..c" }, "one dot"]],
  printed: [{ name: "host", data: { type: "PTR", content: "host.example.com" }, printed: "host.example.com." }],
  bytes: ["04686f7374076578616d706c6503636f6d00", "host.example.com."],
  random: host.map((content) => ({ content })),
  odd: fc.tuple(oddName, oddHost).map(([name, content]) => ({ name, content })),
  shown: (data, { around, host: spell }) => ({ content: around(spell(String(data["content"]))) }),
  respell: (args, spell) => ({ ...args, content: spell(String(args["content"])) }),
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
