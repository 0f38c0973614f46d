/** Cases of MX records. */

import type { RecordData } from "../../../provider/dns/index.ts";
import * as fc from "../../support/fastCheck.ts";
import { host, uint16 } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

const mx = (priority?: number): RecordData => ({
  type: "MX",
  content: "mail.example.com",
  ...(priority === undefined ? {} : { priority }),
});

export const cases: TypeCases = {
  valid: { name: "@", content: "mail.example.com", priority: 10 },
  checks: [
    { check: "name-ends-in-domain", args: { name: "EXAMPLE.com" }, says: 'Write "@"' },
    { check: "target-not-ip", args: { content: "8.8.8.8." }, says: "Declare an A or AAAA record" },
    { check: "target-complete", args: { content: "@" }, says: '"example.com"' },
    { check: "target-hostname", args: { content: "my_mail.example.com" }, says: "inner hyphens" },
    { check: "target-wildcard", args: { content: "*.example.net" }, says: "Name one host" },
    { check: "target-top-level", args: { content: "127.1" }, says: "complete host name" },
    { check: "mx-priority-in-content", args: { content: "10 mail.example.com." }, says: "priority: 10" },
    { check: "mx-null-priority", args: { content: ".", priority: 10 }, says: "priority: 0" },
  ],
  right: [
    { content: ".", priority: 0 },
    { name: "sub", content: "mail.example.com." },
  ],
  refused: [
    [{ priority: undefined }, "lowest is tried first"],
    [{ priority: 65536 }, "0 to 65535"],
  ],
  rows: [
    [
      "MX with a field",
      { type: "MX", name: "@", content: "Mail.Example.com.", priority: "10" },
      { name: "@", data: mx(10) },
    ],
    ["MX inside content", { type: "MX", name: "@", content: "10  mail.example.com." }, { name: "@", data: mx(10) }],
    [
      "MX in both places",
      { type: "MX", name: "@", content: "10 mail.example.com.", priority: 10 },
      { name: "@", data: mx(10) },
    ],
    ["MX without a priority", { type: "MX", name: "@", content: "mail.example.com" }, { name: "@", data: mx() }],
    [
      "a null MX",
      { type: "MX", name: "@", content: "0 ." },
      { name: "@", data: { type: "MX", content: ".", priority: 0 } },
    ],
  ],
  unreadable: [
    [
      "two priorities",
      { type: "MX", name: "@", content: "10 mail.example.com", priority: 20 },
      "priority is given twice",
    ],
    [
      "a priority out of range",
      { type: "MX", name: "@", content: "mail.example.com", priority: 70000 },
      "priority is not",
    ],
    [
      "a priority that is a fraction",
      { type: "MX", name: "@", content: "mail.example.com", priority: 1.5 },
      "priority is not",
    ],
  ],
  printed: [
    { name: "@", data: { type: "MX", content: "mail.example.com", priority: 10 }, printed: "10 mail.example.com." },
    { name: "no", data: { type: "MX", content: ".", priority: 0 }, printed: "0 ." },
  ],
  bytes: ["000a04686f7374076578616d706c6503636f6d00", "10 host.example.com."],
  random: fc.tuple(fc.oneof(host, fc.constant(".")), uint16).map(([content, priority]) => ({ content, priority })),
  shown: (data, { around, blanks, form, host: spell, number }) => {
    const name = spell(String(data["content"]));
    const { priority } = { priority: Number(data["priority"]) };
    if (form === "content") return { content: around(`${priority}${blanks} ${name}`) };
    return { content: around(name), priority: number(priority) };
  },
  respell: (args, spell) => ({ ...args, content: spell(String(args["content"])) }),
  meanings: [
    {
      title: "an MX target in another case, with a dot",
      first: { name: "@", content: "Mail.Example.NET.", priority: 10, ttl: 300 },
      respelled: { name: "", content: "mail.example.net", priority: 10, ttl: 300 },
      live: "@ MX 10 mail.example.net ttl 300",
    },
    {
      title: "a second MX of the same name",
      first: { name: "@", content: "mail2.example.net", priority: 20 },
      live: "@ MX 20 mail2.example.net",
    },
    {
      title: "the same MX host at another priority",
      first: { name: "@", content: "mail2.example.net", priority: 30 },
      live: "@ MX 30 mail2.example.net",
    },
    { title: "a null MX", first: { name: "nomail", content: ".", priority: 0 }, live: "nomail MX 0 ." },
    {
      title: "an MX priority of 65535",
      first: { name: "mx2", content: "mail.example.net", priority: 65535 },
      live: "mx2 MX 65535 mail.example.net",
    },
    {
      title: "an internationalised MX target",
      first: { name: "mx3", content: "mäil.example.net", priority: 1 },
      respelled: { name: "mx3", content: "xn--mil-qla.example.net.", priority: 1 },
      live: "mx3 MX 1 xn--mil-qla.example.net",
    },
  ],
  declared: { mx: { name: "@", content: "mail.example.net", priority: 10 } },
  account: [
    { name: "", content: "mx1.example.net", priority: 10 },
    { name: "", content: "mx2.example.net", priority: 20 },
  ],
  drift: { args: { content: "mail.example.net", priority: 10 }, edit: { priority: 20 }, change: "priority: 10 -> 20" },
};
