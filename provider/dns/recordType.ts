/** How one record type is described, and what follows from its fields. */
import { type ArgumentKinds, type CheckOf, check, type RecordCheck } from "./checks/check.ts";
import { nameChecks } from "./checks/names.ts";
import { UnreadableError } from "./errors.ts";
import { type Argument, agreed, type Field, type Value, type WireFields } from "./fields.ts";
import { ownerName } from "./names.ts";
import type { Bytes, Words } from "./zoneFile/words.ts";

/** The data of any record: its type and the values of its fields. */
export type AnyData = { readonly type: string } & { readonly [key: string]: Value | undefined };

/** Where the parts of a record's data go: fields of their own, one `content` in presentation form, or both. */
export const wireForms = ["fields", "content", "both"] as const;
export type WireForm = (typeof wireForms)[number];

/** How request bodies are written: the form of each type's data by its name in lower case, and how TXT is quoted. */
type AnyWireOptions = Readonly<Record<string, string | undefined>>;

/** Fields with their keys, in an order that matters. */
type NamedFields = readonly (readonly [string, Field])[];

/** What `of` has for each field, in their order; what has no value is left out. */
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

/** What `of` makes of the values, separated by blanks. */
function joinFields(data: AnyData, fields: NamedFields, of: (field: Field, value: Value) => string): string {
  return Object.values(mapFields(data, fields, of)).join(" ");
}

/** The data as a program or a request body writes it in fields. */
export function writtenData(data: AnyData, fields: NamedFields): Readonly<Record<string, Value>> {
  return mapFields(data, fields, (field, value) => field.write(value));
}

/** What a row means, and the other texts that its ambiguous field could mean. */
interface Meaning<Data extends AnyData = AnyData> {
  data: Data;
  interpretations: readonly string[];
}

/** What says where the values of a row stand. */
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

/** What may not stand at the name of a record, and who says so. */
export interface Exclusions {
  /** No record of another type stands at its name: the RFC and section. */
  readonly alone?: string;
  /** Its name has one record of its type: the RFC and section. */
  readonly single?: string;
}

/** What the file of a record type says. What is optional follows from the fields. */
interface Specification<T extends string, F extends Fields, O extends string> extends Exclusions {
  type: T;
  /** Its number in IANA's registry of DNS parameters. */
  number: number;
  /** What a record of this type holds, for the doc comment of its interface: "`content` is an IPv4 address". */
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
  /** The whole of `content`, with a named group for each field. Default: words without blanks. */
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
  /** The arguments that checks look at. */
  readonly argumentKinds: ArgumentKinds;
  /** The names of fields that are no part of the identity: priorities. */
  readonly secondary: readonly string[];
  /** The field whose wire form may have several meanings, if there is one. */
  readonly ambiguous: string | undefined;
  /** The field that names another host, if there is one. */
  readonly target: string | undefined;
  /** Canonical data of what a user wrote. @throws InvalidNameError */
  fromArgs(args: Readonly<Record<string, unknown>>): Data;
  /** What a row of the registrar means. @throws UnreadableError, InvalidNameError */
  fromWire(wire: WireFields, domain: string): Meaning<Data>;
  /** The data fields of a request body. */
  toWire(data: Data, options: AnyWireOptions): Readonly<Record<string, Value>>;
  /** What makes two records the same: all data but what is secondary. */
  identity(data: Data): readonly (Value | undefined)[];
  label(data: Data): string;
  /** Presentation form, RFC 1035 section 5.1; hosts with their trailing dot. */
  print(data: Data): string;
  /** The arguments that hold the data, from the words of a zone file. @throws ZoneFileError */
  readWords(words: Words): Readonly<Record<string, Value>>;
  /** The words of presentation form that bytes of data mean. @throws RangeError if there are too few */
  wordsOf(bytes: Bytes): string[];
}

/** The owner of most types: the argument `name`. */
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
