/**
 * How one record type is described: the fields of its data, and what follows from them. Each kind of field knows how its value is written as an
 * argument, compared, sent and read back, and printed in zone files and read from them.
 */
import { canonicalIPv6, isIPv4Address, isIPv6Address, reservedPurpose } from "./addresses.ts";
import { type ArgumentKinds, type CheckOf, check, checkOfText, type RecordCheck } from "./checks/check.ts";
import { nameChecks, type TargetRules, targetChecks } from "./checks/names.ts";
import { UnreadableError } from "./errors.ts";
import { normaliseDomain, normaliseHost, ownerName } from "./names.ts";
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

/** The fields of one untrusted row. `null`, like a missing field, reads as `undefined`. */
export interface WireFields {
  /** A text. @throws UnreadableError on any other value. */
  text(key: string): string | undefined;
  /** A whole number from 0 to `max`, as a number or as decimal digits; an empty text reads as `undefined`. @throws UnreadableError */
  integer(key: string, max: number): number | undefined;
}

/** A whole number from 0 to `max` from decimal digits. @throws UnreadableError */
function integerFromText(text: string, max: number, what: string): number {
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

/** The possible values of a field that a row gives by itself, in content, or in both. @throws UnreadableError if these conflict */
function agreed(what: string, inField: readonly Value[], inContent: readonly Value[]): readonly Value[] {
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
  /** The remedy if the value isn't of the right kind. */
  message: string;
  description: string;
  examples?: readonly Value[];
  /** The characters of a text. Default: any. */
  pattern?: RegExp;
  range?: readonly [number, number];
  optional?: boolean;
  /** A few words, for a map of records of all types. */
  brief?: string;
}

export type Description = Pick<Argument, "description" | "examples" | "brief">;

export interface Field<V extends Value = Value> extends Argument {
  kind: V extends number ? "number" : "string";
  /** Is it no part of what makes two records the same, and something that a registrar may not show? Such as a priority. */
  secondary?: boolean;
  /** Do registrars quote and escape it each in its own way, so that its wire form may have several meanings? */
  ambiguous?: boolean;
  isTarget?: boolean;
  checks?(type: string, key: string): readonly RecordCheck[];
  /** The one spelling, of what a user wrote. @throws InvalidNameError */
  canonical(written: V): V;
  /** The form in programs and request bodies. */
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
    description: "The text has a UTF-8 form: no half of a surrogate pair.",
    find: (text) =>
      isWellFormed(text)
        ? undefined
        : `${property} holds half of a surrogate pair, which has no UTF-8 form. Correct how the program cuts the text`,
  }),
];

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

/** The data of any record: its type and the values of its fields. */
export type AnyData = { readonly type: string } & { readonly [key: string]: Value | undefined };

/** Forms of a record's data: fields of their own, one `content` in presentation form, or both. */
export const wireForms = ["fields", "content", "both"] as const;
export type WireForm = (typeof wireForms)[number];

/** How request bodies are written: the form of each type's data by its name in lower case, and how TXT is quoted. */
type AnyWireOptions = Readonly<Record<string, string | undefined>>;

/** Fields with their keys, in an order that matters. */
type NamedFields = readonly (readonly [string, Field])[];

