/** Describes a record type by the fields of its data. */
import { type ArgumentKinds, type CheckOf, check, type RecordCheck } from "./checks/check.ts";
import { nameChecks } from "./checks/names.ts";
import { UnreadableError } from "./errors.ts";
import { type Argument, type Field, integer, mapFields, type NamedFields, type Value } from "./fields.ts";
import { ownerName } from "./names.ts";
import { showText } from "./text.ts";
import type { Words } from "./zoneFile/words.ts";

/** The data of any record: its type and the values of its fields. */
export type AnyData = { readonly type: string } & { readonly [key: string]: Value | undefined };

/** Forms of a record's data: in fields, as one `content` in presentation form, or both. */
export const wireForms = ["fields", "content", "both"] as const;
export type WireForm = (typeof wireForms)[number];

/** By a type's name in lower case: the form of its data; for `txt`, how it is quoted. */
type AnyWireOptions = Readonly<Record<string, string | undefined>>;

function mapValues<R extends Value>(data: AnyData, fields: NamedFields, of: (field: Field, value: Value) => R) {
  return mapFields(fields, (field, key) => (data[key] === undefined ? undefined : of(field, data[key])));
}

export function writtenData(data: AnyData, fields: NamedFields): Readonly<Record<string, Value>> {
  return mapValues(data, fields, (field, value) => field.write(value));
}

/** All values as one string, such as `10 mail.example.com`. */
function contentOf(data: AnyData, order: NamedFields): string {
  const word = (field: Field, value: Value) => (field.rdata === "name" ? String(value) : field.print(value));
  return Object.values(mapValues(data, order, word)).join(" ");
}

/** A row of the registrar's list. `null`, like a missing field, reads as `undefined`. */
export type Row = Readonly<Record<string, unknown>>;

const valueIn = (row: Row, key: string) => (Object.hasOwn(row, key) ? (row[key] ?? undefined) : undefined);

/** @throws UnreadableError for any value but a string */
export function textIn(row: Row, key: string): string | undefined {
  const value = valueIn(row, key);
  if (value === undefined || typeof value === "string") return value;
  throw new UnreadableError(`${key} is not a string`);
}

/** A number or decimal digits; a blank string reads as `undefined`. @throws UnreadableError */
export function integerIn(row: Row, key: string, max: number): number | undefined {
  const value = valueIn(row, key);
  if (value === undefined || (typeof value === "string" && value.trim() === "")) return undefined;
  return integer(value, max, key);
}

/** The meanings of a value that a row gives in a field, in its content, or in both. @throws UnreadableError if these differ */
function agreed(what: string, inField: readonly Value[], inContent: readonly Value[]): readonly Value[] {
  if (inContent.length === 0) return inField;
  if (inField.every((value) => value === "")) return inContent;
  const inBoth = inField.filter((value) => inContent.includes(value));
  if (inBoth.length > 0) return inBoth;
  const [one, other] = [inField, inContent].map(([likeliest]) => showText(String(likeliest), 40));
  throw new UnreadableError(`${what} is given twice, as ${one} and ${other}`);
}

/** The data of a row, and the other values that its ambiguous field could mean. */
interface Meaning<Data> {
  data: Data;
  interpretations: readonly string[];
}

/** Reads each value from its own field, from its part of `content`, or from both. */
function dataFromWire(fields: NamedFields, row: Row, inContent: ReadonlyMap<string, string>, domain: string) {
  const interpretations: string[] = [];
  const data = mapFields(fields, (field, key) => {
    const part = inContent.get(key);
    const [likeliest, ...others] = agreed(
      key,
      key === "content" && fields.length > 1 ? [] : meaningsIn(row, key, field, domain),
      part === undefined ? [] : field.meanings(part, key, domain),
    );
    for (const other of others) interpretations.push(String(other));
    return likeliest;
  });
  const needed = fields.filter(([, { secondary }]) => !secondary).map(([key]) => key);
  if (needed.some((key) => data[key] === undefined)) {
    const names = needed.length === 1 ? needed.join() : `${needed.slice(0, -1).join(", ")} and ${needed.at(-1)}`;
    throw new UnreadableError(
      needed.length === 1 ? `${names} is missing` : `some of ${names} are missing, in fields and in content`,
    );
  }
  return { data, interpretations };
}

/** The meanings of a field of a row; none if the row lacks it. @throws UnreadableError, InvalidNameError */
function meaningsIn(row: Row, key: string, field: Field, domain: string): readonly Value[] {
  if (field.kind === "number") {
    const value = integerIn(row, key, field.range?.[1] ?? 0);
    return value === undefined ? [] : [value];
  }
  const text = textIn(row, key);
  const isGiven = text !== undefined && (text.trim() !== "" || field.ambiguous);
  return isGiven ? field.meanings(text, key, domain) : [];
}

