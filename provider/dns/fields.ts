/** Fields of records: each knows how its value is written as an argument, compared, sent, read and printed. */
import { checkOfText, type RecordCheck } from "./checks/check.ts";
import { UnreadableError } from "./errors.ts";
import {
  isWellFormed,
  quote,
  quoteInChunks,
  readCaaValue,
  readText,
  textsMeant,
  writeCaaValue,
  writeText,
} from "./text.ts";

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
  description: string;
  examples?: readonly Value[];
  /** A few words, for a map of records of all types. */
  brief?: string;
  /** The string that is wanted, in words: "a host name". Default: "a string". */
  what?: string;
  /** Default: any string. */
  pattern?: RegExp;
  range?: readonly [number, number];
  optional?: boolean;
}

/** The remedy for a value that isn't of the right kind: `must be a host name, such as "www.example.com"`. */
export function expected({ what = "a string", range, examples = [] }: Argument): string {
  const kind = range === undefined ? what : `a whole number from ${range[0]} to ${range[1]}`;
  return `must be ${kind}${examples.length === 0 ? "" : `, such as ${JSON.stringify(examples[0])}`}`;
}

export type Description = Pick<Argument, "description" | "examples" | "brief">;

/** Forms of values in DNS messages. `strings`: one or more, each after its length. `rest`: one string without a length. */
type RdataForm = "ipv4" | "ipv6" | "uint8" | "uint16" | "name" | "word" | "strings" | "rest";

export interface Field<V extends Value = Value> extends Argument {
  kind: V extends number ? "number" : "string";
  /** Is it no part of a record's identity, such as a priority? A registrar may not show it. */
  secondary?: boolean;
  /** May a string of a row have several meanings, since registrars quote and escape it differently? */
  ambiguous?: boolean;
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

type TextKind = Pick<Field<string>, "description" | "rdata" | "meanings"> & Partial<Field<string>>;

/** A string. By default, it is canonical as it is written. */
export function textField(kind: TextKind): Field<string> {
  const same = (text: string) => text;
  return { canonical: same, write: same, print: same, ...kind, kind: "string" };
}

export function number(max: 255 | 65535, description: Description): Field<number> {
  return {
    kind: "number",
    ...description,
    range: [0, max],
    rdata: max === 255 ? "uint8" : "uint16",
    canonical: (written) => written,
    write: (value) => value,
    meanings: (text, key) => [integer(text, max, `the ${key} in content`)],
    print: String,
  };
}

/** The order of records with the same name, type and data; a registrar may not show it. */
export const priority = (rfc: string): Field<number> => ({
  ...number(65535, {
    description: `Priority, 0 to 65535: the lowest is tried first. Updates in place. ${rfc}.`,
    examples: [10],
    brief: "the lowest is tried first",
  }),
  secondary: true,
});

const wellFormed = (type: string, property: string) => [
  checkOfText(property, `${type.toLowerCase()}-unicode`, "strict", {
    reference: "RFC 3629 section 3",
    description: "The string has a UTF-8 form: no half of a surrogate pair.",
    find: (text) =>
      isWellFormed(text)
        ? undefined
        : `${property} contains half of a surrogate pair, which has no UTF-8 form. Correct how the program cuts the string`,
  }),
];

/** A string of any length, sent in chunks of 255 bytes. Blanks at its ends count. */
export function strings(description: Description): Field<string> {
  return textField({
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
export function quoted(description: Description): Field<string> {
  return textField({
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
