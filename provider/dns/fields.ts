/** Kinds of fields: each knows how its value is written as an argument, compared, sent, read and printed. */
import { canonicalIPv6, isIPv4Address, isIPv6Address, reservedPurpose } from "./addresses.ts";
import { checkOfText, type RecordCheck } from "./checks/check.ts";
import { type TargetRules, targetChecks } from "./checks/names.ts";
import { UnreadableError } from "./errors.ts";
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
import type { RdataForm } from "./zoneFile/rdata.ts";

export type Value = string | number;

/** A number or decimal digits. @throws UnreadableError */
export function integer(value: unknown, max: number, what: string): number {
  const digits = typeof value === "object" ? "" : String(value).trim();
  if (/^[0-9]{1,10}$/.test(digits) && Number(digits) <= max) return Number(digits);
  throw new UnreadableError(`${what} is not a whole number from 0 to ${max}`);
}

/** An argument of a record, for its schema and the reference. */
export interface Argument {
  kind: "string" | "number";
  /** The remedy if the value isn't of the right kind. */
  message: string;
  description: string;
  examples?: readonly Value[];
  /** Default: any string. */
  pattern?: RegExp;
  range?: readonly [number, number];
  optional?: boolean;
  /** A few words, for a map of records of all types. */
  brief?: string;
}

export type Description = Pick<Argument, "description" | "examples" | "brief">;

export interface Field<V extends Value = Value> extends Argument {
  kind: V extends number ? "number" : "string";
  /** Is it no part of a record's identity, such as a priority? A registrar may not show it. */
  secondary?: boolean;
  /** May a string of a row have several meanings, since registrars quote and escape it differently? */
  ambiguous?: boolean;
  /** The form of the value in DNS messages. */
  rdata: RdataForm;
  checks?(type: string, key: string): readonly RecordCheck[];
  /** The canonical spelling of an argument. @throws InvalidNameError */
  canonical(written: V): V;
  /** The form in programs and request bodies. */
  write(value: V): V;
  /** Canonical values that a string of a row may mean, the likeliest first. @throws UnreadableError, InvalidNameError */
  meanings(text: string, key: string, domain: string): readonly V[];
  /** Presentation form, RFC 1035 section 5.1. */
  print(value: V): string;
}

type TextKind = Argument & Pick<Field<string>, "rdata" | "meanings"> & Partial<Field<string>>;

/** A string. By default, it is canonical as it is written. */
export function textField(kind: Omit<TextKind, "kind">): Field<string> {
  return {
    canonical: (written) => written,
    write: (value) => value,
    print: (value) => value,
    ...kind,
    kind: "string",
  };
}

/** @param remedy for a string that isn't an address of this kind */
const addressChecks = (isValid: (text: string) => boolean, remedy: string) => (type: string, property: string) => [
  checkOfText(property)(`${type.toLowerCase()}-address`, "strict", {
    reference: type === "A" ? "RFC 1035 section 3.4.1" : "RFC 4291 section 2.2",
    description: "The content is an address of the type: IPv4 without leading zeros, IPv6 without a zone or brackets.",
    find: (text) => (isValid(text) ? undefined : `${showText(text)} is not ${remedy}`),
  }),
  checkOfText(property)(`${type.toLowerCase()}-reserved`, "best-practice", {
    reference: "RFC 6890",
    description:
      "The address is one that the public can reach: not private, link-local, for documentation, multicast or reserved.",
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
    description: "The string has a UTF-8 form: no half of a surrogate pair.",
    find: (text) =>
      isWellFormed(text)
        ? undefined
        : `${property} contains half of a surrogate pair, which has no UTF-8 form. Correct how the program cuts the string`,
  }),
];

function address(rdata: "ipv4" | "ipv6", isValid: (text: string) => boolean, remedy: string): AddressField {
  return (message, description) =>
    textField({
      ...{ message, rdata, ...description },
      checks: addressChecks(isValid, remedy),
      canonical: (written) => canonicalIPv6(written.trim()),
      meanings: (text, key) => {
        if (!isValid(text.trim()))
          throw new UnreadableError(`${key} is not an ${rdata === "ipv4" ? "IPv4" : "IPv6"} address`);
        return [canonicalIPv6(text.trim())];
      },
    });
}

type AddressField = (message: string, description: Description) => Field<string>;

export const ipv4 = address(
  "ipv4",
  isIPv4Address,
  "an IPv4 address. Write four decimal numbers, such as 192.0.2.1; an IPv6 address goes into an AAAA record, a host name " +
    "into a CNAME",
);
export const ipv6 = address(
  "ipv6",
  isIPv6Address,
  "an IPv6 address. Write one such as 2001:db8::1, without brackets or a zone; an IPv4 address goes into an A record",
);

/** The full name of another host. */
export function target(message: string, description: Description, rules: TargetRules): Field<string> {
  return textField({
    message,
    ...description,
    rdata: "name",
    checks: (type, key) => targetChecks(type, key, rules),
    canonical: (written) => normaliseHost(written),
    // Registrars show `@` for the domain itself.
    meanings: (text, _, domain) => [text.trim() === "@" ? normaliseDomain(domain) : normaliseHost(text.trim())],
    print: (value) => (value === "." ? "." : `${value}.`),
  });
}

export function number(max: 255 | 65535, message: string, description: Description): Field<number> {
  return {
    kind: "number",
    message,
    ...description,
    range: [0, max],
    rdata: max === 255 ? "uint8" : "uint16",
    canonical: (written) => written,
    write: (value) => value,
    meanings: (text, key) => [integer(text, max, `the ${key} in content`)],
    print: String,
  };
}

/** @param meaning says what the number is for */
export function uint16(key: string, meaning: string, description: Description): Field<number> {
  return number(65535, `${key} is a whole number from 0 to 65535: ${meaning}`, description);
}

/** The order of records with the same name, type and data; a registrar may not show it. */
export function priority(description: Description): Field<number> & { secondary: true } {
  return { ...uint16("priority", "the lowest is tried first, such as 10", description), secondary: true };
}

/** A string of any length, sent in chunks of 255 bytes. Blanks at its ends count. */
export function strings(message: string, description: Description): Field<string> {
  return textField({
    message,
    ...description,
    ambiguous: true,
    rdata: "strings",
    checks: wellFormed,
    canonical: readText,
    meanings: (text, key) => {
      if (!isWellFormed(text)) throw new UnreadableError(`${key} is not valid Unicode`);
      return textsMeant(text);
    },
    write: writeText,
    print: quoteInChunks,
  });
}

/** A quoted string. Blanks at its ends have no meaning. */
export function quoted(message: string, description: Description): Field<string> {
  return textField({
    message,
    ...description,
    ambiguous: true,
    rdata: "rest",
    checks: wellFormed,
    canonical: readCaaValue,
    meanings: (text) => [...new Set(textsMeant(text.trim()).map((each) => each.trim()))],
    write: writeCaaValue,
    print: quote,
  });
}

/** Fields with their keys, in an order that matters. */
export type NamedFields = readonly (readonly [string, Field])[];

/** Maps fields, and leaves out those that become `undefined`. */
export function mapFields<R extends Value>(fields: NamedFields, of: (field: Field, key: string) => R | undefined) {
  const values: Record<string, R> = {};
  for (const [key, field] of fields) {
    const value = of(field, key);
    if (value !== undefined) values[key] = value;
  }
  return values;
}
