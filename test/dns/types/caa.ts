import type { RecordData } from "../../../provider/dns/index.ts";
import * as fc from "../../support/fastCheck.ts";
import { host, oddName, txtText } from "../randomValues.ts";
import type { TypeCases } from "./typeCases.ts";

const caa: RecordData = { type: "CAA", flags: 128, tag: "issue", value: "ca.example; policy=ev" };

/** Values of CAA as nobody should write them, and some do: blanks, quotes, backslashes, other scripts. */
const caaValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(";", "", "ca.example; account=1", "mailto:a@b.example", " ca.example ", '"ca.example"', "\\;", '\\"'),
  txtText.filter((text) => text.length <= 255),
);

export const cases: TypeCases = {
  valid: { name: "@", flags: 0, tag: "issue", value: "letsencrypt.org" },
  checks: [
    ["caa-flags", { flags: 1 }, "0, or 128"],
    ["caa-unicode", { tag: "contactemail", value: "\ud83d@b.example" }, "cuts the string"],
    ["caa-tag-known", { tag: "isue" }, "issuewild"],
    ["caa-value", { value: "https://letsencrypt.org" }, "domain alone"],
    ["caa-value", { tag: "issuewild", value: "Let's Encrypt" }, "domain alone"],
    ["caa-value", { tag: "iodef", value: "security@example.com" }, "mailto:"],
  ],
  right: [
    { value: ";" },
    { value: "" },
    { value: '"ca.example; policy=ev"' },
    { flags: 128, tag: "ISSUEWILD", value: "ca.example; account=1; policy=ev" },
    { tag: "iodef", value: "mailto:security@example.com" },
    { tag: "iodef", value: "https://example.com/report" },
    { tag: "contactemail", value: "a@b.example" },
    { tag: "contactphone", value: "+1 555 0100" },
  ],
  refused: [
    [{ flags: 256 }, "0 to 255, such as 0"],
    [{ tag: "is sue" }, "letters and digits"],
    [{ tag: "" }, "letters and digits"],
  ],
  rows: [
    ["CAA in fields", { name: "@", flags: "128", tag: "ISSUE", value: "ca.example; policy=ev" }, "@", caa],
    [
      "CAA with a quoted value",
      { name: "@", flags: 128, tag: "issue", value: '"ca.example; policy=ev"' },
      "@",
      caa,
      ['"ca.example; policy=ev"'],
    ],
    [
      "CAA in content",
      { name: "@", content: '128 Issue "ca.example; policy=ev"' },
      "@",
      caa,
      ['"ca.example; policy=ev"'],
    ],
    [
      "CAA in content without quotes",
      { name: "@", content: "128 issue ca.example; policy=ev", flags: null, value: "" },
      "@",
      caa,
    ],
    [
      "CAA with its value as content",
      { name: "@", flags: 128, tag: "issue", content: "ca.example; policy=ev" },
      "@",
      caa,
    ],
  ],
  unreadable: [["CAA without a tag", { name: "@", flags: 0, value: "x" }, "is missing"]],
  printed: [["@", { flags: 0, tag: "issue", value: "letsencrypt.org" }, '0 issue "letsencrypt.org"']],
  random: fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.constantFrom("issue", "issuewild", "iodef"), host)
    .map(([flags, tag, value]) => ({ flags, tag, value })),
  odd: fc
    .tuple(oddName, fc.constantFrom("issue", "IODEF", "contactemail", "x1"), caaValue)
    .map(([name, tag, value]) => ({ name, flags: 128, tag, value })),
  shown: (data, { around, echoes, form, number, text: spell }, body) => {
    const { flags, tag } = { flags: Number(data["flags"]), tag: String(data["tag"]) };
    const value = echoes && typeof body["value"] === "string" ? body["value"] : spell(String(data["value"]));
    const content = echoes && body["content"] !== undefined ? body["content"] : `${flags} ${tag} ${value}`;
    return {
      ...(form !== "content" && { flags: number(flags), tag: tag.toUpperCase(), value: around(value) }),
      ...(form !== "fields" && { content }),
    };
  },
  meanings: [
    [
      "a CAA tag in another case",
      { name: "@", flags: 0, tag: "IssueWild", value: "ca.example.net" },
      '@ CAA 0 issuewild "ca.example.net"',
      { name: "@", flags: 0, tag: "issuewild", value: '"ca.example.net"' },
    ],
    ["a CAA that allows nobody", { name: "nocert", flags: 0, tag: "issue", value: ";" }, 'nocert CAA 0 issue ";"'],
    [
      "a CAA with parameters and a critical flag",
      { name: "@", flags: 128, tag: "issue", value: "ca.example.net; account=12; validationmethods=dns-01" },
      '@ CAA 128 issue "ca.example.net; account=12; validationmethods=dns-01"',
    ],
    [
      "a CAA report address",
      { name: "@", flags: 0, tag: "iodef", value: "mailto:Security@example.com" },
      '@ CAA 0 iodef "mailto:Security@example.com"',
    ],
  ],
  declared: { caa: { name: "@", flags: 0, tag: "Issue", value: "letsencrypt.org" } },
  account: [
    { name: "", flags: 0, tag: "issue", value: "letsencrypt.org" },
    { name: "", flags: 128, tag: "iodef", value: "mailto:security@example.net" },
  ],
  drift: [
    { flags: 0, tag: "issue", value: "letsencrypt.org" },
    { value: "ca.example" },
    "value: letsencrypt.org -> ca.example",
  ],
};
