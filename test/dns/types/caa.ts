/** Cases of CAA records. */

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
    { check: "caa-flags", args: { flags: 1 }, says: "0, or 128" },
    {
      check: "caa-unicode",
      args: { tag: "contactemail", value: "\ud83d@b.example" },
      says: "cuts the text",
    },
    { check: "caa-outer-blanks", args: { value: " ca.example" }, says: "Take it out" },
    {
      check: "caa-outer-blanks",
      args: { tag: "iodef", value: '"mailto:a@b.example\t"' },
      says: "Take it out",
    },
    { check: "caa-tag-known", args: { tag: "isue" }, says: "issuewild" },
    { check: "caa-issuer", args: { value: "https://letsencrypt.org" }, says: "domain alone" },
    { check: "caa-issuer", args: { tag: "issuewild", value: "Let's Encrypt" }, says: "domain alone" },
    { check: "caa-iodef-url", args: { tag: "iodef", value: "security@example.com" }, says: "mailto:" },
    {
      check: "caa-contact",
      args: { tag: "contactemail", value: "mailto:a@b.example" },
      says: "without mailto:",
    },
    { check: "caa-contact", args: { tag: "contactphone", value: "0100" }, says: "country code" },
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
    [{ flags: 256 }, "flags is 0, or 128"],
    [{ tag: "is sue" }, "letters and digits"],
    [{ tag: "" }, "letters and digits"],
  ],
  rows: [
    [
      "CAA in fields",
      { type: "CAA", name: "@", flags: "128", tag: "ISSUE", value: "ca.example; policy=ev" },
      { name: "@", data: caa },
    ],
    [
      "CAA with a quoted value",
      { type: "CAA", name: "@", flags: 128, tag: "issue", value: '"ca.example; policy=ev"' },
      { name: "@", data: caa, interpretations: ['"ca.example; policy=ev"'] },
    ],
    [
      "CAA in content",
      { type: "CAA", name: "@", content: '128 Issue "ca.example; policy=ev"' },
      { name: "@", data: caa, interpretations: ['"ca.example; policy=ev"'] },
    ],
    [
      "CAA in content without quotes",
      { type: "CAA", name: "@", content: "128 issue ca.example; policy=ev", flags: null, value: "" },
      { name: "@", data: caa },
    ],
    [
      "CAA with its value as content",
      { type: "CAA", name: "@", flags: 128, tag: "issue", content: "ca.example; policy=ev" },
      { name: "@", data: caa },
    ],
  ],
  unreadable: [["CAA without a tag", { type: "CAA", name: "@", flags: 0, value: "x" }, "not all there"]],
  printed: [
    {
      name: "@",
      data: { type: "CAA", flags: 0, tag: "issue", value: "letsencrypt.org" },
      printed: '0 issue "letsencrypt.org"',
    },
  ],
  bytes: ["0005697373756563612e6578616d706c65", '0 issue "ca.example"'],
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
  respell: (args) => ({ ...args, tag: String(args["tag"]).toUpperCase() }),
  meanings: [
    {
      title: "a CAA tag in another case",
      first: { name: "@", flags: 0, tag: "IssueWild", value: "ca.example.net" },
      respelled: { name: "@", flags: 0, tag: "issuewild", value: '"ca.example.net"' },
      live: '@ CAA 0 issuewild "ca.example.net"',
    },
    {
      title: "a CAA that allows nobody",
      first: { name: "nocert", flags: 0, tag: "issue", value: ";" },
      live: 'nocert CAA 0 issue ";"',
    },
    {
      title: "a CAA with parameters and a critical flag",
      first: { name: "@", flags: 128, tag: "issue", value: "ca.example.net; account=12; validationmethods=dns-01" },
      live: '@ CAA 128 issue "ca.example.net; account=12; validationmethods=dns-01"',
    },
    {
      title: "a CAA report address",
      first: { name: "@", flags: 0, tag: "iodef", value: "mailto:Security@example.com" },
      live: '@ CAA 0 iodef "mailto:Security@example.com"',
    },
  ],
  declared: { caa: { name: "@", flags: 0, tag: "Issue", value: "letsencrypt.org" } },
  account: [
    { name: "", flags: 0, tag: "issue", value: "letsencrypt.org" },
    { name: "", flags: 128, tag: "iodef", value: "mailto:security@example.net" },
  ],
  drift: {
    args: { flags: 0, tag: "issue", value: "letsencrypt.org" },
    edit: { value: "ca.example" },
    change: "value: letsencrypt.org -> ca.example",
  },
};