/** The parts of `content`: of all fields, of all but the leading secondary ones, or of the last one alone. */
function contentParts(order: NamedFields, row: Row, form?: RegExp): Map<string, string> {
  const content = textIn(row, "content")?.trim() ?? "";
  if (content === "") return new Map();
  const [last = ""] = order.at(-1) ?? [];
  if (form !== undefined) {
    const parts = form.exec(content)?.groups;
    if (parts !== undefined) return new Map(Object.entries(parts).map(([key, part = ""]) => [key, part]));
    // Content in another form is the last value, unless that has its own field.
    return new Map(textIn(row, last)?.trim() ? [] : [[last, content]]);
  }
  const words = content.split(/\s+/);
  const least = order.findIndex(([, { secondary }]) => !secondary);
  const isComplete = words.length <= order.length && words.length >= order.length - least;
  if (!isComplete && words.length !== 1) {
    throw new UnreadableError(`content is not ${order.map(([key]) => key).join(", ")}`);
  }
  return new Map(words.map((word, place) => [order.at(place - words.length)?.[0] ?? "", word]));
}

/** The data of a request body, in the form that the options state for its type. */
function bodyOf(data: AnyData, fields: NamedFields, order: NamedFields, options: AnyWireOptions) {
  const chosen = options[data.type.toLowerCase()];
  if (chosen === "quoted") return mapValues(data, fields, (field, value) => field.print(value));
  const form = fields.some(([key]) => key === "content") ? "fields" : chosen;
  return {
    ...(form !== "content" && writtenData(data, fields)),
    ...((form === "content" || form === "both") && { content: contentOf(data, order) }),
  };
}

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends { kind: "number" } ? number : string;
type SecondaryKey<F> = { [K in keyof F]: F[K] extends { secondary: true } ? K : never }[keyof F];

/** The canonical data of records with these fields. A secondary one that the registrar didn't show is absent. */
export type DataOf<T extends string, F> = {
  [K in "type" | Exclude<keyof F, SecondaryKey<F>>]: K extends keyof F ? ValueOf<F[K]> : T;
} & { [K in SecondaryKey<F>]?: ValueOf<F[K]> };

export type CheckArgsOf<F, O extends string> = { name?: string } & { [K in keyof F]?: ValueOf<F[K]> } & {
  [K in O]?: string;
};

/** An owner name whose parts may be arguments of their own. */
export interface OwnerForm<O extends string = string> {
  arguments: Readonly<Record<O, Argument & { canonical(written: string): string }>>;
  /** The canonical owner. @throws InvalidNameError, UnreadableError */
  owner(name: string | null | undefined, values: { readonly [K in O]?: string | undefined }, domain: string): string;
  /** The parts of a canonical owner; `undefined` if it has none. */
  split(owner: string): { name: string; values: Readonly<Record<O, string>> } | undefined;
}

/** Properties that a record type has as its description states them. */
interface Stated {
  /** Its number in IANA's registry of DNS parameters. */
  readonly number: number;
  /** The data in words, for the doc comment of its interface: "`content` is an IPv4 address". */
  readonly holds: string;
  /** RFC and section that allow no record of another type at its name. */
  readonly alone?: string;
  /** RFC and section that allow one record of the type at a name. */
  readonly single?: string;
}

/** Description of a record type. Optional parts follow from the fields. */
interface Specification<T extends string, F extends Fields, O extends string> extends Stated {
  type: T;
  /** The arguments that hold the data, in the order of the reference. */
  fields: F;
  /** The order of the fields in presentation form. Default: that of `fields`. */
  order?: readonly (keyof F & string)[];
  /** Is the owner a host, or a name that programs look up as a host? Default: no. */
  ownerIsHost?: boolean;
  /** Default: the owner is the argument `name` alone. */
  owner?: OwnerForm<O>;
  /** The part of the data that tells one record of a set from the others, for names of resources. Default: all of it. */
  label?(data: DataOf<T, F>): string;
  /** All of `content`, with a named group for each field. Default: words separated by blanks. */
  contentForm?: RegExp;
  checks?(rule: CheckOf<CheckArgsOf<F, NoInfer<O>>>): readonly RecordCheck<CheckArgsOf<F, NoInfer<O>>>[];
}

