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
    ["name-form", { name: "EXAMPLE.com" }, 'Write "@"'],
    ["target-host", { content: "8.8.8.8." }, "Declare an A or AAAA record"],
    ["target-host", { content: "@" }, '"example.com"'],
    ["target-label", { content: "my_mail.example.com" }, "inner hyphens"],
    ["target-host", { content: "*.example.net" }, "Name one host"],
    ["target-host", { content: "10 mail.example.com." }, "priority: 10"],
    ["mx-null-priority", { content: ".", priority: 10 }, "priority: 0"],
  ],
  right: [
    { content: ".", priority: 0 },
    { name: "sub", content: "mail.example.com." },
  ],
  refused: [
    [{ priority: undefined }, "such as 10"],
    [{ priority: 65536 }, "0 to 65535"],
  ],
  rows: [
    ["MX with a field", { name: "@", content: "Mail.Example.com.", priority: "10" }, "@", mx(10)],
    ["MX inside content", { name: "@", content: "10  mail.example.com." }, "@", mx(10)],
    ["MX in both places", { name: "@", content: "10 mail.example.com.", priority: 10 }, "@", mx(10)],
    ["MX without a priority", { name: "@", content: "mail.example.com" }, "@", mx()],
    ["a null MX", { name: "@", content: "0 ." }, "@", { content: ".", priority: 0 }],
  ],
  unreadable: [
    ["two priorities", { name: "@", content: "10 mail.example.com", priority: 20 }, "priority is given twice"],
    ["a priority out of range", { name: "@", content: "mail.example.com", priority: 70000 }, "priority is not"],
    ["a priority that is a fraction", { name: "@", content: "mail.example.com", priority: 1.5 }, "priority is not"],
  ],
  printed: [
    ["@", { content: "mail.example.com", priority: 10 }, "10 mail.example.com."],
    ["no", { content: ".", priority: 0 }, "0 ."],
  ],
  random: fc.tuple(fc.oneof(host, fc.constant(".")), uint16).map(([content, priority]) => ({ content, priority })),
  shown: (data, { around, blanks, form, host: spell, number }) => {
    const name = spell(String(data["content"]));
    const { priority } = { priority: Number(data["priority"]) };
    if (form === "content") return { content: around(`${priority}${blanks} ${name}`) };
    return { content: around(name), priority: number(priority) };
  },
  meanings: [
    [
      "an MX target in another case, with a dot",
      { name: "@", content: "Mail.Example.NET.", priority: 10, ttl: 300 },
      "@ MX 10 mail.example.net ttl 300",
      { name: "", content: "mail.example.net", priority: 10, ttl: 300 },
    ],
    [
      "a second MX of the same name",
      { name: "@", content: "mail2.example.net", priority: 20 },
      "@ MX 20 mail2.example.net",
    ],
    [
      "the same MX host at another priority",
      { name: "@", content: "mail2.example.net", priority: 30 },
      "@ MX 30 mail2.example.net",
    ],
    ["a null MX", { name: "nomail", content: ".", priority: 0 }, "nomail MX 0 ."],
    [
      "an MX priority of 65535",
      { name: "mx2", content: "mail.example.net", priority: 65535 },
      "mx2 MX 65535 mail.example.net",
    ],
    [
      "an internationalised MX target",
      { name: "mx3", content: "mäil.example.net", priority: 1 },
      "mx3 MX 1 xn--mil-qla.example.net",
      { name: "mx3", content: "xn--mil-qla.example.net.", priority: 1 },
    ],
  ],
  declared: { mx: { name: "@", content: "mail.example.net", priority: 10 } },
  account: [
    { name: "", content: "mx1.example.net", priority: 10 },
    { name: "", content: "mx2.example.net", priority: 20 },
  ],
  drift: [{ content: "mail.example.net", priority: 10 }, { priority: 20 }, "priority: 10 -> 20"],
};
