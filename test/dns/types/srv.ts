import type { RecordData } from "../../../provider/dns/index.ts";
import * as fc from "../../support/fastCheck.ts";
import { host, label, oddHost, oddName, uint16 } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

const srv: RecordData = { type: "SRV", priority: 10, weight: 5, port: 5060, target: "sip.example.com" };
const sip = { priority: 10, weight: 5, port: 5060 };
const imap = { priority: 0, weight: 1, port: 993 };

const service = fc
  .tuple(label, fc.constantFrom("tcp", "udp", "tls"))
  .map(([name, protocol]) => ({ service: `_${name.replace(/-+/g, "-")}`, protocol: `_${protocol}` }));

export const cases: TypeCases = {
  valid: { name: "_sip._tcp", priority: 1, weight: 2, port: 5060, target: "sip.example.com" },
  checks: [
    ["name-form", { name: "_sip._tcp.example.com" }, 'Write "_sip._tcp"'],
    ["target-host", { target: "8.8.8.8" }, "Declare an A or AAAA record"],
    ["target-host", { target: "5 5060 sip.example.com" }, "blanks"],
    ["target-host", { target: "SIP" }, 'Write "sip.example.com"'],
    ["target-host", { target: "sip.example.*" }, "Name one host"],
    ["srv-name", { name: "sip" }, "_sip._tcp.sip"],
    ["srv-name", { name: "a", service: "sip" }, "protocol"],
    ["srv-name", { name: "_sip._tcp.a", service: "sip", protocol: "tcp" }, 'write name: "a"'],
    ["srv-name", { name: "sip.tcp" }, 'Write name: "_sip._tcp"'],
    ["srv-name", { name: "_sip.TLS.a" }, 'Write name: "_sip._tls.a"'],
    ["srv-name", { name: "sip._udp" }, 'Write name: "_sip._udp"'],
    ["srv-name", { name: "__._tcp" }, "is not a service"],
    ["srv-name", { name: "a", service: "sip tls", protocol: "tcp" }, "is not a service"],
    ["srv-name", { name: "a", service: "a".repeat(63), protocol: "tcp" }, "64 bytes"],
    [
      "srv-name",
      { name: `${"a".repeat(60)}.`.repeat(3) + "a".repeat(50), service: "sip", protocol: "tcp" },
      "more than 253 bytes. Shorten",
    ],
    [
      "srv-name",
      { name: `${"a".repeat(60)}.`.repeat(3) + "a".repeat(52), service: "*", protocol: "tcp" },
      "more than 253 bytes. Shorten",
    ],
  ],
  right: [
    { name: "@", service: "sip", protocol: "_tcp" },
    { name: "*._tcp" },
    // RFC 6335 limits names that IANA registers. Microsoft 365 and others ask for longer ones, and DNS takes any label.
    { name: "_sipfederationtls._tcp" },
    { name: "_a--b._123" },
    { name: `_${"a".repeat(62)}._tcp` },
    { name: "@", service: "a".repeat(62), protocol: "tcp" },
    { target: ".", priority: 0, weight: 0, port: 0 },
    { name: "a.example.com.", service: "sip", protocol: "tcp" },
    { name: `${"a".repeat(60)}.`.repeat(3) + "a".repeat(47), service: "sip", protocol: "t" },
  ],
  refused: [
    [{ port: 65536 }, "0 to 65535"],
    [{ weight: "1" }, "0 to 65535"],
  ],
  rows: [
    [
      "SRV in fields",
      {
        name: "@",
        service: "sip",
        protocol: "_TCP",
        priority: 10,
        weight: "5",
        port: 5060,
        target: "SIP.example.com.",
      },
      "_sip._tcp",
      srv,
    ],
    ["SRV in its name", { name: "_sip._tcp.example.com.", content: "10 5 5060 sip.example.com." }, "_sip._tcp", srv],
    [
      "SRV in its name and in fields",
      { name: "_sip._tcp.a", service: "_sip", protocol: "_tcp", content: "10 5 5060 sip.example.com" },
      "_sip._tcp.a",
      srv,
    ],
    [
      "SRV with a priority beside content",
      { name: "_sip._tcp", priority: 10, content: "5 5060 sip.example.com" },
      "_sip._tcp",
      srv,
    ],
    [
      "SRV with its target as content",
      {
        name: "a",
        service: "_sip",
        protocol: "_tcp",
        priority: 10,
        weight: 5,
        port: 5060,
        content: "sip.example.com",
        target: null,
      },
      "_sip._tcp.a",
      srv,
    ],
    [
      "SRV without a priority",
      { name: "_sip._tcp", content: "5 5060 sip.example.com" },
      "_sip._tcp",
      { weight: 5, port: 5060, target: "sip.example.com" },
    ],
    [
      "SRV without a service",
      { name: "_sip._tcp", content: "0 0 0 ." },
      "_sip._tcp",
      { priority: 0, weight: 0, port: 0, target: "." },
    ],
  ],
  unreadable: [
    ["SRV with half of its data", { name: "_sip._tcp", content: "sip.example.com" }, "is missing"],
    ["SRV with too much", { name: "_sip._tcp", content: "1 2 3 4 sip.example.com" }, "content is not"],
    [
      "SRV with two services",
      { name: "_sip._tcp", service: "_ldap", protocol: "_tcp", content: "1 2 3 a.b" },
      "different services",
    ],
    ["SRV with a service and no protocol", { name: "a", service: "_sip", content: "1 2 3 a.b" }, "protocol is missing"],
  ],
  printed: [
    ["_sip._tcp", { priority: 10, weight: 5, port: 5060, target: "sip.example.com" }, "10 5 5060 sip.example.com."],
  ],
  random: fc
    .tuple(service, uint16, uint16, uint16, fc.oneof(host, fc.constant(".")))
    .map(([names, priority, weight, port, target]) => ({ ...names, priority, weight, port, target })),
  odd: fc
    .tuple(oddName, oddHost, uint16, fc.constantFrom("*", "sip", "_SIP"), fc.constantFrom("tcp", "_UDP"))
    // A name that holds one service beside fields that name another is none at all.
    .filter(([name]) => !/^(?:\*|_[^.]*)\._/.test(name))
    .map(([name, target, port, own, protocol]) => ({
      ...{ name, service: own, protocol },
      ...{ priority: port, weight: 0, port, target },
    })),
  shown: ({ priority, weight, port, target }, { around, blanks, form, host: spell, number }) => {
    const name = spell(String(target));
    return {
      ...(form !== "content" && {
        ...{ priority: number(Number(priority)), weight, port: number(Number(port)), target: around(name) },
      }),
      ...(form !== "fields" && { content: around([priority, weight, port, name].join(`${blanks} `)) }),
    };
  },
  meanings: [
    [
      "an SRV by service and protocol",
      { name: "@", ...sip, target: "SIP.example.net.", service: "sip", protocol: "tcp" },
      "_sip._tcp SRV 10 5 5060 sip.example.net",
      { name: "_sip._TCP", ...sip, target: "sip.example.net" },
    ],
    [
      "an SRV by its name, below a host",
      { name: "_imaps._tcp.mail", ...imap, target: "imap.example.net" },
      "_imaps._tcp.mail SRV 0 1 993 imap.example.net",
      { name: "MAIL", ...imap, target: "imap.example.net.", service: "_imaps", protocol: "_tcp" },
    ],
    [
      "an SRV that says no such service",
      { name: "_pop3._tcp", priority: 0, weight: 0, port: 0, target: "." },
      "_pop3._tcp SRV 0 0 0 .",
    ],
  ],
  declared: {
    srv: { name: "@", service: "sip", protocol: "tcp", ...sip, target: "sip.example.net" },
    srvByName: { name: "_imaps._tcp", ...imap, target: "imap.example.net" },
  },
  account: [
    { name: "", service: "_sip", protocol: "_tcp", priority: 10, weight: 5, port: 5060, target: "sip.example.net" },
  ],
  drift: [
    { service: "_sip", protocol: "_tcp", ...imap, target: "imap.example.net" },
    { port: 143 },
    "port: 993 -> 143",
  ],
};
