import * as fc from "../../support/fastCheck.ts";
import { oddName, spellText, txtText } from "../randomValues.ts";
import type { Meaning, TypeCode } from "./typeCases.ts";

const bytes = (count: number) => "0123456789".repeat(count / 10 + 1).slice(0, count);
const quoted = (text: string, ...at: number[]) =>
  [0, ...at].map((from, place) => `"${text.slice(from, at[place])}"`).join(" ");

/** A long string in the zone, and the forms in which a program may write it. */
const long = (name: string, meant: string, written = meant, respelled = written): Meaning => [
  `a TXT of ${Buffer.byteLength(meant)} bytes, ${name}`,
  { name, content: written },
  `${name} TXT ${JSON.stringify(meant)}`,
  { name, content: respelled },
];

export const code: TypeCode = {
  refused: [[{ content: undefined }, "must be a string"]],
  right: [{ content: "x".repeat(4000) }],
  meanings: [
    long("t254", bytes(254)),
    long("t255", bytes(255), bytes(255), quoted(bytes(255))),
    long("t256", bytes(256), bytes(256), quoted(bytes(256), 255)),
    long("t510", bytes(510), quoted(bytes(510), 255), bytes(510)),
    long("t4000", bytes(4000)),
    long("t4000u", "é".repeat(2000)),
    long("tcut", `${bytes(254)}é${bytes(254)}🙂`),
  ],
  account: [{ name: "k1._domainkey", content: `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0".repeat(21)}` }],
  random: txtText.map((text) => ({ content: spellText(text) })),
  odd: fc.tuple(oddName, txtText).map(([name, content]) => ({ name, content })),
  shown: (data, { echoes, text: spell }, body) => ({
    content: echoes ? body["content"] : spell(String(data["content"])),
  }),
};
