/**
 * What the data of records consists of: each kind of field knows how its value is written as an argument, compared, sent and
 * read back, and printed in zone files and read from them. A record type is made of such fields.
 */
import { canonicalIPv6, isIPv4Address, isIPv6Address, reservedPurpose } from "./addresses.ts";
import { checkOfText, type RecordCheck } from "./checks/check.ts";
import { type TargetRules, targetChecks } from "./checks/targets.ts";
import { normaliseDomain, normaliseHost } from "./names.ts";
import {
  isWellFormed,
  quote,
  quoteInChunks,
  readCaaValue,
  readText,
  showText,
  textsMeant,
  writeCaaValue,
  writeText,
} from "./text.ts";
import type { Bytes, Words } from "./zoneFile/words.ts";

/** A row of the registrar that cannot be understood. It never stops a program: the row is only shown, with the reason. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** The fields of one untrusted row. `null`, like a missing field, reads as `undefined`. */
export interface WireFields {
  /** A text. @throws UnreadableError on any other value. */
  text(key: string): string | undefined;
  /** A whole number from 0 to `max`, as a number or as decimal digits; an empty text reads as `undefined`. @throws UnreadableError */
  integer(key: string, max: number): number | undefined;
}

/** A whole number from 0 to `max` from decimal digits. @throws UnreadableError */
export function integerFromText(text: string, max: number, what: string): number {
  const digits = text.trim();
  if (!/^[0-9]{1,10}$/.test(digits) || Number(digits) > max) {
    throw new UnreadableError(`${what} is not a whole number from 0 to ${max}`);
  }
  return Number(digits);
}

export function wireFields(row: Record<string, unknown>): WireFields {
  const value = (key: string): unknown => (Object.hasOwn(row, key) ? (row[key] ?? undefined) : undefined);
  return {
    text(key) {
      const found = value(key);
      if (found === undefined || typeof found === "string") return found;
      throw new UnreadableError(`${key} is not a string`);
    },
    integer(key, max) {
      const found = value(key);
      if (found === undefined || (typeof found === "string" && found.trim() === "")) return undefined;
      if (typeof found === "string") return integerFromText(found, max, key);
      if (typeof found === "number" && Number.isInteger(found) && found >= 0 && found <= max) return found;
      throw new UnreadableError(`${key} is not a whole number from 0 to ${max}`);
    },
  };
}

export type Value = string | number;

/** What a value may be that stands in a field of its own, in content, or in both. @throws UnreadableError if they contradict each other. */
export function agreed(what: string, inField: readonly Value[], inContent: readonly Value[]): readonly Value[] {
  if (inContent.length === 0) return inField;
  // An empty field says nothing beside a content.
  if (inField.every((value) => value === "")) return inContent;
  const inBoth = inField.filter((value) => inContent.includes(value));
  if (inBoth.length > 0) return inBoth;
  const [one, other] = [inField, inContent].map(([likeliest]) => showText(String(likeliest), 40));
  throw new UnreadableError(`${what} is given twice, as ${one} and ${other}`);
}

/** An argument of a record, as its schema and the reference say it. */
export interface Argument {
  kind: "string" | "number";
  /** Remedy for a value of another kind. */
  message: string;
  description: string;
  examples?: readonly Value[];
  /** Allowed characters of a string. Default: any. */
  pattern?: RegExp;
  /** The smallest and the largest number. */
  range?: readonly [number, number];
  optional?: boolean;
  /** Short description, for a map of records of all types. */
  brief?: string;
}

/** Texts of a field, from the author of its record type. */
export type Description = Pick<Argument, "description" | "examples" | "brief">;

/** An argument that holds a part of a record's data. */
export interface Field<V extends Value = Value> extends Argument {
  kind: V extends number ? "number" : "string";
  /** Is it no part of what makes two records the same, and something that a registrar may not show? Such as a priority. */
  secondary?: boolean;
  /** Do registrars quote and escape it each in its own way, so that its wire form may have several meanings? */
  ambiguous?: boolean;
  /** The name of another host, as canonical data holds it. */
  isTarget?: boolean;
  /** Checks of every argument of this kind. */
  checks?(type: string, key: string): readonly RecordCheck[];
  /** The one spelling, of what a user wrote. @throws InvalidNameError */
  canonical(written: V): V;
  /** What a program or a request body says for a canonical value. */
  write(value: V): V;
  /** A part of a content that holds several values, such as `10 mail.example.com`. */
  inContent(value: V): string;
  /**
   * The canonical values that a field of its own in a row may mean, the likeliest first; none if it is not there.
   * @throws UnreadableError, InvalidNameError
   */
  fromField(wire: WireFields, key: string, domain: string): readonly V[];
  /** Those that a part of a content may mean. @throws UnreadableError, InvalidNameError */
  fromContent(word: string, key: string, domain: string): readonly V[];
  /** Presentation form, RFC 1035 section 5.1. */
  print(value: V): string;
  /** The argument that the next words of a zone file mean. @throws ZoneFileError */
  readWords(words: Words, key: string): V;
  /** The words that the next bytes of data mean. @throws RangeError if there are too few */
  wordsOf(bytes: Bytes): string[];
}

/** What kinds of texts differ in. */
type TextKind = Argument &
  Pick<Field<string>, "readWords" | "wordsOf"> &
  Partial<Field<string>> & {
    /** The canonical value of a text of a row, without its outer blanks; or all that it may mean. @throws UnreadableError, InvalidNameError */
    parse?(text: string, domain: string, key: string): string | readonly string[];
  };