/** Values by field, in their order, without those that are `undefined`. */
function valuesOf<V extends Value>(fields: NamedFields, of: (key: string, field: Field) => V | undefined) {
  const values: Record<string, V> = {};
  for (const [key, field] of fields) {
    const value = of(key, field);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

/** The canonical data of what a user wrote. @throws InvalidNameError */
function dataFromArgs(type: string, fields: NamedFields, args: Readonly<Record<string, unknown>>): AnyData {
  const values = valuesOf(fields, (key, field) => {
    const written = args[key];
    // The schema has let only values of the right kind through.
    return typeof written === "string" || typeof written === "number" ? field.canonical(written) : undefined;
  });
  return { type, ...values };
}

function mapFields<R extends Value>(data: AnyData, fields: NamedFields, of: (field: Field, value: Value) => R) {
  return valuesOf(fields, (key, field) => {
    const value = data[key];
    return value === undefined ? undefined : of(field, value);
  });
}

function joinFields(data: AnyData, fields: NamedFields, of: (field: Field, value: Value) => string): string {
  return Object.values(mapFields(data, fields, of)).join(" ");
}

export function writtenData(data: AnyData, fields: NamedFields): Readonly<Record<string, Value>> {
  return mapFields(data, fields, (field, value) => field.write(value));
}

/** The meaning of a row, and the other texts that its ambiguous field could mean. */
interface Meaning<Data extends AnyData = AnyData> {
  data: Data;
  interpretations: readonly string[];
}

interface Wired {
  type: string;
  fields: NamedFields;
  order: NamedFields;
  contentForm: RegExp | undefined;
}

/** Each value in a field of its own, in a place of `content`, or in both. */
function dataFromWire({ type, fields, order, contentForm }: Wired, wire: WireFields, domain: string): Meaning {
  const inContent = fields.length === 1 ? new Map<string, string>() : contentParts(order, wire, contentForm);
  const interpretations: string[] = [];
  const data = valuesOf(fields, (key, field) => {
    const part = inContent.get(key);
    const [likeliest, ...others] = agreed(
      key,
      key === "content" && fields.length > 1 ? [] : field.fromField(wire, key, domain),
      part === undefined ? [] : field.fromContent(part, key, domain),
    );
    for (const other of others) interpretations.push(String(other));
    return likeliest;
  });
  const needed = fields.filter(([, { secondary }]) => !secondary).map(([key]) => key);
  if (needed.some((key) => data[key] === undefined)) {
    throw new UnreadableError(
      needed.length === 1
        ? `${needed.join()} is missing`
        : `${needed.slice(0, -1).join(", ")} and ${needed.at(-1)} are not all there, in fields or in content`,
    );
  }
  return { data: { type, ...data }, interpretations };
}

/** The parts of `content`: of all fields, of all but the secondary ones before them, or of the last one alone. */
function contentParts(order: NamedFields, wire: WireFields, form?: RegExp): Map<string, string> {
  const content = wire.text("content")?.trim() ?? "";
  if (content === "") return new Map();
  const [last = ""] = order.at(-1) ?? [];
  if (form !== undefined) {
    const parts = form.exec(content)?.groups;
    if (parts !== undefined) return new Map(Object.entries(parts).map(([key, part = ""]) => [key, part]));
    // A text that may hold anything is known by nothing: it only stands for what has no field.
    return new Map(wire.text(last)?.trim() ? [] : [[last, content]]);
  }
  const words = content.split(/\s+/);
  const least = order.findIndex(([, { secondary }]) => !secondary);
  const isWhole = words.length <= order.length && words.length >= order.length - least;
  if (!isWhole && words.length !== 1) {
    throw new UnreadableError(`content is not ${order.map(([key]) => key).join(", ")}`);
  }
  return new Map(words.map((word, place) => [order.at(place - words.length)?.[0] ?? "", word]));
}

/** The data fields of a request body: in fields of their own, as `content`, or both, as the options say of the type. */
function bodyOf(
  data: AnyData,
  fields: NamedFields,
  order: NamedFields,
  options: AnyWireOptions,
): Readonly<Record<string, Value>> {
  const chosen = options[data.type.toLowerCase()];
  const form = fields.some(([key]) => key === "content") ? "fields" : chosen;
  const inFields = chosen === "quoted" ? mapFields(data, fields, (field, value) => field.inContent(value)) : undefined;
  return {
    ...(form !== "content" && (inFields ?? writtenData(data, fields))),
    ...((form === "content" || form === "both") && {
      content: joinFields(data, order, (field, value) => field.inContent(value)),
    }),
  };
}

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends { kind: "number" } ? number : string;
type SecondaryKey<F> = { [K in keyof F]: F[K] extends { secondary: true } ? K : never }[keyof F];

/** The canonical data of records with these fields. Secondary ones are absent where the registrar did not show them. */
export type DataOf<T extends string, F> = {
  [K in "type" | Exclude<keyof F, SecondaryKey<F>>]: K extends keyof F ? ValueOf<F[K]> : T;
} & { [K in SecondaryKey<F>]?: ValueOf<F[K]> };

/** The arguments that checks of records with these fields look at. */
export type CheckArgsOf<F, O extends string> = { name?: string } & { [K in keyof F]?: ValueOf<F[K]> } & {
  [K in O]?: string;
};

/** An owner name of which parts may be written in arguments of their own. */
export interface OwnerForm<O extends string = string> {
  arguments: Readonly<Record<O, Argument & { canonical(written: string): string }>>;
  /** The canonical owner. @throws InvalidNameError, UnreadableError */
  owner(name: string | null | undefined, values: { readonly [K in O]?: string | undefined }, domain: string): string;
  /** The parts of a canonical owner; `undefined` if it has none. */
  split(owner: string): { name: string; values: Readonly<Record<O, string>> } | undefined;
}

/** Records that can't exist at the name of a record of the type, and the source of the rule. */
export interface Exclusions {
  /** No record of another type stands at its name: the RFC and section. */
  readonly alone?: string;
  /** Its name has one record of its type: the RFC and section. */
  readonly single?: string;
}

/** Description of a record type. Optional parts follow from the fields. */
interface Specification<T extends string, F extends Fields, O extends string> extends Exclusions {
  type: T;
  /** Its number in IANA's registry of DNS parameters. */
  number: number;
  /** The data in words, for the doc comment of its interface: "`content` is an IPv4 address". */
  holds: string;
  /** The arguments that hold the data, in the order of the reference. */
  fields: F;
  /** The order of the fields in presentation form and on the wire of DNS. Default: that of `fields`. */
  order?: readonly (keyof F & string)[];
  /** Is the owner a host, or a name that programs look up as one? Default: no. */
  ownerIsHost?: boolean;
  /** Default: the owner is the argument `name` alone. */
  owner?: OwnerForm<O>;
  /** The part of the data that tells one record of a set from the others, for names of resources. Default: all of it. */
  label?(data: DataOf<T, F>): string;
  /** All of `content`, with a named group for each field. Default: words without blanks. */
  contentForm?: RegExp;
  checks(rule: CheckOf<CheckArgsOf<F, NoInfer<O>>>): readonly RecordCheck<CheckArgsOf<F, NoInfer<O>>>[];
}

/** One record type, for code that handles any record. */
export interface AnyRecordType<Data extends AnyData = AnyData> extends Exclusions {
  readonly type: string;
  readonly number: number;
  readonly holds: string;
  readonly fields: Fields;
  readonly owner: OwnerForm;
  readonly checks: readonly RecordCheck[];
  readonly argumentKinds: ArgumentKinds;
  /** The names of fields that are no part of the identity: priorities. */
  readonly secondary: readonly string[];
  /** The field whose wire form may have several meanings, if there is one. */
  readonly ambiguous: string | undefined;
  readonly target: string | undefined;
  /** Canonical data of what a user wrote. @throws InvalidNameError */
  fromArgs(args: Readonly<Record<string, unknown>>): Data;
  /** The meaning of a row. @throws UnreadableError, InvalidNameError */
  fromWire(wire: WireFields, domain: string): Meaning<Data>;
  toWire(data: Data, options: AnyWireOptions): Readonly<Record<string, Value>>;
  /** Values that make two records the same: all but the secondary ones. */
  identity(data: Data): readonly (Value | undefined)[];
  label(data: Data): string;
  /** Presentation form, RFC 1035 section 5.1; hosts with their trailing dot. */
  print(data: Data): string;
  /** The arguments that hold the data, from the words of a zone file. @throws ZoneFileError */
  readWords(words: Words): Readonly<Record<string, Value>>;
  /** The words of presentation form that bytes of data mean. @throws RangeError if there are too few */
  wordsOf(bytes: Bytes): string[];
}

const plainOwner: OwnerForm = {
  arguments: {},
  owner: (name, _, domain) => ownerName(name, domain),
  split: () => undefined,
};

/** One record type with its own fields, from which the types of its data and arguments follow. */
export interface TypedRecordType<T extends string, F extends Fields, O extends string>
  extends Omit<AnyRecordType, "type" | "fields"> {
  readonly type: T;
  readonly fields: F;
  /** The names of arguments that are parts of the owner; a type only. */
  readonly ownerKey?: O;
}

/** Makes a record type of its description: adds what follows from the fields, and guards that only its own data reaches it. */
export function recordType<T extends string, F extends Fields, O extends string = never>(
  specification: Specification<T, F, O>,
): TypedRecordType<T, F, O> {
  const { type, number, holds, fields, owner = plainOwner, order = Object.keys(fields) } = specification;
  const named = Object.entries<Field>(fields);
  const keyWhere = (is: (field: Field) => boolean | undefined) => named.find(([, field]) => is(field))?.[0];
  const own = (data: AnyData): DataOf<T, F> => {
    if (isOf<T, F>(data, type)) return data;
    throw new TypeError(`the data of a ${data.type} record was handled as ${type}`);
  };
  const inOrder = order.flatMap((key) => named.filter(([each]) => each === key));
  const identity = (data: AnyData) => {
    own(data);
    return named.flatMap(([key, { secondary }]) => (secondary ? [] : [data[key]]));
  };
  const { label, contentForm, alone, single } = specification;
  return {
    ...(alone && { alone }),
    ...(single && { single }),
    ...{ type, number, holds, fields, owner, identity },
    checks: [
      ...nameChecks(specification.ownerIsHost ?? false),
      ...named.flatMap(([key, field]) => field.checks?.(type, key) ?? []),
      ...(specification.checks(check) as readonly unknown[] as readonly RecordCheck[]),
    ],
    argumentKinds: {
      name: "string",
      ...Object.fromEntries(
        [...Object.entries<Argument>(owner.arguments), ...named].map(([key, { kind }]) => [key, kind]),
      ),
    },
    secondary: named.filter(([, field]) => field.secondary).map(([key]) => key),
    ambiguous: keyWhere((field) => field.ambiguous),
    target: keyWhere((field) => field.isTarget),
    fromArgs: (args) => dataFromArgs(type, named, args),
    fromWire: (wire, domain) => dataFromWire({ type, fields: named, order: inOrder, contentForm }, wire, domain),
    toWire: (data, options) => bodyOf(data, named, inOrder, options),
    label: (data) => label?.(own(data)) ?? identity(data).join("-"),
    print: (data) => joinFields(data, inOrder, (field, value) => field.print(value)),
    readWords: (words) => {
      const read = new Map(inOrder.map(([key, field]) => [key, field.readWords(words, key)]));
      return Object.fromEntries(named.map(([key]) => [key, read.get(key) ?? ""]));
    },
    wordsOf: (bytes) => inOrder.flatMap(([, field]) => field.wordsOf(bytes)),
  };
}

/** A type's data has its name in `type`, and was made of its fields: nothing else makes data of that type. */
function isOf<T extends string, F>(data: AnyData, type: T): data is AnyData & DataOf<T, F> {
  return data.type === type;
}