/** One record type, for code that handles any record. */
export interface AnyRecordType<Data = AnyData> extends Stated {
  readonly type: string;
  readonly fields: Fields;
  readonly owner: OwnerForm;
  readonly checks: readonly RecordCheck[];
  readonly argumentKinds: ArgumentKinds;
  /** Keys of the secondary fields. */
  readonly secondary: readonly string[];
  /** Key of the ambiguous field. */
  readonly ambiguous: string | undefined;
  readonly target: string | undefined;
  /** Keys of the fields in the order of presentation form and of DNS messages. */
  readonly order: readonly string[];
  /** Canonical data of arguments. @throws InvalidNameError */
  fromArgs(args: Readonly<Record<string, unknown>>): Data;
  /** @throws UnreadableError, InvalidNameError */
  fromWire(row: Row, domain: string): Meaning<Data>;
  toWire(data: AnyData, options: AnyWireOptions): Readonly<Record<string, Value>>;
  /** Values that make two records the same: all but the secondary ones. */
  identity(data: AnyData): readonly (Value | undefined)[];
  label(data: AnyData): string;
  /** Presentation form, RFC 1035 section 5.1; hosts with their trailing dot. */
  print(data: AnyData): string;
  /** {@link print} without trailing dots. */
  printContent(data: AnyData): string;
  /** The arguments that hold the data, from the words of a zone file. @throws ZoneFileError */
  readWords(words: Words): Readonly<Record<string, Value>>;
}

const plainOwner: OwnerForm = {
  arguments: {},
  owner: (name, _, domain) => ownerName(name, domain),
  split: () => undefined,
};

/** A record type with its own fields, from which the types of its data and arguments follow. */
export interface TypedRecordType<T extends string, F extends Fields, O extends string>
  extends Omit<AnyRecordType<DataOf<T, F>>, "type" | "fields"> {
  readonly type: T;
  readonly fields: F;
  /** Names of arguments that are parts of the owner; a type only. */
  readonly ownerKey?: O;
}

/** Makes a record type of its description. */
export function recordType<T extends string, F extends Fields, O extends string = never>(
  specification: Specification<T, F, O>,
): TypedRecordType<T, F, O> {
  const { type, fields, owner = plainOwner, order = Object.keys(fields), ...described } = specification;
  const { checks = () => [], label, contentForm, ownerIsHost = false, ...stated } = described;
  const named = Object.entries<Field>(fields);
  const keyWhere = (is: (field: Field) => boolean | undefined) => named.find(([, field]) => is(field))?.[0];
  const own = (data: AnyData): DataOf<T, F> => {
    if (isOf<T, F>(data, type)) return data;
    throw new TypeError(`the data of a ${data.type} record was handled as ${type}`);
  };
  const inOrder = order.flatMap((key) => named.filter(([each]) => each === key));
  const identity = (data: AnyData) => named.flatMap(([key, { secondary }]) => (secondary ? [] : [data[key]]));
  return {
    ...{ ...stated, type, fields, owner, order, identity },
    checks: [
      ...nameChecks(ownerIsHost),
      ...named.flatMap(([key, field]) => field.checks?.(type, key) ?? []),
      ...(checks(check) as readonly unknown[] as readonly RecordCheck[]),
    ],
    argumentKinds: {
      name: "string",
      ...Object.fromEntries(
        [...Object.entries<Argument>(owner.arguments), ...named].map(([key, { kind }]) => [key, kind]),
      ),
    },
    secondary: named.filter(([, field]) => field.secondary).map(([key]) => key),
    ambiguous: keyWhere((field) => field.ambiguous),
    target: keyWhere((field) => field.rdata === "name"),
    fromArgs(args) {
      const values = mapFields(named, (field, key) => {
        const written = args[key];
        return typeof written === "string" || typeof written === "number" ? field.canonical(written) : undefined;
      });
      return own({ type, ...values });
    },
    fromWire(row, domain) {
      const parts = named.length === 1 ? new Map() : contentParts(inOrder, row, contentForm);
      const { data, interpretations } = dataFromWire(named, row, parts, domain);
      return { data: own({ type, ...data }), interpretations };
    },
    toWire: (data, options) => bodyOf(data, named, inOrder, options),
    label: (data) => label?.(own(data)) ?? identity(data).join("-"),
    print: (data) => Object.values(mapValues(data, inOrder, (field, value) => field.print(value))).join(" "),
    printContent: (data) => contentOf(data, inOrder),
    readWords: (words) => {
      const read = new Map(inOrder.map(([key, field]) => [key, words.read(key, field)]));
      return Object.fromEntries(named.map(([key]) => [key, read.get(key) ?? ""]));
    },
  };
}

/** Does data belong to this type? Data has only the fields of its type, so comparing `type` is enough. */
function isOf<T extends string, F>(data: AnyData, type: T): data is AnyData & DataOf<T, F> {
  return data.type === type;
}
