import * as fc from "../support/fastCheck.ts";
import { runs } from "../support/soak.ts";

/** Asserts that a property holds for every random case tried. @param usual cases in `npm test` */
export function holds<Values>(property: fc.IProperty<Values>, usual = 200): void {
  // biome-ignore lint/nursery/noFloatingPromises: assert returns a promise for asynchronous properties only, and this is none
  fc.assert(property, { numRuns: runs(usual) });
}

/** The domain of all random records. */
export const domain = "example.com";

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
const character = fc.constantFrom(...letters);
const inner = fc.constantFrom(...letters, "-");

/** A label of a host: letters, digits and inner hyphens; never one of the forms with hyphens in the third and fourth place. */
export const label: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), fc.string({ unit: inner, maxLength: 8 }), character)
  .map(([first, middle, last]) => `${first}${middle}${last}`)
  .filter((text) => text.slice(2, 4) !== "--");

/** Internationalised labels as A-labels, with a Unicode spelling. */
export const internationalLabels: readonly (readonly [string, string])[] = [
  ["xn--bcher-kva", "bücher"],
  ["xn--fa-hia", "faß"],
  ["xn--wgv71a119e", "日本語"],
  ["xn--e1afmkfd", "пример"],
];

const anyLabel = fc.oneof(
  { weight: 6, arbitrary: label },
  { weight: 1, arbitrary: fc.constantFrom(...internationalLabels.map(([ascii]) => ascii)) },
);

/** Canonical owner names. */
export const owner: fc.Arbitrary<string> = fc.oneof(
  fc.constant("@"),
  fc.array(anyLabel, { minLength: 1, maxLength: 3 }).map((labels) => labels.join(".")),
  anyLabel.map((text) => `*.${text}`),
  anyLabel.map((text) => `_${text.replace(/^xn--/, "x")}.${text}`),
);

/** Canonical complete host names, inside the domain or elsewhere. */
export const host: fc.Arbitrary<string> = fc.oneof(
  fc.array(anyLabel, { minLength: 2, maxLength: 4 }).map((labels) => labels.join(".")),
  anyLabel.map((text) => `${text}.${domain}`),
  fc.constant(domain),
);

export const ipv4: fc.Arbitrary<string> = fc.ipV4();

/** Eight groups of an IPv6 address, with many zeros. */
export const ipv6Groups: fc.Arbitrary<number[]> = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })),
  { minLength: 8, maxLength: 8 },
);

export const uint16 = fc.integer({ min: 0, max: 65535 });

/** Texts that hold what TXT values are broken by: quotes, backslashes, blanks, semicolons, digits, controls, non-ASCII. */
export const txtText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.string({
      unit: fc.constantFrom('"', "\\", " ", ";", "0", "1", "9", "a", "\t", "\n", "é", "日", "🙂", "\u0000"),
    }),
  },
  { weight: 8, arbitrary: fc.string({ unit: "grapheme" }).filter((text) => !/\p{Surrogate}/u.test(text)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 1, 254, 255, 256, 510, 511, 4000), fc.constantFrom("a", "é", "日", '"', "\\", "🙂"))
      .map(([length, unit]) => unit.repeat(length)),
  },
);

const oddLabel = fc.oneof(
  { weight: 3, arbitrary: anyLabel },
  { weight: 1, arbitrary: fc.constantFrom("___", "0/25", "*", "-", "a*b", "_", "_x", "0") },
);

/** Owner names and hosts with labels that few hosts have, or that repeat the domain. */
export const oddName = fc.oneof(
  fc.array(oddLabel, { minLength: 1, maxLength: 4 }).map((labels) => labels.join(".")),
  anyLabel.map((text) => `${text}.${domain}.${domain}.`),
);
export const oddHost = fc.array(oddLabel, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));

/** TXT content that certainly means a string: quoted by this file's own hand. */
export function spellText(text: string): string {
  return `"${text.replace(/["\\]/g, (found) => `\\${found}`)}"`;
}

/** The shortest text of an IPv6 address, by RFC 5952: URLs have it, too. */
export const shortIPv6 = (groups: readonly number[]): string =>
  new URL(`http://[${groups.map((group) => group.toString(16)).join(":")}]`).hostname.slice(1, -1);

/** One way to write a value that has the same meaning. */
type Spelling = (canonical: string) => string;

function toUnicode(name: string): string {
  return name
    .split(".")
    .map((each) => internationalLabels.find(([ascii]) => ascii === each)?.[1] ?? each)
    .join(".");
}

/** Spellings of an owner name that a registrar may show. */
export const nameSpellings: readonly Spelling[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => (name === "@" ? domain : `${name}.${domain}`),
  (name) => (name === "@" ? `${domain}.` : `${name}.${domain}.`),
  (name) => (name === "@" ? "Example.COM" : `${name.toUpperCase()}.Example.Com.`),
  (name) => (name === "@" ? "" : name),
  toUnicode,
];

/** Spellings of a target. */
export const hostSpellings: readonly Spelling[] = [
  (name) => name,
  (name) => (name === "." ? "." : `${name}.`),
  (name) => name.toUpperCase(),
  (name) => (name === "." ? "." : `${name.toUpperCase()}.`),
  toUnicode,
];

function chunks(text: string, size: number): string[] {
  const characters = [...text];
  const parts: string[] = [];
  for (let at = 0; at < characters.length || at === 0; at += size) parts.push(characters.slice(at, at + size).join(""));
  return parts;
}

function escapeBytes(text: string): string {
  return [...Buffer.from(text, "utf8")]
    .map((byte) =>
      byte === 34 || byte === 92
        ? `\\${String.fromCharCode(byte)}`
        : byte < 32 || byte > 126
          ? `\\${String(byte).padStart(3, "0")}`
          : String.fromCharCode(byte),
    )
    .join("");
}

/** Spellings of a string as TXT content. The last ones are ambiguous: a registrar's, read with the help of `interpretations`. */
export const txtSpellings: readonly Spelling[] = [
  spellText,
  (text) => chunks(text, 60).map(spellText).join(" "),
  (text) => chunks(text, 100).map(spellText).join(""),
  (text) => `"${escapeBytes(text)}"`,
  (text) => text,
  (text) => `"${text}"`,
  (text) => escapeBytes(text),
];