/** A field of any text. What is not said: the value is canonical as it is written. */
export function textField({ parse = (text) => text, ...rest }: Omit<TextKind, "kind">): Field<string> {
  return {
    canonical: (written) => written,
    write: (value) => value,
    inContent: (value) => value,
    print: (value) => value,
    fromField: (wire, key, domain) => {
      const text = wire.text(key)?.trim();
      const isThere = text !== undefined && (text !== "" || rest.ambiguous);
      return isThere ? [parse(text, domain, key)].flat() : [];
    },
    fromContent: (word, key, domain) => [parse(word, domain, key)].flat(),
    ...rest,
    kind: "string",
  };
}

const publicAddress = (type: string, property: string) => [
  checkOfText(property)(`${type.toLowerCase()}-reserved`, "best-practice", {
    reference: "RFC 6890",
    description: "The address is public.",
    find: (address) => {
      const purpose = reservedPurpose(address);
      return purpose === undefined
        ? undefined
        : `${address} is ${purpose}; the public cannot reach it. Write the public address, or keep the record in a private zone`;
    },
  }),
];

const wellFormed = (type: string, property: string) => [
  checkOfText(property)(`${type.toLowerCase()}-unicode`, "strict", {
    reference: "RFC 3629 section 3",
    description: "The string is valid Unicode.",
    find: (text) =>
      isWellFormed(text)
        ? undefined
        : `${property} holds half of a surrogate pair, which has no UTF-8 form. Correct how the program cuts the text`,
  }),
];

/** An IPv4 address. */
export function ipv4(message: string, description: Description): Field<string> {
  return textField({
    message,
    ...description,
    checks: publicAddress,
    canonical: (written) => written.trim(),
    parse: (text, _, key) => {
      if (!isIPv4Address(text)) throw new UnreadableError(`${key} is not an IPv4 address`);
      return text;
    },
    readWords: (words) => words.word("address", "an IPv4 address such as 192.0.2.1", isIPv4Address),
    wordsOf: (bytes) => [[...bytes.take(4)].join(".")],
  });
}

/** An IPv6 address. */
export function ipv6(message: string, description: Description): Field<string> {
  return textField({
    message,
    ...description,
    checks: publicAddress,
    canonical: (written) => canonicalIPv6(written.trim()),
    parse: (text, _, key) => {
      if (!isIPv6Address(text)) throw new UnreadableError(`${key} is not an IPv6 address`);
      return canonicalIPv6(text);
    },
    readWords: (words) => canonicalIPv6(words.word("address", "an IPv6 address such as 2001:db8::1", isIPv6Address)),
    wordsOf: (bytes) => [
      bytes
        .take(16)
        .toString("hex")
        .replace(/.{4}(?!$)/g, "$&:"),
    ],
  });
}

/** The complete name of another host. `what` names it in messages about zone files. */
export function target(
  message: string,
  { what = "target", ...description }: Description & { what?: string },
  rules: TargetRules,
): Field<string> {
  return textField({
    message,
    ...description,
    isTarget: true,
    checks: (type, key) => targetChecks(type, key, rules),
    canonical: (written) => normaliseHost(written),
    // A registrar may show a target in any case, with or without the trailing dot; `@` is the domain itself.
    parse: (text, domain) => (text === "@" ? normaliseDomain(domain) : normaliseHost(text)),
    print: (value) => (value === "." ? "." : `${value}.`),
    readWords: (words) => words.host(what),
    wordsOf: (bytes) => [bytes.name()],
  });
}

/** A whole number of as many bytes as `max` needs. */
export function number(max: 255 | 65535, message: string, description: Description): Field<number> {
  return {
    kind: "number",
    message,
    ...description,
    range: [0, max],
    canonical: (written) => written,
    write: (value) => value,
    inContent: String,
    fromField: (wire, key) => {
      const value = wire.integer(key, max);
      return value === undefined ? [] : [value];
    },
    fromContent: (word, key) => [integerFromText(word, max, `the ${key} in content`)],
    print: String,
    readWords: (words, key) => words.number(key, max),
    wordsOf: (bytes) => [bytes.number(max === 255 ? 1 : 2)],
  };
}

/** 0 to 65535; `meaning` says what it is for. */
export function uint16(key: string, meaning: string, description: Description): Field<number> {
  return number(65535, `${key} is a whole number from 0 to 65535: ${meaning}`, description);
}

/** The preference of one record among others, which a registrar may not show. */
export function priority(description: Description): Field<number> & { secondary: true } {
  return { ...uint16("priority", "the lowest is tried first, such as 10", description), secondary: true };
}

/** A text at any length, in strings of 255 bytes. */
export function strings(message: string, description: Description): Field<string> {
  return textField({
    message,
    ...description,
    ambiguous: true,
    checks: wellFormed,
    canonical: readText,
    // To the last blank.
    fromField: (wire, key) => {
      const text = wire.text(key);
      if (text !== undefined && !isWellFormed(text)) throw new UnreadableError(`${key} is not valid Unicode`);
      return text === undefined ? [] : textsMeant(text);
    },
    write: writeText,
    print: quoteInChunks,
    inContent: quoteInChunks,
    readWords: (words, key) => words.texts(key === "content" ? "text" : key),
    wordsOf: (bytes) => bytes.strings(),
  });
}

/** A text to the end of the data, quoted, whose outer blanks have no meaning. */
export function quoted(message: string, description: Description): Field<string> {
  return textField({
    message,
    ...description,
    ambiguous: true,
    checks: wellFormed,
    canonical: readCaaValue,
    parse: (text) => [...new Set(textsMeant(text).map((each) => each.trim()))],
    write: writeCaaValue,
    print: quote,
    inContent: quote,
    readWords: (words, key) => words.text(key),
    wordsOf: (bytes) => [bytes.restAsString()],
  });
}
