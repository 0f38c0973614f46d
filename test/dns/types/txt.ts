/** Cases of TXT records. */
import * as fc from "../../support/fastCheck.ts";
import { oddName, spellText, txtText } from "../randomValues.ts";
import type { Meaning, TypeCases } from "./typeCases.ts";

const long = "a".repeat(64);

const bytes = (count: number) => "0123456789".repeat(count / 10 + 1).slice(0, count);

/** A text in the zone, and what a program may write for it. */
const text = (title: string, name: string, meant: string, written = meant, respelled?: string): Meaning => ({
  title: `a TXT ${title}`,
  first: { name, content: written },
  ...(respelled !== undefined && { respelled: { name, content: respelled } }),
  live: `${name} TXT ${JSON.stringify(meant)}`,
});

export const cases: TypeCases = {
  valid: { name: "@", content: "hello" },
  checks: [
    { check: "name-form", args: { name: long }, says: "64 bytes" },
    { check: "txt-unicode", args: { content: "\ud83d" }, says: "cuts the text" },
    { check: "txt-too-long", args: { content: "é".repeat(32_640) }, says: "65279" },
    { check: "txt-long", args: { content: "é".repeat(2001) }, says: "4002 bytes" },
    { check: "txt-control-characters", args: { content: "key\n" }, says: "trim()" },
    { check: "txt-outer-blanks", args: { content: "key " }, says: "part of the text" },
    { check: "txt-half-quoted", args: { content: '"key' }, says: "Take the quotes out" },
    { check: "txt-escaped-semicolon", args: { content: "v=DKIM1\\; p=" }, says: 'Write ";"' },
    { check: "spf-version", args: { content: "v=spf1include:a.example -all" }, says: "and a blank" },
    { check: "spf-version", args: { content: "v=spf2 -all" }, says: "and a blank" },
    { check: "spf-terms", args: { content: "v=spf1 ipv4:8.8.8.8 -all" }, says: "no SPF mechanism" },
    { check: "spf-terms", args: { content: "v=spf1 ip4:8.8.8 -all" }, says: "no IPv4" },
    { check: "spf-terms", args: { content: "v=spf1 ip6:2600::/129 -all" }, says: "no IPv6" },
    { check: "spf-terms", args: { content: "v=spf1 include=a.example -all" }, says: '"include:a.example"' },
    { check: "spf-terms", args: { content: "v=spf1 include: -all" }, says: "names no domain" },
    { check: "spf-terms", args: { content: '"v=spf1 ipv4:8.8.8.8 -all"' }, says: "no SPF mechanism" },
    { check: "spf-all", args: { content: "v=spf1 mx" }, says: '"-all"' },
    { check: "spf-all", args: { content: "v=spf1 +all" }, says: "every sender" },
    { check: "spf-all", args: { content: "v=spf1 -all mx" }, says: "never looked at" },
    {
      check: "spf-lookups",
      args: { content: `v=spf1 ${"include:a.example ".repeat(11)}-all` },
      says: "stop at 10",
    },
    { check: "spf-ptr", args: { content: "v=spf1 ptr -all" }, says: "ip4:" },
    { check: "dmarc-name", args: { content: "v=DMARC1; p=none" }, says: '"_dmarc"' },
    { check: "dmarc-policy", args: { name: "_dmarc", content: "v=dmarc1; p=none" }, says: "in capitals" },
    {
      check: "dmarc-policy",
      args: { name: "_dmarc", content: "v=DMARC1; rua=mailto:a@b.example" },
      says: '"p=none"',
    },
    {
      check: "dmarc-policy",
      args: { name: "_dmarc", content: "v=DMARC1; p=strict" },
      says: "none, quarantine or reject",
    },
    {
      check: "dmarc-policy",
      args: { name: "_dmarc", content: "v=DMARC1; p=none; sp=x" },
      says: "none, quarantine or reject",
    },
    { check: "dmarc-policy", args: { name: "_dmarc", content: "v=DMARC1; p=none; aspf=x" }, says: "r or s" },
    {
      check: "dmarc-policy",
      args: { name: "_dmarc", content: "v=DMARC1; p=none; pct=101" },
      says: "0 to 100",
    },
    {
      check: "dmarc-policy",
      args: { name: "_dmarc", content: "v=DMARC1; p=none; rua=a@b.example" },
      says: "mailto:",
    },
    { check: "dkim-key", args: { name: "s1._domainkey", content: "v=DKIM1; k=rsa" }, says: '"p="' },
    { check: "dkim-key", args: { name: "s1._domainkey", content: "p=aaaa; v=DKIM1" }, says: "v=DKIM1" },
    { check: "dkim-key", args: { name: "s1._domainkey", content: "v=DKIM1; p=ab*d" }, says: "base64" },
    {
      check: "dkim-key",
      args: { name: "s1._domainkey", content: "v=DKIM1; k=dsa; p=aaaa" },
      says: "ed25519",
    },
  ],
  right: [
    { content: "" },
    { content: "x".repeat(4000) },
    { content: '"a" "b"' },
    { content: "v=spf1 a mx:mail.example.com ip4:8.8.8.0/24 ip6:2600::/32 include:_spf.example.net -all" },
    { content: "v=spf1 redirect=_spf.example.net" },
    { content: "v=spf1 exists:%{i}.a.example ~all exp=why.example.com" },
    { content: "v=spf1 a/24 mx//64 -all" },
    {
      name: "_dmarc",
      content: "v=DMARC1; p=reject; rua=mailto:a@b.example,mailto:c@d.example!10m; adkim=s; pct=50;",
    },
    { name: "example.org._report._dmarc", content: "v=DMARC1" },
    { name: "s1._domainkey", content: "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ==" },
    { name: "s1._domainkey", content: "v=DKIM1; p=" },
  ],
  refused: [[{ content: undefined }, "it may be empty"]],
  rows: [["an empty TXT", { type: "TXT", name: "@", content: "" }, { name: "@", data: { type: "TXT", content: "" } }]],
  unreadable: [
    ["content that is a list", { type: "TXT", name: "@", content: ["a"] }, "content is not a text"],
    ["half a surrogate pair", { type: "TXT", name: "@", content: "\ud800" }, "not valid Unicode"],
  ],
  printed: [{ name: "@", data: { type: "TXT", content: 'say "hi"' }, printed: '"say \\"hi\\""' }],
  bytes: ["0568656c6c6f05776f726c64", '"helloworld"'],
  random: txtText.map((text) => ({ content: spellText(text) })),
  odd: fc.tuple(oddName, txtText).map(([name, content]) => ({ name, content })),
  shown: (data, { echoes, text: spell }, body) => ({
    content: echoes ? body["content"] : spell(String(data["content"])),
  }),
  meanings: [
    text("of 0 bytes", "t0", "", "", '""'),
    text("of 1 byte", "t1", "x", "x", '"x"'),
    text("of 254 bytes", "t254", bytes(254)),
    text("of 255 bytes", "t255", bytes(255), bytes(255), `"${bytes(255)}"`),
    text("of 256 bytes", "t256", bytes(256), bytes(256), `"${bytes(256).slice(0, 255)}" "${bytes(256).slice(255)}"`),
    text("of 510 bytes", "t510", bytes(510), `"${bytes(510).slice(0, 255)}" "${bytes(510).slice(255)}"`, bytes(510)),
    text("of 4,000 bytes", "t4000", bytes(4000)),
    text("of 4,000 bytes outside of ASCII", "t4000u", "é".repeat(2000)),
    text("whose strings would end inside a character", "tcut", `${bytes(254)}é${bytes(254)}🙂`),
    text("with quotes", "tq1", 'say "hi" twice'),
    text("that begins and ends with quotes", "tq2", '"a" and "b"', '"\\"a\\" and \\"b\\""'),
    text("that is one quote", "tq3", '"'),
    text("with backslashes", "tb1", "c:\\temp\\new"),
    text("that ends in a backslash", "tb2", "end\\"),
    text("that looks like a decimal escape", "tb3", "price \\065 and \\300"),
    text("with semicolons", "ts1", "v=DKIM1; k=rsa; p=MIGf;"),
    text("with leading and trailing blanks", "tw1", "  two before, one after "),
    text("of one blank", "tw2", " ", '" "'),
    text("of words that look like chunks", "tw3", 'one" "two'),
    text("outside of ASCII", "tu1", "grün 日本語 🙂"),
    text("in capitals, which stay", "tc1", "CaseMatters=ABCdef=="),
    text("with a tab", "tt1", "a\tb"),
  ],
  declared: { txt: { name: "@", content: 'v=spf1 include:"x" -all; ' } },
  account: [
    { name: "", content: 'v=spf1 include:"x" -all; ' },
    { name: "", content: "google-site-verification=abc" },
    { name: "", content: "google-site-verification=abd" },
    { name: "_dmarc", content: "v=DMARC1; p=none; rua=mailto:postmaster@example.net" },
    { name: "k1._domainkey", content: `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0".repeat(21)}` },
    { name: "odd", content: "tab\there, \\back\\slash, it's ünïcödé" },
  ],
  drift: {
    args: { content: "v=spf1 -all" },
    edit: { content: "v=spf1 +all" },
    change: "content: v=spf1 -all -> v=spf1 +all",
  },
};
