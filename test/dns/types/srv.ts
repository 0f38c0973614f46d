/** Cases of SRV records. */

import type { RecordData } from "../../../provider/dns/index.ts";
import * as fc from "../../support/fastCheck.ts";
import { host, label, oddHost, oddName, uint16 } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

const srv: RecordData = { type: "SRV", priority: 10, weight: 5, port: 5060, target: "sip.example.com" };
const sip = { priority: 10, weight: 5, port: 5060 };
const imap = { priority: 0, weight: 1, port: 993 };

const service = fc.tuple(label, fc.constantFrom("tcp", "udp", "tls")).map(([name, protocol]) => ({
  service: `_${name.replace(/-+/g, "-")}`,
  protocol: `_${protocol}`,
}));

export const cases: TypeCases = {
  valid: { name: "_sip._tcp", priority: 1, weight: 2, port: 5060, target: "sip.example.com" },
  checks: [
    { check: "name-ends-in-domain", args: { name: "_sip._tcp.example.com" }, says: 'Write "_sip._tcp"' },
    { check: "target-not-ip", args: { target: "8.8.8.8" }, says: "Declare an A or AAAA record" },
    { check: "target-form", args: { target: "5 5060 sip.example.com" }, says: "blanks" },
    { check: "target-complete", args: { target: "SIP" }, says: 'Write "sip.example.com"' },
    { check: "target-wildcard", args: { target: "sip.example.*" }, says: "Name one host" },
    { check: "srv-owner", args: { name: "sip" }, says: "_sip._tcp.sip" },
    { check: "srv-owner", args: { name: "a", service: "sip" }, says: "protocol" },
    {
      check: "srv-owner",
      args: { name: "_sip._tcp.a", service: "sip", protocol: "tcp" },
      says: 'write name: "a"',
    },
    {
      check: "srv-name",
      args: { name: "a", service: "too-long-a-service", protocol: "tcp" },
      says: "1 to 15",
    },
    { check: "srv-name", args: { name: "_a--b._tcp" }, says: "1 to 15" },
    { check: "srv-name", args: { name: "_sip._123" }, says: "_udp" },
    {
      check: "srv-name-length",
      args: { name: `${"a".repeat(60)}.`.repeat(3) + "a".repeat(50), service: "sip", protocol: "tcp" },
      says: "more than 253 bytes. Shorten",
    },
    {
      check: "srv-name-length",
      args: { name: `${"a".repeat(60)}.`.repeat(3) + "a".repeat(52), service: "*", protocol: "tcp" },
      says: "more than 253 bytes. Shorten",
    },
    { check: "srv-null-target", args: { target: "." }, says: "Write 0" },
    { check: "srv-port", args: { port: 0 }, says: "Write the port" },
  ],
  right: [
    { name: "@", service: "sip", protocol: "_tcp" },
    { name: "*._tcp" },
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
        type: "SRV",
        name: "@",
        service: "sip",
        protocol: "_TCP",
        priority: 10,
        weight: "5",
        port: 5060,
        target: "SIP.example.com.",
      },
      { name: "_sip._tcp", data: srv },
    ],
    [
      "SRV in its name",
      { type: "SRV", name: "_sip._tcp.example.com.", content: "10 5 5060 sip.example.com." },
      { name: "_sip._tcp", data: srv },
    ],
    [
      "SRV in its name and in fields",
      { type: "SRV", name: "_sip._tcp.a", service: "_sip", protocol: "_tcp", content: "10 5 5060 sip.example.com" },
      { name: "_sip._tcp.a", data: srv },
    ],
    [
      "SRV with a priority beside content",
      { type: "SRV", name: "_sip._tcp", priority: 10, content: "5 5060 sip.example.com" },
      { name: "_sip._tcp", data: srv },
    ],
    [
      "SRV with its target as content",
      {
        type: "SRV",
        name: "a",
        service: "_sip",
        protocol: "_tcp",
        priority: 10,
        weight: 5,
        port: 5060,
        content: "sip.example.com",
        target: null,
      },
      { name: "_sip._tcp.a", data: srv },
    ],
    [
      "SRV without a priority",
      { type: "SRV", name: "_sip._tcp", content: "5 5060 sip.example.com" },
      { name: "_sip._tcp", data: { type: "SRV", weight: 5, port: 5060, target: "sip.example.com" } },
    ],
    [
      "SRV without a service",
      { type: "SRV", name: "_sip._tcp", content: "0 0 0 ." },
      { name: "_sip._tcp", data: { type: "SRV", priority: 0, weight: 0, port: 0, target: "." } },
    ],
  ],
  unreadable: [
    ["SRV with half of its data", { type: "SRV", name: "_sip._tcp", content: "sip.example.com" }, "not all there"],
    ["SRV with too much", { type: "SRV", name: "_sip._tcp", content: "1 2 3 4 sip.example.com" }, "content is not"],
    [
      "SRV with two services",
      { type: "SRV", name: "_sip._tcp", service: "_ldap", protocol: "_tcp", content: "1 2 3 a.b" },
      "different services",
    ],
    [
      "SRV with a service and no protocol",
      { type: "SRV", name: "a", service: "_sip", content: "1 2 3 a.b" },
      "not both there",
    ],
  ],
  printed: [
    {
      name: "_sip._tcp",
      data: { type: "SRV", priority: 10, weight: 5, port: 5060, target: "sip.example.com" },
      printed: "10 5 5060 sip.example.com.",
    },
  ],
  bytes: ["0001000213c404686f7374076578616d706c6503636f6d00", "1 2 5060 host.example.com."],
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
  respell: (args, spell) => ({
    ...args,
    service: String(args["service"]).slice(1).toUpperCase(),
    target: spell(String(args["target"])),
  }),
  meanings: [
    {
      title: "an SRV by service and protocol",
      first: { name: "@", ...sip, target: "SIP.example.net.", service: "sip", protocol: "tcp" },
      respelled: { name: "_sip._TCP", ...sip, target: "sip.example.net" },
      live: "_sip._tcp SRV 10 5 5060 sip.example.net",
    },
    {
      title: "an SRV by its name, below a host",
      first: { name: "_imaps._tcp.mail", ...imap, target: "imap.example.net" },
      respelled: { name: "MAIL", ...imap, target: "imap.example.net.", service: "_imaps", protocol: "_tcp" },
      live: "_imaps._tcp.mail SRV 0 1 993 imap.example.net",
    },
    {
      title: "an SRV that says no such service",
      first: { name: "_pop3._tcp", priority: 0, weight: 0, port: 0, target: "." },
      live: "_pop3._tcp SRV 0 0 0 .",
    },
  ],
  declared: {
    srv: { name: "@", service: "sip", protocol: "tcp", ...sip, target: "sip.example.net" },
    srvByName: { name: "_imaps._tcp", ...imap, target: "imap.example.net" },
  },
  account: [
    {
      name: "",
      service: "_sip",
      protocol: "_tcp",
      priority: 10,
      weight: 5,
      port: 5060,
      target: "sip.example.net",
    },
  ],
  drift: {
    args: { service: "_sip", protocol: "_tcp", ...imap, target: "imap.example.net" },
    edit: { port: 143 },
    change: "port: 993 -> 143",
  },
};
